"""Light that a tile throws back besides showing its drawing: a lamp or a window mirrored softly, with no edge on the tile.

A tile lies a little askew in its own way, and a lamp's spot is as wide as a cell or two, so such light is told tile by tile.  It
is added to the drawing, to dark paint as to bright, and changes over the tile as a parabola does at most.  Every drawing is
fitted with the light that suits it best; what is compared is what the camera should see, so where a lamp leaves little contrast,
little is told.  In linear light the fit is linear but for the camera's curve; it is done by reweighted least squares.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.relight import GAMMA, linear
from vision.solve import BASIS, LIMIT, SHIFT_PRIOR, TURN_PRIOR, robust
from vision.tiles import SEEN, Fits, TileBank

Prior = tuple[Array, Array]
"""What the unknowns of a fit are expected to be, and how surely (1 / variance)."""
Told = tuple[NDArray[np.int64], Array, Array, Array, Array]

TERMS = 6
"""Terms of the light over a tile: even, rising right and down, and three of a parabola."""
UNKNOWNS = BASIS + TERMS
DOUBTED = 0.4
"""What a pixel must cost, on average, for a tile to be looked at again."""
BETTER, EXPLAINED, WELL_EXPLAINED, KNOWN = 0.75, 0.6, 0.45, 1.5
"""The share to which added light must bring that down to be believed, and what a pixel may then cost: what costs more shows
something else as well, and light might explain a part of that.  The third is for light that is taken away, the
last for tiles that were taught never to move."""
TURNS = 4
"""Rows of a bank that show one drawing: a place in which no others lie usually is one that never changes."""
NEAR, SOME, SURE = 1.6, 0.01, 0.3
"""How far off places tell of one, in widths of one; the light around from which on there is some; how far off it may be."""
PICKED = 16
"""Drawings that are fitted roughly besides those that fit best without added light."""
ROUGH_ROUNDS, FINE_ROUNDS = 3, 3
GAIN_PRIOR, EVEN_PRIOR, UNEVEN_PRIOR = 0.15, 0.15, 0.1
"""Standard deviations of the factor of a tile's own light, and of light that is added to it evenly and unevenly; white is 1."""
DARKEST = 6.0
"""Grey value below which the camera's curve is taken to be no steeper."""


def light_terms(side: int, reach: float = 1.0) -> Array:
    """The terms (TERMS, side * side) of added light on a square of pixels that reaches so far from the middle, in halves of
    what is compared of a tile."""
    at = (np.arange(side, dtype=np.float32) - (side - 1) / 2) / (side / 2) * reach
    x, y = (each.reshape(-1) for each in np.meshgrid(at, at))
    third = np.float32(1 / 3)
    return np.asarray(np.stack([np.ones_like(x), x, y, x * x - third, x * y, y * y - third]), dtype=np.float32)


def light_on(glow: Array, side: int, reach: float = 1.0) -> Array:
    """The light (n, side * side, 3) that tiles with such a glow (n, TERMS, 3) throw back."""
    return np.asarray(np.einsum("tp,ntc->npc", light_terms(side, reach), glow), dtype=np.float32)


def without_glow(seen: Array, fits: Fits) -> Array:
    """Places (n, dims) as they would be seen if they threw no light back."""
    if fits.glow is None:
        return seen
    glowing, bare = np.flatnonzero(fits.glow[:, 0].any(axis=(1, 2))), seen.copy()
    bare[glowing] = without_light(seen[glowing], fits.glow[glowing, 0])
    return bare


def without_light(seen: Array, glow: Array) -> Array:
    """Places (n, dims) as they would be seen without the light (n, TERMS, 3) that they throw back."""
    light = linear(seen.reshape(len(seen), SEEN * SEEN, 3)) - light_on(glow, SEEN)
    return np.asarray(255 * np.clip(light, 0, 1) ** np.float32(1 / GAMMA), dtype=np.float32).reshape(seen.shape)


