"""Tiles that lie far from the middle of their cell."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.displaced import EXPLAINED, from_the_middle, recentred, seen_aside
from vision.light import Array
from vision.rig import ART
from vision.tiles import COARSE, SEEN, Fits, TileBank, coarse_misfit, make_bank, placed, robust_fit

SIDE, BLOCK, NOISE = 64, 4, 12.0
CORNER = np.array([[SIDE, SIDE]])
LIGHT, NO_HABITS = np.ones((1, 3), np.float32), np.zeros((1, 24), np.float32)


def ring(seed: int) -> Array:
    """A dark drawing with a bright ring and blots."""
    blots = np.random.default_rng(seed).uniform(20, 120, (8, 8, 3)).astype(np.float32)
    art = np.kron(blots, np.ones((ART // 8, ART // 8, 1), np.float32))
    cv2.circle(art, (ART // 2, ART // 2), ART // 3, (230, 240, 235), 4)
    return cv2.GaussianBlur(art, (0, 0), 1.0)


ARTS = np.stack([ring(seed) for seed in range(6)])
BANK: TileBank = make_bank(ARTS, float(SIDE) * 0.9, SIDE)


def plan(look: int, shift: tuple[float, float]) -> NDArray[np.uint8]:
    """A plan of three by three cells in whose middle that drawing lies so far aside, px."""
    picture = np.full((3 * SIDE, 3 * SIDE, 3), 90, np.uint8)
    whole = placed(np.pad(ARTS[look], ((ART, ART), (ART, ART), (0, 0)), constant_values=90), 2.7 * SIDE, 3 * SIDE, shift)
    picture[:] = np.clip(whole, 0, 255)
    return picture


def told(picture: NDArray[np.uint8]) -> tuple[Fits, Fits]:
    """The fits of the middle cell from its own window, and from where the tile lies."""
    seen = seen_aside(picture, CORNER, np.zeros((1, 2), np.float32), BLOCK)
    rows = np.argpartition(coarse_misfit(BANK, seen), 7, axis=1)[:, :8]
    fits = robust_fit(BANK, seen, LIGHT, NOISE, rows)
    again, aside = recentred(BANK, fits, lambda n, o: seen_aside(picture, CORNER[n], o, BLOCK), LIGHT, NOISE, NO_HABITS)
    return fits, from_the_middle(again, aside)


def test_a_tile_three_millimetres_off_is_told_where_it_lies() -> None:
    """Its own window tells less than half of the shift; from aside it is told to half a pixel of the plan, and costs half."""
    fits, again = told(plan(2, (3.4, -3.2)))
    assert again.rows[0, 0] == 8
    assert np.abs(again.unknowns[0, 0, 3:5] * BLOCK - (3.4, -3.2)).max() < 0.5
    assert again.costs[0, 0] < 0.5 * fits.costs[0, 0]


def test_a_tile_that_hardly_seems_to_stray_to_one_side_is_looked_for_there_too() -> None:
    """Where nothing fits, a shift that seems a third of a millimetre may be three."""
    picture = plan(2, (3.4, -3.2))
    fits = told(picture)[0]
    seems = fits.unknowns.copy()
    seems[0, 0, 3:5] = 0.1, -0.25
    again, aside = recentred(
        BANK, replace(fits, unknowns=seems), lambda n, o: seen_aside(picture, CORNER[n], o, BLOCK), LIGHT, NOISE, NO_HABITS
    )
    assert (np.sign(aside[0]) == (1, -1)).all() and again.costs[0, 0] < 0.5 * fits.costs[0, 0]


def test_a_tile_that_costs_half_a_nat_a_pixel_is_looked_for_aside() -> None:
    """Its print, painted three millimetres from where it lies, leaves rings that pass for marbles."""
    picture = plan(2, (3.4, -3.2))
    fits = told(picture)[0]
    cheap = replace(fits, costs=np.full_like(fits.costs, 0.5 * SEEN * SEEN))
    again, aside = recentred(BANK, cheap, lambda n, o: seen_aside(picture, CORNER[n], o, BLOCK), LIGHT, NOISE, NO_HABITS)
    assert aside.any() and again.costs[0, 0] < 0.5 * cheap.costs[0, 0]


def test_a_marble_does_not_keep_a_tile_in_the_middle() -> None:
    """What lies on it costs wherever the tile is; that all else then fits so much better tells."""
    picture = plan(2, (3.4, -3.2))
    cv2.circle(picture, (3 * SIDE // 2 + 8, 3 * SIDE // 2 + 6), 10, (0, 0, 255), -1)
    fits, again = told(picture)
    off, now = (np.abs(each.unknowns[0, 0, 3:5] * BLOCK - (3.4, -3.2)).max() for each in (fits, again))
    assert again.costs[0, 0] > EXPLAINED * SEEN * SEEN and now < 0.8 < off


def test_a_tile_in_its_place_is_left_alone() -> None:
    """What fits where it is expected is not looked at again."""
    fits, again = told(plan(4, (0.5, 0.2)))
    assert np.array_equal(again.unknowns, fits.unknowns)
    assert np.array_equal(again.rows, fits.rows)


def test_windows_stay_within_the_plan() -> None:
    """A cell at the edge of the plan is seen no farther out than the plan reaches."""
    corners, offsets = np.array([[0, 0], [2 * SIDE, 2 * SIDE]]), np.array([[-9.0, -9.0], [9.0, 9.0]], np.float32)
    assert seen_aside(plan(0, (0, 0)), corners, offsets, BLOCK).shape == (2, 3 * (COARSE - 2) ** 2)
