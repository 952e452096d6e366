"""Whether something was allowed, and the end of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.grid import Place


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: a stable code, the sentence a judge says, the section of the rulebook, and where to look."""

    code: str
    sentence: str
    rule: str
    places: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """The judgement of one action, in the game's notation.  Legal exactly when no rule is broken.

    `remedy` is the shortest way to put the table right, one sentence a step.
    """

    action: str
    violations: tuple[Violation, ...] = ()
    remedy: tuple[str, ...] = ()

    @property
    def legal(self) -> bool:
        return not self.violations


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end: the winning seats, why the game ended (a stable word), and the points of every seat."""

    winners: tuple[str, ...]
    why: str
    scores: Mapping[str, float]
    sentence: str = ""
