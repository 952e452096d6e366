"""Robust fits of many flat pictures to what is seen of them at once: light, shift and turn of each.

To first order a picture answers to six unknowns: gains of blue, green and red, a shift right and down, a turn.  The squared
error of each pixel is then a quadratic form of the unknowns, and so is the weighted sum over the pixels.  All its
coefficients are reckoned once (`moments`); every round of reweighting is two small products with them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.light import Array

BASIS = 6
"""Unknowns of a picture: gains of blue, green, red; shift right, shift down (coarse px), rotation (rad, clockwise)."""
SHIFT_PRIOR = 0.45
"""Standard deviation of a picture's shift, coarse px."""
TURN_PRIOR = np.radians(1.8)
LIGHT_PRIOR = 0.09
"""Standard deviation of a picture's gain about the light of its neighbourhood, as a share."""
ROUNDS = 4
LIMIT = 9.0
"""A pixel more than about LIMIT (squared, in units of the noise) off counts as covered by something else."""
COVERED_COST = 1.5
"""What a pixel costs that is known to be covered."""
PAIRS = [(0, 0), (1, 1), (2, 2), *((gain, slope) for slope in (3, 4, 5) for gain in (0, 1, 2))]
PAIRS += [(3, 3), (4, 4), (5, 5), (3, 4), (3, 5), (4, 5)]
"""The pairs of unknowns whose product a pixel's error may contain: each gain speaks for a channel of its own."""
GRAM = len(PAIRS)
_FIRST, _SECOND = np.array(PAIRS).T
_TWICE = np.where(_FIRST == _SECOND, 1.0, 2.0).astype(np.float32)
_PLACE = np.full((BASIS, BASIS), -1)
_PLACE[_FIRST, _SECOND] = _PLACE[_SECOND, _FIRST] = np.arange(GRAM)
_USED = (_PLACE >= 0).astype(np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Patterns:
    """Pictures prepared for fits, channel by channel: blue, green, red.

    `flat` (n, 3, pixels) grey values; `slopes` (n, 3, 3, pixels) what a unit of shift right, shift down and turn changes in
    each channel.
    """

    flat: Array
    slopes: Array

    def moments(self, rows: NDArray[np.int64], seen: Array) -> Array:
        """Coefficients (n, GRAM + BASIS + 1, pixels) of the squared errors of rows (n,) and what is seen, (n, 3, pixels)."""
        flat, slopes = self.flat[rows], self.slopes[rows]
        made = np.empty((len(rows), GRAM + BASIS + 1, seen.shape[2]), np.float32)
        np.multiply(flat, flat, out=made[:, :3])
        np.multiply(flat[:, None], slopes, out=made[:, 3:12].reshape(slopes.shape))
        for number, (one, other) in enumerate(PAIRS[12:], 12):
            np.einsum("ncp,ncp->np", slopes[:, one - 3], slopes[:, other - 3], out=made[:, number])
        np.multiply(flat, seen, out=made[:, GRAM : GRAM + 3])
        np.einsum("nkcp,ncp->nkp", slopes, seen, out=made[:, GRAM + 3 : GRAM + BASIS])
        np.einsum("ncp,ncp->np", seen, seen, out=made[:, GRAM + BASIS])
        return made


def robust_solve(
    moments: Array, light: Array, noise: float, mask: Array | None = None, first: Array | None = None, rounds: int = ROUNDS
) -> tuple[Array, Array, Array]:
    """Unknowns (n, BASIS), costs (n,) and weights (n, pixels) of fits with these moments, gains of about (n, 3) expected.

    `mask` (n, pixels) is 0 where something is known to cover the picture; a covered pixel costs as much as one a little off,
    so that hiding pixels neither helps nor harms.  `first` (n, BASIS) are unknowns to begin with.
    """
    start = np.zeros((len(light), BASIS), np.float32)
    start[:, :3] = light
    spread = np.array([LIGHT_PRIOR] * 3 + [SHIFT_PRIOR] * 2 + [TURN_PRIOR], np.float32)
    precision = np.tile(1 / spread**2, (len(start), 1))
    precision[:, :3] /= np.maximum(light, 0.05) ** 2
    unknowns, scale = start if first is None else first, np.float32(1 / noise**2)
    for _ in range(rounds):
        weights = _weights(_squares(moments, unknowns, scale), mask)
        sums = np.matmul(moments[:, :-1], weights[..., None])[..., 0].astype(np.float64) * scale
        normal = sums[:, _PLACE] * _USED
        normal.reshape(len(normal), -1)[:, :: BASIS + 1] += precision
        right = sums[:, GRAM:] + precision * start
        unknowns = np.linalg.solve(normal, right[..., None])[..., 0].astype(np.float32)
    squares = _squares(moments, unknowns, scale)
    costs = saturated(squares, mask) + 0.5 * (precision * (unknowns - start) ** 2).sum(axis=1)
    return unknowns, np.asarray(costs, dtype=np.float32), _weights(squares, mask)


def robust(squares: Array) -> Array:
    """What pixels cost with these squared errors in units of the noise: LIMIT / 2 at most (Geman and McClure, 1987)."""
    return np.asarray(0.5 * squares / (1 + squares * np.float32(1 / LIMIT)), dtype=np.float32)


def saturated(squares: Array, mask: Array | None = None) -> Array:
    """The summed cost (n,) of pixels with these squared errors (n, pixels) in units of the noise."""
    costs = robust(squares)
    if mask is not None:
        costs = costs * mask + COVERED_COST * (1 - mask)
    return np.asarray(costs.sum(axis=1), dtype=np.float32)


def _squares(moments: Array, unknowns: Array, scale: np.float32) -> Array:
    """Squared errors (n, pixels) in units of the noise."""
    form = np.empty((len(unknowns), 1, moments.shape[1]), np.float32)
    form[:, 0, :GRAM] = unknowns[:, _FIRST] * unknowns[:, _SECOND] * _TWICE
    form[:, 0, GRAM:-1] = -2 * unknowns
    form[:, 0, -1] = 1
    return np.asarray(np.maximum(np.matmul(form * scale, moments)[:, 0], 0), dtype=np.float32)


def _weights(squares: Array, mask: Array | None) -> Array:
    weights = np.asarray(1 / (1 + squares * np.float32(1 / LIMIT)) ** 2, dtype=np.float32)
    return weights if mask is None else weights * mask
