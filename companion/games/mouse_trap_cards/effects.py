"""What a printed side or an action card tells people to do, read from its code."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

HALVES = ("WASH", "GUTB", "STRB")
"""The lower halves of the three GO TO pairs: washtub, gutter bottom, stairs bottom."""

LETTERS = {"card": "urdl", "mouse": "FRBL"}
"""The letters of arrows clockwise: those printed on a maze card, and those that belong to the mouse."""

_PLAIN = {"SAFE": "safe", "TRAP": "trap", "END": "end", "TURNT": "turn", "TURN": "turn", "-": "safe"}
_COUNTED = re.compile(r"(PLACE|TAKE)([2-9]?)")
_FRONT_BACK = {"FLIPF": (0,), "FLIPB": (2,)}
_EITHER = re.compile(r"(FLIPE|TURNE):([urdl]{1,4}|[FRBL]{1,4})")
_MAZE_MOVE = re.compile(r"MV([1-9]):([urdl]{1,4})")
_CARD_MOVE = re.compile(r"([FRBL]{1,4})([1-9])")
_GO = re.compile(r"GO:(WASH|GUTB|STRB)")

Arrow = tuple[int, int]


class Effect(NamedTuple):
    """An instruction: its sort, its arrows as (quarter turns clockwise from the top or front, number), a count.

    `kind` is one of safe, trap, end, move, place, take, flip, turn, go, half; `frame` says whose arrows they are (`card`
    or `mouse`); a turn without arrows is that of the mouse's own card; `half` is the lower half of a GO TO pair.
    """

    kind: str
    arrows: tuple[Arrow, ...] = ()
    n: int = 1
    frame: str = "card"
    half: str = ""


@lru_cache(maxsize=512)
def effect(code: str, action: bool) -> Effect | None:
    """The instruction of a code, on an action card (`action`) or a side of a maze card; None for a code that is none."""
    frame = "mouse" if action else "card"
    if code in _PLAIN:
        allowed = code not in (("SAFE", "-", "TURNT") if action else ("TURN",))
        return Effect(_PLAIN[code]) if allowed else None
    counted = _COUNTED.fullmatch(code)
    if counted:
        return Effect(counted[1].lower(), (), int(counted[2] or 1))
    if code in _FRONT_BACK:
        return Effect("flip", tuple((turn, 0) for turn in _FRONT_BACK[code]), 1, "mouse")
    either = _EITHER.fullmatch(code)
    if either:
        arrows = _arrows(either[2], 0, frame)
        return Effect(either[1][:4].lower(), arrows, 1, frame) if arrows else None
    return _card_move(code) if action else _maze_side(code)


def _maze_side(code: str) -> Effect | None:
    if code in HALVES:
        return Effect("half", half=code)
    go = _GO.fullmatch(code)
    if go:
        return Effect("go", half=go[1])
    match = _MAZE_MOVE.fullmatch(code)
    arrows = _arrows(match[2], int(match[1]), "card") if match else ()
    return Effect("move", arrows) if arrows else None


def _card_move(code: str) -> Effect | None:
    arrows: list[Arrow] = []
    for part in code.split("/"):
        match = _CARD_MOVE.fullmatch(part)
        if match is None:
            return None
        arrows += _arrows(match[1], int(match[2]), "mouse")
    different = len({turn for turn, _ in arrows}) == len(arrows)
    return Effect("move", tuple(arrows), 1, "mouse") if arrows and different else None


def _arrows(letters: str, n: int, frame: str) -> tuple[Arrow, ...]:
    """Arrows from their letters; none when a letter is not one of that frame or stands twice."""
    names = LETTERS[frame]
    if len(set(letters)) < len(letters) or set(letters) - set(names):
        return ()
    return tuple((names.index(letter), n) for letter in letters)


def is_side(code: str) -> bool:
    """Whether it can be printed on a maze card."""
    return code != "-" and effect(code, False) is not None
