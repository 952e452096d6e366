"""Short routes: depth first, in the order of routes, before any array is touched.

Only what the lower bound leaves is gone into, so that where a route needs hardly more than the bound says few slides are tried.
"""

from __future__ import annotations

from companion.games.four_blind_mice.solver.board import STEPS, line_from, stops
from companion.games.four_blind_mice.solver.bound import Bound, phase_of, phases
from companion.games.four_blind_mice.solver.memory import Machine
from companion.games.four_blind_mice.solver.puzzle import Puzzle


class Short:
    """The depth-first search of one puzzle under one machine."""

    def __init__(self, puzzle: Puzzle, machine: Machine, bound: Bound) -> None:
        self._machine, self._bound, self._claimant, self._target = machine, bound, puzzle.claimant, puzzle.target
        self._rest = puzzle.rules.stop == "rest"
        self._mice = list(puzzle.mice)
        self._occupied = sum(1 << cell for cell in (*puzzle.covered, *puzzle.mice))
        self._memory = machine.start(puzzle.past)
        numbers = phases(puzzle.rules)
        self._phase = [numbers[phase_of(puzzle.rules, *pair)] for pair in machine.phase]
        self._route: list[int] = []
        self.states = 0

    def find(self, number: int) -> list[int] | None:
        """The first route that claims with exactly this number, if there is none with less; None when there is none."""
        self._route.clear()
        return self._route if self._search(self._memory, number) else None

    def _search(self, memory: int, left: int) -> bool:
        """Whether a route goes on from here with what is left of the number; the mice are put back when it does not."""
        self.states += 1
        mice, claimant = self._mice, self._claimant
        # Whoever has no slide to spare moves the claimant.
        spare = left > 1 and self._bound.within(left - 1)[self._phase[memory]] >> mice[claimant] & 1
        for mouse in range(4) if spare or self._machine.weighted else (claimant,):
            if self._moved(memory, left, mouse):
                return True
        return False

    def _moved(self, memory: int, left: int, mouse: int) -> bool:
        """Whether a route goes on with a slide of this mouse."""
        cell, occupied, own = self._mice[mouse], self._occupied, mouse == self._claimant
        after, cost = self._machine.after[memory], self._machine.cost[memory]
        for direction, table in enumerate(stops()):
            line, ends = table[cell]
            end, slide = ends[occupied & line], 4 * mouse + direction
            following = after[slide]
            if end == cell or following < 0 or cost[slide] > left:
                continue
            rest = left - cost[slide]
            self._route.append(slide)
            if own and not rest and self._claims(cell, end, direction, following):
                return True
            if rest and self._bound.within(rest)[self._phase[following]] >> (end if own else self._mice[self._claimant]) & 1:
                self._mice[mouse], self._occupied = end, occupied ^ (1 << cell) ^ (1 << end)
                if self._search(following, rest):
                    return True
                self._mice[mouse], self._occupied = cell, occupied
            self._route.pop()
        return False

    def _claims(self, cell: int, end: int, direction: int, following: int) -> bool:
        """Whether the claimant's slide takes the target."""
        if not self._machine.may_claim[following]:
            return False
        if end == self._target or self._rest:
            return end == self._target
        return self._target in line_from(cell, direction) and abs(self._target - cell) < abs(end - cell) and STEPS[direction] != 0
