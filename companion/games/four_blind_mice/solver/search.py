"""A shortest route, or the proof that there is none: which search looks when.

Of all shortest routes the answer is the one that comes first when they are compared slide by slide, mice in the order R K G B
and directions in the order N E S W.  Every search used here finds that one, so the answer does not depend on which did.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.core.errors import SetupError
from companion.games.four_blind_mice.solver.bound import Bound
from companion.games.four_blind_mice.solver.memory import machine
from companion.games.four_blind_mice.solver.puzzle import OverspentError, Puzzle, Solution
from companion.games.four_blind_mice.solver.replay import replay
from companion.games.four_blind_mice.solver.short import Short

if TYPE_CHECKING:
    from companion.games.four_blind_mice.solver.spread import Spread

SHORT_STATES = 300
"""States the depth-first search may look at before the arrays are faster."""
LONG_STATES = 2_000_000
"""The same where the arrays cannot help."""
BOUNDED_STATES = 150_000
"""States from which on everything that is left is searched at once, whatever the number."""
STRICT_STATES = 1_000_000
"""The same where every mouse's past matters: everything at once would be far more."""
FEW_STATES = 10_000
"""States up to which two numbers are asked for at a time."""
PATIENCE = 8
"""Numbers tried one after the other; a search of everything follows, for where there is no route numbers never end."""
MOST_LONGER = 6
"""How many numbers above the smallest without the others' past are tried by its arrays."""
UNBOUNDED = 1 << 30
NO_ROUTE = "every arrangement that can be reached was looked at"


def solve(puzzle: Puzzle, limit: int | None = None) -> Solution:
    """The first of the shortest routes of at most `limit` (None: of any number), or the proof that there is none.

    Raises SetupError for what is no puzzle.  What the runtime may do with the answer is told in the package's docstring.
    """
    return _Search(puzzle.checked(), UNBOUNDED if limit is None else limit).answer()


def exactly(puzzle: Puzzle, number: int) -> Solution:
    """The first route that claims with exactly this number, or the proof that there is none."""
    return _Search(puzzle.checked(), number).exact_answer()


def _moves(number: int) -> str:
    return f"{number} move{'s' if number != 1 else ''}"


