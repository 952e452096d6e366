"""A die's upper side: what is seen of it, and how well each number of spots fits.

All of it, and nothing of the side faces, is compared with the six layouts in any turn, so that a spot left out or one too many
speaks against a number.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.channels import over
from vision.frame import Picture
from vision.light import Array
from vision.pose import Pose
from vision.raster import raster
from vision.rig import DieArt

SCALE = 3.0
"""Pixels a millimetre in which a die is looked at."""
REACH = 2.0
"""So many sides around a spot are looked at."""
SPOT_AT = 0.25
"""How far the outer spots are from the middle lines, in sides."""
JITTER = np.array([(du, dv) for dv in (-1.2, -0.6, 0.0, 0.6, 1.2) for du in (-1.2, -0.6, 0.0, 0.6, 1.2)])
"""Millimetres by which the middle of the upper side may be off."""
TURNS = np.radians(np.arange(0.0, 90.0, 5.0))
"""Turns in which its spots are compared: a square with rounded corners tells little of its own."""
SPOT_RADIUS, SPOT_EDGE = 0.1, 0.08
"""Radius of a spot and how wide its blurred rim is, in sides."""
SMOOTH = 0.05
"""Sides over which an image is smoothed before spots are looked at."""
WITHIN = 0.45
"""Sides from the middle within which all is upper side, its spots included."""
BODY_SHARE = 40.0
"""Percentile of the way to a spot's colour that is the body's: at most a third of the upper side are spots."""
OFFSET = 20.0
"""Grey values added to the body's brightness before contrasts are shares of it: black is never quite black."""
SPOT_NOISE = 0.3
"""Standard deviation of a spot's depth, where 0 is the body and 1 a spot."""
DEPTH, SHOWN = (0.35, 1.1), (-0.3, 1.3)
"""How deep the spots of a die may be against those taught, and how deep a pixel is at most."""
NONE_FITS = -12.0
"""How well all six numbers fit something else than was expected, as a log-likelihood."""
UNLIKELY = 1e-4

Offsets = tuple[tuple[int, int], ...]
CORNERS: Offsets = ((-1, -1), (1, 1), (-1, 1), (1, -1))
LAYOUTS: tuple[tuple[int, Offsets], ...] = (
    (1, ((0, 0),)),
    (2, CORNERS[:2]), (2, CORNERS[2:]),
    (3, (*CORNERS[:2], (0, 0))), (3, (*CORNERS[2:], (0, 0))),
    (4, CORNERS),
    (5, (*CORNERS, (0, 0))),
    (6, (*CORNERS, (-1, 0), (1, 0))), (6, (*CORNERS, (0, -1), (0, 1))),
)  # fmt: skip
"""Where the spots of each number may be; two and three on either diagonal, six along either side."""
NINE = np.array([(u, v) for v in (-1, 0, 1) for u in (-1, 0, 1)])
PATTERNS = np.array([[float(tuple(at) in spots) for at in NINE.tolist()] for _, spots in LAYOUTS])
NUMBERS = np.array([number for number, _ in LAYOUTS])


def drawn(spots: Offsets) -> NDArray[np.float64]:
    """What the points of FACE show of these spots, 0 to 1, blurred a little."""
    away = np.hypot(*(FACE[:, None] - np.array(spots) * SPOT_AT).transpose(2, 0, 1)).min(axis=1)
    return np.asarray(np.clip((SPOT_RADIUS - away) / SPOT_EDGE + 0.5, 0, 1), dtype=np.float64)


FACE = np.array([(u, v) for v in np.arange(-5, 6) / 11 for u in np.arange(-5, 6) / 11 if np.hypot(u, v) < WITHIN])
"""The points of an upper side, in sides from its middle, that are looked at."""
DRAWN = np.array([drawn(spots) for _, spots in LAYOUTS], np.float32)
"""What they show of each layout, 0 body to 1 spot."""
SPOT_POINTS = float(DRAWN[0].sum())


def around(die: DieArt, at: NDArray[np.float64], picture: Picture, pose: Pose) -> Array:
    """What is seen around a spot (mm) in the plane of a die's upper side, (n, n, 3)."""
    size = round(2 * REACH * die.side_mm * SCALE)
    return raster(picture, pose, at - REACH * die.side_mm, (size, size), die.side_mm, SCALE)


