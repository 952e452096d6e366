"""The bare board as it was painted for the frame before: where nothing has changed it need not be painted again."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.expected import Expected
from vision.frame import Picture
from vision.light import Array

GREY, SPREAD = 1.25, 0.5
"""Grey values and spreads are kept in such steps: a drawing in bright light is brighter than white."""
RIM = 2
"""Pixels of the half plan at the rim of a painted window whose spread is not told: edges beside it are cut off."""

Box = tuple[int, int, int, int]
"""Left, upper, right, lower bound."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptBoard:
    """An expected board at the plan's scale: `picture` (h, w, 3) in steps of GREY, where it is `known` (h, w), and its `spread`
    (h, w) in steps of SPREAD."""

    picture: Picture
    known: NDArray[np.bool_]
    spread: Picture

    def window(self, box: Box) -> Expected:
        """What is expected in a window of the half plan."""
        here = _fine(box)
        picture, spread = self.picture[here].astype(np.float32), self.spread[here].astype(np.float32)
        picture *= np.float32(GREY)
        spread *= np.float32(SPREAD)
        return Expected(picture, self.known[here].copy(), spread)

    def room_around(self, box: Box) -> Box:
        """The window of the half plan that has to be painted to lay down another."""
        height, width = self.known.shape
        left, upper, right, lower = box
        return max(left - RIM, 0), max(upper - RIM, 0), min(right + RIM, width // 2), min(lower + RIM, height // 2)

    def lay(self, box: Box, painted: Expected) -> None:
        """Put down what was painted anew in a window of the half plan and its rim."""
        room = self.room_around(box)
        inner = tuple(
            slice(2 * (low - start), 2 * (high - start))
            for low, high, start in ((box[1], box[3], room[1]), (box[0], box[2], room[0]))
        )
        here = _fine(box)
        self.picture[here], self.spread[here] = _kept(painted.picture[inner], GREY), _kept(painted.spread[inner], SPREAD)
        self.known[here] = painted.known[inner]


def kept_board(expected: Expected) -> KeptBoard:
    """What is expected, kept."""
    return KeptBoard(_kept(expected.picture, GREY), expected.known, _kept(expected.spread, SPREAD))


def _kept(image: Array, step: float) -> Picture:
    """An image in steps of so much, none more than 255."""
    return np.asarray(cv2.convertScaleAbs(np.ascontiguousarray(image), alpha=1 / step), dtype=np.uint8)


def _fine(box: Box) -> tuple[slice, slice]:
    """A window of the half plan in the plan."""
    return slice(2 * box[1], 2 * box[3]), slice(2 * box[0], 2 * box[2])
