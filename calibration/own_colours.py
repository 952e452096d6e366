"""Which pixels of many views show a piece and not the table around it, told from its colours alone.

Nobody knows yet how the views are turned.  But around its middle every view shows the piece, however it is turned, and far out
none does: how often a colour is seen here and there tells what it speaks for.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lens import Floats
from vision.light import Array

CORE, OUTSIDE = 0.3, 0.97
"""Share of what was seen of a piece within which a pixel surely shows it, and beyond which it does not."""
LIGHT_STEP, HUE_STEP = 8.0, 16.0
"""Tones that differ by less (brightness, hues) are taken for the same colour."""
EDGES = (np.arange(0.0, 136.0, LIGHT_STEP), np.arange(-256.0, 257.0, HUE_STEP), np.arange(-256.0, 257.0, HUE_STEP))
LEAST = 1e-6
"""A colour that was seen more seldom than that speaks for nothing."""
SMOOTH_PX = 0.7


def showing(toned: Array, covers: Array, valid: Array) -> Array:
    """How likely each pixel (m, n, n) shows the piece: from the tones of views (m, n, n, 3), how surely each differs from the
    bare table (m, n, n), and where nothing is in the way."""
    away = from_middle(covers.shape[1])
    mean = (covers * valid).sum(axis=0) / np.maximum(valid.sum(axis=0), 1e-3)
    bins = tuple(np.clip(np.digitize(toned[..., part], edges) - 1, 0, len(edges) - 2) for part, edges in enumerate(EDGES))
    here = _seen(bins, valid * covers * (away <= reach_of(mean, CORE)))
    there = _seen(bins, valid * (1 - covers) * (away > reach_of(mean, OUTSIDE)))
    likely = covers * here[bins] / (here[bins] + there[bins] + LEAST)
    return np.stack([cv2.GaussianBlur(each.astype(np.float32), (0, 0), SMOOTH_PX) for each in likely])


def _seen(bins: tuple[NDArray[np.intp], ...], weight: Array) -> Floats:
    """How often each colour is seen where something counts: shares of all, as even as neighbours are alike."""
    seen = np.zeros([len(edges) - 1 for edges in EDGES])
    np.add.at(seen, bins, weight)
    for axis in range(3):
        seen = (np.roll(seen, 1, axis) + 2 * seen + np.roll(seen, -1, axis)) / 4
    return np.asarray(seen / max(float(seen.sum()), LEAST))


def from_middle(side: int) -> Floats:
    """How far each pixel (side, side) of a view lies from its middle, px."""
    grid = np.arange(side) - (side - 1) / 2
    return np.asarray(np.hypot(*np.meshgrid(grid, grid)))


def reach_of(cover: Array, share: float) -> float:
    """How far from its middle, px, such a share of a piece's cover (n, n) lies."""
    away = from_middle(len(cover))
    order = np.argsort(away, axis=None)
    mass = np.cumsum(cover.ravel()[order])
    return float(away.ravel()[order][min(int(np.searchsorted(mass, share * mass[-1])), len(mass) - 1)])
