"""Pictures read between their pixels, to the same values whichever OpenCV is installed.

OpenCV 5 reads a picture just where it is asked to; before, places were rounded to a 32nd of a pixel, which is worth up to three
grey levels at an edge: enough to turn the nose of a mouse that was hard to tell.  Where the older one is installed the four
pixels around a place are fetched one by one and weighed here.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array

AnyArray = NDArray[Any]
Size = tuple[int, int]

ROUNDS = int(cv2.__version__.split(".", maxsplit=1)[0]) < 5
"""Whether this OpenCV rounds the places it reads."""

EXACT = frozenset({1, 3, 4})
"""Images of so many channels OpenCV 5 reads exactly; it rounds as the older one does where there are others."""

LANES = 16
"""So many columns OpenCV 5 reckons at once where it is run mostly."""

MOST = 32000
"""Places further out than that are outside of any picture; OpenCV's maps of whole pixels hold no more."""


def remap(image: AnyArray, x: AnyArray, y: AnyArray, border: int = cv2.BORDER_CONSTANT, value: float = 0.0) -> AnyArray:
    """An image (h, w) or (h, w, c) at the places x, y (px), as large as those; between the pixels it is bilinear."""
    if _rounded(image):
        return weighed(image, x, y, border, value)
    return cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=border, borderValue=(value,))


def warp_affine(
    image: AnyArray, matrix: AnyArray, size: Size, inverse: bool = False, border: int = cv2.BORDER_CONSTANT, value: float = 0.0
) -> AnyArray:
    """An image laid into another of that size (width, height) by a matrix (2, 3), which leads back where `inverse` is set."""
    if _rounded(image):
        back = matrix if inverse else cv2.invertAffineTransform(np.asarray(matrix, dtype=np.float64))
        return weighed(image, *_places(np.vstack([back, (0, 0, 1)]), size), border, value)
    flags = cv2.INTER_LINEAR | (cv2.WARP_INVERSE_MAP if inverse else 0)
    return cv2.warpAffine(image, matrix, size, flags=flags, borderMode=border, borderValue=(value,))


def warp_perspective(
    image: AnyArray, matrix: AnyArray, size: Size, inverse: bool = False, border: int = cv2.BORDER_CONSTANT, value: float = 0.0
) -> AnyArray:
    """The same by a matrix (3, 3) of plane to plane."""
    if _rounded(image):
        back = np.asarray(matrix, dtype=np.float64) if inverse else np.linalg.inv(matrix)
        return weighed(image, *_places(back, size), border, value)
    flags = cv2.INTER_LINEAR | (cv2.WARP_INVERSE_MAP if inverse else 0)
    return cv2.warpPerspective(image, matrix, size, flags=flags, borderMode=border, borderValue=(value,))


def _rounded(image: AnyArray) -> bool:
    """Whether this OpenCV would round where version 5 does not."""
    return ROUNDS and (image.ndim == 2 or image.shape[2] in EXACT)


def weighed(image: AnyArray, x: AnyArray, y: AnyArray, border: int, value: float) -> AnyArray:
    """What `remap` gives, of four pixels each, rounded only at last."""
    left, upper = np.floor(x), np.floor(y)
    shares = [np.asarray(part, dtype=np.float32) for part in (x - left, y - upper)]
    across, down = [part[..., None] if image.ndim == 3 else part for part in shares]
    at = np.clip(np.dstack([left, upper]), -MOST, MOST).astype(np.int16)
    corners = [_fetched(image, at + np.array(step, np.int16), border, value) for step in ((0, 0), (1, 0), (0, 1), (1, 1))]
    above, below = (_fused(across, other - one, one) for one, other in (corners[:2], corners[2:]))
    found = _fused(down, below - above, above)
    if image.dtype.kind == "f":
        return found
    limits = np.iinfo(image.dtype)
    return np.clip(np.rint(found), limits.min, limits.max).astype(image.dtype)


def _fetched(image: AnyArray, at: NDArray[np.int16], border: int, value: float) -> Array:
    pixels = cv2.remap(image, at, None, cv2.INTER_NEAREST, borderMode=border, borderValue=(value,))  # type: ignore[call-overload]
    return np.asarray(pixels, dtype=np.float32)


def _fused(factor: Array, other: AnyArray, added: AnyArray) -> Array:
    """A product and a sum rounded once, as processors do it in one go."""
    return (factor.astype(np.float64) * other + added).astype(np.float32)


def _places(back: AnyArray, size: Size) -> tuple[AnyArray, AnyArray]:
    """Where each pixel of an image of that size (width, height) comes from: x and y (height, width) in px."""
    u, v = np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32)[:, None]
    rows = np.asarray(back, dtype=np.float32)
    # In the order and the precision of OpenCV 5, which has another order for the columns that do not fill its registers.
    together = u < size[0] // LANES * LANES
    each = ((_fused(u, row[0], v * row[1] + row[2]), _fused(u, row[0], v * row[1]) + row[2]) for row in rows)
    x, y, depth = (np.where(together, filled, left_over) for filled, left_over in each)
    return x / depth, y / depth
