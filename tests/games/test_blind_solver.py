"""The solver of Four Blind Mice: the same answers as a slow search written from the rules alone, under every option."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
import slow_solver
from slow_solver import Table, at
from solver_tables import EVERY_OPTION, narrow_table, puzzle, some_table, told, wandered

from companion.core.errors import SetupError
from companion.games.four_blind_mice.read_position import read_position
from companion.games.four_blind_mice.slides import START
from companion.games.four_blind_mice.solver import exactly, levels, puzzle_of, search, solve, wide
from companion.games.four_blind_mice.solver.plain import plain_search

T = "mice: R=c2 K=d7 G=f2 B=g7; covered: b3 b5 c4 c6 e4 e6 g3; target: f5 {}; opt: {}"
EXAMPLES = """
R stop=enter                    | 3 | RNc3 REf3 RNf5*
B stop=enter                    | 3 | BSg4 BWf4 BNf5*
K stop=enter                    | 4 | KNd8 BNg8 KEf8 KSf5*
K min_turns=1                   | 2 | KEf7 KSf5*
G stop=enter                    | 5 | KNd8 GWd2 GNd7 GEf7 GSf5*
G min_turns=0                   | 1 | GNf5*
G straight_back=turn            | 3 | GNf8 GSf1 GNf5*
R count=slides_and_turns        | 5 | RNc3 REf3 RNf5*
K count=slides_and_turns        | 6 | KNd8 BNg8 KEf8 KSf5*
G count=slides_and_turns        | 8 | KNd8 GWd2 GNd7 GEf7 GSf5*
B count=slides_and_turns        | 5 | BSg4 BWf4 BNf5*
"""


def position(suit: str, option: str = "stop=enter") -> str:
    return T.format(suit, option)


@pytest.mark.parametrize("line", EXAMPLES.strip().splitlines())
def test_the_worked_examples(line: str) -> None:
    """Number and route of every example of the rules that names an optimum."""
    (case, number, route) = (part.strip() for part in line.split("|"))
    found = solve(puzzle_of(read_position(position(*case.split()))))
    assert (found.number, " ".join(map(str, found.route)), found.proved) == (int(number), route, True)


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_short_answers_are_those_of_the_slow_search(options: dict[str, str]) -> None:
    """On legal set-ups and on pieces anywhere, from the start and in mid-demonstration: the same number and the same route."""
    rng, (most, tables) = Random(11), (5, 2) if "count" in options else (3, 6)
    for _ in range(tables):
        table = some_table(rng, options)
        slow = slow_solver.solve(table, most)
        assert told(solve(puzzle(table), most)) == (slow.number, slow.route), table


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_long_answers_and_proofs_are_those_of_the_slow_search(options: dict[str, str]) -> None:
    """Between so many coins that the slow search sees everything there is, long routes and proofs are the same."""
    rng = Random(5)
    for _ in range(4):
        table = narrow_table(rng, options)
        slow, fast = slow_solver.solve(table), solve(puzzle(table))
        assert (told(fast), fast.proved) == ((slow.number, slow.route), True), table


@pytest.mark.parametrize("options", [options for options in EVERY_OPTION if "count" not in options], ids=str)
def test_proofs_end_where_only_the_whole_rules_forbid_a_route(options: dict[str, str]) -> None:
    """In the narrowest places, where sliding straight back would often be the only way, numbers and proofs are right."""
    rng = Random(7)
    for _ in range(20):
        task = puzzle(slow_solver.random_mess(rng, rng.randrange(44, 55), options))
        found = solve(task)
        assert (found.number, found.proved) == (plain_search(task)[0], True), task


@pytest.mark.parametrize("coins", [8, 7, 4, 1])
def test_numbers_are_those_of_a_dictionary_search(coins: int) -> None:
    """On legal set-ups the number is that of a plain search, and the route is lawful and claims with its last slide."""
    rng = Random(100 + coins)
    for _ in range(8):
        table = slow_solver.random_table(rng, coins)
        found = solve(puzzle(table))
        number, route = told(found)
        assert (number, found.proved) == (plain_search(puzzle(table))[0], True)
        assert slow_solver.played(table, route)[1:] == (True, number)


@pytest.mark.parametrize("coins", [8, 7, 4, 1])
def test_numbers_are_those_of_the_slow_rules(coins: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Breadth first by rules that share no line with the solver: the same number, and the route is lawful and that long.

    So it is also when the arrays are asked at once.
    """
    rng = Random(300 + coins)
    for options in ({}, {}, {"straight_back": "turn"}, {"min_turns": "1"}):
        table = slow_solver.random_table(rng, coins, options)
        number = slow_solver.shortest(table)
        for short in (search.SHORT_STATES, 0):
            monkeypatch.setattr(search, "SHORT_STATES", short)
            found, route = told(solve(puzzle(table)))
            assert (found, *slow_solver.played(table, route)[1:], len(route)) == (number, True, number, number), table
        monkeypatch.undo()


