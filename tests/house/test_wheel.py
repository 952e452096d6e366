"""What is handed out: wheel and sdist hold all data of the packages, and the wheel alone gives a working program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from source_tree import PACKAGES, ROOT, project_files

# The folder is kept first: setuptools changes sys.argv.
BUILD = "import sys; out = sys.argv[1]; from setuptools import build_meta as b; b.build_wheel(out); b.build_sdist(out)"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with wheel and sdist, built from a copy: setuptools leaves its own files beside the sources."""
    copy, out = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("dist")
    for name in project_files():
        if name.split("/")[0] in (*PACKAGES, "pyproject.toml", "README.md", "LICENSE"):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    done = subprocess.run([sys.executable, "-c", BUILD, str(out)], cwd=copy, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out


def shipped() -> set[str]:
    """What must be in both: every file of the packages except the notes for those who change them."""
    return {name for name in project_files() if name.split("/")[0] in PACKAGES and not name.endswith(".md")}


def test_the_wheel_holds_every_file_of_the_packages(built: Path) -> None:
    """Templates, static files and tables of data travel with the code."""
    (wheel,) = built.glob("*.whl")
    assert shipped() - set(zipfile.ZipFile(wheel).namelist()) == set()


def test_the_sdist_holds_every_file_of_the_packages(built: Path) -> None:
    """What can be built from the sdist is complete too."""
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert shipped() - names == set()


def test_the_wheel_alone_gives_a_program(built: Path, tmp_path: Path) -> None:
    """The unpacked wheel, away from the sources, runs the command line."""
    (wheel,) = built.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    where = "import companion; print(companion.__file__); from companion.cli import main; main(['--version'])"
    done = subprocess.run([sys.executable, "-c", where], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout.startswith(str(tmp_path)), done.stderr


def test_the_wheel_check_can_fail() -> None:
    """There is data to look for: a wheel of the Python files alone would be refused."""
    assert any(not name.endswith(".py") for name in shipped())
