"""Pieces that hang on to a hand: what lies close to a sleeve seems to be a part of it, though it is plain to see.

An arm is wide.  What hangs on to it and is thin may be a finger, a shadow's edge, or a piece that lies there: one that explains
nearly all of what its pixels show is what it looks like.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch

WIDE = 1.6
"""An arm is wider than so many small pieces."""
BESIDE = 1.5
"""Pixels, on a plan of detail 1, about what is so wide that belong to it."""
FREE = 0.5
"""Share of a piece that must hang on thinly."""
GAIN, MISFIT = 3.0, 0.6
"""What a piece must explain for each of its pixels, and how badly it may fit.  (Beside hands on six tables eight wedges
explained 4 to 5.4, and fitted to 0.21 to 0.40; what was none explained up to 1.9.)"""
RIM = 2
"""Pixels, on a plan of detail 1, about such a piece that are its shadow and its rim."""

Mask = NDArray[np.bool_]


def without_pieces(patches: Mask, bank: PieceBank | None, search: Callable[[], PieceSearch], run: tuple[float, float]) -> Mask:
    """Strange patches (h, w) without the small pieces that hang on to them; `search` makes a search of the whole frame, `run` is
    what its `run` asks for."""
    small = None if bank is None else _small(bank)
    if bank is None or small is None or not patches.any():
        return patches
    thin = _thin(patches, float(np.sqrt(bank.areas[small].mean())), bank.detail)
    if thin.sum() < FREE * bank.areas[small].min() * bank.detail**2:
        return patches
    trial, where = search(), np.pad(thin, bank.side)
    trial.ignore(patches & ~thin)
    found = [
        piece for piece in trial.run(*run, where=where)
        if small[piece.row] and piece.misfit <= MISFIT and piece.gain >= GAIN * bank.areas[piece.row]
    ]  # fmt: skip
    clear = [trial.cover_of([piece]) for piece in found]
    clear = [cover for cover in clear if (cover * thin).sum() > FREE * cover.sum()]
    if not clear:
        return patches
    reach = np.ones((2 * RIM * bank.detail + 1,) * 2, np.uint8)
    return np.asarray(patches & (cv2.dilate(np.max(clear, axis=0), reach) < FREE), dtype=np.bool_)


def _small(bank: PieceBank) -> Mask | None:
    """The rows of pieces without direction; None if there are none."""
    small = ~np.array([sprite.directed for sprite in bank.sprites], np.bool_)[bank.kinds]
    return small if small.any() else None


def _thin(patches: Mask, side: float, detail: int) -> Mask:
    """The parts (h, w) of patches that are thinner than an arm; `side` is that of a small piece."""
    wide = round(WIDE * side * detail) | 1
    # Where the picture ends an arm goes on.
    whole = cv2.copyMakeBorder(patches.astype(np.uint8), wide, wide, wide, wide, cv2.BORDER_REPLICATE)
    arms = cv2.morphologyEx(whole, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
    about = round(2 * BESIDE * detail) | 1
    arms = cv2.dilate(arms, np.ones((about, about), np.uint8))[wide:-wide, wide:-wide]
    thin = cv2.morphologyEx((patches & ~(arms > 0)).astype(np.uint8), cv2.MORPH_OPEN, np.ones((about, about), np.uint8))
    return np.asarray(thin > 0, dtype=np.bool_)
