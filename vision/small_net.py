"""A small network that comes with the program: pictures in, one number for each out, or one for each of its places."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from vision.light import Array

MIDDLE, SPREAD = 128.0, 1 / 128
"""Grey values are told as parts of what is half-way, about it."""
DIGITS = 2
"""Decimals of an answer that count: two versions of OpenCV add up in different orders."""


class SmallNet:
    """The network of that file in `weights`, read when it is first asked."""

    def __init__(self, name: str) -> None:
        self.path = Path(__file__).parent / "weights" / name

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        return cv2.dnn.readNetFromONNX(str(self.path))

    def rest(self) -> None:
        """Let go of what it keeps between pictures, as much as its largest one took.  It is read anew when asked."""
        self.__dict__.pop("_net", None)

    def told(self, shown: Array) -> Array:
        """What it says (n,) of pictures (n, h, w, channels), grey values."""
        self._net.setInput(np.ascontiguousarray((shown.transpose(0, 3, 1, 2) - MIDDLE) * SPREAD, dtype=np.float32))
        return np.asarray(self._net.forward(), dtype=np.float32).reshape(-1)

    def seen(self, features: Array) -> Array:
        """What it says (1, ...) of features (h, w, channels) as they are."""
        self._net.setInput(np.ascontiguousarray(features.transpose(2, 0, 1)[None], dtype=np.float32))
        return np.asarray(self._net.forward(), dtype=np.float32)
