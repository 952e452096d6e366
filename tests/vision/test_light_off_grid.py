"""The light beside the grid: as bright as it is carried on there, in the hue of all light on the grid."""

from __future__ import annotations

import numpy as np

from vision.light import TERMS, Array, gains_at, gains_off_grid

BESIDE = np.array([[0.0, 2.3], [1.6, -0.8]])


def light(*rows: tuple[float, float, float]) -> Array:
    """A light of such coefficients, the first of them 1, x, y."""
    told = np.zeros((TERMS, 3), np.float32)
    told[: len(rows)] = rows
    return told


def test_even_light_is_the_same_beside_the_grid() -> None:
    """What has one hue and one brightness all over is carried on as it is."""
    even = light((-0.7, -0.6, -0.9))
    assert np.allclose(gains_off_grid(even, BESIDE), np.exp(even[0]), atol=1e-5)


def test_brightness_is_carried_on() -> None:
    """A light that falls off to the right is darker beside the right end, no farther than it is trusted."""
    falling = light((0, 0, 0), (-0.3, -0.3, -0.3))
    assert np.allclose(gains_off_grid(falling, BESIDE)[:, 0], np.exp([0, -0.39]), atol=1e-3)


def test_a_hue_that_changes_over_the_grid_is_not() -> None:
    """Of a light that turns red downwards the zone below has no more red, as a channel, than all of the grid."""
    turning = light((0, 0, 0), (0, 0, 0), (-0.3, 0, 0.3))
    assert np.ptp(np.log(gains_at(turning, np.array([[0.0, 1.3]])))) > 0.7
    assert np.ptp(np.log(gains_off_grid(turning, BESIDE)[0])) < 1e-5
