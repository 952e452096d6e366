"""Bodies in a heap are counted by what they show, whatever their rims, their neighbours and the light add to it."""

from __future__ import annotations

import numpy as np
from drawn_wedges import WOOD, sprite, wedge
from numpy.typing import NDArray

from vision.board_costs import board_costs
from vision.contrast import texture_among
from vision.found import Found
from vision.heaps import FEWER, Heap
from vision.piece_bank import PieceBank, make_piece_bank
from vision.poses import Poses, Thin
from vision.recount import Recount
from vision.shapes import shapes_of
from vision.tones import texture, with_texture

Array = NDArray[np.float32]
SIDE = 141


def drawn_bank() -> PieceBank:
    """The drawn wedge in all turns."""
    bank = make_piece_bank([sprite()])
    assert bank is not None
    return bank


def lone_wedge() -> Heap:
    """One wedge in the middle of a wooden table."""
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    wedge(seen, (SIDE // 2, SIDE // 2), 0)
    tone = with_texture(seen, texture(seen))
    costs = board_costs(seen, tone, table, np.full((SIDE, SIDE), 8.0, np.float32))
    return Heap(tone, costs, np.ones((SIDE, SIDE), np.float32), shapes_of(drawn_bank(), "cheese"))


def poses_of(covers: Array, worths: list[float], flat: bool) -> Poses:
    """Poses side by side with those covers (k,), each pixel of which is so much better as the piece."""
    count, size = len(worths), len(covers)
    each, pixels = np.tile(covers, (count, 1)), np.arange(count * size).reshape(count, size)
    told = each * np.array(worths, np.float32)[:, None]
    at, numbers = np.array([(3 * n, 0) for n in range(count)]), np.arange(count)
    thin = Thin(numbers, pixels, each, told, each.sum(axis=1))
    return Poses(numbers, at, pixels, each, lambda some: (told[some], told[some], told[some]), 3, thin, flat)


def test_the_rim_of_a_piece_adds_no_texture_to_it() -> None:
    """A smooth piece on a board of another brightness is smooth up to its rim."""
    bright = np.full((40, 40), 60, np.float32)
    bright[10:30, 10:30] = 200
    own = (bright > 100).astype(np.float32)
    within = texture_among(bright, own, 1)[10:30, 10:30]
    assert float(within.max()) < 0.01
    assert float(texture(np.dstack([bright] * 3))[10:30, 10:30].max()) > 0.5


def test_a_piece_between_two_of_its_kind_is_listed() -> None:
    """Where each turn explains more a step to one side, the best turn of the place is listed for all that."""
    turns = 24
    gains = np.zeros((3, 3, turns), np.float32)
    gains[1, 1] = np.linspace(10, 12, turns)
    gains[1, 0] = gains[1, 1] + 5
    listed = lone_wedge()._highest(gains.reshape(9, turns), np.ones((3, 3), np.bool_)).reshape(3, 3, turns)
    assert np.flatnonzero(np.isfinite(listed[1, 1])).tolist() == [turns - 1]


def test_what_explains_less_than_a_piece_costs_is_left_out() -> None:
    """A piece that is well seen and brings less a pixel than the price of one more does not stay; one that brings more does."""
    covers = np.ones(90, np.float32)
    assert lone_wedge()._needed(poses_of(covers, [4.0, 0.9 * FEWER], False), [0, 1]) == [0]
    assert lone_wedge()._needed(poses_of(covers, [4.0, 1.1 * FEWER], False), [0, 1]) == [0, 1]


def test_what_a_body_explains_is_left_to_no_other() -> None:
    """A soft cover is a mean of views: a pixel that looks like the piece is hidden by it, one that does not may not be."""
    covers = np.array([0.5, 1.0], np.float32)
    assert poses_of(covers, [5.0], False).hides(0)[0] > 0.99
    assert np.allclose(poses_of(covers, [-5.0], False).hides(0), covers)
    assert np.allclose(poses_of(covers, [5.0], True).hides(0), covers)


def test_a_heap_that_covers_more_must_explain_more() -> None:
    """Three pieces where two were found must explain what the third costs, as within a heap."""
    bank = drawn_bank()
    price = FEWER * float(bank.areas[0])

    def pieces(*each: float) -> list[Found]:
        return [Found(0, (0, 0), gain, np.zeros(1, np.float32), 0.5) for gain in each]

    found, recount = pieces(200, 200), Recount(bank, {})
    almost, more = (pieces(140, 100, 100 + share * price) for share in (0.9, 1.1))
    assert recount._best([found, almost], found) is found
    assert recount._best([found, more], found) is more


def test_a_heap_in_place_of_a_mouse_and_what_lies_about_it_is_asked_as_little_more() -> None:
    """At half scale the mouse explains too much as well: three cheeses that explain nearly as much as it and two are these."""
    bank = drawn_bank()

    def pieces(*each: float) -> list[Found]:
        return [Found(0, (0, 0), gain, np.zeros(1, np.float32), 0.5) for gain in each]

    recount, own, mouse = Recount(bank, {}), pieces(300, 300), pieces(250)
    again, heap = pieces(250, 250) + mouse, pieces(250, 245, 245)
    assert recount._best([mouse + own, again, heap], own) is not heap
    assert recount._best([mouse + own, again, heap], own, mouse) is heap
