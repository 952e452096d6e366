"""The bare table in one frame: light, the drawing in every cell, where tiles and printed zones really lie."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell, Zone
from vision.bare import BareTable
from vision.board import board_at
from vision.cards import CardReader, SeenCard, outline_mm
from vision.details import Details
from vision.expected import Bounds, Expected, bounds_of, light_map
from vision.flare import Flare
from vision.gloss import added_light, dull, explained_better, haze_map, haze_over, haze_seen, with_more, without_haze
from vision.glow import without_glow
from vision.grounds import TILE_NOISE, Ground, noise_of, paper_of
from vision.habits import staying
from vision.hands import areas
from vision.lamplight import badly_explained, explains_more, lamplight, without_lamp
from vision.light import Array, gains_at
from vision.light_beside import parts_of
from vision.loose import LooseReader
from vision.one_print import told_by_neighbours
from vision.painter import Lain, Painter
from vision.pose import Pose
from vision.rectify import block_of, plan_of
from vision.relight import (
    maybe_mirror,
    mirrors,
    shadows,
    vague_in_shadows,
    vague_under,
    without_mirrors,
    without_shadows,
)
from vision.rig import Rig
from vision.rivals import Rivals
from vision.shared_light import shared_light, window
from vision.teller import TileTeller
from vision.tile_layers import TileLayers, own_gains
from vision.tile_light import better_light, first_light
from vision.tiles import (
    COARSE,
    SEEN,
    Fits,
    bent_light,
    make_bank,
    moved_otherwise,
)
from vision.veiled import VeiledTiles, ill_fitting
from vision.zones import make_prints

VEILED, UNVEILED = 1.3, 0.75
"""Robust cost per coarse pixel from which on mirrored light is looked for, and the share to which it must bring the cost down."""
MIRRORED = 0.08
"""Share of a place on which a lamp is mirrored, from which on it is told with the lamp's light."""
RELIT = 3
"""So often shadows and mirrored lamps are taken out, each time on the ground of what was read without them."""
RELIT_GREY = 3.0
"""Grey values, on average, by which a cell must have changed to count as relit."""
MOSTLY_SEEN = 0.8
"""A drawing of which less was ever seen bare is guessed at."""
MISLED = 0.3
"""By how much, as a logarithm, the light may be off in which drawings were told; else they are told again in that which they
tell: haze makes dark paint look as if a lamp of its colour shone there."""
EXPLAINED = 0.8
"""Weight of a pixel in a fit from which on a drawing explains it."""


Relit = tuple[NDArray[np.uint8], Array, Array, Array]
"""A plan in smoother light, and in coarse pixels (h, w): how much the board may now differ from what is expected, in grey values,
where lamps were mirrored, and the share of the light that shadows had left."""


