"""Slips with a choice: two cards, a kept card left face down, a removed card turned over, playing on after the end."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Seen
from companion.core.scene import ABSENT
from companion.games.alles_kaese.cards import VALUES
from companion.games.alles_kaese.layout import CELLS, DISCARD, area
from companion.games.alles_kaese.scene import back_look, die_at, front_look, scene
from companion.games.alles_kaese.slip_parts import (
    Draft,
    bare_slip,
    may_change,
    may_come_up,
    may_roll,
    supply_gone,
    told_slip,
    with_die,
    with_looks,
)
from companion.games.alles_kaese.state import SLOTS, Phase, State


def _matches(state: State, seen: Seen | None) -> list[int]:
    """The cards with the rolled number, of those that may have gone."""
    return [slot for slot in range(SLOTS) if state.display[slot] == state.die and may_change(seen, CELLS[slot])]


def two_cards(state: State, seen: Seen | None) -> Iterator[Draft]:
    """Two cards with the rolled number went to the discards."""
    slots, base = _matches(state, seen), scene(state)
    for place, one in enumerate(slots):
        for other in slots[place + 1 :]:
            after = with_looks(base, (CELLS[one], ABSENT), (CELLS[other], ABSENT), (DISCARD, back_look(state.die)))
            yield told_slip(state, f"{state.die} X{one + 1} X{other + 1}", after)


def hidden_keep(state: State, seen: Seen | None) -> Iterator[Draft]:
    """A kept card lies back up before its player."""
    base, zone = scene(state), area(len(state.kept), state.seat)
    for slot in (state.slot,) if state.phase is Phase.REVEALED else _matches(state, seen):
        after = with_looks(base, (CELLS[slot], ABSENT), (zone, back_look(state.display[slot])))
        yield bare_slip(state, "kept-face-down", (zone,), after)


def seen_removal(state: State, seen: Seen | None) -> Iterator[Draft]:
    """A card with the rolled number lies front up on the discards: it was looked at before or after the decision."""
    base = scene(state)
    for slot in _matches(state, seen):
        known = state.fronts[slot] if state.fronts else ""
        for front in known or "ct":
            after = with_looks(base, (CELLS[slot], ABSENT), (DISCARD, front_look(front)))
            yield bare_slip(state, "removed-card-seen", (CELLS[slot], DISCARD), after)


def after_the_end(state: State, seen: Seen | None) -> Iterator[Draft]:
    """The die is rolled again, or the gap of the third trap is filled."""
    base = scene(state)
    for value in VALUES if may_roll(seen) else ():
        if value != state.die:
            yield told_slip(state, str(value), with_die(base, die_at(value)))
    if state.slot >= 0 and state.top > 0 and may_come_up(state, seen):
        after = with_looks(base, (CELLS[state.slot], back_look(state.top)), supply_gone(state))
        yield told_slip(state, f"+{state.top}^?", after)
