"""Motion blur: along which short line a moving camera has smeared the picture, judged by the board it should show."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import mean_of
from vision.expected import Expected
from vision.light import Array

SHARP = 0.7
"""Share of the expected edges' strength that a sharp picture shows at least."""
LENGTHS = (3, 5, 7, 9, 11)
"""Lengths of the line that are tried, px of the half plan."""
ANGLES = 12
LEAST_BETTER = 0.9
"""A blur must bring the picture's difference from the board down to this share."""
OUTLIER = 25.0
"""Differences of a grey value beyond this are something else than the board."""


def motion_of(half: Array, board: Expected) -> Array | None:
    """The kernel (n, n) of the blur in a picture (h, w, 3) of that board, None when it is sharp; half scale, art light."""
    seen, drawn = mean_of(half), mean_of(board.picture)
    inside = cv2.erode(board.known.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    if not inside.any() or _sharpness(seen, drawn, inside) > SHARP:
        return None
    still = _difference(seen, drawn, inside)
    best, least = None, LEAST_BETTER * still
    for length in LENGTHS:
        for step in range(ANGLES):
            kernel = line_kernel(length, 180.0 * step / ANGLES)
            error = _difference(seen, np.asarray(cv2.filter2D(drawn, -1, kernel), dtype=np.float32), inside)
            if error < least:
                best, least = kernel, error
    return best


def line_kernel(length: int, degrees: float) -> Array:
    """The mean over a line of that length through the middle, as a kernel (length + 2, length + 2) that sums to one."""
    side = length + 2 + (length + 1) % 2
    fine = np.zeros((side * 4, side * 4), np.float32)
    middle = np.array([side * 2 - 0.5, side * 2 - 0.5])
    away = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * length * 2
    ends = [tuple(int(value) for value in np.round(middle + sign * away)) for sign in (-1, 1)]
    cv2.line(fine, ends[0], ends[1], 1.0, 4)
    kernel = cv2.resize(fine, (side, side), interpolation=cv2.INTER_AREA)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def smeared(board: Expected, kernel: Array) -> Expected:
    """The board as a camera sees it that moves along that line."""
    known = cv2.filter2D(board.known.astype(np.float32), -1, kernel)
    picture = cv2.filter2D(board.picture * board.known[..., None], -1, kernel) / np.maximum(known, 0.05)[..., None]
    spread = np.asarray(cv2.blur(board.spread, (3, 3)), dtype=np.float32)
    return Expected(np.asarray(picture, dtype=np.float32), known > 0.5, spread)


def doubled_kernel(kernel: Array) -> Array:
    """The same blur at twice the scale."""
    side = kernel.shape[0] * 2 + 1
    wide = cv2.resize(kernel, (side, side), interpolation=cv2.INTER_LINEAR)
    return np.asarray(wide / wide.sum(), dtype=np.float32)


def _sharpness(seen: Array, drawn: Array, inside: NDArray[np.bool_]) -> float:
    """How strong the drawn edges are in what is seen, 1 when as drawn: a regression, so that noise does not count."""
    mask = inside.astype(np.float32)
    slopes = [[(cv2.Sobel(grey, cv2.CV_32F, *axis) * mask).reshape(-1) for axis in ((1, 0), (0, 1))] for grey in (seen, drawn)]
    both = sum(float(one @ other) for one, other in zip(*slopes, strict=True))
    return both / max(sum(float(one @ one) for one in slopes[1]), 1.0)


def _difference(seen: Array, drawn: Array, inside: NDArray[np.bool_]) -> float:
    off = np.minimum(cv2.absdiff(seen, drawn), np.float32(OUTLIER)).reshape(-1)
    return float(off @ inside.reshape(-1).astype(np.float32)) / int(inside.sum())
