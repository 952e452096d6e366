"""Puzzles of the slow solver as the fast one takes them, and back."""

from __future__ import annotations

from random import Random

from slow_solver import MICE, Table, named, random_mess, random_table, successors

from companion.games.four_blind_mice.cells import INDEX
from companion.games.four_blind_mice.slides import NOBODY, Past, SlideRules
from companion.games.four_blind_mice.solver import Puzzle, Solution

EVERY_OPTION: tuple[dict[str, str], ...] = (
    {}, {"stop": "rest"}, {"straight_back": "free"}, {"straight_back": "never"}, {"straight_back": "turn"}, {"min_turns": "1"},
    {"min_turns": "0"}, {"count": "slides_and_turns"}, {"turns_by": "any_mouse"}, {"stop": "rest", "straight_back": "turn"},
    {"count": "slides_and_turns", "turns_by": "any_mouse", "straight_back": "never", "stop": "rest"},
    {"count": "slides_and_turns", "straight_back": "turn", "min_turns": "1"},
)  # fmt: skip


def rules_of(table: Table) -> SlideRules:
    back = table.option("straight_back", "default")
    return SlideRules(
        int(table.option("min_turns", "2")), "after-others" if back == "default" else back,
        table.option("turns_by", "claimant") == "any_mouse", table.option("stop", "enter") == "rest",
        int(table.option("count", "slides") == "slides_and_turns"),
    )  # fmt: skip


def puzzle(table: Table) -> Puzzle:
    """The same puzzle for the fast solver."""
    red, black, green, blue = (INDEX[named(cell)] for cell in table.mice)
    claimant = MICE.index(table.claimant)
    covered = frozenset(INDEX[named(cell)] for cell in table.covered)
    return Puzzle(covered, INDEX[named(table.target)], (red, black, green, blue), claimant, rules_of(table), past(table))


def past(table: Table) -> Past:
    a, b, c, d = ("NESW".index(last) if last else NOBODY for last in table.last)
    turns = [table.turns if mouse == table.claimant else 0 for mouse in MICE]
    mover = MICE.index(table.mover) if table.mover else NOBODY
    return Past((a, b, c, d), (turns[0], turns[1], turns[2], turns[3]), mover)


def told(solution: Solution) -> tuple[int | None, list[str]]:
    """Number and slides as the slow solver tells them."""
    return solution.number, [slide.mouse + slide.direction for slide in solution.route]


def some_table(rng: Random, options: dict[str, str]) -> Table:
    """A puzzle of any kind: a legal set-up, or pieces anywhere; every other time in the middle of a demonstration."""
    table = rng.choice((random_table, random_mess))(rng, rng.choice((8, 7, 4, 1)), options)
    return wandered(rng, table) if rng.random() < 0.5 else table


def wandered(rng: Random, table: Table) -> Table:
    """The same table after a few slides that did not claim."""
    state = table.start
    for _ in range(rng.randrange(1, 4)):
        slides = [after for _, after, claims, _ in successors(table, state) if not claims]
        state = rng.choice(slides) if slides else state
    return Table(table.covered, table.target, table.claimant, state.mice, table.options, state.last, state.turns, state.mover)


def narrow_table(rng: Random, options: dict[str, str]) -> Table:
    """So many coins that everything the mice can reach is soon looked at."""
    return random_mess(rng, rng.randrange(38, 47), options)


