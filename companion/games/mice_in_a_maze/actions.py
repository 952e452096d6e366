"""What can be done: one small type per case, each with its own token in the notation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from companion.games.mice_in_a_maze.geometry import Spot


class Swap(NamedTuple):
    """The partner chosen for an exchange, and the cell where they met (the Chamber included)."""

    cell: int
    mouse: str


class Rolled(NamedTuple):
    """One marble's roll."""

    start: Spot
    end: Spot


@dataclass(frozen=True, slots=True)
class Stay:
    """The mouse has no open path (`-`), or its path is a loop (`o`)."""

    loop: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """The mouse ran and stands at `to`; `swaps` names the exchange partners that were really a choice."""

    to: Spot
    swaps: tuple[Swap, ...] = ()


@dataclass(frozen=True, slots=True)
class Return:
    """A mouse off the table comes back to a nest, nose at that port."""

    to: Spot


@dataclass(frozen=True, slots=True)
class Open:
    """A tile was put down open.

    `code` is None where the tile is not known: only its shape is.  `source` is `h` for the hand tile, `s` for the taken tile
    put back, empty where nobody knows.
    """

    cell: int
    code: str | None
    shape: str
    turns: int = 0
    source: str = ""


@dataclass(frozen=True, slots=True)
class Bury:
    """The fallback: a face-down tile away from the path was taken and a tile put down face down; `source` as in `Open`."""

    cell: int
    source: str = ""


@dataclass(frozen=True, slots=True)
class Skip:
    """Nothing can be taken."""


@dataclass(frozen=True, slots=True)
class Roll:
    """All marbles that have an open path rolled, sorted by the words of their starts."""

    moves: tuple[Rolled, ...]


@dataclass(frozen=True, slots=True)
class End:
    """The end of the game as a record writes it; only `agreed` is something people do."""

    why: str


@dataclass(frozen=True, slots=True)
class By:
    """An action claimed for a mouse that is not the one in turn, or named although it is."""

    mouse: str
    action: Stay | Run | Return | Open | Bury | Skip | Roll


Placement = Open | Bury | Skip
MoveAction = Stay | Run | Return
Action = Stay | Run | Return | Open | Bury | Skip | Roll | End | By
