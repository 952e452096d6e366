"""Tiles that lie farther from the middle of their cell than a linear fit reaches: looked at again from where they seem to lie.

What a shift changes of a drawing is told by its slopes, which hold for half a pixel or so.  A tile with a sharp print that lies
three millimetres off seems to lie one off, and its print, painted there, leaves rings that pass for pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.solve import SHIFT_PRIOR
from vision.tiles import COARSE, SEEN, Fits, TileBank, coarse_misfit, robust_fit

DOUBTED = 0.4
"""What a pixel must cost, on average, for a tile to be looked at again."""
STRAYED, HARDLY = 0.15, 0.05
"""So far off, coarse pixels, it must seem to lie along one side, and along the other to be looked for there too: where no drawing
fits from here, what seems little may be much."""
STEP = 0.75
"""So far aside it is looked at again, coarse pixels: whole pixels of a plan."""
PARTS = 4
"""Of a coarse pixel: as many are whole pixels of any plan."""
BETTER, EXPLAINED, PLAINLY = 0.85, 0.6, 0.75
"""The share to which that must bring its cost down, and what a pixel may then cost, for a piece on a tile seems to shift it as
well; or the share at which it is plain, whatever lies on it.  (Of 85 tiles on twenty-six recordings that it brought there, but
not below the .6, 69 lie nearer to where they are told from aside: .83 mm off in the mean from the middle, .38 from there.  Corner
tiles lie higher; of the 57 of other rows it is .77 and .27.)"""
AXES = np.array([[1, 1], [1, 0], [0, 1]], np.float32)

Cut = Callable[[NDArray[np.int64], Array], Array]
"""What is seen (n, dims) of some cells (n,), from windows that far aside (n, 2), coarse pixels."""


def recentred(bank: TileBank, fits: Fits, cut: Cut, gains: Array, noise: float, habits: Array) -> tuple[Fits, Array]:
    """The fits of places in such light (places, 3), those of tiles that lie far aside told from a window that far aside (places,
    2), 0 elsewhere; `habits` (places, rows) speak against rows."""
    shifts, offsets = fits.unknowns[:, 0, 3:5], np.zeros((len(fits.rows), 2), np.float32)
    doubtful = np.flatnonzero((fits.costs[:, 0] > DOUBTED * SEEN * SEEN) & (np.abs(shifts).max(axis=1) > STRAYED))
    aside = np.where(np.abs(shifts) > HARDLY, np.float32(STEP) * np.sign(shifts), 0)
    least = fits.costs[:, 0].copy()
    for axes in AXES:
        # A tile that strayed along one side alone has nothing else to try.
        places = np.array([n for n in doubtful if (aside[n] * axes).any() and (aside[n].all() or axes.all())], np.int64)
        if not len(places):
            continue
        tried = np.asarray(aside[places] * axes, dtype=np.float32)
        seen = cut(places, tried)
        there = robust_fit(bank, seen, gains[places], noise, _likeliest(bank, seen, fits.rows[places])).weighed(habits[places])
        costs = from_the_middle(there, tried).costs[:, 0]
        enough = np.maximum(PLAINLY * least[places], EXPLAINED * SEEN * SEEN)
        better = np.flatnonzero(costs < np.minimum(BETTER * least[places], enough))
        fits, least[places[better]] = fits.with_others(places[better], there.of(better)), costs[better]
        offsets[places[better]] = tried[better]
    return fits, offsets


def offsets_of(fits: Fits) -> Array:
    """How far aside (places, 2), coarse pixels, each place is to be looked at, for there its best drawing seems to lie."""
    shifts = fits.unknowns[:, 0, 3:5]
    strayed = np.abs(shifts).max(axis=1, keepdims=True) > STRAYED
    return np.asarray(np.where(strayed, np.rint(shifts * PARTS) / PARTS, 0), dtype=np.float32)


def _likeliest(bank: TileBank, seen: Array, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """As many rows (n, k) as were fitted, those likeliest from there, with the one that was best."""
    misfit = coarse_misfit(bank, seen)
    np.put_along_axis(misfit, rows[:, :1], -1, axis=1)
    return np.argpartition(misfit, rows.shape[1] - 1, axis=1)[:, : rows.shape[1]]


def from_the_middle(fits: Fits, offsets: Array) -> Fits:
    """Fits of windows that far aside (places, 2), as shifts from the middles of the cells and with what these cost."""
    unknowns = fits.unknowns.copy()
    near = unknowns[..., 3:5].copy()
    unknowns[..., 3:5] += offsets[:, None]
    farther = (unknowns[..., 3:5] ** 2 - near**2).sum(axis=2) / np.float32(2 * SHIFT_PRIOR**2)
    return replace(fits, unknowns=unknowns).costing(fits.costs + farther)


def seen_aside(plan: NDArray[np.uint8], corners: NDArray[np.int64], offsets: Array, block: int) -> Array:
    """The compared pixels (n, dims) of cells with such upper left corners (n, 2) in a plan, from that far aside (n, 2), where
    `block` px make a coarse pixel."""
    rim, side = (COARSE - SEEN) // 2 * block, SEEN * block
    starts = corners + rim + np.rint(offsets * block).astype(np.int64)
    # At the plan's edge nothing lies farther out.
    starts = np.clip(starts, 0, np.array(plan.shape[1::-1]) - side)
    cuts = [cv2.resize(plan[v : v + side, u : u + side], (SEEN, SEEN), interpolation=cv2.INTER_AREA) for u, v in starts]
    return np.stack(cuts).astype(np.float32).reshape(len(starts), -1)
