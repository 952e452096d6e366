"""What a flat piece looks like is learnt without the shadow that it throws."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_wedges import YELLOW, sprite, wedge

from calibration.sprites import View, make_sprites
from companion.core.grid import Cell
from companion.core.scene import PieceAt
from vision.facing import PATCH
from vision.frame import TaughtPiece
from vision.rig import SPRITE_SIDE

COIN = 15.0
"""The radius of a coin, px."""
HALO = 1.35
"""The shadow around a wedge, as many times as large."""


def view(step: int, top_mm: float) -> View:
    """A wedge turned by so many steps on a ground of its own, that shades what is next to it."""
    ground = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), np.random.default_rng(step).uniform(40, 220, 3), np.float32)
    cover, middle = np.zeros_like(ground), (35.5, 35.5)
    shade = ground[0, 0] * 0.6
    for size, paint in ((HALO, (float(shade[0]), float(shade[1]), float(shade[2]))), (1.0, YELLOW)):
        wedge(ground, middle, 45.0 * step, paint, size)
        wedge(cover, middle, 45.0 * step, (1.0, 1.0, 1.0), size)
    wide = np.zeros((PATCH, PATCH, 3), np.float32), np.zeros((PATCH, PATCH), np.float32), np.zeros((PATCH, PATCH, 3), np.float32)
    taught = TaughtPiece(PieceAt("wedge", Cell(0, 0), None), (0.0, 0.0), 0.6, top_mm)
    return View(taught, ground, cover[..., 0], np.ones(cover.shape[:2], np.float32), wide)


@pytest.mark.parametrize(("top_mm", "tight"), [(2.4, True), (14.0, False)])
def test_the_shadow_of_a_flat_piece_is_none_of_it(top_mm: float, tight: bool) -> None:
    """Around a body the same rim may be its side, and stays."""
    [learnt] = make_sprites([view(step, top_mm) for step in range(8)])
    own, area = float(sprite().cover.sum()), float(learnt.cover[0].sum())
    assert (area < 1.25 * own) == tight
    assert len(learnt.cover) == 1 or not tight


def coin(kind: str, lost: slice, reach: float | None) -> View:
    """A disc of which the difference from the board has lost some rows, and gained its shadow to the right."""
    grid = np.arange(SPRITE_SIDE) - (SPRITE_SIDE - 1) / 2
    x, y = np.meshgrid(grid, grid)
    cover = ((np.hypot(x, y) < COIN) | ((np.hypot(x - 4, y) < COIN) & (x > 0))).astype(np.float32)
    cover[lost] = 0
    wide = np.zeros((PATCH, PATCH, 3), np.float32), np.zeros((PATCH, PATCH), np.float32), np.zeros((PATCH, PATCH, 3), np.float32)
    taught = TaughtPiece(PieceAt(kind, Cell(0, 0), None), (0.0, 0.0), 0.0, 3.0)
    picture = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 90, np.float32)
    return View(taught, picture, cover, np.ones_like(cover), wide, reach=reach)


def test_coins_are_the_discs_that_the_boxes_around_them_tell() -> None:
    """Paint of the board's colour makes no hole, and a shadow nothing wider; without boxes the mean of all is what there is."""
    lost = [slice(20, 26), slice(30, 38), slice(44, 48), slice(0, 0), slice(0, 0)]
    boxed, plain = (
        make_sprites([coin(f"coin-{n}", rows, reach) for n, rows in enumerate(lost)]) for reach in (COIN, None)
    )
    area = np.pi * COIN**2
    assert all(abs(float(one.cover[0].sum()) - area) < 0.03 * area for one in boxed)
    assert any(abs(float(one.cover[0].sum()) - area) > 0.06 * area for one in plain)
