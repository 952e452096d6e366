"""A small piece of which a large one hides a part is found by what is seen of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import BODY, GREY, WOOD, mouse, sprite, wedge
from numpy.typing import NDArray

from vision import half_hidden
from vision.expected import Expected
from vision.found import Found
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.tones import halved, texture

SIDE, MIDDLE = 240, 120


def found(aside: int | None) -> list[tuple[str, Found]]:
    """What is found where a mouse stands, over a wedge so many pixels aside of its middle, if one lies there."""
    table: NDArray[np.float32] = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    if aside is not None:
        wedge(seen, (MIDDLE + aside, MIDDLE), 0)
    cv2.ellipse(seen, (MIDDLE, MIDDLE), BODY, 0, 0, 360, GREY, -1)
    bank = make_piece_bank([replace(sprite(), rides=True), mouse()])
    assert bank is not None
    half = Expected(halved(table), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    told = PieceSearch(bank, halved(seen), halved(texture(seen)), half).run(20.0, 2.0)
    return [(bank.sprites[int(bank.kinds[piece.row])].kind, piece) for piece in told]


@pytest.mark.parametrize("aside", [-12, 12])
def test_a_cheese_of_which_a_mouse_hides_a_part_is_what_is_seen_of_it(aside: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes before the mouse that hides it; a drawn wedge is small, so the little more that it explains must do."""
    monkeypatch.setattr(half_hidden, "MORE", -5.0)
    (first, cheese), (second, _) = found(aside)
    assert (first, second) == ("cheese", "mouse")
    assert abs(2 * cheese.at[0] - MIDDLE - aside) < 6 and 0.3 < cheese.seen < 0.95


def test_what_explains_no_more_than_what_was_found_stays_away() -> None:
    """The pieces found before stay as they were."""
    assert all(piece.seen == 1.0 for _, piece in found(11))


def test_below_a_mouse_that_stands_by_itself_lies_nothing() -> None:
    assert [kind for kind, _ in found(None)] == ["mouse"]
