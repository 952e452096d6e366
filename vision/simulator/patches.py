"""Small pictures of single things as the camera sees them: extruded, shaded, with their shadow.

A patch is drawn at twice the camera's resolution and then made smaller, so its edges are soft as a lens leaves them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Drawing
from vision.pose import Pose
from vision.simulator.drawing import Sprite, over, rasterise
from vision.simulator.table import Quad

LIGHT = (0.75, 0.45)
"""How far (mm) a shadow falls to the right and to the near side for each millimetre of height."""
TEXTURE_PX = 168
"""Pixels across the drawing of a piece or tile."""
_MAT_PX_PER_MM = 2.4
_FLAT_BEVEL = 0.06
"""Width of the rounded edge of a piece with a flat top, a share of its size."""
_FINE = 2
_SHADOW = 0.42


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A transparent picture and the pixel of the frame where its upper left pixel goes."""

    sprite: Sprite
    x: int
    y: int


@lru_cache(maxsize=256)
def texture(drawing: Drawing, tall: float = 1.0) -> Sprite:
    """The drawing of a piece or tile as pixels, `tall` times as high as wide, kept for the next time."""
    return rasterise(drawing, TEXTURE_PX, round(TEXTURE_PX * tall), 100.0 * tall)


@lru_cache(maxsize=32)
def mat_texture(drawing: Drawing, width_mm: float, height_mm: float) -> Sprite:
    """The drawing of a printed mat, stretched over it, in pixels small enough for the camera."""
    return rasterise(drawing, round(width_mm * _MAT_PX_PER_MM), round(height_mm * _MAT_PX_PER_MM))


