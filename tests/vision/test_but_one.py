"""Of a kind of which there is one, one find is it; the others are something else, or what is seen nowhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_wedges import sprite

from vision.but_one import PASSED_ON, SECOND, ButOne
from vision.found import Found
from vision.piece_bank import make_piece_bank

RED, ORANGE, BLUE, CHEESE = range(4)
MOUSE = replace(sprite(), directed=True, alone=True, shape=0)
BANK = make_piece_bank([*(replace(MOUSE, kind=colour) for colour in ("red", "orange", "blue")), replace(sprite(), kind="cheese")])


def find(kind: int, **gains: float) -> Found:
    """A find of the first row of a kind; by name what other kinds would gain there."""
    assert BANK is not None
    own = np.full(len(BANK.kinds), -1e3, np.float32)
    for name, gain in gains.items():
        own[[BANK.sprites[number].kind == name for number in BANK.kinds]] = gain
    row = int(np.flatnonzero(BANK.kinds == kind)[0])
    return Found(row, (20.0, 20.0), float(own[row]), own, 0.5)


def shared(*finds: tuple[Found, float]) -> list[dict[int, float]]:
    """What each find is, all of them taken for what they were found as, how surely each is there being told."""
    assert BANK is not None
    found, there = [each for each, _ in finds], [sure for _, sure in finds]
    shares = [{int(BANK.kinds[piece.row]): 1.0} for piece in found]
    ButOne(BANK).share_out(shares, found, there)
    return shares


def test_the_second_red_mouse_is_the_orange_one_that_is_seen_nowhere() -> None:
    """In dim light an orange mouse looks red; the red one stands elsewhere, plain to see."""
    first, second = shared((find(RED, red=400, orange=90), True), (find(RED, red=140, orange=80), True))
    assert first == {RED: 1.0}
    assert second == pytest.approx({RED: SECOND, ORANGE: PASSED_ON * (1 - SECOND)})


def test_what_is_surer_is_the_one_though_a_patch_of_skin_explains_more() -> None:
    mouse, skin = shared((find(RED, red=166), 0.9), (find(RED, red=300), 0.52))
    assert (mouse[RED], skin[RED]) == (1.0, SECOND)


def test_it_is_not_what_is_seen_elsewhere_nor_what_explains_next_to_nothing() -> None:
    """The orange mouse stands there already; a blue one would explain nothing of it."""
    red, orange = (find(RED, red=400), True), (find(ORANGE, orange=300), True)
    assert shared(red, orange, (find(RED, red=140, orange=80, blue=-20), True))[2] == {RED: SECOND}


def test_where_the_first_is_in_doubt_itself_nothing_is_passed_on() -> None:
    """Of two that may both be none, neither says that the other is another."""
    assert shared((find(RED, red=60), False), (find(RED, red=50, orange=45), True))[0] == {RED: SECOND}
    assert shared((find(RED, red=60, orange=55), False), (find(RED, red=50, orange=45), False))[1] == {RED: SECOND}
