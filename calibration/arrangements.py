"""What people are asked to lay so that the eye learns an edition: first tiles alone, then pieces put on them.

Pieces are found by what changed since the picture without them, so no tile is touched between the last picture of tiles and
the end.  No tile is asked for twice in one picture, and no more pieces than there are.  Pieces are put on tiles that lie in the
grid in play, as far as that is known; kept cards lie side by side where people keep them, a die where it is rolled.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from companion.core.catalogue import Catalogue, Layout, PieceKind, TileKind, ZoneSpec
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt

TIMES = 2
"""In so many pictures every drawing lies free of pieces."""
ROUNDS, LONE_ROUNDS = 3, 5
"""The least number of pictures with pieces; more where there is but one of a kind, or where it faces somewhere: one picture
for each direction and one more."""
SEEN = 3
"""In so many pictures every face of a piece is seen."""
MOST_OF_A_KIND = 4
"""So many pieces of a kind in one picture are enough."""
LEAST_SPOTS = 4
"""With fewer tiles that lie in the grid in play, pieces are put on others too."""
EMPTY, BACKS = 3, 4
"""Cells left empty in each picture, so that the bare table is taught as well, and cells with a common back on them."""
ROLL = "roll"
SIDE_BY_SIDE = 2
"""So many kept cards lie in one zone."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One picture: what shall lie there.  `pieces`: the tiles stay as they lie, these pieces are put on them."""

    scene: Scene
    pieces: bool


@dataclass(frozen=True, slots=True)
class InPlay:
    """What is known of the grid in play: kinds of tile that lie in it, and whether a cell is ever empty."""

    kinds: Container[str] = ()
    holes: bool = True


def arrangements(
    layout: Layout, catalogue: Catalogue, copies: Mapping[str, int], in_play: InPlay | None = None, seed: int = 0
) -> tuple[Arrangement, ...]:
    """All pictures in order; `copies` says which kinds of piece take part and how many there are of each."""
    chance, in_play = Random(f"arrangements {seed}"), in_play or InPlay()
    tables = _tables(layout, catalogue, in_play, chance)
    last = tables[-1]
    kinds = [kind for kind in catalogue.pieces if copies.get(kind.name, 0) > 0]
    rounds = _Rounds(layout, catalogue, kinds, copies, _spots(layout, last, in_play.kinds, chance))
    told = [Arrangement(Scene(tiles, ()), False) for tiles in tables]
    return (*told, *(Arrangement(Scene(last, rounds.pieces(number)), True) for number in range(rounds.count)))


def open_faces(kind: TileKind) -> tuple[str, ...]:
    """The faces that tell which kind it is."""
    return tuple(face for face in (kind.drawings or kind.periods) if face not in kind.anonymous)


# Tiles ------------------------------------------------------------------------------------------------------------


