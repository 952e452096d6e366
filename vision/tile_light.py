"""The smooth light on a board, told by its tiles and by what lies beside them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.light import Array, fit_light, gains_at
from vision.light_beside import FARTHEST, TINTED, Part, gains_beside
from vision.tiles import SEEN, Fits, TileBank


def first_light(bank: TileBank, seen: Array, misfit: Array, at: NDArray[np.float64]) -> Array:
    """Coefficients (6, 3) of the light by the drawings that misfit (places, rows) least what is seen (places, dims) of places at
    board coordinates (places, 2)."""
    best = bank.flat[misfit.argmin(axis=1)].reshape(len(seen), -1, 3)
    got = seen.reshape(best.shape)
    gains = (got * best).sum(axis=1) / np.maximum((best**2).sum(axis=1), 1)
    usual = max(float(np.median(misfit.min(axis=1))), 1.0)
    weights = 1 / (1 + misfit.min(axis=1) / (3 * usual))
    return fit_light(at, np.log(np.maximum(gains, 0.02)).astype(np.float64), weights.astype(np.float64))


def better_light(fits: Fits, quarter: Array, at: NDArray[np.float64], parts: Sequence[Part]) -> Array:
    """The light told by the tiles as they were fitted, and by the parts of printed zones beside them on a coarse plan."""
    gains = np.log(np.maximum(fits.unknowns[:, 0, :3], 0.02)).astype(np.float64)
    weights = 1 / (1 + (fits.costs[:, 0].astype(np.float64) / (SEEN * SEEN)) ** 2)
    light = fit_light(at, gains, weights, 0.03)
    if not parts:
        return light
    beside, trust = gains_beside(quarter, parts)
    # What is far off has an edge in between, of a shadow or a hand; what has another colour is a hand.
    around = np.stack([part.at for part in parts])
    off = beside - np.log(gains_at(light, around))
    trust = trust * (np.abs(off).max(axis=1) < FARTHEST) * (np.ptp(off, axis=1) < TINTED)
    return fit_light(np.concatenate([at, around]), np.concatenate([gains, beside]), np.append(weights, trust), 0.03)
