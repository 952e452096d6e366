"""Where pieces lie by what the network of heaps says of each place, turn and side.

What is seen well it says of one place: a peak.  Of a corner that sticks out from below it cannot say where the middle is, nor how
it is turned, and says a little of many places; none of them is likely, but together they are (as crowds are counted by the sum of
what is seen of heads: Lempitsky and Zisserman, Learning to count objects in images, 2010).  So what is plain is told by peaks,
and what these leave over by its sum about a place, over all turns and sides.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array

STRIDE, TURNS = 2, 24
"""Pixels across a place that the network tells of; turns that it tells apart."""
PLAIN = 0.5
"""A place of which so much is said is told by that alone."""
EVEN, EVEN_IN_HEAP, STEEP, MOST = 0.455, 0.405, 22.0, 6.0
"""What it says of a plain place where a piece is as likely as not, the same among others, log odds for each unit more, and how
sure it may be.  (Of 2760 places on nineteen tables: of those that it gave .46 to .5 .93 were pieces among others, .57 elsewhere,
of more than .5 .99 and .98.)"""
AMONG, NEAR_PX = 2, 35.0
"""So many plain ones so near make a heap: there another is likelier."""
MORE_ON_GUESS = 0.17
"""How much more it must say where all of the board around is a guess: what was covered while the table was taught may be a
printed piece.  (On eight tables it said .65 and .68 of two such and .46 of a third; on sixteen later ones .52 at most of eight,
and of 23 pieces .64 and more of 21.)"""
APART_PX, APART_DEG = 6.0, 26.0
"""Pixels and degrees within which two places are one."""
OWN_PX, OWN_DEG = 8, 30.0
"""Pixels and degrees within which what is said about a plain place, of its side, is said of that piece; of the other side all
is."""
LEAST = 0.34
"""What it says of a place that is worth mentioning."""
FAINT, WHOLE, ABOUT, NO_SUM, FREE = 0.08, 20.0, 9, 0.02, 0.5
"""What is said of a place that counts for nothing, the sum that a plain piece comes to, places across which it is taken, what is
added to it, and how much of a place must be free: of others the network was never asked."""
DOUBT_BASE, DOUBT_SUM, DOUBT_PEAK, DOUBT_AMONG, DOUBT_ON_GUESS = -1.6, 1.76, 3.63, 2.34, -1.51
"""Log odds of what is no plain place, if by itself it is not as likely: one, the logarithm of that sum, what is said of it, lying
among others, and the board being a guess.  (Of 338 spots with such sums on twelve tables 51 are pieces: 32 are told wrongly, each
table judged by the others, and 41 by the peak alone; the negative log-probabilities come to 83 and 111.)"""
Seen = tuple[float, float, float, int, float, float]
"""Across, down, turn (degrees clockwise from the right), number of the side, log odds, and those that it is no other side."""


def places(told: Array, guess: Array | None = None, free: Array | None = None) -> list[Seen]:
    """Where pieces may lie by what the network says (2, TURNS, h, w), the likeliest first; `guess` (h * STRIDE, w * STRIDE) tells
    how far the board is a guess around each pixel, and `free`, as large, what neither hands nor other pieces cover."""
    found, says, at = highest(told, LEAST)
    guessed = np.zeros_like(says) if guess is None else guess[tuple(at.astype(int).T[::-1])]
    odds = _odds(told, found, says, _among(at, says > PLAIN), guessed, free)
    lead = STEEP * (says - np.array([_best_near(told[1 - side], *rest) for side, *rest in found.T.tolist()], np.float32))
    return [
        (float(u), float(v), turn * (360 / TURNS), side, _within(own), _within(other))
        for (u, v), (side, turn, _, _), own, other in zip(at, found.T.tolist(), odds, lead, strict=True)
    ]


def _odds(
    told: Array, found: NDArray[np.int64], says: Array, among: NDArray[np.bool_], guessed: Array, free: Array | None
) -> Array:
    """Log odds (n,) of the places found (4, n), of which so much is said; whether they lie `among` others, and how far the board
    is `guessed` there."""
    plain = says > PLAIN
    odds = STEEP * (says - np.where(among, EVEN_IN_HEAP, EVEN) - MORE_ON_GUESS * guessed)
    if plain.all():
        return np.asarray(odds, np.float32)
    about = _sums(told, found[:, plain], free)[found[2], found[3]]
    doubt = DOUBT_BASE + DOUBT_SUM * np.log(about + NO_SUM) + DOUBT_PEAK * says + DOUBT_AMONG * among + DOUBT_ON_GUESS * guessed
    return np.asarray(np.where(plain, odds, np.maximum(odds, doubt)), np.float32)


def _among(at: Array, plain: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which places (n, 2), px, lie near enough others that are `plain` to be a heap."""
    near = np.hypot(*(at[:, None] - at[plain]).transpose(2, 0, 1)) < NEAR_PX
    return np.asarray(near.sum(axis=1) - plain >= AMONG)


