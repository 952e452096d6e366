"""A loose body is painted as it is seen from where it stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from drawn_bodies import BACK, SIDE
from drawn_wedges import YELLOW, mouse, sprite

from companion.core.catalogue import Catalogue, Layout
from companion.core.grid import Cell
from vision.found import Found
from vision.leaning import leans_aside
from vision.lens import nominal_lens
from vision.loose_belief import chance_of_loose
from vision.pairs import Pairs
from vision.piece_bank import TURNS, make_piece_bank
from vision.pose import pose_from_corners
from vision.prism import Prism
from vision.quarters import Quarters
from vision.recount import Recount
from vision.rig import SPRITE_SIDE, Appearance, Rig, Sprite, load_rig, save_rig
from vision.shapes import shapes_of

HIGH = 10.0
HALF = 8


def block() -> Prism:
    """A yellow block whose near side is red, and the others brown."""
    outline = np.zeros((SPRITE_SIDE, SPRITE_SIDE), np.float32)
    middle = SPRITE_SIDE // 2
    outline[middle - HALF : middle + HALF, middle - HALF : middle + HALF] = 1
    sides = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), SIDE, np.float32)
    sides[middle + HALF - 1 :] = BACK
    top = np.full_like(sides, YELLOW)
    return Prism(np.dstack([top, outline]), np.dstack([sides, outline]), HIGH)


def loose() -> Sprite:
    """The block as it would be taught."""
    top = block().top[None]
    return replace(sprite(), picture=top[..., :3], cover=top[..., 3], foot_mm=2.5, top_mm=2.5 + HIGH, prism=block())


def reds(degrees: float, lean: tuple[float, float]) -> int:
    """How many pixels of the block show its red side."""
    picture, cover = block().seen(lean, degrees)
    return int(((np.abs(picture - np.array(BACK)).max(axis=2) < 30) & (cover > 0.9)).sum())


def test_from_above_only_the_top_is_seen() -> None:
    picture, cover = block().seen((0.0, 0.0))
    assert np.allclose(picture[cover > 0.9], YELLOW, atol=1) and float(cover.sum()) == (2 * HALF) ** 2


def test_the_side_that_looks_at_the_camera_is_seen_below_the_top() -> None:
    """As high as it leans, of the side that is turned to the camera, and of none that is turned away."""
    assert abs(reds(0.0, (0.0, -0.6)) - 6 * 2 * HALF) < 3 * 2 * HALF
    assert reds(180.0, (0.0, -0.6)) == 0 == reds(0.0, (0.0, 0.6))


def test_the_bank_has_a_loose_body_in_every_heading_and_lean() -> None:
    """As it stands in the middle and in the four quarters of the table; other pieces once."""
    aside = [(0.3, -0.3)] * 4
    bank, plain = make_piece_bank([loose()], aside=aside), make_piece_bank([sprite()], aside=aside)
    assert bank is not None and plain is not None
    assert (len(bank.kinds), len(plain.kinds)) == (5 * TURNS, TURNS)
    assert not np.array_equal(bank.covers[0], bank.covers[TURNS])


def test_a_camera_that_looks_down_aslant_leans_what_stands_on_either_side_apart() -> None:
    """What stands to the left leans to the left, what stands to the right to the right."""
    layout = Layout(7, 7, (55.0, 55.0), 53.0, 2.5, ())
    pose = pose_from_corners(np.array([(400, 100), (880, 100), (960, 600), (320, 600)], float), layout, nominal_lens((1280, 720)))
    far_left, far_right, near_right, near_left = leans_aside(pose, layout)
    assert far_left[0] < 0 < far_right[0] and near_left[0] < 0 < near_right[0]
    assert far_left[1] < near_left[1]


def test_heaps_are_counted_with_what_leans_as_in_their_place() -> None:
    """In the middle of the board as there, in a corner as there."""
    aside = [(-0.3, -0.9), (0.3, -0.9), (0.3, 0.0), (-0.3, 0.0)]
    bank = make_piece_bank([loose()], lean=(0.0, -0.5), aside=aside)
    assert bank is not None
    cells = {Cell(row, column): (32.0 * column + 50, 32.0 * row + 50) for row in range(7) for column in range(7)}
    recount = Recount(bank, cells)
    at = [(146, 146), (40, 40), (240, 60), (250, 250), (60, 240)]
    assert [recount._aside(np.array(each, float)) for each in at] == [0, 1, 2, 3, 4]
    one, other = (shapes_of(bank, "cheese", aside=number).sizes[0].fine.covers.sum() for number in (1, 3))
    assert one > 1.1 * other


def test_what_a_body_leaves_unexplained_beside_it_is_no_second_one() -> None:
    """Its shadow or its rim explains far less than the body; what explains as much stays."""
    bank = make_piece_bank([loose()])
    assert bank is not None
    recount = Recount(bank, {})
    finds = ((0, 400.0), (5, 40.0), (6, 300.0))
    body, rim, other = (Found(0, (60.0 + u, 60.0), gain, np.zeros(1, np.float32), 0.5) for u, gain in finds)
    assert recount._rest_of(rim, body) and not recount._rest_of(other, body)


def test_a_loose_body_in_a_heap_is_believed_if_it_fits_closely() -> None:
    """Knuckles explain as much as cheeses do, and fit worse."""
    close, knuckle = (Found(0, (0.0, 0.0), 240.0, np.zeros(1, np.float32), fit, heaped=True, hides=0.1) for fit in (0.5, 1.2))
    assert chance_of_loose(close, 70.0) > 0.95 and chance_of_loose(knuckle, 70.0) < 0.8


def test_one_by_itself_as_small_as_in_heaps_only_is_hardly_believed() -> None:
    """The head of a mouse beside a path looks like a tiny cheese."""
    tiny = Found(0, (0.0, 0.0), 25.0, np.zeros(1, np.float32), 0.5, around=0.6, bare=2.7)
    assert chance_of_loose(tiny, 22.0) > 0.8 and chance_of_loose(tiny, 22.0, untaught=True) < 0.4


@pytest.mark.parametrize(("gain", "seen", "misfit", "stands"), [(60.0, 0.55, 0.4, True), (60.0, 0.75, 0.4, False),
                                                                (200.0, 0.55, 0.4, False), (60.0, 0.55, 1.1, False)])  # fmt: skip
def test_a_body_that_fits_closely_rides_on_nothing_hardly_seen(gain: float, seen: float, misfit: float, stands: bool) -> None:
    """A mouse of which the cheese hides half and the rest explains little is the print of a nest."""
    bank = make_piece_bank([loose(), mouse()])
    assert bank is not None
    below = int(np.flatnonzero(bank.kinds == 1)[0])
    carrier = Found(below, (60.0, 60.0), gain, np.zeros(1, np.float32), 0.9, carries=True, seen=seen)
    rider = Found(0, (60.0, 60.0), 300.0, np.zeros(1, np.float32), misfit, rides=True)
    nothing = cast(Any, None)
    assert Pairs(bank, nothing, nothing, nothing)._stands(carrier, rider) == stands


def test_a_rig_keeps_prisms(tmp_path: Path) -> None:
    art = np.zeros((0, 1, 1, 3), np.float32), np.zeros((0, 1, 1), np.float16)
    layout, catalogue = Layout(2, 2, (55.0, 55.0), 53.0, 2.5, ()), Catalogue((), (), "back")
    rig = Rig(layout, catalogue, None, nominal_lens((640, 480)), Appearance((), *art, sprites=(loose(), sprite())))
    save_rig(rig, tmp_path / "rig.npz")
    kept, plain = load_rig(tmp_path / "rig.npz", layout, catalogue, None).appearance.sprites
    assert plain.prism is None and kept.prism is not None and kept.prism.height_px == HIGH
    assert np.array_equal(kept.prism.top, block().top) and np.array_equal(kept.prism.side, block().side)


def test_a_body_is_looked_for_as_it_leans_in_its_quarter_only() -> None:
    """In the middle of the board as in the middle, in the upper left as there; pieces that do not lean everywhere."""
    bank = make_piece_bank([loose(), replace(sprite(), kind="wedge")], aside=[(0.3, -0.3)] * 4)
    assert bank is not None
    cells = np.array([(50.0 + 32 * column, 50.0 + 32 * row) for row in range(7) for column in range(7)])
    quarters = Quarters.of(bank, cells)
    assert quarters is not None and Quarters.of(bank, cells[:0]) is None
    gains = np.ones((2, len(bank.kinds)), np.float32)
    quarters.within((10, 10, 200, 200)).only_there(gains, np.array([(136, 136), (30, 35)]))
    kept = [[sorted(set(bank.views[(gains[spot] > 0) & (bank.kinds == kind)].tolist())) for kind in (0, 1)] for spot in (0, 1)]
    assert kept == [[[0], [0]], [[1], [0]]]
