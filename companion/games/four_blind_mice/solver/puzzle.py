"""What the solver is given and what it answers; plain data that knows nothing of the engine.

Cells, mice and directions are the numbers of `cells` and `slides`; a slide is `4 * mouse + direction`, so that slides compare as
routes are ordered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import CompanionError, SetupError
from companion.games.four_blind_mice.cells import CELLS
from companion.games.four_blind_mice.slides import START, Four, Past, SlideRules

MICE = "RKGB"
BACKS = ("after-others", "free", "never", "turn")


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One uncovered coin and everything that decides the ways to it.

    `mice` are the cells of R, K, G and B, `claimant` the number of the mouse of the target's suit, `past` what was done in a
    demonstration already begun.
    """

    covered: frozenset[int]
    target: int
    mice: Four
    claimant: int
    rules: SlideRules = field(default_factory=SlideRules)
    past: Past = START

    def checked(self) -> Puzzle:
        """This puzzle.  Raises SetupError with all problems at once if it is none."""
        off = [cell for cell in (*self.covered, self.target, *self.mice) if not 0 <= cell < CELLS]
        problems = [f"cell {cell} is off the board: cells are numbered 0 to {CELLS - 1}" for cell in off]
        if self.rules.back not in BACKS or self.rules.min_turns not in (0, 1, 2) or self.rules.turn_cost not in (0, 1):
            problems.append(f"{self.rules}: back is one of {', '.join(BACKS)}, min_turns 0 to 2, turn_cost 0 or 1")
        taken = [*self.covered, *self.mice]
        problems += [f"cell {cell} is taken twice" for cell in sorted({cell for cell in taken if taken.count(cell) > 1})]
        if self.target in self.covered:
            problems.append(f"cell {self.target} is both the target and covered; leave it out of the covered coins")
        if not 0 <= self.claimant < len(MICE):
            problems.append(f"claimant {self.claimant} is no mouse; mice are numbered 0 to {len(MICE) - 1}")
        if problems:
            raise SetupError(problems)
        return self


class Slide(NamedTuple):
    """One move of a route: the mouse's letter, the direction, the cell where it comes to rest, whether it claims."""

    mouse: str
    direction: str
    to: str
    claims: bool = False

    def __str__(self) -> str:
        return f"{self.mouse}{self.direction}{self.to}{'*' if self.claims else ''}"


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer: `number` and `route` of the first of the shortest routes, or None and no route.

    `proved` is False only where the search was given up because it grew too large (`why` says so): then it is neither known
    that a route exists nor that none does, only that none has fewer than `at_least`.  `states` counts the arrangements that
    were kept and gone on from.
    """

    number: int | None
    route: tuple[Slide, ...]
    states: int
    proved: bool = True
    at_least: int = 0
    why: str = ""


class OverspentError(CompanionError):
    """The search was given up: it would look at more states than time or memory allow."""
