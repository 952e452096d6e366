"""What shows something else than the board, a pixel at a time."""

import numpy as np

from vision.expected import Expected, difference, fine_difference

BOARD = np.full((40, 40, 3), 120, np.float32)
BARE = Expected(BOARD, np.ones((40, 40), np.bool_), np.full((40, 40), 6.0, np.float32))


def test_a_tail_as_thin_as_a_pixel_is_seen() -> None:
    """A line of another colour counts, though as a part of a patch it would be noise."""
    shown = BOARD.copy()
    shown[10:30, 20] = (130, 110, 150)
    assert fine_difference(shown, BARE)[20, 20] > 0.3
    assert difference(shown, BARE)[20, 20] < 0.1


def test_a_mere_shadow_is_no_piece() -> None:
    """Less light of the same colour is none, however sharp its edge."""
    shown = BOARD.copy()
    shown[10:30, 10:30] *= 0.7
    assert fine_difference(shown, BARE).max() < 0.05