def project(pose: Pose, quads_mm: NDArray[np.float64], heights_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pixels, shape (n, k, 2), of n polygons of k table points (n, k, 2), the i-th at height `heights_mm[i]`."""
    count, corners = quads_mm.shape[:2]
    points = np.concatenate([quads_mm.reshape(-1, 2), np.repeat(-heights_mm, corners)[:, None]], axis=1)
    px, _ = cv2.projectPoints(points, pose.rotation, pose.translation, pose.lens.matrix, pose.lens.distortion)
    return np.asarray(px, dtype=np.float64).reshape(count, corners, 2)


class _Canvas:
    """A fine canvas over a part of the frame."""

    def __init__(self, pixels: NDArray[np.float64], margin: int) -> None:
        low = np.floor(pixels.reshape(-1, 2).min(axis=0)).astype(int) - margin
        high = np.ceil(pixels.reshape(-1, 2).max(axis=0)).astype(int) + margin
        self.x, self.y = int(low[0]), int(low[1])
        self.width, self.height = int(high[0] - low[0]), int(high[1] - low[1])
        self.fine: Sprite = np.zeros((self.height * _FINE, self.width * _FINE, 4), np.uint8)

    def at(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Frame pixels as pixels of the fine canvas."""
        return np.asarray((pixels - [self.x, self.y] + 0.5) * _FINE - 0.5)

    def warp(self, sprite: Sprite, quad_px: NDArray[np.float64]) -> Sprite:
        rows, cols = sprite.shape[:2]
        source = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(source, self.at(quad_px).astype(np.float32))
        size = (self.fine.shape[1], self.fine.shape[0])
        return np.asarray(cv2.warpPerspective(sprite, matrix, size, flags=cv2.INTER_LINEAR), np.uint8)

    def lay(self, sprite: Sprite) -> None:
        blend(self.fine, sprite)

    def patch(self) -> Patch:
        small = cv2.resize(self.fine, (self.width, self.height), interpolation=cv2.INTER_AREA)
        return Patch(np.asarray(small, np.uint8), self.x, self.y)


def blend(below: Sprite, above: Sprite) -> None:
    """Lay one transparent picture on another of the same size."""
    rest = cv2.cvtColor(255 - above[..., 3], cv2.COLOR_GRAY2BGRA)
    rest[..., 3] = rest[..., 0]
    below[:] = cv2.add(above, cv2.multiply(below, rest, scale=1 / 255))


def _shadow(canvas: _Canvas, silhouettes: list[Sprite], blur: float) -> None:
    """Darken below everything that comes later; the silhouettes are already where their shadows fall."""
    mask = silhouettes[0][..., 3]
    for other in silhouettes[1:]:
        mask = np.maximum(mask, other[..., 3])
    soft = cv2.GaussianBlur(mask, (0, 0), blur * _FINE)
    canvas.fine[..., 3] = cv2.convertScaleAbs(soft, alpha=_SHADOW)


def tinted(sprite: Sprite, colour: tuple[int, int, int]) -> Sprite:
    """The sprite's silhouette in one colour (blue, green, red)."""
    alpha = sprite[..., 3]
    return np.dstack([cv2.convertScaleAbs(alpha, alpha=channel / 255) for channel in colour] + [alpha])


def flat_patch(pose: Pose, sprite: Sprite, quad_mm: Quad, top_mm: float, edge: tuple[int, int, int] = (82, 112, 140)) -> Patch:
    """A tile or mat: its picture on top, a cut edge of cardboard, a narrow shadow."""
    heights = np.array([0.0, top_mm / 2, top_mm])
    levels = project(pose, np.repeat(quad_mm[None], 3, axis=0), heights)
    shade = project(pose, (quad_mm + np.asarray(LIGHT) * top_mm)[None], np.zeros(1))[0]
    canvas = _Canvas(np.concatenate([*levels, shade]), 4)
    _shadow(canvas, [canvas.warp(sprite, shade), canvas.warp(sprite, levels[0])], 1.6)
    side = tinted(sprite, edge)
    for quad in levels[:-1]:
        canvas.lay(canvas.warp(side, quad))
    canvas.lay(canvas.warp(sprite, levels[-1]))
    return canvas.patch()


@dataclass(frozen=True, slots=True, eq=False)
class _Relief:
    """A piece's surface over its drawing: height as a share of the piece's (0..1) and its slope along x and y."""

    height: NDArray[np.float32]
    slope: NDArray[np.float32]


@lru_cache(maxsize=64)
def _relief(drawing: Drawing, size_mm: float, height_mm: float, flat: bool) -> _Relief:
    """A cushion over the silhouette: a ball for a disc, the more level inside the less round the silhouette is.

    `flat`: level up to a narrow rounded edge, as things are that lie on one of their sides.
    """
    alpha = texture(drawing)[..., 3]
    padded = cv2.copyMakeBorder((alpha > 127).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    distance = cv2.distanceTransform(padded, cv2.DIST_L2, 5)[1:-1, 1:-1] * (size_mm / alpha.shape[0])
    deepest = float(distance.max())
    area_mm2 = float((alpha > 127).sum()) * (size_mm / alpha.shape[0]) ** 2
    bevel = min(deepest * (np.pi * deepest**2 / area_mm2), deepest, height_mm / 2)
    bevel = min(bevel, _FLAT_BEVEL * size_mm) if flat else bevel
    height = np.sqrt(np.maximum(1 - (1 - np.minimum(distance / bevel, 1)) ** 2, 0)).astype(np.float32)
    smooth = cv2.GaussianBlur(height, (0, 0), 3)
    per_mm = alpha.shape[0] / size_mm * height_mm
    slope = np.dstack([cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)]) / 8 * per_mm
    return _Relief(height, slope.astype(np.float32))


def _shaded(drawing: Drawing, relief: _Relief, heading_deg: float) -> Sprite:
    """The drawing lit from the far left, with a touch of gloss."""
    turn = np.radians(heading_deg)
    # The light comes from the left and the far side of the table; in the drawing's own frame it turns the other way.
    lx, ly = -LIGHT[0], -LIGHT[1]
    along = (lx * np.cos(turn) + ly * np.sin(turn), -lx * np.sin(turn) + ly * np.cos(turn))
    facing = -(relief.slope[..., 0] * along[0] + relief.slope[..., 1] * along[1])
    steep = np.sqrt(1 + (relief.slope**2).sum(axis=2))
    light = (1.0 + facing) / steep
    gain = np.clip(0.72 + 0.30 * light, 0.72, 1.08).astype(np.float32)
    sprite = texture(drawing)
    coloured = sprite[..., :3].astype(np.float32) * gain[..., None]
    gloss = np.clip(light - 1.12, 0, 1)[..., None] * 80 * (sprite[..., 3:] / 255.0)
    colours = np.minimum(coloured + gloss, sprite[..., 3:])
    return np.dstack([colours.astype(np.uint8), sprite[..., 3]])


def piece_patch(
    pose: Pose,
    drawing: Drawing,
    size_mm: float,
    quad_mm: Quad,
    heading_deg: float,
    foot_mm: float,
    top_mm: float,
    ground_mm: float,
    flat: bool = False,
) -> Patch:
    """A piece with its height: layers from foot to top, each only where the piece is that high, so that it leans outwards.

    `flat`: its top is level.
    """
    count = 7
    relief = _relief(drawing, size_mm, top_mm - foot_mm, flat)
    shares = (np.arange(count) + 0.5) / count
    levels = project(pose, np.repeat(quad_mm[None], count, axis=0), foot_mm + shares * (top_mm - foot_mm))
    lifts = np.array([0.0, 0.35, 0.7]) * (top_mm - foot_mm) + foot_mm - ground_mm
    falls = np.stack([quad_mm + np.asarray(LIGHT) * lift for lift in lifts])
    shades = project(pose, falls, np.full(3, ground_mm))
    canvas = _Canvas(np.concatenate([*levels, *shades]), 7)
    sprite = texture(drawing)
    silhouettes = [
        canvas.warp(_cut(sprite, relief.height, share), quad) for quad, share in zip(shades, (0.0, 0.4, 0.75), strict=True)
    ]
    _shadow(canvas, silhouettes, 1.8)
    lit = _shaded(drawing, relief, heading_deg)
    for number, quad in enumerate(levels):
        canvas.lay(canvas.warp(_cut(lit, relief.height, number / count), quad))
    return canvas.patch()


def _cut(sprite: Sprite, height: NDArray[np.float32], share: float) -> Sprite:
    """The part of the sprite where the piece is at least that high."""
    if share <= 0:
        return sprite
    inside = ((height >= share) * np.uint8(255)).astype(np.uint8)
    return np.asarray(cv2.bitwise_and(sprite, sprite, mask=inside), np.uint8)


def paste(frame: NDArray[np.uint8], patch: Patch) -> None:
    """Lay a patch on the frame."""
    over(frame, patch.sprite, patch.x, patch.y)
