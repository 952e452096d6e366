"""Things people do wrong in a state, as sight would show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.core.game import Seen, Slip
from companion.games.alles_kaese.scene import scene
from companion.games.alles_kaese.slip_parts import Draft, visible_in
from companion.games.alles_kaese.slips_card import exposed_card, misplaced, searched, wrong_card
from companion.games.alles_kaese.slips_die import die_aside, early_roll, rolled_again
from companion.games.alles_kaese.slips_pile import gap_left, second_refill, undue_discard, wrong_refill
from companion.games.alles_kaese.slips_turn import after_the_end, hidden_keep, seen_removal, two_cards
from companion.games.alles_kaese.state import Phase, State

_Maker = Callable[[State, Seen | None], Iterator[Draft]]
_IN_ALL: tuple[_Maker, ...] = (exposed_card, searched)
_MAKERS: dict[Phase, tuple[_Maker, ...]] = {
    Phase.ROLL: (wrong_card, die_aside, second_refill, undue_discard, *_IN_ALL),
    Phase.ACT: (
        wrong_card, two_cards, rolled_again, misplaced, hidden_keep, seen_removal, second_refill, undue_discard, *_IN_ALL,
    ),
    Phase.REVEALED: (hidden_keep,),
    Phase.REFILL: (gap_left, early_roll, wrong_refill, *_IN_ALL),
    Phase.EXTRA: (early_roll, *_IN_ALL),
    Phase.MEND_ROLL: (gap_left, early_roll),
    Phase.MEND_ACT: (gap_left, early_roll),
    Phase.OVER: (after_the_end,),
}  # fmt: skip


def slips(state: State, seen: Seen | None = None) -> Iterator[Slip]:
    """What people may do wrong now; with `seen`, only what could explain it."""
    base = scene(state)
    for maker in _MAKERS[state.phase]:
        for draft in maker(state, seen):
            if seen is None or visible_in(base, draft.scene, seen):
                yield draft.ruled()
