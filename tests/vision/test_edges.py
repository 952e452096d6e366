"""A wedge on a printed one is seen where the print's own edges would hide it; an edge that lies a little aside is none."""

from __future__ import annotations

import numpy as np
from drawn_wedges import WOOD, sprite, wedge
from numpy.typing import NDArray

from vision.board_costs import CAP, EDGE, edge_costs
from vision.expected import Expected
from vision.near_misses import WORST_MISFIT
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.reader import LEAST_GAIN
from vision.tones import halved, texture

SIDE, MIDDLE = 240, 120
ALL = np.ones((SIDE // 2, SIDE // 2), np.bool_)
Picture = NDArray[np.float32]


def stripes(shift: int = 0) -> Picture:
    """Wood with dark and pale stripes, sixteen pixels wide."""
    drawn = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    for left in range(72 + shift, 168 + shift, 32):
        drawn[72:168, left : left + 16] = (40, 40, 50)
        drawn[72:168, left + 16 : left + 32] = (220, 230, 240)
    return drawn


def board(drawn: Picture) -> Expected:
    """That drawing at half scale, all of it as uncertain as edges are."""
    spread = np.full(ALL.shape, 8.0, np.float32)
    spread[36:84, 36:84] = 80.0
    return Expected(halved(drawn), ALL, spread)


def test_an_edge_a_pixel_aside_costs_nothing() -> None:
    """What lies there lies beside it on the drawing; a colour that is nowhere near costs all that a pixel may."""
    expected, red = board(stripes()), stripes()
    red[100:140, 100:140] = (30, 30, 220)
    edges = expected.spread > EDGE
    aside = edge_costs(halved(stripes(2)), expected, ALL, 1)
    assert float(aside[38:82, 38:82].max()) < 1 and not aside[~edges].any()
    assert float(edge_costs(halved(red), expected, ALL, 1)[52:68, 52:68].min()) == CAP
    assert not edge_costs(halved(red), expected, ~ALL, 1).any()


def test_edges_are_told_as_far_as_they_cost_more_than_a_pixel_does_anyway() -> None:
    """Where they cost more, they cost what they would; elsewhere no more than the pixel does."""
    expected, red = board(stripes()), stripes()
    red[100:140, 100:140] = (120, 130, 140)
    anyway = np.tile(np.linspace(0, CAP, ALL.shape[1], dtype=np.float32), (len(ALL), 1))
    plain, told = edge_costs(halved(red), expected, ALL, 1), edge_costs(halved(red), expected, ALL, 1, anyway)
    assert (plain > anyway).any() and (plain < anyway).any()
    assert np.array_equal(np.maximum(plain, anyway), np.maximum(told, anyway))


def test_a_wedge_on_stripes_is_looked_for_again() -> None:
    """Where edges excuse nearly everything a wedge is missed at first, and then a near miss; bare stripes show none."""
    for lies in (True, False):
        seen, expected = stripes(), board(stripes())
        if lies:
            wedge(seen, (MIDDLE, MIDDLE), 0)
        search = PieceSearch(make_piece_bank([sprite()]), halved(seen), halved(texture(seen)), expected)
        found = search.run(LEAST_GAIN, WORST_MISFIT)
        before = search.costs.copy()
        search.look_again(edge_costs(search.half, expected, ALL, 1), LEAST_GAIN, WORST_MISFIT)
        assert not found and len(search.near_misses) == lies and np.array_equal(before, search.costs)
