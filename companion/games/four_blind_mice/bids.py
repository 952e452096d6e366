"""Announcing: one number a player, only lowered, one shared window (PLAY P5, P6)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.four_blind_mice.slides import NOBODY
from companion.games.four_blind_mice.state import Bid, Puzzle, State


def may_announce(state: State, player: int) -> bool:
    """Whether that player takes part: everybody, in a final round only the tied ones (END)."""
    return not state.match.final or player in state.match.final


def lowest_open(state: State, player: int) -> int | None:
    """The lowest number that player may still announce; None when there is none."""
    assert state.puzzle is not None
    lowest = state.terms.rules.lowest
    return None if any(bid_codes(state, player, lowest, None)) else lowest


def bid_codes(state: State, player: int, number: int, time: int | None) -> Iterator[str]:
    """What is wrong with that number while thinking, in no order; nothing for one that may be said."""
    puzzle, options = state.puzzle, state.terms.options
    assert puzzle is not None
    if number < state.terms.rules.lowest:
        yield "bid-too-low"
    own = [bid for bid in puzzle.bids if bid.player == player]
    if own and (number >= min(bid.number for bid in own) or (options.first_bid_fixed == "on" and _is_first(puzzle, own))):
        yield "bid-not-lower"
    if is_late(state, puzzle, puzzle.clock if time is None else time):
        yield "bid-late"
    if not may_announce(state, player):
        yield "not-announcing"


def _is_first(puzzle: Puzzle, own: list[Bid]) -> bool:
    return any(bid.time == puzzle.opened and bid == puzzle.bids[0] for bid in own)


def is_late(state: State, puzzle: Puzzle, time: int) -> bool:
    """Whether announcing is over at that second; a window that has opened runs its full length."""
    options = state.terms.options
    if options.close_on_minimum == "on" and any(bid.number == state.terms.rules.lowest for bid in puzzle.bids):
        return True
    if time < puzzle.since:
        return True
    return time > (options.think_s if puzzle.opened == NOBODY else puzzle.opened + options.window_s)


def with_bid(state: State, player: int, number: int, time: int | None) -> State:
    """The state after a number that may be said."""
    puzzle = state.puzzle
    assert puzzle is not None
    second = puzzle.clock if time is None else time
    several = state.terms.options.multiple_bids == "on"
    kept = tuple(bid for bid in puzzle.bids if several or bid.player != player)
    opened = second if puzzle.opened == NOBODY else min(puzzle.opened, second)
    bids = (*kept, Bid(player, number, second))
    clock = max(puzzle.clock, second)
    said = Puzzle(puzzle.target, puzzle.base, bids, clock, puzzle.since, opened, puzzle.plan, puzzle.hidden)
    return State(
        state.terms, state.phase, state.mice, state.covered, state.walls, state.turn, state.match, said, state.demo, state.past,
        state.ply,
    )  # fmt: skip


def best_first(state: State, bids: tuple[Bid, ...]) -> tuple[Bid, ...]:
    """Numbers in the order of demonstration: lowest, then earliest, then by seat from the player who uncovered."""
    count = len(state.terms.players)
    return tuple(sorted(bids, key=lambda bid: (bid.number, bid.time, (bid.player - state.turn) % count)))


def window_end(state: State, puzzle: Puzzle) -> int:
    """The second at which announcing ends once somebody has announced."""
    if is_late(state, puzzle, puzzle.clock):
        return puzzle.clock
    return puzzle.opened + state.terms.options.window_s
