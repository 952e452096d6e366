"""Differences between scenes: which places changed, and the same change made to another scene."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.core.grid import Place, place_order
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt


class Change(NamedTuple):
    """What turns one scene into another: new looks of places, pieces taken away and pieces put down."""

    looks: tuple[tuple[Place, Look], ...]
    taken: tuple[PieceAt, ...]
    put: tuple[PieceAt, ...]

    @property
    def places(self) -> tuple[Place, ...]:
        found = {place for place, _ in self.looks} | {piece.place for piece in (*self.taken, *self.put)}
        return tuple(sorted(found, key=place_order))

    @property
    def subjects(self) -> frozenset[tuple[Place, str | None]]:
        """What changed: places with a kind of piece, or with None for the tile."""
        return frozenset({*((place, None) for place, _ in self.looks), *((one.place, one.kind) for one in self.taken),
                          *((one.place, one.kind) for one in self.put)})

    @property
    def pieces_only(self) -> bool:
        return not self.looks and bool(self.taken or self.put)

    def only_at(self, places: frozenset[Place]) -> bool:
        """Whether nothing but tiles in these places changed."""
        return bool(self.looks) and not (self.taken or self.put) and all(place in places for place, _ in self.looks)

    def __bool__(self) -> bool:
        return bool(self.looks or self.taken or self.put)


def change(before: Scene, after: Scene) -> Change:
    """What changed from one scene to the other."""
    looks = () if after.tiles is before.tiles else _new_looks(before.tiles, after.tiles)
    if after.pieces is before.pieces:
        return Change(looks, (), ())
    alike = 0
    for one, other in zip(before.pieces, after.pieces, strict=False):
        if one is not other and one != other:
            break
        alike += 1
    taken, put = list(before.pieces[alike:]), list[PieceAt]()
    for piece in after.pieces[alike:]:
        if piece in taken:
            taken.remove(piece)
        else:
            put.append(piece)
    return Change(looks, tuple(taken), tuple(put))


def _new_looks(before: tuple[TileAt, ...], after: tuple[TileAt, ...]) -> tuple[tuple[Place, Look], ...]:
    """The places that look otherwise, with their look: mostly the same places are listed in the same order."""
    if len(before) == len(after):
        pairs = [(was, now) for was, now in zip(before, after, strict=True) if was is not now and was != now]
        if all(was[0] == now[0] for was, now in pairs):
            return tuple([(now[0], now[1]) for _, now in pairs])
    old, new = dict(before), dict(after)
    places = [(place, old.get(place, ABSENT), new.get(place, ABSENT)) for place in {**old, **new}]
    return tuple([(place, look) for place, was, look in places if was != look])


def applied(edit: Change, scene: Scene) -> Scene:
    """The scene with that change made to it; pieces that are no longer there cannot be taken away."""
    looks = {item.place: item.look for item in scene.tiles}
    looks.update(edit.looks)
    pieces = Counter(scene.pieces)
    pieces.subtract(Counter(edit.taken))
    pieces.update(Counter(edit.put))
    tiles = tuple(TileAt(place, look) for place, look in looks.items() if look != ABSENT)
    return Scene(tiles, tuple(piece for piece, number in pieces.items() for _ in range(max(0, number))))
