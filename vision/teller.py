"""Which drawings may lie in the cells of a board: few candidates, more where none explains what is seen, then those of tiles that
lie far aside or throw light back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.displaced import from_the_middle, recentred, seen_aside
from vision.gloss import dull, haze_over
from vision.glow import GlowingTiles
from vision.habits import habits_of, where_settled
from vision.light import Array
from vision.rig import Rig
from vision.tiles import NATS, SEEN, Fits, TileBank, candidates, coarse_misfit, misfit_of, robust_fit

KEEP = 8
KEEP_DOUBTFUL = 24
SETTLED = 0.01
"""What the misfit of a drawing counts where it was taught never to move, when candidates are chosen."""
DOUBTFUL = 1.1
"""Robust cost per coarse pixel above which a place is looked at with more candidates."""


class TileTeller:
    """Fits the drawings of a bank to the cells of one table."""

    def __init__(
        self, rig: Rig, bank: TileBank, corners: NDArray[np.int64], at: NDArray[np.float64], block: int,
        pixel: NDArray[np.float64],
    ) -> None:  # fmt: skip
        """`corners` (cells, 2) are the upper left corners of cells in the plan, of which `block` px make a coarse pixel, `at`
        (cells, 2) their middles in units of half the grid, `pixel` (2,) a coarse pixel's width and height in these."""
        self._bank, self._fixed, self._corners, self._at, self._block = bank, rig.appearance.fixed, corners, at, block
        self._pixel = pixel
        settled, periods = rig.appearance.settled, [rig.period(look) for look in rig.appearance.looks]
        self.habits = habits_of(settled, len(at), periods) * np.float32(NATS)
        """What speaks against rows in cells (cells, rows)."""
        self._own_rows = where_settled(settled, self.habits.shape, periods)
        middles = [rig.layout.centre_mm(cell) for cell in rig.layout.cells()]
        self._glowing = GlowingTiles(bank, np.array(middles) / np.array(rig.layout.pitch_mm))

    def misfit(self, seen: Array, cells: NDArray[np.int64] | None = None) -> Array:
        """The misfits (cells, rows) of what is seen of all cells or of some (numbers), (cells, dims); infinite for drawings that
        cannot lie there: those of other cells on a printed board."""
        if not self._fixed:
            return coarse_misfit(self._bank, seen)
        own = 4 * (np.arange(len(self._at)) if cells is None else cells)
        misfit = np.full((len(seen), self._bank.rows), np.inf, np.float32)
        misfit[np.arange(len(seen)), own] = misfit_of(self._bank, seen, own)
        return misfit

    def fit(self, seen: Array, gains: Array, misfit: Array, noise: float, cells: NDArray[np.int64] | None = None) -> Fits:
        """A few candidates everywhere, or in some cells (numbers); more where even the best one explains little.  A printed board
        has but one."""
        if self._fixed:
            return robust_fit(self._bank, seen, gains, noise, misfit.argmin(axis=1)[:, None])
        habits = self.habits if cells is None else self.habits[cells]
        own = self._own_rows if cells is None else self._own_rows[cells]
        # What never moved is looked at however it looks.
        misfit = np.where(own, misfit * np.float32(SETTLED), misfit)
        keep = min(KEEP, self._bank.rows)
        rows = np.argpartition(misfit, keep - 1, axis=1)[:, :keep]
        fits = robust_fit(self._bank, seen, gains, noise, rows).weighed(habits)
        doubtful = np.flatnonzero(fits.costs[:, 0] > DOUBTFUL * SEEN * SEEN)
        if len(doubtful):
            rows = candidates(self._bank, seen[doubtful], gains[doubtful], noise, KEEP_DOUBTFUL, misfit[doubtful])
            again = robust_fit(self._bank, seen[doubtful], gains[doubtful], noise, rows).weighed(habits[doubtful])
            for name in ("rows", "costs", "unknowns"):
                getattr(fits, name)[doubtful] = getattr(again, name)[:, :keep]
            fits.weights[doubtful] = again.weights
        return fits

    def told(
        self, fits: Fits, seen: Array, plan_picture: NDArray[np.uint8], gains: Array, noise: float, haze: Array | None,
        cells: NDArray[np.int64] | None = None,
    ) -> tuple[Fits, Fits]:  # fmt: skip
        """The fits, with tiles that lie far aside told from where they lie, and with those that throw light back told under it as
        well; all cells or some (numbers) are looked at."""
        if self._fixed:
            return fits, fits
        cells = np.arange(len(self._at)) if cells is None else cells

        def cut(places: NDArray[np.int64], offsets: Array) -> Array:
            there = seen_aside(plan_picture, self._corners[cells[places]], offsets, self._block)
            return there if haze is None else dull(there, haze_over(haze, self._at[cells[places]], self._pixel, SEEN))

        own, aside = recentred(self._bank, fits.of(cells), cut, gains[cells], noise, self.habits[cells])
        moved, seen = np.flatnonzero(aside.any(axis=1)), seen.copy()
        if len(moved):
            seen[cells[moved]] = cut(moved, aside[moved])
        plain = fits.with_others(cells, own)
        lit = self._glowing.told(plain, seen, gains, noise, self.habits, cells, lambda n, farther: cut(n, aside[n] + farther))
        # Shifts count from the middles of the cells again.
        plain, lit = (each.with_others(cells, from_the_middle(each.of(cells), aside)) for each in (plain, lit))
        return plain, lit

    def habit_of(self, cell: int, rows: NDArray[np.int64]) -> Array:
        """Nats that speak against some rows in a cell, since other tiles were taught never to move."""
        return np.asarray(self.habits[cell, rows] / np.float32(NATS), dtype=np.float32)
