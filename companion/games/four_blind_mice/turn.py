"""Playing: one action after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.errors import IllegalActionError
from companion.games.four_blind_mice import puzzle
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
from companion.games.four_blind_mice.bids import with_bid
from companion.games.four_blind_mice.judge import violation_code
from companion.games.four_blind_mice.notation import write
from companion.games.four_blind_mice.place import coins_placed, mouse_cells
from companion.games.four_blind_mice.slides import NOBODY, UNMOVED, Past, run_of
from companion.games.four_blind_mice.state import (
    DRAWN,
    REPLACE,
    REVEAL,
    THINK,
    UNCOVER,
    Coin,
    Demo,
    Puzzle,
    State,
    Target,
    with_covered,
)
from companion.games.four_blind_mice.violations import VIOLATIONS


def play(state: State, action: Action) -> State:
    """The state after a lawful action; IllegalActionError for any other."""
    code = violation_code(state, action)
    if code is not None:
        raise IllegalActionError(
            f"{write(action)!r} is not allowed in puzzle {state.match.number}, phase {state.phase}: "
            f"{code}: {VIOLATIONS[code].sentence}"
        )
    return perform(state, action)


def perform(state: State, action: Action) -> State:
    """The state after an action that is known to be lawful; what comes of any other is undefined."""
    if type(action) is Slide:
        return _slide(state, action)
    return _counted(state, _PERFORM[type(action)](state, action))


def _counted(before: State, after: State) -> State:
    return State(
        after.terms, after.phase, after.mice, after.covered, after.walls, after.turn, after.match, after.puzzle, after.demo,
        after.past, before.ply + 1,
    )  # fmt: skip


def _slide(state: State, action: Slide) -> State:
    demo, mouse, way = state.demo, action.mouse, action.direction
    assert demo is not None
    past, mice = state.past, state.mice
    run = run_of(state.terms.rules, state.walls, mice, past, state.target, state.claimant, mouse, way)
    moved = (*mice[:mouse], run.end, *mice[mouse + 1 :])
    last, turns = past.last, past.turns
    after = State(
        state.terms, state.phase, moved, state.covered, state.walls, state.turn, state.match, state.puzzle,  # type: ignore[arg-type]
        Demo(demo.player, demo.limit, (*demo.slides, mouse * 4 + way)),
        Past(
            (*last[:mouse], way, *last[mouse + 1 :]), (*turns[:mouse], run.turns, *turns[mouse + 1 :]),  # type: ignore[arg-type]
            mouse, past.spent + run.cost,
        ),
        state.ply + 1,
    )  # fmt: skip
    return puzzle.claim(after)._replace(ply=after.ply) if run.claims else after


def _place_coin(state: State, action: PlaceCoin) -> State:
    if state.phase == REPLACE:
        return _put_back(state, action)
    stock = state.match.stock
    face = next((face for face in stock if action.value in ("", face[0])), action.value)
    match = state.match._replace(stock=tuple(other for other in stock if other != face))
    state = with_covered(state._replace(match=match), (*state.covered, Coin(action.cell, face[:1], face[1:])))
    if state.phase == DRAWN:
        return state._replace(phase=UNCOVER, match=match._replace(aside=match.aside - 1, stock=()))
    return _placed(state)


def _put_back(state: State, action: PlaceCoin) -> State:
    assert state.puzzle is not None
    target = state.puzzle.target
    state = with_covered(state, (*state.covered, Coin(action.cell, action.value or target.value, target.suit, True)))
    return puzzle.next_puzzle(state._replace(match=state.match._replace(fresh=action.cell)))


def _place_mouse(state: State, action: PlaceMouse) -> State:
    cells = list(state.mice)
    cells[action.mouse] = action.cell
    return _placed(state._replace(mice=(cells[0], cells[1], cells[2], cells[3])))


def _placed(state: State) -> State:
    """The next player places, or uncovers when everything lies there; without a cell for the next mouse all begins anew."""
    players = len(state.terms.players)
    state = state._replace(turn=(state.turn + 1) % players)
    if NOBODY not in state.mice:
        return state._replace(phase=UNCOVER)
    if coins_placed(state) and not mouse_cells(state):
        placed = len(state.covered) + sum(cell != NOBODY for cell in state.mice)
        return with_covered(state._replace(mice=UNMOVED, turn=(state.turn - placed) % players), ())
    return state


def _uncover(state: State, action: Uncover) -> State:
    if state.phase == REVEAL:
        assert state.puzzle is not None
        target = state.puzzle.target._replace(suit=action.suit)
        return state._replace(phase=THINK, puzzle=state.puzzle._replace(target=target, hidden=""))
    coin = next(coin for coin in state.covered if coin.cell == action.cell)
    rest = tuple(other for other in state.covered if other is not coin)
    # What everybody has seen before needs no telling.
    suit = coin.suit if coin.public else action.suit
    target = Target(coin.cell, coin.value, suit)
    state = with_covered(state._replace(match=state.match._replace(fresh=NOBODY)), rest)
    # A suit that somebody knows already is kept aside, so that a simulated table can tell it.
    hidden = "" if suit else coin.suit
    return state._replace(phase=THINK if suit else REVEAL, puzzle=Puzzle(target, state.mice, hidden=hidden))


def _announce(state: State, action: Announce) -> State:
    return with_bid(state, state.terms.players.index(action.player), action.number, action.time)


def _begin(state: State, action: Begin) -> State:
    if state.phase == THINK:
        return puzzle.begin(state)
    assert state.demo is not None
    return state._replace(demo=state.demo._replace(player=state.terms.players.index(action.player)))


def _plan(state: State, action: Plan) -> State:
    assert state.puzzle is not None
    return state._replace(puzzle=state.puzzle._replace(plan=action.slides))


def _end(state: State, _: End) -> State:
    return puzzle.settle(state._replace(match=state.match._replace(late=True)))


_PERFORM: dict[type, Callable[[State, Any], State]] = {
    PlaceCoin: _place_coin,
    PlaceMouse: _place_mouse,
    Uncover: _uncover,
    Announce: _announce,
    Begin: _begin,
    Plan: _plan,
    Fail: lambda state, _: puzzle.fail(state),
    Remove: lambda state, _: puzzle.remove(state),
    End: _end,
    By: lambda state, action: _PERFORM[type(action.action)](state, action.action),
}
