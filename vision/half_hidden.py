"""Small pieces of which a large one hides a part: a cheese behind a mouse.

A search takes the mouse first, and what then shows of the cheese explains less than the whole of it, laid over the mouse, would
contradict.  So where a good deal stays strange beside a large piece, small ones are tried below it: of each only what the large
one leaves to be seen counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.below import NOTHING, Below, Tried
from vision.found import Found
from vision.piece_bank import PieceBank
from vision.windows import spots_around

NEAR = 12
"""So near, px of a plan of detail 1, to the middle of the large piece lies the small one's."""
STRANGE = 60.0
"""Nats that must stay unexplained beside a large piece."""
GAIN, LEAST, MISFIT = 2.5, 40.0, 1.3
"""What such a piece explains of each of its pixels that are seen and in all, and how badly it may fit."""
SEEN = (0.3, 0.95)
"""Share of it that is seen: what is seen whole is found without."""
MORE = 20.0
"""By so much it must explain more than what was found there before."""
FAR_APART, EVERY, LEADERS = 3, 4, 8
"""Spots so far from each other are tried at first with each so many-th row, and at last so many rows closely."""


def with_half_hidden(
    found: list[Found], bank: PieceBank, below: Below, relaid: Callable[[Sequence[Found]], None]
) -> list[Found]:
    """The pieces found and laid, with the small ones of which large ones hide a part, each before what hides it; `relaid` lays
    pieces, and no others, on what there was before any."""
    small = np.flatnonzero(~bank.large & np.array([sprite.rides for sprite in bank.sprites], np.bool_)[bank.kinds])
    if not len(small):
        return found
    for tall in [piece for piece in found if bank.large[piece.row] and not piece.carries]:
        beside = [piece for piece in found if _lies_beside(piece, tall, bank)]
        others = [piece for piece in found if piece not in beside]
        if beside:
            relaid(others)
        hidden = _below(tall, small, bank, below)
        if hidden is not None and hidden.gain > sum(piece.gain for piece in beside) + MORE:
            found = [hidden, *others]
            relaid(found)
        elif beside:
            relaid(found)
    return found


def _lies_beside(piece: Found, tall: Found, bank: PieceBank) -> bool:
    """Whether a small piece was found by itself where one is looked for."""
    away = max(abs(piece.at[0] - tall.at[0]), abs(piece.at[1] - tall.at[1]))
    return not bank.large[piece.row] and not piece.rides and away <= NEAR * bank.detail


def _below(tall: Found, small: NDArray[np.int64], bank: PieceBank, below: Below) -> Found | None:
    """The small piece that explains most of what is seen beside a large one, if that is enough."""
    middle = (int(tall.at[0]), int(tall.at[1]))
    shows = below.beside(tall)
    if below.strange_about(shows, middle, NEAR * bank.detail) < STRANGE:
        return None
    around, step = spots_around(NEAR * bank.detail, FAR_APART * bank.detail, middle), 2 * bank.detail
    some = small[::EVERY]
    roughly = below.best(some, np.repeat(around[None], len(some), axis=0), shows, middle)
    there = roughly.spots[int(roughly.gains.argmax())] + spots_around(step, step)
    first = below.best(small, np.repeat(there[None], len(small), axis=0), shows, middle)
    lead = np.argsort(-first.gains)[:LEADERS]
    near = first.spots[lead][:, None] + spots_around(bank.detail, bank.detail)
    told = below.best(first.rows[lead], near, shows, middle)
    best = int(np.where(told.misfits <= MISFIT, told.gains, -np.inf).argmax())
    gain, share, area = float(told.gains[best]), float(told.shares[best]), float(bank.areas[told.rows[best]])
    enough = gain >= max(LEAST, GAIN * area * share) and told.misfits[best] <= MISFIT and SEEN[0] <= share <= SEEN[1]
    return _found(told, best, first, bank) if enough else None


def _found(told: Tried, best: int, first: Tried, bank: PieceBank) -> Found:
    gains = np.full(len(bank.kinds), NOTHING, np.float32)
    gains[first.rows] = first.gains
    np.maximum.at(gains, told.rows, told.gains)
    at = float(told.spots[best, 0]), float(told.spots[best, 1])
    piece = Found(int(told.rows[best]), at, float(told.gains[best]), gains, float(told.misfits[best]))
    return replace(piece, seen=float(told.shares[best]))