def glow_costs(fits: Fits) -> Array:
    """What a pixel costs (places,) of the drawings that throw some light back, 0 elsewhere."""
    if fits.glow is None:
        return np.zeros(len(fits.rows), np.float32)
    return np.asarray((_even(fits) > SOME) * fits.costs[:, 0] / (SEEN * SEEN), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Model:
    """Drawings in linear light and what shifts and turns change of them (k, 3, pixels) and (k, 3, 3, pixels), the `terms`
    (TERMS, pixels) of added light."""

    drawn: Array
    slopes: Array
    terms: Array

    def parts(self, light: Array, lamp: Array) -> Array:
        """What each unknown adds (k, UNKNOWNS, 3 * pixels) in light (3,) to which a lamp adds some of that colour (3,)."""
        k, _, pixels = self.drawn.shape
        made = np.zeros((k, UNKNOWNS, 3, pixels), np.float32)
        for channel in range(3):
            np.multiply(self.drawn[:, channel], light[channel], out=made[:, channel, channel])
        np.multiply(self.slopes, light[:, None], out=made[:, 3:BASIS])
        made[:, BASIS:] = self.terms[:, None] * lamp[:, None]
        return made.reshape(k, UNKNOWNS, -1)


class GlowingTiles:
    """Compares the drawings of a bank with places that throw light back."""

    def __init__(self, bank: TileBank, at: NDArray[np.float64]) -> None:
        """`at` (places, 2) is where the places are, in widths of one."""
        self._bank = bank
        away = np.linalg.norm(at[:, None] - at, axis=2)
        self._near = np.where((away > 0) & (away < NEAR), 1 / np.maximum(away, 1) ** 2, 0).astype(np.float32)

    def told(
        self, fits: Fits, seen: Array, gains: Array, noise: float, habits: Array, places: NDArray[np.int64] | None = None
    ) -> Fits:
        """The fits of all places seen so (places, dims) in such light (places, 3), where they explain little told anew with added
        light; `habits` (places, rows) speak against rows.  Only those numbered `places` are looked at, if these are given."""
        doubtful = np.flatnonzero(fits.costs[:, 0] > DOUBTED * SEEN * SEEN)
        doubtful = doubtful if places is None else np.intersect1d(doubtful, places)
        if not len(doubtful):
            return fits
        paper = np.asarray(gains.mean(axis=0) ** np.float32(GAMMA), dtype=np.float32)

        def told(number: np.int64, prior: Prior) -> Told:
            return self._told(fits.rows[number], seen[number], gains[number], paper, noise, habits[number], prior)

        again = _stacked([told(number, ANYTHING) for number in doubtful])
        # Less light than a drawing shows there is only where it was taught under a lamp.
        enough = np.where(_even(again) > 0, EXPLAINED, WELL_EXPLAINED)
        # What is known to lie there explains it with a piece on it, too.
        settled = (habits[doubtful] == 0).sum(axis=1) <= TURNS
        known = settled & (_of_best(habits[doubtful], again) == 0)
        enough = np.where(known, KNOWN, enough) * SEEN * SEEN
        clear = again.costs[:, 0] < np.minimum(enough, BETTER * fits.costs[doubtful, 0])
        lit = fits.with_others(doubtful[clear], again.of(np.flatnonzero(clear)))
        # Where something else lies, light would explain a part of it: there it is as around.
        around = self._around(lit, paper)
        others = np.array([n for n in doubtful[~clear] if around[n] > SOME], np.int64)
        if not len(others):
            return lit
        again = _stacked([told(number, _about(float(around[number]))) for number in others])
        better = again.costs[:, 0] < fits.costs[others, 0]
        return lit.with_others(others[better], again.of(np.flatnonzero(better)))

    def _around(self, fits: Fits, paper: Array) -> Array:
        """The light that is added (places,) by those places around each of which all is told."""
        if fits.glow is None:
            return np.zeros(len(fits.rows), np.float32)
        clear = fits.costs[:, 0] < EXPLAINED * SEEN * SEEN
        even = np.maximum(_even(fits), 0) / paper.mean() * clear
        return np.asarray(self._near @ even / np.maximum(self._near @ clear, 1e-6), dtype=np.float32)

    def _told(
        self, kept: NDArray[np.int64], seen: Array, gains: Array, paper: Array, noise: float, habits: Array, prior: Prior
    ) -> Told:
        """Rows, costs, unknowns, weights of the best and glows of one place, best first, as many as were kept."""
        gains = np.asarray(gains, dtype=np.float32)
        light = np.asarray(gains ** np.float32(GAMMA), dtype=np.float32)
        own = np.ascontiguousarray(seen.reshape(SEEN * SEEN, 3).T)
        small = _halved(own[None])[0]
        rows = np.union1d(kept, np.argpartition(self._misfit(small, light), PICKED)[:PICKED])
        rough = _Model(self._small.drawn[rows], self._small.slopes[rows], self._small.terms)
        costs, unknowns, _ = _fit(rough.parts(light, paper), small, noise / 2, ROUGH_ROUNDS, prior)
        best = np.argsort(costs * 4 + habits[rows])[: len(kept)]
        rows = rows[best]
        costs, unknowns, weights = _fit(self._fine(rows).parts(light, paper), own, noise, FINE_ROUNDS, prior, unknowns[best])
        order = np.argsort(costs + habits[rows], kind="stable")
        factor, moved = unknowns[order, :3], unknowns[order, 3:BASIS]
        plain = np.concatenate([gains * np.maximum(factor, 1e-3) ** np.float32(1 / GAMMA), moved], axis=1)
        glow = unknowns[order, BASIS:, None] * paper
        return rows[order], (costs + habits[rows])[order], plain, weights[order[0]], glow

    def _fine(self, rows: NDArray[np.int64]) -> _Model:
        patterns = self._bank.patterns
        return _in_linear_light(patterns.flat[rows], patterns.slopes[rows], light_terms(SEEN))

    @cached_property
    def _small(self) -> _Model:
        """All drawings at half the scale."""
        patterns = self._bank.patterns
        slopes = _halved(patterns.slopes.reshape(-1, 3, SEEN * SEEN)).reshape(self._bank.rows, 3, 3, -1)
        return _in_linear_light(_halved(patterns.flat), slopes, light_terms(SEEN // 2))

    @cached_property
    def _bases(self) -> Array:
        """What the unknowns of every drawing span (rows * UNKNOWNS, 3 * pixels) at half the scale, orthonormal."""
        white = np.ones(3, np.float32)
        spanned = np.linalg.qr(self._small.parts(white, white).transpose(0, 2, 1))[0]
        return np.ascontiguousarray(spanned.transpose(0, 2, 1).reshape(self._bank.rows * UNKNOWNS, -1))

    def _misfit(self, small: Array, light: Array) -> Array:
        """How far each drawing (rows,) is from what is seen at half the scale, whatever its light, squared."""
        own = (linear(small) / light[:, None]).reshape(-1)
        inside = (self._bases @ own).reshape(-1, UNKNOWNS)
        return np.asarray((own @ own) - (inside * inside).sum(axis=1), dtype=np.float32)


def _in_linear_light(flat: Array, slopes: Array, terms: Array) -> _Model:
    drawn = linear(flat)
    steep = np.float32(GAMMA) * np.maximum(flat, 2) ** np.float32(GAMMA - 1) / np.float32(255**GAMMA)
    return _Model(drawn, np.asarray(slopes * steep[:, None], dtype=np.float32), terms)


def _halved(flat: Array) -> Array:
    """Pictures (n, 3, pixels) with one pixel for every four."""
    side = SEEN // 2
    near = flat.reshape(len(flat), 3, side, 2, side, 2).mean(axis=(3, 5))
    return np.ascontiguousarray(near.reshape(len(flat), 3, -1), dtype=np.float32)


def _about(even: float, sure: float = SURE) -> Prior:
    """That so much light is added evenly, give or take a share of it."""
    expected = np.array([1.0] * 3 + [0.0] * 3 + [even] + [0.0] * (TERMS - 1), np.float32)
    spread = [GAIN_PRIOR] * 3 + [SHIFT_PRIOR] * 2 + [float(TURN_PRIOR)] + [sure * even] * TERMS
    return expected, np.asarray(1 / np.array(spread, np.float32) ** 2, dtype=np.float32)


def _anything() -> Prior:
    with np.errstate(divide="ignore"):
        expected, precision = _about(0.0)
    precision[BASIS:] = 1 / np.array([EVEN_PRIOR] + [UNEVEN_PRIOR] * (TERMS - 1), np.float32) ** 2
    return expected, precision


ANYTHING = _anything()


def _of_best(habits: Array, fits: Fits) -> Array:
    """What speaks against the best of each place (places,)."""
    return np.asarray(np.take_along_axis(habits, fits.rows[:, :1], axis=1)[:, 0], dtype=np.float32)


def _even(fits: Fits) -> Array:
    """The light (places,) that is added evenly to the best of each."""
    assert fits.glow is not None
    return np.asarray(fits.glow[:, 0, 0].mean(axis=1), dtype=np.float32)


def _stacked(told: list[Told]) -> Fits:
    rows, costs, unknowns, weights, glow = zip(*told, strict=True)
    return Fits(np.stack(rows), np.stack(costs), np.stack(unknowns), np.stack(weights), np.stack(glow))


def _fit(
    parts: Array, own: Array, noise: float, rounds: int, prior: Prior, first: Array | None = None
) -> tuple[Array, Array, Array]:
    """Costs (k,), unknowns (k, UNKNOWNS) and weights (k, pixels) of drawings with these parts, fitted to `own` (3, pixels)."""
    expected, precision = prior
    target = linear(own).reshape(-1)
    unknowns = np.tile(expected, (len(parts), 1)) if first is None else first
    for _ in range(rounds):
        shown, squares = _seen_as(parts, unknowns, own, noise)
        heavy = 1 / (1 + squares * np.float32(1 / LIMIT)) ** 2
        steep = np.float32(GAMMA) * np.maximum(shown, DARKEST) ** np.float32(GAMMA - 1) / np.float32(255**GAMMA)
        exact = np.tile(heavy, 3) / (noise * steep) ** 2
        weighed = parts * exact[:, None]
        normal = weighed @ parts.transpose(0, 2, 1) + np.diag(precision)
        right = weighed @ target + precision * expected
        unknowns = np.asarray(np.linalg.solve(normal, right[..., None])[..., 0], dtype=np.float32)
    _, squares = _seen_as(parts, unknowns, own, noise)
    costs = robust(squares).sum(axis=1) + 0.5 * ((unknowns - expected) ** 2 @ precision)
    return np.asarray(costs, dtype=np.float32), unknowns, np.asarray(1 / (1 + squares / LIMIT) ** 2, dtype=np.float32)


def _seen_as(parts: Array, unknowns: Array, own: Array, noise: float) -> tuple[Array, Array]:
    """What a camera sees (k, 3 * pixels), and how far that is off (k, pixels), squared, in units of the noise."""
    light = np.matmul(unknowns[:, None], parts)[:, 0]
    shown = 255 * np.clip(light, 0, 1) ** np.float32(1 / GAMMA)
    off = (shown.reshape(len(parts), 3, -1) - own) ** 2
    return np.asarray(shown, dtype=np.float32), np.asarray(off.sum(axis=1) / np.float32(noise**2), dtype=np.float32)
