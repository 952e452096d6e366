"""Near misses: what explains almost enough to be a piece.  The search leaves it out; the reading says how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.below import borne_by
from vision.found import Found
from vision.light import Array
from vision.piece_bank import PieceBank

ALMOST = 0.5
"""Share of what a piece must explain at least that it explains if it may be one."""
BADLY = 1.4
"""So many times worse than what is found at all it may fit, if it explains all that it must."""
NEARLY = 0.75
"""The same share if edges of the board would hide it: in seven recordings three wedges explained 34 and 35 of 40, a finger 20."""
WELL = 1.2
"""How badly what exists but once may fit at most if it explains less than it must: another figure explains as much as that."""
WORST_MISFIT = 2.0
"""How badly a piece may fit that is found at all."""
OPEN = 0.7
"""Share of it that no piece hides which was found, or which is likelier."""


def near_misses(
    failed: Iterable[Found], bank: PieceBank, least: Callable[[Found], float], worst_misfit: float,
    shown: Callable[[Found], tuple[NDArray[np.int64], Array]], free: Array, found: Iterable[Found],
    usual: Mapping[int, float] | None = None,
) -> list[Found]:  # fmt: skip
    """Of pieces that did not explain enough those that almost did, each spot once, likeliest first.

    What exists but once and was `found`, and what has a direction and exists more often, must explain all that it must.
    `least` is the gain that a piece must bring, `shown` tells the pixels that it covers and how far, `free` (h, w) how far those
    that were found leave each to be seen, `usual` how badly those of a sprite (number) fit that are there.
    """
    missed, left, usual = list[Found](), free.reshape(-1).copy(), usual or {}
    kinds = (bank.sprites[bank.kinds[piece.row]] for piece in found)
    there = {sprite.kind for sprite in kinds if sprite.alone}
    for piece in sorted(failed, key=lambda one: -one.gain):
        sprite = bank.sprites[bank.kinds[piece.row]]
        lone = sprite.alone and sprite.kind not in there and piece.misfit <= WELL
        share = ALMOST if lone or not (sprite.alone or sprite.directed) else 1.0
        # Of a pair the one below is known by what the other leaves: by itself it tells nothing.
        worst = max(worst_misfit, usual.get(int(bank.kinds[piece.row]), 0.0))
        explains = piece.gain >= share * least(piece) and piece.misfit <= BADLY * worst
        if piece.carries or piece.rides or not explains:
            continue
        at, cover = shown(piece)
        if float(cover @ left[at]) > OPEN * float(cover.sum()):
            missed.append(piece)
            if sprite.alone:
                there.add(sprite.kind)
            left[at] *= 1 - cover
    return missed


def usual_misfits(found: Sequence[Found], bank: PieceBank) -> dict[int, float]:
    """How badly the pieces found fit by sprite (number), where there are several of one: a bad picture of it fits none well."""
    own = [(int(bank.kinds[piece.row]), piece.misfit) for piece in found]
    each = {kind: [misfit for other, misfit in own if other == kind] for kind, _ in own}
    return {kind: float(np.median(misfits)) for kind, misfits in each.items() if len(misfits) > 1}


def borne_out(
    missed: Iterable[Found], bank: PieceBank, least: Callable[[Found], float], worst_misfit: float,
    usual: Mapping[int, float] | None = None,
) -> list[Found]:  # fmt: skip
    """Of near misses of a search in which edges of the board count for more those that may be told all the same: they have a
    print, which is asked too and looks like no edge, fit as well as what is found there must, and explain nearly enough; or
    they explain all that they must, and fit not much worse than is `usual` of their sprite (number)."""
    usual = usual or {}

    def may_be_told(piece: Found) -> bool:
        sprite, enough = bank.sprites[bank.kinds[piece.row]], least(piece)
        if sprite.flat and sprite.face is not None and piece.misfit <= worst_misfit and piece.gain >= NEARLY * enough:
            return True
        return piece.gain >= enough and piece.misfit <= BADLY * usual.get(int(bank.kinds[piece.row]), 0.0)

    return [piece for piece in missed if may_be_told(piece)]


def with_near_misses(found: Sequence[Found], missed: Iterable[Found], bank: PieceBank) -> list[Found]:
    """Pieces with the near misses; none beside a heap of its kind: edges would count; and none in the place of one that was told
    on its own picture since."""
    told = [piece for piece in found if piece.over_drawing is not None]
    heaps = [piece for piece in found if piece.heaped and piece.over_drawing is None]
    left = (piece for piece in missed if not any(borne_by(bank, piece, other) > 1 - OPEN for other in told))
    return [*found, *(piece for piece in left if not any(_beside(piece, other, bank) for other in heaps))]


def _beside(piece: Found, other: Found, bank: PieceBank) -> bool:
    """Whether a piece counts with a heap of its kind, of which `other` is one: it lies in or beside it, or is a body or there
    is but one, of which what shows faintly or fits badly is mostly a part of something else."""
    away = max(abs(piece.at[0] - other.at[0]), abs(piece.at[1] - other.at[1]))
    kind, sprite = bank.kinds[piece.row], bank.sprites[bank.kinds[piece.row]]
    faint = piece.gain < float(bank.areas[piece.row]) or piece.misfit > WORST_MISFIT
    return bool(kind == bank.kinds[other.row] and (away < bank.side // 2 or (faint and (not sprite.flat or sprite.alone))))
