"""Where everything is supposed to be installed, a skipped test is a failure."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from source_tree import ROOT

TESTS = """
import pytest

def test_runs(): pass

def test_inside(): pytest.skip("no browser")

@pytest.mark.skip(reason="no camera")
def test_marked(): pass

@pytest.mark.xfail(strict=True)
def test_known(): assert False
"""


def pytest_says(folder: Path, ci: str) -> str:
    """The closing line of pytest for the tests above, under the conftest of this project."""
    shutil.copy(ROOT / "tests" / "conftest.py", folder / "conftest.py")
    (folder / "test_some.py").write_text(TESTS)
    (folder / "test_whole.py").write_text("import pytest\npytest.skip('no module', allow_module_level=True)\n")
    options = ["-q", "-p", "no:cacheprovider", "--continue-on-collection-errors", "-c", os.devnull, "--rootdir", str(folder)]
    command = [sys.executable, "-m", "pytest", *options, str(folder)]
    environment = {**os.environ, "CI": ci, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    return done.stdout.splitlines()[-1]


def test_a_skip_is_a_failure_in_ci(tmp_path: Path) -> None:
    """Inside a test, by a mark and for a whole file; what is expected to fail stays as it is."""
    assert "1 failed, 1 passed, 1 xfailed, 2 errors" in pytest_says(tmp_path, "true")


def test_a_skip_is_allowed_at_home(tmp_path: Path) -> None:
    """Somebody without a browser can still run the tests."""
    assert "1 passed, 3 skipped, 1 xfailed" in pytest_says(tmp_path, "")
