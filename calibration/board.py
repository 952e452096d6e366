"""A printed board without tiles: every cell is taught as a drawing of its own that lies nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from companion.core.catalogue import Layout
from companion.core.grid import Cell
from companion.core.scene import Look, TileAt
from vision.frame import TaughtTile, TeachingPicture
from vision.pose import Pose

BOARD = "board"
CLEAR = 0.9
"""A cell is free of pieces when none stands nearer to its middle than this share of the pitch."""


def board_only(pictures: Sequence[TeachingPicture]) -> bool:
    """Whether no teaching picture shows any tile."""
    return not any(picture.tiles for picture in pictures)


def with_board(pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout) -> list[TeachingPicture]:
    """The pictures with a drawing labelled in every cell."""
    return [
        replace(picture, tiles=tuple(_print_of(cell, number, pose, layout) for number, cell in enumerate(layout.cells())))
        for picture, pose in zip(pictures, poses, strict=True)
    ]


def _print_of(cell: Cell, number: int, pose: Pose, layout: Layout) -> TaughtTile:
    across, down = layout.pitch_mm
    rim = [(cell.col + right, cell.row + lower) for right, lower in ((0, 0), (1, 0), (1, 1), (0, 1))]
    px = [(float(x), float(y)) for x, y in pose.project(np.array(rim) * (across, down), layout.top_mm)]
    look = Look(f"{BOARD} {number:03}", BOARD)
    return TaughtTile(TileAt(cell, look), (px[0], px[1], px[2], px[3]))
