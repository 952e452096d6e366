"""Spots around which windows of an image are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray


def spots_around(reach: int, step: int, middle: tuple[int, int] = (0, 0)) -> NDArray[np.int64]:
    """The spots (n, 2) of a grid up to `reach` px from its middle, row by row."""
    return np.asarray(_around(reach, step) + np.array(middle), dtype=np.int64)


def inner_spots(spots: NDArray[np.int64], side: int, image: NDArray[np.float32]) -> NDArray[np.int64]:
    """Those spots (n, 2), or the nearest ones whose windows of `side` px lie inside an image (h, w)."""
    height, width = image.shape
    low = side // 2
    return np.asarray(np.minimum(np.maximum(spots, low), np.array((width - low - 1, height - low - 1))), dtype=np.int64)


def spot_at(at: NDArray[np.int64]) -> tuple[float, float]:
    """A spot (2,) as plain numbers."""
    return float(at[0]), float(at[1])


def aligned(at: Sequence[float], side: int, step: int) -> tuple[int, int]:
    """The spot nearest to one, px, whose window of `side` px is made of whole coarse pixels of `step` px."""
    low, (u, v) = side // 2, (int(each) for each in at)
    return low + round((u - low) / step) * step, low + round((v - low) / step) * step


@cache
def _around(reach: int, step: int) -> NDArray[np.int64]:
    across = np.arange(-reach, reach + 1, step)
    return np.asarray(np.stack(np.meshgrid(across, across), axis=-1).reshape(-1, 2), dtype=np.int64)


def first_of_each(rows: NDArray[np.int64], spots: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers of rows (n,) at spots (n, 2) that are the first of those that are the same."""
    keys = (rows << 32) + (spots[:, 1] << 16) + spots[:, 0]
    return np.sort(np.unique(keys, return_index=True)[1])
