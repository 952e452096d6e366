"""Which states of a breadth-first search are new."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.games.four_blind_mice.cells import CELLS
from companion.games.four_blind_mice.slides import SlideRules
from companion.games.four_blind_mice.solver.arrays import CELL_BITS, CELL_MASK, MEMORY_SHIFT, Ints
from companion.games.four_blind_mice.solver.memory import Machine, machine

PLAIN_SUM = (
    1, 1215, 8456, 8786, 11662, 12735, 32089, 58703, 58776, 64101, 71343, 77142,
    77723, 77833, 78423, 79040, 86236, 87856, 89562, 107560, 108130, 108235, 108274, 113133,
    126224, 126351, 131456, 134578, 140872, 150253, 157607, 158068, 160285, 163120, 169016, 172623,
    182878, 192835, 194148, 200741, 200869, 203487, 203500, 205469, 207168, 209401, 209765, 209897,
    213466, 213968, 217870, 220830, 227818, 236699, 242474, 242792, 245730, 247796, 249540, 251811,
    254974, 259235, 260185, 261745,
)  # fmt: skip
"""A number for each cell such that no two sets of three cells have the same sum (a set of Bose and Chowla, for the field of
64 elements): the sum names three interchangeable mice without sorting them."""

TRIPLES = 41_664
"""Ways to put three interchangeable mice on 64 cells."""


class Seen(Protocol):
    """What a search has reached so far."""

    def fresh(self, states: Ints) -> Ints:
        """The indexes of the new states, ascending, of equal ones the first; they count as seen from now on."""
        ...

    def close(self) -> None:
        """The search is over."""
        ...


def first_of_equal(keys: Ints) -> Ints:
    """The index of the first of each value, ascending."""
    bits = len(keys).bit_length()
    tagged = keys << bits
    tagged |= np.arange(len(keys))
    tagged.sort()
    values = tagged >> bits
    first = np.ones(len(keys), np.bool_)
    np.not_equal(values[1:], values[:-1], out=first[1:])
    found: Ints = tagged[first] & ((1 << bits) - 1)
    found.sort()
    return found


class SeenStates:
    """Every state counts: the sorted states of all levels."""

    def __init__(self) -> None:
        self._seen: Ints = np.zeros(0, np.int64)

    def fresh(self, states: Ints) -> Ints:
        """See `Seen`."""
        where = np.searchsorted(self._seen, states)
        known = self._seen.take(where, mode="clip") == states if len(self._seen) else np.zeros(len(states), np.bool_)
        new = np.flatnonzero(~known)
        kept = new.take(first_of_equal(states.take(new)))
        self._seen = np.concatenate((self._seen, states.take(kept)))
        self._seen.sort()
        return kept

    def close(self) -> None:
        """Nothing is kept."""


_TABLES: list[tuple[npt.NDArray[np.uint32], npt.NDArray[np.int32]]] = []
"""Pairs of tables of 64 * 41 664 words that nobody uses, the first all zero: clearing what a small search marked is far
cheaper than asking the system for eleven megabytes."""


class SeenArrangements:
    """For machines under which the other three mice are alike: one bit a memory for each arrangement.

    A state is old when its arrangement was reached before, or earlier in the order of routes, with a memory that can do all
    that this one can: whatever follows from there is not longer and does not come later.
    """

    def __init__(self, rules: SlideRules, claimant: int) -> None:
        self._covers, self._bit = _cover_tables(rules, claimant)
        self._claimant = CELL_BITS * claimant
        self._others = [CELL_BITS * mouse for mouse in range(4) if mouse != claimant]
        self._marked: list[Ints] = []
        try:
            self._reached, self._owner = _TABLES.pop()
        except IndexError:
            self._reached, self._owner = np.zeros(CELLS * TRIPLES, np.uint32), np.empty(CELLS * TRIPLES, np.int32)

    def fresh(self, states: Ints) -> Ints:
        """See `Seen`."""
        memories = states >> MEMORY_SHIFT
        values, numbers = _sum_tables()
        sums = values.take(states >> self._others[0] & CELL_MASK)
        sums += values.take(states >> self._others[1] & CELL_MASK)
        sums += values.take(states >> self._others[2] & CELL_MASK)
        places = (states >> self._claimant & CELL_MASK) * TRIPLES + numbers.take(sums)
        parts: list[Ints] = []
        left = np.flatnonzero((self._reached.take(places) & self._covers.take(memories)) == 0)
        while len(left):
            here, memory = places.take(left), memories.take(left)
            # Of several values for one place numpy keeps the last: the first comer, when all are written backwards.
            self._owner[here[::-1]] = left[::-1]
            first = self._owner.take(here) == left
            self._reached[here[first]] |= self._bit.take(memory[first])
            self._marked.append(here[first])
            parts.append(left[first])
            later = ~first
            here, memory, left = here[later], memory[later], left[later]
            left = left[(self._reached.take(here) & self._covers.take(memory)) == 0]
        if len(parts) == 1:
            return parts[0]
        kept: Ints = np.concatenate((left, *parts))
        kept.sort()
        return kept

    def close(self) -> None:
        """Clear the table for the next search."""
        for places in self._marked:
            self._reached[places] = 0
        self._marked.clear()
        _TABLES.append((self._reached, self._owner))


@cache
def _sum_tables() -> tuple[Ints, npt.NDArray[np.uint16]]:
    """The value of each cell, and the number of three cells by the sum of their values."""
    numbers = np.zeros(sum(PLAIN_SUM[-3:]) + 1, np.uint16)
    numbers[[sum(cells) for cells in combinations(PLAIN_SUM, 3)]] = range(TRIPLES)
    return np.array(PLAIN_SUM, np.int64), numbers


@lru_cache(maxsize=32)
def _cover_tables(rules: SlideRules, claimant: int) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """For each memory the set of those that are at least as good, and the set of it alone."""
    covers = at_least_as_good(machine(rules, claimant, loose=True))
    return np.array(covers, np.uint32), np.array([1 << memory for memory in range(len(covers))], np.uint32)


def at_least_as_good(machine: Machine) -> list[int]:
    """For each memory the set (bits) of those that can do all it can: allow its slides, and claim wherever it may claim."""
    count = len(machine.after)
    better = {(one, other) for one in range(count) for other in range(count)
              if machine.may_claim[one] or not machine.may_claim[other]}  # fmt: skip
    while lost := {pair for pair in better if not _can_all(machine, *pair, better)}:
        better -= lost
    return [sum(1 << one for one in range(count) if (one, other) in better) for other in range(count)]


def _can_all(machine: Machine, one: int, other: int, better: set[tuple[int, int]]) -> bool:
    pairs = zip(machine.after[one], machine.after[other], strict=True)
    return all(after < 0 or (mine >= 0 and (mine, after) in better) for mine, after in pairs)
