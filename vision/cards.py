"""Cards in zones off the grid, where they lie loose and may lie on each other.

1. Coarse: the zone in pixels of COARSE_MM is compared, part by part of a card, with every card in a few turns at every spot.
   A part that is off as a whole is hidden by something.  The card that explains most is the topmost.
2. Fine: the likeliest looks there are fitted pixel by pixel, light, shift and turn free within limits.
3. What it covers is set aside, and the next is looked for among the rest, until nothing is explained any more.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Zone
from companion.core.scene import Look
from vision import resample
from vision.bare import BareTable
from vision.board import board_at
from vision.card_dimmed import DimmedZone
from vision.card_light import (
    BARE,
    COVERED,
    LEAST_SHOWN,
    NEARLY,
    PART,
    STRANGE,
    Parts,
    clearness,
    drawn_parts,
    in_usual_light,
    patched_card,
    shows_drawing,
)
from vision.card_zones import COARSE_MM, FINE_MM, ZoneView, corners_of, cover, halved, turned_by, upright, view_of
from vision.channels import over
from vision.closer import told_by_details
from vision.light import Array, carried_on, gains_off_grid
from vision.rectify import Plan
from vision.rig import FINER, Appearance
from vision.solve import COVERED_COST, Patterns, robust_solve

ANGLES = np.radians([-6.0, -3.0, 0.0, 3.0, 6.0])
NOISE = 14.0
"""Standard deviation of a grey value about the taught picture after a card is fitted."""
LEAST_GAIN = 0.9
"""Gain of a part, on average over those seen, from which on a card is believed."""
NEAR_GAIN = 0.5
"""When the likeliest card gains less than that at its spot, it is not looked at as it lies."""
LEAST_APART_MM = 10.0
DOUBTFUL_GAIN = 1.6
"""When the first card gains less a part, other light is tried."""
FACTORS = (0.85, 1.18, 0.72, 1.4, 0.6, 1.7, 2.0)
WORTH = 0.5
"""What a part must gain at least, on average, in another light of the whole zone."""
CLEAR_GAIN = 1.0
"""When the next card gains less a part, parts of it may lie in another light."""
TRIES = 2
"""So many times as many cards as a zone may hold are tried, lest what is no card be tried for ever."""
TINTED = 0.75
"""No light is so coloured: of 900 cards in sixteen kinds of light those came to 0.26 at most that lay under no lamp, and to 0.66
under one; bare wood in a shadow's edge, to which a blue card fits in light with half the blue, to 0.86 and more."""
LAMPLIT = 0.3
"""Where light is more coloured than that, it is a lamp's, and less is sure."""
UNEVEN_SURE = 0.85
"""The probability of a card where light is uneven."""
MORE = 0.25
"""How much more a part must gain, on average, when some lie in another light."""
LEADERS = 10
NATS = 9.0
"""Cost units of a fine fit that make one nat, for a card of the usual number of pixels."""
USUAL_PIXELS = 196
WHOLLY = 0.95
"""Share of a card that must be seen to tell it by its details."""
WELL_KNOWN, UNKNOWN = 0.9, 0.3
"""Share of what is shown of a card that must be known of another to tell what pixels cost as a rule, and what one costs more of
which nothing is known."""
STROKES = 14.0
"""So many pixels err together of a card that is drawn 64 tall: about as many as a stroke of a digit has.  (On four rendered
tables 27 of 27 cards were told, all but one by 0.8 nats and more with three times as many, as of tiles.)"""
CLOSELY, LEAST_LIKELY = 0.9, 1e-9
"""How far the details of a card are believed where all its pixels say otherwise: two ways to look that disagree leave a doubt."""
SPARE = 3
"""More cards than this beyond the most that were taught are not looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenCard:
    """A card in a zone: its looks with log-probabilities, likeliest first; its middle, mm; the share of it that is seen; and
    which of the taught pictures it shows, turned clockwise by so much (radians), in light of so much of the expected (3,).
    `sure` is less than 1 where light is so uneven that a card may be something else."""

    zone: Zone
    looks: tuple[tuple[Look, float], ...]
    at_mm: tuple[float, float]
    shown: float
    number: int
    angle: float
    light: Array
    sure: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class _Lit:
    """A zone's picture (h, w, 3) with a card in usual light, `clear` (h, w) 0 where the camera was blinded, the light (3,) that
    most of the card lay in, and whether that was another than the zone's."""

    picture: Array
    clear: Array | float = 1.0
    light: Array | float = 1.0
    uneven: bool = False


