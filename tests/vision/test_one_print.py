"""A covered cell of a board that is one print is lit, and lies, as the bare cells around it are."""

from __future__ import annotations

import numpy as np

from vision.one_print import told_by_neighbours
from vision.solve import BASIS
from vision.tiles import Fits

ROWS, COLS = 4, 5
MIDDLE = 12


def board(covered: tuple[int, ...], own: float = 1.3) -> Fits:
    """Fits of a board in light of 0.8, of which some covered cells seem to be lit and shifted otherwise."""
    count = ROWS * COLS
    unknowns = np.zeros((count, 1, BASIS), np.float32)
    unknowns[:, :, :3] = 0.88
    weights = np.full((count, 9), 0.95, np.float32)
    for cell in covered:
        unknowns[cell, :, :3], unknowns[cell, :, 3:], weights[cell] = own, 2.0, 0.3
    return Fits(np.arange(count)[:, None], np.ones((count, 1), np.float32), unknowns, weights)


def told(covered: tuple[int, ...]) -> Fits:
    return told_by_neighbours(board(covered), np.full((ROWS * COLS, 3), 0.8, np.float32), (ROWS, COLS))


def test_a_coin_is_not_taken_for_light_of_its_colour() -> None:
    """A covered cell is lit and lies as its neighbours do."""
    unknowns = told((MIDDLE,)).unknowns[MIDDLE, 0]
    assert np.allclose(unknowns[:3], 0.88, atol=1e-5) and np.allclose(unknowns[3:], 0, atol=1e-5)


def test_bare_cells_keep_their_own_light() -> None:
    """Nothing is told to a cell by those around it that its own drawing tells."""
    before, after = board((MIDDLE,)).unknowns, told((MIDDLE,)).unknowns
    bare = np.arange(ROWS * COLS) != MIDDLE
    assert np.array_equal(before[bare], after[bare])


def test_a_covered_board_is_left_as_it_is() -> None:
    """Where no bare cell is near, nothing is known better."""
    everywhere = tuple(range(ROWS * COLS))
    assert np.array_equal(told(everywhere).unknowns, board(everywhere).unknowns)
