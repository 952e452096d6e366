"""Light that a tile throws back besides showing its drawing: a lamp or a window mirrored softly, with no edge on the tile.

A tile lies a little askew in its own way, and a lamp's spot is as wide as a cell or two, so such light is told tile by tile.  It
is added to the drawing, to dark paint as to bright, and changes over the tile as a parabola does at most.  Every drawing is
fitted with the light that suits it best; what is compared is what the camera should see, so where a lamp leaves little contrast,
little is told.  In linear light the fit is linear but for the camera's curve; it is done by reweighted least squares.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.channels import along
from vision.displaced import Cut, from_the_middle, offsets_of
from vision.glow_fit import ANYTHING, UNKNOWNS, Model, Prior, about, fit, in_linear_light, light_terms
from vision.light import Array
from vision.relight import GAMMA, linear
from vision.solve import BASIS, LIMIT
from vision.tiles import SEEN, Fits, TileBank, joined

DOUBTED = 0.4
"""What a pixel must cost, on average, for a tile to be looked at again."""
BETTER, EXPLAINED, WELL_EXPLAINED, KNOWN = 0.75, 0.6, 0.45, 1.5
"""The share to which added light must bring that down to be believed, and what a pixel may then cost: what costs more shows
something else as well, and light might explain a part of that.  The third is for light that is taken away, the
last for tiles that were taught never to move."""
LITTLE_BETTER, NEARER = 0.9, 0.85
"""The share to which light must bring the cost of a tile down that seems to lie aside to look at it from there, and the share to
which that must bring it down further."""
TURNS = 4
"""Rows of a bank that show one drawing: a place in which no others lie usually is one that never changes."""
NEAR, SOME = 1.6, 0.01
"""How far off places tell of one, in widths of one; the light around from which on there is some."""
MOSTLY, BARELY, HAZE = 0.8, 0.25, 0.06
"""So much of a tile is bare at least when a small piece stands on it, what a pixel of that may cost in light that is added or
taken away, SOME and so much at most: more may be a hand.  (On nine recordings 28 drawings were told so, 27 of them rightly; the
other was no tile.)
"""
PICKED = 28
"""Drawings that are fitted roughly besides those that fit best without added light."""
WHITE_SHARE = 97.0
"""White, or what comes nearest, is what is brightest in the channel in which it is darkest: of all pixels so many percent are
darker there."""
TINTED = 3.0
"""Where one channel of that has so many times the light of another, nothing is white."""
ROUGH_ROUNDS, FINE_ROUNDS = 3, 3
TOGETHER = 4
"""So many places are told at once: what is worked out of all their drawings stays in the processor's own memory."""


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


def _no_surer(fits: Fits, places: NDArray[np.int64], lit: Fits) -> Fits:
    """The fits, no drawing of some places (n,) farther behind the best than it is with added light, `lit` (n,); what fits best
    there is among them."""
    rows, costs, unknowns = fits.rows.copy(), fits.costs.copy(), fits.unknowns.copy()
    missing = (rows[places] != lit.rows[:, :1]).all(axis=1)
    rows[places[missing], -1], unknowns[places[missing], -1] = lit.rows[missing, 0], lit.unknowns[missing, 0]
    glow = None if fits.glow is None else fits.glow.copy()
    if glow is not None:
        # The light is the place's, whichever drawing lies in it.
        glow[places[missing], -1] = glow[places[missing], 0]
    same = rows[places][:, :, None] == lit.rows[:, None]
    behind = np.where(same, (lit.costs - lit.costs[:, :1])[:, None], np.inf).min(axis=2)
    best = costs[places, :1]
    costs[places] = best + np.minimum(costs[places] - best, behind)
    return replace(fits, rows=rows, unknowns=unknowns, glow=glow).costing(costs)


