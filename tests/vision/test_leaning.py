"""Where something stands that a slanting camera sees lean away."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.leaning import feet_mm
from vision.rig import Sprite

NOTHING = np.zeros(0, np.float32)
EMPTY = np.zeros((1, 1, 1), np.float32)
CHEESE = Sprite("cheese", EMPTY, EMPTY, 2.0, 9.0, directed=False)
MOUSE, LOW = (Sprite(kind, EMPTY, EMPTY, 2.0, top, directed=True) for kind, top in (("mouse", 16.0), ("low", 6.0)))


def found(rides: bool = False, carries: bool = False) -> Found:
    return Found(0, (0.0, 0.0), 0.0, NOTHING, 0.0, rides=rides, carries=carries)


def slanting(at: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.float64]:
    """A camera that sees what is higher farther to the far side, everywhere as much."""
    return np.column_stack([0 * high[:, 0], -0.5 * high[:, 0]])


def test_what_rides_is_as_high_as_the_nearest_that_carries_it() -> None:
    """Else a cheese on a mouse's back, which leans by more than one on the board, would be counted into the place behind."""
    pieces = [found(carries=True), found(carries=True), found(rides=True), found(), found(rides=True)]
    at = np.array([[0.0, 0.0], [100.0, 0.0], [2.0, -5.0], [3.0, 0.0], [99.0, -3.0]])
    feet = feet_mm(pieces, [MOUSE, LOW, CHEESE, CHEESE, CHEESE], at, slanting)
    assert ((feet - at)[:, 1] / 0.5).tolist() == [9.0, 4.0, 19.5, 5.5, 9.5]


def test_what_would_ride_beside_its_carrier_leans_on_it() -> None:
    """A cheese that stands at a mouse's flank was counted into the place before, as if it were held out there on top."""
    at = np.array([[0.0, 0.0], [2.0, 6.0]])
    feet = feet_mm([found(carries=True), found(rides=True)], [MOUSE, CHEESE], at, slanting)
    assert feet[1].tolist() == [2.0, 6.0 + 0.5 * 5.5]


def test_what_seems_to_ride_on_nothing_stands_on_the_board() -> None:
    """Where its carrier was not found nobody knows how high it lies."""
    assert feet_mm([found(rides=True)], [CHEESE], np.zeros((1, 2)), slanting).tolist() == [[0.0, 2.75]]
