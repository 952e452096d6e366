"""Single tiles that throw a broad lamp back: each lies a little askew in its own way, so one shines where its neighbours do not.

Such light is added to a tile's paint, dark or bright; a drawing that has it looks like a paler one without.  It lies evenly on
all of the tile, or falls off to a side.  Where a tile fits badly it is fitted again as it would be without some of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.gloss import haze_of_tiles
from vision.light import Array
from vision.relight import GAMMA, linear
from vision.tiles import SEEN, Fits, TileBank, robust_fit

AMOUNTS = (0.03, 0.06, 0.1, 0.14)
"""Amounts of added light that are tried; white is 1."""
DOUBTED = 0.5
"""What a pixel must cost, on average, for a tile to be looked at again."""
STEEP, STEEPER = 1.0, (0.06, 0.12)
"""What a pixel must still cost for light to be tried that falls off across the tile, and the mean amounts of it."""
PRICE = 12.0
"""What a drawing costs more that is taken to shine: most do not."""
FLAT = (1.0, 0.0, 0.0)
RAMPS = ((1, 1, 0), (1, -1, 0), (1, 0, 1), (1, 0, -1), (1, 0.5, 0.5), (1, 0.5, -0.5), (1, -0.5, 0.5), (1, -0.5, -0.5))
"""How added light may be spread over a tile: in its middle, and more at its right and its near side."""
_ACROSS = np.linspace(-1, 1, SEEN, dtype=np.float32)
_TERMS = np.stack([np.ones((SEEN, SEEN), np.float32), *np.meshgrid(_ACROSS, _ACROSS)], axis=-1).reshape(-1, 3)
SHINES = 0.03
"""Added light of the tile that shines most of those that fit badly: where there is less, none is looked at again."""


def with_gloss(bank: TileBank, fits: Fits, seen: Array, gains: Array, noise: float, habits: Array) -> Fits:
    """The fits of places seen so (places, dims) in such light (places, 3), each drawing under as much added light as suits it
    best where tiles shine; `habits` (places, rows) speak against rows."""
    doubtful = np.flatnonzero(fits.costs[:, 0] > DOUBTED * SEEN * SEEN)
    hue = _hue(bank, fits.of(doubtful), seen[doubtful]) if len(doubtful) else None
    if hue is None:
        return fits
    fits = _told(bank, fits, seen, gains, noise, habits, doubtful, [(amount, FLAT) for amount in AMOUNTS], hue)
    steep = np.flatnonzero(fits.costs[:, 0] > STEEP * SEEN * SEEN)
    if not len(steep):
        return fits
    return _told(bank, fits, seen, gains, noise, habits, steep, [(amount, ramp) for amount in STEEPER for ramp in RAMPS], hue)


def _told(
    bank: TileBank, fits: Fits, seen: Array, gains: Array, noise: float, habits: Array, places: NDArray[np.int64],
    lights: Sequence[tuple[float, Sequence[float]]], hue: Array,
) -> Fits:  # fmt: skip
    """The fits, those of some places (numbers) also tried under lights of that hue, each an amount and how it is spread (3,)."""
    count, often = len(places), np.tile(places, len(lights))
    spread = np.array([[amount * share for share in shape] for amount, shape in lights], np.float32)
    added = np.repeat(spread, count, axis=0)[..., None] * hue
    without = _without(seen[often], np.einsum("pt,ntc->npc", _TERMS, added))
    again = robust_fit(bank, without, gains[often], noise, fits.rows[often]).weighed(habits[often])
    return fits.with_others(places, _best(fits.of(places), again, added))


def _without(seen: Array, added: Array) -> Array:
    """Places (n, dims) as they would be seen without light (n, pixels, 3)."""
    light = np.clip(linear(seen.reshape(added.shape)) - added, 0, 1)
    return np.asarray(255 * cv2.pow(light, 1 / GAMMA), dtype=np.float32).reshape(seen.shape)


def _best(bare: Fits, shining: Fits, added: Array) -> Fits:
    """The fits of places, each row bare or under that of the `added` lights (lights * places, 3, 3) in which it costs least; the
    same rows in other order were fitted under each."""
    count = len(bare.rows)
    # Amount by amount, rows in the order of their numbers.
    fits = [bare, *(shining.of(slice(start, start + count)) for start in range(0, len(shining.rows), count))]
    orders = [np.argsort(fit.rows, axis=1, kind="stable") for fit in fits]
    costs = np.stack([np.take_along_axis(fit.costs, order, axis=1) for fit, order in zip(fits, orders, strict=True)])
    both = zip(fits, orders, strict=True)
    unknowns = np.stack([np.take_along_axis(fit.unknowns, order[..., None], axis=1) for fit, order in both])
    costs[1:] += np.float32(PRICE)
    amount = costs.argmin(axis=0)
    least, places = costs.min(axis=0), np.arange(count)
    order = np.argsort(least, axis=1, kind="stable")
    chosen = amount[places, order[:, 0]]
    rows = np.take_along_axis(np.take_along_axis(bare.rows, orders[0], axis=1), order, axis=1)
    told = np.take_along_axis(np.take_along_axis(unknowns, amount[None, ..., None], axis=0)[0], order[..., None], axis=1)
    weights = np.stack([fit.weights for fit in fits])[chosen, places]
    before = np.zeros((count, 3, 3), np.float32) if bare.added is None else bare.added
    lights = np.concatenate([before[None], added.reshape(-1, count, 3, 3)])[chosen, places]
    return Fits(rows, np.take_along_axis(least, order, axis=1), told, weights, lights)


def _hue(bank: TileBank, fits: Fits, seen: Array) -> Array | None:
    """The hue (3,), 1 on average, of what is added to tiles seen so (places, dims) and fitted so; None if to none.

    The hue of the light on the board would not do: where tiles shine that was told by them.
    """
    rows, unknowns = fits.rows[:, 0], fits.unknowns[:, 0]
    drawn = bank.patterns.flat[rows] + np.einsum("nk,nkcp->ncp", unknowns[:, 3:], bank.patterns.slopes[rows])
    shown = linear(seen.reshape(len(seen), SEEN * SEEN, 3))
    added, trust = haze_of_tiles(shown, linear(drawn.transpose(0, 2, 1)), fits.weights)
    shines = added.min(axis=1) > 0
    if not shines.any() or added[shines].mean(axis=1).max() < SHINES:
        return None
    whole = trust[shines] @ added[shines]
    return np.asarray(whole / max(float(whole.mean()), 1e-6), dtype=np.float32)
