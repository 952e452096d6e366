"""Nose or tail: a directed piece beside single pictures of its kind, where its outline and its small parts leave that open.

What tells a direction best is lost in a mean of many pictures: an ear, a nose, a tail that sways.  So each taught picture is laid
over what is seen, with its nose to either end, and the few that fit best at each end are compared.  Hue counts and brightness
hardly, for the light comes from the same side whichever way a piece points; a pixel counts no more than CAP, for a rider's rim
or a shadow is like no picture.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision import resample
from vision.channels import squared
from vision.facing import PATCH
from vision.light import Array
from vision.rig import Portraits
from vision.tones import halved, tones

SIDE = PATCH // 2
"""Pixels across a portrait, at half the plan's scale."""
ROCKED = (-8.0, 0.0, 8.0)
"""Degrees by which a piece may point otherwise than it was found to."""
SHIFTED = 2
"""Pixels by which it may lie elsewhere."""
BRIGHT = 0.2
"""What brightness counts beside hue, of what it counts in `tones`."""
SPREAD, CAP = 12.0, 2.0
"""How far tones of one piece in two pictures are from each other, and what a pixel counts at most."""
UNKNOWN = 0.25
"""What a pixel counts of that of which a picture does not say what it shows there."""
SURE = 0.5
"""Cover from which on a pixel is the piece's and not the board's."""
BEST = 5
"""So many portraits, those that fit best, tell how well an end fits."""
NATS, MOST = 10.0, 1.5
"""Pixels' costs that make one nat, and the nats that portraits may speak for an end and against the other."""


def both_ways(portraits: Portraits) -> tuple[Array, Array, Array]:
    """Tones (2n, SIDE, SIDE, 3), cover and seen (2n, SIDE, SIDE) of portraits and of their mirror images."""
    picture = np.stack([weighed(each.astype(np.float32)) for each in portraits.picture])
    rest = [np.asarray(each / np.float32(255), dtype=np.float32) for each in (portraits.cover, portraits.seen)]
    tone, cover, seen = (np.concatenate([each, each[:, :, ::-1]]) for each in (picture, *rest))
    return tone, cover, seen


def weighed(picture: Array) -> Array:
    """The tones (h, w, 3) of a picture, brightness counting hardly."""
    return np.asarray(tones(np.ascontiguousarray(picture)) * np.array([BRIGHT, 1, 1], np.float32), dtype=np.float32)


def turned_whole(patch: Array, degrees: float) -> Array:
    """A patch (PATCH, PATCH, n) turned anticlockwise."""
    matrix = np.asarray(cv2.getRotationMatrix2D(((PATCH - 1) / 2,) * 2, degrees, 1.0), dtype=np.float64)
    return np.asarray(resample.warp_affine(patch, matrix, (PATCH, PATCH)), dtype=np.float32)


def turned_half(patch: Array, degrees: float) -> Array:
    """The same at half the scale (SIDE, SIDE, n)."""
    return halved(turned_whole(patch, degrees))


def nose_or_tail(portraits: Portraits, around: tuple[Array, Array], bare: tuple[Array, Array], heading: float) -> float:
    """Nats that speak for a piece's pointing to that heading (degrees clockwise) rather than to the opposite one.

    `around` it: the picture (PATCH, PATCH, 3) in art light and 0 where another piece lies on top (PATCH, PATCH); the `bare` board
    and 0 where that is unknown.
    """
    tone, cover, known = both_ways(portraits)
    box = _box(cover)
    laid = tone[:, *box], cover[:, *box], known[:, *box]
    costs = np.full((2, len(tone)), np.inf)
    both = [np.asarray(np.dstack(each), dtype=np.float32) for each in (around, bare)]
    for rocked in ROCKED:
        shown, board = (turned_half(each, heading + rocked) for each in both)
        maps = weighed(shown[..., :3]), weighed(board[..., :3]), shown[..., 3], board[..., 3]
        for end in range(2):
            there = maps if end == 0 else tuple(each[::-1, ::-1] for each in maps)
            for cost in _costs(laid, there, box):
                np.minimum(costs[end], cost, out=costs[end])
    costs.sort(axis=1)
    ahead, behind = costs[:, :BEST].mean(axis=1)
    return float(np.clip((behind - ahead) / NATS, -2 * MOST, 2 * MOST))


def _box(cover: Array) -> tuple[slice, slice]:
    """The rows and columns that any portrait covers, from which a shifted one does not leave the patch."""
    used = cover.max(axis=0) > 0
    at = np.flatnonzero(used.any(axis=1)), np.flatnonzero(used.any(axis=0))
    low, high = SHIFTED, SIDE - SHIFTED
    first, second = (slice(max(int(n[0]), low), min(int(n[-1]) + 1, high)) if len(n) else slice(low, high) for n in at)
    return first, second


def _costs(laid: tuple[Array, Array, Array], maps: tuple[Array, ...], box: tuple[slice, slice]) -> Iterator[Array]:
    """How much worse than the bare board each portrait (n,) explains what is seen, at every shift."""
    picture, board, seen, told = maps
    rows, cols = box
    tone, cover, known = laid
    over = cover[..., None]
    for dv in range(-SHIFTED, SHIFTED + 1):
        for du in range(-SHIFTED, SHIFTED + 1):
            at = slice(rows.start + dv, rows.stop + dv), slice(cols.start + du, cols.stop + du)
            shown, below, free = picture[at], board[at], seen[at]
            away = shown - below
            bare = _pixels(squared(away), free * told[at])
            off = away - over * (tone - below)
            squares = squared(off.reshape(-1, *off.shape[2:])).reshape(off.shape[:3])
            own = _pixels(squares, free * np.where(cover > SURE, known, told[at]))
            yield own.sum(axis=(1, 2)) - bare.sum()


def _pixels(squares: Array, told: Array) -> Array:
    """What pixels so far off cost, where each is so surely `told`."""
    cost = np.minimum(squares * np.float32(1 / (2 * SPREAD**2)), np.float32(CAP))
    return np.asarray(cost * told + (1 - told) * np.float32(UNKNOWN * CAP), dtype=np.float32)
