"""What may lie on a large piece of its own colour: the search sees one piece where there are two.

A rider that looks much like what carries it explains hardly more than the board and the carrier do together, so a comparison of
both with the carrier alone says little.  What tells is the carrier's own picture: once it is laid, a rider on it explains what is
left, such as its rim and its shadow, and on a piece that carries nothing it explains less than nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.below import borne_by
from vision.found import Doubted, Found
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.windows import spot_at, spots_around

REACH = 8
"""So far from the middle of what carries it, px of a plan of detail 1, the middle of a rider is looked for."""
WELL_BORNE = 0.7
"""Share of a rider that must lie on its carrier: at the rim what it would explain is the carrier's shadow."""
WORST_RIDER = 0.7
"""A rider that fits worse on its carrier than that is none: any patch on something unknown is explained by something."""
GLANCE = -60.0
"""Gain at a glance from which on a rider is looked at closely."""
TRIED = 12

Spots = NDArray[np.int64]
Gains = Callable[[Spots, Spots], Array]
Refine = Callable[[Spots, Spots], tuple[Spots, Spots, Array, Array]]


def with_riders(found: list[Found], bank: PieceBank, glance: Gains, refine: Refine) -> list[Found]:
    """Pieces found and laid, the large ones among them with the rider that each may carry.

    `glance` tells the gains (spots, rows) of rows at spots roughly, `refine` rows, spots, gains and misfits after the best shift,
    both on what is explained by now.
    """
    rides = np.array([sprite.rides for sprite in bank.sprites], np.bool_)
    small = np.flatnonzero(~bank.large & rides[bank.kinds])
    if not len(small):
        return found
    return [
        _with_rider(piece, small, bank, glance, refine) if bank.large[piece.row] and not piece.carries else piece
        for piece in found
    ]


def _with_rider(piece: Found, small: Spots, bank: PieceBank, glance: Gains, refine: Refine) -> Found:
    """The piece with the small one that explains most of what it leaves, if there is any that may."""
    middle = int(piece.at[0]), int(piece.at[1])
    spots = spots_around(REACH * bank.detail, 2 * bank.detail, middle)
    gains = glance(spots, small)
    best = gains.max(axis=0)
    top = np.argsort(-best)[:TRIED]
    top = top[best[top] > GLANCE]
    if not len(top):
        return piece
    rows, where, over, misfits = refine(small[top], spots[gains.argmax(axis=0)[top]])
    for number in np.argsort(-over).tolist():
        rider = Found(int(rows[number]), spot_at(where[number]), float(over[number]), piece.gains, float(misfits[number]))
        if rider.misfit <= WORST_RIDER and borne_by(bank, rider, piece) > WELL_BORNE:
            lead = -np.inf if piece.doubted is None else piece.doubted.lead
            return replace(piece, doubted=Doubted(rider.row, lead, rider.gain))
    return piece
