"""`companion hardware test` on mock pins."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from companion.commands import hardware as command
from companion.core.messages import CueKind
from hardware.errors import PinMapError


@pytest.fixture(autouse=True)
def no_settings_of_ones_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    command.add(parser.add_subparsers())
    args = parser.parse_args(["hardware", "test", "--pins", "mock", "--seconds", "0", *words])
    return int(args.run(args))


def test_every_lamp_sound_and_button_is_tried(capsys: pytest.CaptureFixture[str]) -> None:
    """All cues, seats and both buttons are gone through, and it is said that no real pin was touched."""
    assert run() == 0
    text = capsys.readouterr().out
    assert text.count("status light  ") == len(CueKind) == len(command.CUES) and text.count("seat light  ") == 4
    assert text.count("a mock button, pressed by the program\n              pressed") == 2
    assert "sound: accepted" in text and "The panel is simulated" in text and "no real lamp was tried" in text


def test_quiet_names_no_sound(capsys: pytest.CaptureFixture[str]) -> None:
    """With --quiet no sound is announced."""
    assert run("--quiet") == 0
    assert "sound:" not in capsys.readouterr().out


def test_a_wrong_map_is_refused_with_all_problems() -> None:
    """The pin map of the command line is checked before anything is opened."""
    with pytest.raises(PinMapError, match=r"GPIO 99.*GPIO 23 is used 2 times"):
        run("--pin-map", "buzzer=99 take_back=23")


@pytest.mark.parametrize("seconds", ["-1", "soon", "nan"])
def test_an_impossible_time_is_refused(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A negative time, or a word, is answered with what is allowed."""
    with pytest.raises(SystemExit):
        run(f"--press-seconds={seconds}")
    assert "not a number of seconds" in capsys.readouterr().err
