"""A network has a say about the pieces of a heap: wedges that lie there it confirms, what is none of them it denies."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from drawn_wedges import WOOD, sprite, wedge
from numpy.typing import NDArray

from companion.core.grid import Cell
from vision.belief import chance_of
from vision.board_costs import board_costs
from vision.found import Found
from vision.heaps import Heap
from vision.parts_of_hands import parts_of_hands
from vision.piece_bank import make_piece_bank
from vision.pose_net import PoseNet, scene_of
from vision.poses import Lying, Poses, Thin
from vision.shapes import shapes_of
from vision.tones import texture, with_texture

Array = NDArray[np.float32]
SIDE = 141
LIMIT = 2_000_000
BANK = make_piece_bank([sprite()])


def counted(lying: list[tuple[float, float, float]], shown: bool = True) -> list[Lying]:
    """The wedges told of those lying at (x, y, degrees) around the middle of a wooden table; the network is `shown` that, or the
    bare table."""
    assert BANK is not None
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    for x, y, degrees in lying:
        wedge(seen, (x + SIDE // 2, y + SIDE // 2), degrees)
    seen += np.random.default_rng(3).normal(0, 6, seen.shape).astype(np.float32)
    tone, free = with_texture(seen, texture(seen)), np.ones((SIDE, SIDE), np.float32)
    costs = board_costs(seen, tone, table, np.full((SIDE, SIDE), 8.0, np.float32))
    scene = scene_of(seen, table, costs, free) if shown else scene_of(table, table, 0 * costs, free)
    return Heap(tone, costs, free, shapes_of(BANK, "cheese"), partial(PoseNet(BANK).told, scene)).count(28)


RING = [(19.0, 0.0, 0.0), (-19.0, 0.0, 90.0), (0.0, 19.0, 200.0)]


def test_wedges_that_lie_there_are_confirmed() -> None:
    """Drawn wedges, such as no rendered heap that it was taught with."""
    told = counted(RING)
    assert len(told) == 3
    assert all(piece.odds is not None and piece.odds > 0 for piece in told)


def test_what_the_picture_does_not_show_is_denied() -> None:
    """The same poses in a picture of the bare table."""
    assert all(piece.odds is not None and piece.odds < 0 for piece in counted(RING, shown=False))


def heaped(odds: float | None) -> Found:
    assert BANK is not None
    return Found(0, (40.0, 40.0), 250.0, np.zeros(len(BANK.kinds), np.float32), 0.8, heaped=True, odds=odds)


def test_a_piece_is_surer_where_it_is_confirmed_and_no_surer_than_what_denies_it() -> None:
    """Where the network has no say all is as it was."""
    confirmed, plain, denied = (chance_of(heaped(odds), 100.0, None) for odds in (4.0, None, -4.0))
    assert confirmed > plain > denied
    assert denied == pytest.approx(1 / (1 + np.exp(4.0)))


def test_a_confirmed_piece_is_no_finger() -> None:
    """A side that never lay in such a place, beside a hand, is one."""
    sides = [replace(sprite(), face=face, places=((zone, 3),)) for face, zone in (("up", ""), ("down", "box"))]
    bank = make_piece_bank(sides)
    assert bank is not None
    row = int(np.flatnonzero(bank.kinds == 1)[0])
    near, place = np.ones((80, 80), np.bool_), Cell(0, 0)
    told = [parts_of_hands([replace(heaped(odds), row=row)], [None], bank, [place], near) for odds in (None, 4.0)]
    assert told == [frozenset({0}), frozenset()]


def test_two_poses_share_what_both_cover() -> None:
    """A pose shares all with itself, nothing with one far away."""
    cover = np.ones((2, 4), np.float32)
    pixels, at = np.array([[0, 1, 10, 11], [55, 56, 65, 66]]), np.array([(0, 0), (5, 5)])
    rows, thin = np.zeros(2, np.int64), Thin(np.arange(2), pixels, cover, cover, cover.sum(axis=1))
    poses = Poses(rows, np.zeros(2, np.float32), at, pixels, cover, lambda n: (cover, cover, cover), 2, thin, True)
    assert poses.shared(0, 100).tolist() == [1.0, 0.0]
    assert poses.middles(10).tolist() == [[0.5, 0.5], [5.5, 5.5]]


def test_the_weights_are_small() -> None:
    """They travel with the program."""
    assert 0 < PoseNet(BANK).net.path.stat().st_size < LIMIT