@pytest.mark.parametrize("options", [{}, {"stop": "rest"}, {"straight_back": "free"}, {"straight_back": "turn"}], ids=str)
def test_every_search_finds_the_same_route(options: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Depth first, number after number and everything at once agree on the route, so speed may choose among them."""
    rng = Random(2)
    tables = [puzzle(slow_solver.random_mess(rng, 7, options)) for _ in range(8)]
    usual = [solve(table) for table in tables]
    for short, few, bounded in ((0, 0, 1 << 30), (0, 1 << 30, 1 << 30), (0, 0, -1), (1 << 30, 0, 0)):
        monkeypatch.setattr(search, "SHORT_STATES", short)
        monkeypatch.setattr(search, "FEW_STATES", few)
        monkeypatch.setattr(search, "BOUNDED_STATES", bounded)
        assert [solve(table).route for table in tables] == [found.route for found in usual]


@pytest.mark.parametrize("options", [{"stop": "rest"}, {"turns_by": "any_mouse"}], ids=str)
def test_large_levels_go_piece_by_piece(options: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Cutting levels into pieces changes neither number nor route."""
    tables = [puzzle(slow_solver.random_table(Random(seed), 7, options)) for seed in range(3)]
    monkeypatch.setattr(search, "SHORT_STATES", 0)
    whole = [solve(table) for table in tables]
    for module in (levels, wide):
        monkeypatch.setattr(module, "PIECE", 37)
    assert [solve(table).route for table in tables] == [found.route for found in whole]
    assert min(found.states for found in whole) > 40


def test_the_arrays_are_left_as_they_were_found() -> None:
    """A search clears what it used, so the next one starts with empty tables."""
    for seed in range(3):
        solve(puzzle(slow_solver.random_table(Random(seed), 7, {"stop": "rest"})))
    assert levels.UNUSED
    for tables in levels.UNUSED:
        assert (tables.open == levels.ALL_SETS).all()
        assert not any(table.any() for table in (tables.coming, tables.good, tables.better))


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_routes_of_an_exact_number(options: dict[str, str]) -> None:
    """The first route of exactly so many moves is the one that trying everything finds."""
    rng = Random(8)
    for number in (2, 3, 3):
        table = wandered(rng, slow_solver.random_mess(rng, 4, options))
        assert told(exactly(puzzle(table), number))[1] == (slow_solver.first_of_length(table, number) or [])


def test_a_longer_number_than_needed_is_possible_exactly() -> None:
    """No slide before the last one claims, however long the route is."""
    task = puzzle_of(read_position(position("R")))
    for number in range(3, 8):
        found = exactly(task, number)
        claims = [slide.claims for slide in found.route]
        assert (found.number, len(claims), claims.index(True)) == (number, number, number - 1)


def test_a_limit_is_a_bid() -> None:
    """A number below the optimum is proved impossible, the optimum and more are possible by the same route."""
    task = puzzle_of(read_position(position("G")))
    below, enough, more = (solve(task, limit) for limit in (4, 5, 9))
    assert (below.number, below.proved, below.at_least) == (None, True, 5)
    assert enough.route == more.route == solve(task).route and enough.number == 5


def test_a_walled_in_claimant_is_proved_at_once() -> None:
    """Four coins around the claimant: no state is looked at, for it can reach nothing wherever the others stand."""
    table = Table(frozenset(map(at, ("c3", "b4", "d4", "c5"))), at("f5"), "R", tuple(map(at, ("c4", "d7", "f2", "g7"))))
    found = solve(puzzle(table))
    assert (found.number, found.proved, found.states) == (None, True, 0) and "cannot reach" in found.why


def test_giving_up_is_not_a_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where memory would not do, the answer says that nothing is known but the numbers that were ruled out."""
    table = puzzle(slow_solver.random_table(Random(4), 7, {"stop": "rest", "turns_by": "any_mouse"}))
    monkeypatch.setattr(wide, "MOST_STATES", 100)
    found = solve(table)
    assert (found.number, found.proved) == (None, False) and found.at_least >= 3 and "given up" in found.why
    assert exactly(table, 3).proved


def test_a_demonstration_is_gone_on_from_where_it_stands() -> None:
    """Turns, last direction and last mover of the slides made so far count, as does the limit for the rest."""
    begun = puzzle_of(read_position(position("R") + "; do: RN RE"))
    assert [str(slide) for slide in solve(begun).route] == ["RNf5*"]
    assert solve(replace(begun, past=START)).number == 5
    back = puzzle_of(read_position(position("R") + "; do: RN"))
    assert all(str(slide) != "RSc1" for slide in solve(back).route[:1])


def test_what_is_no_puzzle_is_refused_with_every_reason() -> None:
    """All problems at once; a state without an uncovered coin says what is missing."""
    task = puzzle_of(read_position(position("R")))
    with pytest.raises(SetupError) as caught:
        solve(replace(task, mice=(1, 1, 2, 99), target=min(task.covered), claimant=7))
    assert len(caught.value.problems) == 4
    with pytest.raises(SetupError, match="no slides lead to"):
        solve(replace(task, past=START._replace(mover=2, last=(-1, -1, -1, -1), turns=(2, 0, 0, 0))))
    with pytest.raises(SetupError, match="nothing to solve in the phase uncover"):
        puzzle_of(read_position("mice: R=c2 K=d7 G=f2 B=g7; covered: b3 b5"))


def test_suits_of_covered_coins_are_not_looked_at() -> None:
    """Two states that differ only in a secret are the same puzzle."""
    plain = read_position(position("R"))
    told_more = plain._replace(covered=tuple(coin._replace(suit="K") for coin in plain.covered))
    assert told_more != plain and puzzle_of(told_more) == puzzle_of(plain)
