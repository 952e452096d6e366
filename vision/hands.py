"""What covers the board without belonging to it: hands, sleeves, a lifted tile; and holes where a tile is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from vision.board import grid_corners_mm
from vision.expected import Expected, to_half
from vision.fiducials import Markers
from vision.light import Array
from vision.palette import Palette, palette_of
from vision.rectify import CELL, Plan

STRANGE = 2.5
"""Mean cost of 5 x 5 pixels from which on they show something else than board, tile or table."""
FAINT = 1.1
GAP = 9
"""Strange pixels less than this apart are parts of one thing."""
THIN = 7
"""Pixels: what is strange in the mean of 5 x 5 pixels and less wide than that is a line."""
SIDES = 4
"""Pixels, on a plan of detail 1, about the edge of a cell in which lines are the sides of tiles, or the gap between them."""
ACROSS, DOWN, LONG = 1, 2, 15
"""Which way such lines run, and how long they are at least, pixels on a plan of detail 1: a finger across a gap is none."""
BROAD = 17
"""Pixels: what reaches in from nowhere and is narrower all over is the table between tiles, under a lamp."""
AT_EDGE = 5
"""Pixels, on a plan of detail 1, across what lies at the border of the picture about a pixel of it."""
REACH = 41
CELL_AREA = (CELL // 2) ** 2
"""Fainter strange pixels belong to a hand when they hang together with it within REACH / 2 pixels."""
LEAST_CELLS, CROWD_CELLS, CROWD_MM2 = 0.75, 1.0, 3000.0
"""Strange patches larger than the first number of cells are hands, or what a hand holds; where no hand reaches in and none is
larger than the second, and than so many square millimetres, they may be pieces standing together (three mice and their cheeses:
0.83 cells of 55 mm; ten coins in a row beside cells of 25 mm: 2300 square millimetres; a hand alone covers three times as
much as that limit)."""
SURELY, SCATTERED, WITH_GAPS = 1.5, 1.25, 1.3
"""So many times as much as such pieces cover, strange pixels hanging together over small gaps are an arm, whatever their form;
and so many times, where no hand is seen otherwise, what is broad somewhere even if it reaches in from nowhere: a sleeve of the
table's colour, or of its shadow's, is not seen beside the board; or so many times with those gaps, in which skin passes for the
table.  (On nineteen recordings three such hands came to 1.38, 1.39 and 1.72 with their gaps, and to .83, 1.07 and 1.13 without
them; the most that pieces did is 1.14 and .96.)"""
HUED = 0.4
"""Cells with the hue of skin that a hand covers at least to be one though it is no larger than LEAST_CELLS."""
MASSIVE = 0.3
"""Share of it that is no line: .53 to .65 of a hand on wood, .14 of what the sides of tiles on dark felt join."""
LEAST_OUTSIDE, LEAST_AT_BORDER = 0.06, 0.02
"""Cells of the table beside the board that a patch covers at least if it fell apart and is a hand all the same; and one that
reaches in from the border of the picture, where little of the table is seen."""
OVERHANG = 3
"""A tall piece at the board's edge leans this many pixels out of it: only what ends at the picture's border reached in there."""


def areas(plan: Plan, layout: Layout, markers: Markers | None) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Two masks (h, w) of the half plan: where pieces are looked for (grid, printed zones), and the bare table beside all."""
    shape = (plan.size[1] // 2, plan.size[0] // 2)
    judged, used = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    for outline, looked_at in _outlines(layout, markers):
        corners = np.round(to_half(plan, outline)).astype(np.int32)
        cv2.fillPoly(used, [corners], 1)
        if looked_at:
            cv2.fillPoly(judged, [corners], 1)
    rim = np.ones((5, 5), np.uint8)
    return cv2.dilate(judged, rim) > 0, cv2.dilate(used, rim) == 0


def sides_of_tiles(plan: Plan, layout: Layout) -> NDArray[np.uint8]:
    """The pixels (h, w) of the half plan where the sides of tiles and what lies between them show: ACROSS where these run in
    rows, DOWN where in columns, both about corners, else 0."""
    across, down = layout.pitch_mm
    whole = np.zeros((plan.size[1] // 2, plan.size[0] // 2), np.uint8)
    corners = np.array([[cell.col, cell.row] for cell in layout.cells()])
    for way, aside, along in ((ACROSS, (0, 1), (1, 0)), (DOWN, (1, 0), (0, 1))):
        own = np.zeros_like(whole)
        for start in (corners, corners + aside):
            ends = to_half(plan, np.stack([start, start + along], axis=1).reshape(-1, 2) * (across, down))
            cv2.polylines(own, list(np.round(ends).astype(np.int32).reshape(-1, 2, 2)), False, way, (2 * SIDES + 1) * plan.detail)
        whole |= own
    return whole


def crowd_cells(layout: Layout) -> float:
    """How many cells pieces that stand together may cover, where no hand reaches in: hands are as large beside small cells."""
    return max(CROWD_CELLS, CROWD_MM2 / (layout.pitch_mm[0] * layout.pitch_mm[1]))


def _outlines(layout: Layout, markers: Markers | None) -> Iterator[tuple[NDArray[np.float64], bool]]:
    """Corners (n, 2) in mm of the grid, the zones and the markers, and whether pieces are looked for there."""
    yield grid_corners_mm(layout), True
    for zone in layout.zones:
        yield np.array(zone.polygon_mm, dtype=np.float64), not zone.holds_tile
    if markers is not None:
        for marker in markers.centres_mm:
            middle = np.array(markers.centres_mm[marker])
            yield middle + (markers.corners_mm(marker) - middle) * QUIET, False


HIDDEN, HALF = 0.2, 0.5
"""Share of a place under a strange patch from which on nothing is claimed about it, where half is not told by the rest."""
WIDELY, MIDDLE = 0.4, 0.25
"""A cell of which less is hidden is told all the same if nothing of its middle is, which is so far from its edges, as a share:
what stands there is no part of the patch.  (Patches are wider than hands: of 784 cells in pictures with hands 63 were hidden of
which no more than a quarter was.)"""
TABLE_SAMPLE = 6000
"""About so many pixels tell the table's colours."""
QUIET = 1.6
"""A marker with its white rim is this many times as wide as its black square."""


def table_of(half: Array, known: NDArray[np.bool_], inside: NDArray[np.bool_]) -> Palette:
    """The table's colours from pixels inside the plan on which nothing is expected."""
    blue, green, red = cv2.split(half)
    lit = np.asarray(cv2.max(cv2.max(blue, green), red)) > 1.0
    at = np.flatnonzero(inside & ~known & lit)
    return palette_of(half.reshape(-1, 3)[at[:: max(1, len(at) // TABLE_SAMPLE)]])


def with_table(expected: Expected, painted: Array, table: Palette) -> Expected:
    """The expected board with the table as it is `painted` (h, w, 3) where nothing else is expected."""
    known = expected.known.astype(np.uint8)
    picture, spread = painted.copy(), np.full_like(expected.spread, table.spread * 1.5)
    cv2.copyTo(expected.picture, known, picture)
    cv2.copyTo(expected.spread, known, spread)
    return replace(expected, picture=picture, spread=spread)


def strange_patches(
    costs: Array, judged: NDArray[np.bool_], beside: NDArray[np.bool_], detail: int = 1, crowd: float = CROWD_CELLS,
    seen: NDArray[np.bool_] | None = None, sides: NDArray[np.uint8] | None = None, skin: NDArray[np.bool_] | None = None,
) -> NDArray[np.bool_]:  # fmt: skip
    """Pixels (h, w) of large patches that board and table do not explain, with the fainter parts that hang together with them.

    `judged` is the board, `beside` the bare table around it, `detail` the plan's: a hand is large enough to be seen at 1.
    `crowd` is how many cells pieces may cover that stand together.  `seen` is what lies in the picture: beyond it nothing is
    strange, but an arm may come from there.  Lines at the `sides` of tiles join nothing: on dark felt all pale tiles have some.
    Where cells are `skin` (h, w) a smaller patch is a hand.
    """
    if seen is not None:
        judged, beside = judged & seen, beside & seen
    if detail > 1:
        size = (costs.shape[1] // detail, costs.shape[0] // detail)
        small = np.asarray(cv2.resize(costs, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        parts = None if seen is None else seen[::detail, ::detail]
        edges = None if sides is None else sides[::detail, ::detail]
        hued = None if skin is None else skin[::detail, ::detail]
        patches = strange_patches(small, judged[::detail, ::detail], beside[::detail, ::detail], 1, crowd, parts, edges, hued)
        return patches.repeat(detail, axis=0).repeat(detail, axis=1)
    heat = cv2.boxFilter(costs * (judged | beside), -1, (5, 5))
    strange = (heat > STRANGE).astype(np.uint8)
    lines = _lines(strange, sides)
    strange &= ~lines
    # Skin of the table's colour falls apart at the gaps between tiles: what lies that close belongs together if it reaches
    # in from outside; a crowd of pieces keeps to the board.
    reaching, cells = _arms(strange, beside, _edge(seen, strange.shape), crowd), _cells(_broad_parts(strange))
    if not reaching.any() and not (cells > crowd).any():
        reaching = _scattered(strange, crowd, skin)
        if not reaching.any():
            return reaching
    large = reaching | (cells > LEAST_CELLS)
    # Fainter pixels make lines wider.
    beside_lines = cv2.dilate(lines, np.ones((5, 5), np.uint8)) > 0
    _, labels = cv2.connectedComponents((((heat > FAINT) & ~beside_lines) | large).astype(np.uint8), connectivity=8)
    near = cv2.dilate(large.astype(np.uint8), np.ones((REACH, REACH), np.uint8)) > 0
    return np.isin(labels, np.unique(labels[large])) & near & (labels > 0)


def reach_in(patches: NDArray[np.bool_], beside: NDArray[np.bool_], seen: NDArray[np.bool_] | None, detail: int = 1) -> bool:
    """Whether any of strange patches (h, w) covers some of the table `beside` the board, or of the border of what is seen."""
    step = slice(None, None, detail)
    own, outside = patches[step, step], beside[step, step]
    edge = _edge(None if seen is None else seen[step, step], own.shape)
    return int(np.count_nonzero(own & outside)) > LEAST_OUTSIDE * CELL_AREA or bool((own & edge).any())


def _arms(
    strange: NDArray[np.uint8], beside: NDArray[np.bool_], edge: NDArray[np.bool_], crowd: float
) -> NDArray[np.bool_]:
    """What reaches in from outside or from the `edge` of what is seen, its parts joined over small gaps.

    It must do so without lines as well, unless it is larger than pieces that stand together: the edge of a mat that lies a little
    aside, and the table's grain, join a crowd of pieces on that mat to the table beside it.  On a dark hand drawings show through
    as rings and patches, which are lines: so many of them are no crowd.
    """
    whole = _reaching(_closed(strange), beside, edge)
    if not whole.any():
        return whole
    thick = _closed(_thick(strange))
    sure = _reaching(thick, beside, edge, LEAST_CELLS / 2) | (_cells(thick) > crowd)
    count, labels = _parts(whole.astype(np.uint8))
    shown = _within(labels, strange > 0, count) > SURELY * crowd * CELL_AREA
    shown[np.unique(labels[sure & whole])] = True
    return np.asarray(whole & shown[labels], dtype=np.bool_)


def _scattered(strange: NDArray[np.uint8], crowd: float, skin: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
    """What hangs together over small gaps, is broad somewhere, and covers more than pieces that stand together, or covers a part
    of a cell with the hue of `skin` (h, w), not for the most part with lines: the sides of tiles and their shadows join whatever
    stands on them."""
    closed = _closed(strange)
    count, labels = _parts(closed)
    whole, thick = (_within(labels, mask > 0, count) for mask in (strange, _thick(strange)))
    with_gaps = np.bincount(labels.ravel(), minlength=count)
    enough = (whole > SCATTERED * crowd * CELL_AREA) | (with_gaps > WITH_GAPS * crowd * CELL_AREA)
    if skin is not None:
        enough |= (with_gaps > LEAST_CELLS * CELL_AREA) & (_within(labels, skin, count) > HUED * CELL_AREA)
    enough &= thick > MASSIVE * whole
    enough[0] = False
    return np.asarray(enough[labels] & (_broad_parts(closed) > 0), dtype=np.bool_)


def _lines(strange: NDArray[np.uint8], sides: NDArray[np.uint8] | None) -> NDArray[np.uint8]:
    """The lines of a mask (h, w) that run along the `sides` of tiles."""
    lines = np.zeros_like(strange)
    if sides is None:
        return lines
    thin = strange & ~_thick(strange)
    for way, shape in ((ACROSS, (1, LONG)), (DOWN, (LONG, 1))):
        long = np.asarray(cv2.morphologyEx(thin, cv2.MORPH_OPEN, np.ones(shape, np.uint8)), dtype=np.uint8)
        lines |= np.where(sides & way, long, np.uint8(0))
    return lines


def _thick(strange: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A mask (h, w) without lines."""
    return np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, np.ones((THIN, THIN), np.uint8)), dtype=np.uint8)


def _closed(strange: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A mask (h, w), its parts joined over small gaps."""
    return np.asarray(cv2.morphologyEx(strange, cv2.MORPH_CLOSE, np.ones((GAP, GAP), np.uint8)), dtype=np.uint8)


def _parts(mask: NDArray[np.uint8]) -> tuple[int, NDArray[np.int32]]:
    """How many connected parts a mask (h, w) has, its background with them, and the number of each pixel's."""
    count, labels = cv2.connectedComponents(mask, connectivity=8)
    return count, np.asarray(labels, dtype=np.int32)


def _broad_parts(strange: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The parts of a mask (h, w) that are somewhere broader than the table between two tiles, on which a lamp may be mirrored."""
    broad = cv2.erode(strange, np.ones((BROAD, BROAD), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0) > 0
    if not broad.any():
        return np.zeros_like(strange)
    _, labels = cv2.connectedComponents(strange, connectivity=8)
    return np.isin(labels, np.unique(labels[broad])).astype(np.uint8)


def still_strange(patches: NDArray[np.bool_], costs: Array, detail: int = 1) -> NDArray[np.bool_]:
    """Strange patches (h, w) without their rims that the board explains at these costs (h, w), now that its light is known."""
    heat = cv2.boxFilter(costs * patches, -1, (4 * detail + 1,) * 2)
    strong = cv2.morphologyEx((heat > FAINT).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((GAP * detail,) * 2, np.uint8)) > 0
    return np.asarray(patches & strong & (_cells(strong.astype(np.uint8)) > LEAST_CELLS * detail**2), dtype=np.bool_)


def beside_hands(patches: NDArray[np.bool_], detail: int = 1) -> NDArray[np.bool_]:
    """Pixels (h, w) less than two cells beside strange patches: where the table is but guessed, skin may pass for it."""
    if not patches.any():
        return patches
    away = cv2.distanceTransform((~patches).astype(np.uint8), cv2.DIST_L2, 3)
    return np.asarray(away < CELL * detail, dtype=np.bool_)


def _cells(mask: NDArray[np.uint8]) -> Array:
    """For each pixel of a mask how many cells the connected part covers that it belongs to; 0 outside."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    area = stats[:, cv2.CC_STAT_AREA] / CELL_AREA
    area[0] = 0.0
    return np.asarray(area[labels], dtype=np.float32)


def _edge(seen: NDArray[np.bool_] | None, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """The outermost pixels (h, w) of a plan, and those at the border of what is `seen`."""
    edge = np.ones(shape[:2], np.bool_)
    edge[1:-1, 1:-1] = False
    return edge if seen is None else edge | (cv2.erode(seen.astype(np.uint8), np.ones((AT_EDGE, AT_EDGE), np.uint8)) == 0)


def _reaching(
    mask: NDArray[np.uint8], beside: NDArray[np.bool_], edge: NDArray[np.bool_], least: float = LEAST_CELLS
) -> NDArray[np.bool_]:
    """The connected parts of a mask, larger than so many cells, that reach in from the table beside the board: farther out than a
    piece leans, or from the edge of the picture."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    reach = np.ones((2 * OVERHANG + 1, 2 * OVERHANG + 1), np.uint8)
    far = cv2.erode(beside.astype(np.uint8), reach) > 0
    part = np.asarray(labels, dtype=np.int32)
    at_border = _within(part, edge, count) > 0
    outside = np.where(at_border, _within(part, beside, count), _within(part, far, count))
    enough = np.where(at_border, LEAST_AT_BORDER, LEAST_OUTSIDE) * CELL_AREA
    chosen = (stats[:, cv2.CC_STAT_AREA] > least * CELL_AREA) & (outside > enough)
    chosen[0] = False
    return np.asarray(chosen[part], dtype=np.bool_)


def _within(labels: NDArray[np.int32], mask: NDArray[np.bool_], count: int) -> NDArray[np.int64]:
    """Pixels of each labelled part (count,) within a mask."""
    return np.asarray(np.bincount(labels[mask], minlength=count), dtype=np.int64)


def hidden_share(patches: NDArray[np.bool_], blocks: Sequence[tuple[int, int, int, int]]) -> list[float]:
    """Share of strange pixels in every block (left, upper, right, lower) of the half plan."""
    if not patches.any():
        return [0.0] * len(blocks)
    return [float(patches[v0:v1, u0:u1].mean()) if u1 > u0 and v1 > v0 else 0.0 for u0, v0, u1, v1 in blocks]


def hidden_cells(patches: NDArray[np.bool_], blocks: Sequence[tuple[int, int, int, int]]) -> list[bool]:
    """Whether strange patches hide cells with such blocks of the half plan: more than WIDELY of one, or than HIDDEN and some of
    its middle."""
    shares = zip(hidden_share(patches, blocks), hidden_share(patches, [middle_of(block) for block in blocks]), strict=True)
    return [share > (HIDDEN if middle else WIDELY) for share, middle in shares]


def middle_of(block: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """The middle of a block, which is MIDDLE of its sides from each of them."""
    u0, v0, u1, v1 = block
    du, dv = round(MIDDLE * (u1 - u0)), round(MIDDLE * (v1 - v0))
    return u0 + du, v0 + dv, u1 - du, v1 - dv
