"""The tokens of the notation: one text for each action, and back."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NoReturn

from companion.core.errors import NotationError
from companion.games.mouse_trap_cards.actions import (
    FLIPS,
    GOES,
    NOTHING,
    PUTS,
    SHUFFLE,
    STOP,
    TWISTS,
    Action,
    By,
    Draw,
    Flip,
    Go,
    Nothing,
    Put,
    Shuffle,
    Start,
    Stop,
    Twist,
    Unseen,
)  # fmt: skip
from companion.games.mouse_trap_cards.effects import effect, is_side
from companion.games.mouse_trap_cards.geometry import COMPASS, INDEX, NAMES

SEAT = re.compile(r"[A-Z][A-Za-z0-9_]*")
_BY = re.compile(r"(?P<seat>[A-Z][A-Za-z0-9_]*):(?P<rest>.+)")
_START = re.compile(r"@(?P<cell>[a-d][1-4])?(?P<facing>[NESW])(?P<flip>!?)")
_FLIP = re.compile(r"/(?P<cell>[a-d][1-4])(?:=(?P<side>[^@]+)(?:@(?P<turns>[0-3]))?)?")
_TWIST = re.compile(r"%(?P<cell>[a-d][1-4]):(?P<quarters>[0-3])")
_FORMS = "@E, +c2, d:LR2, >W, /b3=TRAP, %b3:2, ~ or ="


def write(action: Action) -> str:
    """The token of an action."""
    if isinstance(action, By):
        return f"{action.seat}:{write(action.action)}"
    if isinstance(action, Start):
        cell = NAMES[action.cell] if action.cell >= 0 else ""
        return f"@{cell}{COMPASS[action.facing]}{'!' if action.flip else ''}"
    if isinstance(action, Put):
        return f"+{NAMES[action.cell]}"
    if isinstance(action, Draw):
        return f"d:{action.code}"
    if isinstance(action, Unseen):
        return f"d-{action.kept}"
    if isinstance(action, Go):
        return f">{COMPASS[action.facing]}"
    if isinstance(action, Twist):
        return f"%{NAMES[action.cell]}:{action.quarters}"
    if isinstance(action, Nothing):
        return f"{action.what}-"
    return _write_flip(action) if isinstance(action, Flip) else "~" if isinstance(action, Shuffle) else "="


def _write_flip(action: Flip) -> str:
    side = f"={action.side}" if action.side else ""
    return f"/{NAMES[action.cell]}{side}" + (f"@{action.turns}" if action.turns >= 0 else "")


def read(text: str) -> Action:
    """The action a token stands for; NotationError otherwise."""
    token = text.strip()
    by = _BY.fullmatch(token)
    if by:
        action = read(by["rest"])
        if isinstance(action, By):
            _bad(token, "name the seat once, before its action")
        return By(by["seat"], action)
    reader = _READERS.get(token[:1])
    if reader is None:
        _bad(token, f"this is no action; write one of {_FORMS}")
    return reader(token)


def _read_start(token: str) -> Start:
    match = _START.fullmatch(token)
    if match is None:
        _bad(token, "after @ stands the way the mouse faces on Safe, N E S or W, such as @E; @E! where Safe was turned up first")
    return Start(COMPASS.index(match["facing"]), INDEX[match["cell"]] if match["cell"] else -1, bool(match["flip"]))


def _read_put(token: str) -> Put | Nothing:
    if token == "+-":
        return NOTHING["+"]
    if token[1:] not in INDEX:
        _bad(token, "after + stands the cell of the wedge, a1 to d4, such as +c2; or +- where nothing can be placed")
    return PUTS[INDEX[token[1:]]]


def _read_draw(token: str) -> Draw | Unseen:
    sign, code = token[:2], token[2:]
    if sign not in ("d:", "d-") or (code and effect(code, True) is None):
        _bad(token, "an action card is written d: and its code, such as d:LR2, d:TRAP or d:FLIPE:LR")
    if sign == "d-" and not code:
        _bad(token, "after d- stands the one card that was left in the draw pile, such as d-LR2: nobody saw the others drawn")
    return Draw(code) if sign == "d:" else Unseen(code)


def _read_go(token: str) -> Go:
    if len(token) != 2 or token[1] not in COMPASS:
        _bad(token, "after > stands the chosen arrow as a direction of the table: N E S or W")
    return GOES[COMPASS.index(token[1])]


def _read_flip(token: str) -> Flip | Nothing:
    if token == "/-":
        return NOTHING["/"]
    match = _FLIP.fullmatch(token)
    if match is None:
        _bad(token, "a flip is written /b3, /b3=TRAP with the side that came up, or /b3=TRAP@1 with its turns too; or /-")
    cell = INDEX[match["cell"]]
    if not match["side"]:
        return FLIPS[cell]
    if not is_side(match["side"]):
        _bad(token, f"{match['side']!r} is no side of a maze card; write a code such as TRAP, MV2:lr or GO:WASH")
    return Flip(cell, match["side"], int(match["turns"]) if match["turns"] else -1)


def _read_twist(token: str) -> Twist | Nothing:
    if token == "%-":
        return NOTHING["%"]
    match = _TWIST.fullmatch(token)
    if match is None:
        _bad(token, "a turned card is written with its quarters clockwise, %b3:1 to %b3:3; or %-")
    return TWISTS[INDEX[match["cell"]]][int(match["quarters"])]


def _read_sign(token: str) -> Shuffle | Stop:
    if len(token) > 1:
        _bad(token, f"{token[0]} stands alone; part actions by blanks")
    return SHUFFLE if token == "~" else STOP


_READERS: dict[str, Callable[[str], Start | Put | Draw | Unseen | Go | Flip | Twist | Nothing | Shuffle | Stop]] = {
    "@": _read_start, "+": _read_put, "d": _read_draw, ">": _read_go, "/": _read_flip, "%": _read_twist,
    "~": _read_sign, "=": _read_sign,
}  # fmt: skip


def split(text: str) -> tuple[tuple[str, int], ...]:
    """The actions of a text, separated by blanks or `;`, each with its column (from 0); comments in braces are left out."""
    bare = re.sub(r"\{[^}]*\}", lambda match: " " * len(match.group()), text)
    return tuple((match.group(), match.start()) for match in re.finditer(r"[^\s;]+", bare))


def _bad(token: str, why: str) -> NoReturn:
    raise NotationError("action", token, why)
