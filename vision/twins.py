"""Drawings that are alike but for a digit, a hue, or what is printed faintly behind the same picture.

Coarse pixels tell such twins by little, and in the light of another colour, or with a piece's shadow beside it, by no more than
chance; their details tell them, and what is known of the light of a place.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.tiles import COARSE, Fits, turned

ALIKE = 0.88
"""Correlation of coarse pixels from which on two drawings are twins: .91 to .98 of two sides of one card that differ in a hue or
in what is behind, and of cards that differ in a digit; up to .86 of tiles with other paths or with a web."""


def twins_of(art: Array) -> NDArray[np.bool_]:
    """Which rows of a bank of drawings (looks, n, n, 3) are twins of which (4 * looks, 4 * looks)."""
    small = [cv2.resize(each, (COARSE, COARSE), interpolation=cv2.INTER_AREA) for each in art]
    flat = np.stack([turned(each, turn) for each in small for turn in range(4)]).astype(np.float32)
    flat = (flat - flat.mean(axis=(1, 2), keepdims=True)).reshape(len(flat), -1)
    flat /= np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    return np.asarray(flat @ flat.T > ALIKE)


def no_surer(told: Fits, bare: Fits, before: Fits, twins: NDArray[np.bool_]) -> Array:
    """What is taken (k,), 0 and less, from the costs of drawings `told` (1, k) for one place: by how much nearer each twin of the
    best was to that `before` (1, j) than it is in the plain light of the place, `bare` (1, k).

    A twin of another hue may be the drawing in another light; that was looked into when the place was told as a whole.
    """
    best, rows = int(told.rows[0, 0]), told.rows[0]
    plain, known = _by_row(bare), _by_row(before)
    taken = np.zeros(len(rows), np.float32)
    if best not in known:
        return taken
    for n, row in enumerate(rows.tolist()):
        if row in known and twins[best, row]:
            taken[n] = min(0.0, known[row] - known[best] - (plain[row] - plain[best]))
    return taken


def _by_row(fits: Fits) -> dict[int, float]:
    """What each row costs in the first place."""
    return dict(zip(fits.rows[0].tolist(), fits.costs[0].tolist(), strict=True))
