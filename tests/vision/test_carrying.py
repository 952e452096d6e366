"""A rider of its carrier's own colour is told by what it explains where the carrier's picture does not."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import sprite
from numpy.typing import NDArray

from vision.belief import chance_of_rider
from vision.carrying import with_riders
from vision.found import Doubted, Found
from vision.light import Array
from vision.piece_bank import make_piece_bank
from vision.rig import SPRITE_SIDE, Sprite

Spots = NDArray[np.int64]
AT = 200


def mouse() -> Sprite:
    """A large yellow piece."""
    picture, cover = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 128, np.float32), np.zeros((SPRITE_SIDE, SPRITE_SIDE), np.float32)
    for image, colour in ((picture, (40.0, 190.0, 220.0)), (cover, 1.0)):
        cv2.ellipse(image, (SPRITE_SIDE // 2, SPRITE_SIDE // 2), (14, 24), 0, 0, 360, colour, -1)
    return Sprite("mouse", picture[None], cover[None], 2.5, 17.0, directed=True, alone=True)


def told(misfit: float, aside: int) -> Doubted | None:
    """What a mouse is taken to carry where a wedge, so far aside, explains 20 nats with that misfit."""
    bank = make_piece_bank([replace(sprite(), rides=True), mouse()])
    assert bank is not None

    def glance(spots: Spots, rows: Spots) -> Array:
        return np.zeros((len(spots), len(rows)), np.float32)

    def refine(rows: Spots, where: Spots) -> tuple[Spots, Spots, Array, Array]:
        there = np.tile([AT + aside, AT], (len(rows), 1))
        return rows, there, np.full(len(rows), 20, np.float32), np.full(len(rows), misfit, np.float32)

    row = int(np.flatnonzero(bank.kinds == 1)[0])
    alone = Found(row, (AT, AT), 500.0, np.zeros(len(bank.kinds), np.float32), 0.5)
    return with_riders([alone], bank, glance, refine)[0].doubted


def test_a_rider_that_explains_more_on_its_carrier_is_believed() -> None:
    """By what both explain a cheese on a yellow mouse was never likelier than not."""
    rider = told(misfit=0.5, aside=0)
    assert rider is not None and chance_of_rider(rider) > 0.9


@pytest.mark.parametrize(("misfit", "aside"), [(1.1, 0), (0.5, 12)])
def test_a_patch_that_fits_badly_or_lies_aside_is_no_rider(misfit: float, aside: int) -> None:
    """Shadows beside a mouse, and whatever a tile shows, are explained a little by anything."""
    assert told(misfit, aside) is None
