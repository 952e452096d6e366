"""A die of the ground's own colour is told by its spots."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.dice import likelier
from vision.die_faces import LAYOUTS, SCALE, SPOT_AT, SpotFits, spot_fits
from vision.light import Array
from vision.rig import DieArt
from vision.spotted import by_spots

DIE = DieArt("die", 16.0, ((0.0, 0.0),), ((0.5, 0.0),), (-0.7, -0.7, -0.7))
WIDE, BARE = 360, 190.0
"""Pixels of the table at SCALE, and its brightness, which is the die's."""
AT = np.array([150.0, 210.0])


def table(number: int | None, degrees: float = 25.0) -> Array:
    """A bare table with a crumb on it and a die that shows a number, at SCALE."""
    image = np.full((WIDE, WIDE, 3), BARE, np.float32)
    cv2.ellipse(image, (60, 60), (12, 4), 30, 0, 360, (60.0, 60.0, 60.0), -1)
    side, turn = DIE.side_mm * SCALE, np.radians(degrees)
    ways = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for spot in next((spots for shown, spots in LAYOUTS if shown == number), ()):
        at = AT + ways @ np.array(spot) * SPOT_AT * side
        cv2.circle(image, (round(at[0]), round(at[1])), round(0.1 * side), (40.0, 40.0, 40.0), -1)
    noise = np.random.default_rng(1).normal(0, 3, image.shape)
    return np.asarray(cv2.GaussianBlur(image + noise, (0, 0), 1.2), dtype=np.float32)


def found(image: Array) -> tuple[NDArray[np.float64], float, SpotFits] | None:
    """The die found in a table at half its scale."""
    half = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.float32)
    where = np.ones(half.shape[:2], np.uint8)
    return by_spots(DIE, half, SCALE / 2, where, lambda at, jitter: spot_fits(image, at * 2 + 0.5, DIE, jitter))


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 6])
def test_a_white_die_on_a_white_table_is_told_by_its_spots(number: int) -> None:
    """Where it lies to a few pixels, and its number."""
    die = found(table(number))
    assert die is not None and np.hypot(*(die[0] * 2 - AT)) < 6
    assert max(die[2].numbers, key=die[2].numbers.__getitem__) == number and die[1] > 0.8


def test_a_crumb_is_no_die() -> None:
    """A bare table has none."""
    assert found(table(None)) is None


def test_a_shadow_with_a_dies_outline_is_none_where_spots_show_one() -> None:
    """An outline of the ground's own colour tells least; of another die spots are asked only if its outline is in doubt."""
    at = np.zeros(2)
    shadow, die = (at, 0.9, SpotFits({1: -3.0, 2: -7.0}, 0.0)), (at + 5, 0.8, SpotFits({1: -9.0, 2: 0.0}, -5.0))
    spots_of_a_mat = (at, 0.9, SpotFits({1: -3.0, 2: -4.0}, -3.5))
    yellow = replace(DIE, ground=((9.0, 0.0),))
    assert likelier(DIE, shadow, die) is die and likelier(DIE, die, spots_of_a_mat) is die
    assert likelier(yellow, die, spots_of_a_mat) is spots_of_a_mat and likelier(DIE, shadow, None) is shadow
