"""What a network plainly sees in what seemed to be a hand is none of it."""

from __future__ import annotations

import cv2
import numpy as np
from drawn_wedges import WOOD, YELLOW, flat_wedge, wedge
from numpy.typing import NDArray

from vision.expected import Expected
from vision.fine_view import FineView
from vision.heap_net import HeapNet, Mark
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.seen_in_hands import without_seen
from vision.tones import halved, texture

Array = NDArray[np.float32]
Mask = NDArray[np.bool_]
SIDE, SLEEVE, LARGE = 240, (90.0, 40.0, 60.0), 2.4
BEFORE, BESIDE = (60, 120), (118, 120)
"""Middles of a wedge away from the sleeve, and of one that it touches, px of the plan."""


class Silent(HeapNet):
    """A network that nobody may ask."""

    def marks(self, *args: object, **more: object) -> list[Mark]:
        raise AssertionError("asked about nothing")


BANK = make_piece_bank([flat_wedge(LARGE)])
assert BANK is not None


def left_of_patch(*lying: tuple[float, float], sleeve: int = 130) -> tuple[Mask, Mask]:
    """Where wedges lie whose middles are those, and what is left of a patch that covers them and all from `sleeve` on."""
    assert BANK is not None
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    picture, wedges = table.copy(), np.zeros((SIDE, SIDE, 3), np.float32)
    for at in lying:
        wedge(picture, at, 0, YELLOW, LARGE)
        wedge(wedges, at, 0, (1, 1, 1), LARGE)
    picture[:, sleeve:] = SLEEVE
    picture += np.random.default_rng(3).normal(0, 3, picture.shape).astype(np.float32)
    every = np.ones((SIDE, SIDE), np.bool_)
    tiles = Expected(table, every, np.full((SIDE, SIDE), 8.0, np.float32))
    half = Expected(halved(table), every[::2, ::2], np.full((SIDE // 2,) * 2, 8.0, np.float32))
    there = halved(wedges)[..., 0] > 0.5
    there[:, sleeve // 2 :] = False
    patch = there.copy()
    patch[:, sleeve // 2 :] = True
    patch |= cv2.dilate(there.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    search = PieceSearch(BANK, halved(picture), halved(texture(picture)), half)
    return there, without_seen(patch, HeapNet(BANK), search, FineView(picture, texture(picture), tiles, half))


def test_wedges_are_taken_out_of_a_patch_and_the_sleeve_stays() -> None:
    """One by itself, and one that the sleeve covers in part, hang together with it and are plain to see."""
    there, left = left_of_patch(BEFORE, BESIDE)
    assert not (left & there).any()
    assert left[:, 80:].all()


def test_a_patch_in_which_no_wedge_lies_stays_as_it_is() -> None:
    """A sleeve alone shows none."""
    _, left = left_of_patch()
    assert left[:, 65:].all()


def test_a_patch_smaller_than_half_a_wedge_is_not_looked_at() -> None:
    """What is too small to hold a wedge asks nobody."""
    assert BANK is not None
    patch = np.zeros((SIDE // 2,) * 2, np.bool_)
    patch[10:14, 10:14] = True
    blank = np.zeros((SIDE, SIDE, 3), np.float32)
    none = Expected(blank, np.zeros((SIDE, SIDE), np.bool_), np.full((SIDE, SIDE), 8.0, np.float32))
    half = Expected(blank[::2, ::2], patch, none.spread[::2, ::2])
    search = PieceSearch(BANK, half.picture, texture(half.picture), half)
    assert (without_seen(patch, Silent(BANK), search, FineView(blank, texture(blank), none, half)) == patch).all()
