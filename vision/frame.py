"""A camera frame, where frames come from, and pictures that teach an edition's art."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Point
from companion.core.scene import PieceAt, TileAt

Picture = NDArray[np.uint8]
"""A colour picture, shape (height, width, 3), channels blue, green, red; pixel centres have whole coordinates."""


class Frame:
    """One picture from the camera: its running number, when it was taken (seconds, any origin), the pixels.

    One that came packed as JPEG is decoded whole when somebody asks for its pixels, and not before: to see that nothing has
    changed, its eighth will do.
    """

    __slots__ = ("_eighth", "_jpeg", "_picture", "number", "time_s")

    def __init__(self, number: int, time_s: float, picture: Picture | None = None, jpeg: bytes = b"") -> None:
        """Either `picture` or `jpeg` is given."""
        self.number, self.time_s = number, time_s
        self._picture, self._jpeg = picture, jpeg
        self._eighth: Picture | None = None

    @property
    def picture(self) -> Picture:
        """The pixels.  Raises ValueError when the JPEG is none."""
        if self._picture is None:
            self._picture = _decoded(self._jpeg, cv2.IMREAD_COLOR)
        return self._picture

    @property
    def eighth(self) -> Picture | None:
        """The picture at an eighth of its size as the JPEG itself holds it, in half the time of decoding all of it; None where
        the pixels were given.  Raises ValueError when the JPEG is none."""
        if self._eighth is None and self._jpeg:
            self._eighth = _decoded(self._jpeg, cv2.IMREAD_REDUCED_COLOR_8)
        return self._eighth


def _decoded(jpeg: bytes, how: int) -> Picture:
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), how)
    if picture is None:
        raise ValueError("decoding a frame: it is no JPEG")
    return picture.astype(np.uint8, copy=False)


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
