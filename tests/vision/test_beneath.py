"""What a heap may hide follows from how its pieces lie."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_wedges import sprite
from numpy.typing import NDArray

from vision.belief import chance_of, counts_of
from vision.beneath import hidden_share
from vision.found import Found
from vision.piece_bank import make_piece_bank
from vision.recount import Recount

Array = NDArray[np.float32]
PIECE: Array = np.ones((20, 20), np.float32)


def _heap(width: int) -> Array:
    """A heap so wide."""
    table = np.zeros((120, 120), np.float32)
    table[20 : 20 + width, 20 : 20 + width] = 1
    return table


def test_a_broad_pile_hides_more_than_one_piece_does() -> None:
    """Below a square as large as itself a square shows nearly everywhere, below one four times as wide seldom."""
    assert hidden_share(_heap(20), [PIECE], 0.12, 1) < 0.1
    assert hidden_share(_heap(80), [PIECE], 0.12, 1) > 0.5


def test_nothing_hides_nothing() -> None:
    """Without a heap, or without a piece to lay below it, none is hidden."""
    assert hidden_share(np.zeros((60, 60), np.float32), [PIECE], 0.12, 1) == 0
    assert hidden_share(_heap(20), [], 0.12, 1) == 0


@pytest.mark.parametrize(("hides", "low", "high"), [(0.0, 0.95, 1.0), (0.1, 0.4, 0.6)])
def test_seven_bodies_that_hide_nothing_are_seven(hides: float, low: float, high: float) -> None:
    """Where one more would show there are as many as are seen; in a pile there may be one more."""
    assert low < np.exp(counts_of([0.999] * 7, heaped=True, hides=hides))[7] < high


def test_a_body_in_a_heap_is_surer_than_a_flat_piece() -> None:
    """What the weights leave open for flat ones is told of bodies by how much a heap hides."""
    flat, body = (Found(0, (0.0, 0.0), 60.0, np.zeros(1, np.float32), 0.5, heaped=True, hides=hides) for hides in (None, 0.0))
    assert chance_of(flat, 100.0, None) < chance_of(body, 100.0, None)


def test_two_finds_of_one_body_are_one() -> None:
    """What is found again where a wedge lies already is left out, whichever was found first; a wedge beside it stays."""
    bank = make_piece_bank([sprite()])
    assert bank is not None
    found = [Found(0, (60.0 + u, 60.0), gain, np.zeros(1, np.float32), 0.5) for u, gain in ((0, 40.0), (1, 400.0), (14, 300.0))]
    kept, again = Recount(bank, {})._once(found)
    assert [piece.gain for piece in kept] == [400.0, 300.0]
    assert again == {id(found[0])}
