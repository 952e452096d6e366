"""A tile beside the board on which a window is mirrored."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.core.grid import Zone
from companion.games import find
from vision.bare import BareTable
from vision.gloss import hazed
from vision.light import TERMS, Array
from vision.loose import LooseReader
from vision.rectify import plan_of
from vision.rig import ART
from vision.tiles import COARSE, make_bank

GAME = find("mice-in-a-maze")
LAYOUT = GAME.layout_of(GAME.start(GAME.setup({})))
PLAN = plan_of(LAYOUT)
[FRONT, *_] = [zone for zone in LAYOUT.zones if zone.holds_tile]
WHITE = np.ones(3, np.float32)


def drawings() -> Array:
    """Six pictures of nine paints each."""
    paints = np.random.default_rng(4).uniform(20, 150, (6, 3, 3, 3)).astype(np.float32)
    return np.stack([cv2.resize(each, (ART, ART), interpolation=cv2.INTER_LINEAR) for each in paints])


def told(haze: float) -> tuple[int, float]:
    """Which drawing is read of the third one that lies in a front zone under so much haze, and what a pixel of it costs."""
    art, side = drawings(), PLAN.cell * LAYOUT.tile_mm / LAYOUT.pitch_mm[0]
    bank = make_bank(art, side, PLAN.cell, np.ones(art.shape[:3], np.float32))
    picture = np.full((PLAN.size[1], PLAN.size[0], 3), 90, np.float32)
    u, v = (round(float(value)) for value in PLAN.to_plan(np.array([LAYOUT.centre_mm(Zone(FRONT.name))]))[0] - side / 2)
    wide = round(side)
    picture[v : v + wide, u : u + wide] = hazed(cv2.resize(art[2], (wide, wide)), WHITE, np.float32(haze) * WHITE)
    plan = picture.astype(np.uint8)
    block = PLAN.cell // COARSE
    quarter = cv2.resize(plan, (PLAN.size[0] // block, PLAN.size[1] // block), interpolation=cv2.INTER_AREA).astype(np.float32)
    table = BareTable(quarter, np.ones(quarter.shape[:2], np.bool_))
    reader = LooseReader(LAYOUT, PLAN, art)
    [tile] = reader.read(bank, quarter, np.zeros((TERMS, 3), np.float32), 9.0, table, plan, {FRONT.name})
    return int(tile.fits.rows[0, 0]) // 4, float(tile.fits.costs[0, 0]) / tile.fits.weights.shape[1]


@pytest.mark.parametrize("haze", [0.0, 0.06, 0.15])
def test_a_tile_is_known_under_the_light_that_it_mirrors(haze: float) -> None:
    """Dark paint gains most by it; without that light it is the drawing that it is, and fits as such."""
    number, cost = told(haze)
    assert number == 2
    assert cost < 0.6
