"""What all kinds of slips are made of: a changed table, the act in the notation if it has one, the way back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from companion.core.game import Seen
from companion.core.grid import Facing, Place, Zone
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt
from companion.games.mice_in_a_maze.actions import Action
from companion.games.mice_in_a_maze.geometry import COLOUR_NAMES, Spot
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.tiles import TILES
from companion.games.mice_in_a_maze.words import spot_words


@dataclass(frozen=True, slots=True)
class Draft:
    """A slip before it is judged: the scene it leaves; `action` is ruled on, `codes` are for what has no notation."""

    scene: Scene
    action: Action | None = None
    codes: tuple[str, ...] = ()
    remedy: tuple[str, ...] = ()
    intended: Action | None = None
    places: tuple[Place, ...] = ()


def with_look(scene: Scene, place: Place, look: Look) -> Scene:
    """The scene with another tile in one place."""
    tiles = tuple(item for item in scene.tiles if item.place != place)
    if len(tiles) == len(scene.tiles):
        return scene._replace(tiles=(*tiles, TileAt(place, look))) if look != ABSENT else scene
    if look == ABSENT:
        return scene._replace(tiles=tiles)
    return scene._replace(tiles=tuple(TileAt(place, look) if item.place == place else item for item in scene.tiles))


def with_piece(scene: Scene, piece: PieceAt) -> Scene:
    return scene._replace(pieces=(*scene.pieces, piece))


def without_piece(scene: Scene, kind: str, place: Place) -> Scene:
    """The scene with one piece of that kind less in that place; the same scene where there is none."""
    pieces = list(scene.pieces)
    for piece in reversed(scene.pieces):
        if piece.kind == kind and piece.place == place:
            pieces.remove(piece)
            break
    return scene._replace(pieces=tuple(pieces))


Standing = tuple[str, Place, Facing | None]
Looks = tuple[frozenset[TileAt], frozenset[tuple[Standing, int]]]


def visible(scene: Scene) -> Looks:
    """What sight can tell of a scene: two scenes with equal keys look the same."""
    return frozenset(scene.tiles), frozenset(_standing(scene).items())


class Plausible:
    """Tells whether every change from a base scene may be among what was seen."""

    __slots__ = ("_base", "_looks", "_seen", "_standing")

    def __init__(self, base: Scene, seen: Seen) -> None:
        self._base, self._seen = base, seen
        self._looks = {item.place: item.look for item in base.tiles}
        self._standing = _standing(base)

    def __call__(self, after: Scene) -> bool:
        looks, seen = self._looks, self._seen
        for item in after.tiles:
            if looks.get(item.place, ABSENT) != item.look and item.place not in seen.hidden and not _look_seen(item, seen):
                return False
        if after.pieces == self._base.pieces:
            return True
        there = _standing(after)
        taken, put = self._standing - there, there - self._standing
        _leave_out_carried(taken, put, self._base, after)
        gone = all(kind in seen.pieces or place in seen.hidden for kind, place, _ in +taken)
        return gone and _all_seen(+put, seen)


def _standing(scene: Scene) -> Counter[Standing]:
    """Pieces by what sight can tell: not whether a cheese lies on a mouse or beside it."""
    return Counter((piece.kind, piece.place, piece.facing) for piece in scene.pieces)


def _leave_out_carried(taken: Counter[Standing], put: Counter[Standing], base: Scene, after: Scene) -> None:
    """Take out what moved, or went off the table, with what carries it: of a heap one more or less need not be plain."""
    homes = {kind: place for kind, place, _ in taken}
    left = homes.keys() - {piece.kind for piece in after.pieces}
    for piece in base.pieces:
        here = piece.kind, piece.place, piece.facing
        if piece.on in left and taken[here] > 0:
            taken[here] -= 1
    for piece in after.pieces:
        here, home = (piece.kind, piece.place, piece.facing), homes.get(piece.on or "")
        if home is not None and put[here] > 0 and taken[piece.kind, home, piece.facing] > 0:
            put[here] -= 1
            taken[piece.kind, home, piece.facing] -= 1


def _look_seen(item: TileAt, seen: Seen) -> bool:
    looks = seen.tiles.get(item.place)
    if looks is None:
        return False
    same_face = [look for look in looks if look.face == item.look.face]
    return any(item.look.kind is None or look == item.look or _beside(item, look) for look in same_face)


def _beside(item: TileAt, look: Look) -> bool:
    """Off the grid a tile lies as it fell: its turns mean nothing."""
    return isinstance(item.place, Zone) and look.kind == item.look.kind


def _all_seen(put: Iterable[Standing], seen: Seen) -> bool:
    for kind, place, facing in put:
        if place in seen.hidden:
            continue
        spots = seen.pieces.get(kind)
        if spots is None or not any(where == place and nose in (None, facing) for where, nose in spots):
            return False
    return True


def with_mouse(scene: Scene, kind: str, place: Place | None, facing: Facing | None) -> Scene:
    """The scene with that mouse, and the cheese on it, in another place; None: both off the table."""
    rest = [piece for piece in scene.pieces if piece.kind != kind and piece.on != kind]
    if place is not None:
        loads = [piece._replace(place=place) for piece in scene.pieces if piece.on == kind]
        rest = [*rest, PieceAt(kind, place, facing), *loads]
    return scene._replace(pieces=tuple(rest))


# Words ---------------------------------------------------------------------------------------------------------------


def mouse_words(letter: str) -> str:
    return COLOUR_NAMES[letter]


def put_mouse(state: State, letter: str, spot: Spot) -> str:
    """The sentence that sends a mouse where it belongs."""
    if spot.kind in ("hand", "out"):
        return f"Take the {mouse_words(letter)} mouse off the table."
    return f"Put the {mouse_words(letter)} mouse on {spot_words(state, spot)}."


def unused_code(state: State) -> str:
    """A tile that lies open nowhere, for a slip of which only the place matters; the first in the order of the codes."""
    open_codes = {tile.code for tile in state.tiles if tile.shape in "+/\\"} | {hand.code for hand in state.hands if hand.up}
    return next(code for code in sorted(TILES) if code not in open_codes)


def turned_by(code: str, now: int, wanted: int) -> str:
    """How to turn a tile back: `a quarter to the left`, `a quarter to the right`, `a half turn`."""
    period = TILES[code].period
    quarters = (wanted - now) % period
    if quarters == 2:
        return "a half turn"
    return "a quarter to the right" if quarters == 1 else "a quarter to the left"