def spots_of(
    die: DieArt, at: NDArray[np.float64], picture: Picture, pose: Pose, light: Array, jitter: NDArray[np.float64] = JITTER
) -> SpotFits:
    """How well numbers fit what is seen where a die's upper side may be (mm), give or take so many millimetres (n, 2)."""
    return spot_fits(over(around(die, at, picture, pose), light), np.full(2, REACH * die.side_mm * SCALE), die, jitter)


@dataclass(frozen=True, slots=True)
class SpotFits:
    """How well each of the `numbers` fits, and `none` of them, be it bare or something else, as log-likelihoods."""

    numbers: dict[int, float]
    none: float


def spot_fits(
    image: Array, middle: NDArray[np.float64], die: DieArt, jitter: NDArray[np.float64] = JITTER
) -> SpotFits:
    """How well numbers fit an upper side whose middle is that pixel, give or take so many millimetres (n, 2)."""
    side = die.side_mm * SCALE
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), SMOOTH * side), dtype=np.float32)
    shown = spot_depth(soft, middle, side, die.spot)
    cos, sin = np.cos(TURNS), np.sin(TURNS)
    turns = np.array([[cos, sin], [-sin, cos]]).transpose(2, 0, 1)
    at = (middle + (FACE * side @ turns)[:, None] + jitter[:, None] * SCALE).reshape(-1, len(FACE), 2).astype(np.float32)
    seen = np.clip(np.asarray(resample.remap(shown, at[..., 0].copy(), at[..., 1].copy())), *SHOWN)
    # A blurred spot is less deep, and all of them are so alike.
    depth = np.clip((seen @ DRAWN.T) / (DRAWN**2).sum(axis=1), *DEPTH)
    away = (seen**2).sum(axis=1)[:, None] - 2 * depth * (seen @ DRAWN.T) + depth**2 * (DRAWN**2).sum(axis=1)
    best = (-0.5 * away / SPOT_POINTS / (SPOT_NOISE * depth) ** 2).max(axis=0)
    bare = -0.5 * float((seen**2).sum(axis=1).min()) / SPOT_POINTS / SPOT_NOISE**2
    numbers = {number: float(best[number == NUMBERS].max()) for number in sorted(set(NUMBERS.tolist()))}
    return SpotFits(numbers, max(bare, NONE_FITS))


def numbers_of(fits: SpotFits) -> tuple[tuple[str, float], ...]:
    """The numbers, likeliest first, with their log-probabilities, from how well each fits; where none does, all are as likely."""
    weights = {number: np.exp(fit) + np.exp(NONE_FITS) for number, fit in fits.numbers.items()}
    total = sum(weights.values())
    logs = {str(number): float(np.log(max(weight / total, UNLIKELY))) for number, weight in weights.items()}
    return tuple(sorted(logs.items(), key=lambda item: -item[1]))


def upper_disc(shape: tuple[int, ...], middle: NDArray[np.float64], side: float) -> NDArray[np.bool_]:
    """What of an image (h, w, ...) surely shows the upper side of a die around a pixel, however it is turned."""
    v, u = np.ogrid[: shape[0], : shape[1]]
    return np.asarray((u - middle[0]) ** 2 + (v - middle[1]) ** 2 < (WITHIN * side) ** 2)


def way_to(spot: tuple[float, float, float]) -> Array:
    """What of each channel (3,) tells how far a colour is on the way from the body's to a spot's."""
    return np.asarray(np.array(spot, np.float32) / max(float(np.dot(spot, spot)), 1e-6), dtype=np.float32)


def spot_depth(image: Array, middle: NDArray[np.float64], side: float, spot: tuple[float, float, float]) -> Array:
    """How far each pixel (h, w, 3) goes from the colour of the body to that of a spot: 0 body, 1 spot."""
    top = image[upper_disc(image.shape, middle, side)]
    way = way_to(spot)
    along = np.asarray(cv2.transform(image, way[None]), dtype=np.float32)
    body = float(np.percentile(top @ way, BODY_SHARE))
    return (along - np.float32(body)) / np.float32(np.median(top.mean(axis=1)) + OFFSET)
