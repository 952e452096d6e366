"""Skin in the dark was told as a heap of wedges: none of them shows a print that fits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from drawn_wedges import sprite

from vision.found import Found
from vision.piece_bank import make_piece_bank
from vision.told_as_pieces import MANY, told_as_pieces

WEDGE = replace(sprite(), face="up", foot_mm=0.6, top_mm=2.4)
BANK = make_piece_bank([WEDGE, replace(WEDGE, face="down")])
TALL = make_piece_bank([replace(WEDGE, top_mm=20.0), replace(WEDGE, face="down", top_mm=20.0)])
FITS, ODD, BAD = -2.0, -11.0, -40.0


def told(*finds: tuple[int, float], bank: object = BANK) -> set[int]:
    """Which finds, at such columns, the best print of each fitting so well, are a hand."""
    assert BANK is not None and TALL is not None
    pieces = [Found(0, (float(u), 50.0), 60.0, np.zeros(len(BANK.kinds)), 0.7, heaped=True) for u, _ in finds]
    return set(told_as_pieces(pieces, [{0: fit, 1: fit - 20} for _, fit in finds], BANK if bank is BANK else TALL))


HAND = tuple((20 + 6 * n, BAD) for n in range(MANY))


def test_many_wedges_together_of_which_none_shows_its_print_are_a_hand() -> None:
    """One fewer may be wedges in odd light."""
    assert told(*HAND) == set(range(MANY))
    assert not told(*HAND[1:])


def test_what_fits_far_from_the_hand_stays() -> None:
    """Wedges on the other side of the table show their prints; one beside the hand that shows none is a part of it."""
    assert told(*HAND, (250, FITS), (70, BAD)) == {*range(MANY), MANY + 1}


def test_a_heap_of_which_some_show_their_prints_is_a_heap() -> None:
    """Three in nine fit: the others lie below these, or in a shadow."""
    assert not told(*HAND, (23, FITS), (35, FITS), (47, FITS))


def test_wedges_in_one_odd_light_are_wedges() -> None:
    """Prints that all but fit are no skin."""
    assert not told(*((u, ODD) for u, _ in HAND))


def test_coins_side_by_side_in_one_odd_light_are_coins() -> None:
    """What lies alone in its place is none of a heap, however badly its print fits."""
    assert BANK is not None
    lone = [Found(0, (float(u), 50.0), 60.0, np.zeros(len(BANK.kinds)), 0.7) for u, _ in HAND]
    assert not told_as_pieces(lone, [{0: BAD, 1: BAD - 20}] * MANY, BANK)


def test_what_is_printed_on_bodies_tells_no_hand() -> None:
    """Seen from the side, and lit from one, it seldom fits."""
    assert not told(*HAND, bank=TALL)


def test_the_corners_of_a_hand_that_stick_out_are_a_part_of_it() -> None:
    """Of a find below others little is seen: it counts for none of many, but beside a hand it is one more finger."""
    assert BANK is not None
    pieces = [Found(0, (20.0 + 6 * n, 50.0), 60.0, np.zeros(len(BANK.kinds)), 0.7, heaped=True, seen=1.0) for n in range(MANY)]
    prints = [{0: BAD, 1: BAD - 20}] * MANY
    corner = replace(pieces[0], at=(18.0, 55.0), seen=0.2)
    assert told_as_pieces([*pieces, corner], [*prints, prints[0]], BANK) == set(range(MANY + 1))
    assert not told_as_pieces([*pieces[1:], corner], prints, BANK)
