"""Flat pieces of a heap of which it is told where each lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

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
SURE, SHOWS = 2.5, 0.05
"""Log odds up to which, and share of a piece seen from which on, what it explains has a say."""
ENOUGH, EACH, LEAST_SAID, MOST_SAID = 1.25, 1.0, -4.0, 1.5
"""Nats a pixel from which on that speaks for it, log odds for each more, and how much it says at least and at most.  (Of 270 such
on nineteen tables 41 are told wrongly, by the network alone 57; the negative log-probabilities come to 87 and 124.)"""
TWICE, SAME, VERY_SURE, OWN, PEEPS = 0.2, -2.0, 4.5, 0.8, 0.12
"""Share of a piece seen up to which another about the same middle is it, the log odds of the second, unless it is as likely as
that by itself, and what it explains of each pixel, and the share of it that is seen, at least to be another below one that is.
(Of 24 on twenty-nine tables ten lie below very sure ones: the eight that are others, seen to .03 to .2 as they were laid, explain
.97 to 4.4 nats a pixel, the two that are not up to .66; the rest are two turns of one piece between which the network could not
choose.  Of 285 piles on thirty-five tables four were told one too many for what is seen to .06 to .1; to ask .12 made no other
wrong.)"""
UNTOLD = 0.02
"""How likely a piece has another below it or beside it that was not told.  (Of 172 piles 30 are counted wrongly so, 35 with a
twentieth of it, and the log-probabilities of the right counts are highest.)"""
NO_MARK = -4.0
"""Log odds of a pose of which no mark tells."""
NEAR_PX = 9.0
"""Pixels from a mark within which a pose is what it tells of."""
Faces = Callable[[NDArray[np.int64]], list[str | None]]
"""Tells which sides rows of the bank show."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A row of a size (its number) laid where it explains most (across, down), what it explains there, and how likely it is,
    in nats, by that and by what the network says of its side; the `other` side of the piece, if there is one."""

    row: int
    at: NDArray[np.int64]
    gain: float
    nats: float
    other: Laid | None = None


def with_room(
    parts: tuple[Array, Array, Array], marks: Sequence[Mark], rim: int
) -> tuple[tuple[Array, Array, Array], list[Mark], int]:
    """Tones (h, w, 4), costs and what is free (h, w) of a window of the plan, its marks, and by how much it was made wider: where
    a mark is nearer to the edge of the plan than poses reach, by so much, of which nothing is free."""
    high, wide = parts[2].shape
    if all(rim <= mark.at[0] < wide - rim and rim <= mark.at[1] < high - rim for mark in marks):
        return parts, list(marks), 0
    tones, costs, free = parts
    around = ((rim, rim), (rim, rim))
    wider = np.pad(tones, (*around, (0, 0)), mode="edge"), np.pad(costs, around, mode="edge"), np.pad(free, around)
    return wider, [replace(mark, at=(mark.at[0] + rim, mark.at[1] + rim)) for mark in marks], rim


class Marked(Heap):
    """A window of the plan, as a heap's is, in which pieces lie as `marks` say.

    Which side of one is up the network tells by its usual colours, and the picture by its print: both have a say.
    """

    def __init__(self, tones: Array, costs: Array, free: Array, shapes: Shapes, marks: Sequence[Mark], faces: Faces) -> None:
        super().__init__(tones, costs, free, shapes, lambda _, chosen: {n: marks[n].odds for n in chosen})
        self._marks, self._faces, self._sized, self._laid_as = marks, faces, shapes.sizes[0], list[Laid]()

    def lying(self) -> list[Lying]:
        """The pieces, the topmost first, all of the size that explains most."""
        tried = [(sized, [self._likelier(sized, mark) for mark in self._marks]) for sized in self._shapes.sizes]
        self._sized, self._laid_as = max(tried, key=lambda each: sum(laid.gain for laid in each[1]))
        rows, where = np.array([laid.row for laid in self._laid_as]), np.stack([laid.at for laid in self._laid_as])
        told = self._told(self._poses(self._sized, rows, where), range(len(rows)))
        return [_weighed(piece) for piece in _each_once(told)]

    def _likelier(self, sized: Sized, mark: Mark) -> Laid:
        """The likelier side of a piece, and the other."""
        faces = list(dict.fromkeys(self._faces(sized.rows)))
        one, *others = sorted((self._nearest(sized, mark, face) for face in faces), key=lambda laid: -laid.nats)
        return replace(one, other=others[0]) if others else one

    def _nearest(self, sized: Sized, mark: Mark, face: str | None) -> Laid:
        """Of the rows of a side that lie about as a mark says the one that explains most."""
        rows = self._as_turned(sized, mark, face)
        reach = ASIDE * sized.detail
        shifts = np.mgrid[-reach : reach + 1, -reach : reach + 1].reshape(2, -1).T
        middles = np.stack([_middle(sized, int(row)) for row in rows])
        spots = np.round(np.array(mark.at) - middles + sized.side // 2).astype(np.int64)
        every, where = np.repeat(rows, len(shifts)), (spots[:, None] + shifts).reshape(-1, 2)
        gains = self._gain(sized, sized.fine, every, where)
        most = int(gains.argmax())
        gain = float(gains[most])
        nats = gain / (PIECE_NATS * 4 * sized.detail**2) - (0.0 if face == mark.face else mark.other)
        return Laid(int(every[most]), where[most], gain, nats)

    def _as_turned(self, sized: Sized, mark: Mark, face: str | None) -> NDArray[np.int64]:
        """Numbers of the rows of a size that show a side and are turned about as a mark says."""
        shows = np.array([own == face for own in self._faces(sized.rows)], np.bool_)
        turned = np.abs((sized.headings - mark.headings[face] + 180) % 360 - 180)
        turned = np.where(shows, turned, np.inf)
        return np.flatnonzero(turned <= max(TURNED, float(turned.min())))

    def _hidden_share(self, poses: Poses, found: Sequence[int]) -> float:
        """How likely each hides another of which no mark tells."""
        return UNTOLD

    def _rivals(self, poses: Poses, n: int, free: Array) -> tuple[NDArray[np.int64], Array]:
        """The row of the other side, which explains so much less as it is less likely."""
        laid, gain = self._laid_as[n], float(poses.told(n)[2] @ free.take(poses.pixels[n]))
        if laid.other is None:
            return np.array([int(poses.rows[n])]), np.array([gain], np.float32)
        less = (laid.nats - laid.other.nats) * PIECE_NATS * 4 * self._sized.detail**2
        return np.array([int(poses.rows[n]), int(self._sized.rows[laid.other.row])]), np.array([gain, gain - less], np.float32)


def _each_once(pieces: Sequence[Lying]) -> list[Lying]:
    """The pieces, the topmost first: one all but covered by another about the same middle is that, turned another way, and that
    is as likely as the likelier of both; but not what peeps out and explains something of its own below one that is sure as it
    lies."""
    odds = [piece.odds for piece in pieces]
    for n, piece in enumerate(pieces):
        own = odds[n]
        if own is None or own > VERY_SURE or piece.seen >= TWICE:
            continue
        away = [float(np.hypot(*np.subtract(piece.at, other.at))) for other in pieces[:n]]
        if min(away, default=NEAR_PX) < NEAR_PX:
            nearest = int(np.argmin(away))
            above = odds[nearest]
            if above is not None and above > VERY_SURE and _a_pixel(piece) >= OWN and piece.seen >= PEEPS:
                continue
            odds[nearest], odds[n] = own if above is None else max(above, own), min(own, SAME)
    return [replace(piece, odds=own) for piece, own in zip(pieces, odds, strict=True)]


def _weighed(piece: Lying) -> Lying:
    """A piece of which the network is not sure, as likely as it is by what it explains of what is seen of it."""
    if piece.odds is None or piece.seen < SHOWS or not SAME < piece.odds <= SURE:
        return piece
    speaks = float(np.clip(EACH * (_a_pixel(piece) - ENOUGH), LEAST_SAID, MOST_SAID))
    return replace(piece, odds=piece.odds + speaks)


def _a_pixel(piece: Lying) -> float:
    """What a piece explains of each pixel that is seen of it, nats."""
    return piece.gain / max(float(piece.covers.sum()) * piece.seen, 1e-3)


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
