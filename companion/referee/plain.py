"""Which broken rule is plain enough to be named: whose every trace can be seen, and that rests on nothing unseen."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from itertools import islice, takewhile
from operator import itemgetter
from typing import TypeVar

from companion.core.grid import Place
from companion.core.scene import ABSENT, Scene
from companion.referee.case import Case
from companion.referee.changes import change
from companion.referee.laid import tile_changes
from companion.referee.settings import Settings
from companion.referee.wrongs import Wrong

S = TypeVar("S")

SAME = 1e-6
"""Two scenes that fit a look this nearly equally (nats) may be the same."""


def is_plain(case: Case[S], wrong: Wrong[S], settings: Settings) -> bool:
    """Whether the tiles of this slip surely do not look as they did before.

    Of a line that was slid some tile may look much like the one before it, or lie askew: more of them must be plain than not.
    "Some tile" may look just like the one before it, and speaks against nothing then; where it surely does not, that is plain.
    """
    before, least = wrong.chain.scene, -settings.margins.accuse
    looks = change(before, wrong.slip.scene).looks
    plain = {place for place, _ in looks if case.evidence.tile(place, before.tile(place)) < least}
    told = {place for place, look in looks if look.kind is not None or look.face != before.tile(place).face}
    return len(plain) > len(told - plain) if looks else True


def plainest(case: Case[S], settings: Settings, empty: frozenset[Place] = frozenset()) -> Wrong[S] | None:
    """The best broken rule; of several about equally good ones, one whose every trace is plain to see.

    With places that are `empty`, only one that nothing came before, and that empties them all.
    """
    lawful = sorted(((chain.fit, len(chain.tokens), chain.scene) for chain in case.chains if chain.tokens), key=itemgetter(0))
    wrongs = [wrong for wrong in case.wrongs if not _lies_lawfully(lawful, wrong)]
    least = wrongs[0].log_p - settings.margins.doubt if wrongs else 0.0
    close = [wrong for wrong in wrongs if wrong.log_p >= least]
    if empty:
        close = [one for one in close if not one.chain.tokens and all(one.scene.tile(place) == ABSENT for place in empty)]
    found = next((wrong for wrong in close if is_plain(case, wrong, settings)), close[0] if close else None)
    return None if found is None else _without_more(case, found, settings)


def _lies_lawfully(lawful: Sequence[tuple[float, int, Scene]], wrong: Wrong[S]) -> bool:
    """Whether fewer actions, all of them lawful, leave all as it lies after a broken rule with lawful play before it: then only
    looks in between speak for that, and they may show an act half done.  `lawful`: how each account fits, worst first, how many
    actions it has, how the table looks then."""
    most = len(wrong.chain.tokens)
    if not most:
        return False
    begin = bisect_left(lawful, wrong.fit - SAME, key=itemgetter(0))
    alike = takewhile(lambda told: told[0] < wrong.fit + SAME, islice(lawful, begin, None))
    return any(number <= most and _same_from_above(scene, wrong.scene) for _, number, scene in alike)


def _same_from_above(lawful: Scene, lying: Scene) -> bool:
    """Whether two scenes may be the same, where one of them does not know every tile."""
    if lawful.pieces != lying.pieces and Counter(lawful.pieces) != Counter(lying.pieces):
        return False
    pairs = ((look, was) for _, look, was in tile_changes(lying, lawful))
    return all(one.face == other.face and None in (one.kind, other.kind) for one, other in pairs)


def _without_more(case: Case[S], wrong: Wrong[S], settings: Settings) -> Wrong[S]:
    """The same broken rule without lawful play before it, where all that lies there is the same without: what holds either way
    needs no telling."""
    if not wrong.chain.tokens:
        return wrong
    least, lies, said = wrong.log_p - settings.margins.settle, wrong.scene, wrong.slip.violations
    alone = (one for one in case.wrongs if not one.chain.tokens and one.log_p >= least)
    return next((one for one in alone if one.scene == lies and one.slip.violations == said), wrong)