def highest(told: Array, least: float) -> tuple[NDArray[np.int64], Array, Array]:
    """The places (4, n: side, turn, down, across) of which more than that is said (2, TURNS, h, w) and no more of any next to
    them, what is said (n,), and where they are (n, 2), px, the likeliest first."""
    found = np.stack(np.nonzero(told > least))
    says = told[tuple(found)]
    at = found[:1:-1].T * STRIDE + (STRIDE - 1) / 2
    degrees, left, kept = found[1] * (360 / TURNS), np.ones(len(says), np.bool_), list[int]()
    for n in np.argsort(-says, kind="stable"):
        if left[n]:
            turned = np.abs((degrees - degrees[n] + 180) % 360 - 180)
            left &= (np.hypot(*(at - at[n]).T) > APART_PX) | (turned > APART_DEG)
            kept.append(int(n))
    return found[:, kept], np.asarray(says[kept], np.float32), np.asarray(at[kept], np.float32)


def _sums(told: Array, plain: NDArray[np.int64], free: Array | None) -> Array:
    """What is said (2, TURNS, h, w) of other pieces than the plain ones (4, n), where it is `free`, in sum about each place
    (h, w)."""
    sums = np.maximum(_left(told, plain) - np.float32(FAINT), 0).sum(axis=(0, 1)) / np.float32(WHOLE)
    if free is not None:
        sums = sums * (free[::STRIDE, ::STRIDE] > FREE)
    about = cv2.boxFilter(sums.astype(np.float32), -1, (ABOUT, ABOUT), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(about, np.float32)


def _left(told: Array, plain: NDArray[np.int64]) -> Array:
    """What is said (2, TURNS, h, w) of other pieces than the plain ones (4, n)."""
    left, reach = told.copy(), OWN_PX // STRIDE
    degrees = np.arange(TURNS) * (360 / TURNS)
    for side, turn, down, across in plain.T.tolist():
        rows, columns = (slice(max(middle - reach, 0), middle + reach + 1) for middle in (down, across))
        v, u = np.ogrid[rows, columns]
        near = ((u - across) ** 2 + (v - down) ** 2 <= reach**2)[: left.shape[2] - rows.start, : left.shape[3] - columns.start]
        turned = np.abs((degrees - degrees[turn] + 180) % 360 - 180) <= OWN_DEG
        window = left[:, :, rows, columns]
        window[1 - side] *= ~near
        window[side, turned] *= ~near
    return left


def _within(odds: float) -> float:
    """Log odds no surer than it may be."""
    return float(np.clip(odds, -MOST, MOST))


def _best_near(told: Array, turn: int, down: int, across: int) -> float:
    """The most that is said (TURNS, h, w) of a place, a turn, or those next to them."""
    near = slice(max(down - 1, 0), down + 2), slice(max(across - 1, 0), across + 2)
    return max(float(told[(turn + more) % TURNS][near].max()) for more in (-1, 0, 1))
