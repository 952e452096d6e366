"""Slips with cards of the display and of the piles: taken wrongly, shown, put back in the wrong place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from companion.core.game import Seen
from companion.core.scene import ABSENT, PieceAt
from companion.games.alles_kaese.catalogue import FRONT_KIND
from companion.games.alles_kaese.layout import CELLS, DISCARD, SUPPLY, area
from companion.games.alles_kaese.scene import back_look, front_look, scene
from companion.games.alles_kaese.slip_parts import Draft, bare_slip, may_change, told_slip, with_looks, with_piece
from companion.games.alles_kaese.state import SLOTS, Phase, State


def _fronts(state: State, slot: int) -> str:
    """The fronts the card may have: both, unless a simulated table knows."""
    return state.fronts[slot] if state.fronts and state.fronts[slot] else "ct"


def wrong_card(state: State, seen: Seen | None) -> Iterator[Draft]:
    """A card kept or removed before the roll, without a match, or of another number; it has not been replaced yet."""
    base = scene(state)
    for slot, value in enumerate(state.display):
        if (state.phase is Phase.ACT and value == state.die) or (value and not may_change(seen, CELLS[slot])):
            continue
        gone = with_looks(base, (CELLS[slot], ABSENT))
        yield told_slip(state, f"X{slot + 1}", with_looks(gone, (DISCARD, back_look(value))))
        for front in _fronts(state, slot):
            kept = PieceAt(FRONT_KIND[front], area(len(state.kept), state.seat))
            yield told_slip(state, f"K{slot + 1}{front}", with_piece(gone, kept))


def exposed_card(state: State, seen: Seen | None) -> Iterator[Draft]:
    """A card of the display lies front up."""
    base = scene(state)
    for slot, value in enumerate(state.display):
        for front in _fronts(state, slot) if value and may_change(seen, CELLS[slot]) else "":
            yield bare_slip(state, "card-exposed", (CELLS[slot],), with_looks(base, (CELLS[slot], front_look(front))))


def searched(state: State, seen: Seen | None) -> Iterator[Draft]:
    """The top card of a pile lies front up."""
    base = scene(state)
    for place, code, there in (
        (SUPPLY, "supply-looked-at", state.supply > 0),
        (DISCARD, "discards-searched", bool(state.discard) and state.terms.options.open_discards == "off"),
    ):
        known = state.stock[0] & 1 if state.stock and place == SUPPLY else None
        for front in ("ct" if known is None else "ct"[known]) if there and may_change(seen, place) else "":
            yield bare_slip(state, code, (place,), with_looks(base, (place, front_look(front))))


def misplaced(state: State, seen: Seen | None) -> Iterator[Draft]:
    """After a look two cards of different value lie in each other's place."""
    if state.die in state.display:
        return
    base = scene(state)
    # Some back, of a value that nobody knows, may look as what lay there before.
    slots = [slot for slot in range(SLOTS) if may_change(seen, CELLS[slot]) or min(state.display) <= 0]
    for one, other in combinations(slots, 2):
        if state.display[one] != state.display[other]:
            first, second = back_look(state.display[other]), back_look(state.display[one])
            after = with_looks(base, (CELLS[one], first), (CELLS[other], second))
            yield bare_slip(state, "peek-misplaced", (CELLS[one], CELLS[other]), after)
