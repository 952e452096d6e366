"""What all kinds of slips are made of: a changed table, the act in the notation if it has one, the way back."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.core.game import Seen
from companion.core.grid import Facing, Place, Zone
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt
from companion.games.mouse_trap_cards.actions import Action
from companion.games.mouse_trap_cards.layout import front_zone
from companion.games.mouse_trap_cards.scene import MOUSE, WEDGE
from companion.games.mouse_trap_cards.state import State


@dataclass(frozen=True, slots=True)
class Draft:
    """A slip before it is judged: the scene it leaves; `action` is ruled on, `codes` are for what has no notation."""

    scene: Scene
    action: Action | None = None
    codes: tuple[str, ...] = ()
    remedy: tuple[str, ...] = ()
    intended: Action | None = None
    places: tuple[Place, ...] = ()


def front_of(state: State, seat: int) -> Zone:
    """The zone in front of a player."""
    return Zone(front_zone(len(state.safe), seat))


def with_look(scene: Scene, place: Place, look: Look) -> Scene:
    """The scene with another tile in one place; ABSENT takes it away."""
    tiles = list(scene.tiles)
    here = next((number for number, tile in enumerate(tiles) if tile[0] == place), len(tiles))
    tiles[here : here + 1] = [] if look == ABSENT else [TileAt(place, look)]
    return Scene(tuple(tiles), scene.pieces)


def with_mouse(scene: Scene, place: Place, facing: Facing) -> Scene:
    """The scene with the mouse elsewhere."""
    rest = tuple(piece for piece in scene.pieces if piece.kind != MOUSE)
    return scene._replace(pieces=(PieceAt(MOUSE, place, facing), *rest))


def with_wedge(scene: Scene, place: Place, face: str = "up", count: int = 1) -> Scene:
    """The scene with wedges more in one place."""
    return scene._replace(pieces=(*scene.pieces, *[PieceAt(WEDGE, place, None, None, face)] * count))


def without_wedges(scene: Scene, place: Place, face: str = "up", most: int = 42) -> Scene:
    """The scene with up to `most` wedges less in one place."""
    kept: list[PieceAt] = []
    for piece in scene.pieces:
        if most and piece.kind == WEDGE and piece.place == place and piece.face == face:
            most -= 1
        else:
            kept.append(piece)
    return scene._replace(pieces=tuple(kept))


Looks = tuple[frozenset[TileAt], frozenset[tuple[PieceAt, int]]]


def visible(scene: Scene) -> Looks:
    """What sight can tell of a scene: two scenes with equal keys look the same."""
    return frozenset(scene.tiles), frozenset(Counter(scene.pieces).items())


class Plausible:
    """Tells whether every change from a base scene may be among what was seen."""

    __slots__ = ("_looks", "_pieces", "_seen", "_standing", "_tiles")

    def __init__(self, base: Scene, seen: Seen) -> None:
        self._tiles, self._pieces, self._seen = base.tiles, base.pieces, seen
        self._standing, self._looks = Counter(base.pieces), dict(base.tiles)

    def __call__(self, after: Scene) -> bool:
        if after.tiles != self._tiles:
            looks, before = dict(after.tiles), self._looks
            if not all(before.get(place) == look or self.may_look(place, look) for place, look in looks.items()):
                return False
            if not all(place in looks or self.may_look(place, ABSENT) for place in self._looks):
                return False
        if after.pieces == self._pieces:
            return True
        there = Counter(after.pieces)
        gone, new = self._standing - there, there - self._standing
        left = all(piece.kind in self._seen.pieces or piece.place in self._seen.hidden for piece in gone)
        return left and all(map(self._stands, new))

    def may_look(self, place: Place, look: Look) -> bool:
        """Whether that place may look so now."""
        before, seen = self._looks.get(place, ABSENT), self._seen
        if look == before or place in seen.hidden:
            return True
        found = seen.tiles.get(place, ())
        return any(other == look or (other.face == look.face and look.kind is None) for other in found)

    def may_stand(self, kind: str, place: Place, facing: Facing | None = None) -> bool:
        """Whether a piece of that kind may stand there now that did not stand there before."""
        if place in self._seen.hidden:
            return True
        spots = self._seen.pieces.get(kind, ())
        return any(where == place and nose in (None, facing) for where, nose in spots)

    def _stands(self, piece: PieceAt) -> bool:
        return self.may_stand(piece.kind, piece.place, piece.facing)