def _tables(layout: Layout, catalogue: Catalogue, in_play: InPlay, chance: Random) -> list[tuple[TileAt, ...]]:
    """The tiles of each picture; one picture of the bare board where there are none.  Those of the last one stay."""
    if not catalogue.tiles:
        return [()]
    fixed = _fixed(layout, catalogue)
    kinds = [kind for kind in catalogue.tiles if kind.name not in fixed.values()]
    queue = [Look(kind.name, face) for kind in kinds for face in open_faces(kind)]
    chance.shuffle(queue)
    backs = sorted({face for kind in kinds for face in kind.anonymous})
    cells = [cell for cell in layout.cells() if cell not in fixed]
    hands = [zone.place for zone in layout.zones if zone.holds_tile]
    empty = min(EMPTY, len(cells) // 5) if in_play.holes else 0
    bare = min(BACKS, max(1, len(cells) // 12)) if backs else 0
    missing = dict.fromkeys(queue, TIMES)
    pictures: list[tuple[TileAt, ...]] = []
    while any(missing.values()) or not pictures:
        number = len(pictures)
        chance.shuffle(cells)
        # The tiles thought of first stay for the pieces: what lies in the grid in play, on the black squares.
        stays = not pictures
        open_cells = sorted(cells[empty + bare :], key=lambda cell: (cell.row + cell.col) % 2) if stays else cells[empty + bare :]
        places: list[Place] = [*open_cells, *hands[number % 2 :: 2]]
        wanted = sorted(missing, key=lambda look: (stays and look.kind not in in_play.kinds, -missing[look]))
        tiles = [TileAt(place, Look(kind, _face_up(catalogue, kind))) for place, kind in fixed.items()]
        # As many tiles as shall show their backs are left in the box.
        tiles += _laid(places[: len(kinds) - bare], wanted, catalogue, layout, chance)
        for tile in tiles:
            missing[Look(tile.look.kind, tile.look.face)] = max(0, missing.get(Look(tile.look.kind, tile.look.face), 0) - 1)
        for n, place in enumerate(cells[empty : empty + bare]):
            tiles.append(TileAt(place, Look(catalogue.back, backs[(n + number) % len(backs)])))
        pictures.append(tuple(tiles))
    return [*pictures[1:], pictures[0]]


def _fixed(layout: Layout, catalogue: Catalogue) -> dict[Cell, str]:
    """The only kind of tile without a common back lies in the middle cell."""
    lone = [kind.name for kind in catalogue.tiles if not kind.anonymous]
    return {Cell(layout.rows // 2, layout.cols // 2): lone[0]} if len(lone) == 1 else {}


def _face_up(catalogue: Catalogue, kind: str) -> str:
    return open_faces(catalogue.tile(kind))[0]


def _laid(
    places: Sequence[Place], wanted: Sequence[Look], catalogue: Catalogue, layout: Layout, chance: Random
) -> list[TileAt]:
    """The most wanted looks in these places, each in some turn, no kind twice."""
    tiles: list[TileAt] = []
    used: set[str | None] = set()
    for look in wanted:
        if len(tiles) == len(places):
            break
        if look.kind not in used:
            used.add(look.kind)
            period = catalogue.tile(look.kind or "").periods.get(look.face, 1)
            turns = chance.randrange(period)
            # A card higher than wide is never laid across.
            turns = turns if layout.tile_tall == 1 else turns - turns % 2
            tiles.append(TileAt(places[len(tiles)], Look(look.kind, look.face, turns)))
    return tiles


# Pieces -----------------------------------------------------------------------------------------------------------


def _spots(layout: Layout, tiles: Sequence[TileAt], in_grid: Container[str], chance: Random) -> list[Cell]:
    """The cells pieces are put on: none beside another, as on the black squares of a chessboard, none without a tile."""
    held = {tile.place: tile.look.kind for tile in tiles}
    black = [cell for cell in layout.cells() if (cell.row + cell.col) % 2 == 0 and (cell in held or not tiles)]
    chance.shuffle(black)
    usual = [cell for cell in black if held.get(cell) in in_grid]
    return usual if len(usual) >= LEAST_SPOTS else black


class _Rounds:
    """The pieces of every picture with pieces: each alone in its place, another face and facing in every picture."""

    def __init__(
        self, layout: Layout, catalogue: Catalogue, kinds: Sequence[PieceKind], copies: Mapping[str, int], spots: Sequence[Cell]
    ) -> None:
        cards = {kind.name for kind in catalogue.tiles}
        self._cards = [kind for kind in kinds if kind.name in cards]
        self._kinds = [kind for kind in kinds if kind.name not in cards]
        self._layout, self._copies, self._spots = layout, copies, spots
        self._beside = {kind.name: _zones_for(kind, layout) for kind in kinds}
        self.count, self._parts = 0, 1
        if kinds:
            lone = any(kind.directed or copies[kind.name] == 1 for kind in self._kinds if not _is_die(kind))
            least = LONE_ROUNDS if lone else ROUNDS
            # Where there is not room for all at once, every round comes in several parts.
            crowd = sum(self._at_once(kind) for kind in self._kinds if not self._beside[kind.name])
            self._parts = max(1, math.ceil(crowd / max(len(spots), 1)))
            self.count = self._parts * max(least, *(math.ceil(SEEN * _faces(kind) / self._at_once(kind)) for kind in kinds))

    def pieces(self, number: int) -> tuple[PieceAt, ...]:
        """What stands where in the picture with that number (from 0)."""
        start = number * max(1, len(self._spots) // max(self.count, 1)) % max(len(self._spots), 1)
        free = [*self._spots[start:], *self._spots[:start]]
        taken: set[str] = set()
        pieces: list[PieceAt] = []
        first = (number % self._parts) * len(self._kinds) // self._parts
        order = [*range(first, len(self._kinds)), *range(first)]
        for index in order:
            kind = self._kinds[index]
            for n in range(self._at_once(kind)):
                place = self._place(kind, number + n, free, taken)
                if place is None:
                    break
                facing = Facing((index + number + n) % 4) if kind.directed else None
                face = kind.faces[(number * self._at_once(kind) + n) % len(kind.faces)] if kind.faces else None
                pieces.append(PieceAt(kind.name, place, facing, face=face))
        return (*pieces, *self._kept(number))

    def _kept(self, number: int) -> list[PieceAt]:
        """Kept cards side by side, as many as there are, the zones in turn."""
        zones = list(dict.fromkeys(zone for kind in self._cards for zone in self._beside[kind.name]))
        left = {kind.name: self._copies[kind.name] for kind in self._cards}
        pieces = []
        for zone in (*zones[number % len(zones) :], *zones[: number % len(zones)]) if zones else ():
            for n in range(SIDE_BY_SIDE):
                kind = self._cards[(number + n) % len(self._cards)].name
                if left[kind]:
                    left[kind] -= 1
                    pieces.append(PieceAt(kind, Zone(zone.name)))
        return pieces

    def _at_once(self, kind: PieceKind) -> int:
        """How many of a kind stand in one picture."""
        zones = len(self._beside[kind.name])
        most = zones if zones else max(MOST_OF_A_KIND, 2 * len(kind.faces))
        return max(1, min(self._copies[kind.name], most))

    def _place(self, kind: PieceKind, number: int, free: list[Cell], taken: set[str]) -> Place | None:
        """The next place for a piece; None where there is no more room for one alone."""
        zones = self._beside[kind.name]
        if not zones:
            return free.pop(0) if free else None
        left = [zone for zone in (*zones[number % len(zones) :], *zones) if zone.name not in taken]
        if not left:
            return None
        taken.add(left[0].name)
        return Zone(left[0].name)


def _faces(kind: PieceKind) -> int:
    """How many faces of a piece must be seen: a die's spots are known without."""
    return 1 if _is_die(kind) else len(kind.faces)


def _is_die(kind: PieceKind) -> bool:
    return bool(kind.faces) and all(face.isdecimal() for face in kind.faces)


def _zones_for(kind: PieceKind, layout: Layout) -> list[ZoneSpec]:
    """Where a piece that is too large for a cell is put, or a die that is rolled beside the board; nothing for others."""
    rolled = [zone for zone in layout.zones if ROLL in zone.role.split()] if _is_die(kind) else []
    if rolled or (kind.size_mm <= min(layout.pitch_mm) and not _is_die(kind)):
        return rolled
    return [zone for zone in layout.zones if not _taken(zone) and _short_side(zone) >= kind.size_mm]


def _taken(zone: ZoneSpec) -> bool:
    """Whether a zone is for something else: tiles, pieces that go in, dice."""
    return zone.holds_tile or bool(zone.exits) or ROLL in zone.role.split()


def _short_side(zone: ZoneSpec) -> float:
    xs, ys = [p[0] for p in zone.polygon_mm], [p[1] for p in zone.polygon_mm]
    return min(max(xs) - min(xs), max(ys) - min(ys))
