"""What pixels cost as pixels of a piece, whole heaps of them or none."""

from __future__ import annotations

import numpy as np
import pytest

from vision.piece_errors import piece_errors


@pytest.mark.parametrize("shaded", [False, True])
def test_no_poses_cost_nothing(shaded: bool) -> None:
    """Where no pose explains anything there is nothing to compare, flat pieces or not."""
    nothing = np.zeros((0, 7, 4), np.float32)
    assert piece_errors(nothing.copy(), nothing, shaded).shape == (0, 7)


def test_a_flat_piece_may_lie_in_a_shadow() -> None:
    """Three quarters of a piece's brightness cost a little where it may be shaded, and what they are off where not."""
    tones = np.zeros((1, 1, 4), np.float32)
    tones[..., 0] = 8.0
    in_shade = tones * np.float32(0.75)
    assert float(piece_errors(in_shade.copy(), tones, True)[0, 0]) == pytest.approx(0.3)
    assert float(piece_errors(in_shade.copy(), tones, False)[0, 0]) == pytest.approx(4.0)
