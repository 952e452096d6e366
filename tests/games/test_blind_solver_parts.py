"""The parts of the solver: memories, bounds, names of arrangements."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
import slow_solver
from slow_solver import at
from solver_tables import EVERY_OPTION, puzzle, rules_of, some_table

from companion.games.four_blind_mice.cells import CELLS, RAYS
from companion.games.four_blind_mice.slides import START, SlideRules
from companion.games.four_blind_mice.solver.board import ALL, reaching, stops
from companion.games.four_blind_mice.solver.bound import Bound
from companion.games.four_blind_mice.solver.memory import FORBIDDEN, machine
from companion.games.four_blind_mice.solver.search import solve
from companion.games.four_blind_mice.solver.seen import first_of_equal
from companion.games.four_blind_mice.solver.sets import at_least_as_good, looked_up, set_tables
from companion.games.four_blind_mice.solver.short import Short
from companion.games.four_blind_mice.solver.triples import NO_TRIPLE, TRIPLES, cells_of_triples, place_of, triple_numbers

RULES = SlideRules()


def test_three_mice_are_known_by_their_cells_in_any_order() -> None:
    """Each set of three cells has one number, every order of them leads to it; two mice on one cell have none."""
    numbers = triple_numbers()
    for number, packed in enumerate(cells_of_triples().tolist()):
        cells = packed >> 12, packed >> 6 & 63, packed & 63
        assert cells == tuple(sorted(set(cells)))
        assert {int(numbers[a << 12 | b << 6 | c]) for a, b, c in permutations(cells)} == {number}
    assert (numbers != NO_TRIPLE).sum() == 6 * TRIPLES


def test_a_place_forgets_which_of_the_three_is_where() -> None:
    """The claimant's cell counts, and the cells of the others, not who holds which."""
    assert place_of([9, 1, 2, 3], 0) == place_of([3, 9, 1, 2], 1) == place_of([1, 2, 3, 9], 3) != place_of([1, 9, 2, 3], 0)


def test_stops_are_where_the_nearest_obstacle_is() -> None:
    """The table of every line and every set of obstacles on it is what walking finds."""
    rng = Random(1)
    for _ in range(300):
        cell, direction, occupied = rng.randrange(CELLS), rng.randrange(4), rng.getrandbits(64) & rng.getrandbits(64)
        end = cell
        for step in RAYS[cell][direction]:
            if occupied >> step & 1:
                break
            end = step
        line, ends = stops()[direction][cell]
        assert ends[occupied & line] == end


def test_reaching_is_sliding_backwards() -> None:
    """A cell reaches a set when its line meets the set before anything that is not free."""
    rng = Random(2)
    for _ in range(60):
        free = ALL & ~(rng.getrandbits(64) & rng.getrandbits(64))
        goals, direction = rng.getrandbits(64) & rng.getrandbits(64) & free, rng.randrange(4)
        found = reaching(direction, goals, free)
        for cell in range(CELLS):
            line = RAYS[cell][direction]
            open_ = next((number for number, step in enumerate(line) if not free >> step & 1), len(line))
            assert (found >> cell & 1) == (bool(free >> cell & 1) and any(goals >> step & 1 for step in line[:open_]))


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_the_bound_never_exceeds_the_number(options: dict[str, str]) -> None:
    """A claimant that may stop where it likes is never slower than the real one."""
    rng = Random(3)
    for _ in range(6):
        task = puzzle(some_table(rng, options))
        found = solve(task, 5 if "count" in options else 4).number
        least = Short(task, machine(task.rules, task.claimant, loose=False), Bound(task)).least
        assert found is None or (least is not None and least <= found)


def test_sizes_of_the_memories() -> None:
    """Turns and straight back cost eighteen memories where three mice are alike, and eighty-five with the last mover."""
    assert [len(machine(RULES, claimant, loose=True).after) for claimant in range(4)] == [18] * 4
    assert machine(RULES, 0, loose=True).alike and not machine(RULES, 0, loose=False).alike
    assert len(machine(RULES, 0, loose=False).after) == 85


@pytest.mark.parametrize("options", [{}, {"back": "turn"}, {"turn_cost": 1}], ids=str)
def test_a_slide_leads_sets_where_it_leads_their_memories(options: dict[str, Any]) -> None:
    """The tables of sets say, forwards and backwards, what the machine says of each memory, at each cost."""
    import numpy as np

    rules, rng = SlideRules(**options), Random(6)
    made, tables = machine(rules, 2, loose=True), set_tables(rules, 2)
    for _ in range(50):
        some = rng.getrandbits(len(made.after))
        sets = np.array([some], np.uint32)
        for way, cost in product(range(4), range(1, len(tables.own) + 1)):
            row = [(after[8 + way], price[8 + way]) for after, price in zip(made.after, made.cost, strict=True)]
            leads = [(one, to) for one, (to, price) in enumerate(row) if to >= 0 and price == cost]
            after, before = looked_up(tables.own[cost - 1], sets), looked_up(tables.own_before[cost - 1], sets)
            assert int(after[way, 0]) == union(to for one, to in leads if some >> one & 1)
            assert int(before[way, 0]) == union(one for one, to in leads if some >> to & 1)
        assert int(looked_up(tables.others, sets)[0]) == union(to[0] for one, to in enumerate(made.after) if some >> one & 1)


def union(memories: Iterable[int]) -> int:
    """A set of memories as bits."""
    return sum(1 << memory for memory in set(memories))


def test_memories_are_merged_only_if_nothing_tells_them_apart() -> None:
    """The merged machine allows, counts and lets claim what the slow solver does, along random slides."""
    rng = Random(4)
    for options in EVERY_OPTION:
        table = slow_solver.random_mess(rng, 1, options)
        made, state = machine(rules_of(table), "RKGB".index(table.claimant), loose=False), table.start
        memory = made.start(START)
        for _ in range(30):
            following = slow_solver.successors(table, state)
            legal = {slow_solver.SLIDES.index(name): (after, cost) for name, after, _, cost in following}
            assert all(made.after[memory][slide] != FORBIDDEN and made.cost[memory][slide] == cost
                       for slide, (_, cost) in legal.items())  # fmt: skip
            slide = rng.choice(sorted(legal))
            memory, state = made.after[memory][slide], legal[slide][0]
            assert made.may_claim[memory] == (state.turns >= int(table.option("min_turns", "2")))


def test_a_mouse_with_its_turns_can_do_all_that_others_can() -> None:
    """With two turns and another mouse moved last nothing is better; the first memory is covered by nearly all."""
    made = machine(RULES, 0, loose=True)
    covers = at_least_as_good(made)
    best = [memory for memory in range(18) if covers[memory].bit_count() == 1]
    assert len(best) == 1 and made.may_claim[best[0]]
    assert all(cover >> memory & 1 for memory, cover in enumerate(covers))


def test_the_first_of_equal_values_is_kept() -> None:
    """Indexes come in ascending order, whatever the values."""
    import numpy as np

    assert first_of_equal(np.array([7, 3, 7, 7, 3, 9])).tolist() == [0, 1, 5]


def test_directions_lead_where_they_say() -> None:
    """Cells of the slow solver and of the engine are the same cells."""
    task = puzzle(slow_solver.Table(frozenset(), at("a8"), "R", tuple(map(at, ("a1", "h1", "h8", "b2")))))
    assert (task.target, task.mice) == (0, (56, 63, 7, 49))
