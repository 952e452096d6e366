"""From one puzzle to the next: claims, failed and abandoned attempts, the end of the game, final rounds (PLAY P6-P7, END)."""

from __future__ import annotations

from companion.games.four_blind_mice.bids import best_first, window_end
from companion.games.four_blind_mice.place import coin_cells
from companion.games.four_blind_mice.slides import NOBODY, START
from companion.games.four_blind_mice.state import (
    COINS,
    DEMO,
    DRAWN,
    OVER,
    REMOVE,
    REPLACE,
    THINK,
    UNCOVER,
    Demo,
    Out,
    State,
    Won,
    points_of,
)

MOST_MISSED = 2
"""Final rounds that nobody solved before the game is shared."""


def begin(state: State) -> State:
    """Announcing is over; the best number is demonstrated first."""
    puzzle = state.puzzle
    assert puzzle is not None
    clock = window_end(state, puzzle)
    bids = best_first(state, puzzle.bids)
    puzzle = puzzle._replace(bids=bids, clock=clock, since=clock, opened=NOBODY)
    return state._replace(phase=DEMO, puzzle=puzzle, demo=Demo(bids[0].player, bids[0].number), past=START)


def fail(state: State) -> State:
    """The demonstration has failed: mice back, the next number; when none is left thinking goes on for the rest of the time."""
    puzzle, options = state.puzzle, state.terms.options
    assert puzzle is not None
    puzzle = puzzle._replace(bids=puzzle.bids[1:], plan=())
    state = state._replace(mice=puzzle.base, puzzle=puzzle, past=START)
    if puzzle.bids:
        return state._replace(demo=Demo(puzzle.bids[0].player, puzzle.bids[0].number))
    out_of_time = options.all_failed == "remove" or puzzle.clock >= options.think_s
    return state._replace(phase=REMOVE if out_of_time else THINK, demo=None)


def claim(state: State) -> State:
    """The demonstrator scores the uncovered coin; the mice stay."""
    puzzle, demo, match = state.puzzle, state.demo, state.match
    assert puzzle is not None and demo is not None
    goes_back = state.terms.options.replace == "on" and not match.final and bool(coin_cells(state))
    target = puzzle.target
    won = Won(demo.player, target.value, target.suit, not goes_back, state.ply, target.cell)
    state = state._replace(match=match._replace(won=(*match.won, won)))
    if match.final:
        return _over(state, "final")
    if goal_reached(state):
        return _over(state._replace(match=state.match._replace(won=(*match.won, won._replace(kept=True)))), "goal")
    if goes_back:
        return state._replace(phase=REPLACE, puzzle=puzzle._replace(bids=puzzle.bids[:1], plan=()), past=START)
    return next_puzzle(state)


def remove(state: State) -> State:
    """Nobody solved the puzzle: its coin is out."""
    puzzle, match = state.puzzle, state.match
    assert puzzle is not None
    missed = match.missed + bool(match.final)
    gone = (*match.out, Out(puzzle.target.value, puzzle.target.suit))
    state = state._replace(match=match._replace(out=gone, missed=missed))
    return _over(state, "shared") if missed >= MOST_MISSED else next_puzzle(state)


def next_puzzle(state: State) -> State:
    """The next player clockwise uncovers, whoever scored; or the game is over."""
    match = state.match._replace(number=state.match.number + 1)
    turn = (state.turn + 1) % len(state.terms.players)
    return settle(state._replace(phase=UNCOVER, turn=turn, match=match, puzzle=None, demo=None, past=START))


def settle(state: State) -> State:
    """The end, a final round or neither, for a state between two puzzles; any other state as it is."""
    if state.phase != UNCOVER:
        return state
    if state.match.missed >= MOST_MISSED:
        return _over(state, "shared")
    if state.match.final:
        return state if state.covered else _draw(state)
    if goal_reached(state):
        return _over(state, "goal")
    if state.match.late or not state.covered:
        return _finish(state, "time" if state.match.late else "empty")
    return state


def goal_reached(state: State) -> bool:
    """Whether somebody has as many cheeses as the goal; a single player has none."""
    goal, players = state.terms.options.goal_count, range(len(state.terms.players))
    return goal is not None and len(players) > 1 and any(points_of(state, player) >= goal for player in players)


def leaders(state: State) -> tuple[int, ...]:
    """The players with the most cheeses."""
    points = [points_of(state, player) for player in range(len(state.terms.players))]
    return tuple(player for player, score in enumerate(points) if score == max(points))


def _finish(state: State, why: str) -> State:
    """The end, or a final round when several lead."""
    tied = leaders(state)
    if len(tied) == 1:
        return _over(state, why)
    return settle(state._replace(match=state.match._replace(final=tied)))


def _over(state: State, why: str) -> State:
    return state._replace(phase=OVER, match=state.match._replace(ended=why), puzzle=None, demo=None, past=START)


def _draw(state: State) -> State:
    """No coin is left: all are gathered up and mixed, one will be put on the board."""
    won = tuple(item._replace(kept=False) for item in state.match.won)
    return state._replace(phase=DRAWN, match=state.match._replace(won=won, out=(), aside=COINS))
