"""The look of a piece whose heading nobody knows, from several views of it: what is always the same is the piece.

The views are turned and shifted onto each other.  Where they then agree, the piece is seen; where they differ, the table
around it, its shadow, or the side that happened to be dark.  Alignment and average improve each other in turn, as in
generalized Procrustes analysis (Gower 1975); medians, so that a view half hidden by a neighbour does no harm.

Where that ends must not hang on a few grey values of noise, by which a wedge may end as a blot: views are laid on each other
by what they show and by where their own colours end, each view is tried as the first, and what all of them fit best is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median_where
from calibration.own_colours import from_middle, reach_of, showing
from vision import resample
from vision.lens import Floats
from vision.light import Array
from vision.rig import SPRITE_SIDE
from vision.tones import tones

ROUNDS, COARSE_ROUNDS = 4, 2
COARSE_TURNS = tuple(15.0 * step for step in range(24))
FINE_TURNS = (-10.0, -5.0, 0.0, 5.0, 10.0)
COARSE_SHIFTS = tuple((right, down) for right in (-1, 0, 1) for down in (-1, 0, 1))
SHIFTS = tuple((right, down) for down in (-2, -1, 0, 1, 2) for right in (-2, -1, 0, 1, 2))
AGREED, DIFFERENT = 7.0, 12.0
"""Median distance of the views' tones up to which a pixel surely shows the piece, and from which on it does not."""
AS_LIGHT, UNLIKE = 18.0, 30.0
"""The same for grey values: a side that is dark in some views only belongs to none."""
OFTEN, ALWAYS = 0.25, 0.6
"""Share of the views in which a pixel of the piece must differ from the bare table at least; from where on it surely does."""
VALID = 0.7
MOST_VIEWS = 24
MASS, BESIDE = 0.95, 5
"""Share of what was seen of a piece that lies within its reach, and pixels that are looked at beyond that."""
OUTLINE = 20.0
"""So many tones apart are a pixel that shows the piece and one that does not."""
LEANT, AROUND = 2, 3.0
"""On a plan of detail 1: pixels at the rim of a disc where its side is seen or a shadow lies, and the standard deviation of what
is around a pixel of its drawing."""
MISFITS, LEAST_MISFIT = 1.5, 8.0
"""A view that fits so many times worse than the usual one, and worse than that (tones), does not count."""


@dataclass(frozen=True, slots=True, eq=False)
class Learnt:
    """`picture` (n, n, 3) and `cover` (n, n) 0..1 of a piece."""

    picture: Array
    cover: Array


@dataclass(frozen=True, slots=True)
class _Placed:
    error: float
    degrees: float
    shift: tuple[int, int]


class _Turnable:
    """A view (n, n, 6: tones, differing, valid, own) in all turns in which it is compared, each turned once only."""

    def __init__(self, view: Array) -> None:
        self._view = view
        self._rows: dict[float, Array] = {}

    def rows(self, degrees: Sequence[float]) -> Floats:
        """The view in these turns (t, 7, p): how far each of its p pixels is valid, and so weighed its tones, the sum of their
        squares, how surely it shows the piece, and the square of that."""
        return np.stack([self._row(each % 360.0) for each in degrees]).astype(np.float64)

    def _row(self, degrees: float) -> Array:
        if degrees not in self._rows:
            turned = _moved(self._view, degrees, (0, 0)).reshape(-1, 6)
            told, valid, own = turned[:, :3], turned[:, 4:5], turned[:, 5:]
            squares = (told * told).sum(axis=1, keepdims=True)
            self._rows[degrees] = (np.hstack([np.ones_like(valid), told, squares, own, own * own]) * valid).T.copy()
        return self._rows[degrees]


@dataclass(frozen=True, slots=True, eq=False)
class _Onto:
    """A picture in several `shifts` (s), px right and down: its tones where it shows the piece (3 p, s), and the sum of their
    squares there, how surely it does, and the square of that (p, s each); `unlike` is how many tones apart are a pixel that shows
    the piece and one that does not."""

    shifts: Sequence[tuple[int, int]]
    toned: Floats
    squares: Floats
    covers: Floats
    outline: Floats
    unlike: float


@dataclass(frozen=True, slots=True, eq=False)
class _Tried:
    """Usual misfit of the views, the views (m, n, n, 9) laid on one of them and on each other, and which show the piece (m,)."""

    misfit: float
    laid: Array
    shown: NDArray[np.bool_]


