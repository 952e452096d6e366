"""Wedges of cheese drawn on a wooden table, and the wedge as it would be taught."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rig import SPRITE_SIDE, Sprite

Array = NDArray[np.float32]
BODY, GREY = (10, 20), (90.0, 90.0, 90.0)
"""Half axes of a mouse, and its colour."""
YELLOW, BROWN, WOOD = (40.0, 190.0, 230.0), (30.0, 130.0, 180.0), (120.0, 150.0, 190.0)
HOLES = ((0, -3), (2, 3), (-2, 2))
"""Where holes are printed on a wedge, px."""


def wedge(
    image: Array, at: tuple[float, float], degrees: float, colour: tuple[float, float, float] = YELLOW, size: float = 1.0
) -> None:
    """Draw a wedge of cheese, 14 px long times its size, its tip turned clockwise from the far side."""
    corners = size * np.array([(0, -8), (5, 6), (-5, 6)]) @ _turn(degrees).T + at
    cv2.fillConvexPoly(image, np.round(corners * 16).astype(np.int32), [float(each) for each in colour], cv2.LINE_8, 4)


def printed(image: Array, at: tuple[float, float], degrees: float, light: float = 1.0) -> None:
    """Draw a wedge with three holes, in that share of the light."""
    wedge(image, at, degrees, (light * YELLOW[0], light * YELLOW[1], light * YELLOW[2]))
    for u, v in np.round((np.array(HOLES) @ _turn(degrees).T + at) * 16).astype(int).tolist():
        cv2.circle(image, (u, v), 20, [light * each for each in BROWN], -1, cv2.LINE_8, 4)


def _turn(degrees: float) -> NDArray[np.float64]:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def printed_sprite() -> Sprite:
    """The flat wedge with holes as it would be taught, tip to the far side."""
    plain = sprite()
    picture = plain.picture[0].copy()
    printed(picture, ((SPRITE_SIDE - 1) / 2,) * 2, 0)
    return replace(plain, picture=picture[None], foot_mm=0.6, top_mm=2.4)


def flat_wedge(size: float) -> Sprite:
    """A flat wedge of that size as it would be taught on cells."""
    return replace(sprite(size), foot_mm=0.6, top_mm=2.4, places=(("", 3),))


def sprite(size: float = 1.0) -> Sprite:
    """The wedge as it would be taught, tip to the far side."""
    picture, cover = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 128, np.float32), np.zeros((SPRITE_SIDE, SPRITE_SIDE, 3), np.float32)
    middle = ((SPRITE_SIDE - 1) / 2, (SPRITE_SIDE - 1) / 2)
    wedge(picture, middle, 0, YELLOW, size)
    wedge(cover, middle, 0, (1.0, 1.0, 1.0), size)
    return Sprite("cheese", picture[None], cover[None, ..., 0], 2.5, 9.0, directed=False)


def mouse() -> Sprite:
    """A large grey piece."""
    picture, cover = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 128, np.float32), np.zeros((SPRITE_SIDE, SPRITE_SIDE), np.float32)
    for image, colour in ((picture, GREY), (cover, 1.0)):
        cv2.ellipse(image, (SPRITE_SIDE // 2, SPRITE_SIDE // 2), BODY, 0, 0, 360, colour, -1)
    return Sprite("mouse", picture[None], cover[None], 2.5, 17.0, directed=True, alone=True)
