"""A wedge of cheese drawn as a camera sees it from aslant: a yellow top, brown sides, and a red one at its back."""

from __future__ import annotations

import cv2
import numpy as np
from drawn_wedges import YELLOW
from numpy.typing import NDArray

from calibration.sprites import View
from companion.core.grid import Cell
from companion.core.scene import PieceAt
from vision.facing import PATCH
from vision.frame import TaughtPiece
from vision.rig import SPRITE_SIDE

Array = NDArray[np.float32]
CORNERS = np.array([(0.0, -14.0), (6.5, 8.0), (-6.5, 8.0)])
"""Tip and back of the wedge, its tip to the far side, px."""
SIDE, BACK = (20.0, 100.0, 130.0), (40.0, 60.0, 160.0)
"""The colours of the sides left and right of the tip, and of the one opposite."""
HEIGHT = 9.0
"""Millimetres; a pixel is one."""


def drawn(
    image: Array, degrees: float, lean: tuple[float, float], size: float = 1.0, at: float = (SPRITE_SIDE - 1) / 2,
    tall: float = HEIGHT,
) -> None:  # fmt: skip
    """Draw the wedge turned clockwise, where a pixel of height leans so many px to the right and down, half its height `at` a
    point; one of size 1 is so `tall`.  Sides that look away are drawn first, then those that look at the camera, then the top."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    foot, up = size * CORNERS @ turn.T + at, size * tall * np.array(lean) / 2
    edges = [(0, 1, SIDE), (1, 2, BACK), (2, 0, SIDE)]
    for near in (False, True):
        for one, other, colour in edges:
            across, down = foot[other] - foot[one]
            if (float(np.dot((down, -across), up)) < 0) == near:
                _filled(image, [foot[one] - up, foot[other] - up, foot[other] + up, foot[one] + up], colour)
    _filled(image, list(foot + up), YELLOW)


def _filled(image: Array, corners: list[NDArray[np.float64]], colour: tuple[float, float, float]) -> None:
    cv2.fillConvexPoly(image, np.round(np.array(corners) * 16).astype(np.int32), list(colour), cv2.LINE_AA, 4)


def seen(degrees: float, lean: tuple[float, float], size: float = 1.0, tall: float = HEIGHT) -> tuple[Array, Array]:
    """Picture (n, n, 3) and cover (n, n) of the wedge on a black table."""
    picture = np.zeros((SPRITE_SIDE, SPRITE_SIDE, 3), np.float32)
    drawn(picture, degrees, lean, size, tall=tall)
    return picture, (picture.max(axis=2) > 0).astype(np.float32)


def taught(step: int, height_mm: float = HEIGHT, size: float = 1.0) -> View:
    """One of many views: turned by chance, leaning as its place has it, on a ground of its own."""
    chance = np.random.default_rng(step)
    degrees, lean = float(chance.uniform(0, 360)), (float(chance.uniform(-0.4, 0.4)), float(chance.uniform(-0.9, -0.3)))
    ground = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), chance.uniform(60, 200, 3), np.float32)
    ground += np.asarray(cv2.GaussianBlur(chance.normal(0, 60, ground.shape), (0, 0), 6), np.float32)
    drawn(ground, degrees, lean, size)
    ground = np.asarray(cv2.GaussianBlur(ground, (0, 0), 0.7), np.float32)
    cover = seen(degrees, lean, size)[1]
    wide = np.zeros((PATCH, PATCH, 3), np.float32), np.zeros((PATCH, PATCH), np.float32), np.zeros((PATCH, PATCH, 3), np.float32)
    piece = TaughtPiece(PieceAt("cheese", Cell(0, 0), None), (0.0, 0.0), 2.5, 2.5 + height_mm)
    across, down = lean[0] * height_mm, lean[1] * height_mm
    return View(piece, ground, cover, np.ones_like(cover), wide, lean=(across, down))
