"""How well the bare table explains a place: a hole in the grid, or no tile in front of a seat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.hands import table_of
from vision.light import Array
from vision.tiles import LIMIT

SHADES = np.array([0.55, 0.7, 0.85, 1.0, 1.1], np.float32)
"""The table at the bottom of a hole lies in the shadow of the tiles around it."""
LEAST_SPREAD = 9.0


def bare_costs(seen: Array, quarter: Array, beside: NDArray[np.bool_]) -> Array:
    """Mean robust cost of a pixel (places,) if the bare table is what is seen (places, pixels * 3).

    The table's colour is that of the coarse plan `quarter` (h, w, 3) where `beside` (h, w) is true.
    """
    table = table_of(quarter, np.zeros(beside.shape, np.bool_), beside)
    pixels = seen.reshape(len(seen), -1, 3)
    scale = max(table.spread, LEAST_SPREAD)
    best = np.full(len(seen), np.inf, np.float32)
    for shade in SHADES:
        nearest = table.nearest((pixels / shade).reshape(-1, 3)).reshape(pixels.shape) * shade
        squares = ((pixels - nearest) ** 2).sum(axis=2) / scale**2
        best = np.minimum(best, (0.5 * squares / (1 + squares / LIMIT)).mean(axis=1))
    return best