class GroundReader:
    """Finds the ground of frames of one table."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.plan = plan_of(rig.layout)
        self.cells: tuple[Cell, ...] = rig.layout.cells()
        self._block = self.plan.cell // COARSE
        self.side = self.plan.cell if rig.appearance.fixed else rig.layout.tile_mm * self.plan.scale[0]
        self._blocks = np.array([block_of(self.plan, rig.layout, cell) for cell in self.cells]) // self._block
        self._middles = np.array([rig.layout.centre_mm(cell) for cell in self.cells])
        self._nominal = self.plan.to_plan(self._middles)
        self._at = board_at(rig.layout, self._middles)
        self._pixel = np.ptp(self._board(np.array([[0.0, 0.0], [1.0, 1.0]])), axis=0) * self._block
        """Width and height of a coarse pixel in board coordinates."""
        self.bank = make_bank(rig.appearance.art, self.side, self.plan.cell, rig.appearance.art_seen)
        self._veiled, self._details = VeiledTiles(self.bank), Details(self.bank)
        self.teller = TileTeller(rig, self.bank, self._blocks * self._block, self._at, self._block, self._pixel)
        appearance = rig.appearance
        art, art_seen = appearance.art, appearance.art_seen
        self._layers = TileLayers(art, art_seen, self.side, self._nominal, self._at, self._block, self._pixel)
        self.rivals = Rivals(rig, self._layers.seen, self.side, self._nominal, self._at, self._block)
        """Tells drawings apart that fit about as well; by the colour of their light below pieces, too."""
        self.vague = np.repeat(rig.appearance.art_seen.mean(axis=(1, 2)) < MOSTLY_SEEN, 4)
        """The rows of the bank of whose drawing less was ever seen bare."""
        self._staying = staying(appearance.settled, len(self.cells))
        self._loose = LooseReader(rig.layout, self.plan, rig.appearance.art, frozenset(rig.appearance.card_zones))
        self._cards = CardReader(rig.appearance, rig.layout, self.plan)
        self.judged, self.beside = areas(self.plan, rig.layout, rig.markers)
        self._beside = self.beside[:: self._block // 2, :: self._block // 2]
        self._prints = make_prints(rig.appearance.zone_art, rig.appearance.zone_mask, self.plan, rig.layout)
        corners = self._blocks * self._block // 2
        self._painter = Painter(rig, self.plan, self._layers, self._prints, corners, self._block * COARSE // 2)
        self._parts = parts_of(self._prints, self.plan, rig.layout)
        self._smooth: tuple[bytes, Array] | None = None
        self._haze: Array | None = rig.appearance.haze

    def in_holes(self, holes: Array) -> NDArray[np.bool_]:
        """The pixels (h, w) of the half plan that lie in cells without a tile, by the log-odds (cells,) of that."""
        mask, side = np.zeros(self.judged.shape, np.bool_), self.plan.cell // 2
        for left, upper in self._blocks[holes > 0] * (self._block // 2):
            mask[upper : upper + side, left : left + side] = True
        return mask

    @cached_property
    def on_cells(self) -> NDArray[np.bool_]:
        """The pixels (h, w) of the half plan that lie in cells."""
        return self.in_holes(np.ones(len(self.cells), np.float32))

    @cached_property
    def in_zones(self) -> NDArray[np.bool_]:
        """Those that lie in printed zones and in no cell."""
        mask = np.zeros(self.judged.shape, np.bool_)
        for left, upper, right, lower in self.zone_blocks.values():
            mask[upper:lower, left:right] = True
        return mask & ~self.on_cells

    @property
    def zone_blocks(self) -> dict[Zone, tuple[int, int, int, int]]:
        """Left, upper, right, lower bound of every printed zone in the half plan."""
        return {Zone(zone.name): zone.block for zone in self._prints}

    def forget(self) -> None:
        """Keep little of what was painted: a reading is done."""
        self._layers.forget()
        self._smooth = None

    def outlines_mm(self, cards: Sequence[SeenCard]) -> list[NDArray[np.float64]]:
        """The corners (4, 2), mm, of cards as they lie beside the grid."""
        return [outline_mm(card, self.rig.appearance.cards[card.number].size_mm) for card in cards]

    def art_seen(self, row: int) -> Array:
        """Which pixels (ART, ART) of a drawing, turned as a bank row, were ever seen bare."""
        return self._layers.seen(row)

    def read(self, plan_picture: NDArray[np.uint8], haze: Array | None = None) -> Ground:
        """The ground of a plan (h, w, 3) with such haze (`vision.gloss`) over its tiles."""
        quarter = self.quarter(plan_picture)
        seen = self.seen(quarter, haze)
        misfit = self.teller.misfit(seen)
        light = first_light(self.bank, seen, misfit, self._at)
        gains = gains_at(light, self._at)
        # In half the light a drawing differs from its neighbour by half as many grey values.
        noise = noise_of(gains)
        plain, fits = self.teller.told(self.teller.fit(seen, gains, misfit, noise), seen, plan_picture, gains, noise, haze)
        light, before = better_light(fits, quarter, self._at, self._parts), gains
        gains = gains_at(light, self._at)
        if np.abs(np.log(gains / before)).max() > MISLED:
            again = self.teller.fit(seen, gains, misfit, noise_of(gains))
            plain, fits = self.teller.told(again, seen, plan_picture, gains, noise, haze)
            light = better_light(fits, quarter, self._at, self._parts)
            gains = gains_at(light, self._at)
        fits = self._as_one(fits, gains)
        table = BareTable(quarter, self._beside, self._gains_of(light, quarter))
        holes = self._holes(seen, gains, plain, table)
        # A bare table is no drawing under a lamp.
        fits = fits.with_others(np.flatnonzero(holes > 0), plain.of(np.flatnonzero(holes > 0)))
        dulled, beside = self._dulled(plan_picture, quarter, haze)
        loose = tuple(self._loose.read(self.bank, beside, light, noise, table, dulled))
        cards = self._cards.read(dulled, light, noise / TILE_NOISE, table)
        expected = self._painter.expected(Lain(fits, cards, light, noise, haze), quarter)
        as_seen, no_lamps = np.zeros(len(seen), np.bool_), np.zeros(len(seen), np.float32)
        return Ground(fits, light, gains, expected, seen, misfit, loose, cards, holes, as_seen, no_lamps, table, haze)

    def again(
        self, ground: Ground, plan_picture: NDArray[np.uint8], quarter: Array, cells: NDArray[np.int64], zones: frozenset[str]
    ) -> Ground:
        """A ground with some cells (numbers) and zones read again in a plan lit as before; the rest stays."""
        noise = noise_of(ground.gains)
        fits, holes, lamps = ground.fits, ground.holes, ground.lamps
        if len(cells):
            own = self.seen(quarter, ground.haze, cells)
            seen = np.zeros((len(self.cells), own.shape[1]), np.float32)
            seen[cells] = own
            plain = self.teller.fit(own, ground.gains[cells], self.teller.misfit(own, cells), noise, cells)
            holes = holes.copy()
            holes[cells] = self._holes(own, ground.gains[cells], plain, ground.table, cells)
            fits, lamps = fits.with_others(cells, plain), lamps.copy()
            lying = cells[holes[cells] <= 0]
            _, fits = self.teller.told(fits, seen, plan_picture, ground.gains, noise, ground.haze, lying)
            lamps[cells] = 0
            fits = self._as_one(fits, ground.gains)
            if not self.rig.appearance.fixed:
                told = replace(ground, fits=fits, holes=holes, lamps=lamps)
                fits, _ = self.rivals.told(told, plan_picture, lying)
        dulled, beside = self._dulled(plan_picture, quarter, ground.haze) if zones else (plan_picture, quarter)
        loose = self._loose.read(self.bank, beside, ground.light, noise, ground.table, dulled, zones)
        cards = self._cards.read(dulled, ground.light, noise / TILE_NOISE, ground.table, zones)
        loose = [*(tile for tile in ground.loose if tile.zone.name not in zones), *loose]
        cards = (*(card for card in ground.cards if card.zone.name not in zones), *cards)
        return replace(ground, fits=fits, loose=tuple(loose), cards=cards, holes=holes, lamps=lamps)

    def _as_one(self, fits: Fits, gains: Array) -> Fits:
        """The fits of all cells: where the board is one print, those that are covered as the others tell."""
        layout = self.rig.layout
        return told_by_neighbours(fits, gains, (layout.rows, layout.cols)) if self.rig.appearance.fixed else fits

    def settled(self, plan_picture: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Ground]:
        """The plan without shadows and mirrored lamps, and its ground, in which less is told where they were."""
        ground = self.read(plan_picture, self._haze)
        # What lies glossy shows haze; where it lies is told by the light of the day.
        more = None if self._haze is None else haze_seen(self.bank, ground.fits, without_glow(ground.seen, ground.fits), self._at)
        if more is not None and self._haze is not None:
            other = self.read(plan_picture, with_more(self._haze, more))
            if explained_better(other.fits, ground.fits):
                ground, self._haze = other, other.haze
        return self._apart(*self._in_even_light(plan_picture, ground))

    def flares_otherwise(self, flare: Flare, ground: Ground, pose: Pose) -> bool:
        """Whether the drawings on a ground show more or less of a flare than was taken from the camera's picture."""
        # All pixels count: those of dark paint, which show most of it, seem to be something else.
        added = added_light(self.bank, ground.fits, ground.seen, np.ones_like(ground.fits.weights))
        return flare.told_anew(pose.project(self._middles, self.plan.height_mm), *added)

    def _apart(self, plan_picture: NDArray[np.uint8], ground: Ground) -> tuple[NDArray[np.uint8], Ground]:
        """A plan and its ground with drawings told closely where coarse pixels leave open which it is."""
        if self.rig.appearance.fixed:
            return plan_picture, ground
        fits, other = self.rivals.told(ground, plan_picture)
        ground = replace(ground, fits=fits)
        if len(other):
            ground = self.redrawn(ground, self.quarter(plan_picture), {self.cells[number] for number in other})
        return plan_picture, ground

    def _dulled(
        self, plan_picture: NDArray[np.uint8], quarter: Array, haze: Array | None
    ) -> tuple[NDArray[np.uint8], Array]:
        """A plan and its coarse pixels without haze, as tiles and cards in zones are compared: the table and pieces are dull."""
        if haze is None:
            return plan_picture, quarter
        dulled = without_haze(plan_picture, haze_map(haze, self.plan.size, self._board))
        return dulled, self.quarter(dulled)

    def dull_grid(self, plan_picture: NDArray[np.uint8], haze: Array, corner: tuple[int, int] = (0, 0)) -> NDArray[np.uint8]:
        """A plan, or a window of one with that upper left corner, without the haze over the grid: beside it nobody knows how much
        there is, and the table has none."""
        low, high = self._blocks.min(axis=0) * self._block - corner, (self._blocks.max(axis=0) + COARSE) * self._block - corner
        (left, upper), (right, lower) = np.maximum(low, 0).tolist(), np.maximum(high, 0).tolist()
        inner, made = plan_picture[upper:lower, left:right], plan_picture.copy()
        if inner.size:
            start, size = np.array([corner[0] + left, corner[1] + upper]), (inner.shape[1], inner.shape[0])
            there = haze_map(haze, size, lambda points: self._board(points + start))
            made[upper:lower, left:right] = without_haze(np.ascontiguousarray(inner), there)
        return made

    def _board(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Board coordinates (n, 2) of pixels (n, 2) of the plan."""
        return board_at(self.rig.layout, self.plan.to_mm(points))

    def _in_even_light(self, plan_picture: NDArray[np.uint8], ground: Ground) -> tuple[NDArray[np.uint8], Ground]:
        """The same without shadows and mirrored lamps."""
        first = ground
        vague: Array | None = None
        left: Array | None = None
        # What was seen of places on which lamps are mirrored.
        lit = np.full_like(ground.seen, np.nan)
        for _ in range(RELIT):
            relit = self._relit(plan_picture, ground, left)
            if relit is None:
                break
            before = plan_picture
            plan_picture, spread, mirrored, left = relit
            vague = spread if vague is None else np.maximum(vague, spread)
            fresh = (self.seen(mirrored[..., None]).mean(axis=1) > MIRRORED) & np.isnan(lit[:, 0])
            lit[fresh] = ground.seen[fresh]
            if plan_picture is before:
                break
            ground = self.read(plan_picture, ground.haze)
        if vague is None:
            return plan_picture, ground
        plan_picture, ground = self._told_under(ground, plan_picture, lit)
        least = cv2.resize(vague, self.plan.size, interpolation=cv2.INTER_NEAREST)
        spread = np.asarray(np.maximum(ground.expected.spread, least), dtype=np.float32)
        relit = np.abs(ground.seen - first.seen).mean(axis=1) > RELIT_GREY
        return plan_picture, replace(ground, expected=replace(ground.expected, spread=spread), relit=relit)

    def _relit(self, plan_picture: NDArray[np.uint8], ground: Ground, left: Array | None) -> Relit | None:
        """The plan without shadows or without mirrored lamps; None when light is smooth.  Shadows that were taken out already
        had `left` that share of the light (h, w), if there were any."""
        quarter = ground.table.quarter
        wanted, known = self._wanted(self._by_details(ground, quarter), quarter)
        left = np.ones(known.shape, np.float32) if left is None else left
        # By its own light each tile would hide a shadow that lies on all of it.
        shared = self._shared_light(ground, quarter)
        factors, none = shadows(quarter, wanted / shared, known, self._loose.areas), np.zeros(known.shape, np.float32)
        costs = ground.fits.costs[:, 0].reshape(self.rig.layout.rows, -1)
        lamp = lamplight(quarter, wanted, known, COARSE, paper_of(ground)) if badly_explained(costs, SEEN * SEEN) else None
        if lamp is not None and (factors is None or explains_more(lamp, factors / shared, quarter, wanted, known)):
            return without_lamp(plan_picture, *lamp), none, none, left
        if factors is not None:
            # What mirrors a lamp is looked for when the board is read without its shadows.
            left = np.asarray(left * factors.mean(axis=2), dtype=np.float32)
            return without_shadows(plan_picture, factors), vague_in_shadows(left), none, left
        mirrored = None if self.rig.appearance.fixed else self._without_mirrors(plan_picture, ground, quarter)
        return None if mirrored is None else (*mirrored, left)

    def _shared_light(self, ground: Ground, quarter: Array) -> Array:
        """How much brighter (h, w, 3) than in smooth light the coarse plan is by what tiles and printed zones have in common."""
        lying, at = [window(*corner, *corner + COARSE) for corner in self._blocks], self._at
        gains = [own_gains(ground.fits, ground.gains)]
        for zone, usual, unknowns in self._painter.printed(ground.light, quarter, noise_of(ground.gains)):
            bounds = np.array(zone.block)
            lying.append(window(*bounds * 2 // self._block))
            gains.append(unknowns[None, :3] / usual)
            at = np.vstack([at, board_at(self.rig.layout, self.plan.to_mm((bounds[:2] + bounds[2:])[None] + 0.5))])
        return shared_light((quarter.shape[0], quarter.shape[1]), lying, np.concatenate(gains), at)

    def _by_details(self, ground: Ground, quarter: Array) -> Ground:
        """The ground with other drawings where they are clearly likelier by their details."""
        bare = without_glow(ground.seen, ground.fits)
        told = None if self.rig.appearance.fixed else self._details.told(bare, ground.fits, ground.gains)
        if told is None:
            return ground
        cells, fits = told
        ground = replace(ground, fits=ground.fits.with_others(cells, fits))
        return self.redrawn(ground, quarter, {self.cells[cell] for cell in cells})

    def _without_mirrors(
        self, plan_picture: NDArray[np.uint8], ground: Ground, quarter: Array
    ) -> tuple[NDArray[np.uint8], Array, Array] | None:
        """The same for the lamps that tiles mirror alone.  Where a drawing is told by a lamp on it, there is one, even if its
        light cannot be taken out."""
        ground, veiled = self._unveiled(ground, quarter)
        wanted, known = self._wanted(ground, quarter)
        lit = np.zeros(known.shape, np.bool_)
        for corner in self._blocks[veiled]:
            lit[window(*corner, *corner + COARSE)] = True
        mirrored = mirrors(quarter, wanted, known, self._blocks, paper=paper_of(ground))
        if mirrored is None:
            return (plan_picture, vague_under(lit), lit.astype(np.float32)) if lit.any() else None
        full = ground.expected.picture * cv2.resize(self._gains_of(ground.light, quarter), self.plan.size)
        bare = without_mirrors(plan_picture, *mirrored, full, ground.expected.known)
        lit |= mirrored[1]
        return bare, vague_under(lit), lit.astype(np.float32)

    def _wanted(self, ground: Ground, quarter: Array) -> tuple[Array, NDArray[np.bool_]]:
        """What a plan of coarse pixels should show (h, w, 3) in smooth light, and where (h, w) that is known."""
        size = (quarter.shape[1], quarter.shape[0])
        known = cv2.resize(ground.expected.known.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.9
        drawn = cv2.resize(ground.expected.picture, size, interpolation=cv2.INTER_AREA)
        return np.asarray(drawn * self._gains_of(ground.light, quarter), dtype=np.float32), known

    def _told_under(self, ground: Ground, plan_picture: NDArray[np.uint8], lit: Array) -> tuple[NDArray[np.uint8], Ground]:
        """The plan and its ground with drawings under mirrored lamps told by what was seen with the lamps' light, `lit` (cells,
        dims); nan where there is none: what was painted in there would confirm itself."""
        cells = np.flatnonzero(np.isfinite(lit[:, 0]))
        if not len(cells):
            return plan_picture, ground
        under, quarter = self._under_lamps(ground, lit[cells], cells), self.quarter(plan_picture)
        under = under.glowing(ground.fits.of(cells))
        told = replace(ground, fits=ground.fits.with_others(cells, under), holes=ground.holes.copy(), lamps=ground.lamps.copy())
        told.lamps[cells] = under.costs[:, 0] / (SEEN * SEEN)
        told.holes[cells] = self._holes(ground.seen[cells], ground.gains[cells], under, ground.table, cells)
        told = self.redrawn(told, quarter, {self.cells[number] for number in cells})
        # What a lamp leaves at its edges is no piece, if the drawing with the lamp on a part of it explains it.
        explained, rim = np.zeros(quarter.shape[:2], np.float32), (COARSE - SEEN) // 2
        for (left, upper), weights in zip(self._blocks[cells] + rim, under.weights, strict=True):
            explained[upper : upper + SEEN, left : left + SEEN] = weights.reshape(SEEN, SEEN)
        shown = (cv2.resize(explained, self.plan.size, interpolation=cv2.INTER_NEAREST) > EXPLAINED) & told.expected.known
        full = told.expected.picture * cv2.resize(self._gains_of(told.light, quarter), self.plan.size)
        return np.where(shown[..., None], np.clip(full, 0, 255).astype(np.uint8), plan_picture), told

    def _gains_of(self, light: Array, quarter: Array) -> Array:
        """Gains (h, w, 3) of smooth light on a plan of coarse pixels."""
        size, key = (quarter.shape[1], quarter.shape[0]), light.tobytes()
        if self._smooth is None or self._smooth[0] != key:
            fine = light_map(self.plan, self.rig.layout, light)
            self._smooth = key, np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        return self._smooth[1]

    def _unveiled(self, ground: Ground, quarter: Array) -> tuple[Ground, NDArray[np.int64]]:
        """The ground with other drawings where they explain a place much better with a lamp mirrored on a part of it, and the
        numbers of those where nothing else is to be seen."""
        fits = ground.fits
        doubtful = np.flatnonzero(fits.costs[:, 0] > VEILED * SEEN * SEEN)
        if self.rig.appearance.fixed or not len(doubtful):
            return ground, doubtful[:0]
        under = self._under_lamps(ground, ground.seen[doubtful], doubtful)
        better = np.flatnonzero(under.costs[:, 0] < UNVEILED * fits.costs[doubtful, 0])
        if not len(better):
            return ground, better
        fits = fits.with_others(doubtful[better], under.of(better))
        expected = self._painter.expected(replace(_lain(ground), fits=fits), quarter)
        alone = ill_fitting(under.costs[better, 0] / (SEEN * SEEN)) == 0
        return replace(ground, fits=fits, expected=expected), doubtful[better[alone]]

    def _under_lamps(self, ground: Ground, seen: Array, cells: NDArray[np.int64]) -> Fits:
        """The fits of some cells (numbers), seen so (cells, dims), each with a lamp mirrored on a part of it."""
        noise, keep = noise_of(ground.gains), ground.fits.rows.shape[1]
        places, paper = zip(seen, ground.gains[cells], strict=True), paper_of(ground)
        found = [self._veiled.fits(own, gains, paper, noise) for own, gains in places]
        fits = Fits(*(np.stack(each) for each in zip(*found, strict=True)))
        return fits.weighed(self.teller.habits[cells]).of(slice(None), keep)

    def quarter(self, plan_picture: NDArray[np.uint8]) -> Array:
        """The plan (h, w, 3) in coarse pixels."""
        size = (plan_picture.shape[1] // self._block, plan_picture.shape[0] // self._block)
        return cv2.resize(plan_picture, size, interpolation=cv2.INTER_AREA).astype(np.float32)

    def seen(self, quarter: Array, haze: Array | None = None, cells: NDArray[np.int64] | slice = slice(None)) -> Array:
        """The compared pixels of every cell, or of some (numbers), (cells, SEEN * SEEN * channels), as they are without such
        haze."""
        corners = self._blocks[cells] + (COARSE - SEEN) // 2
        seen = np.stack([quarter[v : v + SEEN, u : u + SEEN].reshape(-1) for u, v in corners.tolist()])
        return seen if haze is None else dull(seen, haze_over(haze, self._at[cells], self._pixel, SEEN))

    def _holes(
        self, seen: Array, gains: Array, fits: Fits, table: BareTable, cells: NDArray[np.int64] | None = None
    ) -> Array:
        """Log-odds (cells,) that no tile lies there, or in some cells (numbers), in such light; a printed board has no holes."""
        if self.rig.appearance.fixed:
            return np.full(len(seen), -np.inf, np.float32)
        bent = bent_light(fits, gains)
        in_art_light = np.asarray(seen / np.tile(gains, SEEN * SEEN), dtype=np.float32)
        odds = table.explains(in_art_light).odds_of_holes(fits.costs[:, 0] / (SEEN * SEEN), bent)
        staying = self._staying if cells is None else self._staying[cells]
        odds -= staying
        holes = np.flatnonzero(odds > 0)
        if len(holes):
            odds[holes] -= self._details.shown(seen[holes])
        for cell in np.flatnonzero(odds > 0):
            if maybe_mirror(in_art_light[cell].reshape(-1, 3), self.bank.flat[fits.rows[cell]].reshape(-1, SEEN * SEEN, 3)):
                # Then what is seen tells neither way, and what was known before does.
                odds[cell] = -staying[cell]
        return odds

    def otherwise(
        self, before: Ground, now: Ground, cells: NDArray[np.int64], zones: frozenset[str]
    ) -> list[tuple[int, int, int, int]]:
        """The windows of the half plan in which the expected board has changed, where some cells (numbers) and zones were read
        again: what the tiles that lie otherwise, the prints of the zones and their cards cover, or have covered."""
        size, laid = self._layers.size, []
        moved = cells[moved_otherwise(before.fits, now.fits, cells)].tolist()
        for ground in (before, now):
            laid += [(size, self._layers.matrix(ground.fits, cell)) for cell in moved]
            for card in (card for card in ground.cards if card.zone.name in zones):
                known = self.rig.appearance.cards[card.number].known
                laid.append(((known.shape[0], known.shape[1]), self._painter.card_matrix(card, known)))
        bounds = [bounds_of(size, matrix) for size, matrix in laid]
        prints = [zone.block for zone in self._prints if zone.name in zones]
        # A canvas paints at the plan's own scale; a pixel farther the spread still tells of an edge.
        boxes = [*prints, *((u0 // 2, v0 // 2, -(-u1 // 2), -(-v1 // 2)) for (u0, v0), (u1, v1) in bounds)]
        width, height = self.plan.size[0] // 2, self.plan.size[1] // 2
        return [(max(u0 - 1, 0), max(v0 - 1, 0), min(u1 + 1, width), min(v1 + 1, height)) for u0, v0, u1, v1 in boxes]

    def redrawn(self, ground: Ground, quarter: Array, cells: Set[Cell]) -> Ground:
        """A ground with the board expected in some cells that its fits tell."""
        whole = ground.expected
        picture, known, spread = whole.picture.copy(), whole.known.copy(), whole.spread.copy()
        half = self._block * COARSE // 2
        for number, cell in enumerate(self.cells):
            if cell in cells:
                left, upper = (int(bound) for bound in self._blocks[number] * self._block // 2)
                own = self.expected_in(ground, quarter, (left, upper, left + half, upper + half))
                here = slice(2 * upper, 2 * (upper + half)), slice(2 * left, 2 * (left + half))
                picture[here], known[here], spread[here] = own.picture, own.known, own.spread
        return replace(ground, expected=Expected(picture, known, spread))

    def expected_in(self, ground: Ground, quarter: Array, box: Bounds) -> Expected:
        """The bare board at the plan's scale in a window of the half plan."""
        return self._painter.expected(_lain(ground), quarter, box)

    def expected_each(self, ground: Ground, quarter: Array, box: Bounds, number: int, told: Fits) -> Expected:
        """The same with each of some drawings (1, k) in a cell, one below the other (`Painter.each`)."""
        return self._painter.each(_lain(ground), quarter, box, number, told)


def _lain(ground: Ground) -> Lain:
    """What lies on a table of that ground."""
    return Lain(ground.fits, ground.cards, ground.light, noise_of(ground.gains), ground.haze)
