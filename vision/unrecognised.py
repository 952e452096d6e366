"""Where something stands that the search did not recognise: more stays unexplained there than misfitting drawings leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.core.grid import Cell, Place, place_order
from companion.core.reading import PieceClaim
from vision.again import Box
from vision.heat import HEAT
from vision.light import Array
from vision.piece_bank import PieceBank

WINDOW = 5
"""Pixels across what the search looks at to find something unexplained, at a plan of detail 1."""
AS_MUCH = 1.0
"""So much, in nats for each pixel of the smallest large piece, stays unexplained where a piece was missed: missed mice left 1.7
and 5.7; in teaching pictures of a maze read by each other all places but one stayed below 0.6, that one at 1.5."""


OVERLOOKED = 0.03
"""The probability that a small piece was overlooked where as much stays unexplained as it would leave.  (Of some 20 such cells of
16 drawn tables it once was in 15.  Since pieces are looked for that others hide, or a lamp makes shine, it was in none of 208 on
75 tables, and the real place of a missing one gave way to them.)"""


def left_over(unexplained: Array, blocks: Mapping[Place, Box], box: Box, detail: int) -> dict[Place, float]:
    """What stays unexplained (nats) in the places wholly inside a window, as far as anything does.

    `unexplained` (h, w) are the window's costs, `blocks` the bounds of all places and `box` those of the window, px of the half
    plan (left, upper, right, lower), each pixel worth as much as it is large on a plan of detail 1.
    """
    side, (left, upper) = WINDOW * detail, box[:2]
    over = np.maximum(cv2.blur(np.ascontiguousarray(unexplained, np.float32), (side, side)) - np.float32(HEAT), 0)
    inside = ((place, bounds) for place, bounds in blocks.items() if _within(bounds, box))
    sums = {place: over[v0 - upper : v1 - upper, u0 - left : u1 - left].sum() for place, (u0, v0, u1, v1) in inside}
    return {place: float(nats) / detail**2 for place, nats in sums.items() if nats > 0}


def unrecognised(left: Mapping[Place, float], bank: PieceBank | None) -> frozenset[Place]:
    """The places where so much stays unexplained as one large piece would leave."""
    if bank is None or not bank.large.any():
        return frozenset()
    least = AS_MUCH * float(bank.areas[bank.large].min())
    return frozenset(place for place, nats in left.items() if nats > least)


def of_any_piece(left: Mapping[Place, float], bank: PieceBank | None) -> frozenset[Place]:
    """The places where so much stays unexplained as the smallest piece would leave."""
    if bank is None:
        return frozenset()
    least = AS_MUCH * float(bank.areas.min(initial=np.inf))
    return frozenset(place for place, nats in left.items() if nats > least)


def overlooked(claims: Sequence[PieceClaim], left: Mapping[Place, float], bank: PieceBank) -> list[PieceClaim]:
    """Claims about small pieces without direction, of kinds of which there are several, in the cells where as much stays
    unexplained as one would leave: it may lie there half below another, or on a drawing of its colours.

    Beside the grid the edges of a mat that lies a little aside leave as much.
    """
    least: dict[str, float] = {}
    for kind, area in zip(bank.kinds[~bank.large], bank.areas[~bank.large], strict=True):
        sprite = bank.sprites[kind]
        if not sprite.directed and not sprite.alone:
            least[sprite.kind] = min(AS_MUCH * float(area), least.get(sprite.kind, np.inf))
    told, more = {(claim.kind, claim.place) for claim in claims}, list[PieceClaim]()
    for place, nats in sorted(left.items(), key=lambda item: place_order(item[0])):
        kinds = [kind for kind, enough in sorted(least.items()) if isinstance(place, Cell) and nats > enough]
        chance = OVERLOOKED / max(len(kinds), 1)
        counts = (float(np.log(1 - chance)), float(np.log(chance)), -12.0)
        more += [PieceClaim(kind, place, counts) for kind in kinds if (kind, place) not in told]
    return more


def within_any(blocks: Mapping[Place, Box], windows: Sequence[Box]) -> frozenset[Place]:
    """The places that lie wholly inside one of the windows."""
    return frozenset(place for place, bounds in blocks.items() if any(_within(bounds, box) for box in windows))


def _within(bounds: Box, box: Box) -> bool:
    return bounds[0] >= box[0] and bounds[1] >= box[1] and bounds[2] <= box[2] and bounds[3] <= box[3]
