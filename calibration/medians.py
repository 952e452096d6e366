"""Medians of pictures laid on each other, of which each tells a part."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.light import Array


def median_where(values: Array, told: NDArray[np.bool_], without: float) -> Array:
    """Median over the first axis of values (m, n, n) or (m, n, n, c) where they are told (m, n, n); `without` where none is."""
    told = told if values.ndim == told.ndim else np.broadcast_to(told[..., None], values.shape)
    ordered = np.sort(np.where(told, values, np.float32(np.inf)), axis=0)
    count = told.sum(axis=0)
    low, high = (np.take_along_axis(ordered, np.maximum(at, 0)[None], axis=0)[0] for at in ((count - 1) // 2, count // 2))
    return np.where(count > 0, (low + high) / 2, np.float32(without)).astype(np.float32)


def median_of_free(pictures: Array, free: NDArray[np.bool_]) -> Array:
    """The median (h, w, 3) of pictures (n, h, w, 3) over those in which a pixel is free (n, h, w), over all where none is."""
    return median_where(pictures, free | ~free.any(axis=0), 0.0)
