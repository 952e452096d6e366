"""Under a camera that looks down at a slant, what a piece with a direction looks like depends on how it is turned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from taught_mice import view

from calibration.sides import with_sides
from calibration.sprites import make_sprites
from companion.core.catalogue import Catalogue, Layout
from vision.leaning import Lean
from vision.lens import nominal_lens
from vision.piece_bank import make_piece_bank
from vision.rig import Appearance, Rig, Sprite, load_rig, save_rig

FACE, BACK = 220.0, 40.0
AWAY: Lean = (0.0, -0.8)
"""What stands leans to the far side, as a camera on the near side sees it: of a mouse with its nose to the far side the back."""


def taught(lean: Lean) -> Sprite:
    """The mouse, light where its face is seen and dark from behind, as a board with that lean teaches it."""
    views = [view(FACE, 11.0), view(BACK, -11.0)]
    return with_sides(make_sprites(views), views, lean)[0]


def bright(sprite: Sprite, lean: Lean) -> dict[float, float]:
    """The brightness of the middle of each row of the bank, by heading."""
    bank = make_piece_bank([sprite], lean=lean)
    assert bank is not None
    middle = bank.side // 2
    return {float(heading): float(tone[middle, middle, 0]) for heading, tone in zip(bank.headings, bank.tones, strict=True)}


def test_each_heading_shows_the_side_that_was_taught_leaning_the_same_way() -> None:
    """A mouse with its nose to the camera is looked for with its face, one that turns away with its back."""
    seen = bright(taught(AWAY), AWAY)
    assert seen[180.0] > 3 * seen[0.0] and seen[180.0] > seen[90.0] > seen[0.0]


def test_where_the_camera_looks_almost_straight_down_all_headings_look_alike() -> None:
    """Neither is anything learnt that is not there, nor what was learnt at a slant used from above."""
    assert taught((0.0, -0.1)).sides is None
    seen = bright(taught(AWAY), (0.0, 0.0))
    assert max(seen.values()) - min(seen.values()) < 0.1 * max(seen.values())


def test_a_rig_keeps_the_sides(tmp_path: Path) -> None:
    """What was taught at a slant is there the next evening, and a piece without sides stays one."""
    sides, plain = taught(AWAY), replace(taught(AWAY), sides=None)
    art = np.zeros((0, 1, 1, 3), np.float32), np.zeros((0, 1, 1), np.float16)
    layout, catalogue = Layout(2, 2, (55.0, 55.0), 53.0, 2.5, ()), Catalogue((), (), "back")
    rig = Rig(layout, catalogue, None, nominal_lens((640, 480)), Appearance((), *art, sprites=(sides, plain)))
    save_rig(rig, tmp_path / "rig.npz")
    kept = load_rig(tmp_path / "rig.npz", layout, catalogue, None).appearance.sprites
    assert kept[1].sides is None and kept[0].sides is not None and sides.sides is not None
    assert np.array_equal(kept[0].sides, sides.sides)
