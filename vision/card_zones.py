"""A zone off the grid as cards in it are looked for: upright, in millimetres, at a coarse and a fine scale."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import ZoneSpec
from vision import resample
from vision.light import Array
from vision.rectify import Plan

COARSE_MM = 4
FINE_MM = 2
MARGIN_MM = 12

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class ZoneView:
    """A way to look at a zone: as the table lies, or about its `middle` (2,), mm, from the right, so that cards that lie across
    stand.  `low` and `high` (2,), mm, bound what is looked at."""

    middle: Points
    across: bool
    low: Points
    high: Points

    def of_table(self, points: Points) -> Points:
        """Points (n, 2) of the table in this view, both mm."""
        x, y = (points - self.middle).T
        return self.middle + np.column_stack([y, -x]) if self.across else points

    def on_table(self, points: Points) -> Points:
        """Points (n, 2) of this view on the table, both mm."""
        x, y = (points - self.middle).T
        return self.middle + np.column_stack([-y, x]) if self.across else points

    def raster(self, plan: Plan, plan_picture: NDArray[np.uint8], pixel: float) -> Array:
        """What is looked at in pixels of `pixel` mm, (h, w, 3); the first pixel's middle lies at `low`."""
        scale = np.array(plan.scale)
        size = np.ceil((self.high - self.low) / pixel).astype(int) + 1
        first, across, down = plan.to_plan(self.on_table(self.low + np.array([[0, 0], [1, 0], [0, 1]]) * pixel))
        matrix = np.column_stack([across - first, down - first, first])
        rim = np.array([[0, 0], [size[0], 0], [0, size[1]], [size[0], size[1]]]) @ matrix[:, :2].T + first
        u0, v0 = np.maximum(np.floor(rim.min(axis=0)).astype(int) - 8, 0)
        u1, v1 = np.ceil(rim.max(axis=0)).astype(int) + 8
        part = plan_picture[v0:v1, u0:u1]
        matrix[:, 2] -= (u0, v0)
        soft = cv2.GaussianBlur(part, (0, 0), sigmaX=0.4 * pixel * scale[0], sigmaY=0.4 * pixel * scale[1])
        laid = resample.warp_affine(soft, matrix, (int(size[0]), int(size[1])), inverse=True, border=cv2.BORDER_REPLICATE)
        return np.asarray(laid, dtype=np.float32)


def view_of(spec: ZoneSpec, across: bool) -> ZoneView:
    """A zone as it is looked at; `across` where cards lie so that they stand seen from the right."""
    middle = np.array(spec.centre_mm, dtype=np.float64)
    around = ZoneView(middle, across, middle, middle)
    polygon = around.of_table(np.array(spec.polygon_mm, dtype=np.float64))
    return ZoneView(middle, across, polygon.min(axis=0) - MARGIN_MM, polygon.max(axis=0) + MARGIN_MM)


def halved(fine: Array) -> Array:
    """Coarse pixels of fine ones."""
    half = (fine.shape[1] // 2, fine.shape[0] // 2)
    return np.asarray(cv2.resize(fine[: half[1] * 2, : half[0] * 2], half, interpolation=cv2.INTER_AREA), dtype=np.float32)


def upright(image: Array, middle: Points, angle: float, size: tuple[int, int]) -> Array:
    """A window of `size` (w, h) about a middle (2,), turned by `angle` (radians) in the image, as it lies upright."""
    matrix = np.column_stack([turned_by(angle), np.zeros(2)])
    matrix[:, 2] = middle - matrix[:, :2] @ ((np.array(size) - 1) / 2)
    return np.asarray(resample.warp_affine(image, matrix, size, inverse=True), dtype=np.float32)


def cover(seen: Array, middle: Points, size: Points, angle: float) -> None:
    """Set aside what a card of that size (2,) covers, a little more than its print; all in pixels of `seen`."""
    cv2.fillPoly(seen, [np.round(corners_of(middle, size + 1.6, angle)).astype(np.int32)], 0.0)


def corners_of(middle: Points, size: Points, angle: float) -> Points:
    """The corners (4, 2) of a card of that width and height (2,) about a middle (2,), turned by `angle` (radians)."""
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
    return np.asarray(middle + rim @ turned_by(angle).T, dtype=np.float64)


def turned_by(angle: float) -> Points:
    """The matrix (2, 2) that turns by so much (radians)."""
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
