"""The one table from cues to lamps and sounds, and patterns as functions of time."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.core.messages import CueKind

PatternName = Literal["steady", "blink", "pulse", "off"]

RED, AMBER, GREEN, BLUE, WHITE, DARK = "#ff2020", "#ffb000", "#20d040", "#3080ff", "#ffffff", "#000000"

BLINK_S = 0.5
PULSE_S = 2.0


@dataclass(frozen=True, slots=True)
class Signal:
    """How a cue shows: colour and pattern of the status light, pattern of the light of the seat it is about, melody."""

    colour: str
    pattern: PatternName
    seat: PatternName
    sound: str = ""


SIGNALS: Mapping[CueKind, Signal] = {
    CueKind.OVER: Signal(WHITE, "pulse", "pulse", "over"),
    CueKind.ILLEGAL: Signal(RED, "blink", "blink", "stop"),
    CueKind.UNSURE: Signal(AMBER, "pulse", "pulse", "question"),
    CueKind.LEGAL: Signal(GREEN, "steady", "off", "accepted"),
    CueKind.PUT_RIGHT: Signal(GREEN, "pulse", "off", "right-again"),
    CueKind.LOOK_HERE: Signal(BLUE, "pulse", "off"),
    CueKind.YOUR_TURN: Signal(WHITE, "steady", "steady", "your-turn"),
    CueKind.IDLE: Signal(DARK, "off", "off"),
}
"""Strongest first: of several cues that come together the status light shows the first one listed here.

No two kinds differ by colour alone where it matters: a broken rule blinks, a question pulses, an accepted action is steady.
"""


def level(pattern: PatternName, since_s: float) -> float:
    """The brightness of a pattern, 0 to 1, that many seconds after it began."""
    if pattern == "steady":
        return 1.0
    if pattern == "blink":
        return 1.0 if since_s % (2 * BLINK_S) < BLINK_S else 0.0
    if pattern == "pulse":
        return 0.55 + 0.45 * math.cos(2 * math.pi * since_s / PULSE_S)
    return 0.0


def moves(pattern: PatternName) -> bool:
    """Whether the brightness changes with time."""
    return pattern in ("blink", "pulse")


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue, 0 to 1, of `#rrggbb`."""
    red, green, blue = (int(colour[at:at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue
