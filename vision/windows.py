"""Square windows of a picture around many spots at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.piece_bank import SIDE

SLACK = 12
"""How far from the middle of a common square the middles of windows may lie, px."""


def spot(at: NDArray[np.int64]) -> tuple[float, float]:
    return float(at[0]), float(at[1])


def on_canvas(windows: Array, where: NDArray[np.int64], middle: tuple[int, int]) -> Array:
    """Windows (n, SIDE, SIDE) at spots (n, 2) each laid into a common square around `middle`, flat (n, canvas)."""
    side = SIDE + 2 * SLACK
    canvas = np.zeros((len(windows), side, side), np.float32)
    for n, (u, v) in enumerate((where - np.array(middle) + SLACK).tolist()):
        u, v = min(max(u, 0), 2 * SLACK), min(max(v, 0), 2 * SLACK)
        canvas[n, v : v + SIDE, u : u + SIDE] = windows[n]
    return canvas.reshape(len(windows), -1)


def windows(image: Array, where: NDArray[np.int64]) -> Array:
    """The windows (n, SIDE, SIDE, ...) of an image around spots (n, 2)."""
    low = SIDE // 2
    return np.stack([image[v - low : v - low + SIDE, u - low : u - low + SIDE] for u, v in where.tolist()])
