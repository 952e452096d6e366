"""Arrangements with sets of memories, level by level, and the words that a search has for every place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.games.four_blind_mice.solver.arrays import Ints
from companion.games.four_blind_mice.solver.sets import Sets
from companion.games.four_blind_mice.solver.triples import PLACES

PIECE = 1 << 12
"""Arrangements gone on from at a time: what belongs to them stays in the processor's cache."""
ALL_SETS = np.uint32(0xFFFFFFFF)


class Level(NamedTuple):
    """The places reached first, or with better memories, at one number; and with which memories."""

    places: Ints
    sets: Sets


NOTHING = Level(np.zeros(0, np.int64), np.zeros(0, np.uint32))


def joined(levels: list[Level]) -> Level:
    """The levels one behind the other."""
    if len(levels) == 1:
        return levels[0]
    return Level(*map(np.concatenate, zip(NOTHING, *levels, strict=True)))


def pieces(level: Level) -> Iterator[Level]:
    """The level cut into pieces."""
    for begin in range(0, len(level.places), PIECE):
        yield Level(level.places[begin : begin + PIECE], level.sets[begin : begin + PIECE])


class Tables(NamedTuple):
    """Words for all places, kept from search to search: clearing what a small search used is far cheaper than new ones.

    `open`: the memories that are still new there; `coming`: those of the level that is being made; `owner`: which of several
    arrivals at one place is dealt with; `good` and `better`: for `trace`.
    """

    open: Sets
    coming: Sets
    owner: npt.NDArray[np.int32]
    good: Sets
    better: Sets


UNUSED: list[Tables] = []
"""Tables of searches that are over, clean."""


def unused_tables() -> Tables:
    """Tables that nobody uses: everything open, nothing coming, nothing good."""
    try:
        return UNUSED.pop()
    except IndexError:
        coming, good, better = (np.zeros(PLACES, np.uint32) for _ in range(3))
        return Tables(np.full(PLACES, ALL_SETS, np.uint32), coming, np.empty(PLACES, np.int32), good, better)
