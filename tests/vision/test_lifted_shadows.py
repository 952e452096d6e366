"""The soft shadow beside a hand, told by the board and taken out of the picture."""

from __future__ import annotations

import numpy as np

from vision.expected import Expected
from vision.lifted import lifted, taken_light

TINT = np.array([1.2, 1.0, 0.8], np.float32)
CREAM = np.full((160, 160, 3), (140.0, 195.0, 215.0), np.float32)
BOARD = Expected(CREAM, np.ones((160, 160), np.bool_), np.full((160, 160), 6.0, np.float32))
HAND = np.zeros((160, 160), np.bool_)
HAND[:, 130:] = True
DEPTH = np.broadcast_to(np.linspace(0, 0.4, 160, dtype=np.float32), (160, 160))


def beside_a_hand() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """The board darker towards a hand, with a wedge of the board's brightness but another colour on it."""
    seen = CREAM * (1 - DEPTH[..., None] * TINT)
    seen[60:76, 100:116] *= (0.3, 0.9, 1.0)
    seen[HAND] = (110.0, 140.0, 200.0)
    return np.asarray(seen, dtype=np.float32)


def test_the_board_beside_a_hand_is_as_bright_as_it_should_be_once_the_shadow_is_lifted() -> None:
    """Up to the hand's very edge, where hand and board are mixed."""
    taken = taken_light(beside_a_hand(), BOARD, TINT, HAND, 1)
    assert taken is not None
    bright = lifted(beside_a_hand(), taken, TINT)[:50, 90:125]
    assert np.abs(bright / CREAM[:50, 90:125] - 1).max() < 0.06


def test_a_piece_does_not_tell_the_shadow_that_it_lies_in() -> None:
    """It is lit as the board around it, whatever its own colour."""
    taken = taken_light(beside_a_hand(), BOARD, TINT, HAND, 1)
    assert taken is not None and np.abs(taken[60:76, 100:116] - DEPTH[60:76, 100:116]).max() < 0.05


def test_where_no_hand_is_nothing_is_lifted() -> None:
    """What is dark then is dark for another reason."""
    assert taken_light(beside_a_hand(), BOARD, TINT, np.zeros_like(HAND), 1) is None


def test_far_from_the_hand_nothing_is_lifted() -> None:
    """A shadow of something else is told by other means."""
    far = np.zeros_like(HAND)
    far[:, :10] = True
    taken = taken_light(beside_a_hand(), BOARD, TINT, far, 1)
    assert taken is not None and taken[:, 110:].max() == 0
