"""What was judged lately: the same look of the table is weighed once, however long it lies."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.core.finding import Finding
from companion.core.grid import Place
from companion.core.reading import Reading
from companion.referee.case import Case
from companion.referee.chains import Chain

S = TypeVar("S")
T = TypeVar("T")
MOST_KEPT = 3
"""So many looks are kept, and so many judgements."""

MOST_CASES = 2
"""What follows from so many cases is kept: the one that is weighed, and what a wider search makes of it."""


class Told:
    """What follows from a case alone, told once: the same case is weighed again whenever a patience has run out."""

    __slots__ = ("_cases",)

    def __init__(self) -> None:
        self._cases: tuple[tuple[Case[Any], dict[Hashable, Any]], ...] = ()

    def once(self, case: Case[Any], what: Hashable, tell: Callable[[], T]) -> T:
        """What `tell` says of that case, asked for by the name `what`."""
        found = next((told for kept, told in self._cases if kept is case), None)
        if found is None:
            found = {}
            self._cases = (case, found), *self._cases[: MOST_CASES - 1]
        if what not in found:
            found[what] = tell()
        told: T = found[what]
        return told


@dataclass(frozen=True, slots=True)
class Weighed(Generic[S]):
    """A look that was weighed, and what came of it."""

    state: S
    reading: Reading
    accounts: tuple[Chain[S], ...]
    ignored: frozenset[Place]
    case: Case[S]


@dataclass(frozen=True, slots=True)
class Judged(Generic[S]):
    """A judgement: it stays the same as long as the look does and no patience runs out."""

    state: S
    reading: Reading
    between: tuple[Reading, ...]
    stage: tuple[bool, ...]
    finding: Finding


def same_look(one: Reading, other: Reading) -> bool:
    """Whether two readings make the same claims; a steady eye hands on the claims themselves."""
    return (
        (one.tiles is other.tiles or one.tiles == other.tiles)
        and (one.pieces is other.pieces or one.pieces == other.pieces)
        and (one.hidden, one.unsure, one.touched, one.settled) == (other.hidden, other.unsure, other.touched, other.settled)
        and (one.tile_only, one.busy_s) == (other.tile_only, other.busy_s)
    )


def all_same(one: tuple[Reading, ...], other: tuple[Reading, ...]) -> bool:
    """Whether these are the very same readings."""
    return len(one) == len(other) and all(mine is theirs for mine, theirs in zip(one, other, strict=True))
