"""How well the bare table explains a place: a hole in the grid, or no tile in front of a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.expected import GUESS, Expected
from vision.hands import table_of
from vision.light import Array
from vision.palette import Palette
from vision.tiles import LIMIT

SHADES = np.array([0.55, 0.7, 0.85, 1.0, 1.1], np.float32)
"""The table at the bottom of a hole lies in the shadow of the tiles around it."""
LEAST_SPREAD = 9.0
VAGUENESS, VAGUE_SPREAD = 1.5, 12.0
"""What a pixel of a table costs whose grey values vary by more than that, for every factor of e."""
LEAST_SURE, MOSTLY, ALIKE = 100, 0.9, 1.6
"""A zone shows the table when that share of its pixels, of so many at least, lie within so many of the table's spreads."""


def on_the_table(
    expected: Expected, half: Array, table: Palette, blocks: Sequence[tuple[int, int, int, int]]
) -> Expected:
    """The expected board (half plan) with the table instead of guesses in zones that show the table itself.

    `half` (h, w, 3) is what is seen, `blocks` are the left, upper, right and lower bounds of the printed zones.
    """
    picture, spread = expected.picture.copy(), expected.spread.copy()
    guess = expected.known & (expected.spread >= GUESS)
    for left, upper, right, lower in blocks:
        block = (slice(upper, lower), slice(left, right))
        sure = expected.picture[block][expected.known[block] & ~guess[block]]
        if len(sure) < LEAST_SURE or not guess[block].any():
            continue
        away = np.abs(sure - table.nearest(sure)).mean(axis=1)
        if np.quantile(away, MOSTLY) < ALIKE * max(table.spread, LEAST_SPREAD):
            picture[block][guess[block]] = table.nearest(half[block][guess[block]])
            spread[block][guess[block]] = table.spread * 1.5
    return replace(expected, picture=picture, spread=spread)


def bare_costs(
    seen: Array, quarter: Array, beside: NDArray[np.bool_], brightness: float = 1.0, vagueness: float = 0.0
) -> Array:
    """Mean robust cost of a pixel (places,) if the bare table is what is seen (places, pixels * 3).

    The table's colour is that of the coarse plan `quarter` (h, w, 3) where `beside` (h, w) is true.  In half the light, at
    `brightness` 0.5, the table differs from its mean by half as many grey values.  `vagueness`: nats that a table of many colours
    costs more, for every factor of e; for the grid, where drawings are what is expected.
    """
    table = table_of(quarter, np.zeros(beside.shape, np.bool_), beside)
    pixels = seen.reshape(len(seen), -1, 3)
    scale = max(table.spread, LEAST_SPREAD) * brightness
    best = np.full(len(seen), np.inf, np.float32)
    for shade in SHADES:
        nearest = table.nearest((pixels / shade).reshape(-1, 3)).reshape(pixels.shape) * shade
        squares = ((pixels - nearest) ** 2).sum(axis=2) / scale**2
        best = np.minimum(best, (0.5 * squares / (1 + squares / LIMIT)).mean(axis=1))
    # What may have any colour explains anything, so it explains little.
    return np.asarray(best + vagueness * max(float(np.log(scale / VAGUE_SPREAD)), 0.0), dtype=np.float32)


