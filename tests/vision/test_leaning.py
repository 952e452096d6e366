"""Where something stands that a slanting camera sees lean away."""

from __future__ import annotations

import numpy as np

from vision.found import Found
from vision.leaning import middles_mm
from vision.rig import Sprite

NOTHING = np.zeros(0, np.float32)
EMPTY = np.zeros((1, 1, 1), np.float32)
CHEESE = Sprite("cheese", EMPTY, EMPTY, 2.0, 9.0, directed=False)
MOUSE, LOW = (Sprite(kind, EMPTY, EMPTY, 2.0, top, directed=True) for kind, top in (("mouse", 16.0), ("low", 6.0)))


def found(rides: bool = False, carries: bool = False) -> Found:
    return Found(0, (0.0, 0.0), 0.0, NOTHING, 0.0, rides=rides, carries=carries)


def test_what_rides_is_as_high_as_the_nearest_that_carries_it() -> None:
    """Else a cheese on a mouse's back, which leans by more than one on the board, would be counted into the place behind."""
    pieces = [found(carries=True), found(carries=True), found(rides=True), found(), found(rides=True)]
    at = np.array([[0.0, 0.0], [100.0, 0.0], [2.0, -9.0], [3.0, 0.0], [99.0, -9.0]])
    middles = middles_mm(pieces, [MOUSE, LOW, CHEESE, CHEESE, CHEESE], at)
    assert middles[:, 0].tolist() == [9.0, 4.0, 19.5, 5.5, 9.5]


def test_what_seems_to_ride_on_nothing_stands_on_the_board() -> None:
    """Where its carrier was not found nobody knows how high it lies."""
    assert middles_mm([found(rides=True)], [CHEESE], np.zeros((1, 2))).tolist() == [[5.5]]
