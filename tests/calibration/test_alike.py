"""What is learnt of a loose piece does not hang on chance."""

from __future__ import annotations

import numpy as np
from drawn_wedges import YELLOW, wedge
from numpy.typing import NDArray

from calibration.alike import learn_alike
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
