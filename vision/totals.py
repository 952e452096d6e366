"""What is known of the whole table: of some kinds there are always so many on it, wherever they lie.

Each claim of a reading stands for itself; for a person who asks what lies on the table, one more thing is known: eight cheeses
are in the box, and in this game all eight are on the table.  A heap that may be seven or eight is then eight if the
others are clear, and a doubtful find is believed when one is missing.  The referee does not get these: it weighs whole
states of the game by itself, and a missing cheese is what it looks for.

Under a hand some may lie that nobody sees: as many as its share of the places would hold by chance, or, for things lie
together, any number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import comb

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import PieceKind
from companion.core.reading import PieceClaim, Reading

ALL_THERE = 0.998
"""The probability that as many lie on the table as the game says.  (They did in all of 459 pictures.)"""
BY_CHANCE = 0.5
"""How likely it is that what a hand hides is spread over the places by chance."""
BY_TOTAL = 0.85
"""How sure a count is at most that the eye alone would not have told: a piece that was overlooked for sure elsewhere would make
a heap grow for sure."""
MANY, NONE = 2, 0.01
"""How likely it is, while a hand is seen, that where so many or more are told none is: a part of a hand may pass for a heap."""
LEAST = 1e-6

Chances = NDArray[np.float64]


def with_totals(reading: Reading, kinds: Sequence[PieceKind]) -> Reading:
    """The reading, counts of pieces weighed by how many there are in all."""
    places = reading.hidden | {claim.place for claim in reading.tiles}
    share = len(reading.hidden) / max(len(places), 1)
    pieces = reading.pieces
    for kind in kinds:
        if kind.always:
            pieces = _weighed(pieces, kind, _unseen(kind.always, share), NONE if reading.hidden else 0.0)
    return replace(reading, pieces=pieces)


def _unseen(always: int, share: float) -> Chances:
    """The probability of every number, 0 .. always, of pieces under what hides that share of the places."""
    if not share:
        return np.ones(1)
    spread = np.array([comb(always, n) * share**n * (1 - share) ** (always - n) for n in range(always + 1)])
    return np.asarray(BY_CHANCE * spread + (1 - BY_CHANCE) / (always + 1), dtype=np.float64)


def _weighed(pieces: tuple[PieceClaim, ...], kind: PieceKind, unseen: Chances, none: float) -> tuple[PieceClaim, ...]:
    own = [number for number, claim in enumerate(pieces) if claim.kind == kind.name]
    chances = [_perhaps_none(np.exp(pieces[number].log_p_counts), none) for number in own]
    told = list(pieces)
    for at, number in enumerate(own):
        others = _sum_of([unseen, *(each for place, each in enumerate(chances) if place != at)])
        left = kind.always - np.arange(len(chances[at]))
        # More than there are cannot lie there: where the eye sees more it is wrong somewhere, and nobody knows where.
        exactly = np.pad(others, (0, kind.always + 1))[: kind.always + 1]
        weights = ALL_THERE * exactly + (1 - ALL_THERE) * (np.cumsum(exactly) - exactly)
        mixed = chances[at] * np.where(left >= 0, weights[np.maximum(left, 0)], 0.0)
        if mixed.any():
            told[number] = replace(told[number], log_p_counts=_logs(_doubted(chances[at], mixed / mixed.sum())))
    return tuple(told)


def _perhaps_none(seen: Chances, none: float) -> Chances:
    """The chances of counts that the eye tells, those of a heap with so much for none of it."""
    return (1 - none) * seen + none * (np.arange(len(seen)) == 0) if seen.argmax() >= MANY else seen


def _doubted(seen: Chances, told: Chances) -> Chances:
    """The chances of counts, none surer than BY_TOTAL that is not the likeliest of those `seen`; what it loses goes to those."""
    best = int(told.argmax())
    if best == int(seen.argmax()) or told[best] <= BY_TOTAL:
        return told
    rest = np.where(np.arange(len(seen)) == best, 0.0, seen)
    return np.where(np.arange(len(told)) == best, BY_TOTAL, (1 - BY_TOTAL) * rest / max(rest.sum(), LEAST))


def _sum_of(chances: Sequence[Chances]) -> Chances:
    """The distribution of the sum of independent numbers."""
    total = np.ones(1)
    for each in chances:
        total = np.convolve(total, each)
    return total


def _logs(chances: Chances) -> tuple[float, ...]:
    return tuple(float(value) for value in np.log(np.maximum(chances / chances.sum(), LEAST)))
