"""What an eye above the table can tell of a scene at all, whatever its noise."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable

from companion.core.grid import Cell, Place
from companion.core.scene import Look, PieceAt, Scene, TileAt

SightKey = tuple[frozenset[tuple[Place, Look]], frozenset[Hashable]]


def sight_key(scene: Scene) -> SightKey:
    """Scenes with equal keys look the same: beside the grid turns of a tile mean nothing, sides of a cell are not told."""
    tiles = frozenset((item.place, item.look if isinstance(item.place, Cell) else _unturned(item.look)) for item in scene.tiles)
    return tiles, frozenset(_groups(scene.pieces).items())


def _unturned(look: Look) -> Look:
    return Look(look.kind, look.face, 0)


def _groups(pieces: tuple[PieceAt, ...]) -> dict[tuple[str, Place], Hashable]:
    groups: dict[tuple[str, Place], list[PieceAt]] = defaultdict(list)
    for piece in pieces:
        groups[piece.kind, piece.place].append(piece)
    return {key: frozenset(Counter((one.facing, one.face) for one in there).items()) for key, there in groups.items()}


def may_be(known: Scene, lying: Scene) -> bool:
    """Whether a scene that may not know every tile and face agrees with the one that lies there."""
    there = {item.place: item.look for item in lying.tiles}
    if {item.place for item in known.tiles} != there.keys():
        return False
    if not all(_tile_may_be(item, there[item.place]) for item in known.tiles):
        return False
    mine, theirs = _faces_by_spot(known), _faces_by_spot(lying)
    return mine.keys() == theirs.keys() and all(_faces_may_be(mine[spot], theirs[spot]) for spot in mine)


def _tile_may_be(item: TileAt, look: Look) -> bool:
    place, known = item.place, item.look
    if known.face != look.face or (known.kind is not None and known.kind != look.kind):
        return False
    return known.kind is None or not isinstance(place, Cell) or known.turns == look.turns


def _faces_by_spot(scene: Scene) -> dict[Hashable, list[str | None]]:
    spots: dict[Hashable, list[str | None]] = defaultdict(list)
    for piece in scene.pieces:
        spots[piece.kind, piece.place, piece.facing].append(piece.face)
    return spots


def _faces_may_be(known: list[str | None], lying: list[str | None]) -> bool:
    named = Counter(face for face in known if face is not None)
    theirs = Counter(face for face in lying if face is not None)
    return len(known) == len(lying) and (None in lying or not named - theirs)
