"""The haze over glossy cards: told by drawings that lie in several places, and taken out of what is compared."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.art import Sample
from calibration.gloss import haze_of_samples
from companion.core.grid import Cell
from companion.core.scene import Look
from vision.gloss import dull, haze_at, haze_seen, hazed
from vision.light import TERMS, Array
from vision.rig import ART
from vision.tiles import coarse, coarse_misfit, make_bank, placed, robust_fit

WHITE = np.ones(3, np.float32)
EVEN = [np.zeros((TERMS, 3))]
AT = np.array([[x, y] for y in (-0.75, -0.25, 0.25, 0.75) for x in (-0.75, -0.25, 0.25, 0.75)])
ACROSS = np.zeros((TERMS, 3), np.float32)
ACROSS[:2] = 0.045
"""None at the left end of the board, most at the right."""


def drawing(seed: int) -> Array:
    """A blotchy drawing with dark and bright paint."""
    blots = np.random.default_rng(seed).uniform(25, 225, (8, 8, 3)).astype(np.float32)
    return np.kron(blots, np.ones((ART // 8, ART // 8, 1), np.float32))


def lying(over: Array) -> list[Sample]:
    """Eight drawings, each in two places across the board from each other, under such haze (places, 3)."""
    seeds = [min(n, 15 - n) for n in range(16)]
    arts = [hazed(drawing(seed), WHITE, own) for seed, own in zip(seeds, over, strict=True)]
    return [
        Sample(Look(f"card-{seed}", "front"), Cell(n // 4, n % 4), 0, art, AT[n], True)
        for n, (seed, art) in enumerate(zip(seeds, arts, strict=True))
    ]


def test_haze_is_told_by_drawings_that_lie_elsewhere() -> None:
    """Of haze that grows across the board three quarters are found; where there is none, none."""
    told = haze_of_samples(lying(haze_at(ACROSS, AT)), EVEN)
    assert told is not None
    assert np.abs(np.ptp(haze_at(told, AT), axis=0) / np.ptp(haze_at(ACROSS, AT), axis=0) - 1).max() < 0.25
    assert haze_of_samples(lying(np.zeros((16, 3), np.float32)), EVEN) is None


def test_a_lamp_that_single_tiles_mirror_is_no_haze() -> None:
    """Light on one tile here and another there is not smooth, however much it is."""
    bright = np.where(np.random.default_rng(5).random(16) < 0.4, 0.3, 0.0)
    assert haze_of_samples(lying(np.outer(bright, WHITE).astype(np.float32)), EVEN) is None


def test_a_dark_drawing_under_haze_is_not_taken_for_its_pale_twin() -> None:
    """What is seen in a frame tells its haze; without it the dark card fits, with it another card of paler paint did."""
    dark = np.stack([drawing(seed) for seed in range(4)])
    pale = np.stack([hazed(each, WHITE, 0.08 * WHITE) for each in dark])
    bank, light = make_bank(np.concatenate([dark, pale]), 64.0, 64), np.ones((16, 3), np.float32)
    seen = np.stack([coarse(placed(hazed(dark[n % 4], WHITE, haze_at(ACROSS, AT)[n]), 64.0, 64)) for n in range(16)])
    fits = robust_fit(bank, seen, light, 12.0, np.argsort(coarse_misfit(bank, seen), axis=1)[:, :8])
    right = np.flatnonzero(fits.rows[:, 0] < 16)
    told = haze_seen(bank, fits.of(right), seen[right], AT[right])
    assert len(right) < 16 and told is not None
    clear = dull(seen, haze_at(told, AT))
    again = robust_fit(bank, clear, light, 12.0, np.argsort(coarse_misfit(bank, clear), axis=1)[:, :8])
    assert (again.rows[:, 0] < 16).all()


@pytest.mark.parametrize("hidden", [slice(8, 40), slice(30, 56)])
def test_what_was_never_seen_of_a_drawing_does_not_speak_against_it(hidden: slice) -> None:
    """A drawing taught under a piece, painted in there, wins against its twin in another hue."""
    own, twin = drawing(1), drawing(1) * np.array([0.8, 1.0, 1.0], np.float32)
    painted, seen = own.copy(), np.ones((2, ART, ART), np.float32)
    painted[hidden, hidden], seen[0, hidden, hidden] = 128, 0
    shown = coarse(placed(own, 64.0, 64))[None]
    rows = np.array([[0, 4]])
    blind, light = make_bank(np.stack([painted, twin]), 64.0, 64), np.ones((1, 3), np.float32)
    bank = make_bank(np.stack([painted, twin]), 64.0, 64, seen)
    assert robust_fit(blind, shown, light, 12.0, rows).rows[0, 0] == 4
    assert robust_fit(bank, shown, light, 12.0, rows).rows[0, 0] == 0


def test_haze_differs_from_patch_to_patch_of_a_drawing() -> None:
    """A drawing under haze told patch by patch is paler on the side that has more of it."""
    plain = np.full((16, 16, 3), 60.0, np.float32)
    patches = np.repeat(np.array([[0.0, 0.1]] * 2, np.float32)[..., None], 3, axis=2)
    seen = hazed(plain, WHITE, patches)
    assert seen[8, 15, 0] > seen[8, 0, 0] + 20 and abs(seen[8, 0, 0] - 60) < 1
