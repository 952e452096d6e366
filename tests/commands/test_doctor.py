"""`companion doctor`: it starts whatever is broken, and names the remedy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.commands.doctor import PACKAGES, Check, Package, State, cameras, judged, lines, pins, record, settings
from companion.config import Loaded, Settings, load
from companion.libraries import Import, tried

CV2 = next(package for package in PACKAGES if package.module == "cv2")
NO_LIBRARY = "ImportError: libGL.so.1: cannot open shared object file: No such file or directory"


def doctor(broken: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """`companion doctor` with modules of a folder in front of the installed ones."""
    environment = {**os.environ, "PYTHONPATH": str(broken), "XDG_DATA_HOME": str(broken), "XDG_CONFIG_HOME": str(broken)}
    command = [sys.executable, "-m", "companion", "doctor", "--host", "127.0.0.1", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True)


def test_the_doctor_starts_when_packages_are_broken(tmp_path: Path) -> None:
    """A cv2 without its library, a Flask that is no Python, the others gone: each is named, with the command that mends it."""
    for package in PACKAGES:
        (tmp_path / f"{package.module}.py").write_text("raise ImportError('gone')\n")
    (tmp_path / "cv2.py").write_text(f"raise ImportError({NO_LIBRARY.removeprefix('ImportError: ')!r})\n")
    (tmp_path / "flask.py").write_text("this is no Python\n")
    done = doctor(tmp_path, "--json")
    report = json.loads(done.stdout)
    broken = {check["name"]: check for check in report["checks"] if check["state"] == "broken"}
    assert (done.returncode, done.stderr, report["well"]) == (1, "", False)
    assert broken["package opencv-python"]["remedy"] == "sudo apt-get install -y libgl1 libglib2.0-0"
    assert "SyntaxError" in broken["package flask"]["found"]
    assert {f"package {package.project}" for package in PACKAGES} <= set(broken)


def test_the_doctor_is_content_where_all_is_well(tmp_path: Path) -> None:
    """Here, where the tests run, nothing that is needed is broken."""
    done = doctor(tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "BROKEN" not in done.stdout and done.stdout.endswith("Everything needed works.\n")


def test_a_module_that_ends_its_process_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A binary for another processor ends the process that imports it, and not the doctor."""
    (tmp_path / "deadly.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGILL)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert "signal 4" in tried("deadly").reason


def test_what_an_import_says_is_judged() -> None:
    """A missing library, another reason, and a package that only a Raspberry Pi would want."""
    assert judged(CV2, Import("cv2")).state is State.OK
    assert judged(CV2, Import("cv2", NO_LIBRARY)).remedy == "sudo apt-get install -y libgl1 libglib2.0-0"
    assert judged(CV2, Import("cv2", "ImportError: x")).remedy.endswith("pip install --force-reinstall opencv-python")
    assert judged(Package("lgpio", "lgpio", "pins", needed=False), Import("lgpio", "no")).state is State.NOTE


def test_devices_are_listed_and_their_absence_is_no_fault(tmp_path: Path) -> None:
    """Without camera and pins the demonstration still runs: a note, not a fault."""
    assert [check.state for check in (*cameras(tmp_path), pins(tmp_path))] == [State.NOTE, State.NOTE]
    (tmp_path / "video0").touch()
    (tmp_path / "gpiochip0").touch()
    assert [check.found for check in (*cameras(tmp_path), pins(tmp_path))] == ["devices video0", "devices gpiochip0"]


def test_a_record_that_cannot_be_kept_is_a_fault(tmp_path: Path) -> None:
    """A folder in the file's place, and a file where a folder should be."""
    (tmp_path / "file").touch()
    states = [record(path).state for path in (tmp_path / "new" / "games.sqlite", tmp_path, tmp_path / "file" / "games.sqlite")]
    assert states == [State.OK, State.BROKEN, State.BROKEN]


def test_warnings_about_settings_are_repeated(tmp_path: Path) -> None:
    """Each is a line of its own; without any the file is named."""
    file = tmp_path / "s.toml"
    file.write_text("prot = 1\nquiet = 3\n")
    assert [check.state for check in settings(load({"config": str(file)}, {}))] == [State.NOTE, State.NOTE]
    assert [check.state for check in settings(Loaded(Settings(), file, ()))] == [State.OK]


def test_the_remedy_stands_below_what_is_broken() -> None:
    """The report for people, line by line."""
    checks = [Check("a", State.OK, "1"), Check("b", State.BROKEN, "no", "do this")]
    assert list(lines(checks)) == ["ok      a: 1", "BROKEN  b: no", "        to mend it: do this"]
