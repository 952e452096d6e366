"""A camera frame, where frames come from, and pictures that teach an edition's art."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Point
from companion.core.scene import PieceAt, TileAt

Picture = NDArray[np.uint8]
"""A colour picture, shape (height, width, 3), channels blue, green, red; pixel centres have whole coordinates."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture from the camera: its running number, when it was taken (seconds, any origin), the pixels."""

    number: int
    time_s: float
    picture: Picture


class Camera(Protocol):
    """Where frames come from."""

    def read(self) -> Frame | None:
        """The next frame; None when there will be no more.  Waits for a live camera's next picture."""
        ...

    def close(self) -> None:
        """Give the device back.  May be called twice."""
        ...


@dataclass(frozen=True, slots=True)
class TaughtPiece:
    """A piece in a teaching picture: its foot in the table frame (mm) and the heights of foot and top above the table (mm).

    `heading_deg` is its direction in degrees clockwise from the far side, where known better than to a quarter turn; `box_px`
    left, upper, right, lower bound of what the picture shows of it, lens distortion included, where somebody drew a box.
    """

    piece: PieceAt
    at_mm: Point
    foot_mm: float
    top_mm: float
    heading_deg: float | None = None
    box_px: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class TaughtTile:
    """A tile in a teaching picture: the corners of its printed picture in the order upper left, upper right, lower right,
    lower left of the drawing; shape (4, 2), px, lens distortion included.  `covered` is the share that tiles listed later in
    the same place hide."""

    tile: TileAt
    corners_px: tuple[Point, Point, Point, Point]
    covered: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class TeachingPicture:
    """A tidy picture of which everything is known; `board_px` are the corners of the grid on the table top, as tapped by a
    person: upper left, upper right, lower right, lower left."""

    picture: Picture
    board_px: tuple[Point, Point, Point, Point]
    tiles: tuple[TaughtTile, ...]
    pieces: tuple[TaughtPiece, ...]
