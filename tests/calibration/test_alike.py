"""What is learnt of a loose piece does not hang on chance."""

from __future__ import annotations

import numpy as np
from drawn_wedges import YELLOW, wedge
from numpy.typing import NDArray

from calibration.alike import learn_alike, learn_paint
from calibration.sprites import spun
from vision.rig import SPRITE_SIDE

Array = NDArray[np.float32]
LIGHT = np.array([0.6, 0.8])


def taken(turn: float, ground: NDArray[np.float64], random: np.random.Generator) -> tuple[Array, Array]:
    """A wedge on some ground with its shadow, one of its sides dark, in noise; and where that is not the bare table."""
    picture, cover = np.empty((SPRITE_SIDE, SPRITE_SIDE, 3), np.float32), np.zeros((SPRITE_SIDE, SPRITE_SIDE, 3), np.float32)
    picture[:] = ground
    for far, colour in ((6.0, ground * 0.5), (2.5, np.array(YELLOW) * 0.6), (0.0, np.array(YELLOW))):
        x, y = (SPRITE_SIDE - 1) / 2 + far * LIGHT
        wedge(picture, (float(x), float(y)), turn, (float(colour[0]), float(colour[1]), float(colour[2])))
        wedge(cover, (float(x), float(y)), turn, (1.0, 1.0, 1.0))
    return (picture + random.normal(0, 6, picture.shape)).astype(np.float32), cover[..., 0]


def test_it_does_not_matter_which_view_comes_first() -> None:
    """A wedge is learnt the same from its views in any order: each is tried as the one that the others are laid on."""
    random = np.random.default_rng(5)
    taught = [taken(random.uniform(0, 360), random.uniform(90, 200, 3), random) for _ in range(9)]
    pictures, covers = (np.stack([each[part] for each in taught]) for part in (0, 1))
    one, other = (learn_alike(pictures[::step], covers[::step], np.ones_like(covers)) for step in (1, -1))
    assert np.allclose(one.cover, other.cover, atol=1e-3)
    assert np.allclose(one.picture, other.picture, atol=0.5)


def test_the_drawing_of_a_disc_is_learnt_sharp_from_any_view() -> None:
    """Discs that lie turned anyhow are laid on each other until their drawing is as clear as on one of them."""
    random = np.random.default_rng(3)
    grid = np.arange(SPRITE_SIDE) - (SPRITE_SIDE - 1) / 2
    x, y = np.meshgrid(grid, grid)
    outline = (np.hypot(x, y) < 8).astype(np.float32)
    face = np.where((np.hypot(x - 2, y) < 3) | ((y > 3) & (x < 1)), 60.0, 190.0)
    drawn = np.dstack([face, 0.8 * face, 0.5 * face]).astype(np.float32)
    pictures = []
    for _ in range(5):
        ground = np.full_like(drawn, random.uniform(90, 200))
        disc = np.where(outline[..., None] > 0, spun(drawn, random.uniform(0, 360)), ground)
        pictures.append(disc + random.normal(0, 4, disc.shape))
    learnt = learn_paint(np.stack(pictures).astype(np.float32), outline, np.ones((5, SPRITE_SIDE, SPRITE_SIDE), np.float32))
    inner = np.hypot(x, y) < 7
    apart = [np.abs(spun(drawn, turn) - learnt).mean(axis=2)[inner].mean() for turn in range(0, 360, 5)]
    assert min(apart) < 12


def test_a_faint_drawing_in_lamplight_is_learnt_sharp() -> None:
    """Where a lamp shines from one side on all discs, they are turned by their drawings, not by their light."""
    random = np.random.default_rng(4)
    grid = np.arange(SPRITE_SIDE) - (SPRITE_SIDE - 1) / 2
    x, y = np.meshgrid(grid, grid)
    outline = (np.hypot(x, y) < 12).astype(np.float32)
    face = np.where((np.abs(x) < 1) & (np.abs(y) < 6), 140.0, 170.0)
    drawn = np.dstack([face, face, face]).astype(np.float32)
    lit = (1 + 0.02 * x - 0.01 * y)[..., None]
    discs = [np.where(outline[..., None] > 0, spun(drawn, random.uniform(0, 360)) * lit, 90.0) for _ in range(6)]
    pictures = np.stack([disc + random.normal(0, 2, disc.shape) for disc in discs]).astype(np.float32)
    learnt = learn_paint(pictures, outline, np.ones((6, SPRITE_SIDE, SPRITE_SIDE), np.float32))
    inner = np.hypot(x, y) < 7
    bright = learnt.mean(axis=2)
    apart = [np.corrcoef(spun(drawn, turn)[..., 0][inner], (bright / lit[..., 0])[inner])[0, 1] for turn in range(0, 180, 5)]
    assert max(apart) > 0.75
