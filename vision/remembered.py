"""Cards that a hand covers: they lie where they were last seen to lie, or so it was before the hand came.

A photograph shows nothing below a hand, and the judge is told nothing of it.  Who looks through the photographs of an evening
knows more: cards in an area, beside and on each other, are laid there to stay, and were seen a picture ago.  The top of a pile
is another matter; a hand that covers one is there to draw.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log

from companion.core.grid import Place
from companion.core.reading import LikelyLook, Reading, TileClaim
from companion.core.scene import ABSENT

STAYED = 0.85
"""How likely a card that was last seen before a hand covered it lies there still: never sure, for nobody has seen it since."""


class Remembered:
    """What was last seen to lie in each area, over the photographs of an evening."""

    def __init__(self) -> None:
        self._last: dict[Place, list[TileClaim]] = {}

    def below_hands(self, reading: Reading) -> tuple[TileClaim, ...]:
        """The cards of areas that a photograph with a hand in it does not show, as they were last seen; without one, what it
        shows is kept for the next."""
        seen: dict[Place, list[TileClaim]] = {}
        for claim in reading.cards:
            seen.setdefault(claim.place, []).append(claim)
        if not reading.hand:
            self._last = seen
            return ()
        return tuple(claim for place, last in self._last.items() for claim in _missing(last, seen.get(place, [])))


def _missing(last: Sequence[TileClaim], seen: Sequence[TileClaim]) -> list[TileClaim]:
    """The cards that were last seen in a place of which it shows none now, kind by kind."""
    shown, missing = Counter(claim.best.kind for claim in seen), list[TileClaim]()
    for claim in last:
        if shown[claim.best.kind]:
            shown[claim.best.kind] -= 1
        else:
            looks = [LikelyLook(each.look, each.log_p + log(STAYED)) for each in claim.looks if each.look != ABSENT]
            missing.append(TileClaim(claim.place, (*looks, LikelyLook(ABSENT, log(1 - STAYED)))))
    return missing
