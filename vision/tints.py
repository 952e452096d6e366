"""The colour of the light on a tile: hardly any tile is lit in another colour than its neighbours.

How bright a tile is may have many reasons: it bends, a hand is near, something throws a shadow.  Its light has the colour of the
light around it, to a percent or so; a drawing that asks for another is likely to be another drawing in other colours.
"""

from __future__ import annotations

import numpy as np

from vision.light import Array
from vision.tiles import NATS, Fits

USUAL, LEAST = 1.5, 0.012
"""How many times the median of what tiles are off by is usual, and what is at least: drawings too were taught in some light."""
MOST = 5.0
"""Nats by which the colour of its light speaks against a drawing at most: a lamp may shine on one tile alone."""


def tint_costs(fits: Fits, gains: Array, haze: Array, usual: float | None = None) -> Array:
    """What drawings (cells, k) cost for the colour of the light that they ask for, where gains (cells, 3) are expected and
    so much haze (cells,) lies on them, beside white: it makes colours paler.  By how much tiles are off is `usual`, or told by
    these."""
    squares = _away(fits.unknowns, gains)
    usual = usual_tint(fits, gains) if usual is None else usual
    nats = squares / (2 * (usual**2 + haze**2))[:, None]
    return np.asarray(NATS * MOST * nats / (MOST + nats), dtype=np.float32)


def usual_tint(fits: Fits, gains: Array) -> float:
    """By how much the colour of a tile's light is usually off what gains (cells, 3) tell."""
    return max(USUAL * float(np.sqrt(np.median(_away(fits.unknowns[:, :1], gains)))), LEAST)


def _away(unknowns: Array, gains: Array) -> Array:
    """By how much, squared, the colour of light (cells, k) is off."""
    away = np.log(np.maximum(unknowns[:, :, :3], 0.02) / np.maximum(gains[:, None], 0.02))
    away -= away.mean(axis=2, keepdims=True)
    return np.asarray((away * away).sum(axis=2), dtype=np.float32)
