"""The board seen straight from above: one remap from the camera picture to the plane of the tiles' tops.

The plan is a picture in which one cell is CELL pixels wide and CELL pixels high, whatever its shape on the table; twice
as many where cells are so large that the pieces would come out too small.  Plan coordinates (u, v) count pixels from the
plan's upper left pixel centre; `Plan.to_mm` and `Plan.to_plan` convert.  All zones lie inside the plan.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Place
from vision import resample
from vision.frame import Picture
from vision.lens import Floats
from vision.pose import Pose

CELL = 64
"""Pixels of the plan for one cell's pitch, at `Plan.detail` 1."""
LEAST_PX_MM = 0.9
"""Tables whose plan would have fewer pixels a millimetre get one of twice the detail."""
MARGIN_MM = 6.0
"""The plan reaches this far beyond the outermost zone, so that a shifted tile is still inside."""
STEP = 16
"""Only every STEP-th pixel of the map is projected; between them the map is linear to a few hundredths of a pixel."""
BAND = 4
"""So many times STEP rows are laid out at once: as many as stay in the processor's own memory."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Where the plan lies: `origin_mm` of its first pixel centre, `scale` px a mm to the right and down, `size` (width, height)
    multiples of STEP; `detail` is how many times CELL a cell is wide."""

    origin_mm: tuple[float, float]
    scale: tuple[float, float]
    size: tuple[int, int]
    height_mm: float
    detail: int = 1

    @property
    def cell(self) -> int:
        """Pixels across a cell's pitch."""
        return CELL * self.detail

    def to_plan(self, points_mm: Floats) -> Floats:
        """Plan coordinates (n, 2) of table points (n, 2)."""
        return np.asarray((np.asarray(points_mm, dtype=np.float64) - self.origin_mm) * self.scale, dtype=np.float64)

    def to_mm(self, points: Floats) -> Floats:
        """Table points (n, 2) of plan coordinates (n, 2)."""
        return np.asarray(np.asarray(points, dtype=np.float64) / self.scale + self.origin_mm, dtype=np.float64)


def detail_of(layout: Layout) -> int:
    """How many times CELL a cell is wide in a table's plan."""
    return 1 if CELL / layout.pitch_mm[0] >= LEAST_PX_MM else 2


def plan_of(layout: Layout, magnified: int = 1) -> Plan:
    """The plan of a table: the grid's upper left corner falls half-way between pixels, so that cells are whole pixel blocks."""
    detail = detail_of(layout) * magnified
    scale = CELL * detail / np.array(layout.pitch_mm)
    corners = [(0.0, 0.0), (layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1])]
    corners += [point for zone in layout.zones for point in zone.polygon_mm]
    low, high = np.min(corners, axis=0) - MARGIN_MM, np.max(corners, axis=0) + MARGIN_MM
    # A cell's block must begin on a multiple of the coarse pixel (STEP / 4) from the plan's edge.
    before = np.ceil(-low * scale / STEP).astype(int) * STEP
    size = np.ceil((before + high * scale) / STEP).astype(int) * STEP
    origin = -(before - 0.5) / scale
    width, height = int(size[0]), int(size[1])
    return Plan((float(origin[0]), float(origin[1])), (float(scale[0]), float(scale[1])), (width, height), layout.top_mm, detail)


def doubled(plan: Plan) -> Plan:
    """The same area at twice the scale."""
    right, down = plan.scale
    origin = (plan.origin_mm[0] - 0.25 / right, plan.origin_mm[1] - 0.25 / down)
    return Plan(origin, (2 * right, 2 * down), (2 * plan.size[0], 2 * plan.size[1]), plan.height_mm, 2 * plan.detail)


def block_of(plan: Plan, layout: Layout, place: Place) -> tuple[int, int]:
    """Upper left plan pixel (u, v) of the square block of a cell's size around the middle of a place."""
    centre = plan.to_plan(np.array([layout.centre_mm(place)]))[0]
    left, upper = np.round(centre - (plan.cell - 1) / 2).astype(int)
    return int(left), int(upper)


class Rectifier:
    """Turns camera pictures into plans, a band at a time: the map of a whole plan is larger than what it makes."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._nodes: tuple[Pose, NDArray[np.float32]] | None = None

    def rectify(self, picture: Picture, pose: Pose) -> Picture:
        """The plan of a picture, shape (height, width, 3); black where the camera does not see."""
        return self.window(picture, pose, (0, 0, *self.plan.size))

    def in_picture(self, pose: Pose, size: tuple[int, int]) -> NDArray[np.bool_]:
        """Where (h, w), at half the plan's scale, a picture of that size (width, height) shows what lies there."""
        middle = (np.array(size, np.float32) - 1) / 2
        beyond = (np.abs(self._nodes_of(pose) - middle) - middle).max(axis=2)
        # A pixel of the half plan lies between two of the plan.
        matrix = np.array([[2 / STEP, 0, 0.5 / STEP], [0, 2 / STEP, 0.5 / STEP]])
        half = self.plan.size[0] // 2, self.plan.size[1] // 2
        return np.asarray(resample.warp_affine(beyond, matrix, half, inverse=True) <= 0, dtype=np.bool_)

    def window(self, picture: Picture, pose: Pose, box: tuple[int, int, int, int]) -> Picture:
        """The part of the plan between left, upper, right and lower bounds, multiples of STEP."""
        left, upper, right, lower = box
        nodes = self._nodes_of(pose)[upper // STEP : lower // STEP + 1, left // STEP : right // STEP + 1]
        seen = np.empty((lower - upper, right - left, 3), np.uint8)
        for start in range(0, len(nodes) - 1, BAND):
            rows = nodes[start : start + BAND + 1]
            smooth = _between(np.ascontiguousarray(_between(rows.swapaxes(0, 1)).swapaxes(0, 1)))
            maps = [np.asarray(each) for each in cv2.convertMaps(smooth, None, cv2.CV_16SC2)]  # type: ignore[call-overload]
            cv2.remap(picture, maps[0], maps[1], cv2.INTER_LINEAR, dst=seen[start * STEP : (start + BAND) * STEP])
        return seen

    def _nodes_of(self, pose: Pose) -> NDArray[np.float32]:
        """Where the plan's nodes lie in the picture of a pose, told once."""
        if self._nodes is None or self._nodes[0] is not pose:
            self._nodes = pose, _nodes(self.plan, pose)
        return self._nodes[1]


def _nodes(plan: Plan, pose: Pose) -> NDArray[np.float32]:
    """Where every STEP-th pixel of a plan, and the next beyond it, lies in the picture of a pose (n, m, 2), px."""
    across, down = (np.arange(0, size + STEP, STEP) for size in plan.size)
    nodes = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2).astype(np.float64)
    return pose.project(plan.to_mm(nodes), plan.height_mm).reshape(len(down), len(across), 2).astype(np.float32)


def _between(nodes: NDArray[np.float32]) -> NDArray[np.float32]:
    """STEP rows for every row of nodes (n, m, 2) but the last: itself and those between it and the next."""
    share = (np.arange(STEP, dtype=np.float32) / STEP)[:, None, None]
    filled = nodes[:-1, None] + share * (nodes[1:] - nodes[:-1])[:, None]
    return np.asarray(filled.reshape(-1, *nodes.shape[1:]), dtype=np.float32)
