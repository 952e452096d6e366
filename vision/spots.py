"""The upper side of a die nobody has taught: how many spots it shows, whatever their colour and the die's.

A box around the die is given, side faces included.  Squares of many sizes, turns and places are tried as its upper side.
Three things speak for one: the spots' layout, drawn as discs, explains how colours vary within it; its rim is an edge of
the picture; and it lies where a camera above must see the upper side, away from the foot, outwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.die_faces import NINE, NUMBERS, PATTERNS
from vision.frame import Picture
from vision.light import Array

SIDE = 48.0
"""Pixels across the box in the scale in which a die is looked at."""
GRID = 19
"""Samples across the part of the upper side that is compared."""
WINDOW = 0.42
"""Half the width of that part, in sides."""
SPOT_AT = 0.25
"""How far the outer spots are from the middle lines, in sides."""
SPOT_RADIUS, SPOT_RIM = 0.09, 0.025
"""Radius of a spot and width of its soft rim, in sides."""
TURNS = np.radians(np.arange(0, 90, 9))
SIZES = (0.72, 0.78, 0.85, 0.93, 1.02, 1.1)
"""Sides of the squares that are tried, as shares of the largest that fits the box; round dice are smaller than their boxes."""
SHIFTS = np.array([(u, v) for v in (-0.16, -0.08, 0.0, 0.08, 0.16) for u in (-0.16, -0.08, 0.0, 0.08, 0.16)])
CHROMA = 1.5
"""How much a difference of hue counts beside one of lightness."""
NOISE = 2.0
"""Standard deviation of a colour that is nothing but noise."""
EDGE_PERCENTILE = 97.0
EDGE_SHARE = 0.8
"""What a rim that is an edge all along is worth beside a layout that explains everything."""
SHIFT_COST, SIZE_COST = 1.0, 0.3
RIM = 0.48
"""Where the rim of the upper side is looked for, in sides from its middle."""
SHARPNESS = 0.04
"""Differences of the six scores that are worth one nat."""

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A die at the common scale: `colours` and slopes `across`, `down` (n, n, 3), the `largest` slope that counts, the `size`
    (2,) of its box, and how far the box's middle is from the picture's, `away` (2,), all in px; `focal` length, px."""

    colours: Array
    across: Array
    down: Array
    largest: float
    size: Floats
    away: Floats
    focal: float


def count_in_box(picture: Picture, box: Box, focal_px: float) -> tuple[tuple[int, float], ...]:
    """Numbers with their probabilities, likeliest first, of the die in a box (left, upper, right, lower) px of a picture
    taken from above by a lens of that focal length."""
    view = _view(picture, box, focal_px)
    best = np.full(len(PATTERNS), -np.inf)
    for turn in TURNS:
        rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        edges = _edges(view, rotation)
        for share in SIZES:
            best = np.maximum(best, _scores(view, rotation, edges, share))
    numbers = sorted(set(NUMBERS.tolist()))
    scores = np.array([best[number == NUMBERS].max() for number in numbers])
    odds = np.exp((scores - scores.max()) / SHARPNESS)
    chances = (odds / odds.sum()).tolist()
    return tuple(sorted(zip(numbers, chances, strict=True), key=lambda item: -item[1]))


