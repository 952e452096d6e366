"""Pieces looked for once more where another drawing is expected."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.core.grid import Cell
from vision.expected import Expected
from vision.found import Found
from vision.underneath import Seen, found_anew

LIMITS = 40.0, 2.0
BOARD = Expected(np.zeros((20, 20, 3), np.float32), np.ones((20, 20), np.bool_), np.ones((20, 20), np.float32))


def piece(u: float) -> Found:
    return Found(0, (u, 10.0), 100.0, np.zeros(1, np.float32), 0.5)


class Search:
    """A search that finds one piece in the cell once more, `other`, and leaves so much unexplained with what lies there."""

    def __init__(self, other: Found, left: dict[float, float]) -> None:
        self.half, self.bank = BOARD.picture, SimpleNamespace(detail=1)
        self._other, self._left, self._lain = other, left, [0.0]

    def cover_of(self, pieces: Sequence[Found]) -> NDArray[np.float64]:
        cover = np.zeros((20, 20))
        for each in pieces:
            cover[10, int(each.at[0])] = 1
        return cover

    def state(self) -> list[float]:
        return list(self._lain)

    def restore(self, state: list[float]) -> None:
        self._lain = list(state)

    def again(self, board: Expected, there: NDArray[np.bool_], kept: Iterable[Found], *limits: float) -> list[Found]:
        own = [each for each in kept if there[10, int(each.at[0])]]
        more = [] if own else [self._other]
        self._lain = [each.at[0] for each in (*own, *more)]
        return more

    def unexplained(self) -> NDArray[np.float64]:
        return np.full((20, 20), sum(self._left[at] for at in self._lain) / 100)


@pytest.mark.parametrize(("left", "stays"), [(300.0, False), (100.0, True)], ids=["it-explains-less", "it-explains-more"])
def test_what_lay_there_stays_if_it_explains_more_than_what_is_found_anew(left: float, stays: bool) -> None:
    """A dragon was given up for three chests, since the spot that was looked at first was a wing."""
    before, beside, other = piece(5.0), piece(15.0), piece(7.0)
    search = Search(other, {5.0: left, 7.0: 200.0, 0.0: 0.0})
    seen = Seen(cast(Any, search), [before, beside], np.zeros(0, np.float32), BOARD, (0, 0, 20, 20), BOARD.picture)
    found = found_anew({Cell(0, 0): (0, 0, 10, 20)}, seen, BOARD, [Cell(0, 0)], LIMITS)
    assert sorted(each.at[0] for each in found) == ([5.0, 15.0] if stays else [7.0, 15.0])
    assert search.state() == ([5.0] if stays else [7.0])
