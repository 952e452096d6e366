"""Pieces that lie close together are counted, and what is learnt of a loose piece is the piece alone."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import WOOD, YELLOW, sprite, wedge
from numpy.typing import NDArray

from calibration.alike import learn_alike
from vision.belief import chance_of, counts_of, tells_by_print, without_blanks
from vision.board_costs import board_costs
from vision.channels import highest_near
from vision.found import Found
from vision.heaps import NEAR, Heap
from vision.piece_bank import make_piece_bank
from vision.poses import Poses
from vision.rig import SPRITE_SIDE
from vision.shapes import shapes_of
from vision.tones import texture, with_texture

Array = NDArray[np.float32]
SIDE = 141


def counted(lying: list[tuple[float, float, float]]) -> int:
    """How many wedges are counted of those lying at (x, y, degrees) around the middle of a wooden table."""
    rng = np.random.default_rng(3)
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    for x, y, degrees in lying:
        wedge(seen, (x + SIDE // 2, y + SIDE // 2), degrees)
    seen += rng.normal(0, 6, seen.shape).astype(np.float32)
    bank = make_piece_bank([sprite()])
    assert bank is not None
    tone = with_texture(seen, texture(seen))
    costs = board_costs(seen, tone, table, np.full((SIDE, SIDE), 8.0, np.float32))
    return len(Heap(tone, costs, np.ones((SIDE, SIDE), np.float32), shapes_of(bank, "cheese")).count(28))


@pytest.mark.parametrize("number", [0, 1, 2, 5, 8])
def test_wedges_edge_to_edge_are_counted(number: int) -> None:
    """Wedges in a ring, so close that they touch, are told apart."""
    turns = [360 * step / 8 for step in range(number)]
    ring = [(15 * np.sin(np.radians(turn)), -15 * np.cos(np.radians(turn)), turn) for turn in turns]
    assert counted(ring) == number


def test_a_wedge_partly_under_another_counts() -> None:
    """What lies under another piece speaks neither for nor against it."""
    assert counted([(0, 0, 0), (9, -3, 90)]) == 2


@pytest.mark.parametrize("shift", [(1, 2), (-2, 3)])
def test_a_wedge_of_which_corners_stick_out_counts(shift: tuple[float, float]) -> None:
    """Two wedges laid into a star are two: the corners of the lower one tell of it."""
    assert counted([(*shift, 180), (0, 0, 0)]) == 2


def test_a_wedge_that_brings_little_is_counted_where_no_spot_of_the_grid_lies() -> None:
    """Half a step aside a wedge on a board that costs little explains less than nothing; where it lies it explains enough."""
    seen = np.full((SIDE, SIDE, 3), (40, 40, 50), np.float32)
    wedge(seen, (SIDE // 2 + 1, SIDE // 2 + 1), 0)
    bank = make_piece_bank([sprite()])
    assert bank is not None
    tone, free = with_texture(seen, texture(seen)), np.ones((SIDE, SIDE), np.float32)
    lying = [len(Heap(tone, np.full_like(free, cost), free, shapes_of(bank, "cheese")).count(28)) for cost in (1.2, 1.7)]
    assert lying == [0, 1]


def test_sizes_that_explain_far_less_are_not_arranged_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three wedges of the usual size are told to be such before each of them is done without."""
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    for x in (-16, 0, 16):
        wedge(seen, (x + SIDE // 2, SIDE // 2), 0)
    bank = make_piece_bank([replace(sprite(), sizes=(1.0, 0.6))])
    assert bank is not None
    tone, shapes = with_texture(seen, texture(seen)), shapes_of(bank, "cheese")
    costs = board_costs(seen, tone, table, np.full((SIDE, SIDE), 8.0, np.float32))
    heap = Heap(tone, costs, np.ones((SIDE, SIDE), np.float32), shapes)
    arrange, rows = Heap._arranged, list[set[int]]()

    def counted(self: Heap, poses: Poses, detail: int, first: list[int]) -> list[int]:
        rows.append({int(row) for row in poses.rows})
        return arrange(self, poses, detail, first)

    monkeypatch.setattr(Heap, "_arranged", counted)
    assert len(heap.count(28)) == 3
    assert len(shapes.sizes) == 2 and len(rows) == 1
    assert all(bank.sizes[row] == 1 for row in rows[0])


def test_a_heap_counts_a_doubtful_piece_by_its_probability() -> None:
    """A corner that may be a piece or none leaves both counts open, and no other."""
    chances = np.exp(counts_of([0.99, 0.99, 0.4], heaped=True))
    assert chances.argmax() == 2
    assert 0.3 < chances[3] < 0.5
    assert chances[:2].sum() < 0.05


def test_what_is_not_there_hides_nothing() -> None:
    """Nine bodies found that are none leave a heap empty, however likely each would hide another."""
    assert np.exp(counts_of([0.003] * 9, heaped=True, hides=0.5))[0] > 0.95


def test_the_less_is_seen_of_a_piece_the_less_sure_it_is() -> None:
    """Of two pieces of a heap that fit alike, the one that is mostly hidden is doubted."""
    nothing = np.zeros(1, np.float32)
    whole, corner = (Found(0, (0.0, 0.0), 300.0 * seen, nothing, 0.5, heaped=True, seen=seen) for seen in (1.0, 0.15))
    assert chance_of(whole, 100.0, None) > 0.95
    assert chance_of(corner, 100.0, None) < chance_of(whole, 100.0, None) - 0.1


def test_the_print_of_what_lies_on_top_of_a_heap_tells_what_it_is() -> None:
    """A coin beside another is as readable as one alone; of one mostly covered too little is seen."""
    nothing = np.zeros(1, np.float32)
    cases = ((False, 0.4), (True, 1.0), (True, 0.4))
    alone, top, below = (Found(0, (0.0, 0.0), 300.0, nothing, 0.5, heaped=heaped, seen=seen) for heaped, seen in cases)
    clear, doubtful = {0: -9.0, 1: -60.0}, {0: -33.0, 1: -36.0}
    assert tells_by_print(alone, doubtful) and tells_by_print(top, clear) and not tells_by_print(below, clear)
    assert not tells_by_print(top, doubtful)


def test_what_all_views_share_is_the_piece() -> None:
    """Views in all turns, each on another ground and with a shadow to the right, teach the wedge without either."""
    rng = np.random.default_rng(5)
    pictures, covers = [], []
    for step in range(8):
        ground = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), rng.uniform(40, 220, 3), np.float32)
        cover = np.zeros_like(ground)
        for right, colour in ((4, tuple(ground[0, 0] * 0.5)), (0, YELLOW)):
            wedge(ground, (35.5 + right, 35.5), 45.0 * step, colour)
            wedge(cover, (35.5 + right, 35.5), 45.0 * step, (1.0, 1.0, 1.0))
        pictures.append(ground)
        covers.append(cover[..., 0])
    learnt = learn_alike(np.stack(pictures), np.stack(covers), np.ones((8, SPRITE_SIDE, SPRITE_SIDE), np.float32))
    assert abs(float(learnt.cover.sum()) - float(sprite().cover.sum())) < 0.35 * float(sprite().cover.sum())
    own = learnt.picture[learnt.cover > 0.8]
    assert np.abs(own - YELLOW).mean() < 25


