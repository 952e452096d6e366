"""What lies close to a sleeve seems to be a part of it, and is plain to see."""

from __future__ import annotations

import cv2
import numpy as np
from drawn_wedges import WOOD, sprite, wedge

from vision.expected import Expected
from vision.hanging_on import without_pieces
from vision.light import Array
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.reader import LEAST_GAIN, WORST_MISFIT
from vision.tones import halved, texture

SIDE, SLEEVE = 320, (90.0, 40.0, 60.0)
BANK = make_piece_bank([sprite()])


def patch_and_rest(colour: tuple[float, float, float] | None) -> tuple[Array, Array]:
    """The strange patch of a sleeve to which something hangs on, a wedge or a triangle of that colour, and what is left of it
    as a hand."""
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    cv2.rectangle(seen, (170, -1), (260, SIDE), SLEEVE, -1)
    wedge(seen, (161.5, 160), 0) if colour is None else wedge(seen, (161.5, 160), 0, colour)
    half = Expected(halved(table), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))

    def search() -> PieceSearch:
        return PieceSearch(BANK, halved(seen), halved(texture(seen)), half)

    patch = search().board_costs > 1
    return patch, without_pieces(patch, halved(seen), BANK, search, (LEAST_GAIN, WORST_MISFIT))


def test_a_wedge_beside_a_sleeve_is_no_part_of_it() -> None:
    """It is taken out of the patch, the sleeve stays."""
    patch, hand = patch_and_rest(None)
    assert patch[80, 79] and not hand[78:82, 78:81].any() and hand[:, 90:125].all()


def test_a_thumb_of_that_form_stays_a_part_of_the_hand() -> None:
    """What has not the colours of a piece is no piece."""
    patch, hand = patch_and_rest(SLEEVE)
    assert (patch == hand).all()
