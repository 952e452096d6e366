"""What lies over several tiles is told by what their best drawings cost."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

import numpy as np
from drawn_wedges import mouse, sprite

from companion.core.grid import Cell, Zone
from companion.core.reading import LikelyLook, PieceClaim, TileClaim
from companion.core.scene import Look
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.odd_light import tints
from vision.over_tiles import cells_near, heaps_beside, over_tiles, told_all_the_same
from vision.piece_bank import make_piece_bank
from vision.tiles import SEEN

CELLS = [Cell(row, col) for row in range(3) for col in range(3)]
FACES_N = (0.0, -9.0, -9.0, -9.0)


def told(drawing: str, *claims: PieceClaim, hidden: Set[Cell] = frozenset()) -> set[Cell]:
    """The cells of a board of three rows that something lies over: `.` fits well, `x` badly, `X` worse, `#` worst."""
    costs = {".": 0.3, "x": 1.7, "X": 2.2, "#": 2.6}
    return set(over_tiles(CELLS, np.array([costs[each] for each in drawing if each != " "]) * SEEN**2, claims, hidden))


def test_neighbours_that_no_drawing_fits_lie_under_a_hand() -> None:
    """One such cell alone may be anything; two that touch by a side are none of the board's."""
    assert told("..x .xx ...") == {Cell(0, 2), Cell(1, 1), Cell(1, 2)}
    assert told("x.. .x. ..x") == set() == told("... .X. ...")


def test_a_cell_that_fits_worst_lies_under_a_hand_alone() -> None:
    """No drawing costs so much, though a cheese or two lie on it; a heap does. Beside what a hand hides less is enough."""
    two, heap = (PieceClaim("cheese", Cell(1, 1), (*(-9.0,) * count, 0.0)) for count in (2, 8))
    assert told("... .#. ...", two) == {Cell(1, 1)} and told("... .#. ...", heap) == set()
    assert told("... .x. ...", hidden={Cell(0, 1)}) == {Cell(1, 1)}


def test_a_drawing_that_is_surely_told_is_told_whatever_lies_over_it() -> None:
    """Beside it one that is not, and one that nothing lies over."""
    sure, unsure = (LikelyLook(Look("curve-red-blue", "up", 0), log_p) for log_p in (-0.01, -0.3))
    tiles = [TileClaim(Cell(0, 0), (sure,)), TileClaim(Cell(0, 1), (unsure,)), TileClaim(Cell(0, 2), (sure,))]
    assert told_all_the_same({Cell(0, 0), Cell(0, 1)}, tiles) == {Cell(0, 0)}


def test_what_a_bulky_piece_hides_lies_under_no_hand() -> None:
    """A Dragon with its treasure leaves next to nothing of a tile, whether or not its nose tells anything."""
    dragon = PieceClaim("dragon", Cell(1, 1), (-5.0, 0.0))
    costs = np.array([0.3, 0.3, 0.3, 0.3, 2.9, 0.3, 0.3, 0.3, 0.3]) * SEEN**2
    assert over_tiles(CELLS, costs, [dragon], bulky={"dragon"}) == set()
    assert over_tiles(CELLS, costs, [dragon]) == {Cell(1, 1)}


def test_what_is_large_and_stands_high_is_bulky() -> None:
    bank = make_piece_bank([mouse(), sprite(), replace(mouse(), kind="disc", top_mm=4.0)])
    assert bank is not None and bank.bulky == {"mouse"}


def test_a_tile_in_brown_light_is_a_hand() -> None:
    """Where a drawing fits badly and would have to be lit by another light than all around it, it is skin, whatever stands there,
    if something is odd beside it too: a lamp shines on one card.  Light of the same hue, a badly fitting drawing or another hue
    alone is not enough."""
    light = np.ones((9, 3), np.float32)
    light[4], light[5] = (0.75, 0.85, 1.2), (0.8, 0.8, 0.8)
    grey = PieceClaim("mouse", Cell(1, 1), (-9.0, 0.0), FACES_N)
    tinted = tints(light, np.ones_like(light))
    costs = np.array([0.3, 0.3, 0.3, 0.3, 1.3, 1.3, 0.3, 0.3, 0.3]) * SEEN**2
    assert over_tiles(CELLS, costs, [grey], tinted=tinted) == set()
    assert over_tiles(CELLS, costs, [grey], {Cell(1, 0)}, tinted) == {Cell(1, 1)}
    light[1] = light[4]
    both = tints(light, np.ones_like(light))
    costs[1] = costs[4]
    assert over_tiles(CELLS, costs, [grey], tinted=both) == {Cell(0, 1), Cell(1, 1)}
    assert over_tiles(CELLS, np.full(9, 0.6 * SEEN**2), [grey], tinted=tinted) == set()


def test_pieces_that_were_told_there_explain_what_no_drawing_does() -> None:
    """A mouse is as large as a tile's drawing; a cheese or two explain a little, a heap of eight on a hand no more than that."""
    grey = PieceClaim("mouse", Cell(1, 1), (-9.0, 0.0), FACES_N)
    assert told("... xX. ...", grey) == set()
    heap = PieceClaim("cheese", Cell(1, 1), (*(-9.0,) * 8, 0.0))
    assert told("... xx. ...", heap) == set()
    assert told("... xX. ...", heap) == {Cell(1, 0), Cell(1, 1)}


def test_many_small_pieces_in_a_zone_beside_a_hand_are_its_sleeve() -> None:
    """Five marbles in a mouse's corner are none where marbles were never taught, if a hand lies on a cell near by; two may be."""
    hand, near = frozenset({Cell(6, 2)}), cells_near(LAYOUT)
    five, two = (PieceClaim("marble", Zone("S1"), (*(-9.0,) * n, 0.0)) for n in (5, 2))
    assert heaps_beside(hand, near, [five], set()) == {Zone("S1")}
    assert heaps_beside(hand, near, [two], set()) == frozenset()
    assert heaps_beside(hand, near, [five], {("marble", "S1")}) == frozenset()
    assert heaps_beside(frozenset({Cell(0, 2)}), near, [five], set()) == frozenset()
