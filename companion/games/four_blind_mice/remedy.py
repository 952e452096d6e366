"""What a judge says about a broken rule, with names and cells, and the shortest way to put it right."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.four_blind_mice.actions import Action, Announce, By, Fail, PlaceCoin, PlaceMouse, Remove, Slide, Uncover
from companion.games.four_blind_mice.bids import best_first
from companion.games.four_blind_mice.cells import NAMES
from companion.games.four_blind_mice.place import coin_cells, coins_placed, mouse_cells
from companion.games.four_blind_mice.slides import NOBODY, turns_after
from companion.games.four_blind_mice.state import DEMO, DRAWN, MICE, PLACE, REPLACE, THINK, State
from companion.games.four_blind_mice.words import COLOURS, SUITS, end_of, mouse_name, moves, player_name, times

MOST_NAMED = 8


def sentence(state: State, action: Action, code: str) -> str:
    """What is said with names and cells; empty where the general sentence says it all."""
    if isinstance(action, By):
        return _OF_PLAYERS[code](state) if code in _OF_PLAYERS else sentence(state, action.action, code)
    if isinstance(action, Fail) and action.slide is not None:
        return sentence(state, action.slide, code)
    if isinstance(action, Slide) and state.phase == DEMO and code in _OF_SLIDES:
        return _OF_SLIDES[code](state, action)
    return _OF_PLAYERS[code](state) if code in _OF_PLAYERS else ""


def _whose_turn(state: State) -> str:
    placer = state.demo.player if state.phase == REPLACE and state.demo is not None else state.turn
    return player_name(state, placer)


def _first_demonstrator(state: State) -> str:
    if state.phase == THINK and state.puzzle is not None and state.puzzle.bids:
        return player_name(state, best_first(state, state.puzzle.bids)[0].player)
    return player_name(state, state.demo.player) if state.demo is not None else "Somebody else"


def _too_low(state: State) -> str:
    rules = state.terms.rules
    return f"No route with {times(rules.min_turns)} turned has fewer than {moves(rules.lowest)}."


_OF_PLAYERS: dict[str, Callable[[State], str]] = {
    "placed-out-of-turn": lambda state: f"It is {_whose_turn(state)}'s turn to place.",
    "not-your-uncover": lambda state: f"{_whose_turn(state)} turns over the next coin.",
    "wrong-demonstrator": lambda state: f"{_first_demonstrator(state)} bid lower (or earlier) and moves first.",
    "bid-too-low": _too_low,
}


def _turned(state: State, action: Slide) -> int:
    past, rules = state.past, state.terms.rules
    own = turns_after(rules, past, action.mouse, action.direction)
    return sum(past.turns) - past.turns[action.mouse] + own if rules.any_mouse else own


_OF_SLIDES: dict[str, Callable[[State, Slide], str]] = {
    "stopped-short": lambda state, action: f"It runs on to {NAMES[end_of(state, action)[0]]}.",
    "ran-through": lambda state, action: f"It stops at {NAMES[end_of(state, action)[0]]}.",
    "too-few-turns": lambda state, action: f"It has turned only {times(_turned(state, action))}; it runs on.",
    "wrong-mouse": lambda state, action: f"Only the {COLOURS[state.claimant]} mouse may claim.",
    "bid-exceeded": lambda state, action: f"{moves(state.demo.limit or 0) if state.demo else ''} used, no cheese.",
}


def back_to_base(state: State) -> str:
    """The sentence that sends the mice home after a failure."""
    base = state.puzzle.base if state.puzzle is not None else state.mice
    return "Put the mice back: " + ", ".join(f"{COLOURS[mouse]} {NAMES[cell]}" for mouse, cell in enumerate(base)) + "."


def remedy(state: State, action: Action, code: str) -> tuple[str, ...]:
    """The steps that put the table right, one sentence each; never empty."""
    if isinstance(action, By):
        return remedy(state, action.action, code)
    if code in ("stopped-short", "ran-through") and isinstance(action, Slide):
        return (f"Put {mouse_name(action.mouse)} on {NAMES[end_of(state, action)[0]]}.",)
    if code in _FAILING and state.phase == DEMO:
        return (back_to_base(state), "Then the next number is shown, if there is one.")
    if isinstance(action, PlaceCoin | PlaceMouse):
        return _place_remedy(state, action)
    if isinstance(action, Uncover):
        return _uncover_remedy(state, action, code)
    if isinstance(action, Announce):
        return ("That number does not count; what was said before stands.",)
    if isinstance(action, Remove):
        return (f"Put the coin back on {NAMES[action.cell]}.",)
    if isinstance(action, Slide) and state.mice[action.mouse] != NOBODY:
        return (f"Put {mouse_name(action.mouse)} back on {NAMES[state.mice[action.mouse]]}.",)
    return ("Leave everything as it lay.",)


_FAILING = ("no-move", "straight-back", "diagonal", "too-few-turns", "wrong-mouse", "bid-exceeded", "bid-not-met", "off-plan")


def _place_remedy(state: State, action: PlaceCoin | PlaceMouse) -> tuple[str, ...]:
    what = "the coin" if isinstance(action, PlaceCoin) else f"the {COLOURS[action.mouse]} mouse"
    if state.phase not in (PLACE, REPLACE, DRAWN):
        return (f"Take {what} back from {NAMES[action.cell]}.",)
    mice_next = state.phase == PLACE and coins_placed(state)
    cells = mouse_cells(state) if mice_next else coin_cells(state)
    some = ", ".join(NAMES[cell] for cell in cells[:MOST_NAMED]) + (" and others" if len(cells) > MOST_NAMED else "")
    return (f"Take {what} off {NAMES[action.cell]}.", f"{'A mouse' if mice_next else 'A coin'} may go to: {some}.")


def _uncover_remedy(state: State, action: Uncover, code: str) -> tuple[str, ...]:
    if code == "suit-looked-at":
        return (f"Take the coin of {NAMES[action.cell]}, mix it with the others and put one back value side up.",)
    if code == "fresh-cheese":
        others = ", ".join(NAMES[coin.cell] for coin in state.covered if coin.cell != action.cell)
        return (f"Turn the coin on {NAMES[action.cell]} back.", f"Turn over one of these: {others}.")
    if code == "coin-moved" and action.suit:
        return (f"Check the coin on {NAMES[action.cell]}: the {SUITS[MICE.index(action.suit)]} were seen before.",)
    return (f"Turn the coin on {NAMES[action.cell]} back, value side up.",)
