"""Near misses: what explains almost enough to be a piece.  The search leaves it out; the reading says how likely it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

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
OPEN = 0.7
"""Share of it that no piece hides which was found, or which is likelier."""


def near_misses(
    failed: Iterable[Found], bank: PieceBank, least: Callable[[Found], float], worst_misfit: float,
    shown: Callable[[Found], tuple[NDArray[np.int64], Array]], free: Array, found: Iterable[Found],
) -> list[Found]:  # fmt: skip
    """Of pieces that did not explain enough those that almost did, each spot once, likeliest first.

    What exists but once and was `found`, and what has a direction and exists more often, must explain all that it must.
    `least` is the gain that a piece must bring, `shown` tells the pixels that it covers and how far, `free` (h, w) how far those
    that were found leave each to be seen.
    """
    missed, left = list[Found](), free.reshape(-1).copy()
    kinds = (bank.sprites[bank.kinds[piece.row]] for piece in found)
    there = {sprite.kind for sprite in kinds if sprite.alone}
    for piece in sorted(failed, key=lambda one: -one.gain):
        sprite = bank.sprites[bank.kinds[piece.row]]
        lone = sprite.alone and sprite.kind not in there and piece.misfit <= WELL
        share = ALMOST if lone or not (sprite.alone or sprite.directed) else 1.0
        # Of a pair the one below is known by what the other leaves: by itself it tells nothing.
        explains = piece.gain >= share * least(piece) and piece.misfit <= BADLY * worst_misfit
        if piece.carries or piece.rides or not explains:
            continue
        at, cover = shown(piece)
        if float(cover @ left[at]) > OPEN * float(cover.sum()):
            missed.append(piece)
            if sprite.alone:
                there.add(sprite.kind)
            left[at] *= 1 - cover
    return missed


def borne_out(missed: Iterable[Found], bank: PieceBank, least: Callable[[Found], float], worst_misfit: float) -> list[Found]:
    """Of near misses of a search in which edges of the board count for more those that may be told all the same: they have a
    print, which is asked too and looks like no edge, fit as well as what is found there must, and explain nearly enough."""
    sprites = [(piece, bank.sprites[bank.kinds[piece.row]]) for piece in missed]
    printed = [piece for piece, sprite in sprites if sprite.flat and sprite.face is not None]
    return [piece for piece in printed if piece.misfit <= worst_misfit and piece.gain >= NEARLY * least(piece)]


def with_near_misses(found: Sequence[Found], missed: Iterable[Found], bank: PieceBank) -> list[Found]:
    """Pieces with the near misses; none beside a heap of its kind: edges would count."""
    heaps = [piece for piece in found if piece.heaped]
    return [*found, *(piece for piece in missed if not any(_beside(piece, other, bank) for other in heaps))]


def _beside(piece: Found, other: Found, bank: PieceBank) -> bool:
    """Whether a piece counts with a heap of its kind, of which `other` is one: it lies in or beside it, or is a body or there
    is but one, of which what shows faintly is mostly a part of something else."""
    away = max(abs(piece.at[0] - other.at[0]), abs(piece.at[1] - other.at[1]))
    kind, sprite = bank.kinds[piece.row], bank.sprites[bank.kinds[piece.row]]
    return bool(kind == bank.kinds[other.row] and (not sprite.flat or sprite.alone or away < bank.side // 2))