def _view(picture: Picture, box: Box, focal_px: float) -> _View:
    low, high = np.array(box[:2]), np.array(box[2:])
    zoom = SIDE / float((high - low).max())
    width = int(SIDE * 1.5)
    offset = width / 2 - (low + high) / 2 * zoom
    matrix = np.array([[zoom, 0, offset[0]], [0, zoom, offset[1]]])
    cut = resample.warp_affine(picture, matrix, (width, width), border=cv2.BORDER_REPLICATE)
    colours = np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2LAB), dtype=np.float32)
    colours[..., 1:] *= CHROMA
    soft = cv2.GaussianBlur(colours, (0, 0), 0.035 * SIDE)
    across, down = (np.asarray(cv2.Sobel(soft, cv2.CV_32F, *axis, scale=1 / 8), np.float32) for axis in ((1, 0), (0, 1)))
    largest = float(np.percentile(np.sqrt((across**2 + down**2).sum(axis=2)), EDGE_PERCENTILE)) + 0.5
    middle = np.array([picture.shape[1], picture.shape[0]]) / 2
    sharp = np.asarray(cv2.GaussianBlur(colours, (0, 0), 0.02 * SIDE), dtype=np.float32)
    return _View(sharp, across, down, largest, (high - low) * zoom, ((low + high) / 2 - middle) * zoom, focal_px * zoom)


def _edges(view: _View, rotation: Floats) -> list[Array]:
    """How strong an edge along each of the two directions of a square is, two maps (n, n) of 0..1."""
    slopes = (view.across * np.float32(x) + view.down * np.float32(y) for x, y in rotation)
    return [np.minimum(np.sqrt((slope**2).sum(axis=2)), view.largest) / view.largest for slope in slopes]


def _scores(view: _View, rotation: Floats, edges: list[Array], share: float) -> Floats:
    """Scores (layouts,) of the best place of a square of that size and turn."""
    # The box holds the upper side and, shifted inwards by the lean, the foot.
    spread = float(np.abs(rotation[0]).sum())
    side = share * float(view.size.mean()) / (spread + float(np.abs(view.away).mean()) / view.focal)
    middle = (view.colours.shape[0]) / 2 + 0.5 * view.away * side / view.focal
    at = middle + SHIFTS * side
    seen = _sampled(view.colours, at, POINTS @ rotation * side)
    seen = seen - seen.mean(axis=1, keepdims=True)
    energy = (seen**2).sum(axis=(1, 2)) + NOISE**2 * seen.shape[1]
    explained = (np.einsum("lp,spc->slc", DRAWN, seen) ** 2).sum(axis=2) / energy[:, None]
    rims = zip(edges, RIMS, strict=True)
    rim = np.mean([_sampled(edge, at, points @ rotation * side).mean(axis=1) for edge, points in rims], axis=0)
    costs = SHIFT_COST * (SHIFTS**2).sum(axis=1) + SIZE_COST * np.log(share) ** 2
    return np.asarray((explained + (EDGE_SHARE * rim - costs)[:, None]).max(axis=0), dtype=np.float64)


def _sampled(image: Array, at: Floats, points: Floats) -> Array:
    """An image at points (p, 2) px around each of several places (s, 2), shape (s, p, ...)."""
    px = (at[:, None] + points).astype(np.float32)
    x, y = np.ascontiguousarray(px[..., 0]), np.ascontiguousarray(px[..., 1])
    return np.asarray(resample.remap(image, x, y, border=cv2.BORDER_REPLICATE), dtype=np.float32)


def _points() -> Floats:
    line = np.linspace(-WINDOW, WINDOW, GRID)
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)


def _drawn(points: Floats) -> Array:
    """Each layout drawn at points (p, 2): shape (layouts, p), mean 0 and length 1."""
    away = np.linalg.norm(points[:, None] - NINE * SPOT_AT, axis=2)
    discs = PATTERNS @ (1 / (1 + np.exp((away - SPOT_RADIUS) / SPOT_RIM))).T
    discs = discs - discs.mean(axis=1, keepdims=True)
    return np.asarray(discs / np.linalg.norm(discs, axis=1, keepdims=True), dtype=np.float32)


def _rims() -> Iterator[Floats]:
    """Points (p, 2) on the two sides of the square that lie across each of its directions."""
    beside = np.array([(sign * RIM, along) for sign in (-1, 1) for along in np.linspace(-0.3, 0.3, 7)])
    yield beside
    yield beside[:, ::-1]


POINTS = _points()
DRAWN = _drawn(POINTS)
RIMS = tuple(_rims())
