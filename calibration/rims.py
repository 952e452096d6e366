"""How a tile really lies in its place: shifted and askew, told from where its rim stands out in a picture.

People lay tiles a millimetre off and a degree askew.  A drawing that is cut out so is blurred, and cards that differ by a small
sign only are then taken for each other.  The picture around a tile is turned by a few angles; where both rims across and both
rims down stand out at once, as far apart as the tile is wide and high, it lies.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.scene import TileAt
from vision import resample
from vision.frame import Picture
from vision.lens import Floats
from vision.pose import Pose

PX_MM = 2.0
"""Pixels a millimetre in which a rim is looked for."""
REACH_MM = 5.0
"""So far from its place it is looked for."""
ANGLES = np.arange(-8.0, 8.1, 1.0)
USUAL_MM, USUAL_DEG = 2.0, 4.0
"""So far from their places, and so far askew, people lay tiles (standard deviation, generously)."""
MOST_EDGE = 150.0
"""Stronger edges (eight times grey values a pixel) count no more than this."""
PLAIN = 1.4
"""A rim stands out by so much over what else there is within reach."""

Profile = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Lie:
    """By how many millimetres a tile lies right of and below its place, and by how many degrees clockwise it is askew.

    `plain`: whether its rim told so; else it is what others say.
    """

    shift_mm: tuple[float, float] = (0.0, 0.0)
    askew_deg: float = 0.0
    plain: bool = False


def lies(tiles: Sequence[TileAt], picture: Picture, pose: Pose, layout: Layout) -> list[Lie]:
    """How each tile lies; one whose rim is not plain lies as the others do on the whole."""
    found = [_lie(np.array(layout.centre_mm(tile.place)), picture, pose, layout) for tile in tiles]
    plain = [np.array(lie.shift_mm) for lie in found if lie is not None]
    x, y = np.median(plain, axis=0) if plain else (0.0, 0.0)
    usual = Lie((float(x), float(y)))
    return [usual if lie is None else lie for lie in found]


def _lie(middle: Floats, picture: Picture, pose: Pose, layout: Layout) -> Lie | None:
    """How the tile about a spot (mm) lies; None where its rim does not stand out."""
    fits = [_fit(middle, float(angle), picture, pose, layout) for angle in ANGLES]
    strength = np.array([fit[0] for fit in fits]) * _usual(ANGLES, USUAL_DEG)
    best = int(strength.argmax())
    if not 0 < best < len(ANGLES) - 1 or not fits[best][2]:
        return None
    left, here, right = (float(strength[best + step]) for step in (-1, 0, 1))
    part = 0.5 * (left - right) / min(left - 2 * here + right, -1e-6)
    angle = float(ANGLES[best]) + float(np.clip(part, -0.5, 0.5))
    _, shift, _ = _fit(middle, angle, picture, pose, layout)
    x, y = turned(angle) @ shift
    return Lie((float(x), float(y)), angle, True)


def _usual(off: Floats, spread: float) -> Floats:
    return np.asarray(np.exp(-0.5 * (off / spread) ** 2))


def turned(degrees: float) -> Floats:
    """The matrix that turns points of the table clockwise."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin], [sin, cos]])


def _fit(middle: Floats, degrees: float, picture: Picture, pose: Pose, layout: Layout) -> tuple[float, Floats, bool]:
    """How much the rims of a tile that is so far askew stand out, its shift in its own directions (mm), and if that is plain."""
    half = np.array([layout.tile_mm, layout.tile_mm * layout.tile_tall]) / 2
    reach = half + REACH_MM + 1.0
    size = np.round(2 * reach * PX_MM).astype(int)
    frame = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach @ turned(degrees).T + middle
    px = pose.project(frame, layout.top_mm).astype(np.float32)
    width, height = int(size[0]), int(size[1])
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(rim, px)
    seen = resample.warp_perspective(picture, warp, (width, height), inverse=True)
    seen = cv2.GaussianBlur(seen, (0, 0), 1.0)
    strength, plain, shift = 0.0, True, np.zeros(2)
    for axis in (0, 1):
        way = (1, 0) if axis == 0 else (0, 1)
        edges = np.abs(np.asarray(cv2.Sobel(seen, cv2.CV_32F, *way, ksize=3))).max(axis=2)
        # A rim goes all along a side; a few strong strokes of the drawing do not make one.
        edges = np.minimum(edges, MOST_EDGE)
        other = slice(round(float((REACH_MM + 1.0) * PX_MM)), -round(float((REACH_MM + 1.0) * PX_MM)))
        profile = edges[other].mean(axis=0) if axis == 0 else edges[:, other].mean(axis=1)
        told, off, clear = _both_rims(profile, float(half[axis]) * PX_MM)
        strength, plain = strength + told, plain and clear
        shift[axis] = off / PX_MM
    return strength, shift, plain


def _both_rims(profile: Profile, half_px: float) -> tuple[float, float, bool]:
    """How much two rims so far from their common middle stand out where both do most, their shift (px), and if that is plain."""
    middle, reach = (len(profile) - 1) / 2, round(REACH_MM * PX_MM)
    steps = np.arange(-reach, reach + 1)
    at = np.arange(len(profile))
    # The weaker of two rims counts: a stripe of the drawing has no partner on the other side.
    both = np.minimum(np.interp(middle - half_px + steps, at, profile), np.interp(middle + half_px + steps, at, profile))
    likely = both * _usual(steps / PX_MM, USUAL_MM)
    best = int(np.argmax(likely))
    if not 0 < best < len(steps) - 1:
        return float(likely[best]), 0.0, False
    left, here, right = (float(likely[best + step]) for step in (-1, 0, 1))
    off = float(steps[best]) + 0.5 * (left - right) / min(left - 2 * here + right, -1e-6)
    return here, off, here >= PLAIN * float(np.median(both))
