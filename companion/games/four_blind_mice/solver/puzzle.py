"""What the solver is given and what it answers; plain data that knows nothing of the engine.

A cell is `8 * row + col`, row 0 being the far row 8 and column 0 column a.  Mice are numbered in the order R K G B, directions
in the order N E S W; a slide is `4 * mouse + direction`, so that slides compare as routes are ordered.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import SetupError

SIZE = 8
CELLS = SIZE * SIZE
MICE = "RKGB"
DIRECTIONS = "NESW"
SLIDES = len(MICE) * len(DIRECTIONS)


def cell_name(cell: int) -> str:
    return f"{'abcdefgh'[cell % SIZE]}{SIZE - cell // SIZE}"


def cell_of(name: str) -> int:
    """The cell of a name such as `c2`; ValueError otherwise."""
    if len(name) != 2 or name[0] not in "abcdefgh" or name[1] not in "12345678":
        raise ValueError(f"{name!r} is no cell from a1 to h8")
    return (SIZE - int(name[1])) * SIZE + "abcdefgh".index(name[0])


@dataclass(frozen=True, slots=True)
class Rules:
    """The options that decide what a move, a turn and a claim are; the defaults are those of the game."""

    stop: str = "enter"
    count: str = "slides"
    turns_by: str = "claimant"
    min_turns: int = 2
    straight_back: str = "default"

    @property
    def fewest(self) -> int:
        """The number below which no route can ever be: one slide more than turns, which cost two where turns are counted."""
        return self.min_turns * (2 if self.count == "slides_and_turns" else 1) + 1


CHOICES: dict[str, tuple[object, ...]] = {
    "stop": ("enter", "rest"),
    "count": ("slides", "slides_and_turns"),
    "turns_by": ("claimant", "any_mouse"),
    "min_turns": (0, 1, 2),
    "straight_back": ("default", "free", "never", "turn"),
}
"""What each rule may be."""


class Past(NamedTuple):
    """What of a demonstration already begun still matters: each mouse's last direction (-1: none), turns made, last mover."""

    last: tuple[int, int, int, int] = (-1, -1, -1, -1)
    turns: int = 0
    mover: int = -1


NO_PAST = Past()


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One uncovered coin and everything that decides the ways to it.

    `mice` are the cells of R, K, G and B, `claimant` the number of the mouse of the target's suit.
    """

    covered: frozenset[int]
    target: int
    mice: tuple[int, int, int, int]
    claimant: int
    rules: Rules = field(default_factory=Rules)
    past: Past = NO_PAST

    def checked(self) -> Puzzle:
        """This puzzle.  Raises SetupError with all problems at once if it is none."""
        problems = [f"{name} is {getattr(self.rules, name)!r}; it must be one of {', '.join(map(str, choices))}"
                    for name, choices in CHOICES.items() if getattr(self.rules, name) not in choices]  # fmt: skip
        cells = [*self.covered, self.target, *self.mice]
        problems += [f"cell {cell} is off the board: cells are numbered 0 to {CELLS - 1}" for cell in cells if not 0 <= cell < CELLS]
        taken = [*self.covered, *self.mice]
        problems += [f"{cell_name(cell)} is taken twice" for cell in sorted({c for c in taken if taken.count(c) > 1})]
        if self.target in self.covered:
            problems.append(f"{cell_name(self.target)} is both the target and covered; leave it out of the covered coins")
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
