"""What was judged lately: the same look of the table is weighed once, however long it lies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.core.finding import Finding
from companion.core.grid import Place
from companion.core.reading import Reading
from companion.referee.case import Case
from companion.referee.chains import Chain

S = TypeVar("S")
MOST_KEPT = 3
"""So many looks are kept, and so many judgements."""


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
