"""Longer routes, three mice alike: breadth first over arrangements, with the set of memories that reached each of them.

One step goes on from thousands of arrangements at once, and for each from all memories at once; a memory that can do no more
than one that was there before or came with it is left out.  Nothing is remembered of the routes: `trace` finds the first one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from companion.games.four_blind_mice.cells import CELLS, STEPS
from companion.games.four_blind_mice.solver.arrays import (
    CELL_BITS,
    CELL_MASK,
    Bytes,
    Ints,
    bound_table,
    slide_table,
    target_steps,
)
from companion.games.four_blind_mice.solver.bound import Bound
from companion.games.four_blind_mice.solver.memory import machine
from companion.games.four_blind_mice.solver.puzzle import Puzzle
from companion.games.four_blind_mice.solver.sets import Sets, looked_up, set_tables
from companion.games.four_blind_mice.solver.triples import (
    PLACES,
    TRIPLE_BITS,
    TRIPLE_MASK,
    cells_of_triples,
    place_of,
    triple_numbers,
)  # fmt: skip

PIECE = 1 << 13
"""Arrangements gone on from at a time: what belongs to them stays in the processor's cache."""
FOUR = 4
CLAIMANT = 3
"""The row of the claimant; rows 0 to 2 are the three others."""
ALL_SETS = np.uint32(0xFFFFFFFF)
FAR_AID = 8
"""More slides than another mouse needs to come to help, where it can."""
MOVED: Ints = np.array(STEPS).reshape(FOUR, 1, 1) << np.array([2 * CELL_BITS, CELL_BITS, 0, TRIPLE_BITS]).reshape(1, FOUR, 1)
"""What one step adds to packed cells of three mice, or to the place if the claimant takes it; axes: direction, row, one."""


class Level(NamedTuple):
    """The places reached first, or with better memories, at one number; and with which memories."""

    places: Ints
    sets: Sets


class Slides(NamedTuple):
    """All slides from some places: steps, and the place after each; axes: direction, row, place.  No step: no slide."""

    steps: Bytes
    after: Ints


class Tables(NamedTuple):
    """Words for all places, kept from search to search: clearing what a small search used is far cheaper than new ones."""

    open: Sets
    coming: Sets
    owner: npt.NDArray[np.int32]
    good: Sets
    better: Sets


NOTHING = Level(np.zeros(0, np.int64), np.zeros(0, np.uint32))
_UNUSED: list[Tables] = []


@contextmanager
def borrowed() -> Iterator[Tables]:
    """Tables that nobody else uses: everything open, nothing coming, nothing good; to be left so."""
    try:
        tables = _UNUSED.pop()
    except IndexError:
        coming, good, better = (np.zeros(PLACES, np.uint32) for _ in range(3))
        tables = Tables(np.full(PLACES, ALL_SETS, np.uint32), coming, np.empty(PLACES, np.int32), good, better)
    yield tables
    # After an error they may be in any state and are not used again.
    _UNUSED.append(tables)


