"""Where things lie on the simulated table to the millimetre: a little askew, as people lay them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Catalogue, Layout, PieceKind, ZoneSpec
from companion.core.drawing import Point
from companion.core.grid import Cell, Facing, Place, Zone, place_order
from companion.core.scene import ABSENT, Look, PieceAt, Scene
from vision.fiducials import Markers
from vision.simulator.spots import Spot, hub_mm, spread
from vision.simulator.strewn import has_room, strew

Quad = NDArray[np.float64]
"""Four corners, shape (4, 2): upper left, upper right, lower right, lower left of a drawing."""

MAT_MM = 1.2
"""Height of the printed zones above the table."""
_EDGE_MM = 11.5
"""How far from the middle of its cell a piece stands that looks towards an edge."""
_CROWDED_EDGE_MM = 21.0
_ABREAST = 0.56
"""How far apart pieces stand that look the same way in one place, in lengths of such a piece: side by side."""
_SIDE_SHARE = 0.25
"""How far from the middle of its cell a piece stands that is on one side of it, in tiles."""
_ALONG = 0.8
"""How far along its side of a cell a piece may stand, in halves of the cell."""
_SINK_MM = 1.2
"""How deep a rider sinks into the back of a piece that stands; one that lies is flat."""
_OUTSIDE_MM = 24.0
"""How far outside the board's edge a piece stands in a zone beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidTile:
    """A tile as it lies: `quad_mm` are the corners of its drawing, `turns` as really drawn (backs lie in any turn)."""

    place: Place
    look: Look
    turns: int
    quad_mm: Quad
    top_mm: float


@dataclass(frozen=True, slots=True)
class StoodPiece:
    """A piece as it stands: middle of its foot (mm), heading in degrees clockwise from north, heights of foot and top (mm)."""

    piece: PieceAt
    at_mm: Point
    heading_deg: float
    foot_mm: float
    top_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """Everything that lies on the table at one moment."""

    tiles: tuple[LaidTile, ...]
    pieces: tuple[StoodPiece, ...]


def markers_of(layout: Layout) -> Markers:
    """Four markers around the board and its printed zones: 30 mm, ids 0-3 clockwise from the upper left."""
    points = [(0.0, 0.0), (layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1])]
    points += [point for zone in layout.zones if not zone.holds_tile for point in zone.polygon_mm]
    (x0, y0), (x1, y1) = (
        (min(p[0] for p in points), min(p[1] for p in points)),
        (max(p[0] for p in points), max(p[1] for p in points)),
    )
    places = ((x0 - 33.5, y0 + 16.5), (x1 + 33.5, y0 + 16.5), (x1 + 33.5, y1 - 16.5), (x0 - 33.5, y1 - 16.5))
    return Markers("DICT_4X4_50", 30.0, 0.25, dict(enumerate(places)))


def square_mm(centre: Point, size_mm: float, heading_deg: float, tall: float = 1.0) -> Quad:
    """Corners of a square, or of a rectangle `tall` times as high as wide, around `centre`, turned clockwise by `heading_deg`."""
    c, s, w, h = math.cos(math.radians(heading_deg)), math.sin(math.radians(heading_deg)), size_mm / 2, tall * size_mm / 2
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]])
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + np.asarray(centre), dtype=np.float64)


