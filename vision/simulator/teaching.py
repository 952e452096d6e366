"""Teaching pictures of the simulated table: the tidy pictures a person would take of a new edition, with exact truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from companion.core.catalogue import Layout, PieceKind
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from vision.frame import Picture, TaughtPiece, TaughtTile, TeachingPicture
from vision.simulator.renderer import Conditions, Renderer

PICTURES = 6
_EMPTY = 3
"""Cells left empty in each picture, so that the bare table is taught as well."""


def teaching_pictures(
    renderer: Renderer, seed: int = 0, fixed: Mapping[Place, str] | None = None, copies: Mapping[str, int] | None = None
) -> list[TeachingPicture]:
    """Six pictures in which every tile kind lies face up with nothing on it and every piece is seen from all sides.

    `fixed` names kinds that always lie in one place face up and there bear piles of pieces; by default the only kind without a
    common back, if there is one, lies in the middle cell.  `copies` (kind -> how many) says how many pieces there are; by
    default eight of each kind without a facing.
    """
    if copies is None:
        copies = {kind.name: 8 for kind in renderer.catalogue.pieces if not kind.directed}
    lesson = _Lesson(renderer, Random(f"teaching {seed}"), _middle(renderer) if fixed is None else fixed, copies)
    return [lesson.picture(number) for number in range(PICTURES)]


def _middle(renderer: Renderer) -> dict[Place, str]:
    lone = [kind.name for kind in renderer.catalogue.tiles if not kind.anonymous]
    return {Cell(renderer.layout.rows // 2, renderer.layout.cols // 2): lone[0]} if len(lone) == 1 else {}


class _Lesson:
    def __init__(self, renderer: Renderer, chance: Random, fixed: Mapping[Place, str], copies: Mapping[str, int]) -> None:
        self._renderer, self._chance, self._fixed, self._copies = renderer, chance, fixed, copies
        self._layout: Layout = renderer.layout
        shuffled = [kind for kind in renderer.catalogue.tiles if kind.name not in fixed.values()]
        chance.shuffle(shuffled)
        self._kinds = shuffled
        self._cells = [cell for cell in self._layout.cells() if cell not in fixed]

    def picture(self, number: int) -> TeachingPicture:
        """One picture; the first without any piece.  Kinds go round, so that each lies free of pieces in several pictures."""
        cells = list(self._cells)
        self._chance.shuffle(cells)
        # Pieces stand on the black squares of a chessboard: what stands alone is easy to tell from its neighbours.
        busy = [cell for cell in cells if (cell.row + cell.col) % 2 == 0][: 16 if number else 0]
        scene = Scene(self._tiles(number, cells, busy), self._pieces(number, busy) if number else ())
        picture = self._renderer.draw(scene, None, Conditions(1 + 0.03 * (number % 3 - 1), (0.0, 0.0), number))
        return _truth(self._renderer, scene, picture)

    def _tiles(self, number: int, cells: Sequence[Cell], busy: Sequence[Cell]) -> tuple[TileAt, ...]:
        free = [cell for cell in cells if cell not in busy]
        empty, backs, up = free[:_EMPTY], free[_EMPTY : _EMPTY + 4], free[_EMPTY + 4 :]
        hands: list[Place] = [Zone(zone.name) for zone in self._layout.zones if zone.holds_tile]
        start = number * 23 % max(len(self._kinds), 1)
        row = [*self._kinds[start:], *self._kinds[:start]]
        tiles = [TileAt(place, Look(kind, "up")) for place, kind in self._fixed.items()]
        # Under the pieces lie, in turn, backs and open tiles: a piece must be known on both.
        for place in [*up, *(p for n, p in enumerate(busy) if n % 2), *hands[number % 2 :: 2]]:
            if row:
                kind = row.pop(0)
                tiles.append(TileAt(place, Look(kind.name, "up", self._chance.randrange(kind.periods.get("up", 1)))))
            else:
                backs = [*backs, place] if isinstance(place, Cell) else backs
        lying = [*backs, *(p for n, p in enumerate(busy) if n % 2 == 0)]
        tiles += [TileAt(place, self._back()) for place in lying if place not in empty]
        tiles += [TileAt(place, self._back()) for place in hands[(number + 1) % 2 :: 2] if number % 3]
        return tuple(tiles)

    def _back(self) -> Look:
        return Look(self._renderer.catalogue.back, "down")

    def _pieces(self, number: int, busy: Sequence[Cell]) -> tuple[PieceAt, ...]:
        """Directed pieces face another way in every picture; the others lie alone, ride, or are piled in the fixed places."""
        kinds = self._renderer.catalogue.pieces
        directed = [kind for kind in kinds if kind.directed]
        loose = [kind for kind in kinds if not kind.directed]
        stands: list[Place] = [*busy, *(Zone(z.name) for z in self._layout.zones if z.exits)]
        pieces: list[PieceAt] = []
        for n, kind in enumerate(directed):
            place = stands[n % len(busy)] if busy and (n + number) % 4 else self._nest(n + number, n)
            pieces.append(PieceAt(kind.name, place, self._facing(place, n + number)))
        carriers = list(pieces)
        for kind in loose:
            pieces += self._lay_loose(kind, number, busy[len(directed) :], carriers)
        return tuple(pieces)

    def _nest(self, wanted: int, fallback: int) -> Place:
        """A zone out of which the wanted facing leads; without such zones any cell."""
        zones = [zone for zone in self._layout.zones if Facing(wanted % 4) in zone.exits]
        return Zone(zones[fallback % len(zones)].name) if zones else self._cells[fallback]

    def _facing(self, place: Place, wanted: int) -> Facing:
        if isinstance(place, Zone):
            exits = self._layout.zone(place.name).exits
            return Facing(wanted % 4) if Facing(wanted % 4) in exits else exits[0]
        return Facing(wanted % 4)

    def _lay_loose(self, kind: PieceKind, number: int, cells: Sequence[Cell], carriers: Sequence[PieceAt]) -> list[PieceAt]:
        """Pieces without a facing: a pile in the fixed place, alone, on a carrier or two, in zones; no more than there are."""
        total = self._copies.get(kind.name, 1)
        piled = (0, 3, total, 0, total // 2 + 1, 1)[number % 6] if self._fixed and kind.rides else 0
        laid = [PieceAt(kind.name, next(iter(self._fixed))) for _ in range(piled)]
        laid += [PieceAt(kind.name, cell) for n, cell in enumerate(cells) if (n % 3 == 0) == bool(kind.rides)]
        if kind.rides:
            mounts = [carrier for n, carrier in enumerate(carriers) if carrier.kind in kind.rides and (n + number) % 3 == 0]
            laid += [PieceAt(kind.name, mount.place, None, mount.kind) for mount in mounts]
            nests = [zone for zone in self._layout.zones if zone.exits]
            laid += [PieceAt(kind.name, Zone(nests[(5 * number + n) % len(nests)].name)) for n in (0, 0, 1, 2)[: len(nests)]]
        return laid[:total]


def _truth(renderer: Renderer, scene: Scene, picture: Picture) -> TeachingPicture:
    arrangement = renderer.arrangement(scene)
    tiles = tuple(
        TaughtTile(TileAt(laid.place, Look(laid.look.kind, laid.look.face, laid.turns)), renderer.tile_px(laid))
        for laid in arrangement.tiles
    )
    pieces = tuple(
        TaughtPiece(one.piece, one.at_mm, one.foot_mm, one.top_mm, one.heading_deg % 360) for one in arrangement.pieces
    )
    return TeachingPicture(picture, renderer.board_px(), tiles, pieces)
