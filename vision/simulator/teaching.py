"""Teaching pictures of the simulated table: the tidy pictures a person would take of a new edition, with exact truth.

1 which looks there are: every face of every kind of tile    2 which pieces, with their faces    3 picture by picture: both
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

from companion.core.catalogue import TileKind
from companion.core.grid import Cell, Place, Zone
from companion.core.scene import Look, Scene, TileAt
from vision.frame import Picture, TaughtPiece, TaughtTile, TeachingPicture
from vision.simulator.renderer import Conditions, Renderer
from vision.simulator.teaching_pieces import Cast

PICTURES = 6
"""The least number of pictures."""
_EMPTY, _BACKS = 3, 4
"""Cells left empty in each picture, so that the bare table is taught as well, and cells with a common back on them."""
_OFTEN = 2
"""In so many pictures every look lies free of pieces."""


def teaching_pictures(
    renderer: Renderer, seed: int = 0, fixed: Mapping[Place, str] | None = None, copies: Mapping[str, int] | None = None
) -> list[TeachingPicture]:
    """Pictures in which every face of every tile lies with nothing on it and every piece is seen from all sides.

    `fixed` names kinds that always lie in one place face up and there bear piles of pieces; by default the only kind without a
    common back, if there is just one, lies in the middle cell.  `copies` (kind -> how many) says which pieces there are and how
    many; by default one of each kind with a facing and eight of each other.
    """
    if copies is None:
        copies = {kind.name: 1 if kind.directed else 8 for kind in renderer.catalogue.pieces}
    lesson = _Lesson(renderer, Random(f"teaching {seed}"), lone_tile(renderer) if fixed is None else fixed, copies)
    return [lesson.picture(number) for number in range(lesson.pictures)]


def lone_tile(renderer: Renderer) -> dict[Place, str]:
    """The only kind of tile without a common back, in the middle cell; nothing where there are more, or none."""
    lone = [kind.name for kind in renderer.catalogue.tiles if not kind.anonymous]
    return {Cell(renderer.layout.rows // 2, renderer.layout.cols // 2): lone[0]} if len(lone) == 1 else {}


def open_faces(kind: TileKind) -> tuple[str, ...]:
    """The faces that tell which kind it is."""
    return tuple(face for face in (kind.drawings or kind.periods) if face not in kind.anonymous)


class _Lesson:
    def __init__(self, renderer: Renderer, chance: Random, fixed: Mapping[Place, str], copies: Mapping[str, int]) -> None:
        self._renderer, self._chance, self._fixed = renderer, chance, fixed
        layout, catalogue = renderer.layout, renderer.catalogue
        self._kinds = {kind.name: kind for kind in catalogue.tiles}
        self._looks = [
            Look(kind.name, face) for kind in catalogue.tiles if kind.name not in fixed.values() for face in open_faces(kind)
        ]
        chance.shuffle(self._looks)
        self._backs = sorted(catalogue.common_backs)
        self._cells = [cell for cell in layout.cells() if cell not in fixed]
        self._hands: list[Place] = [Zone(zone.name) for zone in layout.zones if zone.holds_tile]
        self._cast = Cast(layout, catalogue, fixed, copies)
        cells = len(self._cells)
        self._most_busy = cells // 3
        self._empty = min(_EMPTY, cells // 5)
        self._bare_backs = min(_BACKS, cells // 12) if self._backs else 0
        # Where pieces take a third of few cells, more pictures without any show the tiles.
        self._free_bare = cells - self._empty - self._bare_backs
        self._free_busy = self._free_bare - min(self._most_busy, (cells + 1) // 2)
        with_pieces = self._cast.pictures
        missing = _OFTEN * len(self._looks) - with_pieces * self._free_busy
        self._without = max(1, math.ceil(missing / max(self._free_bare, 1)))
        self.pictures = max(PICTURES, self._without + with_pieces)
        self._next = 0

    def picture(self, number: int) -> TeachingPicture:
        """One picture; the first ones without any piece.  Looks go round, so that each lies free of pieces several times."""
        cells = list(self._cells)
        self._chance.shuffle(cells)
        round_number = number - self._without + 1
        # Pieces stand on the black squares of a chessboard: what stands alone is easy to tell from its neighbours.
        black = [cell for cell in cells if (cell.row + cell.col) % 2 == 0]
        busy = black[: self._most_busy if round_number > 0 else 0]
        pieces = self._cast.pieces(round_number, busy, self._cells) if round_number > 0 else ()
        scene = Scene(self._tiles(number, cells, busy), pieces)
        # Everything is cleared away first, so that nothing lies twice in the same spot.
        self._renderer.arrangement(Scene((), ()))
        picture = self._renderer.draw(scene, None, Conditions(1 + 0.03 * (number % 3 - 1), (0.0, 0.0), number))
        return _truth(self._renderer, scene, picture)

    def _tiles(self, number: int, cells: Sequence[Cell], busy: Sequence[Cell]) -> tuple[TileAt, ...]:
        if not self._kinds:
            return ()
        free = [cell for cell in cells if cell not in busy]
        empty, backs, up = free[: self._empty], free[self._empty :][: self._bare_backs], free[self._empty + self._bare_backs :]
        hands = self._hands[number % 2 :: 2]
        tiles = [TileAt(place, Look(kind, open_faces(self._kinds[kind])[0])) for place, kind in self._fixed.items()]
        # Under the pieces lie, in turn, backs and open tiles: a piece must be known on both.
        covered: list[Place] = list(busy[1::2] if self._backs else busy)
        tiles += self._open(up, self._next) + self._open(covered, self._next + len(up))
        tiles += self._in_hands(hands, number, {tile.look.kind for tile in tiles})
        self._next += len(up)
        if self._backs:
            lying: list[Place] = [*backs, *busy[::2], *(self._hands[(number + 1) % 2 :: 2] if number % 3 else ())]
            tiles += [TileAt(place, self._back(n + number)) for n, place in enumerate(lying) if place not in empty]
        return tuple(tiles)

    def _open(self, places: Sequence[Place], start: int) -> list[TileAt]:
        """The looks that are next in turn, each in another turn, as far as there are places."""
        count = len(self._looks)
        tiles = []
        for n, place in enumerate(places[:count]):
            look = self._looks[(start + n) % count]
            tiles.append(TileAt(place, Look(look.kind, look.face, self._turns(look))))
        return tiles

    def _in_hands(self, hands: Sequence[Place], number: int, used: set[str | None]) -> list[TileAt]:
        """An open tile in each of these zones, none that lies elsewhere; the faces that tiles show take turns in each of them."""
        faces = sorted({look.face for look in self._looks})
        tiles = []
        for n, place in enumerate(hands):
            face = faces[(n + number // 2) % len(faces)]
            shown = [look for look in self._looks if look.face == face]
            free = [look for look in shown if look.kind not in used] or shown
            look = free[(number + n) % len(free)]
            used.add(look.kind)
            tiles.append(TileAt(place, Look(look.kind, look.face, self._turns(look))))
        return tiles

    def _turns(self, look: Look) -> int:
        """A turn that means something; a card higher than wide is never laid across."""
        period = self._kinds[look.kind or ""].periods.get(look.face, 1)
        turns = self._chance.randrange(period)
        return turns if self._renderer.layout.tile_tall == 1 else turns - turns % 2

    def _back(self, number: int) -> Look:
        return Look(self._renderer.catalogue.back, self._backs[number % len(self._backs)])


def _truth(renderer: Renderer, scene: Scene, picture: Picture) -> TeachingPicture:
    arrangement, kinds = renderer.arrangement(scene), {kind.name: kind for kind in renderer.catalogue.tiles}
    tiles = [
        TaughtTile(TileAt(laid.place, Look(laid.look.kind, laid.look.face, laid.turns)), renderer.tile_px(laid))
        for laid in arrangement.tiles
    ]
    pieces = []
    for one in arrangement.pieces:
        kind = kinds.get(one.piece.kind)
        if kind is None:
            heading = one.heading_deg % 360
            pieces.append(TaughtPiece(one.piece, one.at_mm, one.foot_mm, one.top_mm, heading))
        else:
            # A card that was kept is taught as the card it is, wherever it lies.
            tiles.append(TaughtTile(TileAt(one.piece.place, Look(kind.name, open_faces(kind)[0])), renderer.card_px(one)))
    return TeachingPicture(picture, renderer.board_px(), tuple(tiles), tuple(pieces))
