"""How much a heap may hide: whether one more piece of its kind, anywhere in it, would show.

Pieces that lie side by side hide nothing; a pile of many layers may hide a whole piece.  Which it is follows from what was
found: a piece is laid below it, in the turns in which the others lie, with its middle at every spot that they cover, and counts
as hidden where no more of it sticks out than a heap is searched for.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from vision.light import Array

COARSE = 2
"""Pixels of a plan of detail 1 that are taken together."""
COVERED = 0.5
"""From that cover on a spot belongs to the heap."""


def hidden_share(covered: Array, pieces: Iterable[Array], least: float, detail: int) -> float:
    """The share of spots of a heap, 0..1, on which a piece below it would show less than `least` of itself.

    `covered` (h, w) is how far the heap covers each pixel, `pieces` (n, n) are covers of its kind, each 0..1, px of a plan of
    that detail.
    """
    heap = _coarse(covered, detail)
    inside = heap > COVERED
    shares = [1 - cv2.filter2D(heap, -1, piece / piece.sum(), borderType=cv2.BORDER_CONSTANT) for piece in _all(pieces, detail)]
    return float(np.mean([(share[inside] < least).mean() for share in shares])) if shares and inside.any() else 0.0


def _all(pieces: Iterable[Array], detail: int) -> list[Array]:
    return [small for small in (_coarse(piece, detail) for piece in pieces) if small.any()]


def _coarse(image: Array, detail: int) -> Array:
    scale = 1 / (COARSE * detail)
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), dtype=np.float32)
