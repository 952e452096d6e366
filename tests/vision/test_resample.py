"""Whichever OpenCV is installed, a picture read between its pixels has the same values."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision import resample

TURN = np.array([[0.93, -0.21, 9.7], [0.19, 1.04, -6.3]])
TILT = np.array([[0.93, -0.21, 9.7], [0.19, 1.04, -6.3], [1e-3, -2e-4, 1.0]])
SIZE = (70, 50)
needs_exact = pytest.mark.skipif(resample.ROUNDS, reason="there is no exact OpenCV here to compare with")


def image(kind: type[Any], *channels: int) -> NDArray[Any]:
    grain = np.random.default_rng(4).integers(0, 256, (60, 80, *channels)).astype(np.uint8)
    return grain.astype(kind)


@needs_exact
@pytest.mark.parametrize("border", [cv2.BORDER_CONSTANT, cv2.BORDER_REPLICATE])
@pytest.mark.parametrize("inverse", [False, True])
@pytest.mark.parametrize("channels", [(), (2,), (3,), (4,), (6,)])
@pytest.mark.parametrize("kind", [np.uint8, np.float32])
def test_weighing_four_pixels_gives_what_the_exact_opencv_gives(
    monkeypatch: pytest.MonkeyPatch, border: int, inverse: bool, kind: type[Any], channels: tuple[int, ...]
) -> None:
    """To a grey level in whole numbers, to a fraction of one in others; at the rim of the picture too."""
    picture = image(kind, *channels)
    y, x = (at.astype(np.float32) * 1.17 - 6.4 for at in np.mgrid[:50, :70])
    values = 0.0 if channels else 200.0

    def all_three() -> list[NDArray[Any]]:
        return [
            resample.remap(picture, x, y, border, values),
            resample.warp_affine(picture, TURN, SIZE, inverse, border, values),
            resample.warp_perspective(picture, TILT, SIZE, inverse, border, values),
        ]

    exact = all_three()
    monkeypatch.setattr(resample, "ROUNDS", True)
    for one, other in zip(exact, all_three(), strict=True):
        assert one.dtype == other.dtype == kind
        assert one.shape == other.shape
        assert np.abs(one.astype(float) - other.astype(float)).max() <= (1 if kind is np.uint8 else 0.1)


def test_a_step_between_two_pixels_is_told_to_a_fraction_of_a_level() -> None:
    """A picture brighter by one level a pixel is read where it is asked for, not at the nearest 32nd."""
    ramp = np.tile(np.arange(64, dtype=np.float32), (4, 1))
    x = np.linspace(10, 20, 57, dtype=np.float32)[None]
    assert np.allclose(resample.remap(ramp, x, np.full_like(x, 1.5)), x, atol=1e-3)
