"""Prints of pieces by their local contrast: how much brighter each pixel is than what is around it of the same colours.

Light changes it little, and in a heap it tells where one piece ends and the next begins: there the print breaks off.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.light import Array
from vision.tones import FINE_PX, LEAST_BRIGHT, ROUGH

AROUND_PX = 2.0
"""Size of what counts as around a pixel, px at the plan's scale."""
UNIT, ASLANT = 0.1, 0.075
"""A contrast off by that share counts as much as a colour off by the noise, and how much larger it may be for every mm that a
millimetre of height leans: the more aslant a camera looks, the less does the print of what others raise lie as taught."""
DARK = 0.2
"""Brightness, in units of a piece's noise, below which nothing is told."""
SAMPLE = 32


def unit_of(aslant: float) -> float:
    """What contrasts are told in under a camera that looks so much aslant."""
    return UNIT + ASLANT * aslant


def contrast(bright: Array, own: Array, detail: int, unit: float = UNIT) -> Array:
    """By how much (h, w) the pixels of that brightness (h, w) are brighter than those around them, of which `own` (h, w), 0..1,
    tells how far they belong to the same; in such units."""
    around = [np.asarray(cv2.GaussianBlur(each, (0, 0), AROUND_PX * detail), np.float32) for each in (bright * own, own)]
    usual = around[0] / np.maximum(around[1], np.float32(1e-3))
    return np.asarray((bright / np.maximum(usual, np.float32(DARK)) - 1) / np.float32(unit), dtype=np.float32)


def texture_among(bright: Array, own: Array, detail: int) -> Array:
    """The texture (h, w), 0..1 as by `tones.texture`, of a brightness (h, w), 0..255, as far as the pixels around each belong to
    the same (`own` (h, w), 0..1): what a piece lies on adds none."""
    size = FINE_PX * detail
    share = np.maximum(cv2.GaussianBlur(own, (0, 0), size), np.float32(1e-3))
    low = np.asarray(cv2.GaussianBlur(bright * own, (0, 0), size), np.float32) / share
    rough = np.abs(bright - low) / (low + np.float32(LEAST_BRIGHT)) * own
    return np.asarray(np.minimum(cv2.GaussianBlur(rough, (0, 0), size) / share * ROUGH, 1.0), dtype=np.float32)


def sampled(tones: Array) -> Array:
    """Some of the colours (SAMPLE or fewer, 3) of a piece's pixels with those tones (n, 3 or more), from dark to bright."""
    order = np.argsort(tones[:, 0], kind="stable")
    return np.ascontiguousarray(tones[order[:: max(1, len(order) // SAMPLE)], :3])


def likeness(tones: Array, colours: Array) -> Array:
    """How far (h, w), 0..1, pixels with those tones (h, w, 3) may be of a piece that has these colours (n, 3)."""
    flat = np.ascontiguousarray(tones.reshape(-1, 3).T)
    # Of the squared distance to each colour what is the same for all is added at last.
    away = np.asarray((colours**2).sum(axis=1)[:, None] - 2 * colours @ flat).min(axis=0)
    away += np.einsum("cp,cp->p", flat, flat)
    return np.asarray(1 / (1 + np.maximum(away, 0)) ** 2, dtype=np.float32).reshape(tones.shape[:2])
