"""Changes of the table, small enough to make hundreds of: what looks different, what was taken away, what was put down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.core.game import Seen
from companion.core.grid import Facing, Place, Zone
from companion.core.scene import ABSENT, Look, PieceAt, Scene, SceneChange, TileAt
from companion.games.librande_maze.board import CELLS
from companion.games.librande_maze.layout import DISCARD, curse_zone
from companion.games.librande_maze.scene import CUBE, card_look

Edit = SceneChange
NOTHING = SceneChange((), (), ())


Key = tuple[frozenset[TileAt], frozenset[tuple[PieceAt, int]]]


def key(edit: Edit) -> Key:
    """What sight can tell of a change: two edits of one table with equal keys leave the same table."""
    count: Counter[PieceAt] = Counter(edit.come)
    count.subtract(edit.gone)
    return frozenset(edit.tiles), frozenset((piece, number) for piece, number in count.items() if number)


def joined(*edits: Edit) -> Edit:
    """Several changes as one; of two looks of one place the later holds."""
    looks = {item.place: item for edit in edits for item in edit.tiles}
    come, gone = [piece for edit in edits for piece in edit.come], [piece for edit in edits for piece in edit.gone]
    for piece in [piece for piece in gone if piece in come]:
        if piece in come:
            come.remove(piece)
            gone.remove(piece)
    return Edit(tuple(looks.values()), tuple(gone), tuple(come))


def unchanged_at(edit: Edit, place: Place) -> Edit:
    """The change without what it does to the tile of a place."""
    return Edit(tuple(item for item in edit.tiles if item.place != place), edit.gone, edit.come)


def edited(scene: Scene, edit: Edit) -> Scene:
    """The scene with that change made to it."""
    looks = {item.place: item for item in scene.tiles}
    looks.update({item.place: item for item in edit.tiles})
    pieces = list(scene.pieces)
    for piece in edit.gone:
        if piece in pieces:
            pieces.remove(piece)
    return Scene(tuple(item for item in looks.values() if item.look != ABSENT), (*pieces, *edit.come))


def cube(name: str) -> PieceAt:
    """The cube on a spent curse."""
    return PieceAt(CUBE, Zone(curse_zone(name)))


def laid(card: str) -> Edit:
    """A card on top of the spent spells."""
    return Edit((TileAt(Zone(DISCARD), card_look(card)),), (), ())


def tile_gone(square: int) -> Edit:
    """A square without its tile."""
    return retiled(TileAt(CELLS[square], ABSENT))


def retiled(*tiles: TileAt) -> Edit:
    """Places that look different."""
    return Edit(tiles, (), ())


def replaced(gone: PieceAt, come: PieceAt) -> Edit:
    """One piece for another, or the same in another place."""
    return Edit((), (gone,), (come,))


# What may have been seen ---------------------------------------------------------------------------------------------


class Plausible:
    """Tells whether a change of the table that a state shows may be what was seen."""

    __slots__ = ("_places", "seen")

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._places = {kind: frozenset(place for place, _ in spots) for kind, spots in seen.pieces.items()}

    def __call__(self, edit: Edit) -> bool:
        """Whether everything that changes may be among what was seen; halves and faces are not asked for."""
        return all(map(self.looks, edit.tiles)) and self._moved(edit.gone, edit.come)

    def looks(self, item: TileAt) -> bool:
        """Whether that place may look so now."""
        if item.place in self.seen.hidden:
            return True
        looks = self.seen.tiles.get(item.place, ())
        return any(_same(item, look) for look in looks)

    def _moved(self, gone: Sequence[PieceAt], come: Sequence[PieceAt]) -> bool:
        if not (gone or come):
            return True
        # Lists, since hardly ever more than two pieces are moved, and this is asked of every action.
        left, there = [(piece.kind, piece.place) for piece in gone], list[tuple[str, Place]]()
        for piece in come:
            spot = piece.kind, piece.place
            if spot in left:
                left.remove(spot)
            else:
                there.append(spot)
        taken = all(kind in self._places or place in self.seen.hidden for kind, place in left)
        return taken and all(self.stands(kind, place) for kind, place in there)

    def stands(self, kind: str, place: Place) -> bool:
        """Whether a piece of that kind may have come to that place."""
        return place in self.seen.hidden or place in self._places.get(kind, frozenset())

    def moved(self, kind: str) -> bool:
        """Whether pieces of that kind may have moved."""
        return kind in self._places

    def changed(self, place: Place) -> bool:
        """Whether that place may look different."""
        return place in self.seen.tiles or place in self.seen.hidden


def _same(item: TileAt, look: Look) -> bool:
    """Whether the looks agree; beside the board a card lies as it fell, and one of no known kind may be any."""
    if item.look.kind is None and item.look != ABSENT:
        return look.face == item.look.face
    loose = isinstance(item.place, Zone)
    return look == item.look or (loose and (look.kind, look.face) == (item.look.kind, item.look.face))


def seen_spots(plausible: Plausible, kind: str) -> Iterator[tuple[Place, Facing | None]]:
    """Where a kind of piece may stand now, likeliest first."""
    yield from plausible.seen.pieces.get(kind, ())
