"""A frame at the plan's full scale, as heaps are counted and small pieces looked at in it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_costs import CAP, UNKNOWN_COST, board_costs
from vision.dulled import Dulled
from vision.expected import GUESS, Expected
from vision.light import Array
from vision.tones import with_texture

Window = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class FineView:
    """A frame at the plan's full scale: `picture` (h, w, 3) in art light, its texture `rough` (h, w), the board expected at full
    scale where there are `tiles`, and that at half scale, `half`, which tells the rest; where a `hand` may be (h, w,
    at half scale) no piece is looked for; `dull` is the frame without haze."""

    picture: Array
    rough: Array
    tiles: Expected
    half: Expected
    hand: NDArray[np.bool_] | None = None
    dull: Dulled | None = None

    def tiled(self, window: Window) -> NDArray[np.bool_]:
        """Where in a window of the plan (n, n) a drawing is known."""
        return np.asarray(self.tiles.known[window] & (self.tiles.spread[window] < GUESS), dtype=np.bool_)

    def square(self, middle: NDArray[np.int64], reach: int, flat: bool) -> tuple[Array, Array, Window]:
        """Tones (n, n, 4), as `flat` pieces or others are compared with them, and costs (n, n) of the square around a point of
        the plan, and where it lies in the plan."""
        window = window_around(middle, reach)
        return *self.part(window, flat), window

    def part(self, window: Window, flat: bool) -> tuple[Array, Array]:
        """Tones (h, w, 4) and costs (h, w) of a window of the plan."""
        picture, spread, known = self._expected(window)
        tone = with_texture(self.picture[window], self.rough[window])
        costs = board_costs(self.picture[window], tone, picture, spread, self.half.shadow)
        if flat and self.dull is not None:
            tone = with_texture(self.dull.picture[window], self.dull.rough[window])
        return tone, np.where(known, np.minimum(costs, CAP), np.minimum(costs, UNKNOWN_COST))

    def shown(self, window: Window) -> tuple[Array, Array]:
        """What is seen in a window of the plan, and the board that is expected there (n, n, 3).

        Where a drawing was never seen bare it is the guess from what is around: with the colours of what is seen it would be a
        drawing of just that.
        """
        board, guess = self._expected(window)[0], self.tiles.known[window] & (self.tiles.spread[window] >= GUESS)
        board[guess] = self.tiles.picture[window][guess]
        return self.picture[window], board

    def _expected(self, window: Window) -> tuple[Array, Array, NDArray[np.bool_]]:
        """The board expected in a window, how far it may be off (n, n, 3), and where it is known (n, n)."""
        # Guesses have given way to the table's own colours at half scale.
        tiled = self.tiled(window)
        picture, spread = self.tiles.picture[window].copy(), self.tiles.spread[window].copy()
        for fine, coarse in ((picture, self.half.picture), (spread, self.half.spread)):
            fine[~tiled] = doubled_at(coarse, window)[~tiled]
        return picture, spread, tiled | (doubled_at(self.half.known.astype(np.float32), window) > 0.5)


def window_around(middle: NDArray[np.int64], reach: int) -> Window:
    """The square with that reach around a pixel of a plan, across and down."""
    u, v = middle.tolist()
    return slice(v - reach, v + reach + 1), slice(u - reach, u + reach + 1)


def doubled_at(image: Array, window: Window) -> Array:
    """A window of an image (h, w, ...) that is magnified to twice its size."""
    near = tuple(slice(max(side.start // 2 - 1, 0), side.stop // 2 + 2) for side in window)
    wide = np.asarray(cv2.resize(image[near], None, fx=2, fy=2), dtype=np.float32)
    starts = [2 * half.start for half in near]
    down, right = (slice(side.start - start, side.stop - start) for side, start in zip(window, starts, strict=True))
    return wide[down, right]
