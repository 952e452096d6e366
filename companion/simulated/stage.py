"""What a simulated table shows at one moment, and how people reach into it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.grid import Place
from companion.core.messages import Command
from companion.core.scene import Scene


@dataclass(frozen=True, slots=True)
class Reach:
    """A hand of `seat` over `places`; `progress` runs from 0 (outside the picture) over 0.5 (touching) to 1 (gone again)."""

    seat: str
    places: tuple[Place, ...]
    progress: float


@dataclass(frozen=True, slots=True)
class Stage:
    """What lies on the table now, the hand above it if any, and what people say to the companion at this moment."""

    scene: Scene
    reach: Reach | None = None
    says: tuple[Command, ...] = ()


def changed_places(before: Scene, after: Scene) -> tuple[Place, ...]:
    """The places that look different in two scenes, each once, tiles before pieces."""
    tiles_before = {tile.place: tile.look for tile in before.tiles}
    tiles_after = {tile.place: tile.look for tile in after.tiles}
    places = [p for p in {**tiles_before, **tiles_after} if tiles_before.get(p) != tiles_after.get(p)]
    pieces_before, pieces_after = list(before.pieces), list(after.pieces)
    for piece in before.pieces:
        if piece in pieces_after:
            pieces_after.remove(piece)
            pieces_before.remove(piece)
    places += [piece.place for piece in (*pieces_before, *pieces_after)]
    return tuple(dict.fromkeys(places))
