"""A hand with its sleeve that reaches from a side of the table to a place, and the shadow it throws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Point
from companion.core.grid import Facing
from companion.core.scene import Look
from vision.pose import Pose
from vision.simulator.drawing import over
from vision.simulator.patches import LIGHT, project

SKINS = ((150, 184, 236), (96, 134, 198), (58, 84, 132), (168, 200, 246), (74, 106, 168))
"""Skin tones, blue green red."""
SLEEVES = ((128, 84, 46), (60, 62, 168), (86, 124, 74), (96, 88, 92), (150, 110, 140))
_OUTSIDE_MM = 80.0
_ARM_MM = 620.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand above the table: tips of thumb and forefinger (mm), where the elbow is (mm), how it looks, what it holds.

    `moved_mm` is the way of the tips while the shutter is open; `carrying` a look (a lifted tile) or the name of a piece's kind.
    """

    tip_mm: Point
    elbow_mm: Point
    style: int = 0
    moved_mm: Point = (0.0, 0.0)
    carrying: Look | str | None = None


@dataclass(frozen=True, slots=True)
class _Limb:
    """A thick stroke: two ends (along the arm from the tips, aside, height above the table), width; mm.  `tone` 1: plain."""

    a: tuple[float, float, float]
    b: tuple[float, float, float]
    width_mm: float
    tone: float = 1.0
    sleeve: bool = False


_LIMBS = (
    _Limb((175, 6, 80), (_ARM_MM, 30, 95), 104, 1.0, True),
    _Limb((168, 5, 79), (182, 6, 80), 98, 0.86, True),
    _Limb((95, 2, 66), (160, 5, 74), 60, 0.97),
    _Limb((62, 30, 58), (18, 37, 24), 16.5, 0.93),
    _Limb((86, 16, 63), (66, 12, 60), 62, 1.0),
    _Limb((80, -14, 62), (70, -10, 60), 48, 1.0),
    _Limb((56, 16, 60), (4, 22, 24), 18.5, 0.97),
    _Limb((52, -2, 61), (-5, 7, 22), 19.5, 1.0),
    _Limb((56, -22, 60), (1, -6, 20), 19.0, 1.03),
    _Limb((92, -34, 58), (46, -39, 40), 23, 1.0),
    _Limb((46, -39, 40), (10, -19, 20), 20, 1.02),
)
"""The hand from the arm to the thumb, in the order in which one covers the other."""
_NAILS = ((-7, 8, 23), (-1, -6.5, 21), (2, 22.5, 25))


def reach(
    side: Facing, targets: Sequence[Point], progress: float, table: tuple[float, float, float, float], style: int = 0
) -> Hand | None:
    """The hand at one moment of a reach: 0 and 1 outside the picture, from 0.35 to 0.65 over the targets, one after the other.

    `table` is the visible part of the table in mm: left, far, right, near.  None while nothing is in the picture.
    """
    if not targets or not 0.0 < progress < 1.0:
        return None
    hand = _reach_at(side, targets, progress, table, style)
    before = _reach_at(side, targets, max(progress - 0.01, 0.0), table, style)
    moved = (hand.tip_mm[0] - before.tip_mm[0], hand.tip_mm[1] - before.tip_mm[1])
    return replace(hand, moved_mm=moved)


def _reach_at(
    side: Facing, targets: Sequence[Point], progress: float, table: tuple[float, float, float, float], style: int
) -> Hand:
    along = min(max((progress - 0.35) / 0.30, 0.0), 1.0) * (len(targets) - 1)
    number = min(int(along), len(targets) - 1)
    following = targets[min(number + 1, len(targets) - 1)]
    share = _eased(along - number)
    x, y = (targets[number][n] + (following[n] - targets[number][n]) * share for n in (0, 1))
    out = 1 - _eased(min(progress / 0.35, (1 - progress) / 0.35, 1.0))
    drow, dcol = side.step
    left, far, right, near = table
    room = {Facing.N: y - far, Facing.S: near - y, Facing.W: x - left, Facing.E: right - x}[side] + _OUTSIDE_MM
    slant = 0.30 * room * (1 if (x if drow else y) > (left + right if drow else far + near) / 2 else -1)
    back = (dcol * room + (abs(drow) * slant), drow * room + (abs(dcol) * slant))
    tip = (x + back[0] * out, y + back[1] * out)
    length = math.hypot(*back)
    elbow = (tip[0] + back[0] / length * _ARM_MM, tip[1] + back[1] / length * _ARM_MM)
    return Hand(tip, elbow, style)


def _eased(share: float) -> float:
    return share * share * (3 - 2 * share)


