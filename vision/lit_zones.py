"""Zones in whose light pieces look otherwise than elsewhere: their looks there are looked for nowhere else.

A wedge in the haze of a mirrored lamp has the colours of a bare oak table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from vision.expected import Bounds, to_half
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.rectify import Plan

AROUND_MM = 10.0
"""A zone's light lies so far around it."""
NOT = np.float32(-1e3)
"""What a look gains where it is not looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class LitZones:
    """The bounds in the half plan of the zones that have a light of their own, and the rows of a bank that are seen in some of
    them only."""

    zones: Mapping[str, Bounds]
    rows: Mapping[tuple[str, ...], NDArray[np.int64]]

    @staticmethod
    def of(bank: PieceBank, plan: Plan, layout: Layout) -> LitZones | None:
        """Those of a table; None where pieces look the same everywhere."""
        lights, zones = sorted(set(bank.lights) - {()}), dict[str, Bounds]()
        for name in sorted({name for names in lights for name in names}):
            outline = np.array(layout.zone(name).polygon_mm, dtype=np.float64)
            ends = np.stack([outline.min(axis=0) - AROUND_MM, outline.max(axis=0) + AROUND_MM])
            left, upper, right, lower = np.round(to_half(plan, ends)).astype(int).ravel().tolist()
            zones[name] = left, upper, right, lower
        rows = {names: np.array([n for n, own in enumerate(bank.lights) if own == names]) for names in lights}
        return LitZones(zones, rows) if lights else None

    def within(self, box: Bounds) -> LitZones:
        """The same in a window of the plan."""
        left, upper = box[:2]
        inside = {name: (a - left, b - upper, c - left, d - upper) for name, (a, b, c, d) in self.zones.items()}
        return replace(self, zones=inside)

    def only_there(self, gains: Array, spots: NDArray[np.int64], rows: NDArray[np.int64] | None = None) -> None:
        """Take from the gains (spots, rows) of all rows or of these, at spots (spots, 2), those of looks that are not looked for
        there."""
        for names, lit in self.rows.items():
            own = lit if rows is None else np.flatnonzero(np.isin(rows, lit))
            outside = np.ones(len(spots), np.bool_)
            for left, upper, right, lower in (self.zones[name] for name in names):
                u, v = spots[:, 0], spots[:, 1]
                outside &= (u < left) | (u >= right) | (v < upper) | (v >= lower)
            if outside.any() and len(own):
                gains[np.ix_(outside, own)] = NOT
