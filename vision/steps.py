"""What the steps of reading one frame found: for the claims, and for pictures to look at when a claim is wrong."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Place
from vision.dice import SeenDie
from vision.expected import Expected
from vision.facing_belief import Heading
from vision.found import Found
from vision.frame import Picture
from vision.grounds import Ground
from vision.light import Array
from vision.pose import Pose


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """All of one frame, pixels at half the plan's scale (h, w) unless said otherwise.

    `plan` (2h, 2w, 3) the board from above as photographed, `half` (h, w, 3) the same in art light, `strange` what hands
    cover, `found` the pieces with their `headings` (None without direction) and `prints` (those of the sprites
    of the same shape, None where there is but one), `covered` how far pieces hide each pixel, `unexplained` what each pixel
    costs that neither board nor pieces explain, `dice` the dice, `left` how much of that (nats) each place has that has
    any, `clear` the cells half under a hand or less whose drawing is told by what is left of them.
    """

    pose: Pose
    plan: Picture
    half: Array
    ground: Ground
    expected: Expected
    strange: NDArray[np.bool_]
    found: tuple[Found, ...]
    headings: tuple[Heading | None, ...]
    prints: tuple[Mapping[int, float] | None, ...]
    covered: Array
    unexplained: Array
    dice: tuple[SeenDie, ...] = ()
    left: Mapping[Place, float] = field(default_factory=dict)
    clear: frozenset[Place] = frozenset()

    def without(self, numbers: Set[int]) -> Steps:
        """The steps without the finds of such numbers."""
        kept = [number for number in range(len(self.found)) if number not in numbers]
        return replace(
            self, found=tuple(self.found[n] for n in kept), headings=tuple(self.headings[n] for n in kept),
            prints=tuple(self.prints[n] for n in kept),
        )  # fmt: skip


NOTHING = np.zeros((0, 0, 3), np.float32)


def lean(steps: Steps) -> Steps:
    """The steps without what only pictures of them need: a few times as small."""
    empty = Expected(NOTHING, NOTHING[..., 0] > 0, NOTHING[..., 0])
    ground = replace(steps.ground, expected=empty, misfit=NOTHING, seen=NOTHING)
    return replace(steps, half=NOTHING, ground=ground, expected=empty, covered=NOTHING[..., 0], unexplained=NOTHING[..., 0])
