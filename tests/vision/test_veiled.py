"""Drawings of tiles that mirror a lamp."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.grid import Cell
from companion.core.reading import PieceClaim
from vision.odd_light import unexplained
from vision.relight import GAMMA, linear
from vision.tiles import SEEN, make_bank, robust_fit
from vision.veiled import VeiledTiles, ill_fitting

Array = NDArray[np.float32]
WHITE = np.ones(3, np.float32)
RED, BLACK, GREY = (40.0, 40.0, 200.0), (30.0, 30.0, 30.0), (150.0, 150.0, 200.0)


def path(across: tuple[float, float, float], along: tuple[float, float, float]) -> Array:
    """A pale tile (64, 64, 3) with a path across it and another along it."""
    tile = np.full((64, 64, 3), (170, 200, 215), np.float32)
    tile[26:38], tile[:, 26:38] = across, along
    return np.asarray(cv2.GaussianBlur(tile, (0, 0), 1.0), dtype=np.float32)


BANK = make_bank(np.stack([path(BLACK, RED), path(BLACK, GREY), path(RED, GREY)]), 64.0, 64)
VEILED = VeiledTiles(BANK)


def under_a_lamp(row: int, light: float, rows: slice) -> Array:
    """What is seen (dims,) of a bank row with a lamp's light on some rows of its pixels."""
    shown = linear(BANK.flat[row].reshape(SEEN, SEEN, 3))
    shown[rows] += np.float32(light)
    return np.asarray(255 * np.minimum(shown, 1) ** (1 / GAMMA), dtype=np.float32).reshape(-1)


def test_a_tile_half_under_a_lamp_is_told_by_both_halves() -> None:
    """Without the lamp another drawing fits it better, and its own leaves half of it."""
    seen = under_a_lamp(0, 0.35, slice(0, 9))
    rows, costs, unknowns, _ = VEILED.fits(seen, WHITE, WHITE, 12.0)
    plain = robust_fit(BANK, seen[None], WHITE[None], 12.0, np.arange(BANK.rows)[None])
    assert rows[0] // 4 == 0 and costs[0] < 0.2 * plain.costs[0, 0] and np.abs(unknowns[0, :3] - 1).max() < 0.05
    assert costs[rows // 4 != 0].min() > costs[0] + 60


def test_in_a_dim_warm_room_it_is_the_same() -> None:
    """Lamp and tile are dim and warm alike; what white paper gives tells how much."""
    gains = np.array([0.4, 0.6, 0.7], np.float32)
    seen = under_a_lamp(0, 0.35, slice(0, 9)) * np.tile(gains, SEEN * SEEN)
    rows, costs, unknowns, _ = VEILED.fits(seen, gains, gains**GAMMA, 7.0)
    assert rows[0] // 4 == 0 and costs[0] < 0.3 * SEEN * SEEN and np.abs(unknowns[0, :3] / gains - 1).max() < 0.05


def test_where_a_lamp_blinds_the_camera_nothing_tells_drawings_apart() -> None:
    """Every drawing that would be as white is as good."""
    rows, costs, _, _ = VEILED.fits(under_a_lamp(0, 1.0, slice(0, SEEN)), WHITE, WHITE, 12.0)
    best = np.array([costs[rows // 4 == look].min() for look in range(3)])
    assert np.ptp(best) < 6


def test_a_white_piece_does_not_make_another_drawing_of_a_tile() -> None:
    """It hides the paths, and no drawing with a lamp on it does that."""
    seen = BANK.flat[0].reshape(SEEN, SEEN, 3).copy()
    seen[3:11, 3:11] = 235
    rows, costs, _, _ = VEILED.fits(np.ascontiguousarray(seen.reshape(-1)), WHITE, WHITE, 12.0)
    assert rows[0] // 4 == 0 and costs[rows // 4 != 0].min() > costs[0] + 60


def test_a_drawing_under_a_lamp_that_fits_badly_says_less() -> None:
    """What costs no more than empty tiles under lamps do is told as sharply as any."""
    assert (ill_fitting(np.array([0.0, 0.6, 0.95], np.float32)) == 0).all() and ill_fitting(np.array([2.0], np.float32))[0] > 3


def test_what_neither_lamp_nor_drawing_nor_piece_explains_is_unsure() -> None:
    """A piece that was recognised explains it, one that may as well be none does not."""
    cells, lamps = [Cell(0, column) for column in range(4)], np.array([0, 0.6, 1.4, 1.4], np.float32)
    mouse = PieceClaim("mouse", cells[3], (-5.0, -0.01, -6.0))
    assert unexplained(cells, lamps, [mouse]) == {cells[2]}
    assert unexplained(cells, lamps, [replace(mouse, log_p_counts=(-1.4, -0.3, -6.0))]) == {cells[2], cells[3]}
