"""How loose bodies lean in the middle of the board and in its corners: as in one of these they are looked for about it only.

Seen from where it does not stand a body fits by chance what another one, or its shadow, shows there.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.expected import Bounds
from vision.light import Array
from vision.lit_zones import NOT
from vision.piece_bank import PieceBank


@dataclass(frozen=True, slots=True, eq=False)
class Quarters:
    """Where in the half plan, or a window of it, each of a bank's leans is that of what stands there: `spots` (leans, 2), px; and
    the lean of each row (rows,), -1 of one that looks the same everywhere."""

    spots: NDArray[np.float64]
    leans: NDArray[np.int64]

    @staticmethod
    def of(bank: PieceBank, cells: NDArray[np.float64]) -> Quarters | None:
        """Those of a board with cells at such places (n, 2), px; None where all pieces look the same everywhere."""
        loose = np.array([sprite.prism is not None for sprite in bank.sprites], np.bool_)[bank.kinds]
        if not loose.any() or len(bank.leans) == 1 or not len(cells):
            return None
        return Quarters(spots_of_leans(cells), np.where(loose, bank.views, -1))

    def within(self, box: Bounds) -> Quarters:
        """The same in a window of the plan."""
        return replace(self, spots=self.spots - box[:2])

    def only_there(self, gains: Array, spots: NDArray[np.int64], rows: NDArray[np.int64] | None = None) -> None:
        """Take from the gains (spots, rows) of all rows or of these, at spots (spots, 2), those of leans of other places."""
        leans = self.leans if rows is None else self.leans[rows]
        there = nearest_of(self.spots, spots)
        gains[(leans >= 0) & (leans != there[:, None])] = NOT


def spots_of_leans(cells: NDArray[np.float64]) -> NDArray[np.float64]:
    """The middle of cells (n, 2) and their corners, from the upper left one clockwise: where what stands has the leans of a bank
    (`leaning.leans_aside`), for those of the corners are told where the outermost cells are."""
    (left, upper), (right, lower) = cells.min(axis=0), cells.max(axis=0)
    return np.array([cells.mean(axis=0), (left, upper), (right, upper), (right, lower), (left, lower)], dtype=np.float64)


def nearest_of(spots: NDArray[np.float64], places: NDArray[np.float64] | NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of the nearest of some spots (m, 2) for each of some places (n, 2)."""
    return np.asarray(np.hypot(*(places[:, None] - spots).transpose(2, 0, 1)).argmin(axis=1), dtype=np.int64)
