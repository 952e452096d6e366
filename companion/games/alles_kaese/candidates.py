"""Lawful actions that could explain what is seen; never a product of whole turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.core.game import Seen
from companion.core.grid import Place
from companion.games.alles_kaese.actions import Action, Discard, Keep, Refill, Remove, Roll
from companion.games.alles_kaese.cards import VALUES
from companion.games.alles_kaese.catalogue import BACK, FRONT_KIND, VALUE_OF, back_kind
from companion.games.alles_kaese.layout import CELLS, DISCARD, SUPPLY, area
from companion.games.alles_kaese.state import SLOTS, UNSEEN, Phase, State
from companion.games.alles_kaese.step_rules import pile_code, top_may_be
from companion.games.alles_kaese.turn import actions


def candidates(state: State, seen: Seen) -> Iterator[Action]:
    """Lawful actions of the step the state stands in, values of cards that came to light filled in from what is seen.

    A roll, a look, and a card replaced by one of the same value may leave no trace, so all twelve choices at most are offered.
    """
    phase = state.phase
    if phase is Phase.REVEALED:
        yield from _fronts(state, seen)
    elif phase is Phase.ROLL:
        yield from _rolls(state, seen)
    elif phase is Phase.ACT:
        yield from (act for act in actions(state) if not isinstance(act, Keep | Remove) or _may_be_taken(state, seen, act.slot))
    elif phase is Phase.OVER:
        yield from actions(state)
    elif phase is Phase.EXTRA:
        yield from (step for step in _discards(state, seen) if pile_code(state, step) is None)
    else:
        yield from (step for step in _refills(state, seen) if pile_code(state, step) is None)


def _rolls(state: State, seen: Seen) -> Iterator[Action]:
    """Rolls that could lead on to what is seen: all, unless a card surely lies no more where it lay; then those of a card
    that may have been taken, or of a number that is not on display."""
    changed = any(_surely_gone(state, seen, slot) for slot in range(SLOTS))
    for roll in actions(state):
        slots = [slot for slot in range(SLOTS) if isinstance(roll, Roll) and state.display[slot] == roll.value]
        if not changed or not slots or any(_may_be_taken(state, seen, slot) for slot in slots):
            yield roll


def _surely_gone(state: State, seen: Seen, slot: int) -> bool:
    """Whether that slot looks otherwise than the card that lies there, and hardly may be it all the same.

    A look that the eye only likes better must not rule out the number that plainly lies on the die.
    """
    looks = seen.tiles.get(CELLS[slot], ())
    return bool(looks) and all(look.kind != back_kind(state.display[slot]) for look in looks)


def _may_be_taken(state: State, seen: Seen, slot: int) -> bool:
    """Whether a card may have been taken from there: it looks otherwise, is covered, or its successor looks the same.

    If the next top does so too, a card laid in somebody's strip is all there is to see.
    """
    place, value = CELLS[slot], state.display[slot]
    alike = value > 0 and state.top in (value, UNSEEN) and bool(seen.tiles or seen.pieces)
    return place in seen.tiles or place in seen.hidden or alike


def _fronts(state: State, seen: Seen) -> Iterator[Action]:
    """The fronts that may have come to lie in the strip of the player in turn; both where that cannot be seen."""
    zone = area(len(state.kept), state.seat)
    listed = [action for action in actions(state) if isinstance(action, Keep)]
    if zone not in seen.hidden:
        plain = [action for action in listed if any(where == zone for where, _ in seen.pieces.get(FRONT_KIND[action.front], ()))]
        listed = plain or listed
    yield from listed


def _values(seen: Seen, place: Place, before: int) -> tuple[int, ...]:
    """The values a place may show now; what it showed before where nothing was seen to change."""
    if place in seen.hidden:
        return ()
    if place not in seen.tiles:
        return (before,)
    found = (VALUE_OF.get(look.kind or "", UNSEEN) for look in seen.tiles[place] if look.face == BACK)
    return tuple(value for value in found if value > 0)


def _tops(state: State, seen: Seen, goes: Place) -> tuple[int, ...]:
    """The values that may have come to light on the supply when its top card went to `goes`: what lies there now, or what came
    to lie elsewhere since."""
    if state.supply == 1:
        return (0,)
    now = [top for top in _values(seen, SUPPLY, state.top) if top]
    places: tuple[Place, ...] = (DISCARD, *CELLS)
    elsewhere = [(place, value) for place in places for value in _values(seen, place, 0)[:1] if value]
    # What has lain on the discards all the time has not come from the supply since.
    before: tuple[Place, int] = (DISCARD, state.discard[-2] if len(state.discard) > 1 else 0)
    moved_on = [value for place, value in elsewhere if (place, value) != before and (place != goes or 0 < state.top != value)]
    # A card laid where one of its value was taken away shows nowhere but in the strip that has grown.
    replaced = [value for value in state.display if value > 0] if _strip_grows(seen) else []
    return tuple(dict.fromkeys((*now, *moved_on, *replaced))) if now else (UNSEEN,)


def _possible_tops(state: State, seen: Seen, goes: Place, gone: int) -> Sequence[int]:
    """Those of them that there may be once a card of the value `gone` has left; where none of what an eye is sure of may be, it
    was misread, and may be any other."""
    tops = [top for top in _tops(state, seen, goes) if top_may_be(state, gone or state.top, top)]
    return tops or [top for top in VALUES if top_may_be(state, gone or state.top, top)]


def _strip_grows(seen: Seen) -> bool:
    """Whether fronts are seen where the record has none."""
    return any(kind in seen.pieces for kind in FRONT_KIND.values())


def _refills(state: State, seen: Seen) -> Iterator[Refill]:
    slot = SLOTS - 1 if state.terms.options.refill == "slide" else state.slot
    values = (state.top,) if state.top > 0 else _values(seen, CELLS[slot], 0) or VALUES
    yield from (Refill(value, top) for value in values if value for top in _possible_tops(state, seen, CELLS[slot], value))


def _discards(state: State, seen: Seen) -> Iterator[Discard]:
    values = (state.top,) if state.top > 0 else _values(seen, DISCARD, 0) or (0,)
    yield from (Discard(value, top) for value in values for top in _possible_tops(state, seen, DISCARD, value))
