"""Flat pieces of a heap of which it is told where each lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.footprints import Numbers
from vision.found import PIECE_NATS
from vision.heap_net import Mark
from vision.heaps import Heap
from vision.light import Array
from vision.piece_bank import TURNS
from vision.poses import Lying, Poses
from vision.shapes import Shapes, Sized

TURNED = 180 / TURNS + 1
"""Degrees by which the row of the bank that a piece is told as may be turned more or less than the piece."""
ASIDE = 1
"""Pixels of a plan of detail 1 by which it may lie aside."""
NO_MARK = -4.0
"""Log odds of a pose of which no mark tells."""
NEAR_PX = 9.0
"""Pixels from a mark within which a pose is what it tells of."""
Faces = Callable[[NDArray[np.int64]], list[str | None]]
"""Tells which sides rows of the bank show."""


class Marked(Heap):
    """A window of the plan, as a heap's is, in which pieces lie as `marks` say."""

    def __init__(self, tones: Array, costs: Array, free: Array, shapes: Shapes, marks: Sequence[Mark], faces: Faces) -> None:
        super().__init__(tones, costs, free, shapes, lambda _, chosen: {n: marks[n].odds for n in chosen})
        self._marks, self._faces, self._sized = marks, faces, shapes.sizes[0]

    def lying(self) -> list[Lying]:
        """The pieces, the topmost first, all of the size that explains most."""
        best: tuple[float, Poses | None] = -np.inf, None
        for sized in self._shapes.sizes:
            laid = [self._nearest(sized, mark) for mark in self._marks]
            explained = sum(gain for _, _, gain in laid)
            if explained > best[0]:
                self._sized = sized
                rows, where = np.array([row for row, _, _ in laid]), np.stack([at for _, at, _ in laid])
                best = explained, self._poses(sized, rows, where)
        return [] if best[1] is None else self._told(best[1], range(len(self._marks)))

    def _nearest(self, sized: Sized, mark: Mark) -> tuple[int, NDArray[np.int64], float]:
        """Of the rows of a size that lie about as a mark says the one that explains most: its number, where it lies, and what."""
        rows = self._as_turned(sized, mark, mark.face)
        reach = ASIDE * sized.detail
        shifts = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1).T
        middles = np.stack([_middle(sized, int(row)) for row in rows])
        spots = np.round(np.array(mark.at) - middles + sized.side // 2).astype(np.int64)
        every, where = np.repeat(rows, len(shifts)), (spots[:, None] + shifts).reshape(-1, 2)
        gains = self._gain(sized, sized.fine, every, where)
        most = int(gains.argmax())
        return int(every[most]), where[most], float(gains[most])

    def _as_turned(self, sized: Sized, mark: Mark, face: str | None) -> NDArray[np.int64]:
        """Numbers of the rows of a size that show a side and are turned about as a mark says."""
        shows = np.array([own == face for own in self._faces(sized.rows)], np.bool_)
        turned = np.abs((sized.headings - mark.heading + 180) % 360 - 180)
        turned = np.where(shows, turned, np.inf)
        return np.flatnonzero(turned <= max(TURNED, float(turned.min())))

    def _hidden_share(self, poses: Poses, found: Sequence[int]) -> float:
        """What may lie unseen was told like anything else."""
        return 0.0

    def _rivals(self, poses: Poses, n: int, free: Array) -> tuple[NDArray[np.int64], Array]:
        """The row of the other side, which explains so much less as it is less likely."""
        mark, sized = self._marks[n], self._sized
        gain = float(poses.told(n)[2] @ free.take(poses.pixels[n]))
        others = [face for face in dict.fromkeys(self._faces(sized.rows)) if face != mark.face]
        rows = [int(sized.rows[self._as_turned(sized, mark, face)[0]]) for face in others]
        less = mark.other * PIECE_NATS * 4 * sized.detail**2
        return np.array([int(poses.rows[n]), *rows], np.int64), np.array([gain, *(gain - less for _ in rows)], np.float32)


def _middle(sized: Sized, row: int) -> NDArray[np.float64]:
    """The middle of what a row of a size covers, across and down, in its window."""
    within: Numbers = sized.fine.within[row]
    down, across = np.divmod(within, sized.side)
    cover = sized.fine.covers[row]
    return np.array([float(across @ cover), float(down @ cover)]) / float(cover.sum())


def said_of(marks: Sequence[Mark], width: int, poses: Poses, chosen: Sequence[int]) -> dict[int, float]:
    """The log odds of chosen poses, by their numbers, in a window so wide of which marks tell."""
    middles = poses.middles(width, np.array(chosen, np.int64))
    near = [[mark.odds for mark in marks if np.hypot(*(middle - mark.at)) < NEAR_PX] for middle in middles]
    return {n: max(odds, default=NO_MARK) for n, odds in zip(chosen, near, strict=True)}
