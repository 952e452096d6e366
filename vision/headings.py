"""Which way the pieces look that were found: what is around each, and what of it others hide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Facing
from vision.expected import Expected
from vision.facing import DIFFERENCE_RIM, PATCH, FacingReader, changed_around, cut, cut_half
from vision.facing_belief import HALF_SEEN, LEFT_OPEN, Heading, degrees_of, leaning, of_sides, quarters
from vision.found import PIECE_NATS, Found
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch
from vision.portraits import nose_or_tail
from vision.rig import FacingModel, Portraits

Headings = Heading | None
"""What tells which way a piece points; None for one without direction."""


def headings_of(
    found: Sequence[Found], count: int, full: Array, bare: Expected, search: PieceSearch, facing: FacingReader, detail: int
) -> list[Headings]:
    """The headings of the first `count` pieces found, in a plan of that detail, `full` (h, w, 3) in art light, on that board."""
    return [_headings(number, found, full, bare, search, facing, detail) for number in range(count)]


def _headings(
    number: int, found: Sequence[Found], full: Array, bare: Expected, search: PieceSearch, facing: FacingReader, detail: int
) -> Headings:
    piece = found[number]
    sprite, (u, v) = int(search.bank.kinds[piece.row]), piece.at
    if not search.bank.sprites[sprite].directed:
        return None
    middle, others = (2 * u + 0.5, 2 * v + 0.5), [other for n, other in enumerate(found) if n != number]
    reach = PATCH * detail // 4 + DIFFERENCE_RIM
    low, room = [max(int(value) - reach, 0) for value in (u, v)], reach + search.bank.side // 2 + 1
    near = [other for other in others if max(abs(other.at[0] - u), abs(other.at[1] - v)) < room]
    cover = search.cover_of(near)[low[1] : int(v) + reach + 2, low[0] : int(u) + reach + 2]
    on_top = np.minimum(cv2.dilate(cover, np.ones((3, 3), np.uint8)) * 1.5, 1.0).astype(np.float32)
    half = np.asarray(1 - cut_half(on_top, (u - low[0], v - low[1]), detail), dtype=np.float32)
    seen = np.asarray(cv2.resize(half, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR), dtype=np.float32)
    around = [cut(image, middle, detail) for image in (full, bare.picture)]
    scores = facing.scores(sprite, around[0], changed_around(full, bare, middle, detail), around[1], seen)
    if scores is None:
        return None
    model = facing.models[search.bank.sprites[sprite].shape]
    told = Heading(scores * (HALF_SEEN if piece.carries else 1.0), _outline(piece, search.bank, model), model.taught)
    portraits, log_p = facing.portraits.get(search.bank.sprites[sprite].kind), leaning(told)
    if portraits is None or np.sort(log_p)[-2] < -LEFT_OPEN:
        return told
    known = cut(bare.known.astype(np.float32), middle, detail)
    return replace(told, ends=_ends(told.scores, int(log_p.argmax()), portraits, (around[0], seen), (around[1], known)))


def _ends(
    scores: NDArray[np.float64], best: int, portraits: Portraits, around: tuple[Array, Array], bare: tuple[Array, Array]
) -> NDArray[np.float64]:  # fmt: skip
    """Log-likelihoods (4,) of the facings by a piece's portraits: of the `best` one and of the opposite."""
    degrees = degrees_of(len(scores))
    lead = nose_or_tail(portraits, around, bare, float(degrees[np.where(quarters(degrees) == best, scores, -np.inf).argmax()]))
    ends = np.zeros(4)
    ends[best], ends[(best + 2) % 4] = lead / 2, -lead / 2
    return ends


def _outline(piece: Found, bank: PieceBank, model: FacingModel) -> NDArray[np.float64]:
    """Log-likelihoods (4,) of the facings by how well a piece's picture fits in each of them."""
    own, quarter = bank.kinds == bank.kinds[piece.row], quarters(bank.headings)
    outline = np.array([piece.gains[own & (quarter == facing)].max() for facing in Facing]) / PIECE_NATS
    sprite = bank.sprites[int(bank.kinds[piece.row])]
    return outline if sprite.sides is None or model.headed is None else of_sides(outline, model.headed)
