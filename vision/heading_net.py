"""A small network that tells which way a directed piece points, by what an eye goes by: ears, nose, tail, the wider end.

Outline and mean pictures of the few taught pieces say well along which axis a piece lies, and less well which end is its nose,
above all under a cheese, in the dark, and on a board of its colour.  The network was taught on rendered mice of other tables, in
other art and light, their colours exchanged: it knows what a nose is, not what this edition looks like.
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.facing import PATCH
from vision.light import Array
from vision.tones import halved

WEIGHTS = Path(__file__).parent / "weights" / "headings.onnx"
SIDE = PATCH // 2
"""Pixels across what the network sees of a piece, at half the plan's scale."""
MIDDLE, SPREAD = 128.0, 1 / 128
"""Grey values are told as parts of what is half-way, about it."""
DIGITS = 2
"""Two versions of OpenCV add up in different orders."""


class HeadingNet:
    """The network; read when it is first asked."""

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        return cv2.dnn.readNetFromONNX(str(WEIGHTS))

    def told(self, view: Array) -> NDArray[np.float64]:
        """Log-likelihoods (4,) of the facings of a piece, north first, that looks as `view_of` shows it."""
        shown = np.stack([np.rot90(view, facing).transpose(2, 0, 1) for facing in range(4)])
        self._net.setInput(np.ascontiguousarray((shown - MIDDLE) * SPREAD, dtype=np.float32))
        noses = np.asarray(self._net.forward(), dtype=np.float64).reshape(-1)
        behind = noses - noses.max()
        return np.asarray(np.round(behind - np.log(np.exp(behind).sum()), DIGITS), dtype=np.float64)


def view_of(picture: Array, bare: Array, changed: Array, seen: Array) -> Array:
    """What the network sees of a piece (SIDE, SIDE, 8), grey values: around it the picture and the board expected below it
    (PATCH, PATCH, 3) in art light, where these differ, and where no other piece lies on top (PATCH, PATCH), 0..1."""
    shown = np.dstack([picture, bare, changed * np.float32(255), seen * np.float32(255)])
    return np.clip(halved(np.asarray(shown, dtype=np.float32)), 0, 255).astype(np.float32)
