"""Prints of pieces by their local contrast: how much brighter each pixel is than what is around it of the same colours.

Light changes it little, and in a heap it tells where one piece ends and the next begins: there the print breaks off.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.channels import squared
from vision.light import Array

AROUND_PX = 2.0
"""Size of what counts as around a pixel, px at the plan's scale."""
UNIT = 0.1
"""A contrast off by that share counts as much as a colour off by the noise."""
DARK = 0.2
"""Brightness, in units of a piece's noise, below which nothing is told."""
SAMPLE = 32


def contrast(bright: Array, own: Array, detail: int) -> Array:
    """By how much (h, w) the pixels of that brightness (h, w) are brighter than those around them, of which `own` (h, w), 0..1,
    tells how far they belong to the same; in units of UNIT."""
    around = [np.asarray(cv2.GaussianBlur(each, (0, 0), AROUND_PX * detail), np.float32) for each in (bright * own, own)]
    usual = around[0] / np.maximum(around[1], np.float32(1e-3))
    return np.asarray((bright / np.maximum(usual, np.float32(DARK)) - 1) / np.float32(UNIT), dtype=np.float32)


def sampled(tones: Array) -> Array:
    """Some of the colours (SAMPLE or fewer, 3) of a piece's pixels with those tones (n, 3 or more), from dark to bright."""
    order = np.argsort(tones[:, 0], kind="stable")
    return np.ascontiguousarray(tones[order[:: max(1, len(order) // SAMPLE)], :3])


def likeness(tones: Array, colours: Array) -> Array:
    """How far (h, w), 0..1, pixels with those tones (h, w, 3) may be of a piece that has these colours (n, 3)."""
    away = np.full(tones.shape[:2], np.inf, np.float32)
    for colour in colours:
        np.minimum(away, squared(np.ascontiguousarray(tones - colour)), out=away)
    return np.asarray(1 / (1 + away) ** 2, dtype=np.float32)
