"""What there is but once, and was found but once, is surely there: it must be somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set

import numpy as np

from companion.core.grid import Cell, Place
from vision.piece_bank import PieceBank

NOTHING_THERE, FOUND_ONCE = 0.05, 2.0
"""A find that is no likelier is none; how much surer, in logits, the only find of the only piece of its kind is (of some 300
with a chance of 30 to 99 %, in pictures left out of teaching and in simulated evenings, none was wrong)."""
MUST_BE = 12.0
"""How much surer, in logits, a find is of what no play takes away, one of all its finds or none.  (Of 224 pictures of Mouse Trap
and Maze without a hand in which it is seen, it is no find of the eye in two; of the finds that were it six were rather nothing,
at .3 to .00002, and in one picture a patch of its colour was surer.  Where none was it, patches came to 3 in 100 million.)"""
Key = tuple[str, Place, str | None]
"""Kind, place and face of what is claimed together."""


def surer_if_once(
    chances: Mapping[Key, list[float]], bank: PieceBank, others: Set[str], staying: Set[str]
) -> dict[Key, list[float]]:
    """The chances of finds, better for what there is but once and was found but once.  What is `staying` on the table, all of
    which is seen, is rather one of its finds, however unlikely they are, than nowhere.

    Not for `others`: kinds of which only a print tells which is which, for there the one that is missing may be taken for it,
    and such as were found elsewhere too, if less clearly.  What is staying and was taught on the grid alone is not beside it as
    long as any find on the grid may be it.
    """
    beside = staying & _found_on_grid(chances) - _taught_beside(bank)
    chances = {key: own for key, own in chances.items() if key[0] not in beside or isinstance(key[1], Cell)}
    alone = {sprite.kind for sprite in bank.sprites if sprite.alone} - others
    times = Counter(kind for (kind, _, _), own in chances.items() for chance in own if chance > NOTHING_THERE)
    only = {kind for kind in alone if times[kind] == 1}
    finds = {kind: [chance for key, own in chances.items() if key[0] == kind for chance in own] for kind in alone & staying}

    def surer(kind: str, chance: float) -> float:
        if kind in finds:
            return _one_of(chance, finds[kind], MUST_BE)
        return _one_of(chance, [chance], FOUND_ONCE) if kind in only and chance > NOTHING_THERE else chance

    return {key: [surer(key[0], chance) for chance in own] for key, own in chances.items()}


def _found_on_grid(chances: Mapping[Key, list[float]]) -> set[str]:
    return {kind for kind, place, _ in chances if isinstance(place, Cell)}


def _taught_beside(bank: PieceBank) -> set[str]:
    """The kinds that were taught beside the grid, or of which it is not known where."""
    return {sprite.kind for sprite in bank.sprites if not sprite.places or any(name for name, _ in sprite.places)}


def _one_of(chance: float, finds: Sequence[float], logits: float) -> float:
    """The chance of a find where there is one of these or none, each of them so many logits likelier than the eye has it."""
    odds = [float(np.exp(logits)) * each / max(1 - each, 1e-9) for each in (chance, *finds)]
    return odds[0] / (1 + sum(odds[1:]))
