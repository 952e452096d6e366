"""Single tiles that throw a broad lamp back: each lies a little askew in its own way, so one shines where its neighbours do not.

Such light is the same on all of the tile and is added to its paint, dark or bright; a drawing that has it looks like a paler one
without.  Where a tile fits badly it is fitted again as it would be without some of it.
"""

from __future__ import annotations

import numpy as np

from vision.gloss import dull, haze_of_tiles
from vision.light import Array
from vision.relight import linear
from vision.tiles import SEEN, Fits, TileBank, robust_fit

AMOUNTS = (0.03, 0.06, 0.1, 0.14)
"""Amounts of added light that are tried; white is 1."""
DOUBTED = 0.5
"""What a pixel must cost, on average, for a tile to be looked at again."""
PRICE = 12.0
"""What a drawing costs more that is taken to shine: most do not."""
SHINES = 0.02
"""Added light of the tile that shines most of those that fit badly: where there is less, none is looked at again."""


def with_gloss(bank: TileBank, fits: Fits, seen: Array, gains: Array, noise: float, habits: Array) -> Fits:
    """The fits of places seen so (places, dims) in such light (places, 3), each drawing under as much added light as suits it
    best where tiles shine; `habits` (places, rows) speak against rows."""
    doubtful = np.flatnonzero(fits.costs[:, 0] > DOUBTED * SEEN * SEEN)
    hue = _hue(bank, fits.of(doubtful), seen[doubtful]) if len(doubtful) else None
    if hue is None:
        return fits
    count, often = len(doubtful), np.tile(doubtful, len(AMOUNTS))
    added = np.repeat(np.array(AMOUNTS, np.float32), count)[:, None] * hue
    again = robust_fit(bank, dull(seen[often], added), gains[often], noise, fits.rows[often]).weighed(habits[often])
    return fits.with_others(doubtful, _best(fits.of(doubtful), again, added))


def _best(bare: Fits, shining: Fits, added: Array) -> Fits:
    """The fits of places, each row bare or under that of the `added` lights (amounts * places, 3) in which it costs least; the
    same rows in other order were fitted under each."""
    count, keep = bare.rows.shape
    # Amount by amount, rows in the order of their numbers.
    fits = [bare, *(shining.of(slice(start, start + count)) for start in range(0, len(shining.rows), count))]
    orders = [np.argsort(fit.rows, axis=1, kind="stable") for fit in fits]
    costs = np.stack([np.take_along_axis(fit.costs, order, axis=1) for fit, order in zip(fits, orders, strict=True)])
    unknowns = np.stack([np.take_along_axis(fit.unknowns, order[..., None], axis=1) for fit, order in zip(fits, orders, strict=True)])
    costs[1:] += np.float32(PRICE)
    amount = costs.argmin(axis=0)
    least, places = costs.min(axis=0), np.arange(count)
    order = np.argsort(least, axis=1, kind="stable")
    chosen = amount[places, order[:, 0]]
    rows = np.take_along_axis(np.take_along_axis(bare.rows, orders[0], axis=1), order, axis=1)
    told = np.take_along_axis(np.take_along_axis(unknowns, amount[None, ..., None], axis=0)[0], order[..., None], axis=1)
    weights = np.stack([fit.weights for fit in fits])[chosen, places]
    lights = np.concatenate([np.zeros((1, count, 3), np.float32), added.reshape(-1, count, 3)])[chosen, places]
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
