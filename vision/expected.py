"""What the board should look like from above when only known tiles and printed zones lie on it.

Everything here is at half the plan's scale (half as many px a cell) and in the light of the art pictures.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from math import ceil, floor
from math import cos as cos_of
from math import sin as sin_of

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from vision import resample
from vision.board import board_at
from vision.channels import mean_of, shaded, squared, summed
from vision.light import OFF_GRID, Array, gains_at
from vision.rectify import STEP, Plan

HALF_COVERED = 127
RIM = 8
"""A drawing may lie so far (px at a quarter of the plan's scale) from its place."""
GUESSED = 0.3
GUESS = 60.0
"""Where more than that share of a pixel is guessed, the standard deviation of a grey value."""


Bounds = tuple[int, int, int, int]
"""Left, upper, right and lower bound."""


@dataclass(frozen=True, slots=True, eq=False)
class Expected:
    """`picture` (h, w, 3) float32 in art light, `known` (h, w) bool where something is expected, `spread` (h, w) float32: the
    standard deviation of a grey value there, more where the picture has edges that a small shift would move; `shadow` (3,) what
    a shadow takes of each channel, 1 in the mean, None for as much of each."""

    picture: Array
    known: NDArray[np.bool_]
    spread: Array
    shadow: Array | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A picture laid into the half plan: its upper left `corner` there, `picture` (h, w, 3), 1 where it is `here` (h, w), and
    where it is but `guessed` (h, w), None for nowhere."""

    corner: tuple[int, int]
    picture: Array
    here: NDArray[np.uint8]
    guessed: NDArray[np.bool_] | None


class Canvas:
    """Paints drawings and zone pictures onto an empty half-scale plan, or onto a part of it."""

    def __init__(self, plan: Plan, box: tuple[int, int, int, int] | None = None) -> None:
        """`box` are the left, upper, right and lower bounds of the part, at a quarter of the plan's scale."""
        self.plan, self._box = plan, box or (0, 0, plan.size[0] // 4, plan.size[1] // 4)
        left, upper, right, lower = (2 * bound for bound in self._box)
        self._corner = np.array([left, upper])
        self.picture = np.zeros((lower - upper, right - left, 3), np.float32)
        self.known = np.zeros(self.picture.shape[:2], np.bool_)
        self._guessed = np.zeros(self.picture.shape[:2], np.bool_)

    def copies(self, count: int) -> tuple[Canvas, list[Canvas]]:
        """A canvas on which so many copies lie one below the other, and these, to be painted on each by itself: what is told of
        the first is told of all at once, but for the two rows at the rims of each."""
        whole = copy(self)
        whole.picture, whole.known = np.tile(self.picture, (count, 1, 1)), np.tile(self.known, (count, 1))
        whole._guessed, each, rows = np.tile(self._guessed, (count, 1)), list[Canvas](), len(self.known)
        for start in range(0, count * rows, rows):
            part, own = copy(self), slice(start, start + rows)
            part.picture, part.known, part._guessed = whole.picture[own], whole.known[own], whole._guessed[own]
            each.append(part)
        return whole, each

    @property
    def bounds(self) -> Bounds:
        """Left, upper, right, lower bound of what is painted, px of the half plan."""
        left, upper = self._corner.tolist()
        return left, upper, left + self.known.shape[1], upper + self.known.shape[0]

    def misses(self, block: tuple[int, int, int, int]) -> bool:
        """Whether a block (left, upper, right, lower, at a quarter of the plan's scale) lies well outside what is painted."""
        left, upper, right, lower = self._box
        return block[0] > right + RIM or block[2] < left - RIM or block[1] > lower + RIM or block[3] < upper - RIM

    def meets(self, corners: NDArray[np.int64], size: int) -> NDArray[np.int64]:
        """The numbers of those blocks with such upper left corners (n, 2), all of that width, which it does not miss."""
        left, upper, right, lower = self._box
        across = (corners[:, 0] <= right + RIM) & (corners[:, 0] + size >= left - RIM)
        return np.flatnonzero(across & (corners[:, 1] <= lower + RIM) & (corners[:, 1] + size >= upper - RIM))

    def paint(self, art: Array, matrix: NDArray[np.float64], mask: Array | None = None, seen: Array | None = None) -> None:
        """Lay a picture down; `matrix` (2, 3) takes its pixel coordinates to half-plan ones.

        `mask` is 0 where there is no picture, `seen` 0 where it is but a guess, since nobody ever saw it bare.
        """
        height, width = self.known.shape
        left, upper = self._corner.tolist()
        self.lay(laid_layer(art, matrix, mask, seen, (left, upper, left + width, upper + height)))

    @property
    def layer(self) -> Layer:
        """What is painted, to be laid on another canvas."""
        left, upper, _, _ = self.bounds
        return Layer((left, upper), self.picture, self.known.view(np.uint8), self._guessed)

    def lay(self, layer: Layer | None) -> None:
        """Lay down what was warped already, as far as it lies in what is painted."""
        if layer is None:
            return
        height, width = self.known.shape
        left, upper = (at - start for at, start in zip(layer.corner, self._corner.tolist(), strict=True))
        rows = slice(max(upper, 0), min(upper + layer.here.shape[0], height))
        columns = slice(max(left, 0), min(left + layer.here.shape[1], width))
        if rows.stop <= rows.start or columns.stop <= columns.start:
            return
        own = slice(rows.start - upper, rows.stop - upper), slice(columns.start - left, columns.stop - left)
        here = layer.here[own]
        cv2.copyTo(layer.picture[own], here, self.picture[rows, columns])
        self.known[rows, columns] |= here.view(np.bool_)
        if layer.guessed is not None:
            self._guessed[rows, columns] |= layer.guessed[own]

    def expected(self, noise: float, wobble: float = 0.6) -> Expected:
        """The finished picture; `wobble` is how many pixels an edge may be off."""
        grey = mean_of(self.picture)
        across, down = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.125)
        steep = np.asarray(cv2.dilate(cv2.magnitude(across, down), np.ones((3, 3), np.uint8)), dtype=np.float32)
        steep *= np.float32(wobble)
        spread = np.sqrt(steep * steep + np.float32(noise**2))
        if self._guessed.any():
            np.maximum(spread, self._guessed * np.float32(GUESS), out=spread)
        return Expected(self.picture, self.known, spread)


def laid_layer(
    art: Array, matrix: NDArray[np.float64], mask: Array | None = None, seen: Array | None = None, within: Bounds | None = None
) -> Layer | None:
    """A picture (h, w, 3) laid where `matrix` (2, 3) takes its pixel coordinates, all of it or what lies within some bounds, None
    when that is nothing; `mask` is 0 where there is no picture, `seen` 0 where it is but a guess."""
    (u0, v0), (u1, v1) = bounds_of((art.shape[0], art.shape[1]), matrix)
    if within is not None:
        u0, v0, u1, v1 = max(u0, within[0]), max(v0, within[1]), min(u1, within[2]), min(v1, within[3])
    if u1 <= u0 or v1 <= v0:
        return None
    local = matrix.copy()
    local[:, 2] -= (u0, v0)
    local, size = local.astype(np.float32), (u1 - u0, v1 - v0)
    laid = np.asarray(resample.warp_affine(art, local, size, border=cv2.BORDER_REPLICATE), dtype=np.float32)
    own = np.full(art.shape[:2], 255, np.uint8) if mask is None else (mask * 255).astype(np.uint8)
    cover = resample.warp_affine(own, local, size)
    here = np.asarray(cv2.threshold(cover, HALF_COVERED, 1, cv2.THRESH_BINARY)[1], dtype=np.uint8)
    vague = None if seen is None or seen.all() else resample.warp_affine(1 - seen, local, size) > GUESSED
    return Layer((u0, v0), laid, here, vague)


def bounds_of(size: tuple[int, int], matrix: NDArray[np.float64]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Upper left and lower right bounds, px, of what a picture of that height and width covers where `matrix` (2, 3) lays it."""
    height, width = size
    bounds = []
    for (right, down, shift) in matrix.tolist():
        # The corners are this much to the right and below of the first.
        across, along = right * (width - 1), down * (height - 1)
        low, high = min(across, 0.0) + min(along, 0.0), max(across, 0.0) + max(along, 0.0)
        bounds.append((floor(shift + low) - 1, ceil(shift + high) + 2))
    (left, right_most), (upper, lowest) = bounds
    return (left, upper), (right_most, lowest)


def tile_matrix(size: int, side: float, middle: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    """Affine matrix (2, 3) that lays a square drawing of `size` px, `side` px wide, around `middle`, turned clockwise (rad)."""
    zoom = side / size
    # Plain numbers: asked for tile by tile, arrays of four take five times as long.
    cos, sin, half, (u, v) = cos_of(angle) * zoom, sin_of(angle) * zoom, (size - 1) / 2, middle.tolist()
    return np.array([[cos, -sin, u - (cos - sin) * half], [sin, cos, v - (sin + cos) * half]])


def halved(expected: Expected) -> Expected:
    """The same at half its scale."""
    size = (expected.known.shape[1] // 2, expected.known.shape[0] // 2)
    known = np.asarray(cv2.resize(expected.known.astype(np.float32), size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    # Nothing is painted where nothing is known.
    picture = np.asarray(cv2.resize(expected.picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
    spread = cv2.resize(expected.spread, size, interpolation=cv2.INTER_AREA)
    weight = np.maximum(known, np.float32(0.01))
    return Expected(shaded(picture, np.asarray(1 / weight, dtype=np.float32)), known > 0.5, np.asarray(spread, dtype=np.float32))


def half_scale(plan_picture: NDArray[np.uint8]) -> Array:
    """A plan at half its scale, float32."""
    size = (plan_picture.shape[1] // 2, plan_picture.shape[0] // 2)
    return np.asarray(cv2.resize(plan_picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def to_half(plan: Plan, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Half-plan coordinates (n, 2) of table points (n, 2) mm in the plan's plane."""
    return np.asarray((plan.to_plan(points_mm) - 0.5) / 2, dtype=np.float64)


def half_to_mm(plan: Plan, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Table points (n, 2) mm of half-plan coordinates (n, 2)."""
    return plan.to_mm(np.asarray(points, dtype=np.float64) * 2 + 0.5)


def light_map(plan: Plan, layout: Layout, light: Array) -> Array:
    """Gains (h, w, 3) at half scale of smooth light."""
    height, width = plan.size[1] // 2, plan.size[0] // 2
    across, down = np.linspace(0, width - 1, width // STEP + 1), np.linspace(0, height - 1, height // STEP + 1)
    nodes = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    # The polynomial is only trusted a little beyond the grid.
    at = np.clip(board_at(layout, half_to_mm(plan, nodes)), -OFF_GRID, OFF_GRID)
    gains = gains_at(light, at).reshape(len(down), len(across), 3)
    return np.asarray(cv2.resize(gains, (width, height), interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def difference(half: Array, bare: Expected) -> Array:
    """How surely each pixel (h, w), 0..1, shows something else than the bare table; a mere shadow does not count."""
    sure = np.clip((_away(half, bare) - np.float32(2.5)) / np.float32(4), 0, 1) * bare.known
    clean = cv2.GaussianBlur(cv2.medianBlur((sure * 255).astype(np.uint8), 3), (3, 3), 0)
    return np.asarray(clean, dtype=np.float32) / np.float32(255)


def fine_difference(half: Array, bare: Expected) -> Array:
    """The same of a pixel at a time, surer of less: a tail is as thin as a pixel or two, and hardly another colour."""
    sure = np.clip((_away(half, bare) - np.float32(1.7)) / np.float32(3), 0, 1) * bare.known
    return np.asarray(cv2.GaussianBlur(sure.astype(np.float32), (3, 3), 0), dtype=np.float32)


def _away(half: Array, bare: Expected) -> Array:
    """How far each pixel (h, w) is from the bare table, or its shadow if that is nearer: squared, in standard deviations."""
    shade = np.clip(summed(half * bare.picture) / np.maximum(squared(bare.picture), 1), 0.55, 1.0).astype(np.float32)
    shadowed = squared(half - shaded(bare.picture, shade))
    away = np.minimum(squared(half - bare.picture), shadowed * np.float32(1.5))
    return np.asarray(away / (3 * bare.spread * bare.spread), dtype=np.float32)
