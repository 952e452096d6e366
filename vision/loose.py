"""Tiles that lie in zones off the grid, where nothing says how far they are shifted or turned.

The zone is looked at in several turns; every coarse window of each is compared with every drawing.  The best window is
then fitted like a cell of the grid.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Zone
from vision import resample
from vision.bare import BareTable
from vision.board import board_at
from vision.closer import told_closely
from vision.gloss import dull, without_haze
from vision.light import Array, carried_on
from vision.rectify import Plan
from vision.relight import GAMMA
from vision.tiles import COARSE, SEEN, Fits, TileBank, coarse_misfit, robust_fit

ANGLES = np.radians(np.arange(-12, 13, 4))
"""Turns in which a zone is looked at, clockwise."""
REACH = 4
"""Shifts up to this many coarse pixels are tried."""
KEEP = 8
TOGETHER = 16
"""Windows that are compared pixel by pixel at once."""
HAZES = (0.02, 0.05, 0.09, 0.14, 0.2)
"""Amounts of light, mirrored by all of a tile, in which one is looked for that no drawing explains; white paper is 1."""
DOUBTED, EMPTY, EXPLAINED = 1.2, 0.35, 0.75
"""What a pixel costs from which on it is, what one costs as bare table where nothing lies (of a hazy tile half as much again at
least), and the share to which such light must bring the first.  (Eighteen tiles that no drawing explained without were all told
rightly with it, .30 to .82; two were told wrongly without, .30 and .70.)"""


@dataclass(frozen=True, slots=True, eq=False)
class LooseTile:
    """The fits of one zone's best window (one place), its middle in plan px, its turn (rad, clockwise), and the cost
    of a pixel if the bare table is there."""

    zone: Zone
    fits: Fits
    middle: tuple[float, float]
    angle: float
    bare_cost: float


class LooseReader:
    """Finds the tiles in the zones that hold tiles."""

    def __init__(self, layout: Layout, plan: Plan, art: Array, others: Container[str] = ()) -> None:
        """`art` (looks, ART, ART, 3) are the drawings, `others` zones that something else reads."""
        self._layout, self._plan, self._block, self._art = layout, plan, plan.cell // COARSE, art
        self._side = plan.cell * layout.tile_mm / layout.pitch_mm[0]
        self._zones = [zone.place for zone in layout.zones if zone.holds_tile and zone.name not in others]
        self.areas = np.zeros((plan.size[1] // self._block, plan.size[0] // self._block), np.uint8)
        """1 for the coarse pixels (h, w) of these zones."""
        for zone in layout.zones:
            if zone.place in self._zones:
                outline = plan.to_plan(np.array(zone.polygon_mm)) / self._block
                cv2.fillPoly(self.areas, [np.round(outline).astype(np.int32)], 1)

    def read(
        self, bank: TileBank, quarter: Array, light: Array, noise: float, table: BareTable, picture: NDArray[np.uint8],
        only: Container[str] | None = None,
    ) -> list[LooseTile]:  # fmt: skip
        """The best explanation of every such zone, or of some; `picture` is the plan, `quarter` the coarse plan."""
        zones = [zone for zone in self._zones if only is None or zone.name in only]
        if not zones:
            return []
        tiles, windows = zip(*(self._zone(zone, bank, quarter, light, noise) for zone in zones), strict=True)
        # All at once: how the table varies is asked for every place alike.
        bare = table.explains(np.concatenate(windows)).costs.reshape(len(zones), -1).min(axis=1).tolist()
        found = []
        for tile, cost in zip(tiles, bare, strict=True):
            told, haze = (tile, None) if cost < EMPTY else self._in_haze(tile, bank, quarter, light, noise)
            shown = picture if haze is None else without_haze(picture, haze)
            found.append(self._closely(replace(told, bare_cost=cost), shown))
        return found

    def _in_haze(
        self, plain: LooseTile, bank: TileBank, quarter: Array, light: Array, noise: float
    ) -> tuple[LooseTile, Array | None]:
        """A tile that no drawing explains as it would be without the light that it mirrors, and that light (3,) if any."""
        least = plain.fits.costs[0, 0]
        if least < DOUBTED * SEEN**2:
            return plain, None
        # In the wrong light the wrong drawing in the wrong place may fit best: how well a tile fits is no hill.
        best, added, paper = plain, None, self._gains(plain.zone, light)[0] ** np.float32(GAMMA)
        for amount in HAZES:
            haze = np.asarray(np.float32(amount) * paper, dtype=np.float32)
            tile, _ = self._zone(plain.zone, bank, dull(quarter, np.tile(haze, (len(quarter), 1))), light, noise)
            if tile.fits.costs[0, 0] < best.fits.costs[0, 0]:
                best, added = tile, haze
        return (best, added) if best.fits.costs[0, 0] < EXPLAINED * least else (plain, None)

    def _gains(self, zone: Zone, light: Array) -> Array:
        """The gains (1, 3) of light in a zone."""
        at = np.array([self._layout.centre_mm(zone)])
        return carried_on(light, board_at(self._layout, at))

    def _closely(self, tile: LooseTile, picture: NDArray[np.uint8]) -> LooseTile:
        """The tile, what coarse pixels leave open told by all of them."""
        fits, rows = tile.fits, tile.fits.rows[0]
        costs = told_closely(fits.costs[0], rows, picture, tile.middle, tile.angle, self._side, self._art)
        order = np.argsort(costs, kind="stable")
        told = replace(fits, rows=rows[order][None], costs=costs[order][None], unknowns=fits.unknowns[:, order])
        return replace(tile, fits=told)

    def _zone(
        self, zone: Zone, bank: TileBank, quarter: Array, light: Array, noise: float
    ) -> tuple[LooseTile, Array]:
        """The best explanation of a zone by a tile, and the windows (2, dims) that may show the table instead, in art light."""
        at, gains = np.array([self._layout.centre_mm(zone)]), self._gains(zone, light)
        middle = (self._plan.to_plan(at)[0] - (self._block - 1) / 2) / self._block
        windows, spots = self._windows(quarter, middle)
        lit = np.asarray(bank.flat.reshape(bank.rows, -1, 3) * gains[0], dtype=np.float32)
        window, misfit = _best(windows, lit.reshape(bank.rows, SEEN, SEEN, 3))
        seen = windows[window].reshape(1, -1)
        rows = np.argpartition(coarse_misfit(bank, seen), KEEP - 1, axis=1)[:, :KEEP]
        close = np.argsort(misfit)[: KEEP // 2]
        rows = np.unique(np.concatenate([rows[0], close]))[None]
        fits = robust_fit(bank, seen, gains.astype(np.float32), noise, rows)
        angle, du, dv = spots[window]
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        found = (middle + turn @ np.array([du, dv])) * self._block + (self._block - 1) / 2
        # A window beside the board shows its rim when it is shifted; where no tile lies, the middle one shows the table.
        unmoved = spots.index((0.0, 0, 0))
        in_art_light = np.asarray(windows[[window, unmoved]] / gains, dtype=np.float32).reshape(2, -1)
        return LooseTile(zone, fits, (float(found[0]), float(found[1])), float(angle), np.inf), in_art_light

    def _windows(self, quarter: Array, middle: NDArray[np.float64]) -> tuple[Array, list[tuple[float, int, int]]]:
        """All windows (n, SEEN, SEEN, 3) around a spot and the (angle, shift right, shift down) of each."""
        side = SEEN + 2 * REACH
        windows, spots = [], []
        for angle in ANGLES:
            cos, sin = np.cos(angle), np.sin(angle)
            turn = np.array([[cos, -sin], [sin, cos]])
            offset = middle - turn @ np.full(2, (side - 1) / 2)
            matrix = np.column_stack([turn, offset]).astype(np.float32)
            patch = resample.warp_affine(quarter, matrix, (side, side), inverse=True)
            around = np.lib.stride_tricks.sliding_window_view(patch, (SEEN, SEEN), axis=(0, 1))
            windows.append(around.transpose(0, 1, 3, 4, 2).reshape(-1, SEEN, SEEN, 3))
            shifts = range(-REACH, REACH + 1)
            spots += [(float(angle), du, dv) for dv in shifts for du in shifts]
        return np.concatenate(windows).astype(np.float32), spots


def _best(windows: Array, drawn: Array) -> tuple[int, Array]:
    """The number of the window (n, SEEN, SEEN, 3) that some drawing (rows, SEEN, SEEN, 3) fits best, and by how much each is
    off there (rows,), in squared grey values.

    Two pictures differ at least as much as the means of their blocks: most windows are told to be worse by these.
    """
    rough = 4 * _apart(_blocks(windows), _blocks(drawn)).min(axis=1)
    flat, best, least, off = drawn.reshape(len(drawn), -1), 0, np.inf, np.zeros(len(drawn), np.float32)
    order = np.argsort(rough)
    for start in range(0, len(order), TOGETHER):
        some = order[start : start + TOGETHER]
        if rough[some[0]] > least:
            break
        misfit = _apart(windows[some].reshape(len(some), -1), flat)
        nearest = int(misfit.min(axis=1).argmin())
        if misfit[nearest].min() < least:
            best, least, off = int(some[nearest]), float(misfit[nearest].min()), misfit[nearest]
    return best, off


def _blocks(pictures: Array) -> Array:
    """The means of blocks of 2 x 2 pixels, flat (n, SEEN * SEEN * 3 / 4), of pictures (n, SEEN, SEEN, 3)."""
    rows = pictures[:, ::2] + pictures[:, 1::2]
    return np.asarray((rows[:, :, ::2] + rows[:, :, 1::2]) / 4, dtype=np.float32).reshape(len(pictures), -1)


def _apart(some: Array, others: Array) -> Array:
    """The squared differences (n, m) of pictures (n, dims) and others (m, dims), without forming the differences."""
    return np.asarray((some**2).sum(axis=1)[:, None] - 2 * some @ others.T + (others**2).sum(axis=1), dtype=np.float32)