def learn_alike(pictures: Array, covers: Array, valid: Array) -> Learnt:
    """From views (m, n, n, 3), how surely each pixel differs from the bare table (m, n, n), and where nothing is in the way."""
    rim, stack = _stack(pictures, covers, valid, None)
    best = _best_together(stack, OUTLINE)
    _, cover = _agreed(best.laid[best.shown], AGREED, DIFFERENT)
    picture, same = _agreed(best.laid[best.shown][..., (6, 7, 8, 3, 4)], AS_LIGHT, UNLIKE)
    cover = _middle_part(np.minimum(cover, same))
    around = ((rim, rim), (rim, rim))
    return Learnt(np.pad(picture, (*around, (0, 0)), mode="edge"), np.pad(cover, around))


def learn_paint(pictures: Array, outline: Array, valid: Array) -> Array:
    """The picture (n, n, 3) of a piece whose outline (n, n) is known, the same in every turn, from views (m, n, n, 3) and where
    nothing is in the way (m, n, n).

    Of a faint drawing in lamplight most of what two views have in common is where the light comes from: only what differs from
    what is around it counts, and wherever the drawing lies, for a disc leans, and its outline is not that of its drawing.
    """
    detail = max(len(outline) // SPRITE_SIDE, 1)
    inner = np.asarray(cv2.erode(outline, np.ones((2 * LEANT * detail + 1,) * 2, np.uint8)), dtype=np.float32)
    covers, own = (np.asarray(np.broadcast_to(each, valid.shape), dtype=np.float32) for each in (outline, inner))
    rim, stack = _stack(pictures, covers, valid, own)
    stack[..., :3] = [_details(view[..., :3], view[..., 4] * view[..., 5], AROUND * detail) for view in stack]
    best = _best_together(stack, 0.0)
    picture, _ = _agreed(best.laid[best.shown][..., (6, 7, 8, 3, 4)], AS_LIGHT, UNLIKE)
    return np.pad(picture, ((rim, rim), (rim, rim), (0, 0)), mode="edge")


def _details(toned: Array, told: Array, reach: float) -> Array:
    """How tones (n, n, 3) differ from those around them, of the pixels that count so much (n, n), none of the others."""
    shown = toned * told[..., None]
    around, whole = (cv2.GaussianBlur(each, (0, 0), reach, borderType=cv2.BORDER_CONSTANT) for each in (shown, told))
    return np.asarray(shown - around * (told / np.maximum(whole, 1e-3))[..., None], dtype=np.float32)


def _stack(pictures: Array, covers: Array, valid: Array, own: Array | None) -> tuple[int, Array]:
    """The pixels around that are left out, and the clearest of the views (m, k, k, 9)."""
    side = pictures.shape[1]
    rim = _rim(covers)
    inner = slice(rim, side - rim)
    clearest = np.sort(np.argsort(-_free(valid), kind="stable")[:MOST_VIEWS])
    pictures, covers, valid = (each[clearest][:, inner, inner] for each in (pictures, covers, valid))
    toned = tones(pictures)
    own = showing(toned, covers, valid) if own is None else own[clearest][:, inner, inner]
    return rim, np.concatenate([toned, *(each[..., None] for each in (covers, valid, own)), pictures], axis=3).astype(np.float32)


def _best_together(stack: Array, unlike: float) -> _Tried:
    """The views laid on that one of them which all fit best, where outlines count as so many tones."""
    coarse, fine = [_Turnable(_small(view[..., :6])) for view in stack], [_Turnable(view[..., :6]) for view in stack]
    return min((_together(stack, coarse, fine, number, unlike) for number in range(len(stack))), key=lambda tried: tried.misfit)


def _rim(covers: Array) -> int:
    """Pixels on every side of the views (m, n, n) that the piece never reaches, however it is turned."""
    return max(int(covers.shape[1] / 2 - reach_of(covers.mean(axis=0), MASS)) - BESIDE, 0)


def _free(valid: Array) -> Array:
    """How much of the middle of each view (m, n, n) nothing else is nearer to."""
    side = valid.shape[1]
    return np.asarray((valid * (from_middle(side) < side / 4)).sum(axis=(1, 2)))


def _usual(placed: Sequence[_Placed]) -> NDArray[np.bool_]:
    errors = np.array([one.error for one in placed])
    return np.asarray(errors <= max(float(np.median(errors)) * MISFITS, LEAST_MISFIT))


def _agreed(laid: Array, agreed: float, different: float) -> tuple[Array, Array]:
    """Median (n, n, 3) of aligned views (m, n, n, 5 or more), and where they agree on something that is no table (n, n)."""
    told = laid[..., 4] > VALID
    picture = median_where(laid[..., :3], told, 0.0)
    apart = median_where(np.abs(laid[..., :3] - picture).mean(axis=3), told, 255.0)
    often = (laid[..., 3] * told).sum(axis=0) / np.maximum(told.sum(axis=0), 1)
    alike = np.clip((different - apart) / (different - agreed), 0, 1) * np.clip((often - OFTEN) / (ALWAYS - OFTEN), 0, 1)
    return picture, np.asarray(cv2.GaussianBlur(alike.astype(np.float32), (3, 3), 0), dtype=np.float32)


def _middle_part(cover: Array) -> Array:
    """The part of a cover (n, n) that is one with its middle."""
    count, labels = cv2.connectedComponents((cover > 0.3).astype(np.uint8))
    low, high = 3 * len(cover) // 8, 5 * len(cover) // 8
    near = np.bincount(labels[low:high, low:high].ravel(), minlength=count)
    near[0] = 0
    part = cv2.dilate((labels == int(near.argmax())).astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.asarray(cover * part, dtype=np.float32) if near.any() else cover


def _together(stack: Array, coarse: Sequence[_Turnable], fine: Sequence[_Turnable], first: int, unlike: float) -> _Tried:
    """All views (m, n, n, 9), also given at half size and whole, laid on one of them and then on what they show together."""
    tone, own = stack[first][..., :3], stack[first][..., 5] * stack[first][..., 4]
    placed = [_Placed(0.0, 0.0, (0, 0))] * len(stack)
    for number in range(ROUNDS):
        if number < COARSE_ROUNDS:
            small = _small(np.dstack([tone, own]))
            onto = _onto(small[..., :3], small[..., 3], COARSE_SHIFTS, unlike)
            placed = [_best(view, COARSE_TURNS, onto) for view in coarse]
        onto = _onto(tone, own, SHIFTS, unlike)
        nearby = ([one.degrees + more for more in FINE_TURNS] for one in placed)
        placed = [_best(view, turns, onto) for view, turns in zip(fine, nearby, strict=True)]
        shown = _usual(placed)
        laid = np.stack([_moved(view, one.degrees, one.shift) for view, one in zip(stack, placed, strict=True)])
        told = laid[shown][..., 4] > VALID
        tone, own = (median_where(laid[shown][..., part], told, 0.0) for part in (slice(0, 3), 5))
    return _Tried(float(np.median([one.error for one in placed])), laid, shown)


def _small(image: Array) -> Array:
    return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _onto(picture: Array, own: Array, shifts: Sequence[tuple[int, int]], unlike: float) -> _Onto:
    """A picture (n, n, 3) and how surely it shows the piece (n, n), to lay views on that are shifted so."""
    here = np.dstack([picture * own[..., None], (picture**2).sum(axis=2) * own, own, own**2]).astype(np.float64)
    moved = np.stack([np.roll(here, (-down, -right), axis=(0, 1)) for right, down in shifts])
    rows = moved.transpose(3, 1, 2, 0).reshape(6, -1, len(shifts))
    return _Onto(shifts, rows[:3].reshape(-1, len(shifts)), rows[3], rows[4], rows[5], unlike)


def _best(view: _Turnable, degrees: Sequence[float], onto: _Onto) -> _Placed:
    """In which turn and shift a view fits best onto a picture: by the distance of tones on the piece, and everywhere by which of
    the two shows it (root mean square for each pixel of the piece).

    Squares are multiplied out, so that all turns and shifts are a few products of matrices.
    """
    rows = view.rows(degrees)
    valid, toned, squares, own = rows[:, 0], rows[:, 1:4].reshape(len(rows), -1), rows[:, 4], rows[:, 5]
    apart = squares @ onto.covers - 2 * toned @ onto.toned + valid @ onto.squares
    outside = valid @ onto.outline - 2 * own @ onto.covers + rows[:, 6].sum(axis=1)[:, None]
    errors = np.sqrt(np.maximum(apart / 3 + onto.unlike**2 * outside, 0) / np.maximum(valid @ onto.covers, 1.0))
    turn, shift = np.unravel_index(int(errors.argmin()), errors.shape)
    return _Placed(float(errors[turn, shift]), degrees[int(turn)], onto.shifts[int(shift)])


def _moved(view: Array, degrees: float, shift: tuple[int, int]) -> Array:
    """A view (n, n, 5 or more) turned clockwise about its middle, then shifted."""
    middle = (view.shape[1] - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), -degrees, 1.0)
    matrix[:, 2] += shift
    return np.asarray(resample.warp_affine(view, matrix, view.shape[1::-1]), dtype=np.float32)
