"""A scene with what is asked of it for every reading: which pieces stand where, and what differs from another scene."""

from __future__ import annotations

from typing import NamedTuple

from companion.core.grid import Facing, Place, place_order
from companion.core.scene import ABSENT, Look, PieceAt, Scene


class Group(NamedTuple):
    """How many pieces of a kind stand in a place, which way the first of them faces, and the sides that they show."""

    number: int
    facing: Facing | None = None
    faces: tuple[str, ...] = ()


NONE_THERE = Group(0)
_new = tuple.__new__

PieceKey = tuple[str, Place, Group]
"""A kind of piece, a place where such pieces stand, and how."""

TileChange = tuple[Place, Look, Look]
"""A place, how its tile looks, and how it looked in the other scene."""


def grouped(pieces: tuple[PieceAt, ...]) -> dict[tuple[str, Place], Group]:
    """The pieces of a scene counted by kind and place."""
    groups: dict[tuple[str, Place], Group] = {}
    begun, most = 0, len(pieces)
    while begun < most:
        piece, end = pieces[begun], begun + 1
        # A heap is mostly the same piece listed many times over.
        while end < most and pieces[end] is piece:
            end += 1
        key, number = (piece[0], piece[1]), end - begun
        shown = () if piece[4] is None else (piece[4],) * number
        there = groups.get(key)
        group = (number, piece[2], shown) if there is None else (there[0] + number, there[1], there[2] + shown)
        groups[key] = _new(Group, group)
        begun = end
    return groups


def tile_changes(scene: Scene, base: Scene) -> tuple[TileChange, ...]:
    """The places whose tiles look otherwise than in the other scene."""
    tiles, before = scene.tiles, base.tiles
    if tiles is before:
        return ()
    changes: list[TileChange] = []
    step = 0
    for new, old in zip(tiles, before, strict=False):
        if new is not old and new != old:
            if new[0] != old[0]:
                break
            changes.append((new[0], new[1], old[1]))
        step += 1
    if step == len(tiles) == len(before):
        return tuple(changes)
    # From here on tiles are listed in another order, or there are more of them.
    looks, were = dict(tiles[step:]), dict(before[step:])
    pairs = ((place, looks.get(place, ABSENT), were.get(place, ABSENT)) for place in looks.keys() | were.keys())
    # Sums of them must not depend on the order of a set.
    return (*changes, *sorted((pair for pair in pairs if pair[1] != pair[2]), key=lambda pair: place_order(pair[0])))


def alike_from_above(scene: Scene, other: Scene) -> bool:
    """Whether the scenes differ at most in the side of a cell at which a piece stands, which no reading tells."""
    if scene == other:
        return True
    if len(scene.pieces) != len(other.pieces) or scene.tiles != other.tiles:
        return False
    pairs = zip(scene.pieces, other.pieces, strict=True)
    # The side is the last thing that a piece tells.
    return all(one is two or one[:-1] == two[:-1] for one, two in pairs)


class Standing:
    """The pieces of a scene by kind and place; compared by identity."""

    __slots__ = ("_homes", "keys", "pieces")

    def __init__(self, pieces: tuple[PieceAt, ...]) -> None:
        self.pieces = pieces
        self.keys: tuple[PieceKey, ...] = tuple([(kind, place, group) for (kind, place), group in grouped(pieces).items()])
        self._homes: dict[str, list[tuple[Place, Group]]] | None = None

    @property
    def homes(self) -> dict[str, list[tuple[Place, Group]]]:
        """Where the pieces of each kind stand."""
        if self._homes is None:
            self._homes = {}
            for kind, place, group in self.keys:
                self._homes.setdefault(kind, []).append((place, group))
        return self._homes


class Laid:
    """A scene; its pieces and its differences from another scene are worked out at the first question."""

    __slots__ = ("_changes", "_standing", "_tables", "scene")

    def __init__(self, scene: Scene, tables: dict[int, Standing] | None = None) -> None:
        """`tables` are the pieces of other scenes by identity: games hand on what did not change."""
        self.scene = scene
        self._tables = tables
        self._changes: tuple[Scene, tuple[TileChange, ...]] | None = None
        self._standing: Standing | None = None

    @property
    def standing(self) -> Standing:
        """All its pieces."""
        if self._standing is None:
            pieces, tables = self.scene.pieces, self._tables
            found = tables.get(id(pieces)) if tables is not None else None
            if found is None:
                found = Standing(pieces)
                if tables is not None:
                    tables[id(pieces)] = found
            self._standing = found
        return self._standing

    def changes(self, base: Scene) -> tuple[TileChange, ...]:
        """The places whose tiles look otherwise than in that scene."""
        if self._changes is None or self._changes[0] is not base:
            self._changes = base, tile_changes(self.scene, base)
        return self._changes[1]
