"""Where the table that belongs to the game lies in the picture: what happens beside it concerns nobody."""

from __future__ import annotations

import cv2
import numpy as np

from vision.board import grid_corners_mm
from vision.lens import Floats
from vision.rig import Rig

GROWN = 1.1
"""The outline is so much wider than grid, zones and markers: a hand is noticed shortly before it gets there."""


def table_outline(rig: Rig) -> Floats | None:
    """The convex outline (n, 2) of grid, zones and markers as shares of the picture's width and height.

    As in the last teaching picture; None when nothing tells where the board lay in it.
    """
    places, pixels = _known(rig)
    if len(places) < 4:
        return None
    to_px = np.asarray(cv2.findHomography(places, pixels)[0], dtype=np.float64)
    points = [grid_corners_mm(rig.layout), places, *(np.array(zone.polygon_mm) for zone in rig.layout.zones)]
    seen = cv2.perspectiveTransform(np.concatenate(points).reshape(-1, 1, 2).astype(np.float64), to_px)
    outline = grown(np.asarray(seen, dtype=np.float64).reshape(-1, 2), GROWN)
    return np.asarray(outline / np.array(rig.lens.size), dtype=np.float64)


def grown(points: Floats, times: float) -> Floats:
    """The convex hull (n, 2) of points (m, 2), so many times as large about its middle."""
    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    middle = hull.mean(axis=0)
    return np.asarray(middle + (hull - middle) * times, dtype=np.float64)


def _known(rig: Rig) -> tuple[Floats, Floats]:
    """Table points (n, 2) mm and the pixels (n, 2) at which they were seen."""
    if rig.markers is not None and rig.corners:
        known = [(rig.markers.corners_mm(marker), px) for marker, px in rig.corners.items()]
        return np.concatenate([mm for mm, _ in known]), np.concatenate([px for _, px in known])
    if rig.board_px is not None:
        return grid_corners_mm(rig.layout), rig.board_px
    return np.zeros((0, 2)), np.zeros((0, 2))
