"""Dice of the ground's own colour: a white die on a white table is told by its spots.

No outline tells where such a die lies.  Its spots are small discs that differ from what is around them; a die's middle is one of
them, or lies half-way between two.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.die_faces import JITTER, OFFSET, SPOT_RADIUS, SpotFits, way_to
from vision.light import Array
from vision.rig import DieArt

RING = (1.4, 2.6)
"""Radii, in those of a spot, between which the ground around it is looked at."""
LEAST_DEPTH = 0.35
"""How much of a taught spot's depth one must show."""
PAIR = (0.35, 0.85)
"""How far apart, in sides, two spots may be between which the middle of a die lies."""
SAME = 0.12
"""Middles that are nearer than so many sides are one."""
MOST_SPOTS = 60
"""A ground with more spots than that has spots of its own: the deepest are looked at."""
LEAST_FIT, EACH, LEAST_GAIN = -1.0, -0.8, 1.0
"""How well a number must fit, as a log-likelihood, how much less for each of its spots, and how much better than none."""
MORE = 1.0
"""Nats that each further spot speaks for a die: two may be told as one of them, with the other on a side face, but spots of two
faces hardly ever lie as those of one."""
CLOSELY, ROUGHLY = 8, np.array([(0.0, 0.0), (0.8, 0.0), (-0.8, 0.0), (0.0, 0.8), (0.0, -0.8)])
"""So many middles are looked at closely, and the shifts in which all are looked at before, mm."""

Looked = Callable[[NDArray[np.float64], NDArray[np.float64]], SpotFits]


def by_spots(
    die: DieArt, image: Array, scale: float, where: NDArray[np.uint8], looked: Looked
) -> tuple[NDArray[np.float64], float, SpotFits] | None:
    """The middle, px, of the die that explains most of the spots in an image (h, w, 3), `scale` px a mm, of the plane of its
    upper side, where it is open (h, w), how surely it is one, and how well numbers fit; `looked` tells that of a
    middle, give or take so many millimetres (n, 2)."""
    side = die.side_mm * scale
    at = spots(image, side, die.spot, where)
    rough = [(middle, looked(middle, ROUGHLY)) for middle in middles(at, side)]
    rough.sort(key=lambda one: -_gain(one[1]))
    fits = [(middle, looked(middle, JITTER)) for middle, _ in rough[:CLOSELY]]
    fits = [(middle, fit) for middle, fit in fits if _fits(fit)]
    if not fits:
        return None
    worth = [_gain(fit) + MORE * (_best(fit) - 1) for _, fit in fits]
    best, sure = int(np.argmax(worth)), 1 - float(np.exp(-max(_gain(fit) for _, fit in fits)))
    near = [n for n, (middle, _) in enumerate(fits) if np.hypot(*(middle - fits[best][0])) < side]
    numbers = {
        number: float(np.logaddexp.reduce([fits[n][1].numbers[number] - fits[n][1].none + MORE * (number - 1) for n in near]))
        for number in fits[best][1].numbers
    }
    return fits[best][0], sure, SpotFits({number: fit - worth[best] for number, fit in numbers.items()}, -worth[best])


def _fits(fit: SpotFits) -> bool:
    """Whether a number is shown there: each of its spots adds something that does not fit."""
    number = _best(fit)
    return fit.numbers[number] >= LEAST_FIT + EACH * number and _gain(fit) >= LEAST_GAIN


def _best(fit: SpotFits) -> int:
    """The number that fits best."""
    return max(fit.numbers, key=fit.numbers.__getitem__)


def _gain(fit: SpotFits) -> float:
    """How much better the best number fits than none."""
    return fit.numbers[_best(fit)] - fit.none


def spots(image: Array, side: float, spot: tuple[float, float, float], where: NDArray[np.uint8]) -> NDArray[np.float64]:
    """The middles (n, 2), px, of what may be spots in an image (h, w, 3), where that is open (h, w), the deepest first: as a
    `spot` of a die of so many pixels a side differs from what is around it."""
    radius = SPOT_RADIUS * side
    along = np.asarray(cv2.transform(image, way_to(spot)[None]), dtype=np.float32)
    ring = _ring(RING[0] * radius, RING[1] * radius)
    bright = cv2.filter2D(image.mean(axis=2), -1, ring)
    depth = (cv2.GaussianBlur(along, (0, 0), radius / 2) - cv2.filter2D(along, -1, ring)) / (bright + np.float32(OFFSET))
    about = 2 * round(RING[0] * radius) + 1
    peaks = (depth >= cv2.dilate(depth, np.ones((about, about), np.uint8))) & (depth > LEAST_DEPTH) & (where > 0)
    down, across = np.nonzero(peaks)
    order = np.argsort(-depth[down, across])[:MOST_SPOTS]
    return np.stack([across[order], down[order]], axis=1).astype(np.float64)


def middles(at: NDArray[np.float64], side: float) -> NDArray[np.float64]:
    """Where the middles of dice may be (m, 2) whose spots are some of those (n, 2)."""
    found = [*at]
    for one, other in combinations(at, 2):
        if PAIR[0] * side <= np.hypot(*(one - other)) <= PAIR[1] * side:
            found.append((one + other) / 2)
    kept: list[NDArray[np.float64]] = []
    for middle in found:
        if all(np.hypot(*(middle - other)) > SAME * side for other in kept):
            kept.append(middle)
    return np.array(kept).reshape(-1, 2)


def _ring(inner: float, outer: float) -> Array:
    """The mean over a ring, as a kernel (n, n)."""
    reach = int(np.ceil(outer))
    v, u = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    away = np.hypot(u, v)
    ring = ((away >= inner) & (away <= outer)).astype(np.float32)
    return np.asarray(ring / max(float(ring.sum()), 1.0), dtype=np.float32)
