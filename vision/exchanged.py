"""Large pieces below riders that were taken for another of their shape.

A search takes what explains most first.  Where a red mouse carries a cheese and another cheese lies beside it, an orange mouse
with one cheese explains more than a red one with one; the red one with both explains most, but was never tried.  So each piece
below a rider is once done as each of its near rivals, with what is then found beside it, and what explains more is kept.

And where two cheeses lie in a white ring, a white mouse with a cheese explains more than one cheese, and both cheeses most.  So
what explains little below a rider is once left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from vision.below import Below
from vision.found import Found
from vision.piece_bank import PieceBank

NEAR = 120.0
"""Nats by which a rival may explain less by itself: as much as a small piece beside it brings at most."""
COSTS = 0.2
"""Nats that each more piece must explain for each pixel that it covers."""
WORSE = 0.1
"""By so much a rival may fit worse: what fits badly lets more be explained beside it."""
WEAKLY = 1.5
"""What explains less (nats) of each of its pixels that is seen may be none.  (The weakest that carried something: .98, 1.2.)"""


def exchanged(
    found: list[Found], bank: PieceBank, below: Below, relaid: Callable[[Sequence[Found]], None],
    beside: Callable[[Found], list[Found]],
) -> list[Found]:  # fmt: skip
    """Pieces found and laid, those below a rider exchanged for a rival that explains more together with what is `beside` it.

    `relaid` lays pieces, and no others, on what there was before any; `beside` searches what is left about one that was laid,
    and lays what it finds.
    """
    pairs = [(lower, upper) for lower, upper in pairwise(found) if lower.carries and upper.rides]
    for carrier, rider in pairs:
        others = [piece for piece in found if piece is not carrier and piece is not rider]
        if carrier.gain < WEAKLY * float(bank.areas[carrier.row]) * carrier.seen:
            relaid(others)
            alone = below.by_itself(rider)
            relaid([*others, alone])
            more = beside(alone)
            if more and alone.gain + worth(more, bank) > carrier.gain + rider.gain:
                found = [*others, alone, *more]
                continue
            relaid(found)
        for rival in rivals_of(carrier, bank):
            relaid(others)
            lower = below.reseated(rival, rider, itself=True)
            upper = below.rider_of(lower, rider)
            relaid([*others, lower, upper])
            more = beside(lower)
            brings = worth(more, bank)
            fits = bool(more) and lower.misfit < carrier.misfit + WORSE
            if fits and lower.gain + upper.gain + brings > carrier.gain + rider.gain:
                # By itself each kind may explain more; with what lies beside it, this one does.
                less = lower.gain + upper.gain + brings - carrier.gain - rider.gain
                own = bank.kinds == bank.kinds[lower.row]
                gains = np.where(own, lower.gains, np.minimum(lower.gains, np.float32(lower.gain - less)))
                found = [*others, replace(lower, gains=gains), upper, *more]
                break
            relaid(found)
    return found


def worth(more: Sequence[Found], bank: PieceBank) -> float:
    """What further pieces explain, less what each of them costs."""
    return sum(piece.gain - COSTS * float(bank.areas[piece.row]) for piece in more)


def rivals_of(carrier: Found, bank: PieceBank) -> list[Found]:
    """The piece as each other kind of its shape that explains nearly as much below the same rider, the likeliest first."""
    own = bank.kinds[carrier.row]
    best = {
        int(kind): int(rows[np.argmax(carrier.gains[rows])])
        for kind in np.unique(bank.kinds[bank.large])
        if kind != own and bank.sprites[kind].directed == bank.sprites[own].directed
        and len(rows := np.flatnonzero(bank.kinds == kind))
    }  # fmt: skip
    near = [row for row in best.values() if carrier.gains[row] > carrier.gain - NEAR]
    near.sort(key=lambda row: -float(carrier.gains[row]))
    return [replace(carrier, row=row, gain=-np.inf) for row in near]
