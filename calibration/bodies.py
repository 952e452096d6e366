"""What of a taught piece with a direction is its body, told by the body's own colour.

A piece is cut out where a picture differs from the bare board by more than a shadow would explain.  A grey mouse on a pale card
looks much like a shadow on it, so of most views there were but stripes, and under a slanting camera, where few views tell each
side, next to nothing of some sides.  But what no shadow explains, all over the views of a kind, tells its body's colour; and
where the board alone has another colour, that colour is the body.  Where the board has it too, nothing is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from calibration.sprites import View, heading_of, spun
from vision.channels import squared
from vision.facing import PATCH
from vision.light import Array
from vision.rig import SPRITE_SIDE
from vision.tones import tones

SURE = 0.8
"""Cover from which on a pixel shows the piece for sure."""
LIKE, LEFT = 15.0, 30.0
"""Tones so near to a body's are its colour, from the second on another; a board may be half as far again from its drawing."""
UNTOLD = 0.1
"""What a pixel counts where board and body look alike."""


def with_bodies(views: Sequence[View]) -> list[View]:
    """The views, those of pieces with a direction with all of their bodies covered."""
    kinds: dict[str, list[Array]] = {}
    for view in views:
        if view.taught.piece.facing is not None:
            kinds.setdefault(view.taught.piece.kind, []).append(tones(view.picture)[view.cover > SURE])
    bodies = {kind: np.median(np.concatenate(sure), axis=0) for kind, sure in kinds.items() if sum(map(len, sure))}
    return [_with_body(view, bodies.get(view.taught.piece.kind)) for view in views]


def _with_body(view: View, body: Array | None) -> View:
    if body is None or view.taught.piece.facing is None:
        return view
    board = tones(_bare(view))
    shown = _like(tones(view.picture), body)
    other = 1 - _like(board, body, 1.5)
    cover = np.maximum(view.cover, shown * other * view.valid)
    # What is neither surely covered nor another colour than the body's may be either.
    vague = np.clip(shown - cover, 0, 1)
    return replace(view, cover=cover, valid=view.valid * (1 - (1 - np.float32(UNTOLD)) * vague))


def _like(tone: Array, body: Array, wide: float = 1.0) -> Array:
    """How much tones (n, n, 3) are those of a body (3,), 0..1."""
    away = np.sqrt(squared(np.asarray(tone - body, dtype=np.float32)))
    return np.asarray(np.clip((LEFT * wide - away) / ((LEFT - LIKE) * wide), 0, 1), dtype=np.float32)


def _bare(view: View) -> Array:
    """The bare board (side, side, 3) below a view, turned as that is."""
    side, detail = view.picture.shape[0], view.picture.shape[0] // SPRITE_SIDE
    wide = cv2.resize(view.wide[2], (PATCH * detail,) * 2, interpolation=cv2.INTER_LINEAR)
    low = (PATCH * detail - side) // 2
    return spun(np.asarray(wide, dtype=np.float32), -heading_of(view.taught))[low : low + side, low : low + side]
