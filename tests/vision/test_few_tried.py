"""What is tried at few places first: the best of all is found as if all were tried."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.card_dimmed import DimmedZone
from vision.card_light import BARE, PART, drawn_parts
from vision.dice import _away
from vision.faces import FaceReader
from vision.rig import SPRITE_SIDE, Sprite
from vision.tiles import SEEN, coarse_misfit, make_bank, misfit_of

Array = NDArray[np.float32]
RANDOM = np.random.default_rng(21)
SIDE = 12
"""Coarse pixels across a card, of which its parts start at every third."""


def blots(count: int, side: int) -> Array:
    """Drawings (count, side, side, 3) of soft blots."""
    coarse = RANDOM.uniform(30, 220, (count, side // 3, side // 3, 3)).astype(np.float32)
    return np.stack([cv2.GaussianBlur(np.kron(each, np.ones((3, 3, 1), np.float32)), (0, 0), 1.0) for each in coarse])


def test_a_card_in_other_light_is_found_between_the_spots_that_are_tried_first() -> None:
    """Wherever it lies, and whichever of two rows shows it upright, its gain is that of all spots and rows."""
    cards = blots(4, SIDE)
    starts = [(v, u) for v in range(0, SIDE, PART) for u in range(0, SIDE, PART)]
    drawn = drawn_parts(cards, np.ones((4, SIDE, SIDE), np.float32), starts)
    spots = np.argwhere(np.ones((12, 13), np.bool_))
    for at in ((4, 6), (5, 7), (8, 3)):
        seen = RANDOM.uniform(90, 110, (12 + SIDE - 1, 13 + SIDE - 1, 3)).astype(np.float32)
        seen[at[0] : at[0] + SIDE, at[1] : at[1] + SIDE] = cards[1] * 0.6
        zone = DimmedZone(drawn.against(seen, np.full(3, 255, np.float32)), spots, np.array([0, 1]))
        mean = zone.costs(0.6).mean(axis=0)
        told = zone.best(0.6)
        assert told is not None
        assert tuple(told[1].tolist()) == at and told[2] == 1
        assert np.isclose(told[0], BARE - float(mean.min()), atol=1e-4)


def test_where_nothing_is_like_a_card_no_card_is_found() -> None:
    """A bare zone is not looked at closely."""
    drawn = drawn_parts(blots(2, SIDE), np.ones((2, SIDE, SIDE), np.float32), [(0, 0), (3, 3), (6, 6), (9, 9)])
    bare = drawn.against(np.full((20, 20, 3), 250, np.float32), np.full(3, 255, np.float32))
    assert DimmedZone(bare, np.argwhere(np.ones((9, 9), np.bool_)), np.array([0, 1])).best(0.6) is None


def test_a_print_that_lies_aside_is_told() -> None:
    """Within two pixels of where the middle is said to be, in narrow steps too, the right print fits best, and well."""
    cover = (np.hypot(*(np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE] - (SPRITE_SIDE - 1) / 2)) < 18).astype(np.float32)
    prints = blots(3, SPRITE_SIDE)
    reader = FaceReader([Sprite(f"coin {n}", each[None], cover[None], 2.0, 4.0, False) for n, each in enumerate(prints)])
    for shift in ((0, 0), (1, -1), (-2, 2), (2, 1)):
        told = reader.scores(0, np.roll(prints[1], shift, axis=(0, 1)))
        assert told is not None and max(told, key=lambda n: told[n]) == 1
        assert told[1] > -2.0 > max(told[0], told[2])


def test_one_drawing_misfits_a_place_as_it_does_among_all() -> None:
    """Of a printed board each cell is compared with its own drawing alone, a part of which may never have been seen bare."""
    seen = np.ones((3, 64, 64), np.float32)
    seen[1, :30] = 0
    bank = make_bank(blots(3, 66)[:, :64, :64], 64.0, 64, seen)
    places, rows = RANDOM.uniform(0, 255, (3, SEEN * SEEN * 3)).astype(np.float32), np.array([0, 4, 8])
    assert np.allclose(misfit_of(bank, places, rows), coarse_misfit(bank, places)[np.arange(3), rows], rtol=1e-3)


def test_how_far_a_colour_is_from_the_nearest_of_some() -> None:
    """Channel by channel as all at once."""
    seen, colours = RANDOM.normal(0, 9, (5, 7, 3)).astype(np.float32), RANDOM.normal(0, 9, (4, 3)).astype(np.float32)
    plain = np.linalg.norm(seen[:, :, None] - colours, axis=3).min(axis=2)
    assert np.allclose(_away(seen, colours), plain, atol=1e-4)
