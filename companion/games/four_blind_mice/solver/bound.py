"""How near the claimant can be at best: from which cells it could claim within a number, if it might stop wherever it likes.

Every route the rules allow is one for such a mouse as well, so a claimant outside these cells has no route within that number,
wherever the other mice stand.  An empty union of all of them proves that there is no route at all.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from companion.games.four_blind_mice.cells import CELLS, RAYS, mask
from companion.games.four_blind_mice.slides import NOBODY, START, SlideRules, cost_of, goes_back, turns_after
from companion.games.four_blind_mice.solver.board import ALL, reaching
from companion.games.four_blind_mice.solver.puzzle import Puzzle


class Way(NamedTuple):
    """A slide of the relaxed claimant: direction, cost, whether it may claim on it, the phase after it."""

    direction: int
    cost: int
    claims: bool
    after: int


def phase_of(rules: SlideRules, turns: int, last: int) -> tuple[int, int]:
    """Turns and last direction of the claimant, told apart only where the bound is not the same."""
    if rules.any_mouse:
        return turns, -1
    if rules.turn_cost or rules.back == "never":
        return turns, last
    if turns >= rules.min_turns:
        return turns, -1
    return turns, (last if last < 0 or rules.back == "turn" else last % 2)


@lru_cache(maxsize=32)
def phases(rules: SlideRules) -> dict[tuple[int, int], int]:
    """The number of each phase."""
    pairs = (phase_of(rules, turns, last) for turns in range(rules.min_turns + 1) for last in (-1, 0, 1, 2, 3))
    return {pair: number for number, pair in enumerate(dict.fromkeys(pairs))}


@lru_cache(maxsize=32)
def _ways(rules: SlideRules) -> tuple[tuple[Way, ...], ...]:
    """What the relaxed claimant can do in each phase."""
    numbers = phases(rules)
    found = []
    for turns, last in numbers:
        row = []
        for direction in range(4):
            past = START._replace(last=(last, NOBODY, NOBODY, NOBODY))
            if not goes_back(rules, past, 0, direction):
                after = min(turns + turns_after(rules, past, 0, direction), rules.min_turns)
                phase = numbers[phase_of(rules, after, direction)]
                row.append(Way(direction, cost_of(rules, past, 0, direction), after >= rules.min_turns, phase))
        found.append(tuple(row))
    return tuple(found)


class Bound:
    """The cells by number and phase, worked out as far as asked."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._rules = puzzle.rules
        # Turns that any mouse may make cost the claimant nothing: its own way is bounded as if none were needed.
        any_mouse = puzzle.rules.any_mouse
        plain = replace(puzzle.rules, any_mouse=False, min_turns=0, turn_cost=0) if any_mouse else puzzle.rules
        self._ways = _ways(plain)
        self._free = ALL & ~sum(1 << cell for cell in puzzle.covered)
        self._rest, self._target = puzzle.rules.rest, puzzle.target
        self._goal = [reaching(direction, 1 << puzzle.target, self._free) for direction in range(4)]
        self._known: list[tuple[int, ...]] = [(0,) * len(self._ways)]
        self._filled: dict[tuple[int, int], int] = {}
        self._levels: list[tuple[int, ...]] = []

    def within(self, number: int) -> tuple[int, ...]:
        """For each phase the cells from which a claim within `number` is not ruled out."""
        while len(self._levels) <= number:
            self._levels.append(self._level(len(self._levels)))
        return self._levels[number]

    def _level(self, number: int) -> tuple[int, ...]:
        if not self._rules.any_mouse:
            return self._own(number)
        own = self._own(number)[0]
        return tuple(own if number >= self._rules.min_turns - turns else 0 for turns, _ in phases(self._rules))

    def _own(self, number: int) -> tuple[int, ...]:
        while len(self._known) <= number:
            here = len(self._known)
            self._known.append(tuple(self._reached(here, ways) | before
                                     for ways, before in zip(self._ways, self._known[-1], strict=True)))  # fmt: skip
        return self._known[number]

    def _reached(self, number: int, ways: tuple[Way, ...]) -> int:
        found = 0
        for direction, cost, claims, after in ways:
            if cost <= number:
                goals = self._known[number - cost][after]
                if claims:
                    found |= self._goal[direction]
                if goals:
                    found |= self._fill(direction, goals)
        return found

    def _fill(self, direction: int, goals: int) -> int:
        key = (direction, goals)
        if key not in self._filled:
            self._filled[key] = reaching(direction, goals, self._free)
        return self._filled[key]

    def aids(self) -> tuple[int, ...] | None:
        """For each cell how many slides another mouse there needs at least before it can stop the claimant on the target.

        None where the claimant may need no other mouse, or where others' slides count for its turns anyhow.  A slide is either
        the claimant's or another mouse's, so the fewest of the three others may be added to what the claimant needs itself.
        """
        if not self._rest or self._rules.any_mouse or any(not ray or not self._free >> ray[0] & 1 for ray in RAYS[self._target]):
            return None
        reached, found = mask([ray[0] for ray in RAYS[self._target]]), [0] * CELLS
        while True:
            wider = reached
            for direction in range(4):
                wider |= reaching(direction, reached, self._free)
            found = [aid + (not reached >> cell & 1) for cell, aid in enumerate(found)]
            if wider == reached:
                return tuple(found)
            reached = wider

    def least(self, phase: int, cell: int, start: int = 1) -> int | None:
        """The smallest number that is not ruled out; None when every number is."""
        number = start
        while not self.within(number)[phase] >> cell & 1:
            # Two numbers in a row without a new cell: a slide costs at most two, so there will be none.
            if number > 2 and self.within(number) == self.within(number - 1) == self.within(number - 2):
                return None
            number += 1
        return number
