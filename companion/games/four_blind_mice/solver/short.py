"""Short routes: depth first, in the order of routes, before any array is touched.

Only what the lower bound leaves is gone into, so that where a route needs hardly more than the bound says few slides are tried.
The same search serves the rules under which slides count differently, and routes of an exact number; then it remembers from
which states there was no way on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from companion.games.four_blind_mice.slides import SlideRules
from companion.games.four_blind_mice.solver.board import stops
from companion.games.four_blind_mice.solver.bound import Bound, phase_of, phases
from companion.games.four_blind_mice.solver.memory import Machine
from companion.games.four_blind_mice.solver.memory import machine as machine_of
from companion.games.four_blind_mice.solver.puzzle import OverspentError, Puzzle
from companion.games.four_blind_mice.solver.replay import claiming_end

Possible = Callable[[int, int, list[int]], bool]

REMEMBERED = 500_000
"""States remembered at most: some 150 megabytes."""


@lru_cache(maxsize=32)
def phases_of_memories(rules: SlideRules, claimant: int) -> list[int]:
    """The number of the phase of each memory of the whole rules."""
    numbers = phases(rules)
    return [numbers[phase_of(rules, *pair)] for pair in machine_of(rules, claimant, loose=False).phase]


class Short:
    """The depth-first search of one puzzle under one machine."""

    def __init__(self, puzzle: Puzzle, machine: Machine, bound: Bound) -> None:
        self._puzzle, self._machine, self._bound, self._claimant = puzzle, machine, bound, puzzle.claimant
        self._others = [mouse for mouse in range(4) if mouse != puzzle.claimant]
        self._mice = list(puzzle.mice)
        self._occupied = sum(1 << cell for cell in (*puzzle.covered, *puzzle.mice))
        self._memory = machine.start(puzzle.past)
        self._phase = phases_of_memories(puzzle.rules, puzzle.claimant)
        self._aids = bound.aids()
        self._others_help = puzzle.rules.any_mouse
        self._within: list[tuple[int, ...]] = []
        self._route: list[int] = []
        self._dead: dict[tuple[int, ...], int] | None = None
        self._exact = False
        self._allowed = 0
        self._possible: Possible | None = None
        self.states = 0

    @property
    def least(self) -> int | None:
        """The smallest number that the bound leaves; None when there is no route at all."""
        return self._bound.least(self._phase[self._memory], self._mice[self._claimant])

    def find(
        self, number: int, allowed: int, remember: bool = False, exact: bool = False, possible: Possible | None = None
    ) -> list[int] | None:
        """The first route that claims with exactly this number, if there is none with less; None when there is none.

        `exact`: routes of other numbers do not matter.  `possible` says of memory, number left and mice whether it is worth
        going on.  Raises OverspentError after going on from `allowed` states.
        """
        self._possible = possible
        self._within = [self._bound.within(left) for left in range(number + 1)]
        self._dead, self._exact, self._allowed = ({} if remember else None), exact, self.states + allowed
        start = list(self._mice), self._occupied
        self._route = []
        try:
            return self._route if self._search(self._memory, number) else None
        finally:
            self._mice, self._occupied = start

    def _search(self, memory: int, left: int) -> bool:
        """Whether a route goes on from here with what is left of the number; the mice are put back when it does not."""
        if self._possible is not None and not self._possible(memory, left, self._mice):
            return False
        if self._dead is not None and left > 1:
            key = (memory, left, *self._mice) if self._exact else (memory, *self._mice)
            if self._dead.get(key, 0) >= left:
                return False
            if len(self._dead) < REMEMBERED:
                self._dead[key] = left
        self.states += 1
        if self.states > self._allowed:
            raise OverspentError(f"more than {self.states:,} states")
        # Another mouse's slide brings the claimant no nearer, unless its turns count: without one to spare the claimant moves.
        if self._others_help or (left > 1 and self._within[left - 1][self._phase[memory]] >> self._mice[self._claimant] & 1):
            return any(self._moved(memory, left, mouse) for mouse in range(4))
        return self._moved(memory, left, self._claimant)

    def _moved(self, memory: int, left: int, mouse: int) -> bool:
        """Whether a route goes on with a slide of this mouse."""
        mice, occupied, own, phase = self._mice, self._occupied, mouse == self._claimant, self._phase
        cell, after, cost = mice[mouse], self._machine.after[memory], self._machine.cost[memory]
        aids, slide = self._aids, 4 * mouse - 1
        aid = min([aids[mice[one]] for one in self._others if one != mouse]) if aids is not None else 0
        for table in stops():
            slide += 1
            line, ends = table[cell]
            end, following, rest = ends[occupied & line], after[slide], left - cost[slide]
            if end == cell or following < 0 or rest < 0:
                continue
            if rest == 0:
                if own and self._claims(cell, end, slide, following):
                    self._route.append(slide)
                    return True
                continue
            if aids is not None:
                near = rest - (aid if own else min(aid, aids[end]))
                if near < 1 or not self._within[near][phase[following]] >> (end if own else mice[self._claimant]) & 1:
                    continue
            elif not self._within[rest][phase[following]] >> (end if own else mice[self._claimant]) & 1:
                continue
            if self._exact and own and self._claims(cell, end, slide, following):
                continue
            mice[mouse], self._occupied = end, occupied ^ 1 << cell ^ 1 << end
            self._route.append(slide)
            if self._search(following, rest):
                return True
            self._route.pop()
            mice[mouse], self._occupied = cell, occupied
        return False

    def _claims(self, cell: int, end: int, slide: int, following: int) -> bool:
        return self._machine.may_claim[following] and claiming_end(self._puzzle, cell, slide & 3, end)
