"""Drawings fitted to what is seen, each with added light: in linear light, where that is linear but for the camera's curve, by
reweighted least squares.  All drawings of a few places are fitted at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.relight import GAMMA, linear
from vision.solve import BASIS, LIMIT, SHIFT_PRIOR, TURN_PRIOR, robust

TERMS = 6
"""Terms of the light over a tile: even, rising right and down, and three of a parabola."""
UNKNOWNS = BASIS + TERMS
GAIN_PRIOR, EVEN_PRIOR, UNEVEN_PRIOR = 0.15, 0.15, 0.1
"""Standard deviations of the factor of a tile's own light, and of light that is added to it evenly and unevenly; white is 1."""
SURE = 0.3
"""How far off the light may be that is expected."""
DARKEST = 6.0
"""Grey value below which the camera's curve is taken to be no steeper."""
_DARKEST_LIGHT = np.float32((DARKEST / 255) ** GAMMA)


@cache
def light_terms(side: int, reach: float = 1.0) -> Array:
    """The terms (TERMS, side * side) of added light on a square of pixels that reaches so far from the middle, in halves of
    what is compared of a tile; not to be written to."""
    at = (np.arange(side, dtype=np.float32) - (side - 1) / 2) / (side / 2) * reach
    x, y = (each.reshape(-1) for each in np.meshgrid(at, at))
    third = np.float32(1 / 3)
    return np.asarray(np.stack([np.ones_like(x), x, y, x * x - third, x * y, y * y - third]), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Prior:
    """What the unknowns of fits are expected to be, (n or 1, UNKNOWNS), and how surely, 1 / variance of the same shape."""

    expected: Array
    precision: Array

    def of(self, some: NDArray[np.int64]) -> Prior:
        """That of some of the fits, by their numbers."""
        return self if len(self.expected) == 1 else Prior(self.expected[some], self.precision[some])


def about(even: Array, sure: float = SURE) -> Prior:
    """That so much light (n,) is added evenly, give or take a share of it."""
    expected, spread = (np.empty((len(even), UNKNOWNS), np.float32) for _ in range(2))
    expected[:] = [1.0] * 3 + [0.0] * (UNKNOWNS - 3)
    expected[:, BASIS] = even
    spread[:, :BASIS] = [GAIN_PRIOR] * 3 + [SHIFT_PRIOR] * 2 + [float(TURN_PRIOR)]
    spread[:, BASIS:] = sure * even[:, None]
    return Prior(expected, np.asarray(1 / spread**2, dtype=np.float32))


def _anything() -> Prior:
    prior = about(np.ones(1, np.float32))
    prior.expected[:, BASIS] = 0
    prior.precision[:, BASIS:] = 1 / np.array([EVEN_PRIOR] + [UNEVEN_PRIOR] * (TERMS - 1), np.float32) ** 2
    return prior


ANYTHING = _anything()


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Drawings in linear light and what shifts and turns change of them (k, 3, pixels) and (k, 3, 3, pixels), the `terms`
    (TERMS, pixels) of added light."""

    drawn: Array
    slopes: Array
    terms: Array

    def of(self, rows: NDArray[np.int64]) -> Model:
        """Some of the drawings."""
        return Model(self.drawn[rows], self.slopes[rows], self.terms)

    def parts(self, light: Array, lamp: Array) -> Array:
        """What each unknown adds (k, UNKNOWNS, 3 * pixels) in light (k or 1, 3) to which a lamp adds some of that colour (3,)."""
        k, _, pixels = self.drawn.shape
        made = np.zeros((k, UNKNOWNS, 3, pixels), np.float32)
        for channel in range(3):
            np.multiply(self.drawn[:, channel], light[:, channel, None], out=made[:, channel, channel])
        np.multiply(self.slopes, light[:, None, :, None], out=made[:, 3:BASIS])
        made[:, BASIS:] = self.terms[:, None] * lamp[:, None]
        return made.reshape(k, UNKNOWNS, -1)


def in_linear_light(flat: Array, slopes: Array, side: int) -> Model:
    """Drawings (k, 3, pixels) and their slopes (k, 3, 3, pixels) on squares of so many pixels a side."""
    drawn = linear(flat)
    steep = np.float32(GAMMA) * np.maximum(flat, 2) ** np.float32(GAMMA - 1) / np.float32(255**GAMMA)
    return Model(drawn, np.asarray(slopes * steep[:, None], dtype=np.float32), light_terms(side))


def fit(
    parts: Array, own: Array, noise: float, rounds: int, prior: Prior, first: Array | None = None
) -> tuple[Array, Array, Array]:
    """Costs (k,), unknowns (k, UNKNOWNS) and weights (k, pixels) of drawings with these parts, fitted each to its `own` (k, 3,
    pixels), from the `first` unknowns on."""
    expected, precision = prior.expected, prior.precision
    target, own = linear(own).reshape(len(own), -1, 1), own.reshape(len(own), -1)
    unknowns = np.broadcast_to(expected, (len(parts), UNKNOWNS)) if first is None else first
    shown, squares = _seen_as(parts, unknowns, own, noise)
    diagonal = np.arange(UNKNOWNS)
    for _ in range(rounds):
        weighed = parts * _exactness(shown, squares, noise)[:, None]
        normal = weighed @ parts.transpose(0, 2, 1)
        normal[:, diagonal, diagonal] += precision
        right = weighed @ target
        right[..., 0] += precision * expected
        unknowns = np.asarray(np.linalg.solve(normal, right)[..., 0], dtype=np.float32)
        shown, squares = _seen_as(parts, unknowns, own, noise)
    costs = robust(squares).sum(axis=1) + 0.5 * ((unknowns - expected) ** 2 * precision).sum(axis=1)
    return np.asarray(costs, dtype=np.float32), unknowns, np.asarray(1 / (1 + squares / LIMIT) ** 2, dtype=np.float32)


Shown = tuple[Array, Array]
"""The light (k, 3 * pixels) that drawings show, and the grey values of that."""


def _exactness(shown: Shown, squares: Array, noise: float) -> Array:
    """How exactly the light of each pixel (k, 3 * pixels) is known: as its grey value is, and less where something else shows."""
    light, grey = shown
    heavy = 1 / (1 + squares * np.float32(1 / LIMIT))
    # A grey value tells its light as exactly as the camera's curve is flat there, which the two tell without another power.
    flat = np.maximum(grey, np.float32(DARKEST)) / np.maximum(light, _DARKEST_LIGHT)
    flat *= np.float32(1 / (noise * GAMMA))
    exact = flat.reshape(len(squares), 3, -1)
    exact *= heavy[:, None]
    flat *= flat
    return np.asarray(flat, dtype=np.float32)


def _seen_as(parts: Array, unknowns: Array, own: Array, noise: float) -> tuple[Shown, Array]:
    """What a camera sees, and how far that is off (k, pixels) from its `own` (k, 3 * pixels), squared, in units of the noise."""
    light = np.matmul(unknowns[:, None], parts)[:, 0]
    np.clip(light, 0, 1, out=light)
    grey = light ** np.float32(1 / GAMMA)
    grey *= np.float32(255)
    off = grey - own
    off *= off
    summed = off.reshape(len(parts), 3, -1).sum(axis=1)
    summed *= np.float32(1 / noise**2)
    return (light, grey), summed
