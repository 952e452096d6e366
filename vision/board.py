"""Board coordinates: places as parts of the grid, whatever its size in millimetres."""

from __future__ import annotations

import numpy as np

from companion.core.catalogue import Layout
from vision.lens import Floats


def board_at(layout: Layout, points_mm: Floats) -> Floats:
    """Table points (n, 2) in units of half the grid from its middle: -1 to 1 inside it."""
    half = np.array([layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1]]) / 2
    return np.asarray((np.asarray(points_mm, dtype=np.float64) - half) / half, dtype=np.float64)


def patches_at(middles: Floats, width: Floats, count: int) -> Floats:
    """Middles (n * count * count, 2) of the patches of squares around such middles (n, 2), all in units of half the grid, where
    squares are so wide (2,)."""
    steps = (np.arange(count) + 0.5) / count - 0.5
    away = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(1, -1, 2) * width
    return np.asarray((middles[:, None] + away).reshape(-1, 2), dtype=np.float64)


def grid_corners_mm(layout: Layout) -> Floats:
    """The outer corners of the grid: upper left, upper right, lower right, lower left; (4, 2) mm."""
    width, height = layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
