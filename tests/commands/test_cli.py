"""The command line as a whole: what a slip costs, and what a reader that goes away does not."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion import __version__
from companion.cli import COMMANDS, main


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """`companion --version` names program and version."""
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert capsys.readouterr().out == f"companion {__version__}\n"


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Each command has a line of help."""
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert {line[0] for line in lines if len(line) > 1 and line[0] in COMMANDS} == set(COMMANDS)


def test_a_slip_is_one_line_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown game is named with those there are, and no traceback."""
    assert main(["legal", "mice-in-a-mace", "mice: R=Nb"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1
    assert "'mice-in-a-mace'" in printed.err and "mice-in-a-maze" in printed.err


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`companion legal ... | head -1` ends quietly, however much there was left to say."""
    words = ["legal", "mice-in-a-maze", "mice: R=hand Y=E6"]
    with subprocess.Popen([sys.executable, "-m", "companion", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        assert program.stdout is not None and program.stderr is not None
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 0
