"""Wedges of a pile near the edge of the plan are told as others are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_wedges import WOOD, YELLOW, flat_wedge, wedge
from numpy.typing import NDArray

from companion.core.grid import Zone
from vision.expected import Expected
from vision.fine_view import FineView
from vision.found import Found
from vision.heap_net import Mark
from vision.marked import with_room
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.recount import Recount
from vision.tones import halved, texture

Array = NDArray[np.float32]
SIDE, LARGE = 240, 2.4
BANK = make_piece_bank([replace(flat_wedge(LARGE), places=(("pile", 3),))])


def told(*lying: tuple[float, float]) -> list[Found]:
    """What the network tells of a zone as large as the plan, in which wedges lie whose middles are those, px of the plan."""
    assert BANK is not None
    board = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    picture = board.copy()
    for at in lying:
        wedge(picture, at, 0, YELLOW, LARGE)
    picture += np.random.default_rng(3).normal(0, 3, picture.shape).astype(np.float32)
    whole = Expected(board, np.ones((SIDE, SIDE), np.bool_), np.full((SIDE, SIDE), 8.0, np.float32))
    half = Expected(halved(board), whole.known[::2, ::2], whole.spread[::2, ::2])
    search = PieceSearch(BANK, halved(picture), halved(texture(picture)), half)
    recount = Recount(BANK, {}, {Zone("pile"): (6, 6, SIDE // 2 - 6, SIDE // 2 - 6)})
    return recount.counted([], [], search, FineView(picture, texture(picture), whole, half))


@pytest.mark.parametrize("at", [(22.5, 120.0), (120.0, 19.5), (217.0, 120.0)])
def test_a_wedge_at_the_edge_is_told_beside_one_in_the_middle(at: tuple[float, float]) -> None:
    """Where it is laid its window reaches beyond the plan."""
    found = told((120.0, 120.0), at)
    assert len(found) == 2
    for spot in ((120.0, 120.0), at):
        assert min(np.hypot(2 * piece.at[0] - spot[0], 2 * piece.at[1] - spot[1]) for piece in found) < 8


def test_beyond_the_edge_nothing_is_free() -> None:
    """A window is made wider only for a mark that needs it."""
    parts = np.ones((60, 80, 4), np.float32), np.ones((60, 80), np.float32), np.ones((60, 80), np.float32)
    middle, near = (Mark(at, {None: 0.0}, None, 6.0, 6.0) for at in ((40.0, 30.0), (10.0, 30.0)))
    assert with_room(parts, [middle], 20) == (parts, [middle], 0)
    (_, _, free), marks, room = with_room(parts, [middle, near], 20)
    assert room == 20 and free.shape == (100, 120) and free.sum() == 60 * 80
    assert [mark.at for mark in marks] == [(60.0, 50.0), (30.0, 50.0)]
