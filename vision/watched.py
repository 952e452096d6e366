"""What of a table is watched for hands and pieces: the board and the bare table around it, as far as the camera sees them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Place
from vision.again import Box, cropped
from vision.hands import HIDDEN, crowd_cells, hidden_share, reach_in, sides_of_tiles, strange_patches
from vision.light import Array
from vision.outlined import outlined
from vision.rectify import Plan

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """Masks (h, w) of the half plan: `judged`, where pieces are looked for, and `beside`, the bare table around, both as far as
    they are `seen`, which is what lies in the picture.  `detail` is the plan's, `crowd` how many cells pieces may cover that
    stand together, `beyond` the places that a good part of lies beyond the picture's border, `sides` where those of tiles show
    (`sides_of_tiles`)."""

    judged: Mask
    beside: Mask
    detail: int
    crowd: float
    seen: Mask | None = None
    beyond: frozenset[Place] = field(default=frozenset())
    sides: NDArray[np.uint8] | None = None

    def as_seen(self, seen: Mask, blocks: Mapping[Place, Box]) -> Watched:
        """The same table from where the camera sees so much (h, w) of it; `blocks` are the bounds of its places."""
        if seen.all():
            return self
        shares = zip(blocks, hidden_share(~seen, list(blocks.values())), strict=True)
        beyond = frozenset(place for place, share in shares if share > HIDDEN)
        return replace(self, judged=self.judged & seen, beside=self.beside & seen, seen=seen, beyond=beyond)

    def within(self, box: Box) -> Watched:
        """The part of it in a window of the half plan."""
        seen = None if self.seen is None else cropped(self.seen, box)
        sides = None if self.sides is None else cropped(self.sides, box)
        return replace(self, judged=cropped(self.judged, box), beside=cropped(self.beside, box), seen=seen, sides=sides)

    def strange(self, costs: Array, picture: Array, skin: Mask | None = None) -> Mask:
        """The patches (h, w) of hands, by what pixels (h, w) cost as board and table, by where something ends in the picture
        (h, w, 3), and by which cells were told in light of the hue of `skin` (h, w)."""
        patches = strange_patches(costs, self.judged, self.beside, self.detail, self.crowd, self.seen, self.sides, skin)
        return outlined(patches, picture, self.seen, self.detail)

    def reached(self, patches: Mask) -> bool:
        """Whether any of such patches (h, w) reaches in from the bare table or from the border of what is seen."""
        return reach_in(patches, self.beside, self.seen, self.detail)


def watched_table(plan: Plan, layout: Layout, judged: Mask, beside: Mask) -> Watched:
    """A table of that plan and layout, all of it seen."""
    return Watched(judged, beside, plan.detail, crowd_cells(layout), sides=sides_of_tiles(plan, layout))
