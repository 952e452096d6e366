"""Views of a taught mouse, drawn as an oval."""

from __future__ import annotations

import numpy as np

from calibration.sprites import View
from companion.core.grid import Cell
from companion.core.scene import PieceAt
from vision.facing import PATCH
from vision.frame import TaughtPiece
from vision.rig import SPRITE_SIDE

HEIGHT = 14.0


def view(paint: float, lean: float) -> View:
    """A grey mouse, its nose to the far side, that leans so far to the near side, mm."""
    grid = np.arange(SPRITE_SIDE) - (SPRITE_SIDE - 1) / 2
    cover = np.asarray(np.hypot(*np.meshgrid(2 * grid, grid)) < 24, dtype=np.float32)
    picture = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), paint, np.float32)
    wide = np.zeros((PATCH, PATCH, 3), np.float32), np.zeros((PATCH, PATCH), np.float32), np.zeros((PATCH, PATCH, 3), np.float32)
    taught = TaughtPiece(PieceAt("mouse", Cell(0, 0), 0), (0.0, 0.0), 0.0, HEIGHT)
    return View(taught, picture, cover, np.ones_like(cover), wide, lean=(0.0, lean))
