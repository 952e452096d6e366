"""A flat piece on a picture of itself: at the plan's full scale, and by what is drawn rather than by its colours.

Where a card shows a cheese and a wedge of cheese lies on that, the drawing explains nearly all that is seen: the colours are the
same.  But a rind and holes lie elsewhere.  So every pose of a piece that explains about as much as the drawing is asked for what
either leaves of the details, in whatever light suits each: where no piece lies the drawing leaves less, and where one does the
piece leaves half.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_costs import CAP
from vision.heaps import ALMOST, Heap, Judge, about, most_below
from vision.light import Array
from vision.matching import PRIOR, UNIT
from vision.poses import Lying
from vision.shapes import Shapes, Sized

WORST = -0.5
"""What a pose gains per pixel at least (nats)."""
AMISS = 6.5
"""So much the pixels of a piece must bring where it lies about (nats), or no pose is tried there."""
SEEN, DRAWN, CORE = 0.9, 0.8, 0.6
"""Share of a piece that nothing hides, that of it which covers a drawing that is known, and the cover at which it is seen."""
NONE = -1.0
"""Log odds below which a network says that it is but the drawing.  (On seven tables -2.8 to -8.5 of five that were, 3.6 to 8.4 of
eight wedges, one of -8.)"""
TRIED = 40
"""So many poses of a kind, those that gain most, are asked for details."""
CONTRASTS = (0.6, 1.6)
"""How strong contrasts may be in another light, times as taught."""
LEAST_LEFT = 0.5
"""What is left of details at least: what a camera adds (tones)."""
DETAILS, LEAST = 2.0, 0.45
"""Nats per pixel for every factor of e by which the piece leaves less of the details than the drawing does, and so many of those
and of what it gains must come together.  (Of 1872 cells of fourteen recordings sixteen had such a piece, and all but one of
these came to 0.56 and more; without one none came above 0.32, but for parts of hands.)"""


def amiss(costs: Array, free: Array, known: NDArray[np.bool_], shapes: Shapes, reach: int) -> bool:
    """Whether a square of the plan (n, n) costs so much anywhere around its middle, as a drawing that is known and free, that a
    piece may lie there: where not, nothing else need be laid out."""
    largest, middle = shapes.sizes[0], costs.shape[1] // 2
    most = np.maximum(np.minimum(costs, CAP) - np.float32(PRIOR), 0) * free * known
    worst = np.asarray(cv2.dilate(most, about(largest.detail)), dtype=np.float32)
    inside = slice(middle - reach, middle + reach + 1)
    for sized in shapes.sizes:
        if most_below(worst, sized)[inside, inside].max() > ALMOST * AMISS * float(sized.fine.covers.sum(axis=1).min()):
            return True
    return False


class OnDrawing(Heap):
    """A square of the plan around a cell, in which a piece may lie that explains hardly more than the drawing below."""

    def __init__(
        self, tones: Array, costs: Array, free: Array, shapes: Shapes, drawn: Array, known: NDArray[np.bool_],
        allowed: NDArray[np.bool_], judge: Judge | None = None,
    ) -> None:  # fmt: skip
        """As a heap's, and the tones `drawn` (n, n, 3) below where they are `known` (n, n), and which rows of the bank (m,) are
        `allowed` there."""
        super().__init__(tones, costs, free, shapes, judge)
        self._most *= known
        self._least, self._alone, self._start = AMISS / self._seen, WORST, self._start + WORST - self._alone
        self._seen_tones, self._drawn = tones[..., :3].reshape(-1, 3), drawn.reshape(-1, 3)
        self._is_known, self._allowed = known.reshape(-1), allowed

    def best(self, reach: int) -> tuple[float, Lying] | None:
        """The pose that is worth most (nats per pixel), and that; None where none is worth enough."""
        most, told = LEAST, None
        spots, peaks = self._peaks(reach)
        for sized, gains in zip(self._shapes.sizes, peaks, strict=True):
            rows, where = self._listed(sized, spots, gains)
            for n, worth in self._worth_looking_at(sized, rows, where):
                if worth > most:
                    most, told = worth, (sized, rows[n : n + 1], where[n : n + 1])
        if told is None:
            return None
        poses = self._poses(*told)
        lying = self._told(poses, [0])[0]
        return None if lying.odds is not None and lying.odds < NONE else (most, lying)

    def _worth_looking_at(
        self, sized: Sized, rows: NDArray[np.int64], where: NDArray[np.int64]
    ) -> Iterable[tuple[int, float]]:
        """Of the poses that gain most those that lie in full sight on a drawing, with what each is worth."""
        covers = sized.fine.covers[rows]
        pixels, whole = self._pixels(sized.side, sized.fine.within, where, rows), covers.sum(axis=1)
        free = (covers * self._free[pixels]).sum(axis=1)
        drawn = (covers * self._is_known[pixels]).sum(axis=1)
        gains = self._gain(sized, sized.fine, rows, where) / np.maximum(free, np.float32(1))
        ok = np.flatnonzero(self._allowed[sized.rows[rows]] & (free >= SEEN * whole) & (drawn >= DRAWN * whole))
        for n in ok[np.argsort(-gains[ok], kind="stable")][:TRIED].tolist():
            own = covers[n] > CORE
            seen, at = self._seen_tones[pixels[n][own]], pixels[n][own]
            as_piece = _left(seen, sized.fine.tones[rows[n]][own][:, :3] / UNIT)
            yield n, float(gains[n]) + DETAILS * log(_left(seen, self._drawn[at]) / as_piece)


def _left(seen: Array, shown: Array) -> float:
    """What is left of details (m, 3) as those shown (m, 3), in the light in which they fit best: the median over all channels."""
    low, away = seen - seen.mean(axis=0), shown - shown.mean(axis=0)
    contrast = (away * low).sum(axis=0) / np.maximum((away * away).sum(axis=0), np.float32(1))
    return max(float(np.median(np.abs(low - away * np.clip(contrast, *CONTRASTS)))), LEAST_LEFT)