class CardReader:
    """Finds the cards in the zones where the teaching pictures show some."""

    def __init__(self, appearance: Appearance, layout: Layout, plan: Plan) -> None:
        self._layout, self._plan, self._cards = layout, plan, appearance.cards
        self._zones = [zone for zone in layout.zones if zone.name in appearance.card_zones] if self._cards else []
        across_in = frozenset(appearance.across) if layout.tile_tall != 1.0 else frozenset[str]()
        self._most = {name: 1 if most == 1 else most + SPARE for name, (most, _) in appearance.card_zones.items()}
        if not self._zones:
            return
        # Where cards lie across, a zone is looked at from its side.
        self._views = {zone.name: view_of(zone, zone.name in across_in) for zone in self._zones}
        width, height = self._cards[0].size_mm
        self._size = (round(width / COARSE_MM), round(height / COARSE_MM))
        turns = (0, 2) if abs(height / width - 1) > 0.1 else (0, 1, 2, 3)
        self._rows = [(n, turn, float(angle)) for n in range(len(self._cards)) for turn in turns for angle in ANGLES]
        laid = [self._laid(*row, COARSE_MM, self._size) for row in self._rows]
        faces = {name: faces for name, (_, faces) in appearance.card_zones.items()}
        self._usual = {
            name: np.array([k for k, row in enumerate(self._rows) if self._cards[row[0]].look.face in faces[name]])
            for name in faces
        }
        self._upright = np.array([angle == 0.0 for _, _, angle in self._rows])
        across, down = ((side - PART * (side // PART)) // 2 for side in self._size)
        self._starts = [
            (v, u)
            for v in range(down, self._size[1] - PART + 1, PART)
            for u in range(across, self._size[0] - PART + 1, PART)
        ]
        drawn = drawn_parts(np.stack([picture for picture, _ in laid]), np.stack([cover for _, cover in laid]), self._starts)
        self._drawn = {rows.tobytes(): drawn.of_rows(rows) for rows in self._usual.values()}
        self._fine_size = (round(width / FINE_MM), round(height / FINE_MM))
        self._fine_rows = {(n, turn): k for k, (n, turn) in enumerate((n, t) for n in range(len(self._cards)) for t in turns)}
        self._prepare_fine()

    def _laid(self, card: int, turn: int, angle: float, pixel_mm: float, size: tuple[int, int]) -> tuple[Array, Array]:
        """A card turned about its middle, with what is known of it, in pixels of `pixel_mm`."""
        art = self._cards[card]
        soft = cv2.GaussianBlur(np.dstack([art.picture * art.known[..., None], art.known]), (0, 0), 0.4 * pixel_mm)
        turned = angle + turn * np.pi / 2
        cos, sin = np.cos(turned) / pixel_mm, np.sin(turned) / pixel_mm
        matrix = np.array([[cos, -sin, 0], [sin, cos, 0]])
        middle = np.array([art.picture.shape[1] - 1, art.picture.shape[0] - 1]) / 2
        matrix[:, 2] = (np.array(size) - 1) / 2 - matrix[:, :2] @ middle
        laid = np.asarray(resample.warp_affine(soft, matrix, size), dtype=np.float32)
        return np.asarray(laid[..., :3] / np.maximum(laid[..., 3:], 0.05), dtype=np.float32), laid[..., 3]

    def _prepare_fine(self) -> None:
        pixels = self._fine_size[0] * self._fine_size[1]
        count = len(self._fine_rows)
        flat, slopes = np.zeros((count, 3, pixels), np.float32), np.zeros((count, 3, 3, pixels), np.float32)
        self._known = np.zeros((len(self._fine_rows), pixels), np.float32)
        y, x = np.mgrid[0 : self._fine_size[1], 0 : self._fine_size[0]].astype(np.float32)
        x, y = x - (self._fine_size[0] - 1) / 2, y - (self._fine_size[1] - 1) / 2
        for (n, turn), row in self._fine_rows.items():
            picture, cover = self._laid(n, turn, 0.0, FINE_MM, self._fine_size)
            across, down = (cv2.Sobel(picture, cv2.CV_32F, *axis, scale=0.125) for axis in ((1, 0), (0, 1)))
            moved = (-across, -down, across * y[..., None] - down * x[..., None])
            flat[row] = picture.reshape(-1, 3).T
            slopes[row] = np.stack([each.reshape(-1, 3).T for each in moved])
            self._known[row] = (cv2.erode(cover, np.ones((3, 3), np.uint8)) > 0.95).reshape(-1)
        self._patterns = Patterns(flat, slopes)

    # Reading ----------------------------------------------------------------------------------------------------------

    def read(
        self,
        plan_picture: NDArray[np.uint8],
        light: Array,
        noise_scale: float,
        table: BareTable,
        only: Container[str] | None = None,
    ) -> tuple[SeenCard, ...]:
        """All cards in all such zones, or in some, the topmost of each zone first; `table` is beside them."""
        zones = [zone for zone in self._zones if only is None or zone.name in only]
        return tuple(card for zone in zones for card in self._zone(zone.place, plan_picture, light, noise_scale, table))

    def _zone(
        self, zone: Zone, plan_picture: NDArray[np.uint8], light: Array, noise_scale: float, table: BareTable
    ) -> list[SeenCard]:
        view, at = self._views[zone.name], board_at(self._layout, np.array([self._layout.zone(zone.name).centre_mm]))
        gains = gains_off_grid(light, at)[0]
        # What is painted lies in the light as it is carried on.
        carried = gains / carried_on(light, at)[0]
        fine = over(view.raster(self._plan, plan_picture, FINE_MM), gains)
        coarse, white = halved(fine), 255 / gains
        seen = np.ones(fine.shape[:2], np.float32)
        found: list[SeenCard] = []
        rows = self._usual[zone.name]
        costs, factor = self._in_zone_light(coarse, rows, white)
        fine, away, coarse = fine / np.float32(factor), coarse, coarse / np.float32(factor)
        bare = table.colours.nearest(away.reshape(-1, 3)).reshape(away.shape)
        strange = np.abs(away - bare).max(axis=2) > STRANGE * table.colours.spread
        # What only light of a strange colour explains is no card, and what it covers is not looked at again.
        for _ in range(TRIES * self._most[zone.name]):
            if len(found) == self._most[zone.name]:
                break
            gain, told = self._gains(costs, seen, found, view.low)
            gain, lit = self._in_own_light(gain, told, strange, fine, coarse, seen, rows, white / np.float32(factor))
            gain = self._as_it_lies(rows, gain, told, lit, seen, white / np.float32(factor), noise_scale)
            card = self._next(zone, rows, gain, told.mean(axis=0), lit, seen, view.low, noise_scale)
            if card is None:
                break
            if tint_of(card.light) < TINTED:
                card = self._closer(card, plan_picture, view)
                uneven = lit.uneven or tint_of(card.light) > LAMPLIT
                light = card.light * lit.light * np.float32(factor) * carried
                found.append(replace(card, light=light, sure=UNEVEN_SURE if uneven else 1.0))
        # Where light is uneven, what was found first may have been taken for what it is not, and what comes later too.
        least = min((card.sure for card in found), default=1.0)
        return [card_on_table(replace(card, sure=least), view) for card in found]

    def _in_zone_light(self, coarse: Array, rows: NDArray[np.int64], white: Array) -> tuple[Array, float]:
        """The costs of all parts in the light that explains some card best, and how many times as bright that is as expected."""
        parts, factor = self._parts(coarse, rows, white), 1.0
        down, across = (parts.windows.shape[axis] + PART - self._size[1 - axis] for axis in (0, 1))
        zone = DimmedZone(parts, np.argwhere(np.ones((down, across), np.bool_)), np.flatnonzero(self._upright[rows]))
        costs = zone.costs(factor)
        best = BARE - float(costs.mean(axis=0).min())
        # Far from the grid its light is but a guess.  A bare table in odd light may be as bright as a card, but shows no drawing.
        darker_brighter = list[float](), list[float]()
        for other in FACTORS:
            if best >= DOUBTFUL_GAIN:
                break
            gains = darker_brighter[other > 1]
            if gains[-2:] != sorted(gains[-2:]):
                # Beyond the light in which it lies a card explains less and less.
                continue
            told = zone.best(other)
            gains.append(-np.inf if told is None else told[0])
            if told is not None and told[0] > max(best, WORTH) and shows_drawing(parts, *told[1:]):
                factor, best = other, told[0]
        costs = costs if factor == 1.0 else zone.costs(factor)
        return costs.reshape(len(self._starts), down, across, -1), factor

    def _in_own_light(
        self,
        gain: Array,
        told: Array,
        strange: NDArray[np.bool_],
        fine: Array,
        coarse: Array,
        seen: Array,
        rows: NDArray[np.int64],
        white: Array,
    ) -> tuple[Array, _Lit]:
        """The gains (down, across, rows) of the cards, and the picture in which they are fitted: if something lies there that
        none explains well, those of the likeliest card that lies in another light or two, and it relit."""
        shown, parts = told.mean(axis=0), len(self._starts)
        share = np.where(shown >= LEAST_SHOWN, gain.max(axis=2) / (parts * np.maximum(shown, LEAST_SHOWN)), -np.inf)
        if float(share.max()) >= CLEAR_GAIN:
            return gain, _Lit(fine)
        there = (strange * halved(seen) > 0.5).astype(np.float32)
        hidden = cv2.boxFilter(there, -1, self._size, anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
        hidden = hidden[: shown.shape[0], : shown.shape[1]]
        free = (hidden > COVERED * shown) & (shown >= LEAST_SHOWN) & (gain.max(axis=2) > -1e3)
        best = patched_card(self._parts(coarse, rows, white), told, free, np.flatnonzero(self._upright[rows]))
        # A bare table may look as much like some card as a card in other light does.
        plain = float(share.max(where=free, initial=0.0))
        least = plain + MORE if plain >= LEAST_GAIN else LEAST_GAIN
        if best is None or best.gains[best.row] / (parts * shown[best.spot]) < least:
            return gain, _Lit(fine)
        gain, lit = np.full_like(gain, -1e3), fine.copy()
        gain[best.spot] = best.gains
        high, wide = self._size[::-1]
        whole = ((best.spot[0], best.spot[1], high, wide), best.lights[0])
        others = (((best.spot[0] + v, best.spot[1] + u, PART, PART), best.lights[1]) for v, u in self._lit_by(best.other))
        for (v, u, height, width), light in (whole, *others):
            block = slice(2 * v, 2 * (v + height)), slice(2 * u, 2 * (u + width))
            lit[block] = in_usual_light(fine[block], light, white)
        clear = np.asarray((fine < NEARLY * white).all(axis=2), dtype=np.float32)
        return gain, _Lit(lit, clear, np.array(best.lights[0].factor, dtype=np.float32), uneven=True)

    def _lit_by(self, other: NDArray[np.bool_]) -> list[tuple[int, int]]:
        """The upper left pixels (v, u) of some of the parts (parts,)."""
        return [start for start, own in zip(self._starts, other, strict=True) if own]

    def _parts(self, coarse: Array, rows: NDArray[np.int64], white: Array) -> Parts:
        return self._drawn[rows.tobytes()].against(coarse, white)

    def _gains(self, costs: Array, seen: Array, found: list[SeenCard], low: NDArray[np.float64]) -> tuple[Array, Array]:
        """Gain (down, across, rows) of every card at every spot, and how much (parts, down, across) is seen of its parts."""
        shares = cv2.boxFilter(halved(seen), -1, (PART, PART), anchor=(0, 0), borderType=cv2.BORDER_CONSTANT)
        down, across = costs.shape[1:3]
        told = np.stack([shares[v : v + down, u : u + across] for v, u in self._starts]) ** 2
        gain = BARE * told.sum(axis=0)[..., None] - np.einsum("pvu,pvur->vur", told, costs)
        middle = (np.array(self._size) - 1) / 2
        v, u = np.mgrid[:down, :across]
        at = low + (np.stack([u, v], axis=-1) + middle + 0.25) * COARSE_MM
        for card in found:
            gain[np.hypot(*(at - card.at_mm).transpose(2, 0, 1)) < LEAST_APART_MM] = -1e3
        return gain, np.asarray(told, dtype=np.float32)

    def _as_it_lies(
        self, rows: NDArray[np.int64], gain: Array, told: Array, lit: _Lit, seen: Array, white: Array, noise_scale: float
    ) -> Array:
        """The gains (down, across, rows); where none gains enough, the likeliest card is seen as askew as it lies there: half a
        coarse pixel and two degrees aside, a card explains half as much of itself."""
        shown, parts = told.mean(axis=0), len(self._starts)
        well = np.where(shown[..., None] >= LEAST_SHOWN, gain, -1e3)
        v, u, best = np.unravel_index(int(clearness(well, shown[..., None]).argmax()), gain.shape)
        if not NEAR_GAIN <= gain[v, u, best] / (parts * max(float(shown[v, u]), LEAST_SHOWN)) < LEAST_GAIN:
            return gain
        angle, middle = self._rows[rows[best]][2], self._middle(int(v), int(u))
        tried, costs, lie = self._fits(rows, gain[v, u], lit.picture, seen * lit.clear, middle, angle, noise_scale)
        leader = int(costs.argmin())
        middle = (middle + turned_by(angle) @ lie[leader][3:5] - 0.5) * FINE_MM / COARSE_MM
        patch = upright(halved(lit.picture), middle, angle + float(lie[leader][5]), self._size)
        row = next(n for n, each in enumerate(rows) if self._rows[each] == (*tried[leader], 0.0))
        drawn = self._drawn[rows.tobytes()].of_rows(np.array([row])).against(patch, white)
        better = gain.copy()
        better[v, u, best] = (told[:, v, u] * (BARE - drawn.costs(np.zeros((1, 2), np.int64))[:, 0, 0])).sum()
        return better

    def _middle(self, v: int, u: int) -> NDArray[np.float64]:
        """The middle (2,) in fine pixels of a card whose upper left coarse pixel that is."""
        return (np.array([u, v]) + (np.array(self._size) - 1) / 2 + 0.25) * COARSE_MM / FINE_MM

    def _next(
        self,
        zone: Zone,
        rows: NDArray[np.int64],
        gain: Array,
        shown: Array,
        lit: _Lit,
        seen: Array,
        low: NDArray[np.float64],
        noise_scale: float,
    ) -> SeenCard | None:
        """The card that explains most; what it covers is taken from `seen`."""
        least = np.where(shown >= LEAST_SHOWN, LEAST_GAIN * len(self._starts) * shown, np.inf)
        gain = np.where(gain >= least[..., None], gain, -1e3)
        v, u, best_row = np.unravel_index(int(clearness(gain, shown[..., None]).argmax()), gain.shape)
        if gain[v, u, best_row] < 0:
            return None
        angle = self._rows[rows[best_row]][2]
        middle = self._middle(int(v), int(u))
        near = gain[max(v - 1, 0) : v + 2, max(u - 1, 0) : u + 2].max(axis=(0, 1))
        telling = seen * lit.clear
        tried, costs, lie = self._fits(rows, near, lit.picture, telling, middle, angle, noise_scale)
        pixels = float(upright(telling, middle, angle, self._fine_size).sum())
        weight = NATS * max(1.0, (pixels / USUAL_PIXELS) ** 0.5)
        log_p = -(costs - costs.min()) / weight
        log_p = log_p - np.log(np.exp(log_p).sum())
        looks: dict[Look, float] = {}
        for (n, _), value in zip(tried, log_p, strict=True):
            look = self._cards[n].look
            looks[look] = float(np.logaddexp(looks.get(look, -60.0), value))
        coarse = self._cards[self._rows[rows[best_row]][0]].look
        if lit.uneven and coarse in looks and looks[coarse] < max(looks.values()):
            looks = shared_looks(looks, coarse)
        leader = int(costs.argmin())
        best, (number, quarters) = lie[leader], tried[leader]
        middle = middle + turned_by(angle) @ best[3:5]
        cover(seen, middle, np.array(self._cards[0].size_mm) / FINE_MM, angle + float(best[5]))
        at = low + middle * FINE_MM
        ranked = tuple(sorted(looks.items(), key=lambda item: -item[1]))
        turned = angle + float(best[5]) + quarters * np.pi / 2
        return SeenCard(zone, ranked, (float(at[0]), float(at[1])), float(shown[v, u]), number, turned, best[:3])

    def _closer(self, card: SeenCard, plan_picture: NDArray[np.uint8], view: ZoneView) -> SeenCard:
        """A card whose looks are told by their details too, if all of it is seen."""
        if card.shown < WHOLLY:
            return card
        # In coarse pixels a digit more or less counts little: any card of that face may be the one.
        face = self._cards[card.number].look.face
        own = [art for art in self._cards if art.look.face == face and art.finer is not None]
        if self._cards[card.number] not in own or len({art.look for art in own}) < 2:
            return card
        picture, at = view.raster(self._plan, plan_picture, 1 / FINER), FINER * (np.array(card.at_mm) - view.low)
        finer = np.ones((FINER, FINER), np.uint8)
        drawings = [(np.asarray(art.finer, np.float32), np.kron(art.known.astype(np.uint8), finer)) for art in own]
        # An arrow to the left is one to the right upside down.
        drawn = drawings + [(each[::-1, ::-1], known[::-1, ::-1]) for each, known in drawings]
        looks = [(art.look, turned) for turned in (False, True) for art in own]
        nats = told_by_details(drawn, looks, picture, (float(at[0]), float(at[1])), card.angle, together=STROKES)
        closely: dict[Look, float] = {}
        for (look, _), less in zip(looks, nats.tolist(), strict=True):
            closely[look] = max(closely.get(look, 0.0), float(np.exp(-less)))
        whole, before = sum(closely.values()), {look: float(np.exp(log_p)) for look, log_p in card.looks}
        told = {
            look: CLOSELY * closely.get(look, 0.0) / whole + (1 - CLOSELY) * before.get(look, 0.0)
            for look in {*closely, *before}
        }
        ranked = sorted(((look, float(np.log(max(p, LEAST_LIKELY)))) for look, p in told.items()), key=lambda item: -item[1])
        return replace(card, looks=tuple(ranked[:LEADERS]))

    def _fits(
        self,
        own: NDArray[np.int64],
        gains: Array,
        fine: Array,
        seen: Array,
        middle: NDArray[np.float64],
        angle: float,
        noise_scale: float,
    ) -> tuple[list[tuple[int, int]], Array, Array]:
        """Card and turn, cost and unknowns of the most promising rows by their coarse gains (rows,)."""
        best: dict[tuple[int, int], float] = {}
        for row, gain in zip(own.tolist(), gains.tolist(), strict=True):
            n, turn, _ = self._rows[row]
            best[n, turn] = max(best.get((n, turn), -1e9), gain)
        rows = sorted(best, key=lambda key: -best[key])[:LEADERS]
        numbers = np.array([self._fine_rows[row] for row in rows])
        patch = upright(fine, middle, angle, self._fine_size).reshape(-1, 3).T
        shown = (upright(seen, middle, angle, self._fine_size) > 0.9).reshape(-1)
        mask = shown * self._known[numbers]
        moments = self._patterns.moments(numbers, np.repeat(patch[None], len(rows), axis=0))
        light = np.ones((len(rows), 3), np.float32)
        unknowns, costs, _ = robust_solve(moments, light, NOISE * noise_scale, mask.astype(np.float32), rounds=6)
        return rows, _with_unknown(costs, mask, shown), unknowns


def _with_unknown(costs: Array, mask: Array, shown: NDArray[np.bool_]) -> Array:
    """The costs (k,) of cards with what is `shown` (pixels,) but not known of them, where `mask` (k, pixels) is 0 as it is where
    nothing is shown: a bit more than is usual of one that is known nearly whole, or what is hardly known would fit anything."""
    told, every = mask.sum(axis=1), max(float(shown.sum()), 1.0)
    well = told > WELL_KNOWN * every
    if not well.any():
        return costs
    usual = float(((costs[well] - COVERED_COST * (mask.shape[1] - told[well])) / told[well]).min())
    return np.asarray(costs + (every - told) * max(usual + UNKNOWN - COVERED_COST, 0.0), dtype=np.float32)


def outline_mm(card: SeenCard, size_mm: tuple[float, float]) -> NDArray[np.float64]:
    """The corners (4, 2), mm, of a card of that width and height as it lies on the table."""
    return corners_of(np.array(card.at_mm), np.array(size_mm), card.angle)


def card_on_table(card: SeenCard, view: ZoneView) -> SeenCard:
    """A card that was found in that view, as it lies on the table."""
    if not view.across:
        return card
    at = view.on_table(np.array([card.at_mm]))[0]
    return replace(card, at_mm=(float(at[0]), float(at[1])), angle=card.angle + np.pi / 2)


def tint_of(light: Array) -> float:
    """How coloured a light (3,) is: the logarithm of what it has more of one channel than of another."""
    return float(np.ptp(np.log(np.maximum(light, 0.01))))


def shared_looks(looks: dict[Look, float], other: Look) -> dict[Look, float]:
    """Looks with their log-probabilities, half of what is believed going to another of them.  Pixel by pixel, the edge of a
    shadow may be taken for a drawing: two ways to look at a card that disagree are as good as each other."""
    return {look: float(np.logaddexp(log_p, 0.0 if look == other else -60.0) - np.log(2)) for look, log_p in looks.items()}
