"""A hand has an outline in the picture; the light of a lamp that a table mirrors fades."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.outlined import BORDER, outlined

SIZE, LOW, HIGH = 120, 40, 80
WOOD, SKIN = (30.0, 50.0, 80.0), (90.0, 120.0, 170.0)
Array = NDArray[np.float32]


def patch(low: int = LOW, high: int = HIGH) -> NDArray[np.bool_]:
    """What is strange: a square about the middle, or nearer to the corner."""
    strange = np.zeros((SIZE, SIZE), np.bool_)
    strange[low:high, low:high] = True
    return strange


def picture(shows: str) -> Array:
    """A wooden table with a hand on it, or with a lamp mirrored there."""
    seen = np.full((SIZE, SIZE, 3), WOOD, np.float32)
    if shows == "hand":
        seen[LOW:HIGH, LOW:HIGH] = SKIN
    if shows == "lamp":
        away = np.hypot(*(np.mgrid[:SIZE, :SIZE] - SIZE / 2)) / SIZE
        seen += 90 * np.exp(-8 * away**2)[..., None].astype(np.float32)
    return np.asarray(seen + np.random.default_rng(1).normal(0, 4, seen.shape), np.float32)


@pytest.mark.parametrize("detail", [1, 2])
def test_a_mirrored_lamp_is_no_hand(detail: int) -> None:
    """Though it makes the table much brighter, nothing ends where the strange patch does; a hand ends there."""
    strange = patch().repeat(detail, axis=0).repeat(detail, axis=1)
    shown = {shows: cv2.resize(picture(shows), None, fx=detail, fy=detail) for shows in ("hand", "lamp")}
    assert (outlined(strange, shown["hand"], detail=detail) == strange).all()
    assert not outlined(strange, shown["lamp"], detail=detail).any()


def test_each_patch_is_told_by_its_own_outline() -> None:
    """A hand beside a lamp stays, the lamp goes."""
    lamp = patch(4, 24)
    assert (outlined(patch() | lamp, picture("hand")) == patch()).all()


def test_of_what_lies_at_the_border_nothing_is_told() -> None:
    """There an arm goes on; and what the picture does not show has no outline either."""
    at_border, seen = np.zeros((SIZE, SIZE), np.bool_), np.zeros((SIZE, SIZE), np.bool_)
    at_border[: BORDER - 2] = True
    assert (outlined(at_border, picture("lamp")) == at_border).all()
    seen[:LOW] = True
    assert (outlined(patch(), picture("lamp"), seen) == patch()).all()
