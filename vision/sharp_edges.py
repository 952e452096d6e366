"""How far edges of drawings are off where they lie, in one frame: as a rule by less than was feared.

A drawing that lies a little aside shows other colours at its edges, so what is expected there is vague, and a black mouse on the
bend of a black road is the road.  But most drawings lie where they were fitted: what their other edges are off tells how vague
these are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Place, Zone
from vision.expected import GUESS, Bounds, Expected
from vision.light import Array

STEEP = 12.0
"""Spread of a grey value from which on it is an edge that may be off."""
STILL_AN_EDGE = 14.0
"""An edge stays as vague as that: what shadows take of each channel is told by what varies less (`shadow.SURE`)."""
LEAST_PIXELS = 60
"""So many pixels at edges tell how far they are off."""
RIM = 2
"""Pixels, on a plan of detail 1, at a tile's rim that do not count: its own edge, and the gap's shadow."""


@dataclass(frozen=True, slots=True)
class Sharpness:
    """An edge of a drawing is off by so many `times` what this `percentile` of its edges are, and by that share of what was
    feared at `least`."""

    times: float
    percentile: float
    least: float


ZONE, TILE = Sharpness(2.0, 50.0, 0.7), Sharpness(4.0, 30.0, 0.5)
"""A piece on a tile covers much of it; of bare ones this percentile comes to .1 to .15, of those with pieces on them to .3."""


@dataclass(frozen=True, slots=True)
class Edged:
    """A part of the half plan whose edges are off alike."""

    block: Bounds
    usual: Sharpness

    def seen_from(self, left: int, upper: int) -> Edged:
        """The same in a window with that corner."""
        u0, v0, u1, v1 = self.block
        return replace(self, block=(u0 - left, v0 - upper, u1 - left, v1 - upper))


def edged_parts(blocks: Mapping[Place, Bounds], detail: int) -> tuple[Edged, ...]:
    """The tiles and printed zones at such bounds in the half plan of a plan of that detail."""
    rim = RIM * detail
    return tuple(
        Edged(at, ZONE) if isinstance(place, Zone) else Edged((at[0] + rim, at[1] + rim, at[2] - rim, at[3] - rim), TILE)
        for place, at in blocks.items()
    )


def edge_shares(expected: Expected, half: Array, parts: Sequence[Edged]) -> tuple[float, ...]:
    """For each part the share of the feared spread by which its edges are off: less where it lies just as expected."""
    return tuple(_share(expected, half, part) for part in parts)


def _share(expected: Expected, half: Array, part: Edged) -> float:
    here, edge = _edges(expected, part.block)
    if np.count_nonzero(edge) < LEAST_PIXELS:
        return 1.0
    # What the faint edges are off is noise.
    spread = expected.spread[here]
    strong = edge & (spread >= np.median(spread[edge]))
    off = np.abs(half[here][strong] - expected.picture[here][strong])
    away = (off[:, 0] + off[:, 1] + off[:, 2]) / 3 / spread[strong]
    return float(np.clip(part.usual.times * np.percentile(away, part.usual.percentile), part.usual.least, 1.0))


def with_sharp_edges(expected: Expected, parts: Sequence[Edged], shares: Sequence[float]) -> Expected:
    """The expected board with the spread at the edges of each part reduced to a share of it.

    A piece that stands there covers the fewer of them.
    """
    spread = expected.spread.copy()
    for part, share in zip(parts, shares, strict=True):
        here, edge = _edges(expected, part.block)
        feared = spread[here][edge]
        spread[here][edge] = np.maximum(feared * np.float32(share), np.minimum(feared, np.float32(STILL_AN_EDGE)))
    return replace(expected, spread=spread)


def as_sharp_as_the_first(boards: Expected, half: Array, detail: int) -> Expected:
    """Boards of one tile that lie one below the other, each as sharp at its edges as the first is where this (h, w, 3) is seen:
    else one that was not fitted so well would excuse more."""
    rows, across, rim = len(half), half.shape[1], RIM * detail
    first = Edged((rim, rim, across - rim, rows - rim), TILE)
    share = _share(boards, half, first)
    parts = [first.seen_from(0, -start) for start in range(0, len(boards.known), rows)]
    return with_sharp_edges(boards, parts, [share] * len(parts))


def _edges(expected: Expected, block: Bounds) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """Where a part is in the picture, and which of its pixels are edges."""
    left, upper, right, lower = block
    here = (slice(max(upper, 0), max(lower, 0)), slice(max(left, 0), max(right, 0)))
    spread = expected.spread[here]
    return here, expected.known[here] & (spread > STEEP) & (spread < GUESS)
