"""Close beside a tall piece what is but a darker board is its shadow, however dark."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from drawn_wedges import WOOD, sprite

from vision.found import Found
from vision.mere_light import CAST, with_light
from vision.piece_bank import make_piece_bank

SIDE = 120
MOUSE = replace(sprite(), kind="mouse", directed=True, shape=0)
BANK = make_piece_bank([MOUSE, sprite()])


def odds(u: int, colour: tuple[float, float, float], mouse: bool = True) -> float:
    """What speaks for its being light of a find at that column, of that colour on wood, with a mouse at column 40."""
    assert BANK is not None
    board = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    half = board.copy()
    half[50:70, u - 3 : u + 4] = colour
    rows = [int(np.flatnonzero(BANK.kinds == kind)[0]) for kind in (0, 1)]
    both = [Found(row, (float(at), 60.0), 40.0, np.zeros(len(BANK.kinds)), 0.8) for row, at in zip(rows, (40, u), strict=True)]
    nothing = np.zeros((SIDE, SIDE), np.float32)
    return with_light(both if mouse else both[1:], BANK, half, board, np.ones((SIDE, SIDE), np.bool_), nothing)[-1].mere_light


def test_a_dark_find_beside_a_mouse_is_its_shadow() -> None:
    """A third of the board's light, in its hue, close by; farther off, or where no mouse is, that speaks for light no more."""
    dark = (WOOD[0] / 3, WOOD[1] / 3, WOOD[2] / 3)
    assert abs(odds(46, dark) - odds(46, dark, mouse=False) - CAST) < 1e-6
    assert odds(80, dark) == odds(80, dark, mouse=False)


def test_what_has_another_hue_or_is_brighter_is_no_shadow() -> None:
    """A cheese beside a mouse stays one."""
    for colour in ((40.0, 190.0, 230.0), (30.0, 60.0, 160.0)):
        assert odds(46, colour) == odds(46, colour, mouse=False)
