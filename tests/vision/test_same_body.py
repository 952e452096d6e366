"""Of two finds of a kind of body that would stand in one place one is the other."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_wedges import mouse, sprite

from vision.found import Found
from vision.piece_bank import make_piece_bank
from vision.same_body import APART, IN_HEAP, SAME, once_each

BANK = make_piece_bank([sprite(), replace(sprite(), kind="wedge", foot_mm=0.6, top_mm=2.4), mouse(),
                        replace(sprite(), kind="marble", rides=False, prism=None)])  # fmt: skip
assert BANK is not None
ROOT = float(BANK.areas[0]) ** 0.5
CHEESE, WEDGE, MOUSE, MARBLE = (int(np.flatnonzero(BANK.kinds == kind)[0]) for kind in range(4))


def sures(row: int, apart: float, **how: bool) -> list[float]:
    """How sure two finds are that lie so many roots of their area apart, the second explaining less, each .9 by itself."""
    assert BANK is not None
    first = Found(row, (60.0, 60.0), 200.0, np.zeros(len(BANK.kinds), np.float32), 0.8, heaped=how.get("heaped", False))
    gain = 40.0 if how.get("weak", False) else 120.0
    second = replace(first, at=(60.0 + apart * ROOT, 60.0), gain=gain, rides=how.get("rides", False))
    return once_each([first, second], [0.9, 0.9], BANK)


@pytest.mark.parametrize("heaped", [False, True])
def test_what_is_found_once_more_in_its_place_is_the_same_body(heaped: bool) -> None:
    """The one that explains more is believed; beside it there is room for another."""
    near = IN_HEAP if heaped else APART
    assert sures(CHEESE, 0.9 * near, heaped=heaped) == [0.9, SAME]
    assert sures(CHEESE, 1.1 * near, heaped=heaped) == [0.9, 0.9]


def test_two_balls_lie_beside_each_other_wherever_they_were_counted() -> None:
    """Cheeses of a heap lie on each other; of a marble another so near is its shadow."""
    between = (IN_HEAP + APART) / 2
    assert sures(CHEESE, between, heaped=True) == [0.9, 0.9]
    assert sures(MARBLE, between, heaped=True) == [0.9, SAME]
    assert sures(MARBLE, 1.1 * APART, heaped=True) == [0.9, 0.9]


def test_what_explains_little_close_by_is_a_shadow() -> None:
    """At nine tenths of a root a second cheese is one, unless it explains less than half as much."""
    assert sures(CHEESE, 0.9) == [0.9, 0.9]
    assert sures(CHEESE, 0.9, weak=True) == [0.9, SAME]
    assert sures(CHEESE, 1.1, weak=True) == [0.9, 0.9]


def test_what_may_lie_upon_another_is_another() -> None:
    """Flat pieces lie on each other, a cheese is carried on one that is covered, and of a mouse other ways tell."""
    assert sures(WEDGE, 0.1) == sures(CHEESE, 0.1, rides=True) == sures(MOUSE, 0.1) == [0.9, 0.9]


@pytest.mark.parametrize(("carrier", "carried"), [(0.9, True), (0.2, False)])
def test_what_only_an_unlikely_piece_carries_stands_by_itself(carrier: float, carried: bool) -> None:
    """A cheese is found on a mouse, and another explains more: two of them where the mouse is likely, else one."""
    assert BANK is not None
    below = Found(MOUSE, (60.0, 60.0), 60.0, np.zeros(len(BANK.kinds), np.float32), 0.8, carries=True)
    rider = replace(below, row=CHEESE, gain=40.0, carries=False, rides=True)
    beside = replace(rider, at=(60.0 + 0.6 * ROOT, 60.0), gain=200.0, rides=False)
    assert once_each([below, rider, beside], [carrier, 0.9, 0.9], BANK) == [carrier, 0.9 if carried else SAME, 0.9]


def test_what_a_carried_piece_leaves_over_is_no_other() -> None:
    """No cheese stands where a mouse does that carries one."""
    assert BANK is not None
    below = Found(MOUSE, (60.0, 60.0), 60.0, np.zeros(len(BANK.kinds), np.float32), 0.8, carries=True)
    rider = replace(below, row=CHEESE, gain=200.0, carries=False, rides=True)
    found = [below, rider, replace(rider, at=(60.0 + 0.6 * ROOT, 60.0), gain=40.0, rides=False)]
    assert once_each(found, [0.9, 0.9, 0.9], BANK) == [0.9, 0.9, SAME]
