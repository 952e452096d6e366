"""A grey mouse on a pale card has the colours of that card in a shadow: it is looked for once more as if there were none."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from drawn_wedges import BODY, GREY, mouse, sprite, wedge
from numpy.typing import NDArray

from vision.expected import Expected
from vision.found import Found
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.tones import halved, texture
from vision.unshaded import flat_in_shadows, missing, with_shaded

SIDE, MIDDLE = 320, 160
PALE = (150.0, 150.0, 150.0)
"""The card of which a grey mouse is a shadow."""
STAYING = frozenset({"mouse"})
Array = NDArray[np.float32]


def card() -> Array:
    return np.full((SIDE, SIDE, 3), PALE, np.float32)


def with_mouse(at: tuple[int, int]) -> Array:
    seen = card()
    cv2.ellipse(seen, at, BODY, 0, 0, 360, GREY, -1)
    return seen


def searched(seen: Array) -> tuple[list[Found], list[Found]]:
    """What is found at first, and what besides it in what passes for a shadow."""
    half = Expected(halved(card()), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    search = PieceSearch(make_piece_bank([mouse()]), halved(seen), halved(texture(seen)), half)
    found = search.run(40.0, 2.0)
    told = with_shaded(search, found, STAYING, 40.0)
    return found, [piece for piece in told if piece not in found]


def test_a_mouse_that_is_the_card_in_a_shadow_is_found() -> None:
    """At first it is that card in a shadow; where no mouse stands there is none."""
    found, more = searched(with_mouse((MIDDLE, MIDDLE)))
    assert not found and [np.abs(np.array(one.at) - MIDDLE / 2).max() < 3 for one in more] == [True]
    assert searched(card()) == ([], [])


def test_in_the_shadow_of_a_hand_stands_no_mouse() -> None:
    """A dark patch much larger than a mouse explains itself: around a mouse the board shows."""
    seen = card()
    seen[60:260, 60:260] = GREY
    assert searched(seen) == ([], [])


def test_of_two_that_would_do_neither_is_told() -> None:
    """There is but one: the other is something else, and nobody knows which."""
    seen = with_mouse((90, MIDDLE))
    cv2.ellipse(seen, (230, MIDDLE), BODY, 0, 0, 360, GREY, -1)
    assert searched(seen) == ([], [])


def test_what_was_found_is_not_looked_for() -> None:
    """Nor is what play takes from the table."""
    bank = make_piece_bank([mouse()])
    assert bank is not None
    there = Found(0, (60.0, 60.0), 90.0, np.zeros(len(bank.kinds), np.float32), 0.5)
    assert missing(bank, [], STAYING) == STAYING
    assert not missing(bank, [there], STAYING) and not missing(bank, [], frozenset())


def test_what_is_hardly_there_is_looked_for_elsewhere() -> None:
    """A tail and a shadow that were found for a mouse are none, where the mouse itself stands in what passes for a shadow."""
    half = Expected(halved(card()), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    seen = with_mouse((MIDDLE, MIDDLE))
    search = PieceSearch(make_piece_bank([mouse()]), halved(seen), halved(texture(seen)), half)
    poor = Found(0, (40.0, 40.0), 60.0, np.zeros(len(search.bank.kinds), np.float32), 0.9)
    assert [np.abs(np.array(one.at) - MIDDLE / 2).max() < 3 for one in with_shaded(search, [poor], STAYING, 40.0)] == [True]
    nothing = PieceSearch(make_piece_bank([mouse()]), halved(card()), halved(texture(card())), half)
    assert with_shaded(nothing, [poor], STAYING, 40.0) == [poor]


def flat_ones(seen: Array, table: Array) -> list[Found]:
    """The wedges that are found on a table only where it passes for its shadow."""
    half = Expected(halved(table), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    search = PieceSearch(make_piece_bank([replace(sprite(), foot_mm=0.6, top_mm=2.4)]), halved(seen), halved(texture(seen)), half)
    assert not search.run(40.0, 2.0)
    return flat_in_shadows(search, np.ones((SIDE // 2,) * 2, np.bool_), 40.0)


def test_a_wedge_that_is_the_table_in_a_shadow_is_found() -> None:
    """A table of a brighter yellow explains it as its shadow; in a shadow as large as an arm's lies none."""
    table = np.full((SIDE, SIDE, 3), (44.0, 209.0, 253.0), np.float32)
    seen, shadow = table.copy(), table.copy()
    wedge(seen, (MIDDLE + 0.5, MIDDLE + 0.5), 0)
    cv2.rectangle(shadow, (MIDDLE - 20, 60), (MIDDLE + 20, 260), (37.0, 174.0, 211.0), -1)
    assert [np.abs(np.array(one.at) - MIDDLE / 2).max() < 3 for one in flat_ones(seen, table)] == [True]
    assert flat_ones(shadow, table) == []
