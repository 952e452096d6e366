"""What a teaching picture would show without pieces: labelled tiles, as far as their drawings are known, and printed zones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import Drawings, look_of, rim_of, stretch_of
from calibration.cards import of_grid
from companion.core.catalogue import Catalogue, Layout
from vision.expected import Canvas, to_half
from vision.frame import TeachingPicture
from vision.light import Array
from vision.pose import Pose
from vision.rectify import Plan
from vision.zones import zone_block

Glaze = Callable[[Array, NDArray[np.float64]], Array]
"""A drawing (n, n, 3) as it looks where its corners lie there (4, 2), mm."""


def painted(
    picture: TeachingPicture, pose: Pose, plan: Plan, layout: Layout, catalogue: Catalogue, art: Drawings,
    zone_art: Mapping[str, Array], zone_mask: Mapping[str, Array], glazed: Glaze | None = None,
) -> Canvas:  # fmt: skip
    """The board at half the plan's scale; `zone_art` and `zone_mask` are at that scale too, `glazed` tells how
    drawings look under haze."""
    canvas = Canvas(plan)
    for zone in layout.zones:
        if zone.name in zone_art:
            left, upper, _, _ = zone_block(plan, zone)
            canvas.paint(zone_art[zone.name], np.array([[1.0, 0, left], [0, 1.0, upper]]), zone_mask[zone.name])
    for tile in picture.tiles:
        if look_of(tile, catalogue) not in art or not of_grid(tile, pose, layout):
            continue
        corners = pose.unproject(np.asarray(tile.corners_px), layout.top_mm)
        drawing, seen = art[look_of(tile, catalogue)]
        if glazed is not None:
            drawing = glazed(drawing, corners)
        _paint_tile(canvas, drawing, seen, corners, stretch_of(layout))
    return canvas


def _paint_tile(
    canvas: Canvas, drawing: NDArray[np.float32], seen: NDArray[np.bool_], corners_mm: NDArray[np.float64], stretch: float
) -> None:
    rim = rim_of(stretch, drawing.shape[0])[:3]
    matrix = cv2.getAffineTransform(rim, to_half(canvas.plan, corners_mm)[:3].astype(np.float32))
    canvas.paint(drawing, np.asarray(matrix, dtype=np.float64), seen=seen.astype(np.float32))
