"""Two bodies cannot stand in one place: of two finds of a kind whose middles are nearer than that, one is the other.

What a body leaves unexplained, turned a little otherwise or in the shade, is found once more beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.piece_bank import PieceBank
from vision.rig import Sprite

IN_HEAP, APART, SAME = 0.42, 0.8, 0.05
"""How near, in roots of their mean area, middles may be where a heap was counted, how near else, and how likely what is nearer to
one that explains more is another.  (Of finds in twenty-five recordings none of 13 in heaps that were nearer was one, and none of
6 elsewhere; the nearest that were came to .62 and 1.1, in roots of the lesser one's area.  On nineteen more one at .77 was none,
the nearest that was came to .86.)"""
WEAK, BESIDE = 0.5, 1.0
"""What explains no more than that share of what another does, as far as it is seen, is that one, or its shadow, if it is no
farther off.  (A marble's shadow at .90 was one more marble, of .43 as much.)"""
LIKELY = 0.5
"""What carries another is believed if it is as likely as not."""


def once_each(found: Sequence[Found], sures: Sequence[float], bank: PieceBank) -> list[float]:
    """How sure finds are, each so sure by itself: a body that several may be of, about where one is that explains more is that,
    carried or not.  What is carried itself, and what lies flat, may lie upon another; what only an unlikely find carries stands
    by itself."""
    sprites = [bank.sprites[int(bank.kinds[piece.row])] for piece in found]
    middles = [np.array(bank.middle_px(piece.row, piece.at)) / 2 for piece in found]
    carried = _carried(found, middles, _likely(found, sprites, sures))
    bodies = [n for n, sprite in enumerate(sprites) if not (sprite.flat or sprite.alone or sprite.directed)]
    told, kept = list(sures), [n for n in bodies if n in carried]
    for n in sorted((n for n in bodies if n not in carried), key=lambda n: -found[n].gain):
        near, own = IN_HEAP if found[n].heaped and sprites[n].heaps else APART, float(bank.areas[found[n].row])
        alike = [m for m in kept if sprites[m].kind == sprites[n].kind and found[m].gain >= found[n].gain]
        roots = {m: (own * float(bank.areas[found[m].row])) ** 0.25 * bank.detail for m in alike}
        weak = {m for m in alike if not found[n].heaped and found[n].gain <= WEAK * found[n].seen * found[m].gain}
        limits = {m: BESIDE if m in weak else near for m in alike}
        if any(np.hypot(*(middles[n] - middles[m])) < limits[m] * roots[m] for m in alike):
            told[n] = min(told[n], SAME)
        else:
            kept.append(n)
    return told


def _likely(found: Sequence[Found], sprites: Sequence[Sprite], sures: Sequence[float]) -> list[int]:
    """The numbers of the carriers that are likely, and of which there is none that is likelier elsewhere."""
    surest: dict[str, float] = {}
    for sprite, sure in zip(sprites, sures, strict=True):
        surest[sprite.kind] = max(sure, surest.get(sprite.kind, 0.0))
    return [
        n for n, (piece, sprite) in enumerate(zip(found, sprites, strict=True))
        if piece.carries and sures[n] >= (max(surest[sprite.kind], LIKELY) if sprite.alone else LIKELY)
    ]  # fmt: skip


def _carried(found: Sequence[Found], middles: Sequence[NDArray[np.float64]], carriers: Sequence[int]) -> set[int]:
    """The numbers of the finds that ride on one of the `carriers`."""
    carried = set()
    for number in (n for n, piece in enumerate(found) if piece.rides):
        apart = [(float(np.hypot(*(middles[n] - middles[number]))), n) for n, piece in enumerate(found) if piece.carries]
        if not apart or min(apart)[1] in carriers:
            carried.add(number)
    return carried
