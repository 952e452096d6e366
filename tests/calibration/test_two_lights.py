"""Flat pieces are learnt twice where a lamp lies on the board and not beside it."""

from __future__ import annotations

import numpy as np
import pytest
from shown_pieces import Shown

from calibration.two_lights import APART, by_light, without_haze
from companion.core.grid import Cell, Place, Zone
from companion.core.scene import PieceAt
from vision.frame import TaughtPiece


def shown(place: Place, grey: float) -> Shown:
    """A piece of that grey value in that place."""
    whole = np.ones((8, 8), np.float32)
    return Shown(TaughtPiece(PieceAt("wedge", place), (0.0, 0.0), 0.6, 2.4), np.full((8, 8, 3), grey, np.float32), whole, whole)


@pytest.mark.parametrize(("lighter", "parts"), [(APART + 10, 2), (APART - 10, 1)])
def test_pieces_are_two_looks_where_their_colours_are_apart(lighter: float, parts: int) -> None:
    """Haze on the board makes two groups; the usual differences of light leave one."""
    views = [shown(Cell(0, n), 80 + lighter) for n in range(3)] + [shown(Zone("pile"), 80.0) for _ in range(4)]
    assert [len(part) for part in by_light(views, 3)] == ([3, 4] if parts == 2 else [7])


def test_too_few_views_make_no_look_of_their_own() -> None:
    """Two wedges beside the board may lie in a shadow."""
    views = [shown(Cell(0, n), 160.0) for n in range(5)] + [shown(Zone("pile"), 80.0) for _ in range(2)]
    assert len(by_light(views, 3)) == 1


@pytest.mark.parametrize("shines", [True, False])
def test_counters_are_taught_without_haze_where_they_are_more_alike_so(shines: bool) -> None:
    """Counters on cards under a lamp shine as these do, or do not: then taking haze from them would darken them."""
    haze = np.array([0.0, 15.0, 60.0])
    plain = [shown(Cell(0, n), 80.0 + each * shines) for n, each in enumerate(haze)] + [shown(Zone("pile"), 80.0)]
    dull = [shown(Cell(0, n), 80.0 + each * (shines - 1)) for n, each in enumerate(haze)] + [shown(Zone("pile"), 20.0)]
    taken = without_haze(plain, dull)
    assert [view.picture.max() for view in taken] == [80.0] * 4
