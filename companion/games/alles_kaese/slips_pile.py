"""Slips with the supply: a gap left open, a card from the wrong pile, one card too many, a discard that is not due."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Seen
from companion.core.scene import ABSENT
from companion.games.alles_kaese.layout import CELLS, DISCARD, SUPPLY
from companion.games.alles_kaese.notation import write
from companion.games.alles_kaese.scene import back_look, scene
from companion.games.alles_kaese.slip_parts import Draft, may_change, may_come_up, supply_gone, told_slip, with_looks
from companion.games.alles_kaese.state import SLOTS, State
from companion.games.alles_kaese.turn import actions


def _intended(state: State) -> str:
    """The pile step that is due, where there is one only."""
    listed = actions(state)
    return write(listed[0]) if len(listed) == 1 else ""


def gap_left(state: State, seen: Seen | None) -> Iterator[Draft]:
    """Somebody says "done" although the gap is still there."""
    yield told_slip(state, "1", scene(state))


def wrong_refill(state: State, seen: Seen | None) -> Iterator[Draft]:
    """The gap was filled from the discards; it shows where that card has another value than the supply's top."""
    if not state.discard or state.discard[-1] in (0, state.top) or state.top <= 0:
        return
    value = state.discard[-1]
    below = back_look(state.discard[-2]) if len(state.discard) > 1 else ABSENT
    slot = SLOTS - 1 if state.terms.options.refill == "slide" else state.slot
    after = with_looks(scene(state), (CELLS[slot], back_look(value)), (DISCARD, below))
    yield told_slip(state, f"+{value}^{state.top}", after, _intended(state))


def second_refill(state: State, seen: Seen | None) -> Iterator[Draft]:
    """One more card from the supply lies on a card of the display."""
    if state.supply < 2 or state.top <= 0 or not may_come_up(state, seen):
        return
    base, value = scene(state), state.top
    for slot, lies in enumerate(state.display):
        if lies != value and may_change(seen, CELLS[slot]):
            after = with_looks(base, (CELLS[slot], back_look(value)), supply_gone(state))
            yield told_slip(state, f"+{value}^?", after, lies_at=(CELLS[slot], SUPPLY))


def undue_discard(state: State, seen: Seen | None) -> Iterator[Draft]:
    """The supply's top card went to the discards although nothing asks for it."""
    if state.supply < 2 or state.top <= 0 or not may_come_up(state, seen):
        return
    if state.top not in state.discard[-1:] and not may_change(seen, DISCARD):
        return
    after = with_looks(scene(state), supply_gone(state), (DISCARD, back_look(state.top)))
    yield told_slip(state, f"-{state.top}^?", after)
