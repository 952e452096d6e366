"""A wedge of cheese that lies on a printed wedge of cheese, whose colours tell next to nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import BROWN, YELLOW, printed, printed_sprite, wedge

from vision.belief import chance_of
from vision.board_costs import board_costs
from vision.found import Found
from vision.light import Array
from vision.near_misses import with_near_misses
from vision.on_drawings import LEAST, OnDrawing
from vision.piece_bank import PieceBank, make_piece_bank
from vision.shapes import shapes_of
from vision.tones import texture, tones, with_texture

SIDE, REACH, CREAM = 101, 16, (170.0, 200.0, 220.0)
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
