"""What lies on a piece is seen against that piece, whatever the board shows below both."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import BODY, GREY, WOOD, YELLOW, mouse, sprite, wedge
from numpy.typing import NDArray

from vision.belief import chance_of
from vision.expected import Expected
from vision.found import Found
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.tones import halved, texture

SIDE, MIDDLE = 240, 120


def explained(board: tuple[float, float, float], carried: bool) -> float:
    """What a wedge on a mouse that stands on a print of that colour explains, once the mouse is there; of what it is taken for
    by itself."""
    table: NDArray[np.float32] = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    cv2.circle(table, (MIDDLE, MIDDLE), 9, board, -1)
    seen = table.copy()
    cv2.ellipse(seen, (MIDDLE, MIDDLE), BODY, 0, 0, 360, GREY, -1)
    if carried:
        wedge(seen, (MIDDLE, MIDDLE), 0)
    bank = make_piece_bank([replace(sprite(), rides=True), mouse()])
    assert bank is not None
    half = Expected(halved(table), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half)
    rows = {bank.sprites[int(kind)].kind: row for row, kind in reversed(list(enumerate(bank.kinds)))}
    at = SIDE // 4 + search._margin
    spot, rows_of = np.array([[at, at]]), (np.array([rows["cheese"]]), np.array([rows["mouse"]]))
    none = np.zeros(len(bank.kinds), np.float32)
    alone = float(search._gains(spot, rows_of[0])[0, 0])
    veil = search._compared.below.veils(rows_of[0], spot, (at, at))
    gain, misfit, share = (float(each[0, 0]) for each in search._compared.below.seen(rows_of[1], spot, veil, (at, at)))
    rider = Found(rows["cheese"], (at, at), alone, none, 0.5)
    below = Found(rows["mouse"], (at, at), gain, none, misfit, carries=True, seen=share)
    return search._compared.below.rider_of(below, rider).gain


def test_a_wedge_explains_as_much_where_the_board_has_its_colour() -> None:
    assert explained(YELLOW, carried=True) > explained(WOOD, carried=True) / 2


def test_a_mouse_alone_carries_nothing_however_the_board_looks() -> None:
    assert max(explained(YELLOW, carried=False), explained(WOOD, carried=False)) < explained(YELLOW, carried=True) / 4


@pytest.mark.parametrize("size", [0.76, 0.78, 0.8])
def test_a_kind_may_carry_in_all_its_turns_and_sizes_or_in_none(size: float) -> None:
    bank = make_piece_bank([replace(mouse(), sizes=(1.0,)), replace(mouse(), kind="small", sizes=(size, size * 1.02))])
    assert bank is not None
    assert len(set(bank.large[bank.kinds == 1].tolist())) == 1


@pytest.mark.parametrize("alone", [True, False])
def test_what_there_is_but_once_does_not_stand_on_itself(alone: bool) -> None:
    """A pawn that leans so that much of it stays unexplained is not one on another of its kind."""
    table: NDArray[np.float32] = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    for down in (-6, 6):
        cv2.ellipse(seen, (MIDDLE, MIDDLE + down), BODY, 0, 0, 360, GREY, -1)
    bank = make_piece_bank([replace(mouse(), rides=True, alone=alone)])
    assert bank is not None
    half = Expected(halved(table), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half)
    at = SIDE // 4 + search._margin
    rider = Found(0, (at, at - 3), 100.0, np.zeros(len(bank.kinds), np.float32), 0.5)
    assert (search._compared.below.roughly(rider, (at, at)).max() > 0) == (not alone)


def test_what_rides_must_explain_more_to_be_as_sure_as_what_stands() -> None:
    """A bit of yellow path in a mouse's shadow fits as well as a cheese does; what a cheese explains leaves no doubt."""
    faint = Found(0, (9.0, 9.0), 178.0, np.zeros(1, np.float32), 0.8, around=1.6, bare=3.6)
    plain = replace(faint, gain=460.0)
    for standing, rides_less in ((faint, 0.05), (plain, 0.0)):
        stands, rides = (chance_of(replace(standing, rides=rides), 100.0, None) for rides in (False, True))
        assert stands - rides >= rides_less and stands > 0.95
    assert chance_of(replace(plain, rides=True), 100.0, None) > 0.95 > chance_of(replace(faint, rides=True), 100.0, None)
