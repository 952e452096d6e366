"""What the tones of a frame are compared with pieces by: made when it is first asked for, since most parts of a table that are
read again show nothing strange."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np

from vision.below import Below
from vision.dulled import Dulled
from vision.expected import Expected
from vision.finer import Finer
from vision.light import Array
from vision.matching import UNIT, Matcher
from vision.piece_bank import SIDE, PieceBank


class Compared:
    """The tones (h, w, 4) of a half plan beside the pieces of a bank; `costs` (h, w), with a margin of a window's side all
    around, are those of the search, as they stand when they are asked for."""

    def __init__(self, bank: PieceBank, tones: Array, costs: Array, dull: Dulled | None = None) -> None:
        """`dull` is the plan without haze, with which flat pieces are compared."""
        self._bank, self._tones, self._costs, self._plan = bank, tones, costs, dull
        self._finer: tuple[Expected, Finer] | None = None

    @cached_property
    def match(self) -> Matcher:
        """All pixels."""
        return Matcher(self._bank.footprints, self._bank.cover_sums, self._bank.side, self._scaled, self._dull)

    @cached_property
    def rough(self) -> Matcher:
        """The same in coarse pixels."""
        dull = None if self._dull is None else coarse(self._dull, self._bank.step)
        return Matcher(self._bank.coarse, self._bank.cover_sums, SIDE // 2, coarse(self._scaled, self._bank.step), dull)

    @cached_property
    def below(self) -> Below:
        """What lies below riders."""
        return Below(self._bank, self.match, self.rough, self._costs)

    def finer(self, board: Expected) -> Finer:
        """A closer look at pieces on a board, the same one as long as that is."""
        if self._finer is None or self._finer[0] is not board:
            self._finer = board, Finer(self._bank, self.match, self._costs, board)
        return self._finer[1]

    @cached_property
    def _scaled(self) -> Array:
        """The tones with the margin, in units of a piece's noise."""
        return self._with_margin(self._tones)

    @cached_property
    def _dull(self) -> Array | None:
        """The same without haze, where there is any."""
        return None if self._plan is None else self._with_margin(self._plan.tones)

    def _with_margin(self, tones: Array) -> Array:
        rim = (self._bank.side,) * 4
        return np.asarray(cv2.copyMakeBorder(tones * UNIT, *rim, cv2.BORDER_CONSTANT), dtype=np.float32)


def coarse(image: Array, step: int) -> Array:
    """An image (h, w, ...) in coarse pixels, `step` px wide."""
    size = (image.shape[1] // step, image.shape[0] // step)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