class GlowingTiles:
    """Compares the drawings of a bank with places that throw light back."""

    def __init__(self, bank: TileBank, at: NDArray[np.float64]) -> None:
        """`at` (places, 2) is where the places are, in widths of one."""
        self._bank = bank
        away = np.linalg.norm(at[:, None] - at, axis=2)
        self._near = np.where((away > 0) & (away < NEAR), 1 / np.maximum(away, 1) ** 2, 0).astype(np.float32)

    def told(
        self, fits: Fits, seen: Array, gains: Array, noise: float, habits: Array, places: NDArray[np.int64], cut: Cut
    ) -> Fits:
        """The fits of all places seen so (places, dims) in such light (places, 3), where they explain little told anew with added
        light; `habits` (places, rows) speak against rows.  Only those numbered `places` are looked at; `cut` shows these from
        aside."""
        doubtful = np.flatnonzero(fits.costs[:, 0] > DOUBTED * SEEN * SEEN)
        doubtful = np.intersect1d(doubtful, places)
        if not len(doubtful):
            return fits
        paper = np.asarray(gains.mean(axis=0) ** np.float32(GAMMA) * self._white, dtype=np.float32)

        def told(numbers: NDArray[np.int64], prior: Prior, shown: Array) -> Fits:
            few = np.split(np.arange(len(numbers)), range(TOGETHER, len(numbers), TOGETHER))
            some = ((part, numbers[part], prior.of(part)) for part in few)
            return joined([self._told(fits.rows[n], shown[p], gains[n], paper, noise, habits[n], own) for p, n, own in some])

        again = told(doubtful, ANYTHING, seen[doubtful])
        plain = fits.costs[doubtful, 0]
        offsets = offsets_of(again)
        strayed = (again.costs[:, 0] < LITTLE_BETTER * plain) & offsets.any(axis=1)
        strayed = np.flatnonzero(strayed & (again.costs[:, 0] > EXPLAINED * SEEN * SEEN))
        if len(strayed):
            offsets, numbers = offsets[strayed], doubtful[strayed]
            there = from_the_middle(told(numbers, ANYTHING, cut(np.searchsorted(places, numbers), offsets)), offsets)
            nearer = there.costs[:, 0] < NEARER * again.costs[strayed, 0]
            nearer &= _explains(there, habits[numbers], plain[strayed])
            again = again.with_others(strayed[nearer], there.of(np.flatnonzero(nearer)))
        clear = _explains(again, habits[doubtful], plain)
        lit = fits.with_others(doubtful[clear], again.of(np.flatnonzero(clear)))
        # How surely is told no more than that: a twin of another hue may be it in another light.
        lit = _no_surer(lit, doubtful[~clear], again.of(np.flatnonzero(~clear)))
        # Where something else lies, light would explain a part of it: there it is as around.
        around = self._around(lit, paper)
        others = np.array([n for n in doubtful[~clear] if around[n] > SOME], np.int64)
        if not len(others):
            return lit
        anything = again.of(np.searchsorted(doubtful, others))
        again = _no_surer(told(others, about(around[others]), seen[others]), np.arange(len(others)), anything)
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
    ) -> Fits:
        """The fits of a few places (n,) with added light, best first, as many of each as were `kept` (n, k)."""
        places, keep = kept.shape
        gains = np.asarray(gains, dtype=np.float32)
        light = np.asarray(gains ** np.float32(GAMMA), dtype=np.float32)
        own = np.ascontiguousarray(seen.reshape(places, SEEN * SEEN, 3).transpose(0, 2, 1))
        small = _halved(own)
        few = min(PICKED, self._bank.rows)
        picked = np.argpartition(self._misfit(small, light), few - 1, axis=1)[:, :few]
        tried = np.zeros((places, self._bank.rows), np.bool_)
        np.put_along_axis(tried, np.concatenate([kept, picked], axis=1), True, axis=1)
        at, rows = np.nonzero(tried)
        rough = self._small.of(rows).parts(light[at], paper)
        costs, unknowns, _ = fit(rough, small[at], noise / 2, ROUGH_ROUNDS, prior.of(at))
        best = _least(costs * 4 + habits[at, rows], at, places, keep)
        at, rows = at[best], rows[best]
        fine = self._fine(rows).parts(light[at], paper)
        costs, unknowns, weights = fit(fine, own[at], noise, FINE_ROUNDS, prior.of(at), unknowns[best])
        costs = costs + habits[at, rows]
        order = np.argsort(costs.reshape(places, keep), axis=1, kind="stable") + np.arange(places)[:, None] * keep
        factor, moved = unknowns[order, :3], unknowns[order, 3:BASIS]
        own_light = gains[:, None] * np.maximum(factor, 1e-3) ** np.float32(1 / GAMMA)
        glow = unknowns[order, BASIS:, None] * paper
        return Fits(rows[order], costs[order], np.concatenate([own_light, moved], axis=2), weights[order[:, 0]], glow)

    def _fine(self, rows: NDArray[np.int64]) -> Model:
        patterns = self._bank.patterns
        return in_linear_light(patterns.flat[rows], patterns.slopes[rows], SEEN)

    @cached_property
    def _small(self) -> Model:
        """All drawings at half the scale."""
        patterns = self._bank.patterns
        slopes = _halved(patterns.slopes.reshape(-1, 3, SEEN * SEEN)).reshape(self._bank.rows, 3, 3, -1)
        return in_linear_light(_halved(patterns.flat), slopes, SEEN // 2)

    @cached_property
    def _white(self) -> Array:
        """The light (3,), 1 on average, that white paper gives in art light: what comes nearest to white in the drawings."""
        pixels = linear(self._bank.patterns.flat).transpose(0, 2, 1).reshape(-1, 3)
        darkest = pixels.min(axis=1)
        white = np.median(pixels[darkest >= np.percentile(darkest, WHITE_SHARE)], axis=0)
        if white.max() > TINTED * white.min():
            return np.ones(3, np.float32)
        return np.asarray(white / white.mean(), dtype=np.float32)

    @cached_property
    def _bases(self) -> Array:
        """What the unknowns of every drawing span (rows * UNKNOWNS, 3 * pixels) at half the scale, orthonormal."""
        white = np.ones((1, 3), np.float32)
        spanned = np.linalg.qr(self._small.parts(white, white[0]).transpose(0, 2, 1))[0]
        return np.ascontiguousarray(spanned.transpose(0, 2, 1).reshape(self._bank.rows * UNKNOWNS, -1))

    def _misfit(self, small: Array, light: Array) -> Array:
        """How far each drawing (places, rows) is from what is seen (places, 3, pixels) at half the scale, whatever its light
        (places, 3), squared, less what is the same for all drawings."""
        own = (linear(small) / light[..., None]).reshape(len(small), -1)
        inside = along(own, self._bases)
        inside *= inside
        return np.asarray(-(inside.reshape(-1, UNKNOWNS) @ np.ones(UNKNOWNS, np.float32)).reshape(len(small), -1), np.float32)


def _explains(lit: Fits, habits: Array, plain: Array) -> NDArray[np.bool_]:
    """Whether light is believed (places,) that drawings are fitted with, which cost so much without; `habits` speak against
    rows."""
    even, costs = _even(lit), lit.costs[:, 0]
    # Less light than a drawing shows there is only where it was taught under a lamp.
    enough = np.where(even > 0, EXPLAINED, WELL_EXPLAINED)
    # What is known to lie there explains it with a piece on it, too.
    settled = (habits == 0).sum(axis=1) <= TURNS
    enough = np.where(settled & (_of_best(habits, lit) == 0), KNOWN, enough)
    some = (np.abs(even) > SOME) & (np.abs(even) < HAZE)
    explained = (costs < enough * SEEN * SEEN) | (some & (_least_strange(lit) < BARELY))
    return np.asarray(explained & (costs < BETTER * plain), dtype=np.bool_)


def _least_strange(fits: Fits) -> Array:
    """What a pixel costs (places,) of the best drawing of each, those left out that show most likely something else."""
    pixels = np.float32(LIMIT / 2) * (1 - np.sqrt(fits.weights))
    usual = round(MOSTLY * pixels.shape[1])
    return np.asarray(np.partition(pixels, usual, axis=1)[:, :usual].mean(axis=1), dtype=np.float32)


def _least(costs: Array, places: NDArray[np.int64], count: int, keep: int) -> NDArray[np.int64]:
    """The numbers (count * keep,) of what costs least in each of so many places, cheapest first, place by place."""
    order = np.lexsort((costs, places))
    starts = np.searchsorted(places, np.arange(count))
    return np.asarray(order[(starts[:, None] + np.arange(keep)).reshape(-1)], dtype=np.int64)


def _halved(flat: Array) -> Array:
    """Pictures (n, 3, pixels) with one pixel for every four."""
    side = SEEN // 2
    near = flat.reshape(len(flat), 3, side, 2, side, 2).mean(axis=(3, 5))
    return np.ascontiguousarray(near.reshape(len(flat), 3, -1), dtype=np.float32)


def _of_best(habits: Array, fits: Fits) -> Array:
    """What speaks against the best of each place (places,)."""
    return np.asarray(np.take_along_axis(habits, fits.rows[:, :1], axis=1)[:, 0], dtype=np.float32)


def _even(fits: Fits) -> Array:
    """The light (places,) that is added evenly to the best of each."""
    assert fits.glow is not None
    return np.asarray(fits.glow[:, 0, 0].mean(axis=1), dtype=np.float32)
