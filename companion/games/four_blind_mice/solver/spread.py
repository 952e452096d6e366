"""Longer routes, three mice alike: breadth first over arrangements, with the set of memories that reached each of them.

One step goes on from thousands of arrangements at once, and for each from all memories at once; a memory that can do no more
than one that was there before or came with it is left out.  Nothing is remembered of the routes: `trace` finds the first one.
"""

from __future__ import annotations

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
from companion.games.four_blind_mice.solver.levels import ALL_SETS, UNUSED, Level, joined, pieces, unused_tables
from companion.games.four_blind_mice.solver.memory import machine
from companion.games.four_blind_mice.solver.puzzle import Puzzle
from companion.games.four_blind_mice.solver.sets import Sets, looked_up, set_tables
from companion.games.four_blind_mice.solver.triples import (
    TRIPLE_BITS,
    TRIPLE_MASK,
    cells_of_triples,
    place_of,
    split_cells_of_triples,
    triple_numbers,
)  # fmt: skip

UNBOUNDED = 1 << 30
"""More than any number of a route."""
FOUR = 4
CLAIMANT = 3
"""The row of the claimant; rows 0 to 2 are the three others."""
FAR_AID = 8
"""The most slides of another mouse, before it can help, that are counted."""
MOVED: Ints = np.array(STEPS).reshape(FOUR, 1, 1) << np.array([2 * CELL_BITS, CELL_BITS, 0, TRIPLE_BITS]).reshape(1, FOUR, 1)
"""What one step adds to packed cells of three mice, or to the place if the claimant takes it; axes: direction, row, one."""


Rows = npt.NDArray[np.uint16]


class Slides(NamedTuple):
    """All slides from some places: steps, and the place after each; axes: direction, row, place.  No step: no slide."""

    steps: Bytes
    after: Ints


