"""A network tells which way pieces look, however they are turned, and is believed as far as it is right about the taught ones."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.facing import BELIEVED, believed
from vision.facing import PATCH
from vision.heading_net import SIDE, HeadingNet, view_of
from vision.light import Array

LIMIT = 2_000_000
SURE = np.array([0.0, -6.0, -6.0, -6.0])


def mouse() -> Array:
    """A view of a drawn mouse on plain paper, nose up: a body, a head, ears, a tail."""
    down, across = np.mgrid[:PATCH, :PATCH].astype(np.float32) - PATCH / 2
    body = (across / 11) ** 2 + ((down - 4) / 16) ** 2 < 1
    head = (across / 8) ** 2 + ((down + 12) / 10) ** 2 < 1
    ears = (np.abs(across) - 8) ** 2 + (down + 8) ** 2 < 18
    tail = (np.abs(across) < 2) & (down > 18) & (down < 36)
    paper = np.full((PATCH, PATCH, 3), (190, 210, 220), np.float32)
    seen = np.where((body | head | ears)[..., None], np.float32((60, 130, 60)), paper)
    seen = np.where(tail[..., None], np.float32((150, 145, 215)), seen)
    changed = (body | head | ears | tail).astype(np.float32)
    return view_of(seen.astype(np.float32), paper, changed, np.ones((PATCH, PATCH), np.float32))


def test_a_piece_that_is_turned_is_told_turned() -> None:
    view, net = mouse(), HeadingNet()
    north = net.told(view)
    assert view.shape == (SIDE, SIDE, 8)
    assert np.exp(north).sum() == pytest.approx(1, abs=0.02)
    for facing in range(4):
        turned = np.ascontiguousarray(np.rot90(view, -facing))
        assert net.told(turned) == pytest.approx(np.roll(north, facing), abs=0.02)


def test_the_end_with_the_ears_is_the_nose() -> None:
    assert HeadingNet().told(mouse()).argmax() == 0


def test_the_weights_are_small() -> None:
    assert 0 < HeadingNet().net.path.stat().st_size < LIMIT


def test_a_network_that_is_right_about_the_taught_pieces_is_believed() -> None:
    assert believed([np.roll(SURE, facing) for facing in range(4)], [0.0, 90.0, -178.0, 275.0]) == BELIEVED[-1] > 1


def test_one_that_takes_their_noses_for_tails_is_not() -> None:
    assert believed([np.roll(SURE, facing + 2) for facing in range(4)], [0.0, 90.0, 180.0, 270.0]) == 0


def test_one_that_is_wrong_now_and_then_is_believed_a_little() -> None:
    told = [SURE] * 9 + [np.roll(SURE, 2)]
    assert 0 < believed(told, [0.0] * 10) < 1
