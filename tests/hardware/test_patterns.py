"""Patterns and melodies are functions of time."""

from __future__ import annotations

import pytest

from companion.core.messages import CueKind
from hardware.patterns import AMBER, RED, SIGNALS, channels, level, moves
from hardware.sounds import MELODIES, length_s, note_at


def test_every_kind_of_cue_has_a_signal() -> None:
    """The one table from cues to lamps is complete, and its melodies exist."""
    assert set(SIGNALS) == set(CueKind)
    assert {signal.sound for signal in SIGNALS.values()} - {""} == set(MELODIES)


def test_refusal_and_doubt_differ_by_more_than_colour() -> None:
    """Who cannot tell red, amber and green apart sees a blink, a pulse and a steady light, and hears three melodies."""
    three = [SIGNALS[kind] for kind in (CueKind.ILLEGAL, CueKind.UNSURE, CueKind.LEGAL)]
    assert len({signal.pattern for signal in three}) == len({signal.sound for signal in three}) == 3


@pytest.mark.parametrize(("pattern", "levels"), [("steady", [1, 1, 1, 1]), ("off", [0, 0, 0, 0]), ("blink", [1, 0, 1, 0]),
                                                ("pulse", [1, 0.55, 0.1, 0.55])])
def test_brightness_follows_the_pattern(pattern: str, levels: list[float]) -> None:
    """The brightness at 0, 0.5, 1.0 and 1.5 seconds."""
    assert [level(pattern, at) for at in (0.0, 0.5, 1.0, 1.5)] == pytest.approx(levels)  # type: ignore[arg-type]
    assert moves(pattern) == (len(set(levels)) > 1)  # type: ignore[arg-type]


def test_colours_become_channels() -> None:
    """`#rrggbb` as red, green, blue from 0 to 1."""
    assert channels("#ff0080") == pytest.approx((1.0, 0.0, 128 / 255))
    assert channels(RED) != channels(AMBER)


def test_melodies_are_short_and_within_the_buzzers_reach() -> None:
    """No melody lasts a second, and every note can be played by a tonal buzzer around A4."""
    from gpiozero.tones import Tone

    low, high = Tone("A3"), Tone("A5")
    for melody in MELODIES.values():
        assert 0 < length_s(melody) < 1.0
        assert all(low <= Tone(note) <= high for note, _ in melody if note is not None)


def test_notes_follow_each_other() -> None:
    """Each note for its time, rests silent, then silence."""
    stop = MELODIES["stop"]
    assert [note_at(stop, at) for at in (0.0, 0.15, 0.17, 0.22, 0.46)] == ["D4", "D4", None, "A3", None]
