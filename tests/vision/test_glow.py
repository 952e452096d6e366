"""Light that a tile throws back besides its drawing: told with every drawing, believed where it explains."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.glow import GlowingTiles, glow_costs, light_on, without_glow
from vision.light import Array
from vision.relight import GAMMA, linear
from vision.rig import ART
from vision.tiles import COARSE, SEEN, Fits, TileBank, coarse, coarse_misfit, make_bank, placed, robust_fit

SIDE = 64
NOISE = 12.0
AT = np.array([[column, row] for row in range(2) for column in range(3)], float)
LIGHT = np.ones((6, 3), np.float32)
NONE = np.zeros((6, 3), np.float32)
LAMP = np.array([[0.22], [0.08], [-0.06], [0.0], [0.0], [0.0]], np.float32) * np.ones(3, np.float32)


def drawing(seed: int) -> Array:
    """A blotchy drawing with dark and bright paint."""
    blots = np.random.default_rng(seed).uniform(25, 180, (8, 8, 3)).astype(np.float32)
    return np.kron(blots, np.ones((ART // 8, ART // 8, 1), np.float32))


def lit(picture: Array, lamp: Array, aside: tuple[float, float] = (0, 0)) -> Array:
    """What a camera sees (dims,) of a cell in which that drawing, so many px aside, throws back so much light (terms, 3)."""
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    shown = linear(coarse(placed(soft, float(SIDE), SIDE, aside)).reshape(1, SEEN * SEEN, 3)) + light_on(lamp[None], SEEN)
    return np.asarray(255 * np.clip(shown, 0, 1) ** (1 / GAMMA), dtype=np.float32).reshape(-1)


DARK = [drawing(seed) for seed in range(5)]
PALER = [np.asarray(255 * (linear(each) + 0.15) ** (1 / GAMMA), dtype=np.float32) for each in DARK]
for number, each in enumerate(PALER):
    each[:, : ART // 4] = drawing(50 + number)[:, : ART // 4]
BANK: TileBank = make_bank(np.stack(DARK + PALER), float(SIDE), SIDE)
"""Drawings, and paler ones that are alike but for a quarter."""
EACH = np.arange(6)
NO_HABITS = np.zeros((6, BANK.rows), np.float32)


def plain(seen: Array) -> Fits:
    """The fits without any light thrown back."""
    rows: NDArray[np.int64] = np.argpartition(coarse_misfit(BANK, seen), 7, axis=1)[:, :8]
    return robust_fit(BANK, seen, LIGHT, NOISE, rows)


def told(seen: Array, habits: Array = NO_HABITS) -> Fits:
    return GlowingTiles(BANK, AT).told(plain(seen), seen, LIGHT, NOISE, habits, EACH, lambda places, _: seen[places])


def covered(seen: Array) -> Array:
    """The same with a white piece on the middle of it."""
    picture = seen.reshape(SEEN, SEEN, 3).copy()
    picture[3:11, 3:11] = 245
    return picture.reshape(-1)


def test_a_drawing_under_a_soft_lamp_is_told_from_its_pale_twin() -> None:
    """Under a lamp that rises across it a tile looks like its paler twin; with the lamp it does not, and that is found."""
    seen = np.stack([lit(DARK[n % 5], LAMP if n == 4 else NONE) for n in range(6)])
    assert plain(seen).rows[4, 0] == 4 * (5 + 4)
    fits = told(seen)
    assert fits.rows[:, 0].tolist() == [4 * (n % 5) for n in range(6)]
    assert fits.glow is not None
    assert np.abs(fits.glow[4, 0, :3] - LAMP[:3]).max() < 0.04
    assert (glow_costs(fits) > 0).tolist() == [n == 4 for n in range(6)]


def test_without_its_light_a_tile_looks_as_it_was_taught() -> None:
    """What is seen less the light that was found is nearly the bare drawing; where none was found it stays as it is."""
    seen = np.stack([lit(DARK[n % 5], LAMP if n == 4 else NONE) for n in range(6)])
    bare = without_glow(seen, told(seen))
    before, after = (float(np.abs(each[4] - lit(DARK[4], NONE)).mean()) for each in (seen, bare))
    assert after < before / 2
    assert np.array_equal(bare[:4], seen[:4])


def test_a_piece_is_no_light_where_none_is_around() -> None:
    """A white piece on a tile of a board in even light leaves the tile as it was told."""
    seen = np.stack([lit(DARK[n % 5], NONE) for n in range(6)])
    seen[4] = covered(seen[4])
    fits = told(seen)
    assert fits.glow is None or not fits.glow.any()


def test_a_tile_under_much_else_is_no_surer_than_added_light_leaves_it() -> None:
    """With a piece on it the light is not believed, but a drawing that would be as good in it is no farther behind."""
    seen = np.stack([lit(DARK[n % 5], NONE) for n in range(6)])
    seen[4] = covered(lit(DARK[4], LAMP))
    before, after = plain(seen), told(seen)
    leads = [fits.costs[4][fits.rows[4] != fits.rows[4, 0]].min() - fits.costs[4, 0] for fits in (before, after)]
    assert after.glow is None or not after.glow[4].any()
    assert after.rows[4, 0] == before.rows[4, 0] and leads[1] < 0.7 * leads[0]
    assert np.array_equal(after.costs[:4], before.costs[:4])


def test_a_small_piece_hides_no_light() -> None:
    """Where all but a fifth of a tile is explained by added light, that is believed."""
    seen = np.stack([lit(DARK[n % 5], LAMP if n == 4 else NONE) for n in range(6)])
    seen[4].reshape(SEEN, SEEN, 3)[8:13, 3:8] = 245
    fits = told(seen)
    assert fits.glow is not None and fits.glow[4, 0, 0].mean() > 0.1
    assert fits.rows[4, 0] == 16


def test_a_tile_far_aside_is_told_with_its_light_from_where_it_lies() -> None:
    """Neither its light alone nor its place alone explains it; a second look from there does, and tells where that is."""
    aside = SIDE / COARSE
    seen = np.stack([lit(DARK[n % 5], LAMP if n == 4 else NONE, (aside if n == 4 else 0, 0)) for n in range(6)])

    def cut(places: NDArray[np.int64], offsets: Array) -> Array:
        left = aside - SIDE / COARSE * offsets
        return np.stack([lit(DARK[n % 5], LAMP, (own[0], own[1] - aside)) for n, own in zip(places, left, strict=True)])

    fits = GlowingTiles(BANK, AT).told(plain(seen), seen, LIGHT, NOISE, NO_HABITS, EACH, cut)
    assert fits.rows[4, 0] == 16 != told(seen).rows[4, 0]
    assert fits.glow is not None and abs(fits.glow[4, 0, 0].mean() - 0.22) < 0.05
    assert abs(float(fits.unknowns[4, 0, 3]) - 1) < 0.1


def test_below_a_piece_there_is_as_much_light_as_around() -> None:
    """Under a lamp over the whole board a tile with a piece on it is told by the light of its neighbours."""
    lamp = LAMP * np.array([[1.0]] + [[0.0]] * 5, np.float32)
    seen = np.stack([lit(DARK[n % 5], lamp) for n in range(6)])
    seen[4] = covered(seen[4])
    fits = told(seen)
    assert fits.glow is not None
    assert abs(float(fits.glow[4, 0, 0].mean()) - 0.22) < 0.08
    assert fits.rows[4, 0] == 16


def test_a_tile_that_never_moves_is_told_with_a_piece_on_it() -> None:
    """Its drawing is known: what a lamp adds to it is told beside a piece, though nothing around is lit."""
    seen = np.stack([lit(DARK[n % 5], LAMP if n == 4 else NONE) for n in range(6)])
    seen[4, : SEEN * 2 * 3] = 245
    habits = NO_HABITS.copy()
    habits[4] = 100
    habits[4, 16] = 0
    fits = told(seen, habits)
    assert fits.glow is not None
    assert fits.glow[4, 0, 0].mean() > 0.1
    assert fits.rows[4, 0] == 16


def test_a_lamp_has_the_colour_that_white_paint_has() -> None:
    """Where white was taught with more red than blue, a lamp that gives white paint so much light is told in that colour."""
    hue = np.array([0.8, 1.0, 1.2], np.float32)
    warm = [np.asarray(255 * np.clip(linear(each + 50) * hue, 0, 1) ** (1 / GAMMA), dtype=np.float32) for each in DARK]
    bank = make_bank(np.stack(warm), float(SIDE), SIDE)
    seen = np.stack([lit(warm[n % 5], LAMP * hue if n == 4 else NONE) for n in range(6)])
    rows: NDArray[np.int64] = np.argsort(coarse_misfit(bank, seen), axis=1)[:, :8]
    habits = np.zeros((6, bank.rows), np.float32)
    plainly = robust_fit(bank, seen, LIGHT, NOISE, rows)
    fits = GlowingTiles(bank, AT).told(plainly, seen, LIGHT, NOISE, habits, EACH, lambda n, _: seen[n])
    assert fits.glow is not None and fits.rows[4, 0] == 16
    assert 1.1 < fits.glow[4, 0, 0, 2] / fits.glow[4, 0, 0, 0] < 1.6
