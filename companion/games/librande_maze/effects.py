"""What spells do when they stand."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.librande_maze.actions import Cast, Power, Shove, Take
from companion.games.librande_maze.board import NONE
from companion.games.librande_maze.cards import SPELLS, UNKNOWN, in_order, without
from companion.games.librande_maze.hands import possible, room
from companion.games.librande_maze.state import FROZEN, MAIN, OK, POWER, TELEKINESIS, THEFT, Spell, State, changed, with_item
from companion.games.librande_maze.treasures import moved

SHOVES = 3
"""The steps of a Telekinesis, the announced one included."""


def carry_out(state: State, spell: Spell) -> State:
    """The state after a spell has taken effect; Theft and Telekinesis may leave something to decide."""
    if isinstance(spell.action, Power):
        return changed(state, phase=POWER)
    untouched = spell.target == NONE and spell.action == Cast(spell.card, spell.action.reshaped if spell.action else False)
    if untouched and spell.does != "haste":
        return changed(state, stack=())
    return _EFFECTS[spell.does](state, spell)


def _haste(state: State, spell: Spell) -> State:
    return changed(state, stack=(), ap=state.ap + 1)


def _freeze(state: State, spell: Spell) -> State:
    target = spell.target
    status = with_item(state.status, target, FROZEN) if state.status[target] == OK else state.status
    return changed(state, stack=(), status=status, lost=with_item(state.lost, target, state.lost[target] + 1))


def _switch(state: State, spell: Spell) -> State:
    spaces = list(state.spaces)
    spaces[spell.seat], spaces[spell.target] = spaces[spell.target], spaces[spell.seat]
    return changed(state, stack=(), spaces=tuple(spaces))


def _teleport(state: State, spell: Spell) -> State:
    assert isinstance(spell.action, Cast)
    return changed(state, stack=(), spaces=with_item(state.spaces, spell.seat, spell.action.space))


# Theft ----------------------------------------------------------------------------------------------------------------


def _theft(state: State, spell: Spell) -> State:
    """The choice of what is taken; nothing to choose where nothing is left to take or it was named with the cast."""
    if spell.named:
        taken = Take("" if spell.named == "t" else spell.named)
        fits = take_problem(state, spell, taken) is None
        return changed(take(state, spell, taken), stack=()) if fits else changed(state, stack=())
    if not state.piles[spell.target] and not (state.hands[spell.target] and room(state, spell.seat)):
        return changed(state, stack=())
    return changed(state, phase=THEFT)


def take_problem(state: State, spell: Spell, action: Take) -> str | None:
    """Why a Theft cannot take that."""
    hand = state.hands[spell.target]
    if not action.card:
        return None if state.piles[spell.target] else "theft-no-treasure"
    if action.card == UNKNOWN:
        tracked = state.terms.options.hands == "tracked" and UNKNOWN not in hand
        code = "theft-no-such-card" if tracked or not hand else None
    elif action.card in hand:
        code = None
    elif action.card not in SPELLS or UNKNOWN not in hand:
        code = "theft-no-such-card"
    else:
        code = None if possible(state, action.card) else "card-count-impossible"
    return code or (None if room(state, spell.seat) else "hand-full")


def take_blind_problem(state: State, spell: Spell, action: Take) -> str | None:
    """Why a Theft cannot name that with the cast; what the hand holds is not looked at."""
    if not action.card:
        return None if state.piles[spell.target] else "theft-no-treasure"
    if not state.hands[spell.target] or (action.card not in SPELLS and action.card != UNKNOWN):
        return "theft-no-such-card"
    return None if room(state, spell.seat) else "hand-full"


def take(state: State, spell: Spell, action: Take) -> State:
    """The state with a treasure or a card taken."""
    thief, victim = spell.seat, spell.target
    if not action.card:
        piles = list(state.piles)
        piles[thief], piles[victim] = piles[thief] + 1, piles[victim] - 1
        return changed(state, piles=tuple(piles))
    hands = list(state.hands)
    if action.card == UNKNOWN:
        # Nobody tells which card went: it may be any, so from now on none of them is known.
        hands[victim] = (UNKNOWN,) * len(hands[victim])
    hands[victim] = without(hands[victim], action.card)
    hands[thief] = in_order((*hands[thief], action.card))
    return changed(state, hands=tuple(hands))


def takes(state: State, spell: Spell) -> list[Take]:
    """Everything a Theft may take: a treasure, then cards; one that is not known may be named all the same."""
    hand = state.hands[spell.target]
    blind = spell.action is not None and state.terms.options.theft_choice == "on-cast"
    check = take_blind_problem if blind else take_problem
    cards = [UNKNOWN] if UNKNOWN in hand and not blind else []
    known = [card for card in SPELLS if blind or card in hand]
    return [item for item in (Take(), *(Take(card) for card in (*known, *cards))) if check(state, spell, item) is None]


# Telekinesis ----------------------------------------------------------------------------------------------------------


def _telekinesis(state: State, spell: Spell) -> State:
    assert isinstance(spell.action, Cast)
    treasure = moved(state.treasure, spell.action.start, spell.action.space)
    return changed(state, phase=TELEKINESIS, steps=SHOVES - 1, treasure=treasure)


def shove(state: State, action: Shove) -> State:
    """The state after a further step of a Telekinesis, or after stopping."""
    if action.start == NONE:
        return changed(state, phase=MAIN, stack=(), steps=0)
    state = changed(state, treasure=moved(state.treasure, action.start, action.to), steps=state.steps - 1)
    return state if state.steps else changed(state, phase=MAIN, stack=())


_EFFECTS: dict[str, Callable[[State, Spell], State]] = {
    "haste": _haste, "freeze": _freeze, "switch": _switch, "teleport": _teleport, "theft": _theft, "telekinesis": _telekinesis,
}  # fmt: skip
