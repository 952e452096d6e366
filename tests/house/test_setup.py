"""The set-up names the exact remedy for what it may not mend itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from source_tree import ROOT

OLD = "exit 1"
NO_VENV = 'case "$*" in *ensurepip*) exit 1;; esac'
NO_LIBRARY = 'case "$*" in *libraries*) echo libGL.so.1 libgl1 libglib2.0-0; exit 1;; esac'


def set_up(folder: Path, word: str, interpreter: str, venv: str | None = None) -> subprocess.CompletedProcess[str]:
    """scripts/setup in an empty project, with a stand-in for Python and, if given, a virtual environment holding another."""
    for name, text in (("python", interpreter), (".venv/bin/python", venv)):
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / name).chmod(0o755)
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "setup", folder / "scripts")
    environment = {**os.environ, "COMPANION_NO_APT": "1", "PYTHON": str(folder / "python")}
    return subprocess.run([str(folder / "scripts" / "setup"), word], env=environment, capture_output=True, text=True)


@pytest.mark.parametrize(
    ("interpreter", "venv", "trouble", "remedy"),
    [
        (OLD, None, "Python 3.11 or newer is needed", "make PYTHON=/path/to/python3.11 run"),
        (NO_VENV, None, "venv module is incomplete", "sudo apt-get install -y python3-venv"),
        ("", NO_LIBRARY, "system library libGL.so.1", "sudo apt-get install -y libgl1 libglib2.0-0"),
        ("", 'case "$*" in *install*) exit 1;; esac', "pip could not install", ".venv/bin/python -m pip install --editable '.'"),
    ],
)
def test_the_remedy_is_named(tmp_path: Path, interpreter: str, venv: str | None, trouble: str, remedy: str) -> None:
    """Old Python, Debian without venv, a bare system without libGL, no network: each stops with one command to type."""
    done = set_up(tmp_path, "run", interpreter, venv)
    assert done.returncode == 1
    assert trouble in done.stderr and f"{remedy}\n" in done.stderr
    assert not (tmp_path / ".venv" / ".ready-run").exists()


def test_a_good_machine_is_ready_at_once(tmp_path: Path) -> None:
    """Nothing is missing: the stamp that make looks for is set."""
    assert set_up(tmp_path, "dev", "", "exit 0").returncode == 0
    assert (tmp_path / ".venv" / ".ready-run").exists() and (tmp_path / ".venv" / ".ready-dev").exists()


def test_a_wrong_word_explains_itself(tmp_path: Path) -> None:
    """Called by a person without knowing how, it says how."""
    done = set_up(tmp_path, "hlep", "")
    assert done.returncode == 2 and "scripts/setup browser" in done.stderr
