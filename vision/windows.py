"""Square windows of a picture around many spots at once."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from vision.light import Array
from vision.piece_bank import SIDE


def spot(at: NDArray[np.int64]) -> tuple[float, float]:
    """A pixel as coordinates."""
    return float(at[0]), float(at[1])


def windows(image: Array, where: NDArray[np.int64]) -> Array:
    """The windows (n, SIDE, SIDE, ...) of an image around spots (n, 2), copied; all of them must lie inside."""
    low, (down, across, *rest) = SIDE // 2, image.strides
    height, width, *channels = image.shape
    shape = (height - SIDE + 1, width - SIDE + 1, SIDE, SIDE, *channels)
    every = as_strided(image, shape, (down, across, down, across, *rest), writeable=False)
    return np.asarray(every[where[:, 1] - low, where[:, 0] - low], dtype=np.float32)


def canvases(pieces: Array, where: NDArray[np.int64], middle: tuple[int, int], slack: int) -> Array:
    """Windows (n, SIDE, SIDE) at spots (n, 2) each laid into an empty square around `middle`, `slack` px wider on every side."""
    side = SIDE + 2 * slack
    result = np.zeros((len(pieces), side, side), np.float32)
    for n, (u, v) in enumerate(np.clip(where - np.array(middle) + slack, 0, 2 * slack).tolist()):
        result[n, v : v + SIDE, u : u + SIDE] = pieces[n]
    return result


def on_canvases(canvas: Array, where: NDArray[np.int64], middle: tuple[int, int], slack: int) -> Array:
    """What each canvas (riders, side, side) holds in the windows of spots (n, 2), (riders, n, SIDE, SIDE)."""
    start = np.clip(where - np.array(middle) + slack, 0, 2 * slack)
    down = start[:, 1, None, None] + np.arange(SIDE)[:, None]
    across = start[:, 0, None, None] + np.arange(SIDE)
    return np.asarray(canvas[:, down, across], dtype=np.float32)
