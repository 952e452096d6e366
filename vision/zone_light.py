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
"""Deviation of grey values, of such a share of one paint (`MOST`), below which a difference in brightness is the light's."""
FARTHEST = 70.0
USUALLY = 20.0
"""Grey values by which light changes most paints at most."""
LEAST_PIXELS, LEAST_OF_PAINT = 60, 30
SAMPLE = 1000
"""About so many pixels of a zone tell its light."""
ROUNDS = 3
WIDE = 0.08
"""Share of the plan from which on a zone is so wide that no pieces cover much of it, and only an arm does."""
MOST, MANY = 0.5, 0.35
"""Share of a paint that must lie close to a plane, and that which must where most of it does not: a hand may be there."""

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
        here[known] = colours + _light(colours, seen - colours, basis, len(at) > WIDE * expected.known.size)
    return replace(expected, picture=picture)


def _light(colours: Array, away: Array, basis: Array, wide: bool) -> Array:
    """The part of differences (n, 3) of pixels with these colours (n, 3), of a `wide` zone or another, that is light."""
    few = slice(None, None, max(1, len(colours) // SAMPLE))
    centres = _paints(colours[few])
    label = ((centres**2).sum(axis=1) - 2 * colours @ centres.T).argmin(axis=1)
    planes = _planes(away[few], basis[few], label[few], wide)
    planes[np.bincount(label, minlength=PAINTS) < LEAST_OF_PAINT] = 0
    light = np.zeros_like(away)
    for paint in np.flatnonzero(planes.any(axis=(1, 2))).tolist():
        own = np.flatnonzero(label == paint)
        level = basis[own] @ planes[paint]
        # A paint that would change too much is something else.
        if np.abs(level).max(initial=0.0) <= FARTHEST:
            light[own] = level
    return light


def _planes(away: Array, basis: Array, label: NDArray[np.int64], wide: bool) -> Array:
    """For every paint a plane (PAINTS, 3, 3) through the differences (n, 3) of the pixels labelled as its own (n,), if most of
    them lie close to it, else nothing."""
    order = np.argsort(label, kind="stable")
    ends = np.searchsorted(label[order], np.arange(PAINTS + 1))
    planes = np.zeros((PAINTS, 3, 3), np.float32)
    for paint in range(PAINTS):
        own = order[ends[paint] : ends[paint + 1]]
        if len(own):
            planes[paint] = _plane(away[own], basis[own], wide)
    return planes


def _plane(away: Array, basis: Array, wide: bool) -> Array:
    """The plane (3, 3) through most differences (n, 3) of one paint's pixels; nothing if they do not lie close to it.

    In a wide zone it is looked for among all, and among those that are as expected: a sleeve draws it away from the rest.
    """
    # One row for each unknown and each channel: what is added up lies together.
    both, usual = np.concatenate([basis.T, away.T]), np.abs(away).max(axis=1) <= USUALLY
    starts = [both[:3], both[:3] * usual] if wide else [both[:3]]
    for share in (MOST, MANY) if wide else (MOST,):
        plane, off = min((_drawn_to(both, start, share) for start in starts), key=lambda one: one[1])
        if off <= STEADY:
            return plane
    return np.zeros((3, 3), np.float32)


def _drawn_to(both: Array, close: Array, share: float) -> tuple[Array, float]:
    """The plane (3, 3) that such a share of differences lies close to, `both` (6, n) on what they are told and what they are, if
    one starts from what is told of those that lie `close` (3, n; else 0), and how far they lie from it."""
    at, plane, off, firm = both[:3], np.zeros((3, 3), np.float32), np.inf, 1e-3 * np.eye(3, dtype=np.float32)
    for _ in range(ROUNDS):
        sums = close @ both.T
        plane = np.asarray(cv2.solve(sums[:, :3] + firm, sums[:, 3:], flags=cv2.DECOMP_LU)[1], dtype=np.float32)
        away = np.abs(both[3:] - plane.T @ at).max(axis=0)
        last = int(len(away) * share)
        off = float(np.partition(away, last)[last])
        close = at * (away <= max(off * 2, 1.0))
    return plane, off


def _paints(colours: NDArray[np.float32]) -> Array:
    """The colours (PAINTS, 3) of the paints of some pixels (n, 3)."""
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 8, 2.0)
    cv2.setRNGSeed(1)
    start = np.zeros((len(colours), 1), np.int32)
    _, _, centres = cv2.kmeans(np.ascontiguousarray(colours), PAINTS, start, stop, 1, cv2.KMEANS_PP_CENTERS)
    return np.asarray(centres, dtype=np.float32)
