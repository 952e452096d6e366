"""Kinds that were taught often enough, but never in a zone with exits: in one of those they are less likely.

What looks like a marble in a nest is mostly the nest's print, or what a piece of the print's own colour leaves to be seen.  A
kind of which there is but one tells nothing so: it stood in one place of each picture, and that says little of where it may.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Place, Zone
from vision.found import PIECE_NATS
from vision.light import Array
from vision.lit_zones import LitZones
from vision.quarters import Quarters
from vision.rig import Rig, Sprite

NEVER = 0.5
"""What was never taught in such a zone counts as if it had been so often."""


@dataclass(frozen=True, slots=True, eq=False)
class Strangers:
    """By how many `nats` each sprite (sprites,) is less likely in the `zones` with exits, whose bounds in a plan or a window of
    it at half scale these are: left, upper, right, lower; what looks so in a zone only, and what leans so in a quarter of the
    board only."""

    zones: Mapping[Zone, tuple[int, int, int, int]]
    nats: Array
    lit: LitZones | None = None
    quarters: Quarters | None = None

    @staticmethod
    def of(
        rig: Rig, blocks: Mapping[Zone, tuple[int, int, int, int]], lit: LitZones | None, quarters: Quarters | None = None
    ) -> Strangers:
        """Those of a table, where these are the bounds of its printed zones."""
        with_exits = {zone.name for zone in rig.layout.zones if zone.exits}
        zones = {zone: block for zone, block in blocks.items() if zone.name in with_exits}
        return Strangers(zones, strange_in(with_exits, rig.appearance.sprites), lit, quarters)

    def within(self, box: tuple[int, int, int, int]) -> Strangers:
        """The same in a window of the plan."""
        left, upper = box[:2]
        zones = {zone: (a - left, b - upper, c - left, d - upper) for zone, (a, b, c, d) in self.zones.items()}
        lit, quarters = (self.lit and self.lit.within(box)), (self.quarters and self.quarters.within(box))
        return Strangers(zones, self.nats, lit, quarters)

    def only_there(self, gains: Array, spots: NDArray[np.int64], rows: NDArray[np.int64] | None = None) -> None:
        """Take from the gains (spots, rows) of all rows or of these, at spots (spots, 2), those of looks that are not looked for
        there."""
        for part in (self.lit, self.quarters):
            if part is not None:
                part.only_there(gains, spots, rows)

    def at(self, sprites: NDArray[np.int64], spot: tuple[int, int], gains: Array) -> Array:
        """What sprites (n,) gain at a spot, less as much as they are less likely there."""
        u, v = spot
        inside = any(left <= u < right and upper <= v < lower for left, upper, right, lower in self.zones.values())
        return np.asarray(gains - self.nats[sprites] * np.float32(PIECE_NATS), dtype=np.float32) if inside else gains

    def of_place(self, place: Place | None) -> Array:
        """The nats (sprites,) there."""
        return self.nats if place in self.zones else np.zeros_like(self.nats)


def less_likely(chance: float, nats: float) -> float:
    """A chance made so many nats smaller."""
    odds = chance * float(np.exp(-nats))
    return odds / (odds + 1 - chance)


def log_sum(values: Mapping[int, float]) -> float:
    """The logarithm of the sum of what these are the logarithms of."""
    return float(np.logaddexp.reduce(list(values.values())))


def strange_in(zones: Set[str], sprites: Sequence[Sprite]) -> Array:
    """By how many nats each sprite (sprites,) is less likely in these zones than elsewhere, by where it was taught."""
    there, all_in_all = dict[str, int](), dict[str, int]()
    for sprite in sprites:
        for name, times in sprite.places:
            there[sprite.kind] = there.get(sprite.kind, 0) + times * (name in zones)
            all_in_all[sprite.kind] = all_in_all.get(sprite.kind, 0) + times
    never = [not sprite.alone and not there.get(sprite.kind, 0) for sprite in sprites]
    nats = [np.log((all_in_all.get(sprite.kind, 0) / 2 + NEVER) / NEVER) for sprite in sprites]
    return np.where(never, nats, 0).astype(np.float32)
