"""A flat piece is the same in the haze over a zone: its light is told, not its look learnt anew from a heap."""

from __future__ import annotations

import numpy as np
import pytest
from shown_pieces import Shown

from calibration.other_light import NO_OTHER, OtherLight, laid_over, light_of, nearer
from calibration.sprites import spun
from calibration.two_lights import looks_in_lights
from companion.core.grid import Cell, Place, Zone
from companion.core.scene import PieceAt
from vision.frame import TaughtPiece
from vision.light import Array
from vision.rig import SPRITE_SIDE

HAZE = OtherLight(0.7, np.array([0.30, 0.25, 0.20]))
PILE = Zone("pile")


def printed() -> Array:
    """A yellow wedge with a red rind and two holes, and what it covers."""
    grid = np.arange(SPRITE_SIDE) - (SPRITE_SIDE - 1) / 2
    x, y = np.meshgrid(grid, grid)
    look = np.zeros((SPRITE_SIDE, SPRITE_SIDE, 4), np.float32)
    look[..., :3] = (40.0, 170.0, 220.0)
    look[y > 5, :3] = (40.0, 40.0, 160.0)
    for u, v in ((-1.5, 1.5), (2.5, 2.0)):
        look[np.hypot(x - u, y - v) < 1.8, :3] = (30.0, 110.0, 150.0)
    look[..., 3] = (np.abs(x) < (y + 9) * 0.6) & (y < 8) & (y > -9)
    return look


def taken(look: Array, ground: Array, turn: float, random: np.random.Generator) -> tuple[Array, Array]:
    """A look turned on some ground, in noise, and where that is not the ground."""
    turned = spun(look, turn)
    cover = turned[..., 3:]
    picture = turned[..., :3] + (1 - cover) * ground + random.normal(0, 3, (*cover.shape[:2], 3))
    return picture.astype(np.float32), turned[..., 3]


def premultiplied(look: Array) -> Array:
    """A look whose picture is nothing where it does not cover, so that turned ones blend at their rims."""
    return np.dstack([look[..., :3] * look[..., 3:], look[..., 3]]).astype(np.float32)


def shown(place: Place, look: Array, count: int, random: np.random.Generator) -> list[Shown]:
    """So many pieces of that look in one place, turned anyhow, on grounds of many colours or on the pile's one."""
    views = []
    for _ in range(count):
        ground = random.uniform(90, 200, 3) if isinstance(place, Cell) else np.array([60.0, 90.0, 110.0])
        picture, cover = taken(premultiplied(look), ground.astype(np.float32), random.uniform(0, 360), random)
        taught = TaughtPiece(PieceAt("wedge", place), (0.0, 0.0), 0.6, 2.4)
        views.append(Shown(taught, picture, cover, np.ones_like(cover)))
    return views


def test_light_is_told_whichever_way_pieces_lie() -> None:
    """Turned views tell what a look is in haze, to a few grey values, and that it stays what it was in the usual light."""
    random, look = np.random.default_rng(1), printed()
    for light in (HAZE, NO_OTHER):
        views = shown(PILE, light.over(look), 6, random)
        told = light_of(look, np.stack([view.picture for view in views]), np.stack([view.valid for view in views]))
        away = np.abs(told.over(look) - light.over(look))[look[..., 3] > 0.8]
        assert away.mean() < 6, "a good many less than haze makes"


def test_light_is_taken_from_what_it_was_laid_over() -> None:
    """Over and from are each other's inverse where nothing is blinded."""
    look = printed()
    assert np.abs(HAZE.taken_from(HAZE.over(look)) - look).max() < 0.01


def test_another_look_is_turned_as_the_first_and_a_ragged_one_does_not_cover_the_piece() -> None:
    """However it lies, a look is laid where its print fits; what was learnt of half a piece covers half of it."""
    look, half = printed(), printed()
    half[: SPRITE_SIDE // 2, :, 3] = 0
    laid, covered = laid_over(look, spun(look, 77.0))
    inside = (look[..., 3] > 0.8) & (laid[..., 3] > 0.8)
    assert np.abs(laid - look)[inside].mean() < 0.5 * np.abs(spun(look, 77.0) - look)[inside].mean()
    assert covered > 0.9 > laid_over(look, spun(half, 77.0))[1]


def test_views_are_nearer_to_the_look_in_their_own_light() -> None:
    """Of four views, one in the usual light, a quarter is nearer to that."""
    random, look = np.random.default_rng(2), printed()
    views = shown(PILE, HAZE.over(look), 3, random) + shown(PILE, look, 1, random)
    pictures, valid = (np.stack([getattr(view, name) for view in views]) for name in ("picture", "valid"))
    assert nearer(look, HAZE.over(look), pictures, valid) == 0.25


@pytest.mark.parametrize(("light", "zones"), [(HAZE, [(), ("pile",)]), (NO_OTHER, [()])])
def test_a_side_has_a_look_for_a_zone_in_haze_only(light: OtherLight, zones: list[tuple[str, ...]]) -> None:
    """A pile under a lamp makes a second look, for that pile alone; one in the board's own light makes none."""
    random, look = np.random.default_rng(4), printed()
    views = [view for n in range(6) for view in shown(Cell(0, n), look, 1, random)] + shown(PILE, light.over(look), 6, random)
    assert [names for names, _ in looks_in_lights({"up": views}, 3)["up"]] == zones


def test_a_side_taught_in_haze_alone_is_as_it_looks_there() -> None:
    """The other side, never seen in the usual light, is not looked for in it."""
    random, look = np.random.default_rng(5), printed()
    up = [view for n in range(6) for view in shown(Cell(0, n), look, 1, random)] + shown(PILE, HAZE.over(look), 6, random)
    looks = looks_in_lights({"up": up, "down": shown(PILE, HAZE.over(look), 4, random)}, 3)
    assert [names for names, _ in looks["down"]] == [("pile",)]
