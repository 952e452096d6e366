"""What can be done: one small type per case, each with its own token in the notation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from companion.games.mouse_trap_cards.geometry import CELLS, OFF


@dataclass(frozen=True, slots=True)
class Start:
    """The mouse is put on the Safe card; `cell` is named only where there are several, `flip` where it was hidden."""

    facing: int
    cell: int = OFF
    flip: bool = False


@dataclass(frozen=True, slots=True)
class Put:
    """A wedge from the pile to a card."""

    cell: int


@dataclass(frozen=True, slots=True)
class Draw:
    """An action card is drawn; `code` is what it says, empty where nobody has told yet."""

    code: str = ""


@dataclass(frozen=True, slots=True)
class Unseen:
    """All cards that are still in the draw pile on record, but for `kept`, were drawn before, and nobody told which."""

    kept: str


@dataclass(frozen=True, slots=True)
class Go:
    """The arrow chosen, as a direction of the table."""

    facing: int


@dataclass(frozen=True, slots=True)
class Flip:
    """A maze card is flipped; `side` is what came up, empty where nobody has told yet; `turns` its turns then (-1: as before)."""

    cell: int
    side: str = ""
    turns: int = -1


@dataclass(frozen=True, slots=True)
class Twist:
    """A maze card is turned clockwise by that many quarters."""

    cell: int
    quarters: int


@dataclass(frozen=True, slots=True)
class Nothing:
    """Nothing can be placed (`+`), flipped (`/`) or turned (`%`), or people decline to."""

    what: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The discards become the new draw pile."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The player ends the turn."""


@dataclass(frozen=True, slots=True)
class By:
    """An action claimed for a seat, mostly one that is not in turn."""

    seat: str
    action: Start | Put | Draw | Unseen | Go | Flip | Twist | Nothing | Shuffle | Stop


Action = Start | Put | Draw | Unseen | Go | Flip | Twist | Nothing | Shuffle | Stop | By

PUTS = tuple(Put(cell) for cell in CELLS)
FLIPS = tuple(Flip(cell) for cell in CELLS)
TWISTS = tuple(tuple(Twist(cell, quarters) for quarters in range(4)) for cell in CELLS)
GOES = tuple(Go(facing) for facing in range(4))
STARTS = tuple(Start(facing) for facing in range(4))
NOTHING = {what: Nothing(what) for what in "+/%"}
DRAW, SHUFFLE, STOP = Draw(), Shuffle(), Stop()


@cache
def drawn(code: str) -> Draw:
    """The drawing of that card, made once: it is thought of in every state."""
    return Draw(code)
