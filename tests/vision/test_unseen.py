"""A grey mouse on a pale card is that card in a shadow, all of it or all but its head: in full light it is found all the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import BODY, GREY, mouse
from numpy.typing import NDArray

from vision.dark_pieces import with_dark_bodies, with_dark_pieces
from vision.expected import Expected
from vision.found import Found
from vision.piece_bank import PieceBank, make_piece_bank
from vision.pieces import PieceSearch
from vision.tones import halved, texture
from vision.unseen import with_unseen
from vision.wholes import with_wholes

SIDE, MIDDLE, LEAST = 320, 160, 40.0
PALE, BLUE, GREEN = (150.0, 150.0, 150.0), (170.0, 60.0, 20.0), (60.0, 140.0, 60.0)
DARK = (80.0, 80.0, 80.0)
HEAD, ACROSS = (MIDDLE, MIDDLE - 10), 7
Array = NDArray[np.float32]


def bank() -> PieceBank:
    """Grey mice, green ones, and grey marbles, which are round, small and many."""
    green = replace(mouse(), kind="mouse-green", picture=np.where(mouse().cover[..., None] > 0, np.array(GREEN, np.float32), 0))
    shape = mouse().cover[0].shape
    cover = np.zeros(shape, np.float32)
    cv2.circle(cover, (shape[1] // 2, shape[0] // 2), ACROSS, 1.0, -1)
    grey = np.full((1, *shape, 3), GREY, np.float32)
    small = replace(mouse(), kind="marble", top_mm=9.0, alone=False, directed=False, rides=False)
    marble = replace(small, picture=grey, cover=cover[None])
    made = make_piece_bank([mouse(), green, marble])
    assert made is not None
    return made


def card(*shown: str) -> Array:
    """A pale card with what is to be seen on it."""
    seen = np.full((SIDE, SIDE, 3), PALE, np.float32)
    if "spot" in shown:
        cv2.circle(seen, HEAD, ACROSS + 2, BLUE, -1)
    if "shadow" in shown:
        seen[60:260, 60:260] = GREY
    if "cast shadow" in shown:
        cv2.ellipse(seen, (MIDDLE + 10, MIDDLE + 4), BODY, 0, 0, 360, DARK, -1)
    if "mouse" in shown:
        cv2.ellipse(seen, (MIDDLE, MIDDLE), BODY, 0, 0, 360, GREY, -1)
    if "marble" in shown:
        cv2.circle(seen, HEAD, ACROSS, GREY, -1)
    return seen


def searched(seen: Array, board: Array) -> tuple[PieceSearch, list[Found]]:
    """What is found on a card at first."""
    half = Expected(halved(board), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    search = PieceSearch(bank(), halved(seen), halved(texture(seen)), half)
    return search, search.run(LEAST, 2.0)


def kinds(search: PieceSearch, found: list[Found]) -> list[str]:
    return sorted(search.bank.sprites[search.bank.kinds[piece.row]].kind for piece in found)


@pytest.mark.parametrize(("body", "look"), [("mouse", with_dark_pieces), ("marble", with_dark_bodies)])
def test_a_body_of_which_nothing_shows_is_found_in_full_light(body: str, look: Callable[..., list[Found]]) -> None:
    """It stands out from the card all around; the shadow of a hand does not, and where nothing stands nothing is found."""
    for shown, told in (([body], [body]), ([], []), (["shadow"], [])):
        search, found = searched(card(*shown), card())
        assert not found
        assert kinds(search, look(search, found, LEAST)) == told


@pytest.mark.parametrize(("shown", "cast"), [("mouse", ""), ("marble", ""), ("mouse", "cast shadow")])
def test_a_marble_may_be_the_head_of_a_mouse_in_the_shade(shown: str, cast: str) -> None:
    """On a blue spot of the card a marble was found; in full light the mouse explains far more, if there is one, and may throw a
    shadow then."""
    search, _ = searched(card("spot", shown, cast), card("spot"))
    row = int(np.flatnonzero(search.bank.kinds == 2)[0])
    marble = Found(row, (HEAD[0] / 2, HEAD[1] / 2), 90.0, np.zeros(len(search.bank.kinds), np.float32), 0.5)
    search.lay_only([marble])
    assert kinds(search, with_wholes(search, [marble], LEAST)) == [shown]


def test_a_marble_may_be_asked_about_alone() -> None:
    """Where a mouse explains more it is what is there, unless nobody asks about mice."""
    for alone, told in ((False, []), (True, ["marble"])):
        search, _ = searched(card("mouse"), card())
        rows = np.flatnonzero(search.bank.kinds == 2)
        there = search.in_light(rows, (LEAST, 2.0), lambda bank, found, costs, seen: list(found)[:1], alone=alone)
        assert kinds(search, there) == told


def test_what_was_found_elsewhere_is_not_looked_for() -> None:
    """There is but one of each colour."""
    search, found = searched(card("mouse"), card())
    rows = [int(np.flatnonzero(search.bank.kinds == kind)[0]) for kind in (0, 1)]
    gains = np.zeros(len(search.bank.kinds), np.float32)
    elsewhere = [Found(row, (20.0, 20.0), 90.0, gains, 0.5) for row in rows]
    assert not with_unseen(search, found, LEAST, elsewhere)
    assert kinds(search, with_unseen(search, found, LEAST)) == ["mouse"]


def test_what_is_found_so_is_laid() -> None:
    """What it explains is explained, and nothing is looked for there any more."""
    search, found = searched(card("mouse"), card())
    before = search.covered().sum()
    with_unseen(search, found, LEAST)
    assert not before and search.covered().sum() > 100