def _placed(hand: Hand, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points (n, 3) of the hand's own frame as table points (n, 2) and heights (n,)."""
    ux, uy = hand.elbow_mm[0] - hand.tip_mm[0], hand.elbow_mm[1] - hand.tip_mm[1]
    length = math.hypot(ux, uy)
    ux, uy = ux / length, uy / length
    matrix = np.array([[ux, uy], [-uy, ux]])
    return points[:, :2] @ matrix + np.asarray(hand.tip_mm), points[:, 2]


def _strokes(hand: Hand, pose: Pose, shadow: bool) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Ends of the limbs in pixels, shape (n, 2, 2), and their widths in pixels (n,); for the shadow where it falls."""
    ends = np.array([end for limb in _LIMBS for end in (limb.a, limb.b)], dtype=np.float64)
    flat, heights = _placed(hand, ends)
    if shadow:
        flat, heights = flat + np.outer(heights, LIGHT), np.zeros(len(flat))
    px = project(pose, flat[:, None, :], heights)[:, 0]
    scale = pose.lens.matrix[0, 0] / (pose.centre_mm[2] - heights.reshape(-1, 2).mean(axis=1))
    return px.reshape(-1, 2, 2), np.array([limb.width_mm for limb in _LIMBS]) * scale


def _line(canvas: NDArray[np.uint8], ends: NDArray[np.float64], colour: tuple[float, ...], width: float) -> None:
    a, b = (tuple(round(v * 16) for v in end) for end in np.clip(ends, -3000, 4500))
    cv2.line(canvas, a, b, colour, max(1, round(width)), cv2.LINE_AA, 4)


def silhouette(hand: Hand, pose: Pose, size: tuple[int, int], shadow: bool = False) -> NDArray[np.uint8]:
    """Where the hand (or its shadow) is in a picture of `size` (width, height): 255 inside, shape (height, width)."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    for ends, width in zip(*_strokes(hand, pose, shadow), strict=True):
        _line(mask, ends, (255,), width)
    return mask


def draw_shadow(picture: NDArray[np.uint8], hand: Hand, pose: Pose, strength: float = 0.34) -> None:
    """Darken the picture where the hand's soft shadow falls."""
    height, width = picture.shape[:2]
    quarter = cv2.resize(
        silhouette(hand, pose, (width, height), shadow=True), (width // 4, height // 4), interpolation=cv2.INTER_AREA
    )
    soft = cv2.GaussianBlur(quarter, (0, 0), 3.5)
    light = cv2.resize(255 - cv2.convertScaleAbs(soft, alpha=strength), (width, height), interpolation=cv2.INTER_LINEAR)
    cv2.multiply(picture, cv2.cvtColor(light, cv2.COLOR_GRAY2BGR), dst=picture, scale=1 / 255)


def draw_hand(picture: NDArray[np.uint8], hand: Hand, pose: Pose) -> None:
    """Draw the hand itself, blurred along its way when it moves."""
    strokes, widths = _strokes(hand, pose, False)
    height, width = picture.shape[:2]
    pad = widths.max() / 2 + 30
    low = np.maximum(np.floor(strokes.reshape(-1, 2).min(axis=0) - pad), 0).astype(int)
    high = np.minimum(np.ceil(strokes.reshape(-1, 2).max(axis=0) + pad), [width, height]).astype(int)
    if (high <= low).any():
        return
    canvas = np.zeros((high[1] - low[1], high[0] - low[0], 4), np.uint8)
    for limb, ends, wide in zip(_LIMBS, strokes - low, widths, strict=True):
        _draw_limb(canvas, hand, limb, ends, float(wide))
    _draw_nails(canvas, hand, pose, low)
    scale = float(pose.lens.matrix[0, 0] / pose.centre_mm[2])
    # A hand is nearer to the lens than the table that is in focus.
    canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), 1.3), np.uint8)
    blurred = _smeared(canvas, hand.moved_mm[0] * scale, hand.moved_mm[1] * scale)
    over(picture, blurred, int(low[0]), int(low[1]))


def _draw_limb(canvas: NDArray[np.uint8], hand: Hand, limb: _Limb, ends: NDArray[np.float64], width: float) -> None:
    plain = (SLEEVES if limb.sleeve else SKINS)[hand.style % 5]

    def tone(factor: float) -> tuple[float, ...]:
        return (*(min(255.0, channel * factor * limb.tone) for channel in plain), 255.0)

    towards_light = np.array([-0.14, -0.11]) * width
    _line(canvas, ends, tone(0.70), width + 1.5)
    for step in range(1, 7):
        share = step / 6
        _line(canvas, ends + towards_light * share, tone(0.78 + 0.30 * share), width * (1.0 - 0.12 * step))
    if limb.sleeve and width > 20:
        way = ends[1] - ends[0]
        length = float(np.hypot(*way))
        across = np.array([-way[1], way[0]]) / max(length, 1.0) * width * 0.47
        for step in range(1, int(length / 14)):
            at = ends[0] + way * (step * 14 / length)
            _line(canvas, np.stack([at - across, at + across]), tone(0.93), 2)


def _draw_nails(canvas: NDArray[np.uint8], hand: Hand, pose: Pose, low: NDArray[np.int64]) -> None:
    flat, heights = _placed(hand, np.array(_NAILS, dtype=np.float64))
    px = project(pose, flat[:, None, :], heights)[:, 0] - low
    skin = SKINS[hand.style % 5]
    colour = (*(min(255.0, channel * 1.10 + 12) for channel in skin), 255.0)
    for x, y in px:
        cv2.circle(canvas, (int(x * 16), int(y * 16)), int(5.2 * 16), colour, -1, cv2.LINE_AA, 4)


def _smeared(canvas: NDArray[np.uint8], dx: float, dy: float) -> NDArray[np.uint8]:
    """Motion blur along (dx, dy) pixels; a hand at rest stays sharp."""
    length = min(math.hypot(dx, dy), 18.0)
    if length < 2.5:
        return canvas
    size = int(length) | 1
    kernel = np.zeros((size, size), np.float32)
    centre, unit = (size - 1) / 2, (dx / math.hypot(dx, dy), dy / math.hypot(dx, dy))
    half = (size - 1) / 2
    a = (round(centre - unit[0] * half), round(centre - unit[1] * half))
    b = (round(centre + unit[0] * half), round(centre + unit[1] * half))
    cv2.line(kernel, a, b, (1.0,))
    return np.asarray(cv2.filter2D(canvas, -1, kernel / kernel.sum()), np.uint8)
