"""Simulated people make only mistakes that hands can lay and eyes can see."""

from __future__ import annotations

import pytest

from companion.core.grid import Cell, Facing
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.simulated.visible import can_be_laid, can_be_seen

HEAP, NEST = Cell(3, 3), Cell(0, 1)


def cheeses(heap: int, elsewhere: int = 0) -> Scene:
    """So many cheeses in a heap and in another place."""
    return Scene((), (*[PieceAt("cheese", HEAP)] * heap, *[PieceAt("cheese", NEST)] * elsewhere))


@pytest.mark.parametrize(
    ("before", "after", "seen"),
    [((8, 0), (7, 0), False), ((4, 0), (3, 0), True), ((7, 0), (6, 1), True), ((6, 2), (6, 1), True), ((6, 2), (6, 2), False)],
    ids=["one-less-in-a-heap", "no-heap-any-more", "from-the-heap-to-a-nest", "from-a-nest", "nothing"],
)
def test_how_many_lie_in_a_heap_is_not_seen(before: tuple[int, int], after: tuple[int, int], seen: bool) -> None:
    """Whoever takes a cheese from a heap of eight leaves a heap; wherever they can be counted, it shows."""
    assert can_be_seen(cheeses(*before), cheeses(*after)) == seen


def test_a_tile_or_a_mouse_beside_a_heap_shows() -> None:
    """The heap hides only itself."""
    turned = Scene((TileAt(NEST, Look("back", "down")),), cheeses(7).pieces)
    assert can_be_seen(cheeses(8), turned)
    assert can_be_seen(cheeses(8), Scene((), (*cheeses(7).pieces, PieceAt("mouse-red", HEAP, Facing.N))))


def test_nobody_lays_what_the_box_does_not_hold() -> None:
    """There are eight cheeses, and no tile is "some tile"."""
    assert can_be_laid(CATALOGUE, cheeses(6, 2)) and not can_be_laid(CATALOGUE, cheeses(6, 3))
    assert not can_be_laid(CATALOGUE, Scene((TileAt(NEST, Look(None, "up")),), ()))
