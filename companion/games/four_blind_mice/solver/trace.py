"""What a `Spread` has reached, read from the claims backwards: where a route can still be ended within what is left.

For each place the memories with which that is so, also those that the search left out because another one can do more.  A
depth-first search that goes only where this says yes finds the first of the shortest routes with hardly a wrong step.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from companion.games.four_blind_mice.slides import SlideRules
from companion.games.four_blind_mice.solver.arrays import Ints
from companion.games.four_blind_mice.solver.levels import NOTHING, Level, joined, pieces
from companion.games.four_blind_mice.solver.memory import machine
from companion.games.four_blind_mice.solver.sets import Sets, looked_up
from companion.games.four_blind_mice.solver.spread import CLAIMANT, Spread
from companion.games.four_blind_mice.solver.triples import place_of


@lru_cache(maxsize=32)
def loose_memories(rules: SlideRules, claimant: int) -> list[int]:
    """For each memory of the whole rules one of the memories that the search through arrangements has for it.

    Where several would do, each of them allows all that the whole rules allow.
    """
    whole, loose = machine(rules, claimant, loose=False), machine(rules, claimant, loose=True)
    found = [0] * len(whole.after)
    for past, memory in whole.number_of.items():
        found[memory] = loose.start(past)
    return found


class Trace:
    """Where a claim with exactly `number` is possible, if none with less is possible under the whole rules.

    The levels of the spread must lead up to that number; `longer` is how far it exceeds the smallest one found there.
    """

    def __init__(self, spread: Spread, number: int, longer: int = 0) -> None:
        self._spread, self._claimant = spread, spread.puzzle.claimant
        self._memories = loose_memories(spread.puzzle.rules, self._claimant)
        self._good: list[Level] = [NOTHING]
        latest, before = spread.tables.good, spread.tables.better
        for left in range(1, number + 1):
            # What was reached more than `longer` before the last moment and could end here would make a shorter route.
            levels = spread.levels[max(0, number - left - longer) : number - left + 1]
            found = self._of_levels([part for level in levels for part in level], left, latest, before)
            before[self._good[max(left - 2, 0)].places] = 0
            before[found.places] = found.sets
            self._good.append(found)
            latest, before = before, latest
        for one in self._good:
            latest[one.places], before[one.places] = 0, 0

    def possible(self, memory: int, left: int, mice: list[int]) -> bool:
        """Whether a claim may be possible with what is left; never wrong where it says no."""
        places, sets = self._good[left]
        place = place_of(mice, self._claimant)
        index = int(places.searchsorted(place))
        return index < len(places) and int(places[index]) == place and bool(int(sets[index]) >> self._memories[memory] & 1)

    def _of_levels(self, levels: list[Level], left: int, latest: Sets, before: Sets) -> Level:
        """The good places of these levels; one that stands in several has the same memories in each."""
        parts = [NOTHING]
        places, sets = joined(levels)
        near = np.flatnonzero(self._spread.near(places, sets, left))
        for piece, _ in pieces(Level(places.take(near), sets.take(near))):
            good = self._ends(piece, left, latest, before)
            hits = np.flatnonzero(good)
            parts.append(Level(piece.take(hits), good.take(hits)))
        places, sets = joined(parts)
        order = places.argsort()
        return Level(places.take(order), sets.take(order))

    def _ends(self, places: Ints, left: int, latest: Sets, before: Sets) -> Sets:
        """For each place the memories from which a claim is possible; `latest` tells it for one less, `before` for two."""
        spread, tables = self._spread, self._spread.sets
        steps, after = spread.slides(places)
        moves = steps > 0
        others = latest.take(after[:, :CLAIMANT])
        others *= moves[:, :CLAIMANT]
        found = looked_up(tables.others_before, np.bitwise_or.reduce(others, axis=(0, 1)))
        for cost, (back, good) in enumerate(zip(tables.own_before, (latest, before), strict=False), 1):
            if cost <= left:
                own = good.take(after[:, CLAIMANT])
                own *= moves[:, CLAIMANT]
                for way in range(len(own)):
                    found |= looked_up(back[:, way], own[way])
                found |= np.bitwise_or.reduce(spread.claims(places, steps[:, CLAIMANT], cost), axis=0)
        return found
