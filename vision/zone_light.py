"""How bright each paint of each printed zone is in the light of one frame.

Strong colours answer to light in another way than pale ones.  Only a difference that is the same all over a paint is taken
over: a piece of the same colour that stands on it has a bright and a dark side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.expected import Expected
from vision.light import Array

PAINTS = 4
"""Colours into which a printed zone is parted."""
STEADY = 9.0
"""Median deviation of grey values within one paint below which a difference in brightness is the light's."""
FARTHEST = 70.0
LEAST_PIXELS, LEAST_OF_PAINT = 60, 30
SAMPLE = 1000
"""About so many pixels of a zone tell its light."""
ROUNDS = 3

Block = tuple[int, int, int, int]


def with_paint(expected: Expected, half: Array, blocks: Sequence[Block]) -> Expected:
    """The expected board with each paint of each printed zone (left, upper, right, lower) as bright as it is in this light."""
    picture = expected.picture.copy()
    for left, upper, right, lower in blocks:
        known = expected.known[upper:lower, left:right]
        at = np.argwhere(known)
        if len(at) < LEAST_PIXELS:
            continue
        here = picture[upper:lower, left:right]
        colours, seen = here[known], half[upper:lower, left:right][known]
        basis = np.column_stack([np.ones(len(at)), (at - at.mean(axis=0)) / 32]).astype(np.float32)
        here[known] = colours + _light(colours, seen - colours, basis)
    return replace(expected, picture=picture)


def _light(colours: Array, away: Array, basis: Array) -> Array:
    """The part of differences (n, 3) of pixels with these colours (n, 3) that is light."""
    few = slice(None, None, max(1, len(colours) // SAMPLE))
    centres = _paints(colours[few])
    label = ((centres**2).sum(axis=1) - 2 * colours @ centres.T).argmin(axis=1)
    planes = np.zeros((PAINTS, 3, 3), np.float32)
    for paint in range(PAINTS):
        own = label[few] == paint
        if np.count_nonzero(label == paint) >= LEAST_OF_PAINT and np.count_nonzero(own) > 3:
            planes[paint] = _plane(away[few][own], basis[few][own])
    levels = basis @ planes.transpose(1, 0, 2).reshape(3, -1)
    levels = levels.reshape(len(basis), PAINTS, 3)
    # A paint that would change too much is something else.
    for paint in range(PAINTS):
        if np.abs(levels[:, paint][label == paint]).max(initial=0.0) > FARTHEST:
            levels[:, paint] = 0
    return np.asarray(levels[np.arange(len(basis)), label], dtype=np.float32)


def _plane(away: Array, basis: Array) -> Array:
    """A plane (3, 3) through differences (n, 3), if most of them lie close to it, else nothing."""
    close, plane = np.ones(len(away), np.bool_), np.zeros((3, 3), np.float32)
    level, median = plane, np.inf
    for _ in range(ROUNDS):
        held = basis * close[:, None]
        plane = np.linalg.solve(held.T @ basis + 1e-3 * np.eye(3, dtype=np.float32), held.T @ away)
        level = away - basis @ plane
        off = np.maximum(np.maximum(np.abs(level[:, 0]), np.abs(level[:, 1])), np.abs(level[:, 2]))
        median = float(np.partition(off, len(off) // 2)[len(off) // 2])
        close = off <= max(median * 2, 1.0)
    return np.asarray(plane if median <= STEADY else np.zeros((3, 3)), dtype=np.float32)


def _paints(colours: NDArray[np.float32]) -> Array:
    """The colours (PAINTS, 3) of the paints of some pixels (n, 3)."""
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 8, 2.0)
    cv2.setRNGSeed(1)
    start = np.zeros((len(colours), 1), np.int32)
    _, _, centres = cv2.kmeans(np.ascontiguousarray(colours), PAINTS, start, stop, 1, cv2.KMEANS_PP_CENTERS)
    return np.asarray(centres, dtype=np.float32)
