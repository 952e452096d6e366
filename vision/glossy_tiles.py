"""Single tiles that throw a broad lamp back: each lies a little askew in its own way, so one shines where its neighbours do not.

Such light is the same on all of the tile and is added to its paint, dark or bright; a drawing that has it looks like a paler one
without.  Where a tile fits badly it is fitted again as it would be without some of it.
"""

from __future__ import annotations

import numpy as np

from vision.gloss import dull
from vision.light import Array
from vision.relight import GAMMA
from vision.tiles import SEEN, Fits, TileBank, robust_fit

AMOUNTS = (0.03, 0.06, 0.1, 0.14)
"""Amounts of added light that are tried; what white paper gives is 1."""
DOUBTED = 0.5
"""What a pixel must cost, on average, for a tile to be looked at again."""
BETTER = 0.8
"""Share to which the costs must come down for the light to be believed."""


def with_gloss(bank: TileBank, fits: Fits, seen: Array, gains: Array, noise: float, habits: Array) -> Fits:
    """The fits of places seen so (places, dims) in such light (places, 3), those of tiles that shine told anew; `habits` (places,
    rows) speak against rows."""
    doubtful = np.flatnonzero(fits.costs[:, 0] > DOUBTED * SEEN * SEEN)
    if not len(doubtful):
        return fits
    count, paper = len(doubtful), gains[doubtful] ** np.float32(GAMMA)
    added = np.concatenate([np.float32(amount) * paper for amount in AMOUNTS])
    often = np.tile(doubtful, len(AMOUNTS))
    without = dull(seen[often], added)
    again = robust_fit(bank, without, gains[often], noise, fits.rows[often]).weighed(habits[often])
    best = again.costs[:, 0].reshape(len(AMOUNTS), count).argmin(axis=0) * count + np.arange(count)
    told = np.flatnonzero(again.costs[best, 0] < BETTER * fits.costs[doubtful, 0])
    if not len(told):
        return fits
    return fits.with_others(doubtful[told], again.of(best[told]).under(added[best[told]]))
