"""Which states of a breadth-first search are new."""

from __future__ import annotations

import numpy as np

from companion.games.four_blind_mice.solver.arrays import Ints


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
        """The indexes of the new states, ascending, of equal ones the first; they count as seen from now on."""
        where = np.searchsorted(self._seen, states)
        known = self._seen.take(where, mode="clip") == states if len(self._seen) else np.zeros(len(states), np.bool_)
        new = np.flatnonzero(~known)
        kept = new.take(first_of_equal(states.take(new)))
        self._seen = np.concatenate((self._seen, states.take(kept)))
        self._seen.sort()
        return kept
