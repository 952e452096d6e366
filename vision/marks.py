"""The turns of a tile nobody has taught, from a small mark that all tiles of its kind carry at the same place.

The mark is not pointed out: it is where tiles that lie the same way are most alike and yet differ from plain paint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.tiles import turned

SIDE = 128
"""Pixels across the picture of a tile."""
PATCH = 20
"""Pixels across the mark."""
SHIFT = 6
"""How far a mark may lie from its place, px: tiles are cut and found inexactly."""
LEARNT_SHIFT = 4
DETAIL_PX = 10.0
"""Larger shapes than this are light or drawing, not mark."""
SOFT_PX = 2.0
FLOOR = 0.003
"""Least variance of detail between tiles."""
ROUNDS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Mark:
    """The mark of upright tiles: its middle (u, v), px of SIDE, and its picture (PATCH, PATCH), mean 0."""

    at: tuple[int, int]
    picture: Array


def learn_mark(tiles: Sequence[Array], turns: Sequence[int]) -> Mark:
    """The mark common to tiles (SIDE, SIDE, 3) that lie in these clockwise quarter turns."""
    upright = [_grey(tile, number) for tile, number in zip(tiles, turns, strict=True)]
    at = _most_alike(np.stack([_detail(grey) for grey in upright]))
    areas = [_around(grey, at, LEARNT_SHIFT) for grey in upright]
    low = LEARNT_SHIFT
    picture = np.mean([area[low : low + PATCH, low : low + PATCH] for area in areas], axis=0).astype(np.float32)
    for _ in range(ROUNDS):
        found = np.stack([_best_patch(area, picture) for area in areas])
        found -= found.mean(axis=(1, 2), keepdims=True)
        picture = (found / (found.std(axis=(1, 2), keepdims=True) + 1e-3)).mean(axis=0)
    return Mark(at, np.asarray(picture, dtype=np.float32))


def mark_scores(mark: Mark, tile: Array) -> NDArray[np.float64]:
    """How well (4,) a tile (SIDE, SIDE, 3) shows the mark if it lies in 0, 1, 2 or 3 clockwise quarter turns, -1 to 1."""
    areas = (_around(_grey(tile, turns), mark.at, SHIFT) for turns in range(4))
    return np.array([float(_match(area, mark.picture).max()) for area in areas])


def _grey(tile: Array, turns: int) -> Array:
    """The brightness (SIDE, SIDE) of a tile turned back."""
    return np.asarray(turned(tile, -turns % 4).mean(axis=2), dtype=np.float32)


def _detail(grey: Array) -> Array:
    low = cv2.GaussianBlur(grey, (0, 0), DETAIL_PX)
    return np.asarray(cv2.GaussianBlur((grey - low) / (low + 25), (0, 0), SOFT_PX), dtype=np.float32)


def _most_alike(details: Array) -> tuple[int, int]:
    """Where (u, v) the detail (tiles, SIDE, SIDE) is strong and the same on all tiles."""
    common, own = details.mean(axis=0), details.var(axis=0)
    alike = cv2.boxFilter(common**2, -1, (PATCH, PATCH)) / (cv2.boxFilter(own, -1, (PATCH, PATCH)) + FLOOR)
    rim = PATCH // 2 + LEARNT_SHIFT
    inner = alike[rim:-rim, rim:-rim]
    v, u = np.unravel_index(int(inner.argmax()), inner.shape)
    return int(u) + rim, int(v) + rim


def _around(grey: Array, at: tuple[int, int], reach: int) -> Array:
    """The part of a tile in which the mark may lie."""
    (u, v), half = at, PATCH // 2 + reach
    return grey[max(v - half, 0) : v + half, max(u - half, 0) : u + half]


def _match(area: Array, picture: Array) -> Array:
    return np.asarray(cv2.matchTemplate(np.ascontiguousarray(area), picture, cv2.TM_CCOEFF_NORMED), dtype=np.float32)


def _best_patch(area: Array, picture: Array) -> Array:
    _, _, _, (u, v) = cv2.minMaxLoc(_match(area, picture))
    return area[v : v + PATCH, u : u + PATCH]
