"""What loose bodies are is learnt from views of which each shows other sides, in a heading that nobody knows."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_bodies import HEIGHT, seen, taught

from calibration.sprites import View, make_sprites
from vision.leaning import seen_from
from vision.light import Array
from vision.rig import SPRITE_SIDE

VIEWS = [taught(step) for step in range(16)]
LEAN = (0.1, -0.7)


def common(one: Array, other: Array) -> float:
    """The share that two covers have in common."""
    return float(np.minimum(one, other).sum() / np.maximum(one, other).sum())


def best(pictures: list[tuple[Array, Array]], heading: float) -> tuple[Array, Array]:
    """The one of some pictures that comes nearest to the wedge in that heading."""
    true = seen(heading, LEAN)[1]
    return max(pictures, key=lambda each: common(each[1], true))


def turned(image: Array, degrees: float) -> Array:
    matrix = cv2.getRotationMatrix2D(((SPRITE_SIDE - 1) / 2,) * 2, -degrees, 1.0)
    return np.asarray(cv2.warpAffine(image, matrix, image.shape[1::-1]), np.float32)


@pytest.mark.parametrize("heading", [20.0, 140.0, 260.0])
def test_a_wedge_is_painted_as_it_is_seen_in_headings_that_nobody_taught(heading: float) -> None:
    """Its outline and the paint of its top and sides are those of the wedge, whichever way it was taken to look."""
    [learnt] = make_sprites(VIEWS)
    assert learnt.prism is not None
    shown = [learnt.prism.seen(LEAN, float(degrees)) for degrees in range(0, 360, 5)]
    picture, cover = best(shown, heading)
    true, outline = seen(heading, LEAN)
    assert common(cover, outline) > 0.8
    assert float(np.median(np.abs(picture - true)[(cover > 0.9) & (outline > 0)])) < 12


def test_a_prism_comes_nearer_than_any_turn_of_a_picture_from_above() -> None:
    """A picture that is turned has no sides, and the outline of one from above."""
    [learnt] = make_sprites(VIEWS)
    assert learnt.prism is not None
    flat = [(turned(learnt.picture[0], degrees), turned(learnt.cover[0], degrees)) for degrees in range(0, 360, 5)]
    shown = [learnt.prism.seen(LEAN, float(degrees)) for degrees in range(0, 360, 5)]
    for heading in (80.0, 200.0):
        outline = seen(heading, LEAN)[1]
        assert common(best(shown, heading)[1], outline) > common(best(flat, heading)[1], outline) + 0.1


def test_the_heading_turns_the_lean_and_not_the_picture() -> None:
    """What is kept of a heading is laid turned afterwards: both together are the wedge as it is seen."""
    [learnt] = make_sprites(VIEWS)
    assert learnt.prism is not None
    upright = seen_from(learnt, 50.0, LEAN)
    assert upright is not None
    assert common(turned(upright[1], 50.0), learnt.prism.seen(LEAN, 50.0)[1]) > 0.93


def test_lower_ones_are_smaller_altogether_where_they_look_so() -> None:
    """A wedge that is labelled four fifths as high is so much smaller, or just as large and less high, as its views tell."""
    low = 0.8 * HEIGHT
    smaller, as_large = ([taught(step, low, size) for step in range(100, 110)] for size in (0.8, 1.0))
    assert len(make_sprites([*VIEWS, *smaller])[0].sizes) > 1
    assert make_sprites([*VIEWS, *as_large])[0].sizes == (1.0,)


def upright(step: int, height_mm: float) -> View:
    """A view whose heading is known, its tip to the far side, of one that leans to any side."""
    chance = np.random.default_rng(step)
    lean = tuple(float(each) for each in chance.uniform(-0.5, 0.5, 2))
    picture, cover = seen(0.0, lean, tall=height_mm)
    view = taught(step)
    ground = np.where(cover[..., None] > 0, picture, chance.uniform(60, 200, 3)).astype(np.float32)
    told = replace(view.taught, heading_deg=float(chance.uniform(0, 360)), top_mm=view.taught.foot_mm + height_mm)
    return replace(view, taught=told, picture=ground, cover=cover, lean=(lean[0] * height_mm, lean[1] * height_mm))


def test_what_leans_another_way_in_each_place_is_a_prism_though_its_heading_is_known() -> None:
    """A tall body below a camera in the middle of the board leans outwards everywhere: no picture from above stands for all."""
    [tall], [low] = (make_sprites([upright(step, height) for step in range(8)]) for height in (24.0, 4.0))
    assert tall.prism is not None and low.prism is None


def test_a_large_body_is_learnt_whole() -> None:
    """What reaches beyond the window of small ones is neither cut off there nor does it go on to the edge of the picture."""
    [learnt] = make_sprites([taught(step, 2.2 * HEIGHT, 2.2) for step in range(16)])
    assert learnt.prism is not None
    assert learnt.prism.top[..., 3].sum() == pytest.approx(seen(0.0, (0.0, 0.0), 2.2)[1].sum(), rel=0.2)


def test_what_looks_the_same_whichever_way_it_is_turned_is_no_prism() -> None:
    """A ball has no side that hides and shows."""
    grid = np.arange(SPRITE_SIDE) - (SPRITE_SIDE - 1) / 2
    ball = np.asarray(np.hypot(*np.meshgrid(grid, grid)) < 8, np.float32)
    views = [replace(view, picture=np.where(ball[..., None] > 0, np.float32(90), view.picture), cover=ball) for view in VIEWS]
    assert all(sprite.prism is None for sprite in make_sprites(views))


def test_views_that_show_nothing_in_common_teach_no_prism() -> None:
    """Where no body explains the views they are learnt as before."""
    noise = [
        replace(view, picture=np.random.default_rng(n).uniform(0, 255, view.picture.shape).astype(np.float32))
        for n, view in enumerate(VIEWS)
    ]
    assert all(sprite.prism is None for sprite in make_sprites(noise))
