"""Which broken rule is plain enough to be named: whose every trace can be seen, and that rests on nothing unseen."""

from __future__ import annotations

from typing import TypeVar

from companion.core.grid import Place
from companion.core.scene import ABSENT
from companion.referee.case import Case
from companion.referee.changes import change
from companion.referee.settings import Settings
from companion.referee.wrongs import Wrong

S = TypeVar("S")


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
    least = case.wrongs[0].log_p - settings.margins.doubt if case.wrongs else 0.0
    close = [wrong for wrong in case.wrongs if wrong.log_p >= least]
    if empty:
        close = [one for one in close if not one.chain.tokens and all(one.scene.tile(place) == ABSENT for place in empty)]
    found = next((wrong for wrong in close if is_plain(case, wrong, settings)), close[0] if close else None)
    return None if found is None else _without_more(case, found, settings)


def _without_more(case: Case[S], wrong: Wrong[S], settings: Settings) -> Wrong[S]:
    """The same broken rule without lawful play before it, where all that lies there is the same without: what holds either way
    needs no telling."""
    if not wrong.chain.tokens:
        return wrong
    least, lies, said = wrong.log_p - settings.margins.settle, wrong.scene, wrong.slip.violations
    alone = (one for one in case.wrongs if not one.chain.tokens and one.log_p >= least)
    return next((one for one in alone if one.scene == lies and one.slip.violations == said), wrong)
