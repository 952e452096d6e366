"""A card that lies askew is told from its like by a detail."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import resample
from vision.closer import told_closely

SIDE = 64


def card(across: bool) -> np.ndarray:
    """A blue card (64, 64, 3) with a pale window and a dark frame; below it a yellow bar lies or stands."""
    art = np.full((SIDE, SIDE, 3), (150, 80, 40), np.uint8)
    cv2.rectangle(art, (0, 0), (SIDE - 1, SIDE - 1), (40, 25, 25), 2)
    cv2.rectangle(art, (6, 4), (58, 42), (225, 240, 245), -1)
    cv2.rectangle(art, (6, 4), (58, 42), (40, 25, 25), 2)
    cv2.circle(art, (32, 23), 14, (160, 90, 30), -1)
    cv2.rectangle(art, *(((42, 52), (56, 55)) if across else ((47, 47), (50, 60))), (60, 190, 230), -1)
    return cv2.GaussianBlur(art, (0, 0), 0.8)


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("askew", [-0.05, -0.03, 0.0, 0.04, 0.055])
def test_a_card_that_lies_more_askew_than_coarse_pixels_show_is_told_from_its_like(across: bool, askew: float) -> None:
    """Its rim errs all around under another turn, which must not speak louder than the detail in which two cards differ."""
    drawings, table = np.stack([card(False), card(True)]).astype(np.float32), np.full((160, 160, 3), (110, 150, 190), np.uint8)
    turn = np.array([[np.cos(askew), -np.sin(askew)], [np.sin(askew), np.cos(askew)]])
    matrix = np.column_stack([turn, np.full(2, 80.0) - turn @ np.full(2, (SIDE - 1) / 2)])
    cover = resample.warp_affine(np.full((SIDE, SIDE), 255, np.uint8), matrix, (160, 160))
    # The other drawing was taught from pictures in which it lay a little askew itself, as happens.
    tilt = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), -np.degrees(askew) / 2, 1.0)
    other = drawings[1 - int(across)]
    drawings[1 - int(across)] = resample.warp_affine(other, tilt, (SIDE, SIDE), border=cv2.BORDER_REPLICATE)
    laid = resample.warp_affine(card(across), matrix, (160, 160))
    picture = np.where(cover[..., None] > 127, laid, table)
    rows = np.array([0, 4])
    told = told_closely(np.zeros(2, np.float32), rows, picture, (80.0, 80.0), 0.0, float(SIDE), drawings)
    assert told.argmin() == int(across) and abs(told[0] - told[1]) > 10
