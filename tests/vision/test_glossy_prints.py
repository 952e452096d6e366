"""Flat pieces that throw a lamp back: told by their prints without that light."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from vision.faces import FaceReader
from vision.gloss import hazed
from vision.glossy_prints import told_by_print, without_light
from vision.light import Array
from vision.relight import GAMMA, linear
from vision.rig import SPRITE_SIDE, Sprite

WHITE = np.ones(3, np.float32)


def blots(seed: int, count: int, side: int, low: float) -> Array:
    """A blotchy picture with darker and brighter paint."""
    colours = np.random.default_rng(seed).uniform(low, 225, (count, count, 3)).astype(np.float32)
    return np.kron(colours, np.ones((side // count, side // count, 1), np.float32))


def coin(seed: int) -> Sprite:
    """A flat round piece with a print."""
    y, x = np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE] - (SPRITE_SIDE - 1) / 2
    cover = (np.hypot(x, y) < 20).astype(np.float32)
    return Sprite(f"coin {seed}", blots(seed, 9, SPRITE_SIDE, 30)[None], cover[None], 3.0, 6.0, False, face="up")


def test_a_print_is_known_once_the_light_on_it_is_taken_away() -> None:
    """A disc that shines shows its own print, not another, in the light it was taught in."""
    sprites = [coin(1), coin(2)]
    picture = hazed(sprites[0].picture[0], WHITE, 0.1 * WHITE)
    reader = FaceReader(sprites)
    shining, dull = reader.scores(0, picture), reader.scores(0, without_light(linear(picture), WHITE, 0.1 * WHITE))
    assert shining is not None and dull is not None
    assert dull[0] > shining[0] + 10 and dull[0] > dull[1] + 10


def test_a_faint_light_that_hardly_harms_decides_between_prints() -> None:
    """Two prints fit about as well as they are seen: in two hundredths of white less the one that lies there fits far better."""
    shining: Any = SimpleNamespace(fits=SimpleNamespace(glow=np.full((1, 1, 6, 3), 0.05, np.float32)), gains=WHITE[None])

    def scores(sprite: int, picture: Array) -> dict[int, float]:
        return {0: -5 - 600 * abs(float(linear(picture).mean()) - 0.2), 1: -16.0}

    picture = np.full((8, 8, 3), 255 * 0.22 ** (1 / GAMMA), np.float32)
    told = told_by_print(scores, 0, picture, shining)
    assert scores(0, picture)[0] < scores(0, picture)[1]
    assert told is not None and told[0] > told[1] + 5
