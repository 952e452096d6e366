"""The colours of the bare table: one of a plain table, a few of a chequered cloth, with all blends between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import squared
from vision.light import Array

PLAIN, MOST_OTHER = 50.0, 0.15
"""A table is of one colour when all but that share of it lies so close to its median."""
MOST = 4
LEAST_SHARE = 0.06
SAMPLE = 3000
TIGHTEST, WIDEST = 8.0, 40.0
"""Bounds of the standard deviation of a grey value about the table's colours."""
MAD = 1.6


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Colours (n, 3) in art light, and the standard deviation of a grey value about them."""

    colours: Array
    spread: float

    def nearest(self, seen: Array) -> Array:
        """For every colour seen (n, 3) the nearest that the table may have there: its edges show blends of two colours."""
        if len(self.colours) == 1:
            return np.broadcast_to(self.colours[0], seen.shape).astype(np.float32)
        pixels = np.ascontiguousarray(seen, dtype=np.float32).reshape(-1, 1, 3)
        best, least = np.zeros((len(pixels), 1, 3), np.float32), np.full((len(pixels), 1), np.inf, np.float32)
        for first, second in combinations(self.colours, 2):
            there = _blended(pixels, first, second)
            away = squared(pixels - there)
            cv2.copyTo(there, (away < least).astype(np.uint8), best)
            np.minimum(least, away, out=least)
        return best.reshape(seen.shape)


def _blended(pixels: Array, first: Array, second: Array) -> Array:
    """For every pixel (n, 1, 3) the nearest blend of two colours (3,)."""
    along = second - first
    scale = along / max(float(along @ along), 1.0)
    part = cv2.transform(pixels, np.append(scale, -float(first @ scale)).astype(np.float32)[None])
    part = np.clip(np.asarray(part, dtype=np.float32).reshape(-1, 1, 1), 0, 1)
    return np.asarray(cv2.transform(part, np.column_stack([along, first]).astype(np.float32)), dtype=np.float32)


def palette_of(pixels: NDArray[np.floating]) -> Palette:
    """The colours of a table from pixels (n, 3) of it in art light, as good as nothing when there are too few."""
    if len(pixels) < 50:
        return Palette(np.full((1, 3), 128.0, np.float32), 60.0)
    sample = np.asarray(pixels[:: max(1, len(pixels) // SAMPLE)], dtype=np.float32)
    middle = np.median(pixels, axis=0)
    off = np.abs(sample - middle)
    away = MAD * float(np.median(off))
    if float(np.quantile(off.max(axis=1), 1 - MOST_OTHER)) <= PLAIN:
        return Palette(middle[None].astype(np.float32), float(np.clip(away, TIGHTEST, WIDEST)))
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 10, 1.0)
    start = np.zeros((len(sample), 1), np.int32)
    _, labels, centres = cv2.kmeans(sample, MOST, start, stop, 2, cv2.KMEANS_PP_CENTERS)
    shares = np.bincount(np.asarray(labels).reshape(-1), minlength=MOST) / len(sample)
    colours = np.asarray(centres, dtype=np.float32)[shares >= LEAST_SHARE]
    table = Palette(colours, 0.0)
    away = MAD * float(np.median(np.abs(sample - table.nearest(sample))))
    return Palette(colours, float(np.clip(away, TIGHTEST, WIDEST)))
