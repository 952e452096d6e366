"""Short melodies on a buzzer.

Wiring: a passive piezo buzzer, its + leg to the buzzer pin (GPIO 18), the other leg to ground; no resistor is needed.
An active buzzer, which beeps by itself, cannot play tones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gpiozero import TonalBuzzer
from gpiozero.tones import Tone

Melody = tuple[tuple[str | None, float], ...]
"""Notes from A3 to A5, or None for a rest, each with its length in seconds."""

MELODIES: Mapping[str, Melody] = {
    "your-turn": (("A4", 0.07),),
    "accepted": (("E5", 0.07), ("A5", 0.10)),
    "stop": (("D4", 0.16), (None, 0.05), ("A3", 0.24)),
    "question": (("C5", 0.09), (None, 0.03), ("G5", 0.14)),
    "right-again": (("C5", 0.07), ("E5", 0.07), ("G5", 0.10)),
    "over": (("C5", 0.10), ("E5", 0.10), ("G5", 0.10), (None, 0.05), ("G5", 0.07), ("A5", 0.25)),
}


def note_at(melody: Melody, since_s: float) -> str | None:
    """The note that sounds that many seconds after the beginning; None in a rest and after the end."""
    for note, length_s in melody:
        if since_s < length_s:
            return note
        since_s -= length_s
    return None


def length_s(melody: Melody) -> float:
    return sum(seconds for _, seconds in melody)


class Sounder:
    """Plays melodies as time passes; a new melody cuts the old one off."""

    def __init__(self) -> None:
        self._buzzer: Any = None
        self._melody: Melody = ()
        self._began_s = 0.0
        self._note: str | None = None

    def connect(self, buzzer: Any) -> None:
        self._buzzer = buzzer

    def disconnect(self) -> None:
        """Silence and close the buzzer.  May be called twice."""
        buzzer, self._buzzer, self._melody = self._buzzer, None, ()
        if buzzer is not None:
            buzzer.close()

    def play(self, name: str, now_s: float) -> None:
        self._melody, self._began_s = MELODIES[name], now_s

    def refresh(self, now_s: float) -> None:
        """Sound the note that is due at this time.  Raises what the pin raises."""
        note = note_at(self._melody, now_s - self._began_s)
        if self._buzzer is not None and note != self._note:
            if note is None:
                self._buzzer.stop()
            else:
                self._buzzer.play(Tone(note))
            self._note = note
        if now_s - self._began_s >= length_s(self._melody):
            self._melody = ()

    @property
    def moving(self) -> bool:
        """Whether a melody is being played."""
        return bool(self._melody) and self._buzzer is not None


def open_buzzer(pin: int, factory: Any) -> Any:
    """A tonal buzzer that reaches from A3 to A5."""
    return TonalBuzzer(pin, pin_factory=factory)
