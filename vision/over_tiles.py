"""What lies over several tiles and was taken for tiles in odd light: a hand that no patch of strange pixels told.

Strange patches are told by what board and light leave unexplained.  A hand on tiles of about its own brightness leaves little:
each cell under it takes the drawing, and the light thrown back by it, that come nearest.  But none of them fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Cell, Place, Zone
from companion.core.reading import PieceClaim, TileClaim
from vision.again import Box
from vision.grounds import Ground
from vision.light import Array
from vision.odd_light import lit_costs, tints
from vision.tiles import SEEN

NO_TILE = 1.48
"""What a coarse pixel of a tile costs from which on it may be none.  (Of 4187 cells of seventeen tables with nothing on them 31
cost more, half of them beside a hand; of 122 under a hand 101.)"""
ALONE, HEAPED = 2.3, 0.07
"""From that cost on it is none, whatever lies beside it, and so much more for each small piece that was told on it: a heap of
mice and cheeses comes to 2.7.  (Of 7523 cells of 24 tables two without pieces cost more, one lifted and one beside a hand; of 107
under a hand 44.)"""
TINT, TINTED = 0.2, 1.0
"""So much another hue, as a logarithm of a channel's light, no tile has where its drawing costs more than that: skin took a
drawing in brown light.  (Of 9862 cells of 31 tables with nothing on them one did, under a lamp; of 202 under a hand 72.  Of those
beside which nothing is odd, on 41 tables, none of twelve lies under a hand.)"""
SURELY = float(np.log(0.94))
"""A drawing that is so likely is told, whatever lies over it.  (On 65 tables that was so of 17 cells with something over them,
and all were told rightly; a hole in the light of a lamp came to .9, and of 18 less likely ones five were right.)"""
PIECE, MOST_PIECES = 0.2, 2
"""So much more it may cost for a small piece that was told there, and for so many of them: on a hand whole heaps are told."""


def over_tiles(
    cells: Sequence[Cell], costs: Array, claims: Sequence[PieceClaim], hidden: Set[Place] = frozenset(),
    tinted: Array | None = None, bulky: Set[str] = frozenset(),
) -> frozenset[Place]:  # fmt: skip
    """The cells in which, by what their best drawings cost (cells,) and by how they would have to be `tinted` (cells,), lies
    something that is no tile: in a neighbour too, or that is `hidden`, or very clearly.

    A piece with a direction, or of a `bulky` kind, is large enough to cost as much, and is an explanation of its own, but for a
    tint.
    """
    small, large = _told(claims, bulky)
    each = {cell: float(cost) / SEEN**2 for cell, cost in zip(cells, costs, strict=True) if cell not in large}
    odd = {cell for cell, cost in each.items() if cost > NO_TILE + PIECE * min(small.get(cell, 0), MOST_PIECES)}
    odd |= set[Cell]() if tinted is None else {cell for cell, hued in zip(cells, _skin(costs, tinted), strict=True) if hued}
    clearly = {cell for cell in odd if each.get(cell, 0.0) > ALONE + HEAPED * small.get(cell, 0)}
    return frozenset(cell for cell in odd if cell in clearly or any(near in odd or near in hidden for near in _beside(cell)))


def told_all_the_same(over: Set[Place], tiles: Sequence[TileClaim]) -> frozenset[Place]:
    """The cells with something over them whose drawing is told all the same: it covers little of them, or is a lamp's light."""
    return frozenset(claim.place for claim in tiles if claim.place in over and claim.log_p >= SURELY)


def skin(ground: Ground, cells: Sequence[Cell], blocks: Mapping[Place, Box], shape: tuple[int, int]) -> NDArray[np.bool_]:
    """The pixels (h, w) of the cells, with these bounds in the half plan, on which a drawing was taken in light of skin's hue.
    Holes may have the table's."""
    costs, inside = np.where(lit_costs(ground) > 0, 0, ground.fits.costs[:, 0]), np.zeros(shape, np.bool_)
    odd = _skin(costs, tints(ground.fits.unknowns[:, 0, :3], ground.gains)) & (ground.holes <= 0)
    for cell in (cell for cell, hued in zip(cells, odd, strict=True) if hued):
        left, upper, right, lower = blocks[cell]
        inside[upper:lower, left:right] = True
    return inside


def _skin(costs: Array, tinted: Array) -> NDArray[np.bool_]:
    """Which drawings, at these costs (cells,), were taken in light of a hue (cells,) that no tile has."""
    return np.asarray((tinted > TINT) & (costs > TINTED * SEEN**2), dtype=np.bool_)


def cells_near(layout: Layout) -> dict[Place, frozenset[Cell]]:
    """For every zone the cells whose middles are no farther from it than a cell is wide."""
    near: dict[Place, frozenset[Cell]] = {}
    for zone in layout.zones:
        across, down = ((min(side), max(side)) for side in zip(*zone.polygon_mm, strict=True))
        wide, high = layout.pitch_mm
        near[zone.place] = frozenset(
            cell for cell in layout.cells()
            if across[0] - wide <= layout.centre_mm(cell)[0] <= across[1] + wide
            and down[0] - high <= layout.centre_mm(cell)[1] <= down[1] + high
        )  # fmt: skip
    return near


def heaps_beside(
    hidden: Set[Place], near: Mapping[Place, Set[Cell]], claims: Sequence[PieceClaim], usual: Set[tuple[str, str]]
) -> frozenset[Place]:
    """The zones, each with the cells `near` it, beside a hand in which more small pieces were told than may be, of kinds that
    are not `usual` there (kind and the zone's name): a sleeve of the table's colour looks like many of them."""
    heaps: dict[Place, int] = {}
    for claim in claims:
        if isinstance(claim.place, Zone) and claim.log_p_facings is None and (claim.kind, claim.place.name) not in usual:
            heaps[claim.place] = heaps.get(claim.place, 0) + claim.count
    return frozenset(zone for zone, count in heaps.items() if count > MOST_PIECES and near.get(zone, frozenset()) & hidden)


def _told(claims: Sequence[PieceClaim], bulky: Set[str]) -> tuple[Mapping[Place, int], Set[Place]]:
    """How many small pieces were told in each place, and where a large one was."""
    small: dict[Place, int] = {}
    for claim in claims:
        if claim.log_p_facings is None:
            small[claim.place] = small.get(claim.place, 0) + claim.count
    return small, {claim.place for claim in claims if claim.count and (claim.log_p_facings is not None or claim.kind in bulky)}


def _beside(cell: Cell) -> tuple[Cell, ...]:
    row, col = cell
    return Cell(row - 1, col), Cell(row + 1, col), Cell(row, col - 1), Cell(row, col + 1)
