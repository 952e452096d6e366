"""Flat pieces that look otherwise on the board than beside it.

Glossy tiles throw back a lamp as haze, and so do the pieces that lie on them: what is taught as the light of the board is that of
its tiles, haze and all.  Beside the board there is none, and there the same piece is darker and more colourful than its picture,
like another side of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

import numpy as np

from companion.core.grid import Cell
from vision.frame import TaughtPiece
from vision.light import Array

APART = 15.0
"""So many grey values, in the channel where they differ most, two looks of one piece are apart: 13 at most on seven tables, 18
and 45 where a lamp lay over the cards."""
SURELY = 0.8
"""A pixel shows the piece whose cover is more than that."""


class CutOut(Protocol):
    """A taught piece as it was seen: `picture` (n, n, 3), `cover` (n, n) 0..1, `valid` (n, n) 0 where another is nearer."""

    @property
    def taught(self) -> TaughtPiece: ...
    @property
    def picture(self) -> Array: ...
    @property
    def cover(self) -> Array: ...
    @property
    def valid(self) -> Array: ...


S = TypeVar("S", bound=CutOut)


def by_light(views: Sequence[S], least: int) -> list[list[S]]:
    """Views of one piece, those on the board apart from those beside it where their colours are; at least so many in each."""
    parts = [[view for view in views if isinstance(view.taught.piece.place, Cell) is on] for on in (True, False)]
    if min(map(len, parts)) < least:
        return [list(views)]
    colours = [[colour for view in part if (colour := _colour(view)) is not None] for part in parts]
    if not all(colours):
        return [list(views)]
    on, beside = (np.median(each, axis=0) for each in colours)
    return parts if np.abs(on - beside).max() > APART else [list(views)]


def _colour(view: CutOut) -> Array | None:
    """The mean colour (3,) of what surely shows the piece; None where nothing does."""
    shows = view.cover * view.valid > SURELY
    return np.asarray(view.picture[shows].mean(axis=0)) if shows.any() else None
