"""The solver's part of `companion bench`: random puzzles, solved with the turn rule, beside a plain dictionary search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from random import Random
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.games.four_blind_mice.solver import Puzzle

Clock = Callable[[], float]
COINS = (8, 7, 4, 1)
PUZZLES = 40
SEED = 7
PLAIN_STATES = 300_000
"""States after which the plain search is stopped where it would go through everything: it would need gigabytes."""


@dataclass(frozen=True, slots=True)
class SolverSpeed:
    """Times of the puzzles with so many coins (one of them uncovered), and what the plain search cost for the same ones.

    `plain_states` are the states in the dictionaries of the plain search, summed; `own_states` those the solver went on from.
    """

    coins: int
    puzzles: int
    median_ms: float
    worst_ms: float
    total_s: float
    own_states: int
    plain_s: float
    plain_states: int

    @property
    def plain_per_s(self) -> float:
        """States a second of the plain search."""
        return self.plain_states / self.plain_s

    @property
    def answered_per_s(self) -> float:
        """States of the plain search that a second of the solver makes unnecessary."""
        return self.plain_states / self.total_s

    @property
    def times_plain(self) -> float:
        """How often faster the solver is than the plain search on the same puzzles."""
        return self.plain_s / self.total_s


def solver_speeds(puzzles: int = PUZZLES, clock: Clock = time.process_time) -> list[SolverSpeed]:
    """One figure for each count of coins, always for the same puzzles."""
    return [solver_speed(coins, random_puzzles(coins, puzzles), clock) for coins in COINS]


def solver_speed(coins: int, tasks: Sequence[Puzzle], clock: Clock = time.process_time) -> SolverSpeed:
    """Each puzzle solved once by the solver and once by the plain search, after all were solved once to load what is loaded late.

    `clock` gives seconds; by default those of the processor, because both searches use one core and nothing else.
    """
    from companion.games.four_blind_mice.solver import solve
    from companion.games.four_blind_mice.solver.plain import plain_search

    times, own, plain_s, plain_states = [], 0, 0.0, 0
    for task in tasks:
        solve(task)
    for task in tasks:
        began = clock()
        found = solve(task)
        solved = clock()
        number, states = plain_search(task)
        plain_s += clock() - solved
        times.append(solved - began)
        own, plain_states = own + found.states, plain_states + states
        assert number == found.number, f"the two searches disagree on {task}"
    return SolverSpeed(coins, len(tasks), 1000 * median(times), 1000 * max(times), sum(times), own, plain_s, plain_states)


@dataclass(frozen=True, slots=True)
class ReachSpeed:
    """All that can be reached from a set-up with so many coins, claims or not: what the proof that there is no route looks at.

    `states` and `seconds` are those of the arrays when they keep every state, as the plain search does; the three other mice are
    alike, so that one stands for up to six.  `plain_states` and `plain_s`: the plain search, stopped when it had so many.
    `proof_s`: what the solver takes, which leaves out what can do no more than something else.
    """

    coins: int
    states: int
    seconds: float
    proof_states: int
    proof_s: float
    plain_states: int
    plain_s: float

    @property
    def times_plain(self) -> float:
        """How many times as many states a second the arrays keep."""
        return self.states / self.seconds * self.plain_s / self.plain_states


def reach_speeds(coins: Sequence[int] = (7, 1), clock: Clock = time.process_time) -> list[ReachSpeed]:
    """One figure for the first puzzle of each count of coins."""
    return [reach_speed(count, random_puzzles(count, 1)[0], clock) for count in coins]


def reach_speed(coins: int, task: Puzzle, clock: Clock = time.process_time, plain_most: int = PLAIN_STATES) -> ReachSpeed:
    """Everything that can be reached: by arrays that keep all states, by arrays as the solver uses them, by the plain search."""
    from companion.games.four_blind_mice.solver.plain import plain_search

    began = clock()
    _, plain_states = plain_search(task, past_claims=plain_most)
    plain_s = clock() - began
    # The first search makes the tables.
    _reached(task, False, clock)
    states, seconds = _reached(task, True, clock)
    proof_states, proof_s = _reached(task, False, clock)
    return ReachSpeed(coins, states, seconds, proof_states, proof_s, plain_states, plain_s)


def _reached(task: Puzzle, alone: bool, clock: Clock) -> tuple[int, float]:
    from companion.games.four_blind_mice.solver.bound import Bound
    from companion.games.four_blind_mice.solver.spread import Spread

    with closing(Spread(task, Bound(task), alone)) as spread:
        began = clock()
        spread.everything()
        seconds = clock() - began
        return spread.pairs, seconds


def random_puzzles(coins: int, count: int) -> list[Puzzle]:
    """Legal set-ups with so many coins, one of them turned over: always the same ones."""
    rng = Random(SEED + coins)
    found: list[Puzzle] = []
    while len(found) < count:
        cells = _set_up(rng, coins + 4)
        if cells is not None:
            found.append(_puzzle(rng, cells, coins))
    return found


def _puzzle(rng: Random, cells: list[int], coins: int) -> Puzzle:
    from companion.games.four_blind_mice.solver import Puzzle

    red, black, green, blue = cells[coins:]
    return Puzzle(frozenset(cells[1:coins]), cells[0], (red, black, green, blue), rng.randrange(4))


def _set_up(rng: Random, pieces: int) -> list[int] | None:
    """Inner cells no two of which share a side; None when the last pieces have no cell left."""
    from companion.games.four_blind_mice.cells import INNER, NEIGHBOURS

    free, cells = set(INNER), []
    for _ in range(pieces):
        if not free:
            return None
        cells.append(rng.choice(sorted(free)))
        free -= {cells[-1], *NEIGHBOURS[cells[-1]]}
    return cells


def reach_lines(speeds: Sequence[ReachSpeed]) -> Iterator[str]:
    """Rows of the table of `companion bench` for what proofs look at."""
    for speed in speeds:
        what = f"all that can be reached in Four Blind Mice, {speed.coins} coin{'s' if speed.coins > 1 else ''}"
        yield f"| {what}: proof that there is no route | {speed.proof_s:.2f} s, {speed.proof_states:,} states |"
        yield (
            f"| {what}: states kept | {speed.states / speed.seconds:,.0f} per s, {speed.times_plain:.0f} times "
            f"the {speed.plain_states / speed.plain_s:,.0f} per s of a plain dictionary search |"
        )


def table_lines(speeds: Sequence[SolverSpeed]) -> Iterator[str]:
    """Rows of the table of `companion bench`."""
    for speed in speeds:
        what = f"solving Four Blind Mice, {speed.coins} coin{'s' if speed.coins > 1 else ''}"
        yield f"| {what}: median, worst of {speed.puzzles} | {speed.median_ms:.2f} ms, {speed.worst_ms:.1f} ms |"
        yield (
            f"| {what}: states of a plain dictionary search replaced | {speed.answered_per_s:,.0f} per s, "
            f"{speed.times_plain:.0f} times its own {speed.plain_per_s:,.0f} per s |"
        )
