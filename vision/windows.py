"""Windows of an image around many spots at once, and the spots of a grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.piece_bank import SIDE

SLACK = 12
"""How far from the middle of a common square the windows laid into it may lie, px at detail 1."""


def on_canvas(windows: Array, where: NDArray[np.int64], middle: tuple[int, int]) -> Array:
    """Windows (n, side, side) at spots (n, 2) each laid into a common square around `middle`, flat (n, canvas)."""
    window = windows.shape[1]
    slack = window * SLACK // SIDE
    side = window + 2 * slack
    canvas = np.zeros((len(windows), side, side), np.float32)
    for n, (u, v) in enumerate((where - np.array(middle) + slack).tolist()):
        u, v = min(max(u, 0), 2 * slack), min(max(v, 0), 2 * slack)
        canvas[n, v : v + window, u : u + window] = windows[n]
    return canvas.reshape(len(windows), -1)


def windows_at(image: Array, where: NDArray[np.int64], side: int) -> Array:
    """The windows (n, side, side, ...) of an image around spots (n, 2)."""
    low = side // 2
    return np.stack([image[v - low : v - low + side, u - low : u - low + side] for u, v in where.tolist()])


def spots_around(reach: int, step: int, middle: tuple[int, int] = (0, 0)) -> NDArray[np.int64]:
    """The spots (n, 2) of a grid up to `reach` px from its middle, row by row."""
    across = np.arange(-reach, reach + 1, step)
    return np.asarray(np.stack(np.meshgrid(across, across), axis=-1).reshape(-1, 2) + np.array(middle), dtype=np.int64)
