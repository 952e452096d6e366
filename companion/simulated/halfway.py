"""Scenes that lie for a moment only: an act half done, a table put back wrongly."""

from __future__ import annotations

from random import Random

from companion.core.grid import Place
from companion.core.scene import ABSENT, Look, PieceAt, Scene, TileAt


def half_done(before: Scene, after: Scene, random: Random) -> Scene | None:
    """Part of what changes from one scene to the other: things are lifted but not yet put down, or the first of two is done.

    None where there is nothing to do half of.
    """
    tiles, pieces = _tile_changes(before, after), _piece_changes(before, after)
    gone, come = pieces
    steps = len(tiles) + len(gone) + len(come)
    if not steps:
        return None
    if gone and random.random() < 0.6:
        return Scene(before.tiles, _without(before.pieces, (random.choice(gone),)))
    if tiles and random.random() < 0.5:
        place = random.choice(tiles)
        return with_look(before, place, ABSENT)
    if steps < 2:
        return None
    done = set(random.sample(tiles, random.randrange(len(tiles) + 1)))
    scene = before
    for place in tiles:
        if place in done:
            scene = with_look(scene, place, after.tile(place))
    if random.random() < 0.5:
        scene = Scene(scene.tiles, (*_without(before.pieces, gone), *come))
    return scene


def put_back_wrongly(wrong: Scene, right: Scene, random: Random) -> Scene | None:
    """The right scene but for one thing that stayed as it was; None where only one thing was wrong."""
    tiles, (gone, come) = _tile_changes(wrong, right), _piece_changes(wrong, right)
    if len(tiles) + len(gone) + len(come) < 2:
        return None
    if tiles and random.random() < 0.5:
        place = random.choice(tiles)
        return with_look(right, place, wrong.tile(place))
    if gone and not come:
        return Scene(right.tiles, (*right.pieces, random.choice(gone)))
    return None


def with_look(scene: Scene, place: Place, look: Look) -> Scene:
    """The scene with another look at that place; `ABSENT` takes the tile away."""
    tiles = [TileAt(place, look) if item.place == place else item for item in scene.tiles]
    if all(item.place != place for item in scene.tiles):
        tiles.append(TileAt(place, look))
    return Scene(tuple(item for item in tiles if item.look != ABSENT), scene.pieces)


def _tile_changes(before: Scene, after: Scene) -> list[Place]:
    old = {item.place: item.look for item in before.tiles if item.look != ABSENT}
    new = {item.place: item.look for item in after.tiles if item.look != ABSENT}
    return [place for place in {**old, **new} if old.get(place) != new.get(place)]


def _piece_changes(before: Scene, after: Scene) -> tuple[list[PieceAt], list[PieceAt]]:
    gone, come = list(before.pieces), []
    for piece in after.pieces:
        if piece in gone:
            gone.remove(piece)
        else:
            come.append(piece)
    return gone, come


def _without(pieces: tuple[PieceAt, ...], gone: tuple[PieceAt, ...] | list[PieceAt]) -> tuple[PieceAt, ...]:
    left = list(pieces)
    for piece in gone:
        left.remove(piece)
    return tuple(left)
