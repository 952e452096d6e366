"""Teaching pictures as other cameras would have taken them: without markers, through another lens, pushed after teaching."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.drawing import Point
from vision.board import grid_corners_mm
from vision.fiducials import MarkerFinder, Markers
from vision.frame import Picture, TeachingPicture
from vision.lens import Floats, Lens, nominal_lens
from vision.pose import pose_from_corners

RIM = 1.75
"""A marker with its white rim and its shadow is this many times as wide as its black square."""
PUSH_MM, PUSH_DEGREES = (8.0, 6.0), 2.0
BARREL = -0.07
"""What a wider lens adds to the first coefficient of radial distortion."""
Warp = Callable[[Floats], Floats]
"""Where points (n, 2) px of a picture lie in the other camera's."""


@dataclass(frozen=True, slots=True)
class OtherCamera:
    """`unmarked`: no markers on the table; `wide`: a lens that bends more, which nobody has calibrated; `pushed`: after teaching,
    the camera was pushed."""

    unmarked: bool = False
    wide: bool = False
    pushed: bool = False

    def taught(self, picture: TeachingPicture, markers: Markers | None) -> TeachingPicture:
        """A picture as this camera would have taken it, labels and all."""
        if self.unmarked and markers is not None:
            picture = replace(picture, picture=without_markers(picture.picture, markers))
        return bent(picture, BARREL) if self.wide else picture

    def later(self, picture: TeachingPicture, layout: Layout) -> TeachingPicture:
        """A picture of the evening, after the push."""
        return shoved(picture, layout) if self.pushed else picture

    def lens(self, lens: Lens | None) -> Lens | None:
        """What is known of the lens."""
        return None if self.wide else lens

    def markers(self, markers: Markers | None) -> Markers | None:
        """The markers on the table."""
        return None if self.unmarked else markers


AS_IT_IS = OtherCamera()
CAMERAS: Mapping[str, OtherCamera] = {
    "as it is": AS_IT_IS,
    "unmarked": OtherCamera(unmarked=True),
    "pushed": OtherCamera(unmarked=True, pushed=True),
    "wide": OtherCamera(wide=True),
    "wide unmarked": OtherCamera(unmarked=True, wide=True),
}
"""Cameras by name."""


def without_markers(picture: Picture, markers: Markers) -> Picture:
    """The picture with the table painted over its markers."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    holes = np.zeros(grey.shape, np.uint8)
    for corners in MarkerFinder(markers).find(grey).values():
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(holes, np.round(middle + (corners - middle) * RIM).astype(np.int32), 255)
    return np.asarray(cv2.inpaint(picture, holes, 5, cv2.INPAINT_TELEA), dtype=np.uint8)


def bent(picture: TeachingPicture, k1: float) -> TeachingPicture:
    """The picture through a lens that bends it by so much more."""
    height, width = picture.picture.shape[:2]
    lens = nominal_lens((width, height))
    ends, bend = np.zeros(5), np.array([k1, 0, 0, 0, 0.0])

    def there(points: Floats) -> Floats:
        flat = cv2.undistortPoints(points.reshape(-1, 1, 2), lens.matrix, ends)
        away, _ = cv2.projectPoints(cv2.convertPointsToHomogeneous(flat), np.zeros(3), np.zeros(3), lens.matrix, bend)
        return np.asarray(away, dtype=np.float64).reshape(-1, 2)

    # Where each pixel of the bent picture comes from.
    pixels = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 1, 2).astype(np.float64)
    from_px = cv2.undistortPoints(pixels, lens.matrix, bend, P=lens.matrix).reshape(height, width, 2).astype(np.float32)
    seen = cv2.remap(
        picture.picture, from_px[..., 0].copy(), from_px[..., 1].copy(), cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
    )
    return relabelled(picture, np.asarray(seen, dtype=np.uint8), there)


def shoved(picture: TeachingPicture, layout: Layout) -> TeachingPicture:
    """The picture after a push of the camera along the table."""
    size = (picture.picture.shape[1], picture.picture.shape[0])
    pose = pose_from_corners(np.asarray(picture.board_px), layout, nominal_lens(size))
    corners = grid_corners_mm(layout)
    middle, angle = corners.mean(axis=0), np.radians(PUSH_DEGREES)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    moved = (corners - middle) @ turn.T + middle + PUSH_MM
    matrix = cv2.getPerspectiveTransform(pose.project(corners).astype(np.float32), pose.project(moved).astype(np.float32))
    seen = cv2.warpPerspective(picture.picture, matrix, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
    return relabelled(
        picture,
        np.asarray(seen, dtype=np.uint8),
        lambda points: np.asarray(cv2.perspectiveTransform(points.reshape(1, -1, 2), matrix)[0], dtype=np.float64),
    )


def relabelled(picture: TeachingPicture, seen: Picture, there: Warp) -> TeachingPicture:
    """Another picture of the same things, its labels moved along."""

    def four(corners: Sequence[Point]) -> tuple[Point, Point, Point, Point]:
        points = [(float(x), float(y)) for x, y in there(np.asarray(corners, dtype=np.float64))]
        return points[0], points[1], points[2], points[3]

    def box(bounds: tuple[float, float, float, float] | None) -> tuple[float, float, float, float] | None:
        if bounds is None:
            return None
        left, upper, right, lower = bounds
        rim: NDArray[np.float64] = there(np.array([[left, upper], [right, upper], [right, lower], [left, lower]]))
        low, high = rim.min(axis=0), rim.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    return TeachingPicture(
        seen,
        four(picture.board_px),
        tuple(replace(tile, corners_px=four(tile.corners_px)) for tile in picture.tiles),
        tuple(replace(piece, box_px=box(piece.box_px)) for piece in picture.pieces),
    )
