"""The drawings of the Mouse Trap cards: every kind has one, they differ where the game does, and every one has a top."""

from __future__ import annotations

import math

import pytest

from companion.core.drawing import Drawing
from companion.games.mouse_trap_cards import GAME
from companion.games.mouse_trap_cards import art as pictures
from companion.games.mouse_trap_cards.decks import deck_from

TILES = {(kind.name, face): drawing for kind in GAME.catalogue.tiles for face, drawing in kind.drawings.items()}


def test_every_face_is_drawn() -> None:
    """Each face of each card and piece has a drawing, and each zone of the table."""
    assert all(set(kind.drawings) == set(kind.periods) for kind in GAME.catalogue.tiles)
    assert all(kind.drawing for kind in GAME.catalogue.pieces)
    assert all(zone.drawing for zone in GAME.layout.zones)


def test_equal_sides_have_equal_pictures_and_others_do_not() -> None:
    """Cards with the same side cannot be told apart, all backs of action cards are alike, everything else differs."""
    deck = deck_from()
    sides = {side: pictures.side(side) for side in deck.sides}
    assert len(set(sides.values())) == len(sides)
    for name, both in deck.cards.items():
        kind = f"maze-{name[1:]}"
        assert (TILES[kind, "front"], TILES[kind, "back"]) == (sides[both[0]], sides[both[1]])
    fronts = [drawing for (kind, face), drawing in TILES.items() if kind.startswith("act-") and face == "front"]
    backs = {drawing for (kind, face), drawing in TILES.items() if kind.startswith("act-") and face == "back"}
    assert (len(set(fronts)), len(backs)) == (len(fronts), 1)


@pytest.mark.parametrize("side", deck_from().sides)
def test_every_maze_card_has_a_top(side: str) -> None:
    """No turn but a whole one maps a picture onto itself, so that its turns can be read."""
    drawing = pictures.side(side)
    assert not any(looks(turned(drawing, turns)) == looks(drawing) for turns in (1, 2, 3))


@pytest.mark.parametrize("code", ["MV1:urdl", "PLACE2", "TAKE9", "FLIPE:ud", "TURNE:urdl", "MV4:d", "MV8:u"])
def test_cards_of_other_decks_can_be_drawn(code: str) -> None:
    """Sides that the usual deck does not have get a picture of their own; nothing reaches far beyond its card."""
    drawing = pictures.side(code)
    assert drawing not in TILES.values()
    points = [point for shape in drawing for point in shape.points]
    assert all(0 <= x <= 102 and 0 <= y <= 102 for x, y in points)


def turned(drawing: Drawing, turns: int) -> list[tuple[tuple[float, float], ...]]:
    shapes = [shape.points for shape in drawing]
    for _ in range(turns):
        shapes = [tuple((100 - y, x) for x, y in points) for points in shapes]
    return shapes


def looks(shapes: object) -> set[frozenset[tuple[float, float]]]:
    """The corners of every shape, in no order."""
    if isinstance(shapes, tuple):
        shapes = [shape.points for shape in shapes]
    assert isinstance(shapes, list)
    return {frozenset((math.floor(x + 0.5), math.floor(y + 0.5)) for x, y in points) for points in shapes}
