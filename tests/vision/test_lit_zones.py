"""A look in the light of a zone is looked for there and nowhere else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from drawn_wedges import sprite

from companion.core.catalogue import Catalogue, Layout, ZoneSpec
from vision.expected import to_half
from vision.lens import nominal_lens
from vision.lit_zones import NOT, LitZones
from vision.piece_bank import make_piece_bank
from vision.rectify import plan_of
from vision.relight import GAMMA, linear
from vision.rig import SPRITE_SIDE, Appearance, Rig, load_rig, save_rig
from vision.shapes import shapes_of
from vision.zone_colours import colours_in

PILE = ((-90.0, 0.0), (-30.0, 0.0), (-30.0, 60.0), (-90.0, 60.0))
LAYOUT = Layout(4, 4, (75.0, 75.0), 70.0, 0.5, (ZoneSpec("pile", "pieces", PILE),))
TWICE = replace(
    sprite(), picture=np.repeat(sprite().picture, 2, axis=0), cover=np.repeat(sprite().cover, 2, axis=0), lights=((), ("pile",))
)


def test_gains_of_a_lit_look_count_in_its_zone_only() -> None:
    """Of two looks the second counts at the pile, and not beside it; of a window its bounds are the plan's."""
    bank = make_piece_bank([TWICE])
    assert bank is not None
    lit = LitZones.of(bank, plan_of(LAYOUT), LAYOUT)
    assert lit is not None
    spots = np.round(to_half(plan_of(LAYOUT), np.array([[-60.0, 30.0], [150.0, 150.0]]))).astype(np.int64)
    for zones, at in ((lit, spots), (lit.within((10, 20, 400, 400)), spots - (10, 20))):
        gains = np.ones((2, len(bank.kinds)), np.float32)
        zones.only_there(gains, at)
        assert (gains[0] == 1).all() and ((gains[1] == NOT) == (bank.views == 1)).all()


def test_some_rows_are_held_back_as_all_are() -> None:
    """Asked for a few rows, those of the zone's look are left out elsewhere."""
    bank = make_piece_bank([TWICE])
    assert bank is not None
    lit = LitZones.of(bank, plan_of(LAYOUT), LAYOUT)
    assert lit is not None
    rows, gains = np.array([len(bank.kinds) - 1, 0]), np.ones((1, 2), np.float32)
    lit.only_there(gains, np.array([[0, 0]]), rows)
    assert gains.tolist() == [[NOT, 1.0]]


def test_pieces_that_look_the_same_everywhere_need_none() -> None:
    """Nothing is held back then, and a heap knows the zone's own look beside the usual one."""
    plain, twice = make_piece_bank([sprite()]), make_piece_bank([TWICE])
    assert plain is not None and twice is not None and LitZones.of(plain, plan_of(LAYOUT), LAYOUT) is None
    here, elsewhere = (len(shapes_of(twice, TWICE.kind, zone).sizes[0].rows) for zone in ("pile", "front"))
    assert here == 2 * elsewhere


def test_a_rig_keeps_where_pieces_look_so(tmp_path: Path) -> None:
    """The zones of each look are there the next evening; a piece that looks the same everywhere has none."""
    art, catalogue = (np.zeros((0, 1, 1, 3), np.float32), np.zeros((0, 1, 1), np.float16)), Catalogue((), (), "back")
    rig = Rig(LAYOUT, catalogue, None, nominal_lens((640, 480)), Appearance((), *art, sprites=(TWICE, sprite())))
    save_rig(rig, tmp_path / "rig.npz")
    kept = load_rig(tmp_path / "rig.npz", LAYOUT, catalogue, None).appearance.sprites
    assert [each.lights for each in kept] == [((), ("pile",)), ()]


def test_the_light_of_a_zone_is_told_by_a_look_that_is_turned_otherwise() -> None:
    """It holds for the side that never lay there, too; a zone without a light of its own has none."""
    down, across = np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE]
    usual = np.stack([60 + 50 * (down // 9 % 2), 90 + 60 * (across // 7 % 2), 150 + 0 * down], axis=2).astype(np.float32)
    factor, added = 0.8, np.array([0.08, 0.09, 0.1])
    lit = (255 * (linear(usual) * factor + added) ** (1 / GAMMA)).astype(np.float32)
    cover = np.ones((2, SPRITE_SIDE, SPRITE_SIDE), np.float32)
    both = replace(TWICE, picture=np.stack([usual, np.rot90(lit)]), cover=cover)
    colours = np.array([[50, 95, 150], [85, 120, 150]], np.float32)
    wanted = 255 * (linear(colours) * factor + added) ** (1 / GAMMA)
    assert np.abs(colours_in("pile", [both], colours) - wanted).max() < 1
    assert (colours_in("chest", [both], colours) == colours).all()
