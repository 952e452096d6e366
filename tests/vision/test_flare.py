"""A flare is taken from the camera's picture, as bright as it is now."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.flare import Flare
from vision.light import Array
from vision.relight import GAMMA, linear

SIZE = 320, 240
AT_PX = np.stack(np.meshgrid(np.linspace(20, 300, 6), np.linspace(20, 220, 6)), axis=-1).reshape(-1, 2)
SURE = np.ones(len(AT_PX))


def lobe() -> Array:
    """A flare over the left half of a picture, white is 1."""
    across = np.arange(SIZE[0] // 8)
    row = 0.1 * np.exp(-(((across - 8) / 6.0) ** 2) / 2)
    return np.repeat(np.repeat(row[None, :, None], SIZE[1] // 8, axis=0), 3, axis=2).astype(np.float32)


def wide() -> Array:
    """The same in each pixel."""
    seen = Flare(lobe())
    seen.taken_from(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    return seen._light(SIZE)


def through(share: float) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """A table, and what a camera sees of it through a flare so many times as bright."""
    table = np.random.default_rng(3).integers(60, 200, (SIZE[1], SIZE[0], 3)).astype(np.uint8)
    seen = 255 * np.clip(linear(table.astype(np.float32)) + share * wide(), 0, 1) ** (1 / GAMMA)
    return table, np.asarray(seen + 0.5, np.uint8)


def test_what_is_seen_through_a_flare_is_as_it_is_without() -> None:
    """To a grey value or three; where none lies nothing changes at all."""
    table, seen = through(1.0)
    bare = Flare(lobe()).taken_from(seen)
    off = np.abs(bare.astype(int) - table)
    assert off.max() <= 3 and off.mean() < 0.5
    assert np.array_equal(bare[:, -80:], seen[:, -80:])


@pytest.mark.parametrize("brighter", [0.4, 1.7])
def test_how_bright_it_is_now_is_told_by_the_drawings(brighter: float) -> None:
    """Half of the drawings lie under it and show more or less light than was taken away: then that much is taken from now on."""
    flare, (table, seen) = Flare(lobe()), through(brighter)
    flare.taken_from(seen)
    own = wide()[AT_PX[:, 1].astype(int), AT_PX[:, 0].astype(int)].astype(np.float64)
    noise = np.random.default_rng(5).normal(0, 0.004, own.shape)
    assert flare.told_anew(AT_PX, (brighter - 1) * own + 0.01 + noise, SURE)
    assert abs(flare.share - brighter) < 0.1
    assert np.abs(flare.taken_from(seen).astype(int) - table).mean() < 3


def test_what_lies_everywhere_alike_or_on_single_tiles_is_no_flare() -> None:
    """Light in a room that has none, and a lamp that one tile mirrors."""
    flare = Flare(lobe())
    flare.taken_from(through(1.0)[1])
    mirrored = np.zeros((len(AT_PX), 3))
    mirrored[7] = 0.4
    assert not flare.told_anew(AT_PX, mirrored + 0.02, SURE) and flare.share == 1.0


def test_it_is_never_less_than_nothing() -> None:
    """Whatever the drawings say."""
    flare = Flare(lobe())
    flare.taken_from(through(1.0)[1])
    own = wide()[AT_PX[:, 1].astype(int), AT_PX[:, 0].astype(int)].astype(np.float64)
    assert flare.told_anew(AT_PX, -1.5 * own, SURE) and flare.share == 0.0
