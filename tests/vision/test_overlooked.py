"""Where as much stays unexplained as a small piece would leave, none is sworn to be absent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from drawn_wedges import sprite

from calibration.sprites import spun
from companion.core.grid import Cell, Place, Zone
from vision.light import Array
from vision.piece_bank import PieceBank, make_piece_bank
from vision.rig import Sprite
from vision.unrecognised import left_over, of_any_piece, overlooked

BLOCK, CELL = (0, 0, 60, 60), Cell(0, 0)


def bank(change: Callable[[Sprite], Sprite] = lambda one: one) -> PieceBank:
    """Wedges, and something much larger, for next to which they are small."""
    small = sprite()
    large = replace(small, kind="mouse", directed=True, picture=np.stack([spun(one, 0.0, 2.0) for one in small.picture]),
                    cover=np.stack([spun(one, 0.0, 2.0) for one in small.cover]))
    made = make_piece_bank([change(small), large])
    assert made is not None
    return made


def unexplained(share: float) -> Array:
    """The costs of a place in which that share of what a wedge covers is something else than the board."""
    area = float(bank().areas[~bank().large].min())
    costs = np.full((60, 60), 0.3, np.float32)
    costs[20 : 20 + max(round(share * area / 10), 1), 20:30] = 7.0
    return costs


def claimed(share: float, known: PieceBank, place: Place = CELL) -> list[str]:
    """The kinds of small pieces that may be there."""
    return [claim.kind for claim in overlooked([], left_over(unexplained(share), {place: BLOCK}, BLOCK, 1), known)]


def test_what_nothing_explains_may_be_a_small_piece() -> None:
    """Half of a wedge that shows beside something larger may be one, though it rather is none; a speck surely is none."""
    assert claimed(0.7, bank()) == ["cheese"]
    assert not claimed(0.02, bank())
    counts = overlooked([], {CELL: 500.0}, bank())[0].log_p_counts
    assert counts[1] < counts[0] < 0 and counts[1] > np.log(0.02)


def test_where_less_is_left_than_the_smallest_piece_leaves_none_stands() -> None:
    """A mirrored lamp leaves a speck of costs: that is no doubt about a piece, as half of a wedge is."""
    assert of_any_piece(left_over(unexplained(1.0), {CELL: BLOCK}, BLOCK, 1), bank()) == {CELL}
    assert not of_any_piece(left_over(unexplained(0.02), {CELL: BLOCK}, BLOCK, 1), bank())


@pytest.mark.parametrize("what", ["alone", "directed"])
def test_what_there_is_but_once_is_not_guessed_at_everywhere(what: str) -> None:
    """Of what there is but once, or has a direction, other things are known."""
    assert not claimed(1.0, bank(lambda one: replace(one, **{what: True})))


def test_a_mat_that_lies_aside_hides_no_piece() -> None:
    """Edges of printed zones leave as much unexplained as a piece does, whatever lies on them."""
    assert not claimed(1.0, bank(), Zone("shelf"))
