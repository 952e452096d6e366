"""Tables of slides for whole arrays of states.

A packed state has the cell of mouse R in bits 0-5, K in 6-11, G in 12-17, B in 18-23, and the memory above them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from companion.games.four_blind_mice.cells import CELLS, RAYS, SIDE, STEPS
from companion.games.four_blind_mice.slides import SlideRules
from companion.games.four_blind_mice.solver.bound import Bound, phase_of, phases
from companion.games.four_blind_mice.solver.memory import Machine, machine
from companion.games.four_blind_mice.solver.puzzle import Puzzle

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

CELL_BITS = 6
CELL_MASK = (1 << CELL_BITS) - 1
MEMORY_SHIFT = 4 * CELL_BITS
CELLS_MASK = (1 << MEMORY_SHIFT) - 1
FAR = 255
"""More steps, or a larger number, than there can be."""

PLACE_VALUE: Ints = np.array([STEPS[slide % 4] << CELL_BITS * (slide // 4) for slide in range(16)], np.int64)
"""What one step of each slide adds to a packed state."""


@cache
def free_steps() -> Bytes:
    """Steps from a cell when one other cell alone is occupied; axes: cell, occupied cell, direction.  FAR is never reached."""
    found = np.zeros((CELLS, CELLS, 4), np.uint8)
    for cell in range(CELLS):
        for direction in range(4):
            line = RAYS[cell][direction]
            found[cell, :, direction] = len(line)
            found[cell, list(line), direction] = range(len(line))
    return found


def slide_table(covered: frozenset[int]) -> npt.NDArray[np.uint32]:
    """For cell * 64 + one other mouse the free steps in the four directions, a byte each, the covered coins considered."""
    steps = free_steps()
    if covered:
        steps = np.minimum(steps, steps[:, sorted(covered)].min(axis=1)[:, np.newaxis])
    return steps.reshape(-1).view(np.uint32)


def target_steps(target: int) -> Bytes:
    """Steps from a cell to the target in each direction, FAR where it is not in that line; axes: cell, direction."""
    steps = free_steps()
    # On an empty board the edge is as far as with the mouse itself for an obstacle.
    edge = steps[np.arange(CELLS), np.arange(CELLS)]
    return np.where(steps[:, target] < edge, steps[:, target] + 1, FAR).astype(np.uint8)


def bound_table(puzzle: Puzzle, machine: Machine, bound: Bound, most: int) -> Bytes:
    """The lower bound by memory * 64 + cell of the claimant; numbers above `most` become `most` + 1."""
    sets = np.array([bound.within(number) for number in range(most + 1)], np.uint64)
    bits = np.unpackbits(sets.view(np.uint8).reshape(*sets.shape, SIDE), axis=-1, bitorder="little")
    by_phase = (1 - bits).sum(axis=0, dtype=np.uint8)
    numbers = phases(puzzle.rules)
    rows = [numbers[phase_of(puzzle.rules, *pair)] for pair in machine.phase]
    found: Bytes = by_phase[rows].reshape(-1)
    return found


@dataclass(frozen=True, slots=True)
class Tables:
    """A machine as arrays: the memory after each slide, whether each memory may claim (the last entry answers FORBIDDEN)."""

    after: npt.NDArray[np.int16]
    may_claim: npt.NDArray[np.bool_]


@lru_cache(maxsize=32)
def machine_tables(rules: SlideRules, claimant: int, loose: bool) -> Tables:
    made = machine(rules, claimant, loose)
    return Tables(np.array(made.after, np.int16), np.array([*made.may_claim, False]))


def packed(mice: tuple[int, ...], memory: int) -> int:
    """One state as a whole number."""
    return sum(cell << CELL_BITS * mouse for mouse, cell in enumerate(mice)) | memory << MEMORY_SHIFT
