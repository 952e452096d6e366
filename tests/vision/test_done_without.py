"""What was found before the piece that explains it is given up."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.done_without import Patch, needed, unborne
from vision.found import Found

SIDE, COST = 40, 5.0


def piece(row: int, u: int) -> Found:
    return Found(row, (float(u), 10.0), 100.0, np.zeros(2, np.float32), 0.1)


def patch(found: Found) -> Patch:
    """A marble (row 0) of 4 x 4 pixels, or a mouse of 16 x 16, all of which it explains to the pixel."""
    reach = 2 if found.row == 0 else 8
    across = np.arange(-reach, reach)
    at = ((across[:, None] + 10) * SIDE + across[None] + int(found.at[0])).reshape(-1)
    return at, np.ones(len(at), np.float32), np.zeros(len(at), np.float32)


@pytest.mark.parametrize("marble, other, stays", [(14, 1, False), (30, 1, True), (14, 0, True)])
def test_a_marble_on_what_a_mouse_explains_is_none(marble: int, other: int, stays: bool) -> None:
    """A dark patch that was a marble until the mouse was found goes; one beside the mouse stays, and so does one of a heap."""
    strange = np.full((20, SIDE), COST, np.float32)
    both = [piece(0, marble), piece(other, 15)]
    kept = needed(both, [each.row for each in both], strange, patch, SIDE, lambda _: 40.0)
    assert kept == (both if stays else both[1:])


@pytest.mark.parametrize("below", [False, True])
def test_a_mouse_below_cheeses_that_explain_all_without_it_is_none(below: bool) -> None:
    """Strange are two cheeses, or what is around them as well: only then is a mouse below; without it nothing rides on one."""
    strange = np.zeros((20, SIDE), np.float32)
    strange[:, 7:23] = COST if below else 0.0
    strange[8:12, 9:13] = strange[8:12, 17:21] = COST
    found = [replace(piece(1, 15), carries=True), replace(piece(0, 11), rides=True), piece(0, 19)]
    kept = unborne(needed(found, [each.row for each in found], strange, as_pale, SIDE, lambda _: 40.0), found)
    assert [each.row for each in kept] == ([1, 0, 0] if below else [0, 0])
    assert any(each.rides for each in kept) == below


def as_pale(found: Found) -> Patch:
    """The same, the mouse so pale that it does not look like what lies on it."""
    at, cover, error = patch(found)
    return at, cover, np.where(found.row and (at % SIDE >= 17) & (at % SIDE < 21), COST, error).astype(np.float32)
