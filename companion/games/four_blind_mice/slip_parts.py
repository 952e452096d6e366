"""What all kinds of slips are made of: a changed table, the act in the notation if it has one, the way back."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.grid import Place
from companion.core.scene import PieceAt, Scene
from companion.games.four_blind_mice.actions import Action
from companion.games.four_blind_mice.cells import PLACES
from companion.games.four_blind_mice.words import mouse_kind


@dataclass(frozen=True, slots=True)
class Draft:
    """A slip before it is judged: the scene it leaves; `action` is ruled on, `code` is for what has no notation."""

    scene: Scene
    action: Action | None = None
    code: str = ""
    remedy: tuple[str, ...] = ()
    intended: Action | None = None
    places: tuple[Place, ...] = ()


def with_mouse(scene: Scene, mouse: int, cell: int) -> Scene:
    """The scene with that mouse on another cell."""
    kind = mouse_kind(mouse)
    rest = tuple(piece for piece in scene.pieces if piece.kind != kind)
    return scene._replace(pieces=(*rest, PieceAt(kind, PLACES[cell])))


def without_coin(scene: Scene, cell: int) -> Scene:
    """The scene without the coin of that cell."""
    pieces = tuple(piece for piece in scene.pieces if not (piece.kind == "coin" and piece.place == PLACES[cell]))
    return scene._replace(pieces=pieces)


def with_coin(scene: Scene, cell: int, face: str | None) -> Scene:
    """The scene with a coin on that cell, in place of the one that lay there."""
    left = without_coin(scene, cell)
    return left._replace(pieces=(*left.pieces, PieceAt("coin", PLACES[cell], face=face)))
