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
from vision.rig import FLAT_MM

APART = 15.0
"""So many grey values, in the channel where they differ most, two looks of one piece are apart: 13 at most on seven tables, 18
and 45 where a lamp lay over the cards."""
PRINTED = 3
"""Of so many kinds, what tells them apart is a print."""
DARK = 20.0
"""Grey values added before two are compared by their ratio."""
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


def without_haze(plain: Sequence[S], dull: Sequence[S]) -> list[S]:
    """The views of flat pieces on the board as they are in pictures without haze (`dull`, in the order of the others), if all
    views of each are more alike there; all others `plain`.  Some shine as the cards below them do, and some do not."""
    sharing = [
        isinstance(view.taught.piece.place, Cell) and view.taught.top_mm - view.taught.foot_mm <= FLAT_MM for view in plain
    ]
    one, other = ([view for view, shares in zip(views, sharing, strict=True) if shares] for views in (plain, dull))
    if not _apart(other) < _apart(one):
        return list(plain)
    return [bare if shares else view for view, bare, shares in zip(plain, dull, sharing, strict=True)]


def _apart(views: Sequence[S]) -> float:
    """How far views of the same side are apart, as a logarithm: in the contrasts of prints, or in colour."""
    groups: dict[tuple[str, str | None], list[Array]] = {}
    printed = len({view.taught.piece.kind for view in views}) >= PRINTED
    for view in views:
        if (colour := _contrast(view) if printed else _colour(view)) is not None:
            groups.setdefault((view.taught.piece.kind, view.taught.piece.face), []).append(colour)
    logs = [np.log(np.stack(group) + DARK) for group in groups.values() if len(group) > 1]
    return float(np.mean([np.abs(each - np.median(each, axis=0)).mean() for each in logs])) if logs else 0.0


def _contrast(view: CutOut) -> Array | None:
    """How far the colours (3,) of what surely shows the piece spread; None where nothing does."""
    shown = _surely(view)
    return np.asarray(shown.std(axis=0)) if len(shown) else None


def _colour(view: CutOut) -> Array | None:
    """The mean colour (3,) of what surely shows the piece; None where nothing does."""
    shown = _surely(view)
    return np.asarray(shown.mean(axis=0)) if len(shown) else None


def _surely(view: CutOut) -> Array:
    """The pixels (n, 3) that surely show the piece."""
    return view.picture[view.cover * view.valid > SURELY]
