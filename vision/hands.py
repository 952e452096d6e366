"""What covers the board without belonging to it: hands, sleeves, a lifted tile; and holes where a tile is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.expected import HALF, Expected
from vision.light import Array

STRANGE = 2.5
"""Mean cost of 5 x 5 pixels from which on they show something else than board, tile or table."""
LEAST_CELLS = 0.75
"""Strange patches larger than this many cells are hands; smaller ones may be pieces standing together."""


@dataclass(frozen=True, slots=True)
class Table:
    """The bare table beside the board: median colour (3,) in art light, and the standard deviation of a grey value about it."""

    colour: tuple[float, float, float]
    spread: float


def table_of(half: Array, known: NDArray[np.bool_], inside: NDArray[np.bool_]) -> Table:
    """The table's colour from pixels inside the plan on which nothing is expected."""
    bare = half[inside & ~known]
    if len(bare) < 50:
        return Table((128.0, 128.0, 128.0), 60.0)
    middle = np.median(bare, axis=0)
    away = np.median(np.abs(bare - middle))
    return Table((float(middle[0]), float(middle[1]), float(middle[2])), float(np.clip(1.6 * away, 8.0, 40.0)))


def with_table(expected: Expected, table: Table) -> Expected:
    """The expected board with the table's colour where nothing else is expected."""
    picture, spread = expected.picture.copy(), expected.spread.copy()
    picture[~expected.known] = table.colour
    spread[~expected.known] = table.spread * 1.5
    return replace(expected, picture=picture, spread=spread)


def strange_patches(costs: Array, around: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Pixels (h, w) of large patches that board and table do not explain; `around` is where that can be judged."""
    heat = cv2.boxFilter(costs * around, -1, (5, 5))
    count, labels, stats, _ = cv2.connectedComponentsWithStats((heat > STRANGE).astype(np.uint8), connectivity=8)
    large = [n for n in range(1, count) if stats[n, cv2.CC_STAT_AREA] > LEAST_CELLS * HALF * HALF]
    return np.isin(labels, large)


def hidden_share(patches: NDArray[np.bool_], blocks: Sequence[tuple[int, int, int, int]]) -> list[float]:
    """Share of strange pixels in every block (left, upper, right, lower) of the half plan."""
    return [float(patches[v0:v1, u0:u1].mean()) if u1 > u0 and v1 > v0 else 0.0 for u0, v0, u1, v1 in blocks]
