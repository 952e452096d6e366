"""Board coordinates: places as parts of the grid, whatever its size in millimetres."""

from __future__ import annotations

import numpy as np

from companion.core.catalogue import Layout
from companion.core.grid import Place
from vision.lens import Floats


def board_at(layout: Layout, points_mm: Floats) -> Floats:
    """Table points (n, 2) in units of half the grid from its middle: -1 to 1 inside it."""
    half = np.array([layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1]]) / 2
    return np.asarray((np.asarray(points_mm, dtype=np.float64) - half) / half, dtype=np.float64)


def grid_corners_mm(layout: Layout) -> Floats:
    """The outer corners of the grid: upper left, upper right, lower right, lower left; (4, 2) mm."""
    width, height = layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)


def outlines_mm(layout: Layout) -> dict[Place, Floats]:
    """The corners (n, 2) of every cell and zone, mm."""
    across, down = layout.pitch_mm
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
    outlines: dict[Place, Floats] = {cell: (square + np.array((cell.col, cell.row))) * (across, down) for cell in layout.cells()}
    return outlines | {zone.place: np.array(zone.polygon_mm, dtype=np.float64) for zone in layout.zones}
