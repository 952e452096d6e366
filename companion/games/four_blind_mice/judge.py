"""Which rules an action breaks; of several that fit the first in the order of `violations`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from companion.core.ruling import Ruling
from companion.games.four_blind_mice.actions import (
    Action,
    Announce,
    Begin,
    By,
    End,
    Fail,
    PlaceCoin,
    PlaceMouse,
    Plan,
    Remove,
    Slide,
    Uncover,
)
from companion.games.four_blind_mice.bids import best_first, bid_codes
from companion.games.four_blind_mice.judge_place import coin_codes, mouse_codes, owner_code, uncover_codes
from companion.games.four_blind_mice.judge_slide import fail_codes, slide_codes
from companion.games.four_blind_mice.notation import write
from companion.games.four_blind_mice.remedy import remedy, sentence
from companion.games.four_blind_mice.state import DEMO, OVER, PLACE, REMOVE, THINK, State
from companion.games.four_blind_mice.violations import RANK, violation
from companion.games.four_blind_mice.words import action_places


def rule(state: State, action: Action) -> Ruling:
    """The judgement of one action: legal, or the one violation that wins and how to put it right."""
    code = violation_code(state, action)
    if code is None:
        return Ruling(write(action))
    found = violation(code, action_places(state, action), sentence(state, action, code))
    return Ruling(write(action), (found,), remedy(state, action, code))


def violation_code(state: State, action: Action) -> str | None:
    """The code of the broken rule that wins; None for a lawful action."""
    if state.phase == OVER:
        return "after-the-end"
    return min(_CODES[type(action)](state, action), key=RANK.__getitem__, default=None)


def _slide(state: State, action: Slide) -> Iterator[str]:
    if state.phase == DEMO:
        return slide_codes(state, action)
    return iter((_too_early(state),))


def _too_early(state: State) -> str:
    """What it means to touch the mice when nobody demonstrates."""
    return {PLACE: "wrong-piece", REMOVE: "coin-not-removed"}.get(state.phase, "touched-while-thinking")


def _fail(state: State, action: Fail) -> Iterator[str]:
    if state.phase == DEMO:
        return fail_codes(state, action)
    return iter((_too_early(state),))


def _announce(state: State, action: Announce) -> Iterator[str]:
    if state.phase == PLACE:
        yield "wrong-piece"
    elif state.phase == THINK and action.player in state.terms.players:
        yield from bid_codes(state, state.terms.players.index(action.player), action.number, action.time)
    else:
        yield from ("bid-too-low",) if action.number < state.terms.rules.lowest else ()
        yield "not-announcing" if state.phase == THINK else "bid-late"


def _begin(state: State, action: Begin) -> Iterator[str]:
    known = action.player in state.terms.players
    player = state.terms.players.index(action.player) if known else -1
    puzzle = state.puzzle
    if state.phase == THINK and puzzle is not None and puzzle.bids:
        if best_first(state, puzzle.bids)[0].player != player:
            yield "wrong-demonstrator"
    elif state.phase == DEMO and state.demo is not None:
        # Where nobody has announced, anybody may show a route.
        free = known and puzzle is not None and not puzzle.bids and not state.demo.slides
        if player != state.demo.player and not free:
            yield "wrong-demonstrator"
    else:
        yield _too_early(state)


def _plan(state: State, action: Plan) -> Iterator[str]:
    if state.phase != DEMO:
        yield _too_early(state)
    elif state.terms.options.declare_plan != "on" or (state.puzzle and state.puzzle.plan) or (state.demo and state.demo.slides):
        yield "off-plan"


def _remove(state: State, action: Remove) -> Iterator[str]:
    if state.phase == PLACE:
        yield "wrong-piece"
    elif state.phase == REMOVE:
        if action.cell != state.target:
            yield "coin-moved"
    elif state.phase != THINK or action.cell != state.target or (state.puzzle and state.puzzle.bids):
        yield "coin-moved"


def _end(state: State, action: End) -> Iterator[str]:
    if action.why != "time":
        yield "end-not-reached"


def _by(state: State, action: By) -> Iterator[str]:
    yield from _CODES[type(action.action)](state, action.action)
    yield from owner_code(state, action)


_CODES: dict[type, Callable[[State, Any], Iterator[str]]] = {
    Slide: _slide,
    PlaceCoin: coin_codes,
    PlaceMouse: mouse_codes,
    Uncover: uncover_codes,
    Announce: _announce,
    Begin: _begin,
    Plan: _plan,
    Fail: _fail,
    Remove: _remove,
    End: _end,
    By: _by,
}
