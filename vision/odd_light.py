"""What the light in a place takes from what is seen there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell, Place
from companion.core.reading import PieceClaim
from vision.glow import TURNS, glow_costs
from vision.grounds import Ground
from vision.light import Array
from vision.teller import DOUBTFUL
from vision.tiles import SEEN
from vision.veiled import ill_fitting

TINTED, USUAL_TINT, RELIT = 8.0, 0.1, 0.8
"""How many times more cost makes a nat for every unit by which the logarithms of the channels' light in a place are apart more
than usual, and where a shadow or a lamp was taken out, or a tile throws light back."""


GUESSED = 2.0
"""The same where a drawing is guessed at in part, and something hides a part of it."""
NO_DOUBT = float(np.log(0.1))
"""Where none is no likelier than that a piece was recognised."""


def lit_costs(ground: Ground) -> Array:
    """What a pixel costs (cells,) of the drawings on which a lamp is mirrored or which throw light back, 0 elsewhere."""
    return np.maximum(ground.lamps, glow_costs(ground.fits))


def unexplained(cells: Sequence[Cell], lamps: Array, pieces: Sequence[PieceClaim]) -> frozenset[Place]:
    """The places that mirror a lamp and show more than that and a drawing, but no piece was recognised for sure: there it may
    well be one.  `lamps` (cells,) is what a pixel of such drawings costs."""
    odd = {cell for cell, doubt in zip(cells, ill_fitting(lamps), strict=True) if doubt}
    return frozenset(odd - {claim.place for claim in pieces if claim.log_p_counts[0] < NO_DOUBT})


def tinted(ground: Ground) -> NDArray[np.float64]:
    """How many times more cost makes a nat in each cell (cells,), for the colour of its light is not that around it."""
    spans = np.ptp(_own_light(ground.fits.unknowns[:, 0, :3], ground.gains), axis=1)
    return np.asarray(TINTED * np.maximum(spans.astype(np.float64) - USUAL_TINT, 0.0), dtype=np.float64)


def tints(light: Array, gains: Array) -> Array:
    """How far the own light of tiles (cells, 3) is off the hue of the smooth light there (cells, 3), as a logarithm (cells,)."""
    off = _own_light(light, gains)
    return np.asarray(np.abs(off - off.mean(axis=1, keepdims=True)).max(axis=1), dtype=np.float32)


def _own_light(light: Array, gains: Array) -> Array:
    """The light of tiles against the smooth light there (cells, 3), as logarithms."""
    return np.asarray(np.log(np.maximum(light / gains, 0.05)), dtype=np.float32)


def oddness(ground: Ground, vague: NDArray[np.bool_]) -> list[float]:
    """How much less a difference in cost says in each cell, for its light is not what light usually is, or for it takes a `vague`
    drawing (rows,), of which much was never seen bare, for another, where something hides a part: it may hide what would tell."""
    best, next_best = ground.fits.rows[:, 0], ground.fits.rows[:, min(1, ground.fits.rows.shape[1] - 1)]
    guessed = vague[best] & (best // TURNS != next_best // TURNS) & (ground.fits.costs[:, 0] > DOUBTFUL * SEEN * SEEN)
    odd = 1 + tinted(ground) + GUESSED * guessed + RELIT * (ground.relit | (glow_costs(ground.fits) > 0))
    return [float(each) for each in odd + ill_fitting(ground.lamps)]