class _Search:
    """One question about one puzzle."""

    def __init__(self, puzzle: Puzzle, most: int) -> None:
        self._puzzle, self._most = puzzle, most
        self._machine = machine(puzzle.rules, puzzle.claimant, loose=False)
        self._bound = Bound(puzzle)
        try:
            self._short = Short(puzzle, self._machine, self._bound)
        except KeyError:
            raise SetupError([f"no slides lead to {puzzle.past}; start without a past and play them"]) from None
        self._states = 0
        self._number = 0

    def answer(self) -> Solution:
        """See `solve`."""
        least = self._short.least
        if least is None:
            return Solution(None, (), 0, why="the claimant cannot reach its cheese, wherever the other mice stand")
        self._number = least
        try:
            return self._short_answer(least) or self._long_answer()
        except OverspentError as error:
            return Solution(None, (), self._all_states, proved=False, at_least=self._number, why=f"given up: {error}")

    def exact_answer(self) -> Solution:
        """See `exactly`."""
        try:
            route = self._short.find(self._most, LONG_STATES, remember=True, exact=True)
        except OverspentError as error:
            return Solution(None, (), self._all_states, proved=False, why=f"given up: {error}")
        why = f"no route has exactly {_moves(self._most)}"
        return self._told(self._most, route) if route else Solution(None, (), self._all_states, why=why)

    @property
    def _all_states(self) -> int:
        return self._states + self._short.states

    def _told(self, number: int, route: list[int]) -> Solution:
        slides = replay(self._puzzle, self._machine, route)
        assert slides is not None, f"a route that the rules forbid: {route} in {self._puzzle}"
        return Solution(number, slides, self._all_states, at_least=number)

    def _none(self, why: str) -> Solution:
        return Solution(None, (), self._all_states, at_least=self._number, why=why)

    def _too_long(self) -> Solution:
        self._number = self._most + 1
        return self._none(f"no route has at most {_moves(self._most)}")

    def _short_answer(self, least: int) -> Solution | None:
        """The answer, as long as few states decide it."""
        allowed = SHORT_STATES
        while self._number <= self._most:
            if self._number > least + 2:
                return None
            before = self._short.states
            try:
                if route := self._short.find(self._number, allowed):
                    return self._told(self._number, route)
            except OverspentError:
                return None
            allowed -= self._short.states - before
            self._number += 1
        return self._too_long()

    def _long_answer(self) -> Solution:
        # Where turns of any mouse count, the others' past is what the search is about.
        return self._exact_past_answer() if self._puzzle.rules.any_mouse else self._alike_answer()

    def _exact_past_answer(self) -> Solution:
        return self._counted_answer() if self._machine.weighted else self._strictly()

    def _alike_answer(self) -> Solution:
        """Where three mice are alike: number after number through the arrays, then everything at once.

        What the other mice did is left aside, so the whole rules may forbid a route or count it higher: then longer ones.
        """
        # Imported late: most puzzles are solved before any array is touched.
        from companion.games.four_blind_mice.solver.spread import Spread

        spread = Spread(self._puzzle, self._bound)
        found = self._smallest(spread)
        self._states += spread.states
        answer = self._nowhere() if found is None else self._traced(spread, found)
        # Not after an error: then the tables may be in any state, and nobody is to get them again.
        spread.close()
        return answer or self._exact_past_answer()

    def _smallest(self, spread: Spread) -> int | None:
        """The smallest number from the one reached; everything at once where many states are within it."""
        asked, last = self._number, min(self._most, self._number + PATIENCE)
        while asked < last and spread.states < BOUNDED_STATES:
            asked = min(asked + (spread.states < FEW_STATES), last)
            if (found := spread.search(asked)) is not None:
                return found
            asked += 1
        return spread.search(self._most)

    def _traced(self, spread: Spread, smallest: int) -> Solution | None:
        """The first route of that number or a little more; None when the whole rules allow none of those."""
        from companion.games.four_blind_mice.solver.trace import Trace

        for longer in range(MOST_LONGER):
            self._number = smallest + longer
            if self._number > self._most:
                return self._too_long()
            if longer:
                spread.search(self._number)
            trace = Trace(spread, self._number, longer)
            if route := self._short.find(self._number, LONG_STATES, remember=True, possible=trace.possible):
                return self._told(self._number, route)
        self._number += 1
        return None

    def _counted_answer(self) -> Solution:
        """Where slides count differently: depth first with a memory; whether there is a route does not depend on the count."""
        asked, plain = self._number + PATIENCE, replace(self._puzzle, rules=replace(self._puzzle.rules, turn_cost=0))
        if self._most == UNBOUNDED and not self._solvable():
            return self._none(NO_ROUTE)
        while self._number <= self._most:
            if route := self._short.find(self._number, LONG_STATES, remember=True):
                return self._told(self._number, route)
            self._number += 1
            if self._number == asked and not self._searched(plain):
                return self._none(NO_ROUTE)
        return self._too_long()

    def _strictly(self) -> Solution:
        """Where the past of every mouse matters; if there is no route at all, wider rules tell it with far fewer states."""
        if self._most == UNBOUNDED and not self._solvable():
            return self._none(NO_ROUTE)
        route = self._by_numbers()
        if route is None:
            return self._nowhere()
        self._number = len(route)
        return self._told(self._number, route)

    def _nowhere(self) -> Solution:
        return self._none(NO_ROUTE) if self._most == UNBOUNDED else self._too_long()

    def _by_numbers(self) -> list[int] | None:
        """The first of the shortest routes from the number reached, or None: number after number, then everything at once."""
        from companion.games.four_blind_mice.solver.wide import Wide

        wide, last = Wide(self._puzzle, self._bound), min(self._most, self._number + PATIENCE)
        try:
            while self._number <= last:
                before = wide.states
                route = wide.find(self._number)
                if route is not None:
                    return route
                self._number += 1
                if wide.states - before > STRICT_STATES:
                    break
            return wide.search(self._most) if self._number <= self._most else None
        finally:
            self._states += wide.states

    def _solvable(self) -> bool:
        """Whether there is any route under rules that allow at least as much and let three mice be alike."""
        from companion.games.four_blind_mice.solver.spread import Spread

        rules = self._puzzle.rules
        wider = replace(
            rules, turn_cost=0, any_mouse=False, min_turns=0 if rules.any_mouse else rules.min_turns,
            back="free" if rules.back == "never" else rules.back,
        )  # fmt: skip
        puzzle = replace(self._puzzle, rules=wider)
        spread = Spread(puzzle, Bound(puzzle))
        found = spread.search(UNBOUNDED)
        self._states += spread.states
        spread.close()
        return found is not None

    def _searched(self, puzzle: Puzzle) -> bool:
        """Whether everything that can be reached under the whole rules holds a route."""
        from companion.games.four_blind_mice.solver.wide import Wide

        wide = Wide(puzzle, Bound(puzzle))
        try:
            return wide.search(UNBOUNDED) is not None
        finally:
            self._states += wide.states