@pytest.mark.parametrize("poses", [1, 3, 700])
def test_peaks_are_told_among_any_number_of_poses(poses: int) -> None:
    """A piece of several sizes, sides and turns has more poses than an image may have channels."""
    field = np.random.default_rng(7).normal(size=(9, 9, poses)).astype(np.float32)
    near = highest_near(field, NEAR)
    assert near.shape == field.shape
    assert all((near[..., n] == cv2.dilate(np.ascontiguousarray(field[..., n]), NEAR)).all() for n in range(poses))


def test_what_is_round_has_no_better_turn() -> None:
    """A disc's outline is the same in every turn, a wedge's is not."""
    disc = np.zeros((1, SPRITE_SIDE, SPRITE_SIDE), np.float32)
    cv2.circle(disc[0], (8 * (SPRITE_SIDE - 1),) * 2, 16 * 12, 1.0, -1, cv2.LINE_8, 4)
    told = []
    for piece in (replace(sprite(), cover=disc), sprite()):
        bank = make_piece_bank([piece])
        assert bank is not None
        told.append(shapes_of(bank, "cheese").round)
    assert told == [True, False]


@pytest.mark.parametrize(
    ("prints", "believed"), [((-75.0, -80.0), False), ((-75.0, -4.0), True), ((-38.0, -50.0), True), ((None, None), True)]
)
def test_a_heap_that_shows_no_print_is_none(prints: tuple[float | None, ...], believed: bool) -> None:
    """A sleeve of a coin's colour is told as many coins; where one shows its print the others may lie in its shadow."""
    nothing = np.zeros(1, np.float32)
    heap = [Found(0, (0.0, 0.0), 1500.0, nothing, 0.4, heaped=True) for _ in prints]
    likely = [None if best is None else {0: best - 5, 1: best} for best in prints]
    assert (without_blanks(heap, ["won", "won"], likely, [0.9, 0.9])[0] > 0.5) is believed
