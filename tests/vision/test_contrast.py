"""Flat pieces in a heap are told apart by their prints, whatever light lies on each."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_wedges import WOOD, printed, printed_sprite
from numpy.typing import NDArray

from vision.board_costs import board_costs
from vision.contrast import contrast, likeness
from vision.heaps import Heap
from vision.piece_bank import PieceBank, make_piece_bank
from vision.poses import Lying as Lies
from vision.shapes import shapes_of
from vision.tones import texture, with_texture

Array = NDArray[np.float32]
Lying = tuple[float, float, float]
SIDE = 141


def lit(lying: list[Lying], least: float = 0.8) -> Array:
    """A wooden table with wedges at (x, y, degrees) from its middle, the lower ones in the shade of those above, as a camera
    sees it."""
    seen = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    for number, (x, y, degrees) in enumerate(lying, 1):
        printed(seen, (x + SIDE // 2, y + SIDE // 2), degrees, least + (1 - least) * number / len(lying))
    blurred = cv2.GaussianBlur(seen, (0, 0), 0.8)
    return np.asarray(blurred + np.random.default_rng(3).normal(0, 4, seen.shape), dtype=np.float32)


def counted(bank: PieceBank, seen: Array) -> list[Lies]:
    """The wedges that are told of such a table."""
    table, tone = np.full((SIDE, SIDE, 3), WOOD, np.float32), with_texture(seen, texture(seen))
    costs = board_costs(seen, tone, table, np.full((SIDE, SIDE), 8.0, np.float32))
    return Heap(tone, costs, np.ones((SIDE, SIDE), np.float32), shapes_of(bank, "cheese")).count(28)


def test_a_wedge_in_the_shadow_of_another_counts() -> None:
    """What lies below is as dark as a shadow makes it, and a wedge for all that."""
    bank = make_piece_bank([printed_sprite()])
    assert bank is not None
    assert len(counted(bank, lit([(0, 8, 200), (0, 0, 20)], 0.1))) == 2


@pytest.mark.parametrize(
    "lying",
    [
        [(7.1, -1.4, 212.2), (-8.6, 3.1, 330.9), (5.9, 6.9, 237.7), (-4.6, 4.8, 76.2)],
        [(-8.4, -5.6, 242.9), (1.3, -6.1, 342.7), (-6.2, 0.2, 51.8), (3.9, -4.0, 48.3)],
        [(-2.4, -7.9, 230.4), (-8.2, -7.8, 28.8), (-4.1, 1.4, 290.0), (-4.2, -3.9, 296.8)],
        [(1.0, 7.7, 0.7), (-6.1, 4.0, 142.0), (-3.8, 8.3, 95.1), (3.9, 8.4, 274.6)],
        # Of these one stays unfound unless it is told which lies on which.
        [(-8.7, -4.6, 310.1), (-6.1, 3.4, 89.8), (-7.8, -5.5, 244.1), (0.0, 0.9, 163.1)],
        [(2.7, 1.5, 340.4), (-5.6, -6.8, 127.3), (-3.1, -0.8, 61.8), (3.7, 5.8, 2.3)],
        [(-4.4, -7.7, 112.5), (1.1, -8.3, 104.0), (-4.4, -6.2, 285.1), (8.3, 7.5, 158.7)],
    ],
)
def test_four_wedges_on_each_other_are_found_as_they_lie(lying: list[Lying]) -> None:
    """Each is found where it lies, turned as it is: a piece across two others would explain as much of their colour."""
    bank = make_piece_bank([printed_sprite()])
    assert bank is not None
    found = counted(bank, lit(lying))
    assert len(found) == len(lying)
    for x, y, degrees in lying:
        near = [one for one in found if np.hypot(one.at[0] - x - SIDE // 2, one.at[1] - y - SIDE // 2) < 3]
        assert any(abs((bank.headings[one.row] - degrees + 180) % 360 - 180) < 16 for one in near), (x, y, degrees)


def test_light_leaves_contrast_as_it_is() -> None:
    """Half the light on all of a print changes nothing."""
    bright, own = np.random.default_rng(1).uniform(1, 3, (30, 30)).astype(np.float32), np.ones((30, 30), np.float32)
    assert np.allclose(contrast(bright, own, 1), contrast(bright / 2, own, 1), atol=1e-4)


def test_what_lies_beside_a_piece_is_nothing_to_its_contrast() -> None:
    """A pixel of another colour has no part in what is usual around it."""
    tones, colour = np.full((30, 30, 3), 2.0, np.float32), np.full((1, 3), 2.0, np.float32)
    tones[:, 15:] = (9.0, -8.0, 7.0)
    own = likeness(tones, colour)
    assert np.abs(contrast(np.ascontiguousarray(tones[..., 0]), own, 1)[:, :15]).max() < 0.1
