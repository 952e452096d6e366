"""The haze over glossy cards: told by drawings that lie in several places, and taken out of what is compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.art import Sample
from calibration.gloss import haze_of_samples, least_hazy, of_one_colour
from companion.core.grid import Cell
from companion.core.scene import Look
from vision.gloss import dull, haze_at, haze_of_tiles, haze_over, haze_seen, hazed, with_more
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


def test_the_lobe_of_a_lamp_is_told_where_it_is_brightest() -> None:
    """A lamp over rough paper: haze that six smooth terms cannot follow, found to a tenth of its light."""
    lamp = np.concatenate([np.zeros((TERMS, 3)), [[0.25, 0.25, 0.4], [0.1, 0.12, 0.14]]]).astype(np.float32)
    told = haze_of_samples(lying(haze_at(lamp, AT)), EVEN)
    assert told is not None and len(told) == TERMS + 3
    assert np.hypot(*(told[TERMS, :2] - lamp[TERMS, :2])) < 0.3
    assert np.abs(haze_at(told, AT) - haze_at(lamp, AT)).max() < 0.025


def test_a_lobe_may_be_wider_one_way_than_the_other() -> None:
    """One that lies between the middles and widths that are tried first is told as closely, with its own height."""
    lamp = np.concatenate([np.zeros((TERMS, 3)), [[-0.33, 0.37, 0.65], [0.1, 0.12, 0.14], [0.42, 0, 0]]]).astype(np.float32)
    told = haze_of_samples(lying(haze_at(lamp, AT)), EVEN)
    assert told is not None and len(told) == TERMS + 3
    assert np.abs(haze_at(told, AT) - haze_at(lamp, AT)).max() < 0.012


def test_of_drawings_with_hardly_any_red_all_channels_tell_the_haze() -> None:
    """Green cards with dark holes, a fifth darker under haze: in what red varies by, noise alone tells anything or nothing."""
    chance = np.random.default_rng(4)
    holes = np.where(chance.random((40, 144, 1)) < 0.2, 0.3, 1.0)
    drawn = (holes * (0.05, 0.4, 0.02)).astype(np.float32)
    seen = (0.8 * drawn + 0.1 + chance.normal(0, 0.02, drawn.shape)).astype(np.float32)
    free = np.ones((40, 144), np.float32)
    alone, held = (np.abs(haze_of_tiles(seen, drawn, free, firmly)[0] - 0.1).mean(axis=0) for firmly in (0.0, 0.6))
    assert alone[2] > 2 * held[2] and held.max() < 0.01


def green(samples: list[Sample]) -> list[Sample]:
    """The same drawings in greens, with next to no red."""
    return [replace(one, art=one.art.max(axis=2, keepdims=True) * np.float32((0.3, 1.0, 0.1))) for one in samples]


def test_only_drawings_of_one_colour_are_of_one() -> None:
    """Blotches in all colours are not; the same in greens are."""
    many = lying(np.zeros((16, 3), np.float32))
    assert not of_one_colour(many) and of_one_colour(green(many))


def test_a_drawing_of_one_colour_is_learnt_where_no_haze_lay_on_it() -> None:
    """Of two places that one is left which haze hardly reached; a drawing that lay under haze both times keeps both."""
    samples = green(lying(haze_at(ACROSS, AT)))
    both = [replace(sample, look=Look("card-hazy", "front")) for sample in samples if sample.at[0] > 0.5][:2]
    left = least_hazy([*samples, *both], ACROSS)
    assert {float(sample.at[0]) for sample in left if sample.look == samples[0].look} == {-0.75}
    assert sum(sample.look == both[0].look for sample in left) == 2
    assert least_hazy(samples, None) == samples


def test_drawings_in_several_colours_are_learnt_from_all_their_samples() -> None:
    """Haze is taken from them well enough, and fewer samples are noisier."""
    samples = lying(haze_at(ACROSS, AT))
    assert least_hazy(samples, ACROSS) == samples


def test_bright_haze_may_lie_unevenly_on_cards_that_lie_askew() -> None:
    """Under a bright lamp cards throw back a fifth of it more or less, each in its own way: that is haze all the same."""
    lamp = np.concatenate([np.zeros((TERMS, 3)), [[0.25, 0.25, 0.4], [0.3, 0.32, 0.34]]]).astype(np.float32)
    uneven = haze_at(lamp, AT) * (1 + 0.2 * np.random.default_rng(3).normal(size=(16, 1)))
    assert haze_of_samples(lying(uneven.astype(np.float32)), EVEN) is not None


def test_on_a_row_of_cards_a_lobe_is_about_as_wide_on_the_table_as_it_is_tall() -> None:
    """Where all cards lie side by side, nothing but its width tells how tall a lobe is."""
    row = np.stack([np.linspace(-0.9, 0.9, 16), np.random.default_rng(2).normal(0, 0.1, 16)], axis=1)
    lamp = np.concatenate([np.zeros((TERMS, 3)), [[0.25, 0.0, 0.3], [0.1, 0.12, 0.14]]]).astype(np.float32)
    samples = [replace(sample, at=at) for sample, at in zip(lying(haze_at(lamp, row)), row, strict=True)]
    told = haze_of_samples(samples, EVEN, tall=0.25)
    assert told is not None and 2 <= told[TERMS + 2, 0] / told[TERMS, 2] <= 8 and abs(told[TERMS, 1]) <= 1


def test_haze_over_a_square_is_what_it_is_at_each_pixel() -> None:
    """Worked out by rows and columns, with smooth haze, with a lobe of its own height or of none, and beyond the board."""
    random = np.random.default_rng(5)
    at, pixel, grid = np.array([[0.3, -0.2], [1.2, 0.9]]), np.array([0.02, 0.03]), np.arange(8) - 3.5
    spots = (at[:, None] + np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2) * pixel).reshape(-1, 2)
    smooth = random.normal(0.05, 0.05, (TERMS, 3))
    for lobe in ([], [[0.2, 0.1, 0.3], [0.1, 0.2, 0.3]], [[0.2, 0.1, 0.3], [0.1, 0.2, 0.3], [0.5, 0.0, 0.0]]):
        haze = np.concatenate([smooth, np.array(lobe).reshape(-1, 3)]).astype(np.float32)
        assert np.allclose(haze_over(haze, at, pixel, 8).reshape(-1, 3), haze_at(haze, spots), atol=1e-6)


def test_haze_differs_from_one_side_of_a_tile_to_the_other() -> None:
    """What lies over the pixels of a square is told for each; more haze told later leaves a lamp's lobe as it was."""
    lamp = np.concatenate([np.zeros((TERMS, 3)), [[0.0, 0.0, 0.3], [0.1, 0.1, 0.1]]]).astype(np.float32)
    over = haze_over(lamp, np.array([[0.3, 0.0]]), np.array([0.1, 0.1]), 4).reshape(4, 4, 3)
    assert (over[1, 0] > over[1, 3] + 0.03).all() and np.allclose(over[0], over[3])
    more = with_more(lamp, np.vstack([np.full((1, 3), 0.02), np.zeros((5, 3))]).astype(np.float32))
    assert np.allclose(haze_at(more, AT), haze_at(lamp, AT) + 0.02)


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