class Table:
    """Remembers how each thing lies, so that what nobody touched stays where it is.

    The same seed and the same sequence of scenes give the same arrangement.
    """

    def __init__(self, layout: Layout, catalogue: Catalogue, seed: int, askew: float = 1.0) -> None:
        """`askew` scales the shifts and turns that people leave; 0 lays everything straight."""
        self.layout, self.catalogue, self._seed, self._askew = layout, catalogue, seed, askew
        self._tiles: dict[Place, tuple[Look, LaidTile]] = {}
        self._pieces: dict[Place, tuple[tuple[PieceAt, ...], float, tuple[StoodPiece, ...]]] = {}
        self._serial = 0
        self._hubs = {zone.name: hub_mm(zone, layout) for zone in layout.zones}
        self._kinds = {kind.name: kind for kind in catalogue.pieces}
        self._alike = {(kind.name, face) for kind in catalogue.tiles for face in kind.anonymous}

    def arrange(self, scene: Scene) -> Arrangement:
        """How the scene lies now; places that did not change keep their shifts."""
        tiles = tuple(self._tile(tile.place, tile.look) for tile in scene.tiles if tile.look != ABSENT)
        laid = {tile.place: tile for tile in tiles}
        self._tiles = {place: (tile.look, tile) for place, tile in laid.items()}
        groups: dict[Place, list[PieceAt]] = {}
        for piece in scene.pieces:
            groups.setdefault(piece.place, []).append(piece)
        kept = {place: self._group(place, tuple(group), self._foot(place, laid)) for place, group in groups.items()}
        self._pieces = kept
        return Arrangement(tiles, tuple(stood for place in sorted(kept, key=place_order) for stood in kept[place][2]))

    def centre_mm(self, place: Place) -> Point:
        """Where a hand reaches for that place."""
        return self._hubs[place.name] if isinstance(place, Zone) else self.layout.centre_mm(place)

    def _chance(self, place: Place) -> Random:
        self._serial += 1
        return Random(f"{self._seed} {self._serial} {place}")

    def _tile(self, place: Place, look: Look) -> LaidTile:
        known = self._tiles.get(place)
        if known is not None and known[0] == look:
            return known[1]
        chance = self._chance(place)
        x, y = self.layout.centre_mm(place)
        loose = 2.2 if isinstance(place, Zone) else 1.0
        shift = [chance.gauss(0, 0.6) * self._askew * loose for _ in range(2)]
        skew = chance.gauss(0, 1.3) * self._askew * loose
        turns = look.turns
        if self.turns_mean_nothing(look):
            # A card that is higher than wide is never laid across.
            turns = chance.randrange(4) if self.layout.tile_tall == 1 else 2 * chance.randrange(2)
        middle = (x + _bounded(shift[0], 1.8), y + _bounded(shift[1], 1.8))
        quad = square_mm(middle, self.layout.tile_mm, skew + 90 * turns, self.layout.tile_tall)
        return LaidTile(place, look, turns, quad, self.layout.top_mm)

    def turns_mean_nothing(self, look: Look) -> bool:
        """A common back lies in any turn; the scene does not say which."""
        return look.kind is None or look.kind == self.catalogue.back or (look.kind, look.face) in self._alike

    def _foot(self, place: Place, laid: dict[Place, LaidTile]) -> float:
        if place in laid or (isinstance(place, Cell) and has_board(self.catalogue)):
            return self.layout.top_mm
        return MAT_MM if isinstance(place, Zone) and self.layout.zone(place.name) in printed_zones(self.layout) else 0.0

    def _group(
        self, place: Place, group: tuple[PieceAt, ...], foot: float
    ) -> tuple[tuple[PieceAt, ...], float, tuple[StoodPiece, ...]]:
        known = self._pieces.get(place)
        if known is not None and known[:2] == (group, foot):
            return known
        chance = self._chance(place)
        stood: dict[int, StoodPiece] = {}
        standing = [n for n, piece in enumerate(group) if piece.on is None and piece.facing is not None]
        lying = [n for n, piece in enumerate(group) if piece.on is None and piece.facing is None]
        crowded = len(lying) >= 2 or len(standing) >= 2
        for n in standing:
            mates = [m for m in standing if group[m].facing == group[n].facing]
            aside = (mates.index(n) - (len(mates) - 1) / 2) * _ABREAST * self._kinds[group[n].kind].size_mm
            stood[n] = self._directed(group[n], foot, crowded, aside, chance)
        if isinstance(place, Zone) and has_room(self.layout.zone(place.name)):
            stood |= self._strewn(place, group, lying, foot, chance)
            lying = []
        for n in [n for n in lying if self._fills(group[n])]:
            stood[n] = self._stand(group[n], _in_the_middle(self.centre_mm(place), chance), foot)
        for side in dict.fromkeys(group[n].side for n in lying):
            there = [n for n in lying if group[n].side == side and n not in stood]
            taken = _bodies((one for one in stood.values() if one.piece.side in (None, side)), self._kinds)
            kinds = [self._kinds[group[n].kind] for n in there]
            spots = spread(kinds, self._side_mm(place, side), taken, chance, self._reach_mm(place, side))
            for n, spot in zip(there, spots, strict=True):
                stood[n] = self._stand(group[n], spot, foot)
        for n, piece in enumerate(group):
            if piece.on is not None:
                stood[n] = self._riding(piece, list(stood.values()), foot, chance)
        return group, foot, tuple(stood[n] for n in range(len(group)))

    def _strewn(
        self, zone: Zone, group: tuple[PieceAt, ...], lying: list[int], foot: float, chance: Random
    ) -> dict[int, StoodPiece]:
        """Pieces in a zone with room, by their number in the group; those of before stay where they were."""
        before = list(self._pieces[zone][2]) if zone in self._pieces else []
        kept: list[Spot | None] = []
        for n in lying:
            old = next((one for one in before if one.piece == group[n]), None)
            if old is not None:
                before.remove(old)
            kept.append(Spot(old.at_mm, old.heading_deg) if old is not None else None)
        kinds = [self._kinds[group[n].kind] for n in lying]
        spots = strew(self.layout.zone(zone.name), self.layout, kinds, kept, chance, self._askew)
        return {n: self._stand(group[n], spot, foot) for n, spot in zip(lying, spots, strict=True)}

    def _fills(self, piece: PieceAt) -> bool:
        """Whether a piece is so wide that it takes the middle of its cell."""
        return self._kinds[piece.kind].size_mm > 0.6 * self.layout.tile_mm

    def _side_mm(self, place: Place, side: Facing | None) -> Point:
        """The middle of one side of a cell; of the whole place where its sides mean nothing."""
        x, y = self.centre_mm(place)
        if side is None:
            return (x, y)
        down, right = side.step
        return (x + right * _SIDE_SHARE * self.layout.tile_mm, y + down * _SIDE_SHARE * self.layout.tile_mm)

    def _reach_mm(self, place: Place, side: Facing | None) -> Point:
        """How far from that middle a piece's edge may be to the right or left and to the far or near side: it stays in its
        cell, and well on its side of it."""
        if isinstance(place, Zone):
            zone = self.layout.zone(place.name)
            xs, ys = [p[0] for p in zone.polygon_mm], [p[1] for p in zone.polygon_mm]
            least = math.inf if zone.exits else min(max(xs) - min(xs), max(ys) - min(ys)) / 2
            return least, least
        across, down = (pitch / 2 for pitch in self.layout.pitch_mm)
        if side is None:
            return across, across
        out = _SIDE_SHARE * self.layout.tile_mm
        return (_ALONG * across, down - out) if side.step[0] else (across - out, _ALONG * down)

    def _stand(self, piece: PieceAt, spot: Spot, foot: float) -> StoodPiece:
        return StoodPiece(piece, spot.at_mm, spot.heading_deg, foot, foot + self._kinds[piece.kind].height_mm)

    def _directed(self, piece: PieceAt, foot: float, crowded: bool, aside_mm: float, chance: Random) -> StoodPiece:
        assert piece.facing is not None
        x, y = self._before_edge(piece.place, piece.facing, _CROWDED_EDGE_MM if crowded else _EDGE_MM)
        drow, dcol = piece.facing.step
        x, y = x - drow * aside_mm, y + dcol * aside_mm
        x, y = x + chance.uniform(-1.5, 1.5) * self._askew, y + chance.uniform(-1.5, 1.5) * self._askew
        heading = 90.0 * piece.facing + _bounded(chance.gauss(0, 5), 12) * self._askew
        return self._stand(piece, Spot((x, y), heading), foot)

    def _before_edge(self, place: Place, facing: Facing, from_middle_mm: float) -> Point:
        """On a cell: near the edge it looks at; in a zone: outside the edge of the cell it would enter."""
        drow, dcol = facing.step
        if isinstance(place, Cell):
            x, y = self.layout.centre_mm(place)
            return (x + dcol * from_middle_mm, y + drow * from_middle_mm)
        zone = self.layout.zone(place.name)
        if not zone.beside or facing not in zone.exits:
            return self.centre_mm(place)
        x, y = self.layout.centre_mm(zone.beside[0])
        back = self.layout.pitch_mm[0] / 2 + _OUTSIDE_MM
        return (x - dcol * back, y - drow * back)

    def _riding(self, piece: PieceAt, others: list[StoodPiece], foot: float, chance: Random) -> StoodPiece:
        """On the back of its carrier; beside the others when the carrier is not there."""
        carrier = next((other for other in others if other.piece.kind == piece.on), None)
        if carrier is None:
            x, y = self.centre_mm(piece.place)
            return self._stand(piece, Spot((x, y), chance.uniform(0, 360)), foot)
        length = self._kinds[carrier.piece.kind].size_mm
        c, s = math.cos(math.radians(carrier.heading_deg)), math.sin(math.radians(carrier.heading_deg))
        lies = carrier.piece.facing is None
        back, sink = (0.0, 0.0) if lies else (0.07 * length, _SINK_MM)
        at = (carrier.at_mm[0] - s * back, carrier.at_mm[1] + c * back)
        return self._stand(piece, Spot(at, carrier.heading_deg + chance.gauss(0, 15)), carrier.top_mm - sink)


def _in_the_middle(centre: Point, chance: Random) -> Spot:
    return Spot((centre[0] + chance.uniform(-1.5, 1.5), centre[1] + chance.uniform(-1.5, 1.5)), chance.uniform(0, 360))


def _bounded(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


def _bodies(stood: Iterable[StoodPiece], kinds: dict[str, PieceKind]) -> list[tuple[Point, float]]:
    """Standing pieces as circles (middle, radius) that lying pieces keep clear of: front, middle and rear."""
    circles = []
    for one in stood:
        size = kinds[one.piece.kind].size_mm
        c, s = math.cos(math.radians(one.heading_deg)), math.sin(math.radians(one.heading_deg))
        for along in (-0.2, 0.05, 0.3):
            circles.append(((one.at_mm[0] + s * along * size, one.at_mm[1] - c * along * size), 0.22 * size))
    return circles


def has_board(catalogue: Catalogue) -> bool:
    """Whether the cells are printed on a board: a game without tiles is played on one."""
    return not catalogue.tiles


def printed_zones(layout: Layout) -> tuple[ZoneSpec, ...]:
    """The zones that lie on the table as printed mats; a player's own tile lies on the bare table."""
    return tuple(zone for zone in layout.zones if zone.drawing and not zone.holds_tile)
