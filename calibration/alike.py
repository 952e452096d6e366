"""The look of a piece whose heading nobody knows, from several views of it: what is always the same is the piece.

The views are turned and shifted onto each other.  Where they then agree, the piece is seen; where they differ, the table
around it, its shadow, or the side that happened to be dark.  Alignment and average improve each other in turn, as in
generalized Procrustes analysis (Gower 1975); medians, so that a view half hidden by a neighbour does no harm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.light import Array
from vision.tones import tones

ROUNDS, COARSE_ROUNDS = 4, 2
COARSE_TURNS, FINE_TURNS = 24, (-10.0, -5.0, 0.0, 5.0, 10.0)
SHIFTS = tuple((right, down) for down in (-2, -1, 0, 1, 2) for right in (-2, -1, 0, 1, 2))
FIRSTS = 3
"""So many views are tried as the one that the others are laid on first."""
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


def learn_alike(pictures: Array, covers: Array, valid: Array) -> Learnt:
    """From views (m, n, n, 3), how surely each pixel differs from the bare table (m, n, n), and where nothing is in the way."""
    side = pictures.shape[1]
    rim = _rim(covers)
    inner = slice(rim, side - rim)
    clearest = np.sort(np.argsort(-_free(valid))[:MOST_VIEWS])
    told = np.concatenate([tones(pictures), covers[..., None], valid[..., None], pictures], axis=3)
    stack = told.astype(np.float32)[clearest][:, inner, inner]
    tries = [_together(stack, number) for number in np.argsort(-_free(stack[..., 4]), kind="stable")[:FIRSTS].tolist()]
    _, laid, shown = min(tries, key=lambda each: each[0])
    _, cover = _agreed(laid[shown], AGREED, DIFFERENT)
    picture, same = _agreed(laid[shown][..., (5, 6, 7, 3, 4)], AS_LIGHT, UNLIKE)
    cover = _middle_part(np.minimum(cover, same))
    around = ((rim, rim), (rim, rim))
    return Learnt(np.pad(picture, (*around, (0, 0)), mode="edge"), np.pad(cover, around))


def _rim(covers: Array) -> int:
    """Pixels on every side of the views (m, n, n) that the piece never reaches, however it is turned."""
    return max(int(covers.shape[1] / 2 - reach_of(covers.mean(axis=0), MASS)) - BESIDE, 0)


def reach_of(cover: Array, share: float) -> float:
    """How far from its middle, px, such a share of a piece's cover (n, n) lies."""
    away = np.hypot(*np.meshgrid(*[np.arange(len(cover)) - (len(cover) - 1) / 2] * 2))
    order = np.argsort(away, axis=None)
    mass = np.cumsum(cover.ravel()[order])
    return float(away.ravel()[order][min(int(np.searchsorted(mass, share * mass[-1])), len(mass) - 1)])


def _free(valid: Array) -> Array:
    """How much of the middle of each view (m, n, n) nothing else is nearer to."""
    side = valid.shape[1]
    away = np.hypot(*np.meshgrid(*[np.arange(side) - (side - 1) / 2] * 2))
    return np.asarray((valid * (away < side / 4)).sum(axis=(1, 2)))


def _usual(placed: Sequence[_Placed]) -> NDArray[np.bool_]:
    errors = np.array([one.error for one in placed])
    return np.asarray(errors <= max(float(np.median(errors)) * MISFITS, LEAST_MISFIT))


def _agreed(laid: Array, agreed: float, different: float) -> tuple[Array, Array]:
    """Median (n, n, 3) of aligned views (m, n, n, 5 or more), and where they agree on something that is no table (n, n)."""
    told = laid[..., 4] > VALID
    masked = np.ma.masked_array(laid[..., :3], np.repeat(~told[..., None], 3, axis=3))
    picture = np.ma.median(masked, axis=0).filled(0.0).astype(np.float32)  # type: ignore[no-untyped-call]
    away = np.ma.masked_array(np.abs(laid[..., :3] - picture).mean(axis=3), ~told)
    apart = np.ma.median(away, axis=0).filled(255.0)  # type: ignore[no-untyped-call]
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


def _together(stack: Array, first: int) -> tuple[float, Array, NDArray[np.bool_]]:
    """Usual misfit, all views (m, n, n, 8) laid on one of them and on each other, and those that show the piece (m,)."""
    turned = [_turned_all(_small(view[..., :5])) for view in stack]
    tone, cover = stack[first][..., :3], stack[first][..., 3] * stack[first][..., 4]
    placed: list[_Placed] = []
    for number in range(ROUNDS):
        if number < COARSE_ROUNDS:
            onto = _small(np.dstack([tone, cover]))
            placed = [_coarsely(turns, onto[..., :3], onto[..., 3]) for turns in turned]
        placed = [_nearby(view[..., :5], tone, cover, one) for view, one in zip(stack, placed, strict=True)]
        shown = _usual(placed)
        laid = np.stack([_moved(view, one.degrees, one.shift) for view, one in zip(stack, placed, strict=True)])
        tone, cover = _agreed(laid[shown], AGREED, DIFFERENT)
    return float(np.median([one.error for one in placed])), laid, shown


def _small(image: Array) -> Array:
    return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _turned_all(view: Array) -> Array:
    return np.stack([_moved(view, 360.0 * step / COARSE_TURNS, (0, 0)) for step in range(COARSE_TURNS)])


def _coarsely(turned: Array, picture: Array, cover: Array) -> _Placed:
    """How a view, given in all turns (turns, n, n, 5) at half size, fits onto a picture best."""
    placed = []
    for right in (-1, 0, 1):
        for down in (-1, 0, 1):
            errors = _errors(np.roll(turned, (down, right), axis=(1, 2)), picture, cover)
            best = int(errors.argmin())
            placed.append(_Placed(float(errors[best]), 360.0 * best / COARSE_TURNS, (2 * right, 2 * down)))
    return min(placed, key=lambda one: one.error)


def _nearby(view: Array, picture: Array, cover: Array, start: _Placed) -> _Placed:
    """How a view fits best when it is turned a little and shifted."""
    placed = []
    for turn in FINE_TURNS:
        turned = _moved(view, start.degrees + turn, (0, 0))
        shifted = np.stack([np.roll(turned, (down, right), axis=(0, 1)) for right, down in SHIFTS])
        errors = _errors(shifted, picture, cover)
        best = int(errors.argmin())
        placed.append(_Placed(float(errors[best]), start.degrees + turn, SHIFTS[best]))
    return min(placed, key=lambda one: one.error)


def _errors(views: Array, picture: Array, cover: Array) -> Array:
    """Root mean square distance (m,) of views (m, n, n, 5) from a picture, where it covers and they are valid."""
    weight = views[..., 4] * cover
    apart = ((views[..., :3] - picture) ** 2).mean(axis=3)
    return np.asarray(np.sqrt((weight * apart).sum(axis=(1, 2)) / np.maximum(weight.sum(axis=(1, 2)), 1.0)))


def _moved(view: Array, degrees: float, shift: tuple[int, int]) -> Array:
    """A view (n, n, 5) turned clockwise about its middle, then shifted."""
    middle = (view.shape[1] - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), -degrees, 1.0)
    matrix[:, 2] += shift
    return np.asarray(resample.warp_affine(view, matrix, view.shape[1::-1]), dtype=np.float32)
