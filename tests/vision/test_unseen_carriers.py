"""A mouse on a path of its own colour is that path in a shadow, nearly: its cheese alone is found, and then what carries it."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest
from drawn_wedges import BODY, GREY, mouse, sprite, wedge
from numpy.typing import NDArray

from vision import unseen_carriers
from vision.expected import Expected
from vision.found import Found
from vision.piece_bank import PieceBank, make_piece_bank
from vision.pieces import PieceSearch
from vision.tones import halved, texture
from vision.unseen_carriers import with_unseen_carriers

SIDE, MIDDLE = 320, 160
PALE = (150.0, 150.0, 150.0)
"""The card of which a grey mouse is a shadow."""
Array = NDArray[np.float32]
BANK = make_piece_bank([replace(sprite(), rides=True), mouse()])


def card(carried: bool) -> Array:
    """A pale card with a cheese, which a grey mouse carries or not."""
    seen = np.full((SIDE, SIDE, 3), PALE, np.float32)
    if carried:
        cv2.ellipse(seen, (MIDDLE, MIDDLE), BODY, 0, 0, 360, GREY, -1)
    wedge(seen, (MIDDLE, MIDDLE), 0)
    return seen


def told(seen: Array, elsewhere: bool = False) -> tuple[list[str], list[str]]:
    """The kinds found at first, and with what carries them, perhaps where a mouse stands elsewhere."""
    bank = BANK
    assert bank is not None
    board = np.full((SIDE // 2, SIDE // 2, 3), PALE, np.float32)
    half = Expected(board, np.ones(board.shape[:2], np.bool_), np.full(board.shape[:2], 8.0, np.float32))
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half)
    found = search.run(40.0, 2.0)
    one = Found(int(np.flatnonzero(bank.kinds == 1)[0]), (20.0, 20.0), 90.0, np.zeros(len(bank.kinds), np.float32), 0.5)
    return _kinds(bank, found), _kinds(bank, with_unseen_carriers(search, found, [one] if elsewhere else []))


def _kinds(bank: PieceBank, found: list[Found]) -> list[str]:
    return sorted(bank.sprites[bank.kinds[piece.row]].kind for piece in found)


def test_what_carries_a_cheese_on_its_own_colour_is_found() -> None:
    """In full light something stands there, and nothing else could."""
    assert told(card(carried=True)) == (["cheese"], ["cheese", "mouse"])


@pytest.mark.parametrize(
    ("carried", "elsewhere"),
    [
        pytest.param(False, False, id="a cheese that lies on the card"),
        pytest.param(True, True, id="a mouse that was found elsewhere"),
    ],
)
def test_where_nothing_carries_it_a_cheese_lies_by_itself(carried: bool, elsewhere: bool) -> None:
    found, more = told(card(carried), elsewhere)
    assert found == more == ["cheese"]


@pytest.mark.parametrize(
    ("seen", "lead", "carried"),
    [(0.85, 150.0, True), (0.65, 150.0, False), (0.85, 60.0, False)],
    ids=["nothing-else-can-be-there", "a-white-ring-shows-as-little", "another-may-be-there"],
)
def test_what_the_board_hides_in_light_too_leads_by_far_and_shows_much_of_itself(
    seen: float, lead: float, carried: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Below a loose cheese a mouse gains nothing in shadows here, and one nat a pixel in light."""
    assert BANK is not None
    small, large = (int(np.flatnonzero(BANK.kinds == kind)[0]) for kind in (0, 1))
    pixels = seen * float(BANK.areas[large])
    bank = SimpleNamespace(
        areas=BANK.areas, kinds=BANK.kinds, sprites=(SimpleNamespace(loose=True), SimpleNamespace(loose=False))
    )  # fmt: skip
    still = np.zeros((4, 4), np.float32)
    below = SimpleNamespace(reseated=lambda carrier, *_, **__: carrier)
    search = SimpleNamespace(
        bank=bank, costs=still, half=still, tones=still, below=below, restore=lambda _: None,
        state=lambda: (still, still, still, None),
    )  # fmt: skip
    gains = [np.zeros(len(BANK.kinds), np.float32), np.full(len(BANK.kinds), pixels, np.float32)]
    shown = iter(Found(large, (0.0, 0.0), float(each[0]), each, 0.7, seen=seen) for each in gains)
    monkeypatch.setattr(unseen_carriers, "_best", lambda *_: next(shown))
    monkeypatch.setattr(unseen_carriers, "_lead", lambda *_: lead)
    monkeypatch.setattr(unseen_carriers, "in_full_light", lambda costs, *_: costs)
    rider = Found(small, (0.0, 0.0), 90.0, gains[0], 0.5)
    assert (unseen_carriers._carrier(cast(PieceSearch, search), rider, {1}) is not None) == carried
