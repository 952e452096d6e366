"""The pieces of the game as data: 56 maze tiles, the Chamber, eight mice, eight cheeses, eight marbles."""

from __future__ import annotations

from itertools import combinations

from companion.core.catalogue import Catalogue, PieceKind, TileKind
from companion.games.mice_in_a_maze import art
from companion.games.mice_in_a_maze.state import CHEESES

PHOTO_ORDER = ("red", "yellow", "green", "blue", "purple", "orange", "black", "white")
"""The order in which the two colours stand in a kind's name; the first names the path N-S (cross) or N-E (curve) at turns 0."""

MOUSE_HEIGHT_MM = 8.0
CHEESE_HEIGHT_MM = 6.8
MARBLE_HEIGHT_MM = 13.2


def tile_name(shape: str, one: str, other: str) -> str:
    """The kind's name from `cross` or `curve` and two colour names in any order."""
    first, second = sorted((one, other), key=PHOTO_ORDER.index)
    return f"{shape}-{first}-{second}"


def _maze_tiles() -> tuple[TileKind, ...]:
    inks = {colour.name: colour for colour in art.COLOURS}
    kinds = []
    for first, second in combinations(PHOTO_ORDER, 2):
        for shape, draw, period in (("cross", art.cross, 2), ("curve", art.curve, 4)):
            drawings = {"up": draw(inks[first], inks[second]), "down": art.BACK}
            label = f"{first}-{second} {shape}"
            name, periods = tile_name(shape, first, second), {"up": period, "down": 1}
            kinds.append(TileKind(name, periods, ("down",), label, drawings, copies=1))
    return tuple(kinds)


def _pieces() -> tuple[PieceKind, ...]:
    mice = tuple(
        PieceKind(f"mouse-{c.name}", MOUSE_HEIGHT_MM, 42.0, True, (), f"{c.name} mouse", c.letter, c.ink, art.mouse(c))
        for c in art.COLOURS
    )
    carriers = tuple(kind.name for kind in mice)
    cheese = PieceKind("cheese", CHEESE_HEIGHT_MM, 17.5, False, carriers, "cheese", "c", "#fcc12b", art.CHEESE, always=CHEESES)
    marble = PieceKind("marble", MARBLE_HEIGHT_MM, 13.2, False, (), "marble", "m", "#5fc9c6", art.MARBLE)
    return (*mice, cheese, marble)


CHAMBER = TileKind("chamber", {"up": 1}, (), "cheese Chamber", {"up": art.CHAMBER}, copies=1)

CATALOGUE = Catalogue((*_maze_tiles(), CHAMBER), _pieces())
