"""A black mouse on a yellow road was taken for a black road: the drawings that come next are tried, with pieces."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest
from drawn_wedges import BODY, GREY, YELLOW, mouse
from numpy.typing import NDArray

from companion.core.grid import Cell
from vision.expected import Expected
from vision.found import Found
from vision.mistaken import Mistaken
from vision.piece_bank import PieceBank, make_piece_bank
from vision.pieces import PieceSearch
from vision.tiles import Fits
from vision.tones import halved, texture
from vision.underneath import Seen

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]
SIDE, CELL, LOW, HIGH = 320, Cell(0, 0), 64, 96
"""The board's side, px; the cell lies at these rows and columns of its half."""
LIMITS = (40.0, 2.0)


@dataclass(frozen=True, slots=True)
class Told:
    """As much of a ground as is asked for."""

    fits: Fits
    relit: tuple[bool, ...] = (False,)
    holes: tuple[float, ...] = (0.0,)


PALE, BLUE = (170.0, 200.0, 210.0), (200.0, 60.0, 40.0)
DRAWN = np.ones((HIGH - LOW,) * 2, np.bool_)
BANK = cast(PieceBank, make_piece_bank([mouse()]))


def board(road: tuple[float, float, float]) -> Array:
    """A pale board with a road across one cell."""
    image = np.full((SIDE, SIDE, 3), PALE, np.float32)
    image[2 * LOW : 2 * HIGH, 2 * LOW + 20 : 2 * HIGH - 20] = road
    return image


def expected(image: Array) -> Expected:
    half = halved(image)
    return Expected(half, np.ones(half.shape[:2], np.bool_), np.full(half.shape[:2], 8.0, np.float32))


def told(seen: Array, first: Array, second: Array, elsewhere: tuple[Found, ...] = (), drawn: Mask = DRAWN) -> int:
    """Which drawing, by its row of the bank, the cell shows that was read as the `first` one; drawings are known where they are
    `drawn` on it."""
    whole = expected(first)
    search = PieceSearch(BANK, halved(seen), halved(texture(seen)), whole)
    found = search.run(*LIMITS)
    here = np.s_[LOW:HIGH, LOW:HIGH]
    boards = Expected(*(np.concatenate([getattr(expected(each), name)[here] for each in (first, second)])
                        for name in ("picture", "known", "spread")))  # fmt: skip
    boards.known[:] &= np.concatenate([drawn, drawn])
    boards.picture[~boards.known] = 0
    below = SimpleNamespace(boards=lambda *_: boards, here=lambda *_: here, looks_of=lambda rows: rows // 4)
    reader = SimpleNamespace(cells=[CELL], rig=SimpleNamespace(appearance=SimpleNamespace(sprites=BANK.sprites)))
    unknowns, weights = np.zeros((1, 2, 6), np.float32), np.ones((1, 4), np.float32)
    ground = Told(Fits(np.array([[0, 4]]), np.array([[100.0, 130.0]], np.float32), unknowns, weights))
    mistaken = Mistaken(cast(Any, reader), cast(Any, below), {CELL: (LOW, LOW, HIGH, HIGH)}, LIMITS)
    at = Seen(search, found, whole.picture, whole, (0, 0, SIDE // 2, SIDE // 2), whole.picture, elsewhere=elsewhere)
    before = search.costs.copy()
    after, other = mistaken.told(cast(Any, ground), at, [CELL])
    assert (search.costs == before).all()
    assert (CELL in other) == (after.fits.rows[0, 0] != 0)
    return int(after.fits.rows[0, 0])


def with_mouse(image: Array) -> Array:
    seen = image.copy()
    cv2.ellipse(seen, (LOW + HIGH, LOW + HIGH), BODY, 0, 0, 360, GREY, -1)
    return seen


def test_a_grey_mouse_on_a_yellow_road_is_no_grey_road() -> None:
    """The yellow that it leaves to be seen, and the mouse, tell the road."""
    yellow, grey = board(YELLOW), board(GREY)
    assert told(with_mouse(yellow), grey, yellow) == 4


def test_around_a_tile_the_table_shows_whichever_drawing_lies_there() -> None:
    """What no drawing tells of a cell speaks against none."""
    yellow, grey = board(YELLOW), board(GREY)
    within = np.zeros_like(DRAWN)
    within[:, 8:-8] = True
    assert told(with_mouse(yellow), grey, yellow, drawn=within) == 4


def test_a_mouse_that_stands_elsewhere_was_taken_for_no_road() -> None:
    """There is but one of it."""
    yellow, grey = board(YELLOW), board(GREY)
    there = Found(0, (20.0, 20.0), 90.0, np.zeros(len(BANK.kinds), np.float32), 0.4)
    assert told(with_mouse(yellow), grey, yellow, (there,)) == 0


@pytest.mark.parametrize("other", [YELLOW, BLUE])
def test_what_explains_no_more_with_a_mouse_is_not_told(other: tuple[float, float, float]) -> None:
    """A spot of paint on a grey road makes no other road of it."""
    grey = board(GREY)
    seen = grey.copy()
    seen[2 * LOW + 20 : 2 * LOW + 40, 2 * LOW + 24 : 2 * LOW + 40] = (40.0, 220.0, 60.0)
    assert told(seen, grey, board(other)) == 0