class Spread:
    """The search of one puzzle, to be closed in the end.  Its machine must take the three other mice as alike.

    `levels` has the arrivals by number.  What arrives too far from the target for the numbers asked for waits in `_waiting`, and
    what has arrived but needs more than they left to go on stands in `_ahead`: nothing is done twice when more is asked for.
    """

    def __init__(self, puzzle: Puzzle, bound: Bound, alone: bool = False) -> None:
        self.machine = machine(puzzle.rules, puzzle.claimant, loose=True)
        self.sets = set_tables(puzzle.rules, puzzle.claimant, alone)
        self.puzzle, self.tables, self._bound = puzzle, unused_tables(), bound
        self._stops = slide_table(puzzle.covered)
        self._to_target = np.ascontiguousarray(target_steps(puzzle.target).T)
        self._in_line = self._to_target.min(axis=0) < CELLS
        self._aids = self._rows_of_aids()
        start = np.array([place_of(list(puzzle.mice), puzzle.claimant)], np.int64)
        first = np.array([1 << self.machine.start(puzzle.past)], np.uint32)
        self.levels: list[list[Level]] = [[]]
        self._ahead: list[list[Level]] = [[]]
        self._waiting: list[list[tuple[int, Level]]] = [[(0, Level(start, first))]]
        self.states = self._asked = 0

    def close(self) -> None:
        """Clear the tables and leave them to the next search."""
        for level in self.levels:
            for places, _ in level:
                self.tables.open[places] = ALL_SETS
        UNUSED.append(self.tables)

    def _rows_of_aids(self) -> Rows | None:
        """By triple what the others need at least before one of them can stop the claimant on the target, as rows of `_near`."""
        aids = self._bound.aids()
        if aids is None:
            return None
        table = np.minimum(np.array(aids, np.uint16), FAR_AID) << CELL_BITS
        first, second, third = split_cells_of_triples()
        found: Rows = np.minimum(np.minimum(table.take(first), table.take(second)), table.take(third))
        return found

    def _ask(self, most: int) -> None:
        """Make the tables for numbers up to this one.

        `_near`: for each number that may be left and each cell of the claimant the memories with which a claim is not ruled out,
        after rows for numbers below zero; from `_farthest` on nothing changes.  `_needed`: the smallest such number by cell.
        """
        farthest = 1
        while farthest < most and self._bound.within(farthest) != self._bound.within(farthest + 2):
            farthest += 1
        needed = bound_table(self.puzzle, self.machine, self._bound, farthest).reshape(-1, CELLS)
        numbers = np.arange(-FAR_AID, farthest + FAR_AID + 1).reshape(-1, 1, 1)
        bits = np.left_shift(np.uint32(1), np.arange(len(needed), dtype=np.uint32)).reshape(-1, 1)
        sets: Sets = ((needed <= np.minimum(numbers, farthest)) * bits).sum(axis=1, dtype=np.uint32)
        self._near, self._farthest, self._needed = sets.reshape(-1), farthest, needed.min(axis=0).astype(np.int64)
        reachable = np.delete(sets[-1], sorted(self.puzzle.covered))
        self._all_near = farthest + FAR_AID if most > farthest and (reachable == bits.sum()).all() else UNBOUNDED

    def near(self, places: Ints, sets: Sets, left: int) -> Sets:
        """The memories of these sets with which a claim within what is left is not ruled out by what each mouse needs alone."""
        rows = places >> TRIPLE_BITS
        rows += min(left, self._farthest + (FAR_AID if self._aids is not None else 0)) + FAR_AID << CELL_BITS
        if self._aids is not None:
            rows -= self._aids.take(places & TRIPLE_MASK)
        found: Sets = sets & self._near.take(rows)
        return found

    def search(self, most: int) -> int | None:
        """The smallest number of a route, if it is at most `most` and above all numbers asked for before; None if there is none.

        `levels` then lead up to it.
        """
        self._ask(most)
        number, new = 0, list[Ints]()
        while number < min(most, len(self.levels)):
            self._wake(number, most - number, new)
            self._ended(number, new)
            number, new = number + 1, []
            if number > self._asked and self._claimed(number):
                self._asked = number
                return number
            if number < most:
                self._go_on(number, most - number, new)
        self._asked = most
        return None

    def everything(self) -> None:
        """Go through all that can be reached, on past every claim."""
        self._asked = UNBOUNDED
        self.search(UNBOUNDED)

    @property
    def pairs(self) -> int:
        """Arrangements with a memory each that were kept: what other searches call states."""
        return sum(int(np.bitwise_count(level.sets).sum(dtype=np.int64)) for levels in self.levels for level in levels)

    def _claimed(self, number: int) -> bool:
        """Whether a slide that makes the number full takes the target: from its last level, or from the one before at two."""
        return self._takes(self.levels[number - 1], 1) or (
            len(self.sets.own) > 1 < number and self._takes(self.levels[number - 2], 2)
        )

    def _takes(self, levels: list[Level], cost: int) -> bool:
        """Whether the claimant takes the target from one of these places by a slide of this cost."""
        level = joined(levels)
        here = np.flatnonzero(self._in_line.take(level.places >> TRIPLE_BITS))
        for places, sets in pieces(Level(level.places.take(here), level.sets.take(here))):
            steps = self.slides(places).steps[:, CLAIMANT]
            if (self.claims(places, steps, cost) & sets).any():
                return True
        return False

    def claims(self, places: Ints, steps: Bytes, cost: int) -> Sets:
        """The memories with which the claimant takes the target at this cost; axes: direction, place."""
        wanted = self._to_target.take(places >> TRIPLE_BITS, axis=1)
        hit = steps == wanted if self.puzzle.rules.rest else steps >= wanted
        found: Sets = hit * self.sets.claims[cost - 1].reshape(FOUR, 1)
        return found

    def _wake(self, number: int, left: int, new: list[Ints]) -> None:
        """Let those arrive that waited for as many as are now left."""
        waiting = self._waiting[number]
        due = [level for least, level in waiting if least <= left]
        if due:
            self._waiting[number] = [entry for entry in waiting if entry[0] > left]
            places, sets = joined(due)
            self._arrive(places, sets & self.tables.open.take(places), number, left, new)

    def _arrive(self, places: Ints, sets: Sets, number: int, left: int, new: list[Ints]) -> None:
        """Keep what is near enough; the others wait until so many are left as they need at least."""
        if left >= self._all_near:
            self._keep(places, sets, new)
            return
        near = self.near(places, sets, left)
        self._keep(places, near, new)
        far = sets & ~near
        rest = np.flatnonzero(far != 0)
        if len(rest) and left < self._farthest + FAR_AID:
            places, far = places.take(rest), far.take(rest)
            needed = self._needed.take(places >> TRIPLE_BITS)
            if self._aids is not None:
                needed += self._aids.take(places & TRIPLE_MASK) >> CELL_BITS
            np.maximum(needed, left + 1, out=needed)
            for due in range(int(needed.min()), int(needed.max()) + 1):
                some = np.flatnonzero(needed == due)
                if len(some):
                    self._waiting[number].append((due, Level(places.take(some), far.take(some))))

    def _ended(self, number: int, new: list[Ints]) -> None:
        """Add the new part of a level, in the order of places."""
        # Half as many bytes are sorted in half the time.
        short = np.concatenate(new).astype(np.int32) if new else np.zeros(0, np.int32)
        short.sort()
        places = short.astype(np.int64)
        level = Level(places, self.tables.coming.take(places))
        self.tables.coming[places] = 0
        if len(places):
            self.levels[number].append(level)
            self._ahead[number].append(level)
            self.states += len(places)

    def _go_on(self, number: int, left: int, new: list[Ints]) -> None:
        """One slide on from what stands ahead in the level before; `number` and what is left are those after it."""
        levels, self._ahead[number - 1] = self._ahead[number - 1], []
        for places, sets in pieces(joined(levels)):
            steps, after = self.slides(places)
            moves = steps > 0
            own, others = after[:, CLAIMANT], after[:, :CLAIMANT]
            costly = [looked_up(table, sets) for table in self.sets.own]
            found = [self._fresh(others, moves[:, :CLAIMANT], looked_up(self.sets.others, sets))]
            found += [self._fresh(own, moves[:, CLAIMANT], one) for one in costly]
            self._make_room(number + len(costly))
            children = np.concatenate((found[0].places, found[1].places))
            self._arrive(children, np.concatenate((found[0].sets, found[1].sets)), number, left, new)
            for later, arrivals in enumerate(found[2:], 1):
                self._waiting[number + later].append((0, arrivals))

    def _make_room(self, levels: int) -> None:
        while len(self.levels) < levels:
            self.levels.append([])
            self._ahead.append([])
            self._waiting.append([])

    def _fresh(self, places: Ints, moves: npt.NDArray[np.bool_], sets: Sets) -> Level:
        """The places after slides where some memory is still open."""
        found = self.tables.open.take(places)
        found &= sets
        hits = np.flatnonzero((found != 0) & moves)
        return Level(places.reshape(-1).take(hits), found.reshape(-1).take(hits))

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

    def _keep(self, places: Ints, sets: Sets, new: list[Ints]) -> None:
        """Add these to what is coming.  The same place may stand there more than once: each time one of them is the owner."""
        open_, coming, owner = self.tables.open, self.tables.coming, self.tables.owner
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
