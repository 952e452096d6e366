"""What the arrays of the solver reach: everything once, however it is asked for, and within the memory that is promised."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from random import Random

import pytest
import slow_solver
from solver_tables import puzzle

from companion.games.four_blind_mice.slides import SlideRules
from companion.games.four_blind_mice.solver import Puzzle
from companion.games.four_blind_mice.solver.board import stops
from companion.games.four_blind_mice.solver.bound import Bound, phase_of, phases
from companion.games.four_blind_mice.solver.levels import Level
from companion.games.four_blind_mice.solver.memory import machine
from companion.games.four_blind_mice.solver.spread import Spread

OPTIONS: tuple[dict[str, str], ...] = ({}, {"stop": "rest"}, {"straight_back": "turn"}, {"count": "slides_and_turns"})


def reached(task: Puzzle) -> set[tuple[int, tuple[int, ...], int]]:
    """Claimant, the others' cells in ascending order and memory of all that can be reached, by one dictionary."""
    rules, own, near = machine(task.rules, task.claimant, loose=True), task.claimant, Bound(task).within(99)
    phase = [phases(task.rules)[phase_of(task.rules, *pair)] for pair in rules.phase]
    walls = sum(1 << cell for cell in task.covered)

    def named(mice: list[int], memory: int) -> tuple[int, tuple[int, ...], int]:
        return mice[own], tuple(sorted(cell for mouse, cell in enumerate(mice) if mouse != own)), memory

    ahead = [(list(task.mice), rules.start(task.past))]
    found = {named(*ahead[0])}
    for mice, memory in ahead:
        occupied = walls | sum(1 << cell for cell in mice)
        for slide, after in enumerate(rules.after[memory]):
            mouse, direction = divmod(slide, 4)
            line, ends = stops()[direction][mice[mouse]]
            end = ends[occupied & line]
            state = [*mice[:mouse], end, *mice[mouse + 1 :]], after
            if after >= 0 and end != mice[mouse] and near[phase[after]] >> state[0][own] & 1 and named(*state) not in found:
                found.add(named(*state))
                ahead.append(state)
    return found


def rooms(seed: int, options: dict[str, str]) -> Puzzle:
    """So many coins that a dictionary holds all there is, and a route or none."""
    return puzzle(slow_solver.random_mess(Random(seed), 40, options))


def everywhere(levels: list[list[Level]]) -> set[int]:
    return {int(place) for level in levels for places, _ in level for place in places}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_arrays_that_keep_all_states_keep_those_of_a_dictionary(options: dict[str, str]) -> None:
    """Every state that can be reached is kept once, and nothing else."""
    for seed in range(6):
        task = rooms(seed, options)
        with closing(Spread(task, Bound(task), alone=True)) as spread:
            spread.everything()
            assert spread.pairs == len(reached(task)), task


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_it_makes_no_difference_how_it_is_asked_for(options: dict[str, str]) -> None:
    """Number after number or all at once, the smallest number is the same, and so are the arrangements reached after it."""
    for seed in range(8):
        task = rooms(seed, options)
        with closing(Spread(task, Bound(task))) as steps, closing(Spread(task, Bound(task))) as leap:
            found = [number for number in range(1, 12) if steps.search(number) is not None]
            assert leap.search(11) == (found[0] if found else None), task
            steps.everything()
            leap.everything()
            assert everywhere(steps.levels) == everywhere(leap.levels), task


@pytest.mark.parametrize("options", [{}, {"stop": "rest"}], ids=str)
def test_numbers_asked_for_one_by_one_are_those_asked_for_at_once(options: dict[str, str]) -> None:
    """On open boards too, where most of what arrives has to wait."""
    rng = Random(12)
    for coins in (8, 7, 4, 1):
        task = puzzle(slow_solver.random_table(rng, coins, options))
        with closing(Spread(task, Bound(task))) as steps, closing(Spread(task, Bound(task))) as leap:
            found = next(number for number in range(1, 20) if steps.search(number) is not None)
            assert leap.search(1 << 30) == found


# Not `ru_maxrss`: that one counts the process of the tests as well, from which this one was started.
MEASURE = """
from pathlib import Path
from companion.commands.bench_solver import random_puzzles
from companion.games.four_blind_mice.solver.bound import Bound
from companion.games.four_blind_mice.solver.spread import Spread
task = random_puzzles(1, 1)[0]
spread = Spread(task, Bound(task))
spread.everything()
peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
print(spread.states, int(peak.split()[1]) // 1024)
"""


def test_everything_that_can_be_reached_fits_into_the_memory_that_is_promised() -> None:
    """More than a million arrangements, three hundred megabytes for the whole process."""
    done = subprocess.run([sys.executable, "-c", MEASURE], capture_output=True, text=True, check=True, timeout=120)
    states, megabytes = map(int, done.stdout.split())
    assert states > 1_000_000 and megabytes <= 300


def test_rules_are_those_of_every_claimant() -> None:
    """The machine of another claimant is that of the first with the two mice renamed: it counts the claimant's turns."""
    for claimant in range(4):
        made = machine(SlideRules(), claimant, loose=False)
        memory = 0
        for slide in (4 * claimant, 4 * claimant + 1, 4 * ((claimant + 1) % 4), 4 * claimant):
            assert not made.may_claim[memory]
            memory = made.after[memory][slide]
        assert made.may_claim[memory] and made.after[memory][4 * claimant + 2] < 0 <= made.after[memory][4 * claimant + 3]
