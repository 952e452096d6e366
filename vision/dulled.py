"""What is seen of a plan without haze, for flat pieces: a printed counter may be as glossy as the cards that it lies on, and
then is as pale there as they are, while what stands throws a lamp's light elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.ground import GroundReader
from vision.grounds import Ground
from vision.lifted import lifted
from vision.light import Array
from vision.tones import halved, texture, with_texture


@dataclass(frozen=True, eq=False)
class Dulled:
    """The plan (h, w, 3) in art light without haze, of that `detail`."""

    picture: Array
    detail: int

    @cached_property
    def rough(self) -> Array:
        """Its texture (h, w)."""
        return texture(self.picture, self.detail)

    @cached_property
    def tones(self) -> Array:
        """Its tones (h, w, 4) at half its scale."""
        return with_texture(halved(self.picture), halved(self.rough))

    def lit(self, taken: Array, colour: Array | None) -> Dulled:
        """The same without a shadow (`vision.lifted`)."""
        return Dulled(lifted(self.picture, taken, colour), self.detail)


def dulled(
    reader: GroundReader, plan_picture: NDArray[np.uint8], gains: Array, ground: Ground, corner: tuple[int, int] = (0, 0)
) -> Dulled | None:
    """A plan, or a window of one with that upper left corner, in which light gives such gains (h, w, 3), without haze; None where
    there is none or no piece is flat."""
    if ground.haze is None or not any(sprite.flat for sprite in reader.rig.appearance.sprites):
        return None
    bare = reader.dull_grid(plan_picture, ground.haze, corner)
    return Dulled(np.asarray(bare / gains, dtype=np.float32), reader.plan.detail)
