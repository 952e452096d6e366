"""What a shadow takes of each channel, the light beside the grid, and cloths of several colours."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout, ZoneSpec
from vision.board_costs import board_costs
from vision.expected import Expected
from vision.light_beside import gains_beside, parts_of
from vision.palette import palette_of
from vision.rectify import plan_of
from vision.shadow import shadow_of
from vision.tones import with_texture
from vision.zones import make_prints, zone_block

Array = NDArray[np.float32]
TINT = np.array([1.25, 1.0, 0.75], np.float32)
CREAM = np.full((60, 60, 3), (140.0, 195.0, 215.0), np.float32)
SPREAD = np.full((60, 60), 6.0, np.float32)
NOTHING = np.zeros((60, 60), np.float32)
RED, PINK, WHITE = (36.0, 37.0, 147.0), (97.0, 98.0, 165.0), (174.0, 177.0, 190.0)
SKIN = (112.0, 144.0, 211.0)


def in_shadow(board: Array, share: float) -> Array:
    """A board of which a shadow in this room takes that share of the light."""
    return np.asarray(board * (1 - share * TINT), dtype=np.float32)


def half_in_shadow() -> Array:
    """The lower half of the board in a shadow."""
    seen = CREAM.copy()
    seen[30:] = in_shadow(CREAM[30:], 0.3)
    return seen


def test_what_a_shadow_takes_of_each_channel_is_told_by_the_shadow() -> None:
    """The window's light is missing there, the lamp's is not."""
    told = shadow_of(half_in_shadow(), Expected(CREAM, NOTHING == 0, SPREAD), NOTHING > 0)
    assert told is not None and np.abs(told - TINT).max() < 0.03


def test_a_grey_body_on_a_card_does_not_tell_a_shadow_s_colour() -> None:
    """It is darker than a green card, too, but takes most of its green; what most of the dark pixels share is the shadow."""
    green = CREAM.copy()
    green[:24] = (150.0, 190.0, 150.0)
    seen = half_in_shadow()
    seen[:24] = (110.0, 110.0, 110.0)
    seen += np.random.default_rng(2).normal(0, 5, seen.shape).astype(np.float32)
    told = shadow_of(seen, Expected(green, NOTHING == 0, SPREAD), NOTHING > 0)
    assert told is not None and np.abs(told - TINT).max() < 0.05


def test_without_a_shadow_its_colour_is_not_told() -> None:
    """A board as it should be says nothing of shadows."""
    assert shadow_of(CREAM, Expected(CREAM, NOTHING == 0, SPREAD), NOTHING > 0) is None


def test_a_coloured_shadow_costs_no_more_than_a_grey_one() -> None:
    """Knowing its colour, the board in it is the board."""
    seen = half_in_shadow()
    costs = [board_costs(seen, with_texture(seen, NOTHING), CREAM, SPREAD, shadow)[45, 30] for shadow in (None, TINT)]
    assert costs[0] > 2 and costs[1] < 0.8


def test_a_yellow_wedge_on_cream_is_no_shadow_of_it() -> None:
    """It takes more blue than any shadow takes."""
    seen = CREAM.copy()
    seen[20:40, 20:40] = (45.0, 175.0, 215.0)
    assert board_costs(seen, with_texture(seen, NOTHING), CREAM, SPREAD, TINT)[30, 30] > 5


def cloth() -> Array:
    """A chequered cloth, 16 px a square, its edges blurred over two pixels."""
    across = np.arange(192) // 16 % 2
    colours = np.array([[RED, PINK], [PINK, WHITE]], np.float32)
    picture = colours[across[:, None], across[None]]
    return np.asarray((picture + np.roll(picture, 1, axis=1)) / 2, dtype=np.float32)


def test_a_cloth_is_a_blend_of_its_colours_only_at_their_edges() -> None:
    """Skin between pink and white is taken for the table nowhere but where it is as narrow as an edge."""
    seen = cloth()
    table = palette_of(seen.reshape(-1, 3))
    assert np.abs(table.painted(seen, 4) - seen).mean() < 3
    seen[80:120, 80:120] = SKIN
    away = np.abs(table.painted(seen, 4) - seen).max(axis=2)
    assert np.median(away[85:115, 85:115]) > 35
    assert np.median(np.abs(table.nearest(seen[85:115, 85:115]) - SKIN).max(axis=2)) < np.median(away[85:115, 85:115]) - 10


def test_the_light_beside_the_grid_is_that_of_the_zones_there() -> None:
    """Zones half as bright as taught say so; one on which a hand lies says nothing."""
    sides = [((x, 0.0), (x + 60.0, 0.0), (x + 60.0, 180.0), (x, 180.0)) for x in (-75.0, 195.0)]
    layout = Layout(3, 3, (60.0, 60.0), 58.0, 2.0, tuple(ZoneSpec(f"{n}", "front", side) for n, side in enumerate(sides)))
    plan = plan_of(layout)
    rng = np.random.default_rng(5)
    blocks = {zone.name: zone_block(plan, zone) for zone in layout.zones}
    art = {name: rng.uniform(90, 200, (v1 - v0, u1 - u0, 3)).astype(np.float32) for name, (u0, v0, u1, v1) in blocks.items()}
    masks = {name: np.ones(picture.shape[:2], np.float32) for name, picture in art.items()}
    parts = parts_of(make_prints(art, masks, plan, layout), plan, layout)
    quarter: Array = np.zeros((plan.size[1] // 4, plan.size[0] // 4, 3), np.float32)
    for part in parts:
        quarter.reshape(-1, 3)[part.pixels] = part.art / 2
    gains, sure = gains_beside(quarter, parts)
    quarter.reshape(-1, 3)[parts[0].pixels] = SKIN
    unsure = gains_beside(quarter, parts)[1]
    assert len(parts) > 3 and np.abs(gains - np.log(0.5)).max() < 0.01
    assert unsure[0] < 0.2 * sure[0] and np.array_equal(unsure[1:], sure[1:])
