"""A moving camera smears the picture: the blur is found and the board expected as it is seen."""

import cv2
import numpy as np
import pytest

from vision.expected import Expected
from vision.light import Array
from vision.motion import doubled_kernel, line_kernel, motion_of, smeared


def board() -> Expected:
    """Squares of many sizes on a grey ground, with a rim on which nothing is expected."""
    chance = np.random.default_rng(3)
    picture = np.full((160, 160, 3), 120, np.float32)
    for u, v, side in chance.integers((0, 0, 4), (150, 150, 20), (60, 3)):
        picture[v : v + side, u : u + side] = chance.integers(20, 235, 3)
    known = np.zeros((160, 160), np.bool_)
    known[8:-8, 8:-8] = True
    return Expected(picture, known, np.full((160, 160), 8, np.float32))


def noisy(picture: Array) -> Array:
    return np.asarray(picture + np.random.default_rng(4).normal(0, 6, picture.shape), dtype=np.float32)


def test_a_sharp_picture_has_no_blur() -> None:
    """Noise alone is not taken for a moving camera."""
    assert motion_of(noisy(board().picture), board()) is None


@pytest.mark.parametrize("degrees", [0, 45, 90, 135])
def test_the_direction_of_a_blur_is_found(degrees: int) -> None:
    """The kernel found is nearer to the true one than to the one across."""
    seen = noisy(np.asarray(cv2.filter2D(board().picture, -1, line_kernel(7, degrees)), dtype=np.float32))
    found = motion_of(seen, board())
    assert found is not None
    wide = np.pad(found, (11 - len(found)) // 2) if len(found) < 11 else found
    like = [float((wide * np.pad(line_kernel(7, degrees + turn), (len(wide) - 9) // 2)).sum()) for turn in (0, 90)]
    assert like[0] > 1.5 * like[1]


def test_the_smeared_board_is_what_the_camera_sees() -> None:
    """The board smeared by the kernel differs from the blurred picture by little more than nothing."""
    kernel = line_kernel(5, 30)
    seen = cv2.filter2D(board().picture, -1, kernel)
    again = smeared(board(), kernel)
    inside = cv2.erode(again.known.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    assert np.abs(again.picture - seen)[inside].max() < 0.5


def test_kernels_keep_the_brightness() -> None:
    """A kernel and the same at twice the scale sum to one."""
    assert line_kernel(9, 20).sum() == pytest.approx(1)
    assert doubled_kernel(line_kernel(9, 20)).sum() == pytest.approx(1)
