"""How far the edges of prints and tiles may be off is measured on the edges themselves."""

from __future__ import annotations

import numpy as np
import pytest

from vision.expected import Expected
from vision.light import Array
from vision.sharp_edges import (
    STEEP,
    TILE,
    ZONE,
    Edged,
    Sharpness,
    as_sharp_as_the_first,
    edge_shares,
    with_sharp_edges,
)

BLOCK = (4, 4, 36, 36)
FEARED = 40.0


def _sharper(expected: Expected, seen: Array, usual: Sharpness) -> Array:
    parts = [Edged(BLOCK, usual)]
    return with_sharp_edges(expected, parts, edge_shares(expected, seen, parts)).spread


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


@pytest.mark.parametrize("usual", [ZONE, TILE], ids=["zone", "tile"])
@pytest.mark.parametrize(("off", "sharper"), [(3.0, True), (FEARED, False)], ids=["where-expected", "as-far-off-as-feared"])
def test_edges_are_trusted_as_far_as_they_lie_where_expected(off: float, sharper: bool, usual: Sharpness) -> None:
    """A print that lies just where it is expected excuses less at its edges; one that is off excuses as much as before."""
    expected = _print()
    edge = expected.spread == FEARED
    told = _sharper(expected, expected.picture + off * edge[..., None].astype(np.float32), usual)
    assert (told[edge] < FEARED).all() == sharper and told[edge].min() >= STEEP


def test_a_piece_on_the_print_does_not_hide_that_it_is_in_place() -> None:
    """Most edges tell, so a piece on some of them is not excused by them; on a tile one may cover more than half."""
    expected = _print()
    seen = expected.picture.copy()
    seen[20:28, 20:28] = (40.0, 190.0, 230.0)
    assert (_sharper(expected, seen, ZONE)[expected.spread == FEARED] < FEARED).all()
    seen[6:26, 14:22] = (40.0, 190.0, 230.0)
    edges = expected.spread == FEARED
    assert (_sharper(expected, seen, TILE)[edges] < FEARED).all() and (_sharper(expected, seen, ZONE)[edges] == FEARED).all()


def test_of_a_part_in_a_window_the_edges_are_as_sharp_as_on_the_whole_board() -> None:
    """What is read again after a turn must excuse no more than what was read at first."""
    expected = _print()
    part, seen = Edged(BLOCK, TILE), expected.picture.copy()
    shares = edge_shares(expected, seen, [part])
    whole = with_sharp_edges(expected, [part], shares).spread
    window = Expected(expected.picture[10:, 6:], expected.known[10:, 6:], expected.spread[10:, 6:])
    assert (with_sharp_edges(window, [part.seen_from(6, 10)], shares).spread == whole[10:, 6:]).all()


def test_another_drawing_excuses_no_more_at_its_edges_than_the_one_that_fits() -> None:
    """Compared with it as vague as was feared, a wrong one would explain what stands on the tile."""
    expected, two = _print(), (2, 1)
    turned = np.concatenate([expected.picture, expected.picture[::-1] + 30])
    boards = Expected(turned, np.tile(expected.known, two), np.tile(expected.spread, two))
    spread = as_sharp_as_the_first(boards, expected.picture, 1).spread
    assert (spread[:40] == spread[40:]).all() and (spread[boards.spread == FEARED] < FEARED).all()
