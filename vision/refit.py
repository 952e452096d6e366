"""A second fit of rival drawings, each laid where the first fit found it.

To first order a drawing changes with its shift as its slopes tell.  That holds for a fraction of a coarse pixel; the bars of a
cage are but one wide, and of a card that lies askew by half a pixel they fit nowhere.  Then what is left of one drawing is as
much as of its rival that differs in the ground.  So where rivals are near, they are laid anew, and what is left is told of that.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.solve import Patterns, robust_solve
from vision.tiles import COARSE, NATS, WHOLLY, Fits, TileBank, coarse, placed, softened, told_alike, turned

RIVALS = 5.0
"""Another look that is less likely by no more than so many nats is a rival."""
FARTHEST = 2 * RIVALS
"""Drawings less likely by more are not laid anew."""


@dataclass(frozen=True, slots=True, eq=False)
class Drawings:
    """Drawings `art` (looks, n, n, 3) seen bare where `seen` (looks, n, n) is 1, that lie `side` px wide in cells of `cell` px."""

    art: Array
    seen: NDArray[np.floating]
    side: float
    cell: int

    def laid(self, row: int, unknowns: Array) -> tuple[Array, Array]:
        """The compared pixels (pixels, 3) of a drawing that lies as it was found (BASIS,), and which are known of it (pixels,)."""
        look, turns = divmod(int(row), 4)
        step = self.cell / COARSE
        shift, turn = (float(unknowns[3]) * step, float(unknowns[4]) * step), float(unknowns[5])
        flat = coarse(placed(turned(softened(self.art[look]), turns), self.side, self.cell, shift, turn)).reshape(-1, 3)
        # Beside the tile lies the table.
        shown = np.pad(np.asarray(self.seen[look], np.float32), 1)
        wide = self.side * shown.shape[0] / len(self.art[look])
        known = coarse(np.dstack([placed(turned(shown, turns), wide, self.cell, shift, turn)] * 3))[::3] > WHOLLY
        return flat, known.astype(np.float32)


def rivals(fits: Fits, same: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of places where a drawing that shows something else than the best, by the number of what a row shows `same`
    (rows,), is about as likely."""
    looks = same[fits.rows]
    others = np.where(looks != looks[:, :1], fits.costs, np.inf).min(axis=1)
    return np.flatnonzero(others - fits.costs[:, 0] < RIVALS * NATS)


def refitted(bank: TileBank, art: Drawings, fits: Fits, seen: Array, gains: Array, noise: float) -> Fits:
    """The fits of places seen so (places, dims) where gains of about (places, 3) are expected, the likely drawings of each laid
    anew where they were found."""
    # All of a place are compared where all are known.
    keep = fits.rows.shape[1]
    at, kth = np.repeat(np.arange(len(fits.rows)), keep), np.tile(np.arange(keep), len(fits.rows))
    rows, found = fits.rows.reshape(-1), fits.unknowns.reshape(-1, fits.unknowns.shape[2])
    flat, known = (np.stack(each) for each in zip(*map(art.laid, rows, found), strict=True))
    patterns = Patterns(np.ascontiguousarray(flat.transpose(0, 2, 1)), bank.patterns.slopes[rows])
    first = found.copy()
    first[:, 3:] = 0
    moments = patterns.moments(np.arange(len(rows)), seen.reshape(len(seen), -1, 3).transpose(0, 2, 1)[at])
    unknowns, costs, weights = robust_solve(moments, gains[at], noise, known, first, unmoved=-found[:, 3:])
    unknowns[:, 3:] += found[:, 3:]
    shape = (len(fits.rows), keep, -1)
    by_place, shown = weights.reshape(shape), known.reshape(shape)
    told = told_alike(costs.reshape(fits.rows.shape), by_place, shown, np.ones_like(shown))
    return _ranked(fits.rows, told, unknowns.reshape(shape), by_place)


def _ranked(rows: NDArray[np.int64], costs: Array, unknowns: Array, weights: Array) -> Fits:
    """Fits, best first, of rows (places, k) with the weights of pixels (places, k, pixels)."""
    order = np.argsort(costs, axis=1, kind="stable")
    best = np.take_along_axis(weights, order[:, :1, None], axis=1)[:, 0]
    unknowns = np.take_along_axis(unknowns, order[..., None], axis=1)
    return Fits(np.take_along_axis(rows, order, axis=1), np.take_along_axis(costs, order, axis=1), unknowns, best)
