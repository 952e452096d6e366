"""A piece stands by itself: what it looks like around it tells whether it is one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import BODY, mouse, sprite
from numpy.typing import NDArray

from vision.belief import chance_of
from vision.board_costs import CAP
from vision.expected import Expected
from vision.found import Found
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.surroundings import LEANING, OTHERS, with_surroundings
from vision.tones import halved, texture

SIDE, MIDDLE = 320, 160
PALE, BLUE, RED = (190.0, 190.0, 190.0), (200.0, 60.0, 20.0), (20.0, 40.0, 200.0)
HALF_DOUBT = Found(0, (80.0, 80.0), 100.0, np.zeros(1, np.float32), 1.2)
Array = NDArray[np.float32]


def table(*patches: tuple[slice, slice]) -> Array:
    """A pale card with a mouse in the middle, and red `patches`."""
    seen = np.full((SIDE, SIDE, 3), PALE, np.float32)
    for patch in patches:
        seen[patch] = RED
    cv2.ellipse(seen, (MIDDLE, MIDDLE), BODY, 0, 0, 360, BLUE, -1)
    return seen


def told(
    seen: Array, known: bool = True, beside: bool = False, rides: bool = False, gain: float = 100.0, hand: bool = False
) -> Found:
    """What is told of a mouse in the middle of a card, perhaps with other pieces around it."""
    bank = make_piece_bank([replace(mouse(), rides=rides), replace(sprite(), kind="wedge")])
    assert bank is not None
    board = np.full((SIDE // 2, SIDE // 2, 3), PALE, np.float32)
    half = Expected(board, np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half)
    piece = Found(0, (MIDDLE / 2, MIDDLE / 2), gain, np.zeros(len(bank.kinds), np.float32), 0.5)
    covered = np.full(half.known.shape, float(beside))
    near = np.full(half.known.shape, hand)
    return with_surroundings([piece], search, np.full(half.known.shape, known), covered, near)[0]


def test_what_goes_on_beyond_a_piece_is_strange_around_it() -> None:
    """A sleeve of its colour does; the board around a mouse is what it should be."""
    lone, sleeve = told(table()), told(table((slice(120, 200), slice(0, SIDE))))
    assert lone.around is not None and sleeve.around is not None
    assert lone.around < 0.5 < 2.0 < sleeve.around


def test_where_the_board_is_not_known_all_is_strange() -> None:
    """Nor does it tell then that a piece covers it."""
    nothing = told(table(), known=False)
    assert nothing.around == CAP and nothing.bare == 0 < 2 < told(table()).bare


def test_what_plainly_is_a_mouse_may_lean_over_what_nobody_taught() -> None:
    """At the board's edge little is known around it; beside a hand even that much may be skin."""
    assert told(table(), known=False, gain=2000.0).around == LEANING
    assert told(table(), known=False, gain=2000.0, hand=True).around == CAP


@pytest.mark.parametrize(("rides", "costs"), [(False, OTHERS), (True, 0.0)])
def test_beside_another_stands_less_than_on_it(rides: bool, costs: float) -> None:
    """What is left over of a piece is taken for a small one beside it; a cheese lies on its mouse."""
    around = told(table(), beside=True, rides=rides).around
    assert around == pytest.approx(costs, abs=0.5)


def test_in_the_place_of_another_stands_nothing() -> None:
    """What a moving camera smears of one is left over for a second; the one that explains more is it."""
    bank, nothing = make_piece_bank([replace(mouse(), rides=False)]), np.zeros(1, np.float32)
    assert bank is not None
    board = np.full((SIDE // 2, SIDE // 2, 3), PALE, np.float32)
    half = Expected(board, np.ones(board.shape[:2], np.bool_), np.full(board.shape[:2], 8.0, np.float32))
    search = PieceSearch(bank, halved(table()), halved(texture(table())), half)
    there = [Found(0, (80.0, 80.0), 100.0, nothing, 0.5), Found(0, (83.0, 80.0), 20.0, nothing, 0.5)]
    first, second = with_surroundings(there, search, half.known, np.zeros(board.shape[:2], np.float32))
    assert (first.around or 0.0) < 2 < OTHERS <= (second.around or 0.0)


def test_a_find_in_calm_surroundings_is_likelier_a_piece() -> None:
    """And one in strange ones less likely, or where the board explains what is seen."""
    calm, strange, plain = (
        chance_of(replace(HALF_DOUBT, around=around, bare=bare), 100.0, None)
        for around, bare in ((0.7, 4.0), (4.0, 4.0), (0.7, 0.0))
    )
    assert strange < chance_of(HALF_DOUBT, 100.0, None) < calm and plain < calm - 0.2
