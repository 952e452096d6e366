"""Wedges of cheese drawn on a wooden table, and the wedge as it would be taught."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rig import SPRITE_SIDE, Sprite

Array = NDArray[np.float32]
YELLOW, WOOD = (40.0, 190.0, 230.0), (120.0, 150.0, 190.0)


def wedge(image: Array, at: tuple[float, float], degrees: float, colour: tuple[float, float, float] = YELLOW) -> None:
    """Draw a wedge of cheese, 14 px long, its tip turned clockwise from the far side."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([(0, -8), (5, 6), (-5, 6)]) @ turn.T + at
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), [float(each) for each in colour], cv2.LINE_8, 4)


def sprite() -> Sprite:
    """The wedge as it would be taught, tip to the far side."""
    picture, cover = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 128, np.float32), np.zeros((SPRITE_SIDE, SPRITE_SIDE, 3), np.float32)
    middle = ((SPRITE_SIDE - 1) / 2, (SPRITE_SIDE - 1) / 2)
    wedge(picture, middle, 0)
    wedge(cover, middle, 0, (1.0, 1.0, 1.0))
    return Sprite("cheese", picture[None], cover[None, ..., 0], 2.5, 9.0, directed=False)
