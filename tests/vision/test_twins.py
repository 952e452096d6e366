"""Drawings that are alike but for a digit, below pieces: told by what these leave of it, and no surer than their light allows."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np

from companion.core.scene import Look
from tests.vision.test_rivals import ALL, MIDDLE, ROSE, SIDE, card, table
from vision.light import Array
from vision.rig import ART
from vision.rivals import Rivals
from vision.tiles import NATS, Fits
from vision.twins import no_surer, twins_of

ONE, TWO, TURNED = 0, 4, 1
"""Rows of a bank of two cards."""


def fits(costs: list[float], rows: tuple[int, ...] = (ONE, TWO)) -> Fits:
    """Cards that cost so much in one place, turned by two degrees there."""
    unknowns = np.zeros((1, len(rows), 6), np.float32)
    unknowns[..., 5] = np.radians(2.0)
    return Fits(np.array([rows]), np.array([costs], np.float32), unknowns, np.ones((1, 4), np.float32))


def told(covered: tuple[int, int, int, int]) -> Array:
    """What details add to the costs of a card marked 1 and of one marked 2, where the first lies and a piece covers a box."""
    art, looks = np.stack([card("1"), card("2")]), [Look("one", "up"), Look("two", "up")]
    appearance = SimpleNamespace(art=art, looks=looks, sprites=("a piece",))
    rig = SimpleNamespace(appearance=appearance, catalogue=SimpleNamespace(pictures=dict), period=lambda look: 4)
    rivals = Rivals(cast(Any, rig), lambda row: ALL, SIDE, np.array([MIDDLE]), np.zeros((1, 2)), 1)
    picture, free = table(card("1")), np.ones((180, 280), np.bool_)
    left, upper, right, lower = covered
    cv2.rectangle(picture, (left, upper), (right - 1, lower - 1), (40, 200, 250), -1)
    free[upper:lower, left:right] = False
    corner = (20, 10)
    return rivals.below(fits([0.0, 0.0]), 0, np.zeros(2, np.float32), picture[10:, 20:], corner, free[10:, 20:])


def test_only_cards_with_the_same_picture_the_same_way_round_are_twins() -> None:
    """A digit and a ground make no other picture; a turn does, and so does a bare card."""
    bare = np.full((ART, ART, 3), 90, np.float32)
    bare[40:] = 200
    twins = twins_of(np.stack([card("1"), card("2"), card("1", ROSE), bare]))
    assert twins[ONE, [ONE, TWO, 8]].all() and not twins[ONE, [TURNED, 12]].any()


def test_a_digit_that_a_piece_leaves_free_tells_a_card() -> None:
    """The other card costs a nat more at least."""
    one, two = told((100, 90, 140, 130))
    assert one == 0 and two > NATS


def test_a_digit_below_a_piece_tells_nothing() -> None:
    """The piece on it is neither."""
    assert np.abs(told((150, 40, 192, 75))).max() < NATS / 2


def test_what_is_left_of_a_card_mostly_covered_tells_nothing() -> None:
    """Less than half of it may be anything."""
    assert not told((88, 75, 192, 142)).any()


def test_a_twin_is_no_farther_behind_than_the_light_of_its_place_left_it() -> None:
    """Seventy behind in plain light and ten with what light may be added, it stays as near; no other drawing does."""
    twins = np.zeros((8, 8), np.bool_)
    twins[ONE, [ONE, TWO]] = True
    costs, before = fits([100.0, 170.0, 170.0], (ONE, TWO, 5)), fits([90.0, 100.0, 100.0], (ONE, TWO, 5))
    assert no_surer(costs, costs, before, twins).tolist() == [0.0, -60.0, 0.0]
    assert no_surer(costs, costs, fits([0.0], (6,)), twins).tolist() == [0.0, 0.0, 0.0]
