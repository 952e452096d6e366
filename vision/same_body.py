"""Two bodies cannot stand in one place: of two finds of a kind whose middles are nearer than that, one is the other.

What a body leaves unexplained, turned a little otherwise or in the shade, is found once more beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.found import Found
from vision.piece_bank import PieceBank

IN_HEAP, APART, SAME = 0.42, 0.75, 0.05
"""How near, in roots of the area of one, middles may be where a heap was counted, how near else, and how likely what is nearer to
one that explains more is another.  (Of finds in twenty-five recordings none of 13 in heaps that were nearer was one, and none of
6 elsewhere; the nearest that were came to .62 and 1.1.)"""


def once_each(found: Sequence[Found], sures: Sequence[float], bank: PieceBank) -> list[float]:
    """How sure finds are, each so sure by itself: a body that several may be of, about where one is that explains more, is that.
    What is carried, and what lies flat, may lie upon another."""
    sprites = [bank.sprites[int(bank.kinds[piece.row])] for piece in found]
    bodies = [n for n, sprite in enumerate(sprites) if not (sprite.flat or sprite.alone or sprite.directed or found[n].rides)]
    middles = {n: np.array(bank.middle_px(found[n].row, found[n].at)) / 2 for n in bodies}
    told, kept = list(sures), list[int]()
    for n in sorted(bodies, key=lambda n: -found[n].gain):
        root = float(bank.areas[found[n].row]) ** 0.5 * bank.detail
        alike = [other for other in kept if sprites[other].kind == sprites[n].kind]
        if any(np.hypot(*(middles[n] - middles[m])) < root * (IN_HEAP if found[n].heaped else APART) for m in alike):
            told[n] = min(told[n], SAME)
        else:
            kept.append(n)
    return told
