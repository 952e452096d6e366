"""Comparing scenes for the law suite: what somebody with perfect eyes sees."""

from __future__ import annotations

from collections import Counter

from companion.core.game import Seen
from companion.core.scene import ABSENT, Scene


def named(scene: Scene) -> bool:
    """Whether every tile that lies open is known, as after a camera has looked; drawings of positions leave some unnamed."""
    return all(tile.look.kind is not None for tile in scene.tiles if tile.look.face == "up")


def fits(told: Scene, true: Scene) -> bool:
    """Whether two scenes are the same, tiles that the first does not name fitting any."""
    looks = [(tile.look, true.tile(tile.place)) for tile in told.tiles]
    same = all(one == other or (one.kind is None and one.face == other.face) for one, other in looks)
    return same and len(told.tiles) == len(true.tiles) and Counter(told.pieces) == Counter(true.pieces)


def seen_from(before: Scene, after: Scene) -> Seen:
    """What somebody with perfect eyes sees to have changed between two scenes."""
    tiles = {tile.place: (tile.look,) for tile in after.tiles if tile.look != before.tile(tile.place)}
    tiles |= {tile.place: (ABSENT,) for tile in before.tiles if after.tile(tile.place) == ABSENT}
    stood, stands = (Counter((p.kind, p.place, p.facing) for p in scene.pieces) for scene in (before, after))
    moved = {kind for kind, _, _ in [*(stood - stands), *(stands - stood)]}
    pieces = {kind: tuple((p.place, p.facing) for p in after.pieces if p.kind == kind) for kind in moved}
    return Seen(tiles, pieces)
