"""Printed zones: how far their edges may be off is measured on the edges themselves."""

from __future__ import annotations

import numpy as np
import pytest

from vision.expected import Expected
from vision.light import Array
from vision.zone_light import STEEP, edge_shares, with_paint, with_sharp_edges

BLOCK = (4, 4, 36, 36)
FEARED = 40.0


def _sharper(expected: Expected, seen: Array) -> Array:
    return with_sharp_edges(expected, [BLOCK], edge_shares(expected, seen, [BLOCK])).spread


def _print() -> Expected:
    """A zone with a bright letter: its edges are expected to be off by much."""
    picture = np.full((40, 40, 3), 60.0, np.float32)
    picture[10:30, 16:24] = 220.0
    spread = np.full((40, 40), 6.0, np.float32)
    for side in (slice(8, 12), slice(28, 32)):
        spread[side, 14:26] = FEARED
    for side in (slice(14, 18), slice(22, 26)):
        spread[8:32, side] = FEARED
    return Expected(picture, np.ones((40, 40), np.bool_), spread)


@pytest.mark.parametrize(("off", "sharper"), [(3.0, True), (FEARED, False)], ids=["where-expected", "as-far-off-as-feared"])
def test_edges_are_trusted_as_far_as_they_lie_where_expected(off: float, sharper: bool) -> None:
    """A print that lies just where it is expected excuses less at its edges; one that is off excuses as much as before."""
    expected = _print()
    edge = expected.spread == FEARED
    told = _sharper(expected, expected.picture + off * edge[..., None].astype(np.float32))
    assert (told[edge] < FEARED).all() == sharper and told[edge].min() >= STEEP


def test_a_piece_on_the_print_does_not_hide_that_it_is_in_place() -> None:
    """Most edges tell, so a piece on some of them is not excused by them."""
    expected = _print()
    seen = expected.picture.copy()
    seen[20:28, 20:28] = (40.0, 190.0, 230.0)
    assert (_sharper(expected, seen)[expected.spread == FEARED] < FEARED).all()


def test_a_sleeve_on_half_of_a_zone_does_not_tell_its_light() -> None:
    """Where a lamp makes a bare zone brighter and a sleeve lies on much of it, the rest is told as bright as it is."""
    picture = np.full((60, 100, 3), (40.0, 60.0, 110.0), np.float32)
    picture += np.random.default_rng(1).normal(0, 3, picture.shape).astype(np.float32)
    expected = Expected(picture, np.ones((60, 100), np.bool_), np.full((60, 100), 6.0, np.float32))
    seen = picture + np.float32(14)
    seen[:, 30:85] = (40.0, 63.0, 66.0)
    told = with_paint(expected, seen, [(0, 0, 100, 60)]).picture
    assert np.abs(np.median(told[:, :30] - seen[:, :30], axis=(0, 1))).max() < 4
