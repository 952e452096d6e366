"""Fingers look like whatever is brown: beside a hand the sides of pieces tell which finds are none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from drawn_wedges import sprite

from companion.core.grid import Cell, Place, Zone
from companion.core.reading import PieceClaim
from vision.found import Found
from vision.parts_of_hands import BESIDE, GAIN, doubted, parts_of_hands, usual
from vision.piece_bank import make_piece_bank

UP, DOWN = replace(sprite(), face="up", places=(("", 9), ("front", 2))), replace(sprite(), face="down", places=(("front", 4),))
MOUSE = replace(sprite(), kind="mouse", directed=True, alone=True, shape=0)
BANK = make_piece_bank([UP, DOWN, MOUSE])
CELL, FRONT = Cell(1, 1), Zone("front")
HAND = np.zeros((40, 80), np.bool_)
HAND[:, :40] = True


def find(kind: int, u: int, misfit: float = 0.5) -> Found:
    """A find of the first row of one of the three kinds, at that column."""
    assert BANK is not None
    return Found(int(np.flatnonzero(BANK.kinds == kind)[0]), (float(u), 20.0), 20.0, np.zeros(len(BANK.kinds)), misfit)


def fingers(*finds: tuple[Found, Place]) -> frozenset[int]:
    """Which of the finds, each in its place, are a part of the hand."""
    return parts_of_hands([each for each, _ in finds], [None] * len(finds), BANK, [place for _, place in finds], HAND)


def test_a_side_never_seen_in_such_a_place_is_a_finger_beside_a_hand() -> None:
    """On a tile wedges showed their cheese only; elsewhere, or far from the hand, the other side is what it looks like."""
    assert fingers((find(1, 10), CELL), (find(0, 12), CELL)) == {0}
    assert not fingers((find(1, 10), FRONT)) and not fingers((find(1, 60), CELL))


def test_of_two_mice_where_there_is_one_the_worse_is_a_finger() -> None:
    """The one beside the hand that fits worse; the better one may stand there."""
    assert fingers((find(2, 10, 1.7), CELL), (find(2, 60, 0.4), Cell(3, 3))) == {0}
    assert not fingers((find(2, 10, 0.4), CELL), (find(2, 60, 1.7), Cell(3, 3)))
    assert not fingers((find(2, 10, 1.7), CELL))


def test_a_print_that_looks_a_little_like_a_mouse_makes_none_a_finger() -> None:
    """It fits well, but explains less than half of what the mouse does."""
    faint = replace(find(2, 60, 0.4), gain=9.0)
    assert not fingers((find(2, 10, 0.8), CELL), (faint, Cell(3, 3)))
    assert fingers((find(2, 10, 0.8), CELL), (replace(faint, gain=11.0), Cell(3, 3))) == {0}


def test_a_mouse_apart_from_a_sleeve_of_its_colour_is_none_of_it() -> None:
    """A dark sleeve looks like a black mouse more than once, and better than the mouse that stands two steps aside; what lies as
    near to the hand, or among the others, does not."""
    near = np.zeros((40, 160), np.bool_)
    near[:, :100] = True
    sleeve, places = [find(2, 10, 0.4), find(2, 2, 0.3)], [CELL, FRONT, Cell(1, 2)]
    assert parts_of_hands([*sleeve, find(2, 80, 1.1)], [None] * 3, BANK, places, near) == {0}
    assert parts_of_hands([*sleeve, find(2, 30, 1.1)], [None] * 3, BANK, places, near) == {0, 2}


def test_what_is_told_three_times_in_one_place_though_there_is_one_is_something_larger() -> None:
    """A dark hand that nothing told as one is three black mice; the mouse elsewhere is left.  Two may be one and its tail."""
    near, row = np.zeros_like(HAND), [find(2, 10, 0.4), find(2, 14, 0.6), find(2, 18, 0.5), find(2, 60, 1.7)]

    def parts(finds: list[Found]) -> frozenset[int]:
        return parts_of_hands(finds, [None] * len(finds), BANK, [CELL] * len(finds), near)

    assert parts(row) == {0, 1, 2} and not parts(row[1:]) and not parts([find(0, 10), find(0, 14), find(0, 18)])


def test_a_print_that_fits_tells_which_side_shows_beside_a_hand() -> None:
    """A wedge found as its back that shows cheese is a wedge; a print that fits nothing tells nothing."""
    back = find(1, 10)
    assert parts_of_hands([back], [{0: -3.0, 1: -14.0}], BANK, [CELL], HAND) == frozenset()
    assert parts_of_hands([back], [{0: -40.0, 1: -60.0}], BANK, [CELL], HAND) == {0}


def test_pieces_in_a_zone_are_doubted_beside_a_hand() -> None:
    """On the bare table skin passes for one; on a tile it does not, and not for one that explains all that is seen of it."""
    assert BANK is not None
    clear = replace(find(0, 10), gain=GAIN * float(BANK.areas[0]) + 1)
    finds = [find(0, 10), find(0, 60), find(0, 10), clear, replace(clear, misfit=1.2)]
    near, far, on_tile, sure, odd = doubted(finds, [FRONT, FRONT, CELL, FRONT, FRONT], HAND, BANK)
    assert (near.gain, far.gain, on_tile.gain) == (20.0 * BESIDE, 20.0, 20.0)
    assert sure.gain == clear.gain > odd.gain


def test_what_lies_in_a_heap_of_clear_pieces_is_no_skin() -> None:
    """Of what lies below others little is seen; where most of a heap is doubted, all the rest of it is, and what lies apart."""
    assert BANK is not None
    clear = replace(find(0, 10), gain=GAIN * float(BANK.areas[0]) + 1, heaped=True)
    dim, apart = replace(find(0, 12), heaped=True), replace(find(0, 38), heaped=True)
    in_heap, aside = doubted([clear, clear, dim, apart], [FRONT] * 4, HAND, BANK)[2:]
    assert (in_heap.gain, aside.gain) == (20.0, 20.0 * BESIDE)
    assert doubted([clear, dim], [FRONT] * 2, HAND, BANK)[1].gain == 20.0 * BESIDE


def test_a_pale_disc_beside_a_hand_is_doubted_however_well_it_fits() -> None:
    """A fingertip is round as well."""
    coin = replace(sprite(), kind="coin", picture=np.full((1, 72, 72, 3), 200, np.float32))
    v, u = np.mgrid[:72, :72] - 35.5
    bank = make_piece_bank([replace(coin, cover=(np.hypot(u, v) < 12).astype(np.float32)[None])])
    assert bank is not None
    clear = replace(find(0, 10), gain=GAIN * float(bank.areas[0]) + 1)
    assert doubted([clear], [FRONT], HAND, bank)[0].gain == clear.gain * BESIDE


def test_what_may_be_a_finger_explains_no_tile() -> None:
    """A claim of a side never seen in such a place says nothing about the drawing below."""
    down = PieceClaim("cheese", CELL, (-9.0, 0.0), faces=(("down", -0.1), ("up", -2.4)))
    up = replace(down, faces=(("up", -0.1), ("down", -2.4)))
    assert usual([down, up, replace(down, place=FRONT)], BANK) == [up, replace(down, place=FRONT)]


def test_a_rider_beside_a_hand_is_believed_as_its_carrier_is() -> None:
    """What lies on a mouse lies on no bare table that skin passes for, unless the mouse too was found twice: in a sleeve."""
    mouse, rider = replace(find(2, 12), carries=True), replace(find(0, 10), rides=True)
    assert doubted([mouse, rider], [FRONT, FRONT], HAND, BANK)[1].gain == rider.gain
    assert doubted([mouse, rider, find(2, 30)], [FRONT] * 3, HAND, BANK)[1].gain == BESIDE * rider.gain
