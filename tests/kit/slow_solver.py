"""A second, slow solver of Four Blind Mice, written from the rules alone: dictionaries, no bounds, no tables, no arrays.

Cells are (column, row) from 0 at a1.  Of several shortest routes it finds the one that comes first when the slides are compared
from the first on, mice in the order R K G B and directions in the order N E S W.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import NamedTuple

Cell = tuple[int, int]
MICE = "RKGB"
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass(frozen=True, slots=True)
class Table:
    """A puzzle on the table: `mice` in the order R K G B, `last` the direction of each one's last slide ("": not moved)."""

    covered: frozenset[Cell]
    target: Cell
    claimant: str
    mice: tuple[Cell, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    last: tuple[str, ...] = ("", "", "", "")
    turns: int = 0
    mover: str = ""

    def option(self, name: str, default: str) -> str:
        return self.options.get(name, default)

    @property
    def start(self) -> State:
        return State(self.mice, self.last, min(self.turns, int(self.option("min_turns", "2"))), self.mover)


def at(name: str) -> Cell:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def named(cell: Cell) -> str:
    return "abcdefgh"[cell[0]] + str(cell[1] + 1)


class State(NamedTuple):
    """What slides change."""

    mice: tuple[Cell, ...]
    last: tuple[str, ...]
    turns: int
    mover: str


def counts_as_turn(table: Table, mouse: str, before: str, direction: str) -> bool:
    if not before or (table.option("turns_by", "claimant") == "claimant" and mouse != table.claimant):
        return False
    if direction == OPPOSITE[before]:
        return table.option("straight_back", "default") == "turn"
    return direction != before


def slide(table: Table, state: State, mouse: str, direction: str) -> tuple[State, bool, int] | None:
    """The state after a slide, whether it claims, and what it costs; None when it is illegal."""
    index, (dx, dy) = MICE.index(mouse), STEPS[direction]
    before = state.last[index]
    if before and direction == OPPOSITE[before]:
        how = table.option("straight_back", "default")
        if how == "never" or (how == "default" and mouse == state.mover):
            return None
    least = int(table.option("min_turns", "2"))
    turns = state.turns + counts_as_turn(table, mouse, before, direction)
    may_claim = mouse == table.claimant and turns >= least
    cell, claimed = state.mice[index], False
    while not claimed:
        ahead = (cell[0] + dx, cell[1] + dy)
        if not (0 <= ahead[0] < 8 and 0 <= ahead[1] < 8) or ahead in table.covered or ahead in state.mice:
            break
        cell = ahead
        claimed = may_claim and cell == table.target and table.option("stop", "enter") != "rest"
    if cell == state.mice[index]:
        return None
    claimed = claimed or (may_claim and cell == table.target)
    cost = 2 if table.option("count", "slides") == "slides_and_turns" and before and before != direction else 1
    mice = (*state.mice[:index], cell, *state.mice[index + 1 :])
    last = (*state.last[:index], direction, *state.last[index + 1 :])
    return State(mice, last, min(turns, least), mouse), claimed, cost


SLIDES = [mouse + direction for mouse, direction in product(MICE, STEPS)]


def successors(table: Table, state: State) -> Iterator[tuple[str, State, bool, int]]:
    for name in SLIDES:
        after = slide(table, state, name[0], name[1])
        if after is not None:
            yield name, *after


def memory(table: Table, state: State) -> tuple[object, ...]:
    """The cells and what of the past can still matter; more than needed is kept where the options look at every mouse."""
    every = ("straight_back", "never"), ("count", "slides_and_turns"), ("turns_by", "any_mouse")
    if any(table.options.get(name) == value for name, value in every):
        return state
    mine = state.last[MICE.index(table.claimant)]
    back = state.last[MICE.index(state.mover)] if state.mover else ""
    return state.mice, mine, state.turns, state.mover, back


class Answer(NamedTuple):
    """`number` is None when there is no route; `states` is the size of the dictionary at the end."""

    number: int | None
    route: list[str]
    states: int


def solve(table: Table, most: int = 99) -> Answer:
    """The first of the shortest routes of at most `most`.

    One bucket a number, each sorted by route: a route is a tuple of indexes into `SLIDES`, a claim has no state.
    """
    buckets: dict[int, list[tuple[tuple[int, ...], State | None]]] = {0: [((), table.start)]}
    done: set[tuple[object, ...]] = set()
    for cost in range(most + 1):
        for route, here in sorted(buckets.pop(cost, []), key=lambda pair: pair[0]):
            if here is None:
                return Answer(cost, [SLIDES[number] for number in route], len(done))
            key = memory(table, here)
            if key in done:
                continue
            done.add(key)
            for name, after, claims, price in successors(table, here):
                if claims or memory(table, after) not in done:
                    entry = ((*route, SLIDES.index(name)), None if claims else after)
                    buckets.setdefault(cost + price, []).append(entry)
        if not buckets:
            break
    return Answer(None, [], len(done))


def shortest(table: Table) -> int | None:
    """The smallest number alone, breadth first with one set; every slide must count one.  Far quicker than `solve`."""
    level, seen, number = [table.start], {memory(table, table.start)}, 0
    while level:
        number, following = number + 1, []
        for here in level:
            for _, after, claims, _ in successors(table, here):
                if claims:
                    return number
                if (key := memory(table, after)) not in seen:
                    seen.add(key)
                    following.append(after)
        level = following
    return None


def first_of_length(table: Table, length: int, state: State | None = None) -> list[str] | None:
    """The first route that claims with exactly this number; every route is tried."""
    for name, after, claims, price in successors(table, state or table.start):
        if claims and price == length:
            return [name]
        if not claims and price < length and (rest := first_of_length(table, length - price, after)) is not None:
            return [name, *rest]
    return None


def played(table: Table, route: list[str]) -> tuple[State, bool, int]:
    """State, claim and cost after a route; ValueError for an illegal slide or one after the claim."""
    state, claimed, total = table.start, False, 0
    for name in route:
        after = slide(table, state, name[0], name[1])
        if after is None or claimed:
            raise ValueError(f"{name} in {' '.join(route)}")
        state, claimed, cost = after
        total += cost
    return state, claimed, total


INNER = [(x, y) for x in range(1, 7) for y in range(1, 7)]


def apart(cell: Cell, others: list[Cell]) -> bool:
    return all(abs(cell[0] - x) + abs(cell[1] - y) > 1 for x, y in others)


def random_table(rng: Random, coins: int, options: Mapping[str, str] | None = None) -> Table:
    """A legal arrangement with so many coins, one of them turned over."""
    while True:
        placed: list[Cell] = []
        while len(placed) < coins + 4 and (free := [cell for cell in INNER if apart(cell, placed)]):
            placed.append(rng.choice(free))
        if len(placed) == coins + 4:
            target, covered = placed[0], frozenset(placed[1:coins])
            return Table(covered, target, rng.choice(MICE), tuple(placed[coins:]), options or {})


def random_mess(rng: Random, coins: int, options: Mapping[str, str] | None = None) -> Table:
    """Coins and mice anywhere, edges and neighbours included, as after play with replaced coins."""
    cells = rng.sample([(x, y) for x in range(8) for y in range(8)], coins + 4)
    return Table(frozenset(cells[1:coins]), cells[0], rng.choice(MICE), tuple(cells[coins:]), options or {})
