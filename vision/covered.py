"""Which cells of a bright board thick dark tiles stand on, from the frame of each cell that a tile's body fills.

What is drawn on a tile may be as bright as the board; its body around the drawing is not.  How dark a body is, and how
bright the board, is taught by one picture of known cells.  A tile's side hides part of the next cell, but never its whole
frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.frame import Picture
from vision.light import Array

CELL = 24
"""Pixels across a cell of the plan."""
OUTER, INNER = 0.92, 0.66
"""Widths of the frame that is looked at, in cells."""
NEIGHBOURHOOD = 3.2
"""Cells across which the brightest paint shows the light."""
SHARE = 0.5
"""Share of a cell's frame that must be dark."""

Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Cover:
    """How dark the body of a tile may at most be, as a share of the light around it."""

    darkest_board: float

    def cells(self, plan: Picture, rows: int, cols: int) -> Cells:
        """The covered cells (rows, cols) of a plan (rows * CELL, cols * CELL, 3)."""
        return np.asarray(_frame_means((_levels(plan) < self.darkest_board).astype(np.float32), rows, cols) > SHARE)


def learn_cover(plan: Picture, covered: Cells) -> Cover:
    """From a plan and the cells (rows, cols) known to be covered: the level half-way, as light goes, between both."""
    medians = _frame_medians(_levels(plan), *covered.shape)
    return Cover(float(np.sqrt(np.median(medians[covered]) * np.median(medians[~covered]))))


def cells_plan(picture: Picture, corners_px: NDArray[np.float64], rows: int, cols: int) -> Picture:
    """The board (rows * CELL, cols * CELL, 3) within four corners, upper left first, clockwise, (4, 2) px."""
    size = (cols * CELL, rows * CELL)
    corners = np.array([[0, 0], [size[0], 0], list(size), [0, size[1]]], dtype=np.float32) - 0.5
    to_picture = cv2.getPerspectiveTransform(corners, corners_px.astype(np.float32))
    # About as soft as a plan's pixel is large, so that fine texture does not flicker from picture to picture.
    soft = cv2.GaussianBlur(picture, (0, 0), max(0.3, 0.35 * float(np.linalg.norm(corners_px[1] - corners_px[0])) / size[0]))
    laid = resample.warp_perspective(soft, to_picture, size, inverse=True, border=cv2.BORDER_REPLICATE)
    return np.asarray(laid, dtype=np.uint8)


def _levels(plan: Picture) -> Array:
    """Brightness (h, w) as a share of the brightest paint around."""
    bright = plan.max(axis=2).astype(np.float32)
    small = cv2.resize(bright, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    reach = round(NEIGHBOURHOOD * CELL / 4) | 1
    light = cv2.resize(cv2.dilate(small, np.ones((reach, reach), np.uint8)), bright.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(bright / np.maximum(cv2.GaussianBlur(light, (0, 0), CELL * 0.8), 1), dtype=np.float32)


def _frames(values: Array, rows: int, cols: int) -> Array:
    """The pixels of each cell's frame: shape (rows, cols, pixels)."""
    away = np.abs(np.arange(CELL) - (CELL - 1) / 2) / (CELL / 2)
    square = np.maximum(away[:, None], away[None])
    cells = values.reshape(rows, CELL, cols, CELL).transpose(0, 2, 1, 3)
    return np.asarray(cells[:, :, (square <= OUTER) & (square >= INNER)], dtype=np.float32)


def _frame_means(values: Array, rows: int, cols: int) -> Array:
    return np.asarray(_frames(values, rows, cols).mean(axis=2), dtype=np.float32)


def _frame_medians(values: Array, rows: int, cols: int) -> Array:
    return np.asarray(np.median(_frames(values, rows, cols), axis=2), dtype=np.float32)


def newly_covered(before: Cells, now: Cells) -> Sequence[tuple[int, int]]:
    """Cells (row, column) on which something stands that was bare before."""
    return [(int(row), int(col)) for row, col in zip(*np.nonzero(now & ~before), strict=True)]
