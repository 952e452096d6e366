"""What a search has looked at already: a strange spot is near others, and from all of them one climbs to the same place.

Nothing changes between two looks but what is laid: until then the same place shows the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.light import Array

Spot = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """What a glance shows around a spot, the `middle`: `at` (rows, 2) where each row gains most, `gains` (rows,) about how much,
    the `likeliest` row, and whether that is `hopeful`."""

    middle: Spot
    at: NDArray[np.int64]
    gains: Array
    likeliest: int
    hopeful: bool

    @property
    def shown(self) -> tuple[int, int, int]:
        """The likeliest row and where it is."""
        u, v = self.at[self.likeliest].tolist()
        return self.likeliest, u, v

    def adds_to(self, before: Glance, least: float) -> bool:
        """Whether any row that gains that much shows more than it did from another spot."""
        more = self.gains > before.gains
        return bool((more & (self.gains > least)).any())


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """The `glances` of a search by their middles, and what was `found` from those that show the same."""

    glances: dict[Spot, Glance] = field(default_factory=dict)
    found: dict[tuple[int, int, int], list[Found]] = field(default_factory=dict)

    def forget(self) -> None:
        """Something was laid."""
        self.glances.clear()
        self.found.clear()

    def forget_around(self, at: tuple[float, float], reach: int) -> None:
        """A piece was laid there: what lies farther from it than that is as it was."""
        for seen in [seen for seen in self.glances if _near(seen, at, reach)]:
            del self.glances[seen]
        for shown in [shown for shown in self.found if _near(shown[1:], at, reach)]:
            del self.found[shown]


def _near(spot: tuple[float, float], at: tuple[float, float], reach: int) -> bool:
    return max(abs(spot[0] - at[0]), abs(spot[1] - at[1])) < reach
