"""What there is but once, and was found but once, is surely there: it must be somewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Set

import numpy as np

from companion.core.grid import Place
from vision.piece_bank import PieceBank

NOTHING_THERE, FOUND_ONCE = 0.05, 2.0
"""A find that is no likelier is none; how much surer, in logits, the only find of the only piece of its kind is (of some 300
with a chance of 30 to 99 %, in pictures left out of teaching and in simulated evenings, none was wrong)."""
MUST_BE = 4.0
"""How much surer the only find of a kind is that no play takes away, though it be no likelier than that."""
Key = tuple[str, Place, str | None]
"""Kind, place and face of what is claimed together."""


def surer_if_once(
    chances: Mapping[Key, list[float]], bank: PieceBank, others: Set[str], staying: Set[str]
) -> dict[Key, list[float]]:
    """The chances of finds, better for what there is but once and was found but once.  What is `staying` on the table, all of
    which is seen, is rather its only find, however unlikely that is, than nowhere.

    Not for `others`: kinds of which only a print tells which is which, for there the one that is missing may be taken for it,
    and such as were found elsewhere too, if less clearly.
    """
    alone = {sprite.kind for sprite in bank.sprites if sprite.alone} - others
    every = Counter(kind for (kind, _, _), own in chances.items() for _ in own)
    times = Counter(kind for (kind, _, _), own in chances.items() for chance in own if chance > NOTHING_THERE)
    only = {kind for kind in alone if times[kind] == 1}
    must = {kind for kind in alone & staying if not times[kind] and every[kind] == 1}

    def surer(kind: str, chance: float) -> float:
        if kind in must:
            return _raised(chance, MUST_BE)
        return _raised(chance, FOUND_ONCE) if kind in only and chance > NOTHING_THERE else chance

    return {key: [surer(key[0], chance) for chance in own] for key, own in chances.items()}


def _raised(chance: float, logits: float) -> float:
    odds = chance / max(1 - chance, 1e-9) * float(np.exp(logits))
    return odds / (1 + odds)
