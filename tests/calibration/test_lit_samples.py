"""Drawings taught under a lamp: samples that no piece is near to are not always the best ones."""

import numpy as np
from numpy.typing import NDArray

from calibration.art import Sample, average_art
from companion.core.grid import Cell
from companion.core.scene import Look

SIDE = 64
LOOK = Look("cross", "up")
EVEN = [np.zeros((6, 3))] * 5
DRAWING = np.repeat(np.where(np.arange(SIDE) % 16 < 8, 60.0, 140.0)[None], SIDE, axis=0)[..., None].repeat(3, axis=2)


def sample(number: int, clear: bool, lamp: float = 0.0) -> Sample:
    """The drawing with a lamp's light on it, or clear of that with a piece in a corner, which the labels tell."""
    free: NDArray[np.bool_] = np.ones((SIDE, SIDE), np.bool_)
    art = (DRAWING * (1 - lamp / 255) + lamp).astype(np.float32)
    if not clear:
        corner = np.s_[: SIDE // 3, : SIDE // 3] if number % 2 else np.s_[-SIDE // 3 :, -SIDE // 3 :]
        free[corner], art[corner] = False, 20.0
    return Sample(LOOK, Cell(number, 0), number, art, np.zeros(2), clear, free)


def off(*samples: Sample) -> float:
    """How far the drawing learnt from samples is off, grey values."""
    return float(np.abs(average_art(samples, EVEN)[LOOK][0] - DRAWING).mean())


def test_where_the_clear_samples_differ_those_with_a_piece_have_a_say() -> None:
    """Two of three samples that no piece is near to mirror a lamp; two more with a piece in a corner show the drawing."""
    lit = [sample(0, True), sample(1, True, 120), sample(2, True, 150)]
    assert off(*lit) > 30
    assert off(*lit, sample(3, False), sample(4, False)) < 10


def test_clear_samples_that_agree_are_believed_alone() -> None:
    """What a piece's shadow may have changed has no say where nothing asks for it."""
    darker = [Sample(LOOK, Cell(n, 0), n, DRAWING.astype(np.float32) * 0.8, np.zeros(2), False) for n in (2, 3, 4)]
    assert off(sample(0, True), sample(1, True), *darker) < 1


def test_of_places_in_some_of_which_a_window_veils_it_the_clear_ones_tell_a_drawing() -> None:
    """Two of four places show it paler, in the mean as bright; nothing shows it clearer than it is printed."""
    paler = [
        Sample(LOOK, Cell(n, 0), n, (100 + 0.6 * (DRAWING - 100)).astype(np.float32), np.zeros(2), True) for n in (2, 3)
    ]
    assert off(*paler) > 15
    assert off(sample(0, True), sample(1, True), *paler) < 1
