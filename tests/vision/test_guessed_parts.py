"""A part of a drawing that nobody saw bare has the colours of the rest: what has others lies on it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from companion.core.grid import Cell
from vision.expected import GUESS, Expected
from vision.fine_view import FineView
from vision.guessed_drawings import SPREAD, GuessedDrawings
from vision.tiles import Fits

PURPLE, BROWN, YELLOW = (180.0, 90.0, 160.0), (40.0, 60.0, 110.0), (40.0, 190.0, 230.0)
SIDE = 40
GUESSED = slice(10, 30), slice(10, 30)


def told(cell_row: int = 0, box: tuple[int, int, int, int] = (0, 0, SIDE, SIDE)) -> Expected:
    """What is expected of a card, purple with a brown half, its middle covered when it was taught, where a wedge lies now."""
    art = np.full((2, SIDE, SIDE, 3), PURPLE, np.float32)
    art[:, :, SIDE // 2 :] = BROWN
    bare = np.ones((2, SIDE, SIDE), np.float16)
    bare[0][GUESSED] = 0
    seen, spread = art[0].copy(), np.full((SIDE, SIDE), 6.0, np.float32)
    seen[12:20, 12:20] = YELLOW
    spread[GUESSED] = GUESS
    board = Expected(np.full((SIDE, SIDE, 3), 100, np.float32), np.ones((SIDE, SIDE), np.bool_), spread)
    fits = Fits(np.array([[cell_row]]), *(np.zeros((1, 1), np.float32) for _ in range(3)))
    cut = (slice(box[1], box[3]), slice(box[0], box[2]))
    part = Expected(board.picture[cut].copy(), board.known[cut], board.spread[cut].copy())
    known = GuessedDrawings(cast(Any, SimpleNamespace(art=art, art_seen=bare)))
    known.tell(part, seen[cut], fits, [Cell(0, 0)], {Cell(0, 0): (0, 0, SIDE, SIDE)}, box)
    return part


def test_what_has_a_colour_of_the_drawing_is_the_drawing() -> None:
    """Purple is told left and brown right of the middle, within what such a colour may be off; a yellow wedge is neither."""
    board = told()
    assert np.abs(board.picture[25, 15] - PURPLE).max() < 1 and np.abs(board.picture[25, 25] - BROWN).max() < 1
    assert board.spread[25, 15] == SPREAD
    assert (np.abs(board.picture[15, 15] - YELLOW) / board.spread[15, 15]).max() > 4


def test_what_was_seen_stays_and_drawings_seen_whole_do() -> None:
    """Nothing is told beside the guess, nor of a drawing that was seen bare everywhere."""
    assert (told().picture[5, 5] == 100).all()
    assert (told(cell_row=4).spread[GUESSED] == GUESS).all()


def test_a_window_is_told_as_the_whole_is() -> None:
    """A part of the board shows what all of it would there."""
    whole, part = told(), told(box=(8, 16, 36, 40))
    assert np.allclose(part.picture, whole.picture[16:40, 8:36]) and np.allclose(part.spread, whole.spread[16:40, 8:36])


def test_what_counts_heaps_is_shown_the_guess_from_around() -> None:
    """With the colours of what is seen a wedge that lies where one lay in teaching would be a drawing of just that."""
    half, spread = told(), np.full((2 * SIDE, 2 * SIDE), 6.0, np.float32)
    wide = (slice(20, 60), slice(20, 60))
    spread[wide] = GUESS
    art = np.full((2 * SIDE, 2 * SIDE, 3), PURPLE, np.float32)
    art[wide] = BROWN
    fine = Expected(art, np.ones(spread.shape, np.bool_), spread)
    seen = np.full((2 * SIDE, 2 * SIDE, 3), YELLOW, np.float32)
    window = (slice(0, 2 * SIDE),) * 2
    board = FineView(seen, seen[..., 0], fine, half).shown(window)[1]
    assert np.allclose(board[wide], BROWN) and np.allclose(board[0, 0], PURPLE)
    assert (fine.picture == art).all()
