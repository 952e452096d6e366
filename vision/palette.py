"""The colours of the bare table: one of a plain table, a few of a chequered cloth, with all blends between two of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import less, squared
from vision.light import Array

PLAIN, MOST_OTHER = 50.0, 0.15
"""A table is of one colour when all but that share of it lies so close to its median."""
MOST = 4
LEAST_SHARE = 0.06
SAMPLE = 3000
TIGHTEST, WIDEST = 8.0, 40.0
"""Bounds of the standard deviation of a grey value about the table's colours."""
MAD = 1.6
ALL = np.ones(1, np.float32)
ALIKE = 2.0
"""A pixel shows a colour when it lies within so many of the table's spreads of it."""
OWN = 0.15
"""Share of the table from which on a blend of two colours is one of the cloth's own; others are where two meet, or skin."""
EDGE = 4
"""Pixels of a half plan of detail 1 across which an edge of two colours is blurred; what is thicker is no edge."""
DARKEST, SHADED = 0.5, 100.0
"""A shadow takes that share of the light at most; squared grey values that it counts as, lest it be seen everywhere."""


@dataclass(frozen=True, slots=True, eq=False)
class Palette:
    """Colours (n, 3) in art light, the standard deviation of a grey value about them, and the share of the table (n,) that shows
    each."""

    colours: Array
    spread: float
    shares: Array

    def nearest(self, seen: Array) -> Array:
        """For every colour seen (n, 3) the nearest that the table may have there: its edges show blends of two colours."""
        if len(self.colours) == 1:
            return np.full(seen.shape, self.colours[0], np.float32)
        pixels = np.ascontiguousarray(seen, dtype=np.float32).reshape(-1, 1, 3)
        best, least = np.zeros((len(pixels), 1, 3), np.float32), np.full((len(pixels), 1), np.inf, np.float32)
        for first, second in combinations(self.colours, 2):
            there = _blended(pixels, first, second)
            away = squared(pixels - there)
            cv2.copyTo(there, (away < least).astype(np.uint8), best)
            np.minimum(least, away, out=least)
        return best.reshape(seen.shape)

    def painted(self, picture: Array, edge: int, where: NDArray[np.bool_] | None = None) -> Array:
        """For every pixel of a picture (h, w, 3), or those `where` (h, w) it is asked for, the nearest colour of the table: a
        blend of two only where it is not thicker than an edge of so many pixels, for no cloth is a blend all over.  Where a table
        of several colours is not asked for, the picture stays."""
        if len(self.colours) == 1:
            return self.nearest(picture)
        asked = np.ones(picture.shape[:2], np.bool_) if where is None else where
        # How thick a blend is, is told by what surrounds it.
        near = np.flatnonzero(cv2.dilate(asked.astype(np.uint8), np.ones((2 * edge + 1,) * 2, np.uint8)))
        if not len(near):
            return picture.copy()
        own, pure = self.nearest(picture.reshape(-1, 1, 3)[near]), self._pure()
        farthest = np.float32(3 * (ALIKE * self.spread) ** 2)
        away = np.min([squared(less(own, colour)) for colour in pure], axis=0, initial=np.inf)
        there, blend = picture.copy(), np.zeros(picture.shape[:2], np.uint8)
        there.reshape(-1, 1, 3)[near], blend.reshape(-1, 1)[near] = own, away > farthest
        thick = cv2.morphologyEx(blend, cv2.MORPH_OPEN, np.ones((edge, edge), np.uint8)) > 0
        there[thick] = _in_shade(picture[thick], pure)
        return there

    def _pure(self) -> Array:
        """The colours that are no blends of two others, and those that are seen all over."""
        numbers = range(len(self.colours))
        return self.colours[[n for n in numbers if self.shares[n] >= OWN or not self._is_blend(n)]]

    def _is_blend(self, number: int) -> bool:
        own = self.colours[number]
        pairs = combinations([other for other in range(len(self.colours)) if other != number], 2)
        blends = (_blended(own.reshape(1, 1, 3), self.colours[one], self.colours[two]) for one, two in pairs)
        return any(float(np.abs(blend - own).max()) < ALIKE * self.spread for blend in blends)


def _in_shade(seen: Array, colours: Array) -> Array:
    """For every colour seen (n, 3) that of some colours (m, 3) which is nearest if a shadow may have darkened it."""
    if not len(seen):
        return seen
    part = np.clip((seen @ colours.T) / (colours**2).sum(axis=1), DARKEST, 1.0)
    # A colour after the other: a sum over three channels costs as much as one over thirty.
    off = [squared((seen - own[:, None] * colour)[:, None]) for own, colour in zip(part.T, colours, strict=True)]
    away = np.concatenate(off, axis=1) + np.float32(SHADED) * (part < 1)
    return np.asarray(colours[away.argmin(axis=1)], dtype=np.float32)


def _blended(pixels: Array, first: Array, second: Array) -> Array:
    """For every pixel (n, 1, 3) the nearest blend of two colours (3,)."""
    along = second - first
    scale = along / max(float(along @ along), 1.0)
    part = cv2.transform(pixels, np.append(scale, -float(first @ scale)).astype(np.float32)[None])
    part = np.clip(np.asarray(part, dtype=np.float32).reshape(-1, 1), 0, 1)
    # OpenCV makes three channels of one in five times as long.
    return np.asarray(cv2.merge([part * one + other for one, other in zip(along, first, strict=True)]), dtype=np.float32)


def palette_of(pixels: NDArray[np.floating]) -> Palette:
    """The colours of a table from pixels (n, 3) of it in art light, as good as nothing when there are too few."""
    if len(pixels) < 50:
        return Palette(np.full((1, 3), 128.0, np.float32), 60.0, ALL)
    sample = np.asarray(pixels[:: max(1, len(pixels) // SAMPLE)], dtype=np.float32)
    middle = np.median(pixels, axis=0)
    off = np.abs(sample - middle)
    away = MAD * float(np.median(off))
    if float(np.quantile(off.max(axis=1), 1 - MOST_OTHER)) <= PLAIN:
        return Palette(middle[None].astype(np.float32), float(np.clip(away, TIGHTEST, WIDEST)), ALL)
    centres, shares = clustered(sample, MOST)
    own = shares >= LEAST_SHARE
    colours, parts = centres[own], np.asarray(shares[own], dtype=np.float32)
    table = Palette(colours, 0.0, parts)
    away = MAD * float(np.median(np.abs(sample - table.nearest(sample))))
    return Palette(colours, float(np.clip(away, TIGHTEST, WIDEST)), parts)


def clustered(pixels: Array, most: int) -> tuple[Array, NDArray[np.float64]]:
    """So many colours (most, 3) about which pixels (n, 3) lie, always the same, and the share of them (most,) about each."""
    cv2.setRNGSeed(1)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 10, 1.0)
    start = np.zeros((len(pixels), 1), np.int32)
    _, labels, centres = cv2.kmeans(np.ascontiguousarray(pixels), most, start, stop, 2, cv2.KMEANS_PP_CENTERS)
    shares = np.bincount(np.asarray(labels).reshape(-1), minlength=most) / len(pixels)
    return np.asarray(centres, dtype=np.float32), np.asarray(shares, dtype=np.float64)
