"""Longer routes: breadth first, all states of one number at once, in arrays.

The states of a level stand in the order of their first routes, and of equal states the first is kept; so the first claim
found ends the route that comes first of all the shortest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from companion.games.four_blind_mice.solver.arrays import (
    CELL_BITS,
    CELL_MASK,
    CELLS_MASK,
    MEMORY_SHIFT,
    PLACE_VALUE,
    Bytes,
    Ints,
    bound_table,
    machine_tables,
    packed,
    slide_table,
    target_steps,
)  # fmt: skip
from companion.games.four_blind_mice.solver.bound import Bound
from companion.games.four_blind_mice.solver.memory import machine as machine_of
from companion.games.four_blind_mice.solver.puzzle import OverspentError, Puzzle
from companion.games.four_blind_mice.solver.seen import SeenStates

SHIFTS: Ints = np.array([CELL_BITS * (number % 4) for number in range(7)], np.int64)
"""The four mice, and the first three again: any three mice in a row are the others of the one before them."""
PIECE = 1 << 13
"""States gone on from at a time: their slides and what belongs to them take a few megabytes."""
MOST_STATES = 3_000_000
"""States kept at most: about 200 megabytes."""


class Level(NamedTuple):
    """The states of one number with, for each, the index of its parent in the level before and the slide that led to it."""

    states: Ints
    parents: Ints
    slides: Ints


class Cut(NamedTuple):
    """What a state needs at least: of the claimant by memory and cell, and of another mouse by its cell (None: nothing)."""

    table: Bytes
    aids: Bytes | None


class Wide:
    """The tables of one puzzle under one machine, and the search through them.  The machine must count every slide as one."""

    def __init__(self, puzzle: Puzzle, bound: Bound) -> None:
        machine = machine_of(puzzle.rules, puzzle.claimant, loose=False)
        tables = machine_tables(puzzle.rules, puzzle.claimant, loose=False)
        self._puzzle, self._machine, self._bound = puzzle, machine, bound
        self._claimant, self._rest = puzzle.claimant, puzzle.rules.rest
        self._slides = slide_table(puzzle.covered)
        self._to_target = target_steps(puzzle.target)
        self._after, self._may_claim = tables.after, tables.may_claim
        aids = bound.aids()
        self._aids = None if aids is None else np.array(aids, np.uint8)
        self._start = np.array([packed(puzzle.mice, machine.start(puzzle.past))], np.int64)
        self.states = 0

    def find(self, number: int) -> list[int] | None:
        """The first route of exactly `number` slides, if none has less; None when there is none of at most so many."""
        cut = Cut(bound_table(self._puzzle, self._machine, self._bound, number), self._aids)
        levels, seen = self._begun()
        for left in range(number, 1, -1):
            if len(levels[-1].states):
                levels.append(self._following(levels[-1].states, cut, left, seen))
        claim = self._claim(levels[-1].states)
        return claim and route_of(levels, *claim)

    def search(self, most: int) -> list[int] | None:
        """The first of the shortest routes of at most `most` slides; None when there is none, whatever their number."""
        farthest = 1
        while self._bound.within(farthest) != self._bound.within(farthest + 1):
            farthest += 1
        cut = Cut(bound_table(self._puzzle, self._machine, self._bound, farthest), None)
        levels, seen = self._begun()
        claim = self._claim(levels[-1].states)
        while claim is None and len(levels) < most and len(levels[-1].states):
            levels.append(self._following(levels[-1].states, cut, farthest + 1, seen))
            claim = self._claim(levels[-1].states)
        return claim and route_of(levels, *claim)

    def _begun(self) -> tuple[list[Level], SeenStates]:
        self.states += 1
        seen = SeenStates()
        seen.fresh(self._start)
        return [Level(self._start, self._start, self._start)], seen

    def _following(self, states: Ints, cut: Cut, left: int, seen: SeenStates) -> Level:
        """The new states one slide on, piece by piece; in few bytes where there are many."""
        parts = []
        for begin in range(0, len(states), PIECE):
            found = self._next(states[begin : begin + PIECE], cut, left)
            kept = seen.fresh(found.states)
            parents = found.parents.take(kept)
            parents += begin
            parts.append(Level(found.states.take(kept), parents, found.slides.take(kept)))
            self.states += len(kept)
            if self.states > MOST_STATES:
                raise OverspentError(f"more than {self.states:,} states")
        if len(parts) == 1:
            return parts[0]
        kinds = (np.int64, np.int32, np.int8)
        return Level(*(np.concatenate(column).astype(kind) for column, kind in zip(zip(*parts, strict=True), kinds, strict=True)))

    def _next(self, states: Ints, cut: Cut, left: int) -> Level:
        """Every legal slide from every state after which the claim may be possible with what is then left."""
        cells = states[:, np.newaxis] >> SHIFTS & CELL_MASK
        own = cells[:, :4] << CELL_BITS
        steps = self._slides.take(own | cells[:, 1:5]).view(np.uint8)
        for turn in (2, 3):
            np.minimum(steps, self._slides.take(own | cells[:, turn : turn + 4]).view(np.uint8), out=steps)
        after = self._after.take(states >> MEMORY_SHIFT, axis=0)
        legal = np.flatnonzero((steps > 0) & (after >= 0))
        parents, slides = legal >> 4, legal & 15
        memories = after.reshape(-1).take(legal).astype(np.int64)
        moved = PLACE_VALUE.take(slides) * steps.reshape(-1).take(legal)
        children = ((states & CELLS_MASK).take(parents) + moved) | memories << MEMORY_SHIFT
        claimant = children >> CELL_BITS * self._claimant & CELL_MASK
        needed = cut.table.take(memories << CELL_BITS | claimant)
        if cut.aids is not None:
            needed += self._aid(cut.aids, children)
        near = np.flatnonzero(needed < left)
        return Level(children.take(near), parents.take(near), slides.take(near))

    def _aid(self, aids: Bytes, states: Ints) -> Bytes:
        """What the other mice need at least before one of them can stop the claimant on the target."""
        others = (CELL_BITS * mouse for mouse in range(4) if mouse != self._claimant)
        first, second, third = (aids.take(states >> shift & CELL_MASK) for shift in others)
        found: Bytes = np.minimum(np.minimum(first, second), third)
        return found

    def _claim(self, states: Ints) -> tuple[int, int] | None:
        """The first state from which the claimant takes the target, and its slide."""
        for begin in range(0, len(states), PIECE):
            hits = np.flatnonzero(self._takes(states[begin : begin + PIECE]))
            if len(hits):
                return begin + (int(hits[0]) >> 2), 4 * self._claimant + (int(hits[0]) & 3)
        return None

    def _takes(self, states: Ints) -> Bytes:
        """Whether the claimant takes the target by each of its slides; axes: state, direction."""
        cells = states[:, np.newaxis] >> SHIFTS & CELL_MASK
        own = cells[:, self._claimant] << CELL_BITS
        steps = self._slides.take(own | cells[:, self._claimant + 1]).view(np.uint8)
        for turn in (2, 3):
            np.minimum(steps, self._slides.take(own | cells[:, self._claimant + turn]).view(np.uint8), out=steps)
        columns = slice(4 * self._claimant, 4 * self._claimant + 4)
        may = self._may_claim.take(self._after[:, columns].take(states >> MEMORY_SHIFT, axis=0))
        wanted = self._to_target.take(cells[:, self._claimant], axis=0)
        steps = steps.reshape(-1, 4)
        return may & (steps == wanted if self._rest else steps >= wanted)


def route_of(levels: list[Level], index: int, last: int) -> list[int]:
    """The slides that lead to a state of the last level, and one more."""
    route = [last]
    for level in reversed(levels[1:]):
        route.append(int(level.slides[index]))
        index = int(level.parents[index])
    return route[::-1]
