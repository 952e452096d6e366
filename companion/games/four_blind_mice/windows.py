"""The times of the rules: for thinking, for announcing, for a demonstration, for the whole game (PLAY P5-P7, END).

Every length follows from the options and from what was said aloud, never from a route: all puzzles take the same time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.window import Window
from companion.games.four_blind_mice.actions import Action, Announce, Begin, End
from companion.games.four_blind_mice.bids import best_first, is_late
from companion.games.four_blind_mice.listing import GIVE_UP
from companion.games.four_blind_mice.notation import write
from companion.games.four_blind_mice.slides import NOBODY
from companion.games.four_blind_mice.state import DEMO, THINK, Demo, Puzzle, State
from companion.games.four_blind_mice.words import player_name

REMINDER_S = 60
"""Without a limit people are reminded after so long that a demonstration goes on."""


def windows(state: State) -> tuple[Window, ...]:
    """The windows that are open: of the game, and of what is being done."""
    return tuple(_windows(state))


def _windows(state: State) -> Iterator[Window]:
    match, puzzle = state.match, state.puzzle
    limit = state.terms.options.time_limit
    if limit != "none" and not (match.late or match.final or match.ended):
        then = "Time is up: this puzzle is the last."
        yield Window("game", None, "Until the last puzzle", 60 * int(limit), write(End("time")), then)
    if puzzle is not None and state.phase == THINK:
        yield _thinking(state, puzzle) if puzzle.opened == NOBODY else _announcing(state, puzzle)
    if puzzle is not None and state.phase == DEMO and state.demo is not None:
        yield _showing(state, puzzle, state.demo)


def _thinking(state: State, puzzle: Puzzle) -> Window:
    """Without a number nothing is played: the coin is still to be taken off the board by somebody."""
    last = state.terms.options.think_s
    then = "The time for thinking is over and no number stands: take the coin off the board."
    key = f"think {state.match.number}.{puzzle.since}"
    return Window(key, None, "For the first number", max(0, last - puzzle.since), "", then, True, puzzle.clock, last)


def _announcing(state: State, puzzle: Puzzle) -> Window:
    last = puzzle.opened + state.terms.options.window_s
    first = state.terms.players[best_first(state, puzzle.bids)[0].player]
    closed = is_late(state, puzzle, puzzle.clock)
    length = 0 if closed else state.terms.options.window_s
    key = _announce_key(state, puzzle)
    return Window(key, None, "For more numbers", length, write(Begin(first)), "", True, puzzle.clock, last)


def _announce_key(state: State, puzzle: Puzzle) -> str:
    return f"announce {state.match.number}.{puzzle.since}"


def _showing(state: State, puzzle: Puzzle, demo: Demo) -> Window:
    name, limit = player_name(state, demo.player), state.terms.options.demo_limit
    key = f"show {state.match.number}.{puzzle.since}.{len(puzzle.bids)}.{demo.player}"
    seat = state.terms.players[demo.player]
    if limit == "none":
        return Window(key, seat, f"{name} shows the route", REMINDER_S, "", f"{name} has been moving the mice for a minute.")
    then = f"The time for moving the mice is over: the attempt of {name} has failed, put the mice back."
    return Window(key, seat, f"{name} shows the route", int(limit), write(GIVE_UP), then)


def waits_for(state: State, action: Action) -> str:
    """The window a demonstration waits for: announcing runs its full length, so nobody moves the mice before."""
    puzzle = state.puzzle
    if isinstance(action, Begin) and state.phase == THINK and puzzle is not None and puzzle.opened != NOBODY:
        return _announce_key(state, puzzle)
    return ""


def timed(state: State, action: Action, second: int) -> Action:
    """A number with the second at which it was said; whoever wrote another one down, the clock decides.

    It is never said in the very second in which thinking began: each round of thinking of a puzzle begins later than the last.
    """
    if isinstance(action, Announce) and state.phase == THINK and state.puzzle is not None:
        return replace(action, time=max(second, state.puzzle.since + 1))
    return action
