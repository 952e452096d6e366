"""Whether what was taken for a piece is but light: a mirrored lamp adds the same to every point of the board below, a shadow
takes the same share; and the paints of a drawing may be off by a little, in a light in which it was not taught.

A piece hides the drawing below and ends at its own outline.  Light does neither.  Both are measured on each find and weighed
by a regression on finds in teaching pictures that were spoiled on purpose (three editions, 1250 finds).  What is nearer to the
board as it is than to any light on it tells of none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.light import Array
from vision.piece_bank import OUTLINES, PieceBank, Pixels
from vision.relight import OFFSET, linear

CORE, OUTLINE, RIM = 0.6, 0.05, 4
"""From that cover on a pixel shows the piece, below that it does not; and so wide a rim around it is looked at, px."""
LEAST_ADDED = 0.02
"""Light that a mirror adds at least to each channel; white paper is 1."""
TINTED, CLEARLY = 4.3, 3.3
"""So many times as much as to another channel a lamp's mirror adds at most, where a find explains so much of each pixel that is
seen of it: on plain felt whatever has one colour adds the same everywhere.  (Fifteen such finds that were none added 1.1 to 3.8
times as much, and two hands 7 and 16; half of 92 pieces 12 and more.)"""
ALIKE = (0.035, 0.16)
"""How far the added light may differ from point to point: that much, and that share of it."""
SHARES = (0.2, 0.35, 0.5, 0.65, 0.8, 0.92)
RATIO, LEAST_RATIO = 0.15, 0.12
"""How far the logarithm of what is seen over the board may differ from point to point, and how far it must be from nothing."""
FREE = 0.2
"""Cover by other pieces from which on a pixel of the rim tells nothing."""
MIRROR, MIRROR_FROM, SHADE, SHADE_FROM, MOST = 20.0, 0.2, 9.0, 0.1, 0.4
"""Nats for every share of the piece that is board with the same light added, and of its rim that is as bright, over the board, as
the piece is: from those shares on, and up to so much more."""
LEAST_CONTRAST, AS_DRAWN, OTHERWISE, DRAWING = 0.7, 8.0, 15.0, 8.0
"""A drawing may show that share of its contrasts; grey values up to which that is all that is seen, and from which on it is not,
and the nats that it weighs.  (Of 158 finds in six recordings the 17 false ones were 4 to 12 off, the others 16 and more.)"""
PLAIN = 4.0
"""Contrast (grey values) of what is drawn below up to which a find that looks like it tells nothing; from twice that on all."""
KNOWN = 0.5
"""Share of the piece below which a drawing is known at least."""
BESIDE, DARKER, GREY, GREYER, CAST = 4, 0.15, 0.12, 0.15, 3.0
"""A find so close to a tall piece, px of a plan of detail 1, that is the board so much darker (logarithm), its hue off by no more
than GREY and GREYER of that, may be its shadow, which speaks for itself by so many nats.  (In seven recordings twelve such finds
beside mice were shadows, and none was a piece.)"""
GOOD_FIT, BAD_FIT = 0.15, 0.6
"""A piece that fits as well as the first is one whatever light might do, unless it is drawn just there; one as bad as the second
speaks for itself no longer."""


def with_light(
    found: Sequence[Found], bank: PieceBank, half: Array, board: Array, known: NDArray[np.bool_], covered: Array
) -> list[Found]:
    """The pieces with what speaks for each being but light.

    `half` (h, w, 3) is what is seen, `board` (h, w, 3) what should be, `known` (h, w) where that is a drawing and no guess,
    `covered` (h, w) how far pieces hide each pixel.
    """
    near = _near_tall(found, bank, covered)
    return [
        replace(
            piece, mere_light=_odds(piece, bank, half, board, known, covered) + _cast(piece, bank, half, board, near, covered)
        )
        for piece in found
    ]  # fmt: skip


def _near_tall(found: Sequence[Found], bank: PieceBank, covered: Array) -> NDArray[np.bool_] | None:
    """Where (h, w) something lies close beside a tall piece; None where none was found, or nothing else."""
    tall = [piece for piece in found if bank.sprites[bank.kinds[piece.row]].directed]
    if not tall or len(tall) == len(found):
        return None
    near = np.zeros(covered.shape, np.uint8)
    for piece in tall:
        near[_core_and_rim(piece, bank, covered)[0]] = 1
    return np.asarray(cv2.dilate(near, np.ones((2 * BESIDE * bank.detail + 1,) * 2, np.uint8)) > 0, dtype=np.bool_)


def _cast(
    piece: Found, bank: PieceBank, half: Array, drawn: Array, near: NDArray[np.bool_] | None, covered: Array
) -> float:
    """Nats that speak for a small piece's being the shadow of a tall one, `near` (h, w) which it lies."""
    if near is None or piece.rides or bank.sprites[bank.kinds[piece.row]].directed:
        return 0.0
    core, _ = _core_and_rim(piece, bank, covered)
    if not near[core].any():
        return 0.0
    ratio = np.log((np.maximum(half[core], 0) + OFFSET) / (np.maximum(drawn[core], 0) + OFFSET))
    off, darker = np.abs(ratio - ratio.mean(axis=1, keepdims=True)).max(axis=1), -float(ratio.mean())
    return CAST if darker > DARKER and float(np.median(off)) < GREY + GREYER * darker else 0.0


