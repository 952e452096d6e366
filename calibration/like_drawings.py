"""Parts of drawings that nobody saw bare, from other drawings of the same picture in other inks.

Many a deck prints one picture on several cards and only its colours change.  If the colours of one drawing tell those of
another wherever both were seen, they tell them where the other was hidden, too.  What is told so is still a guess: two cards may
differ in the very digit that was hidden.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import Drawings
from companion.core.scene import Look
from vision.lens import Floats
from vision.light import Array
from vision.palette import clustered

COLOURS, SCALE = 8, 4
"""So many colours of a drawing are told apart, and its pixels compared at that part of its scale."""
BARE = 0.99
SAME = 0.91
"""Share of what a drawing varies that another of the same picture tells at least: of 144 such pairs on six decks 105 did, and of
5808 others six (.93 at most), which differ in a digit or a small sign."""
LEAST_SEEN = 0.3
"""A drawing of which less was seen has no likeness."""


def with_like_parts(art: Drawings) -> Drawings:
    """Drawings, what was not seen of them painted as on other drawings of the same picture, where there are some."""
    partly = [look for look, (_, seen) in art.items() if not seen.all() and seen.mean() > LEAST_SEEN]
    if not partly:
        return art
    palettes = {look: clustered(drawing[seen][::SCALE], COLOURS)[0] for look, (drawing, seen) in art.items() if seen.any()}
    return {**art, **{look: (_painted(look, art, palettes), art[look][1]) for look in partly}}


def _painted(look: Look, art: Drawings, palettes: Mapping[Look, Array]) -> NDArray[np.float32]:
    """A drawing (n, n, 3) with the parts painted that another tells best of those that show them."""
    drawing, seen = art[look]
    small, free = _small(drawing), _small(seen.astype(np.float32)) > BARE
    best, painted = SAME, drawing
    for other, palette in palettes.items():
        if other == look or not (art[other][1] | seen).all():
            continue
        colours, told = _told(small, free, _nearest(_small(art[other][0]), palette), len(palette))
        if told > best:
            best = told
            painted = np.where(seen[..., None], drawing, colours[_nearest(art[other][0], palette)]).astype(np.float32)
    return painted


def _told(drawing: Array, free: NDArray[np.bool_], inks: NDArray[np.int64], count: int) -> tuple[Floats, float]:
    """The colour (count, 3) of a drawing (n, n, 3) for each ink of another (n, n), and the share of what it varies that these
    tell where it is free (n, n)."""
    shown, own = drawing[free].astype(np.float64), inks[free]
    if len(shown) < 2:
        return np.zeros((count, 3)), 0.0
    times = np.bincount(own, minlength=count)
    sums = np.stack([np.bincount(own, shown[:, channel], minlength=count) for channel in range(3)], axis=1)
    # An ink that was never seen on this one stays the mean of all.
    colours = np.where(times[:, None] > 0, sums / np.maximum(times, 1)[:, None], shown.mean(axis=0))
    left, whole = ((shown - colours[own]) ** 2).sum(), ((shown - shown.mean(axis=0)) ** 2).sum()
    return colours, 1 - float(left) / max(float(whole), 1.0)


def _nearest(picture: Array, palette: Array) -> NDArray[np.int64]:
    """The number (n, n) of the colour of a palette (m, 3) that each pixel of a picture (n, n, 3) is nearest to."""
    return np.asarray(((picture[..., None, :] - palette) ** 2).sum(axis=-1).argmin(axis=-1), dtype=np.int64)


def _small(image: Array) -> Array:
    size = image.shape[1] // SCALE, image.shape[0] // SCALE
    return np.asarray(cv2.resize(np.asarray(image, np.float32), size, interpolation=cv2.INTER_AREA), dtype=np.float32)
