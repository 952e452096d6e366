"""A shortest route, or the proof that there is none: which search looks when.

Of all shortest routes the answer is the one that comes first when they are compared slide by slide, mice in the order R K G B
and directions in the order N E S W.  Every search used here finds that one, so the answer does not depend on which did.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import SetupError
from companion.games.four_blind_mice.solver.bound import Bound
from companion.games.four_blind_mice.solver.memory import machine
from companion.games.four_blind_mice.solver.puzzle import NO_PAST, Puzzle, Solution
from companion.games.four_blind_mice.solver.replay import replay
from companion.games.four_blind_mice.solver.short import OverspentError, Short

SHORT_STATES = 300
"""States the depth-first search may look at for a number before the arrays are faster."""
LONG_STATES = 300_000
"""The same where there are no arrays to turn to."""
BOUNDED_STATES = 20_000
"""States of one number from which on searching everything at once is faster than number after number."""
UNBOUNDED = 1 << 30


def solve(puzzle: Puzzle, limit: int | None = None) -> Solution:
    """The first of the shortest routes of at most `limit` (None: of any number), or the proof that there is none.

    Raises SetupError for what is no puzzle.  What the runtime may do with the answer is told in the package's docstring.
    """
    return _Search(puzzle.checked(), UNBOUNDED if limit is None else limit).answer()


def exactly(puzzle: Puzzle, number: int) -> Solution:
    """The first route that claims with exactly this number, or the proof that there is none."""
    search = _Search(puzzle.checked(), number)
    return search.told(number, search.exactly(number))


class _Search:
    """One question about one puzzle."""

    def __init__(self, puzzle: Puzzle, most: int) -> None:
        self._puzzle, self._most = puzzle, most
        self._machine = machine(puzzle.rules, puzzle.claimant, loose=False)
        self._bound = Bound(puzzle)
        try:
            self._short = Short(puzzle, self._machine, self._bound)
        except KeyError:
            raise SetupError([f"no slides lead to {puzzle.past}; start from NO_PAST and play them"]) from None
        self._others = 0

    def answer(self) -> Solution:
        """See `solve`."""
        least = self._short.least
        if least is None:
            return Solution(None, (), 0, why="the claimant cannot reach the target, wherever the other mice stand")
        number = least
        try:
            for number in range(least, min(least + 2, self._most) + 1):
                if route := self._short.find(number, SHORT_STATES):
                    return self.told(number, route)
            number += 1
        except OverspentError:
            pass
        return self._long(number) if number <= self._most else self._none()

    def exactly(self, number: int) -> list[int] | None:
        """See the function of that name."""
        return self._short.find(number, LONG_STATES * 10, remember=True, exact=True)

    def told(self, number: int, route: list[int] | None) -> Solution:
        """The answer for a route found."""
        if route is None:
            return self._none()
        slides = replay(self._puzzle, self._machine, route)
        if slides is None:
            raise AssertionError(f"the solver found a route that the rules forbid: {route} in {self._puzzle}")
        return Solution(number, slides, self._states, at_least=number)