def _odds(
    piece: Found, bank: PieceBank, half: Array, drawn: Array, known: NDArray[np.bool_], covered: Array
) -> float:
    """Nats that speak for light instead of a piece."""
    doubt = float(np.clip((piece.misfit - GOOD_FIT) / (BAD_FIT - GOOD_FIT), 0, 1))
    core, rim = _core_and_rim(piece, bank, covered)
    if not len(core[0]) or known[core].mean() < KNOWN:
        # Where the table is but guessed from what is seen, it says nothing.
        return 0.0
    # Noise in a lifted shadow, and what a zone's light makes of dark print, may be below black.
    seen, board = np.maximum(half[core], 0), np.maximum(drawn[core], 0)
    clear = piece.gain >= CLEARLY * float(bank.areas[piece.row]) * piece.seen
    mirrored = _mirrored(seen, board, TINTED if clear else np.inf)
    # One row for each channel: what is compared lies together.
    ratio = np.log((seen.T.copy() + OFFSET) / (board.T + OFFSET))
    middle = np.median(ratio, axis=1, keepdims=True)
    shaded = 0.0
    if abs(float(middle.mean())) > LEAST_RATIO and len(rim[0]):
        around = np.log((np.maximum(half[rim], 0).T.copy() + OFFSET) / (np.maximum(drawn[rim], 0).T + OFFSET))
        off = np.abs(around - middle)
        shaded = float(((off < RATIO) & (off < np.abs(around))).all(axis=0).mean())
    drawing = np.clip((OTHERWISE - _off_drawing(core, rim, half, drawn, known)) / (OTHERWISE - AS_DRAWN), 0, 1)
    # What is drawn below may be a picture of the piece, as whose it fits well.
    detailed = np.clip((float(board.std(axis=0).mean()) - PLAIN) / PLAIN, 0, 1)
    nats = MIRROR * np.clip(mirrored - MIRROR_FROM, 0, MOST) + SHADE * np.clip(shaded - SHADE_FROM, 0, MOST)
    return float(doubt * nats + max(doubt, detailed) * DRAWING * drawing)


def _off_drawing(core: Pixels, rim: Pixels, half: Array, drawn: Array, known: NDArray[np.bool_]) -> float:
    """By how many grey values a find differs from the drawing below with other contrasts: each channel times a factor, plus
    another, the best for the find and its rim together.  A paint may be off, but what hides a drawing does not look like it."""
    at = np.concatenate([core[0], rim[0]]), np.concatenate([core[1], rim[1]])
    own = np.arange(len(at[0])) < len(core[0])
    seen, board, own = half[at][known[at]], drawn[at][known[at]], own[known[at]]
    away, low = board - board.mean(axis=0), seen - seen.mean(axis=0)
    contrast = (away * low).sum(axis=0) / np.maximum((away * away).sum(axis=0), 1)
    left = low - away * np.clip(contrast, LEAST_CONTRAST, 1 / LEAST_CONTRAST)
    return float(np.sqrt((left[own] ** 2).mean()))


def _core_and_rim(
    piece: Found, bank: PieceBank, covered: Array
) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Pixels (v, u) of the frame that show the piece, and those of a rim around it that no piece hides."""
    core, rim = _shape(bank, piece.row, piece.turn, piece.size)
    corner = int(piece.at[1]) - bank.side // 2, int(piece.at[0]) - bank.side // 2
    core_at, rim_at = _inside(core, corner, covered), _inside(rim, corner, covered)
    free = covered[rim_at] < FREE
    return core_at, (rim_at[0][free], rim_at[1][free])


def _shape(bank: PieceBank, row: int, turn: float, size: float) -> tuple[Pixels, Pixels]:
    """Pixels (v, u) of a piece's window that show it, and those of a rim around it; kept with the bank."""
    known = bank.outlines
    if (row, turn, size) not in known:
        if len(known) >= OUTLINES:
            known.clear()
        known[row, turn, size] = _traced(bank, row, turn, size)
    return known[row, turn, size]


def _traced(bank: PieceBank, row: int, turn: float, size: float) -> tuple[Pixels, Pixels]:
    """The same, told anew."""
    within, cover, _ = bank.view(row, turn, size)
    mask = np.zeros((bank.side, bank.side), np.float32)
    mask.reshape(-1)[within] = cover
    outline = (mask > OUTLINE).astype(np.uint8)
    wide = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * RIM * bank.detail + 1,) * 2)
    rim = (cv2.dilate(outline, wide) > 0) & (cv2.dilate(outline, np.ones((3, 3), np.uint8)) == 0)
    (v, u), (down, across) = np.nonzero(mask > CORE), np.nonzero(rim)
    return (v, u), (down, across)


def _inside(
    pixels: Iterable[NDArray[np.int64]], corner: tuple[int, int], frame: Array
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pixels of a window at `corner` that lie in the frame."""
    v, u = (each + shift for each, shift in zip(pixels, corner, strict=True))
    ok = (v >= 0) & (v < frame.shape[0]) & (u >= 0) & (u < frame.shape[1])
    return v[ok], u[ok]


def _mirrored(seen: Array, board: Array, tinted: float) -> float:
    """Share of pixels (n, 3) that show the board with one light added to all, which adds to no channel so many times as much as
    to another."""
    # One row for each channel: what is compared lies together.
    added = np.ascontiguousarray((linear(seen) - linear(board)).T)
    order = np.argsort(added.mean(axis=0))
    levels = added[:, order[[int(share * (len(order) - 1)) for share in SHARES]]]
    least = levels.min(axis=0)
    levels = levels[:, (least >= LEAST_ADDED) & (levels.max(axis=0) <= tinted * np.maximum(least, LEAST_ADDED)), None]
    off = np.abs(added[:, None] - levels)
    near = ((off < ALIKE[0] + ALIKE[1] * levels) & (off < np.abs(added[:, None]))).all(axis=0)
    return float(near.mean(axis=1).max(initial=0.0))
