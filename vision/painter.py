"""Paints the bare board as it should look: prints of zones, the tiles as they were found, the cards beside the grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board import board_at
from vision.cards import SeenCard
from vision.channels import times
from vision.expected import Bounds, Canvas, Expected, bounds_of
from vision.gloss import haze_at, hazed
from vision.light import Array, carried_on
from vision.rectify import Plan, doubled
from vision.rig import Rig
from vision.tile_layers import Lit, TileLayers, shared_bounds
from vision.tiles import Fits
from vision.zones import ZonePrint, fit_zones, seen_bare, seen_of, zone_matrix

WOBBLE, WOBBLE_MM = 0.8, 0.69
"""How far an edge of a drawing may lie from where its tile was fitted, px of a plan of no detail and mm: whichever is less."""
NOISE = 6.0
"""Standard deviation of a grey value where a drawing has no edges."""


@dataclass(frozen=True, slots=True, eq=False)
class Lain:
    """What lies on a table: `fits` of all cells, the `cards` beside the grid, smooth `light`, the `noise` of a tile's grey value
    and the `haze` over the tiles."""

    fits: Fits
    cards: Sequence[SeenCard]
    light: Array
    noise: float
    haze: Array | None


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """How a zone's print lies, `unknowns` (BASIS,), by what was `seen` there (`seen_of`) in light of such `gains` (3,) and
    `noise`: boards are painted window by window, and most zones look as they did."""

    seen: Array
    gains: Array
    noise: float
    unknowns: Array

    def holds(self, seen: Array, gains: Array, noise: float) -> bool:
        """Whether the same is seen in the same light."""
        return noise == self.noise and np.array_equal(gains, self.gains) and np.array_equal(seen, self.seen)


class Painter:
    """Paints boards of one table at its plan's scale, whole or windows of the half plan."""

    def __init__(
        self, rig: Rig, plan: Plan, layers: TileLayers, prints: Sequence[ZonePrint], corners: NDArray[np.int64], side: int
    ) -> None:
        """`corners` (cells, 2) are the upper left ones of the cells' blocks, `side` wide, in the half plan."""
        self._rig, self._plan, self._layers, self._prints = rig, plan, layers, prints
        self._corners, self._side = corners, side
        # A canvas paints at half the scale of its plan; twice the plan makes it the plan's own.
        self._double = doubled(plan)
        self._told: dict[str, Told] = {}
        self._wobble = min(WOBBLE * plan.detail, WOBBLE_MM * plan.scale[0])

    def expected(self, lain: Lain, quarter: Array, box: Bounds | None = None) -> Expected:
        """The bare board, all of it or a window."""
        canvas = self._with_zones(lain, quarter, box)
        for lit in self._near(canvas, lain):
            canvas.lay(self._layers.layer(canvas.bounds, lain.fits, lit, lain.haze))
        return self._with_cards(canvas, [canvas], lain)

    def each(self, lain: Lain, quarter: Array, box: Bounds, number: int, told: Fits) -> Expected:
        """The bare board in a window with each of some drawings (1, k) in one cell, one below the other; of each the two rows at
        its upper and lower rim are not told."""
        canvas = self._with_zones(lain, quarter, box)
        own, above = list[Lit](), Canvas(self._double, box)
        # What lies below the cell, and what lies above it, is the same for all.
        for lit in self._near(canvas, lain):
            if lit[0] == number:
                own.append(lit)
            else:
                there = canvas if lit[0] < number else above
                there.lay(self._layers.layer(canvas.bounds, lain.fits, lit, lain.haze))
        whole, trials = canvas.copies(told.rows.shape[1])
        for nth, trial in enumerate(trials):
            fits = lain.fits.with_best(number, told, nth)
            for lit in own:
                trial.lay(self._layers.layer(trial.bounds, fits, lit, lain.haze))
            trial.lay(above.layer)
        return self._with_cards(whole, trials, lain)

    def printed(self, light: Array, quarter: Array, noise: float) -> Iterator[tuple[ZonePrint, Array, Array]]:
        """All printed zones, with the gains (3,) of light and the unknowns (BASIS,) of each."""
        return self._printed(self._prints, light, quarter, noise)

    def card_matrix(self, card: SeenCard, known: Array) -> NDArray[np.float64]:
        """Affine matrix (2, 3) that lays a card's picture (h, w), one pixel a millimetre, into the plan where it was found."""
        cos, sin = np.cos(card.angle), np.sin(card.angle)
        turn = np.array([[cos, -sin], [sin, cos]]) * np.array(self._plan.scale)[:, None]
        middle = self._plan.to_plan(np.array([card.at_mm]))[0]
        return np.column_stack([turn, middle - turn @ ((np.array(known.shape[::-1]) - 1) / 2)])

    def _with_zones(self, lain: Lain, quarter: Array, box: Bounds | None) -> Canvas:
        """A canvas with the printed zones."""
        canvas = Canvas(self._double, box)
        zones = [zone for zone in self._prints if not canvas.misses(zone.block)]
        for zone, gains, unknowns in self._printed(zones, lain.light, quarter, lain.noise):
            matrix = zone_matrix(zone.block, unknowns, self._plan.detail)
            canvas.paint(times(zone.art, unknowns[:3] / gains), matrix, zone.mask, seen_bare(zone.mask))
        return canvas

    def _printed(
        self, zones: Sequence[ZonePrint], light: Array, quarter: Array, noise: float
    ) -> Iterator[tuple[ZonePrint, Array, Array]]:
        """Some printed zones, told so."""
        if not zones:
            return iter(())
        bounds = np.array([zone.block for zone in zones])
        middles = (bounds[:, :2] + bounds[:, 2:] - 1) / 2
        at = board_at(self._rig.layout, self._plan.to_mm(middles * 2 + 0.5))
        gains = carried_on(light, at)
        seen = [seen_of(zone, quarter) for zone in zones]
        known = [self._told.get(zone.name) for zone in zones]
        new = [n for n, told in enumerate(known) if told is None or not told.holds(seen[n], gains[n], noise)]
        fresh = fit_zones([zones[n] for n in new], [seen[n] for n in new], gains[new], noise)
        self._told |= {zones[n].name: Told(seen[n], gains[n], noise, own) for n, own in zip(new, fresh, strict=True)}
        return zip(zones, gains, [self._told[zone.name].unknowns for zone in zones], strict=True)

    def _near(self, canvas: Canvas, lain: Lain) -> Iterator[Lit]:
        return self._layers.near(canvas, self._corners, self._side, lain.light, lain.haze)

    def _with_cards(self, whole: Canvas, parts: Sequence[Canvas], lain: Lain) -> Expected:
        """What is expected on a canvas once the cards beside the grid are laid on its parts, which show the same window."""
        # The topmost of a zone was found first.
        for card in reversed(lain.cards):
            art = self._rig.appearance.cards[card.number]
            matrix = self.card_matrix(card, art.known)
            if shared_bounds(bounds_of((art.known.shape[0], art.known.shape[1]), matrix), parts[0].bounds) is None:
                continue
            drawn, at = times(art.picture, card.light), board_at(self._rig.layout, np.array([card.at_mm]))
            if lain.haze is not None:
                drawn = hazed(drawn, carried_on(lain.light, at)[0], haze_at(lain.haze, at)[0])
            for part in parts:
                part.paint(drawn, matrix, art.known)
        return whole.expected(NOISE, self._wobble)
