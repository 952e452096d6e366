"""The solver's part of `companion bench`, with a clock that ticks one second a look."""

from __future__ import annotations

import itertools
from dataclasses import replace

from companion.commands.bench_solver import (
    COINS,
    ReachSpeed,
    SolverSpeed,
    random_puzzles,
    reach_lines,
    reach_speed,
    solver_speed,
    table_lines,
)  # fmt: skip
from companion.games.four_blind_mice.cells import INNER, NEIGHBOURS
from companion.games.four_blind_mice.solver.plain import plain_search


def test_every_puzzle_is_solved_twice_and_counted() -> None:
    """A second for each search of each puzzle; the states are those of the dictionaries."""
    tasks = random_puzzles(8, 3)
    speed = solver_speed(8, tasks, map(float, itertools.count()).__next__)
    assert (speed.puzzles, speed.total_s, speed.plain_s, speed.median_ms, speed.worst_ms) == (3, 3.0, 3.0, 1000.0, 1000.0)
    assert speed.plain_states == sum(plain_search(task)[1] for task in tasks) > speed.own_states > 0


def test_puzzles_are_legal_set_ups_and_always_the_same() -> None:
    """Coins and mice lie on inner cells, none beside another."""
    for coins in COINS:
        tasks = random_puzzles(coins, 5)
        assert tasks == random_puzzles(coins, 5) and len(set(tasks)) == 5
        for task in tasks:
            cells = {task.target, *task.covered, *task.mice}
            assert len(cells) == coins + 4 and cells <= set(INNER)
            assert not any(cells & set(NEIGHBOURS[cell]) for cell in cells)


def test_the_plain_search_proves_that_there_is_no_route() -> None:
    """Between walls the dictionary ends, and the answer is none."""
    task = random_puzzles(1, 1)[0]
    walled = frozenset(range(64)) - {*task.mice, task.target}
    assert plain_search(type(task)(walled, task.target, task.mice, task.claimant))[0] is None


def test_the_rows_of_the_table() -> None:
    """Two rows for each count of coins."""
    assert list(table_lines([SolverSpeed(1, 40, 0.25, 1.5, 0.02, 100, 0.8, 400_000)])) == [
        "| solving Four Blind Mice, 1 coin: median, worst of 40 | 0.25 ms, 1.5 ms |",
        "| solving Four Blind Mice, 1 coin: states of a plain dictionary search replaced | "
        "20,000,000 per s, 40 times its own 500,000 per s |",
    ]


def test_all_that_can_be_reached_is_gone_through_by_three_searches() -> None:
    """A second for each; the arrays that keep every state keep no fewer than those of a proof, the plain one stops when told."""
    task = random_puzzles(7, 1)[0]
    free = {*task.mice, task.target, *range(24, 40)}
    narrow = replace(task, covered=frozenset(range(64)) - free)
    speed = reach_speed(7, narrow, map(float, itertools.count()).__next__, 50)
    assert (speed.seconds, speed.proof_s, speed.plain_s) == (1.0, 1.0, 1.0)
    assert speed.states >= speed.proof_states > 50 and 50 <= speed.plain_states < 100
    assert speed.times_plain == speed.states / speed.plain_states


def test_the_rows_for_all_that_can_be_reached() -> None:
    """What a proof costs, and how many states a second are kept, beside the plain search."""
    assert list(reach_lines([ReachSpeed(7, 4_000_000, 1.0, 2_000_000, 0.5, 200_000, 1.0)])) == [
        "| all that can be reached in Four Blind Mice, 7 coins: proof that there is no route | 0.50 s, 2,000,000 states |",
        "| all that can be reached in Four Blind Mice, 7 coins: states kept | 4,000,000 per s, 20 times "
        "the 200,000 per s of a plain dictionary search |",
    ]
