"""Mice whose tails hang over the gaps between tiles cover as much as a hand; but a hand reaches in, and no pieces explain it."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.crowds import without_crowds
from vision.found import Found
from vision.hands import CELL_AREA
from vision.pieces import PieceSearch
from vision.watched import Watched

CELL = int(CELL_AREA**0.5)
SIZE, EDGE = 12 * CELL, 3 * CELL
"""The board begins so far from the border of the picture."""
BOARD = np.zeros((SIZE, SIZE), np.bool_)
BOARD[EDGE:-EDGE, EDGE:-EDGE] = True
WATCHED = Watched(BOARD, ~BOARD, 1, 1.0)


def patch(left: int) -> NDArray[np.bool_]:
    """A strange patch of four cells that begins at that column."""
    strange = np.zeros((SIZE, SIZE), np.bool_)
    strange[4 * CELL : 6 * CELL, left : left + 2 * CELL] = True
    return strange


class Searched:
    """A search that finds some pieces, which explain all of a patch or nothing."""

    def __init__(self, finds: int, left: NDArray[np.bool_], covered: float) -> None:
        self._finds, self._left, self._covered = finds, left, covered
        # What is left ends sharply, as a hand does.
        self.half = np.where(left[..., None], np.float32(200), np.zeros((*left.shape, 3), np.float32))

    def run(self, *_limits: float) -> list[Found]:
        """So many pieces."""
        return [Found(0, (EDGE + 9.0, 4.0 * CELL + 9), 0.0, np.zeros(1), 0.0)] * self._finds

    def cover_of(self, _pieces: list[Found]) -> NDArray[np.float32]:
        """They cover so much of everything."""
        return np.full(BOARD.shape, self._covered, np.float32)

    def unexplained(self) -> NDArray[np.float32]:
        """What stays strange."""
        return np.where(self._left, np.float32(9), np.float32(0))


@pytest.mark.parametrize(
    ("left", "finds", "covered", "explained", "is_hand"),
    [
        pytest.param(EDGE + 5, 5, 0.3, True, False, id="a crowd of pieces"),
        pytest.param(EDGE + 5, 5, 0.3, False, True, id="something that pieces do not explain"),
        pytest.param(EDGE + 5, 0, 0.0, True, True, id="nothing is found"),
        pytest.param(EDGE + 5, 5, 0.6, True, True, id="pieces all over it"),
        pytest.param(EDGE + 5, 20, 0.3, True, True, id="more pieces than stand together"),
        pytest.param(EDGE - CELL, 5, 0.3, True, True, id="what reaches in"),
    ],
)
def test_what_pieces_explain_and_comes_from_nowhere_is_no_hand(
    left: int, finds: int, covered: float, explained: bool, is_hand: bool
) -> None:  # fmt: skip
    hands = patch(left)
    rest = np.zeros_like(hands) if explained else hands
    told = without_crowds(hands, WATCHED, lambda: cast(PieceSearch, Searched(finds, rest, covered)), (40.0, 2.0))
    assert told.any() == is_hand
