"""Which strange patches have an outline: a hand ends somewhere, the light of a lamp that a table mirrors fades.

Where nobody knows what a table looks like, below what lay there while it was taught, a lamp mirrored by it is as strange as a
hand.  Such a patch ends where the table begins to be known; in the picture itself nothing ends there.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array

Mask = NDArray[np.bool_]

OUTLINE = 12.0
"""Grey values by which a picture changes across half the rim of a hand at least.  (Of 95 patches on twenty-five recordings, each
larger than half a cell, 38 were a lamp and came to 9 at most; of hands and of what stood beside the board the least was 17.)"""
STEP, SOFT, RIM = 3, 1.0, 1
"""Pixels, on a plan of detail 1, to both sides between which it changes, the spread of what takes its noise away, and how far the
rim reaches to both sides."""
FEWEST, BORDER = 20, 4
"""Of a rim of fewer pixels nothing is told, nor of what lies so near to the border of what is seen."""


def outlined(patches: Mask, picture: Array, seen: Mask | None = None, detail: int = 1) -> Mask:
    """Those of strange patches (h, w) at whose rims something ends in the picture (h, w, 3) of a half plan, of which so much is
    `seen` (h, w)."""
    if not patches.any():
        return patches
    if detail > 1:
        size = (patches.shape[1] // detail, patches.shape[0] // detail)
        small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        parts = None if seen is None else seen[::detail, ::detail]
        kept = outlined(patches[::detail, ::detail], small, parts)
        return patches & kept.repeat(detail, axis=0).repeat(detail, axis=1)
    count, labels = cv2.connectedComponents(patches.astype(np.uint8), connectivity=8)
    changes, rims = _changes(picture), _inside(patches.shape, seen) & _rims(patches)
    kept = np.ones(count, np.bool_)
    for number in range(1, count):
        rim = changes[rims & (cv2.dilate((labels == number).astype(np.uint8), _square(RIM)) > 0)]
        kept[number] = len(rim) < FEWEST or float(np.median(rim)) >= OUTLINE
    return np.asarray(patches & kept[labels], dtype=np.bool_)


def _changes(picture: Array) -> Array:
    """By how much the channel that does so most changes across each pixel (h, w) of a picture (h, w, 3), from row to row or from
    column to column."""
    soft = cv2.copyMakeBorder(cv2.GaussianBlur(picture, (0, 0), SOFT), STEP, STEP, STEP, STEP, cv2.BORDER_REPLICATE)
    high, wide = picture.shape[:2]
    rows, columns = slice(STEP, STEP + high), slice(STEP, STEP + wide)
    down = cv2.absdiff(soft[:high, columns], soft[2 * STEP :, columns])
    across = cv2.absdiff(soft[rows, :wide], soft[rows, 2 * STEP :])
    return np.asarray(np.maximum(down, across).max(axis=2), dtype=np.float32)


def _rims(patches: Mask) -> Mask:
    """The rims of patches (h, w)."""
    mask = patches.astype(np.uint8)
    return np.asarray((cv2.dilate(mask, _square(RIM)) > 0) & (cv2.erode(mask, _square(RIM)) == 0), dtype=np.bool_)


def _inside(shape: tuple[int, ...], seen: Mask | None) -> Mask:
    """What lies within the border of what is `seen` (h, w)."""
    inside = np.zeros(shape, np.uint8)
    inside[BORDER:-BORDER, BORDER:-BORDER] = 1
    if seen is not None:
        inside = np.where(cv2.erode(seen.astype(np.uint8), _square(BORDER // 2)) > 0, inside, 0)
    return inside > 0


def _square(reach: int) -> NDArray[np.uint8]:
    return np.ones((2 * reach + 1,) * 2, np.uint8)