class Spread:
    """The search of one puzzle.  Its machine must take the three other mice as alike."""

    def __init__(self, puzzle: Puzzle, bound: Bound, alone: bool = False) -> None:
        self.machine = machine(puzzle.rules, puzzle.claimant, loose=True)
        self.sets = set_tables(puzzle.rules, puzzle.claimant, alone)
        self.puzzle, self._bound = puzzle, bound
        self._stops = slide_table(puzzle.covered)
        self._to_target = np.ascontiguousarray(target_steps(puzzle.target).T)
        self._in_line = np.flatnonzero(self._to_target.min(axis=0) < CELLS)
        self._aids = self._aid_of_triples()
        self.levels: list[Level] = []
        self._late: list[Level] = []
        self.states = 0

    def _aid_of_triples(self) -> Bytes | None:
        """What the others need at least before one of them can stop the claimant on the target, by triple."""
        aids = self._bound.aids()
        if aids is None:
            return None
        cells, table = cells_of_triples(), np.array(aids, np.uint8)
        near = np.minimum(table.take(cells >> 2 * CELL_BITS), table.take(cells >> CELL_BITS & CELL_MASK))
        found: Bytes = np.minimum(near, table.take(cells & CELL_MASK))
        return found

    def search(self, least: int, most: int) -> int | None:
        """The smallest number of a route from `least` to `most`, None if there is none; `levels` then lead up to it."""
        self._near = self._near_sets(most)
        self.levels = []
        with borrowed() as self._tables:
            found = self._search(least, most)
            for level in self.levels:
                self._tables.open[level.places] = ALL_SETS
        self._late.clear()
        return found

    def _near_sets(self, most: int) -> Sets:
        """For each number that may be left and each cell of the claimant the memories with which a claim is not ruled out."""
        farthest = 1
        while farthest < most and self._bound.within(farthest) != self._bound.within(farthest + 2):
            farthest += 1
        needed = bound_table(self.puzzle, self.machine, self._bound, farthest).reshape(-1, CELLS)
        numbers = np.arange(farthest + 1).reshape(-1, 1, 1)
        bits = np.left_shift(np.uint32(1), np.arange(len(needed), dtype=np.uint32)).reshape(-1, 1)
        found: Sets = ((needed <= numbers) * bits).sum(axis=1, dtype=np.uint32)
        return found

    def _search(self, least: int, most: int) -> int | None:
        start = np.array([place_of(list(self.puzzle.mice), self.puzzle.claimant)], np.int64)
        first = np.array([1 << self.machine.start(self.puzzle.past)], np.uint32)
        new: list[Ints] = []
        self._keep(start, first, new)
        self._end_level(new)
        for number in range(1, most + 1):
            if number >= least and self._claimed(number):
                return number
            if number == most or not (len(self.levels[-1].places) or len(self._late)):
                return None
            self._following(most - number)
        return None

    def _claimed(self, number: int) -> bool:
        """Whether a slide that makes the number full takes the target."""
        return any(self._takes(self.levels[number - cost].places, self.levels[number - cost].sets, cost)
                   for cost in range(1, len(self.sets.own) + 1) if cost <= number)  # fmt: skip

    def _takes(self, places: Ints, sets: Sets, cost: int) -> bool:
        here = np.flatnonzero(np.isin(places >> TRIPLE_BITS, self._in_line))
        places, sets = places.take(here), sets.take(here)
        steps = self.slides(places).steps[:, CLAIMANT]
        return bool((self.claims(places, steps, cost) & sets).any())

    def claims(self, places: Ints, steps: Bytes, cost: int) -> Sets:
        """The memories with which the claimant takes the target at this cost; axes: direction, place."""
        wanted = self._to_target.take(places >> TRIPLE_BITS, axis=1)
        hit = steps == wanted if self.puzzle.rules.rest else steps >= wanted
        found: Sets = hit * self.sets.claims[cost - 1].reshape(FOUR, 1)
        return found

    def _following(self, left: int) -> None:
        """The level of the next number; `left`: the number that is left after it."""
        new: list[Ints] = []
        places, sets = self.levels[-1]
        late, self._late = self._late, []
        for some, of_them in late:
            self._keep(some, of_them & self._tables.open.take(some), new)
        for begin in range(0, len(places), PIECE):
            self._spread(places[begin : begin + PIECE], sets[begin : begin + PIECE], left, new)
        self._end_level(new)

    def _end_level(self, new: list[Ints]) -> None:
        places = np.concatenate(new) if new else np.zeros(0, np.int64)
        places.sort()
        self.levels.append(Level(places, self._tables.coming.take(places)))
        self._tables.coming[places] = 0
        self.states += len(places)

    def slides(self, places: Ints) -> Slides:
        """Every slide of the three others (rows 0 to 2, by cell) and of the claimant (row 3)."""
        stops, count = self._stops, len(places)
        packed = cells_of_triples().take(places & TRIPLE_MASK)
        cells = packed >> 2 * CELL_BITS, packed >> CELL_BITS & CELL_MASK, packed & CELL_MASK, places >> TRIPLE_BITS
        steps = np.empty((FOUR, count), np.uint32)
        for row, cell in enumerate(cells):
            own, (first, *others) = cell << CELL_BITS, (other for other in cells if other is not cell)
            steps[row] = stops.take(own | first)
            nearest = steps[row].view(np.uint8)
            for other in others:
                np.minimum(nearest, stops.take(own | other).view(np.uint8), out=nearest)
        by_way = np.ascontiguousarray(steps.view(np.uint8).reshape(FOUR, count, FOUR).transpose(2, 0, 1))
        after = by_way * MOVED
        after[:, :CLAIMANT] += packed
        after[:, :CLAIMANT] = triple_numbers().take(after[:, :CLAIMANT])
        after[:, :CLAIMANT] += places & ~TRIPLE_MASK
        after[:, CLAIMANT] += places
        return Slides(by_way, after)

    def _spread(self, places: Ints, sets: Sets, left: int, new: list[Ints]) -> None:
        """Go on from these places."""
        steps, after = self.slides(places)
        moves = steps > 0
        others = after[:, :CLAIMANT]
        found = self._tables.open.take(others)
        found &= looked_up(self.sets.others, sets) & self._near_at(places, left)
        hits = np.flatnonzero((found != 0) & moves[:, :CLAIMANT])
        own, own_sets = self._own(after[:, CLAIMANT], moves[:, CLAIMANT], sets, left, 1)
        children = np.concatenate((others.reshape(-1).take(hits), own))
        self._keep(children, self.near(children, np.concatenate((found.reshape(-1).take(hits), own_sets)), left), new)
        if len(self.sets.own) > 1:
            self._late.append(self._own(after[:, CLAIMANT], moves[:, CLAIMANT], sets, left - 1, 2))

    def _own(self, after: Ints, moves: npt.NDArray[np.bool_], sets: Sets, left: int, cost: int) -> Level:
        """The open places after slides of the claimant that cost so much."""
        found = looked_up(self.sets.own[cost - 1], sets)
        found &= self._tables.open.take(after)
        found &= self._near_at(after, left)
        hits = np.flatnonzero((found != 0) & moves)
        return Level(after.reshape(-1).take(hits), found.reshape(-1).take(hits))

    def _near_at(self, places: Ints, left: int) -> Sets:
        found: Sets = self._near[max(0, min(left, len(self._near) - 1))].take(places >> TRIPLE_BITS)
        return found

    def near(self, places: Ints, sets: Sets, left: int) -> Sets:
        """The memories of these sets with which a claim within what is left is not ruled out by what each mouse needs alone."""
        if self._aids is None or left >= len(self._near) + FAR_AID:
            return sets & self._near_at(places, left)
        after_aid = np.clip(left - self._aids.take(places & TRIPLE_MASK).astype(np.int64), 0, len(self._near) - 1)
        return sets & self._near.take(after_aid * CELLS + (places >> TRIPLE_BITS))

    def _keep(self, places: Ints, sets: Sets, new: list[Ints]) -> None:
        """Add these to what is coming.  The same place may stand there more than once: each time one of them is the owner."""
        open_, coming, owner = self._tables.open, self._tables.coming, self._tables.owner
        left = np.flatnonzero(sets != 0)
        while len(left):
            places, sets = places.take(left), sets.take(left)
            numbers = np.arange(len(places), dtype=np.int32)
            owner[places] = numbers
            mine = np.flatnonzero(owner.take(places) == numbers)
            here, of_them = places.take(mine), sets.take(mine)
            before = coming.take(here)
            coming[here] = before | of_them
            new.append(here.take(np.flatnonzero(before == 0)))
            open_[here] &= ~looked_up(self.sets.closed, of_them)
            if len(mine) == len(places):
                return
            sets &= open_.take(places)
            left = np.flatnonzero(sets != 0)
