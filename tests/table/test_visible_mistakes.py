"""Simulated people make only mistakes that hands can lay and eyes can see."""

from __future__ import annotations

from random import Random

import pytest

from companion.core.grid import Cell, Facing
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games import find
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.simulated.choosing import chooser
from companion.simulated.director import Director
from companion.simulated.visible import can_be_laid, can_be_seen, looks_lawful

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


def test_a_card_kept_face_down_is_not_seen() -> None:
    """Before the players only the fronts of kept cards are looked for: the table looks as if the card were still in the hand."""
    kaese = find("alles-kaese")
    state = kaese.play(kaese.read_position("n: 3; display: 351622; top: 4; die: 1"), kaese.read("K3"))
    slip = next(one for one in kaese.slips(state) if one.violations[0].code == "kept-face-down")
    assert looks_lawful(kaese, state, slip.scene)


def test_nobody_cheats_with_a_card_in_the_hand() -> None:
    """A card drawn and not laid open is drawn for nobody else: what was left undone cannot be told."""
    trap, random = find("mouse-trap-cards"), Random(1)
    state = trap.start(trap.setup({}))
    for token in ("@N", "+c2", "d:"):
        assert _wants(trap, state, random)
        state = trap.play(state, trap.read(token))
    assert not _wants(trap, state, random)


def _wants(game, state, random: Random) -> bool:
    """Whether a simulated player finds a rule to break in that state."""
    director = Director(game, state, random, chooser(game, random), lambda one: one)
    director.cheat("any")
    return director._wanted_slip() is not None
