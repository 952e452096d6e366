"""What is looked at closely of a piece that was found: its turn, and its rim on the board that is there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import WOOD, printed, printed_sprite
from numpy.typing import NDArray

from vision.edge_texture import edge_texture
from vision.expected import Expected
from vision.finer import Finer
from vision.found import Found
from vision.piece_bank import PieceBank, make_piece_bank
from vision.pieces import PieceSearch
from vision.tones import halved, texture

Array = NDArray[np.float32]
SIDE = 90


def closely(board: Array, degrees: float) -> tuple[PieceBank, Finer, tuple[float, float]]:
    """The bank of a wedge, who looks closely at it on a board (2 * SIDE, 2 * SIDE, 3) where it lies turned so, and that spot."""
    bank = make_piece_bank([printed_sprite()])
    assert bank is not None
    # Beside a mouse it would be small.
    bank = replace(bank, large=np.zeros_like(bank.large))
    seen = board.copy()
    printed(seen, (SIDE - 0.5, SIDE - 0.5), degrees)
    spread = np.full((SIDE, SIDE), 8.0, np.float32)
    expected = Expected(halved(board), np.ones((SIDE, SIDE), np.bool_), spread)
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), expected)
    spot = float(SIDE // 2 + bank.side)
    return bank, search._compared.finer(expected), (spot, spot)


def table() -> Array:
    """A wooden one."""
    return np.full((2 * SIDE, 2 * SIDE, 3), WOOD, np.float32)


@pytest.mark.parametrize("degrees", [0.0, 75.0, 165.0, 240.0])
def test_a_wedge_that_was_taken_for_one_turned_otherwise_is_turned(degrees: float) -> None:
    """The search tries few turns at few spots; of a triangle others fit almost as well."""
    bank, finer, spot = closely(table(), degrees)
    wrong = int(np.abs((bank.headings - degrees + 360) % 360 - 120).argmin())
    best = finer.best(Found(wrong, (spot[0] + 2, spot[1] - 1), 1.0, np.zeros(len(bank.kinds), np.float32), 1.2))
    assert abs((bank.headings[best.row] + best.turn - degrees + 180) % 360 - 180) <= 10
    assert best.misfit < 0.6


def test_what_fits_well_stays_as_it_was_found() -> None:
    """No time is spent on it."""
    bank, finer, spot = closely(table(), 0.0)
    fits = Found(0, spot, 1e6, np.zeros(len(bank.kinds), np.float32), 0.3)
    assert finer.best(fits) is fits


def test_the_rim_of_a_piece_on_a_busy_drawing_is_no_fault_of_the_piece() -> None:
    """The same wedge fits better once what a striped board adds to its texture is known."""
    striped = table()
    striped[:, (np.arange(2 * SIDE) // 4) % 2 == 0] = (250, 250, 250)
    bank, finer, spot = closely(striped, 0.0)
    found = finer.nearest(replace(Found(0, spot, 0.0, np.zeros(len(bank.kinds), np.float32), 2.0), gain=-1e6))
    there = finer._on_board(replace(found, misfit=max(found.misfit, 0.81)))
    assert there.gain > found.gain and there.misfit < found.misfit


def test_no_texture_is_added_where_the_board_is_as_bright_as_the_piece() -> None:
    """A rim adds texture by its contrast alone, and most where it is nearest."""
    cover = cv2.circle(np.zeros((30, 30), np.float32), (15, 15), 7, 1.0, -1)
    bright = np.full((30, 30), 150, np.float32)
    assert np.allclose(edge_texture(bright, cover, bright, 1), 0, atol=1e-5)
    more = edge_texture(bright, cover, np.full((30, 30), 250, np.float32), 1)
    assert more[15, 21] > more[15, 15] + 0.1
