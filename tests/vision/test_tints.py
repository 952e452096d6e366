"""The colour of a tile's light tells drawings of one picture in two colours apart."""

from __future__ import annotations

import numpy as np

from vision.light import Array
from vision.tiles import BASIS, NATS, Fits
from vision.tints import MOST, tint_costs

NO_HAZE = np.zeros(3, np.float32)


def costs(*light: tuple[float, float, float], haze: Array = NO_HAZE) -> Array:
    """What two drawings cost in each of three cells: the first asks for usual light, a little brighter; so does the second in
    two cells, in the last for that light."""
    unknowns = np.zeros((3, 2, BASIS), np.float32)
    unknowns[:, :, :3] = 1.1
    unknowns[2, 1, :3] = light[0]
    fits = Fits(np.zeros((3, 2), np.int64), np.zeros((3, 2), np.float32), unknowns, np.ones((3, 1), np.float32))
    return tint_costs(fits, np.ones((3, 3), np.float32), haze) / np.float32(NATS)


def test_light_of_another_colour_speaks_against_a_drawing() -> None:
    """A cage drawn on violet asks for a twentieth less red where it is blue: some nats; brighter light alone costs nothing."""
    told = costs((1.1, 1.1, 1.045))
    assert 2 < float(told[2, 1]) < MOST and np.allclose(np.delete(told.reshape(-1), 5), 0, atol=1e-4)


def test_a_lamp_on_one_tile_costs_no_more_than_that() -> None:
    """However red it is, it speaks against a drawing by MOST nats at most."""
    assert 0.9 * MOST < float(costs((0.5, 1.0, 2.0))[2, 1]) <= MOST


def test_under_haze_colours_are_paler() -> None:
    """What a colour is off by says less there."""
    hazed = costs((1.1, 1.1, 1.045), haze=np.array([0, 0, 0.05], np.float32))
    assert float(hazed[2, 1]) < 0.5 * float(costs((1.1, 1.1, 1.045))[2, 1])
