"""Single tiles and flat pieces that throw a lamp back: told by their drawings with the light added."""

from __future__ import annotations

import numpy as np
import pytest

from vision.faces import FaceReader
from vision.gloss import hazed
from vision.glossy_prints import without_light
from vision.glossy_tiles import with_gloss
from vision.light import Array
from vision.rig import ART, SPRITE_SIDE, Sprite
from vision.tiles import Fits, TileBank, coarse, make_bank, placed, robust_fit

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


DARK = [blots(seed, 8, ART, 25) for seed in range(3)]
ROWS = np.arange(0, 12, 4)[None]


def fitted(seen: Array) -> tuple[Fits, Fits]:
    """Drawings fitted to what is seen of one place, as it looks and with light thrown back."""
    bank: TileBank = make_bank(np.stack(DARK), 64.0, 64)
    here, light = coarse(placed(seen, 64.0, 64))[None], np.ones((1, 3), np.float32)
    bare = robust_fit(bank, here, light, 12.0, ROWS)
    return bare, with_gloss(bank, bare, here, light, 12.0, np.zeros((1, bank.rows), np.float32))


@pytest.mark.parametrize("across", [0.0, 0.5])
def test_a_tile_that_shines_is_told_by_its_drawing(across: float) -> None:
    """More light than any drawing was taught with, even or falling off to a side, is taken for light: it costs far less so."""
    share = 1 + across * np.linspace(-1, 1, ART, dtype=np.float32)[None, :, None]
    bare, told = fitted(hazed(DARK[0], WHITE, 0.1 * share * WHITE))
    assert told.rows[0, 0] == 0 and told.added is not None
    assert told.costs[0, 0] < 0.75 * bare.costs[0, 0]


def test_a_tile_that_fits_as_it_looks_does_not_shine() -> None:
    """What is explained by paint is left alone."""
    bare, told = fitted(DARK[1])
    assert told is bare


def test_a_print_is_known_once_the_light_on_it_is_taken_away() -> None:
    """A disc that shines shows its own print, not another, in the light it was taught in."""
    sprites = [coin(1), coin(2)]
    picture = hazed(sprites[0].picture[0], WHITE, 0.1 * WHITE)
    reader = FaceReader(sprites)
    shining, dull = reader.scores(0, picture), reader.scores(0, without_light(picture, WHITE, 0.1 * WHITE))
    assert shining is not None and dull is not None
    assert dull[0] > shining[0] + 10 and dull[0] > dull[1] + 10
