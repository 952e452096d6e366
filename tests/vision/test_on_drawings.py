"""A wedge of cheese that lies on a printed wedge of cheese, whose colours tell next to nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import BROWN, WOOD, YELLOW, flat_wedge, printed, printed_sprite, wedge

from companion.core.grid import Cell
from vision.belief import chance_of
from vision.board_costs import board_costs
from vision.expected import Expected
from vision.fine_view import FineView
from vision.found import Found
from vision.heap_net import Mark
from vision.light import Array
from vision.near_misses import with_near_misses
from vision.on_drawings import LEAST, OnDrawing
from vision.piece_bank import PieceBank, make_piece_bank
from vision.pieces import PieceSearch
from vision.recount import Recount, _plain
from vision.shapes import shapes_of
from vision.tones import halved, texture, tones, with_texture

SIDE, REACH, CREAM, LARGE = 101, 16, (170.0, 200.0, 220.0), 2.4
MIDDLE = (SIDE // 2, SIDE // 2)
ALL = np.ones((SIDE, SIDE), np.float32)


def bank() -> PieceBank:
    made = make_piece_bank([printed_sprite()])
    assert made is not None
    return made


def card() -> Array:
    """A card with a printed wedge twice as large as a real one, with four large holes."""
    picture = np.full((SIDE, SIDE, 3), CREAM, np.float32)
    wedge(picture, MIDDLE, 20, YELLOW, 2.2)
    for u, v in ((-3, 7), (5, 4), (1, -4), (0, 11)):
        cv2.circle(picture, (MIDDLE[0] + u, MIDDLE[1] + v), 3, BROWN, -1)
    return picture


def best(seen: Array, known: Array = ALL, allowed: bool = True) -> tuple[float, tuple[float, float]] | None:
    """What a wedge on that card is worth, and where its middle lies."""
    noisy = seen + np.random.default_rng(5).normal(0, 4, seen.shape).astype(np.float32)
    told, tone = bank(), with_texture(noisy, texture(noisy))
    costs = board_costs(noisy, tone, card(), np.full((SIDE, SIDE), 8.0, np.float32))
    rows = np.full(len(told.kinds), allowed)
    heap = OnDrawing(tone, costs, ALL, shapes_of(told, "cheese"), tones(card()), known > 0, rows)
    found = heap.best(REACH)
    return None if found is None else (found[0], found[1].at)


def lying(light: float = 1.0) -> Array:
    """The card with a real wedge on the printed one."""
    picture = card()
    printed(picture, (MIDDLE[0] + 1, MIDDLE[1] + 1), 200, light)
    return picture


@pytest.mark.parametrize("light", [1.0, 0.9])
def test_a_wedge_on_a_printed_wedge_is_told(light: float) -> None:
    """Its holes lie elsewhere than the printed ones, and those it hides."""
    found = best(lying(light))
    assert found is not None and found[0] > LEAST and np.hypot(found[1][0] - 51, found[1][1] - 51) < 3


@pytest.mark.parametrize("change", [lambda card: card, lambda card: card * 0.85, lambda card: card * (0.9, 1.0, 1.08)])
def test_a_printed_wedge_alone_is_none(change: Callable[[Array], Array]) -> None:
    """In whatever light it is the drawing that leaves less of the details."""
    assert best(change(card()).astype(np.float32)) is None


def test_what_may_not_lie_there_is_not_told() -> None:
    """A side that was never taught on a card, and where the drawing is not known."""
    assert best(lying(), allowed=False) is None and best(lying(), known=0 * ALL) is None


def test_it_is_believed_by_what_it_is_worth_and_counts_once() -> None:
    """A near miss in its place is the same wedge; one beside it is another."""
    told = bank()
    there = Found(0, (60.0, 60.0), 1.0, np.zeros(len(told.kinds)), 0.8, heaped=True, over_drawing=1.5)
    assert chance_of(there, 60.0, None) > 0.9 > 0.6 > chance_of(replace(there, over_drawing=LEAST - 0.1), 60.0, None)
    missed = [replace(there, at=at, heaped=False, over_drawing=None) for at in ((61.0, 60.0), (90.0, 60.0))]
    assert with_near_misses([there], missed, told) == [there, missed[1]]


def told_by_network(picture: Array, board: Array) -> list[Found]:
    """What is told of a card that is known to look like that board, if what either leaves of the details tells nothing."""
    made = make_piece_bank([flat_wedge(LARGE)])
    assert made is not None
    whole = Expected(board, np.ones(board.shape[:2], np.bool_), np.full(board.shape[:2], 8.0, np.float32))
    half = Expected(halved(board), whole.known[::2, ::2], whole.spread[::2, ::2])
    search = PieceSearch(made, halved(picture), halved(texture(picture)), half)
    middle = (board.shape[1] / 4, board.shape[0] / 4)
    return Recount(made, {Cell(0, 0): middle}).counted([], [], search, FineView(picture, texture(picture), whole, half))


def test_what_the_network_plainly_sees_on_a_drawing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The piece itself leaves as much of the details as the drawing where the light is dim: an eye sees where it ends."""
    monkeypatch.setattr(OnDrawing, "best", lambda *_: None)
    board = np.full((240, 240, 3), WOOD, np.float32)
    cv2.circle(board, (150, 120), 20, BROWN, -1)
    noise = np.random.default_rng(3).normal(0, 3, board.shape).astype(np.float32)
    picture = board.copy()
    wedge(picture, (120, 120), 0, YELLOW, LARGE)
    [told] = told_by_network(picture + noise, board)
    assert np.hypot(told.at[0] - 60, told.at[1] - 60) < 4 and told.odds is not None and told.odds > 3
    assert told_by_network(board * 0.8 + noise, board) == []


def test_what_was_found_is_not_told_again_by_the_network() -> None:
    """It sees a piece that was found as well, in the midst of what is not free."""
    mark = Mark((50.0, 50.0), {None: 0.0}, None, 6.0, 6.0)
    free = np.ones((101, 101), np.float32)
    assert _plain(mark, free, 50, 30) and not _plain(mark, free, 90, 30)
    free[45:56, 45:56] = 0
    assert not _plain(mark, free, 50, 30)
