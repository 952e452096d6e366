"""Which way the pieces look that were found: what is around each, and what of it others hide."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.expected import Expected
from vision.facing import DIFFERENCE_RIM, PATCH, FacingReader, changed_around, cut, cut_half
from vision.found import Found
from vision.light import Array
from vision.pieces import PieceSearch

Headings = NDArray[np.float64] | None
"""Log-likelihoods (STEPS,) of the headings of a piece; None for one without direction."""


def headings_of(
    found: Sequence[Found], count: int, full: Array, bare: Expected, search: PieceSearch, facing: FacingReader, detail: int
) -> list[Headings]:
    """The headings of the first `count` pieces found, in a plan of that detail, `full` (h, w, 3) in art light, on that board."""
    return [_headings(number, found, full, bare, search, facing, detail) for number in range(count)]


def _headings(
    number: int, found: Sequence[Found], full: Array, bare: Expected, search: PieceSearch, facing: FacingReader, detail: int
) -> Headings:
    sprite, (u, v) = int(search.bank.kinds[found[number].row]), found[number].at
    if not search.bank.sprites[sprite].directed:
        return None
    middle, others = (2 * u + 0.5, 2 * v + 0.5), [piece for other, piece in enumerate(found) if other != number]
    reach = PATCH * detail // 4 + DIFFERENCE_RIM
    low, room = [max(int(value) - reach, 0) for value in (u, v)], reach + search.bank.side // 2 + 1
    near = [piece for piece in others if max(abs(piece.at[0] - u), abs(piece.at[1] - v)) < room]
    cover = search.cover_of(near)[low[1] : int(v) + reach + 2, low[0] : int(u) + reach + 2]
    on_top = np.minimum(cv2.dilate(cover, np.ones((3, 3), np.uint8)) * 1.5, 1.0).astype(np.float32)
    seen = 1 - cut_half(on_top, (u - low[0], v - low[1]), detail)
    around = [cut(image, middle, detail) for image in (full, bare.picture)]
    return facing.scores(sprite, around[0], changed_around(full, bare, middle, detail), around[1], seen)
