"""An edition whose cards have one colour keeps it: only what is not white for want of light is made so."""

from __future__ import annotations

import numpy as np

from calibration.art import BRIGHT, Sample, in_good_light
from companion.core.grid import Cell
from companion.core.scene import Look
from vision.light import TERMS

SIDE = 64


def gains(middle: tuple[float, float, float], rim: tuple[float, float, float]) -> np.ndarray:
    """By what each channel is darker than in good light, as is told from one card in flat light with such a middle and rim."""
    art = np.full((SIDE, SIDE, 3), rim, np.float32)
    art[8:-8, 8:-8] = middle
    card = Sample(Look("card", "front"), Cell(0, 0), 0, art, np.zeros(2), clear=True)
    return np.exp(in_good_light([card], [np.zeros((TERMS, 3))])[0][0])


def test_green_cards_with_white_rims_stay_green() -> None:
    """Each channel is made brighter by as much, so that the rim comes out white."""
    told = np.array((120.0, 120.0, 120.0)) / gains((30, 120, 40), (120, 120, 120)) / np.array(BRIGHT)
    assert np.ptp(told) < 0.02 * told.mean()


def test_pale_cards_under_a_warm_lamp_become_white() -> None:
    """Where the middle is as white as the rim a channel that is dark is so for want of light."""
    warm = (60.0, 90.0, 180.0)
    assert np.allclose(np.array(warm) / gains(warm, warm), np.maximum(BRIGHT, warm))


def test_a_black_channel_tells_no_hue() -> None:
    """Light that has none of a colour still leaves numbers."""
    assert np.isfinite(gains((0, 120, 40), (0, 120, 120))).all()
