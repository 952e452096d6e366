"""What is known of tiles that do not move: how much likelier they lie where they were taught than anything else does.

Some boards have tiles that stay for good.  The teaching pictures tell: while all others lay elsewhere each time, these never did.
By Laplace's rule, a habit seen n times without exception is broken about once in n + 1 times; that holds where a tile may be
gone.  That one lies in another's place is far less likely: such tiles are fixed, all of them or none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.light import Array


@dataclass(frozen=True, slots=True)
class Settled:
    """A tile that never moved: the number of its cell in reading order and of its drawing, its turns (None if it was turned), in
    how many pictures, and whether its drawing lay nowhere but in such cells."""

    cell: int
    look: int
    turns: int | None
    times: int
    only_there: bool


FIXED = 3.0
"""How many times as many nats speak against another's place as against an empty one."""


def strength_of(settled: Sequence[Settled]) -> float:
    """Nats by which a habit is likelier than its breach."""
    return float(np.log1p(sum(each.times for each in settled)))


def habits_of(settled: Sequence[Settled], cells: int, periods: Sequence[int]) -> Array:
    """Nats (cells, rows) that speak against each drawing in each cell, four turns a drawing of these `periods` (looks,)."""
    nats = np.zeros((cells, 4 * len(periods)), np.float32)
    strength = FIXED * strength_of(settled)
    rows = np.arange(nats.shape[1])
    for each in settled:
        if each.only_there:
            nats[:, rows // 4 == each.look] = strength
    for each in settled:
        nats[each.cell] = strength
    nats[where_settled(settled, nats.shape, periods)] = 0
    return nats


def where_settled(settled: Sequence[Settled], shape: tuple[int, ...], periods: Sequence[int]) -> NDArray[np.bool_]:
    """Which rows (cells, rows) show a settled tile as it lies in its cell."""
    own, rows = np.zeros(shape, np.bool_), np.arange(shape[1])
    for each in settled:
        turned = np.zeros(len(rows), np.bool_) if each.turns is None else (rows % 4 - each.turns) % periods[each.look] != 0
        own[each.cell] = (rows // 4 == each.look) & ~turned
    return own


def staying(settled: Sequence[Settled], cells: int) -> Array:
    """Nats (cells,) that speak against a cell being empty."""
    nats = np.zeros(cells, np.float32)
    nats[[each.cell for each in settled]] = strength_of(settled)
    return nats
