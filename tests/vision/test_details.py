"""Drawings told by their details, however deep a shadow lies on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.details import Details
from vision.relight import ERRS, vague_in_shadows
from vision.tiles import SEEN, Fits, TileBank, candidates, coarse_misfit, make_bank, robust_fit

Array = NDArray[np.float32]
EVEN, NOISE = np.ones((1, 3), np.float32), 12.0
PALE, DARK = 0, 1


def bank_of_two() -> TileBank:
    """A pale drawing with a dark cross and a dark one with a paler frame."""
    pale, dark = np.full((64, 64, 3), 190, np.float32), np.full((64, 64, 3), 70, np.float32)
    pale[24:40] = pale[:, 20:32] = 110
    dark[:16] = dark[48:] = dark[:, :16] = 88
    return make_bank(np.stack([pale, dark]), 64.0, 64)


def shaded(bank: TileBank, row: int) -> Array:
    """A drawing (1, dims) in a deep shadow that ends softly on it."""
    depth = 0.35 + 0.35 / (1 + np.exp(-(np.arange(SEEN) - 9) / 1.5))
    noise = np.random.default_rng(2).normal(0, 3, (SEEN, SEEN, 3))
    seen = bank.flat[row].reshape(SEEN, SEEN, 3) * depth[:, None, None] + noise
    return seen.astype(np.float32).reshape(1, -1)


def fitted(bank: TileBank, seen: Array) -> Fits:
    """What lies there in even light."""
    rows = candidates(bank, seen, EVEN, NOISE, bank.rows, coarse_misfit(bank, seen))
    return robust_fit(bank, seen, EVEN, NOISE, rows)


def test_a_pale_tile_in_a_shadow_is_told_from_a_dark_one() -> None:
    """In even light the dark drawing explains it better; its details are those of the pale one."""
    bank = bank_of_two()
    seen = shaded(bank, 4 * PALE)
    fits = fitted(bank, seen)
    told = Details(bank).told(seen, fits, EVEN)
    assert fits.rows[0, 0] // 4 == DARK and told is not None
    assert told[0].tolist() == [0] and told[1].rows[0, 0] == 4 * PALE and np.allclose(told[1].unknowns[0, 0, :3], EVEN)


def test_what_is_lit_as_it_should_be_is_left_alone() -> None:
    """A drawing that explains its place is not asked for its details, and one told rightly in a shadow stays."""
    bank = bank_of_two()
    plain, dark = bank.flat[[4 * PALE]], shaded(bank, 4 * DARK)
    assert Details(bank).told(plain, fitted(bank, plain), EVEN) is None
    assert Details(bank).told(dark, fitted(bank, dark), EVEN) is None


def test_details_show_that_something_is_drawn() -> None:
    """A drawing is seen by its details in half the light too; planks, which no drawing looks like, show none."""
    bank = bank_of_two()
    plain = np.full((SEEN, SEEN, 3), 140, np.float32)
    plain[::4] = 100
    seen = np.concatenate([shaded(bank, 4 * PALE), plain.reshape(1, -1)])
    shown = Details(bank).shown(seen)
    assert shown[0] > 5 and shown[1] < 1


def test_the_cameras_errors_grow_with_the_shadow_that_is_taken_out() -> None:
    """In a third of the light a pixel may be off by three times as much; without a shadow nothing more is vague."""
    level = np.ones((20, 20), np.float32)
    level[:, 10:] = 1 / 3
    vague = vague_in_shadows(level)
    assert abs(float(vague[10, 18]) - 3 * ERRS) < 0.1 and vague[10, 2] == 0 and vague[10, 10] > vague[10, 18]
