"""A piece that may carry one of its own colour is looked at again at the plan's full scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest
from drawn_wedges import BODY, WOOD, YELLOW, sprite, wedge
from numpy.typing import NDArray

from vision.belief import chance_of_rider
from vision.board_costs import board_costs
from vision.closely_carried import looked_at_closely
from vision.found import Doubted, Found
from vision.light import Array
from vision.piece_bank import PieceBank, make_piece_bank
from vision.rig import SPRITE_SIDE, Sprite
from vision.shapes import shapes_of
from vision.tones import texture, with_texture

SIDE, AT = 240, (60.0, 60.0)
MIDDLE = (round(2 * AT[0]), round(2 * AT[1]))


RIND = (40.0, 90.0, 190.0)


def with_rind(image: Array, at: tuple[float, float], degrees: float) -> None:
    """Draw a wedge with a broad rind all around."""
    wedge(image, at, degrees, RIND)
    wedge(image, at, degrees, YELLOW, 0.5)


def cheese() -> Sprite:
    """The wedge with its rind as it would be taught, tip to the far side."""
    picture = sprite().picture[0].copy()
    with_rind(picture, ((SPRITE_SIDE - 1) / 2,) * 2, 0)
    return replace(sprite(), picture=picture[None], foot_mm=0.6, top_mm=2.4, rides=True)


def mouse() -> Sprite:
    """A large piece of a wedge's colour."""
    picture, cover = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 128, np.float32), np.zeros((SPRITE_SIDE, SPRITE_SIDE), np.float32)
    for image, colour in ((picture, YELLOW), (cover, 1.0)):
        cv2.ellipse(image, (SPRITE_SIDE // 2, SPRITE_SIDE // 2), BODY, 0, 0, 360, colour, -1)
    return Sprite("mouse", picture[None], cover[None], 2.5, 17.0, directed=True, alone=True)


def square(
    seen: Array, middle: NDArray[np.int64], reach: int, others: Sequence[Found], flat: bool
) -> tuple[Array, Array, Array]:
    """What is seen around a pixel of a wooden table on which nothing else lies."""
    u, v = middle.tolist()
    part = np.ascontiguousarray(seen[v - reach : v + reach + 1, u - reach : u + reach + 1])
    tone = with_texture(part, texture(part))
    spread = np.full(part.shape[:2], 8.0, np.float32)
    return tone, board_costs(part, tone, np.full_like(part, WOOD), spread), np.ones(part.shape[:2], np.float32)


def told(carries: bool, rider: str = "cheese") -> Doubted | None:
    """What a closer look tells of a yellow mouse that was taken to carry that."""
    seen = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    cv2.ellipse(seen, MIDDLE, BODY, 0, 0, 360, YELLOW, -1)
    if carries:
        with_rind(seen, MIDDLE, 30)
    seen += np.random.default_rng(3).normal(0, 6, seen.shape).astype(np.float32)
    bank = make_piece_bank([cheese(), mouse()])
    assert bank is not None
    found = alone(bank, rider)
    return looked_at_closely([found], bank, lambda _: shapes_of(bank, "cheese"), partial(square, seen), (SIDE, SIDE))[0].doubted


def alone(bank: PieceBank, rider: str) -> Found:
    rows = {bank.sprites[int(kind)].kind: row for row, kind in reversed(list(enumerate(bank.kinds)))}
    nothing = np.zeros(len(bank.kinds), np.float32)
    return Found(rows["mouse"], AT, 500.0, nothing, 0.5, doubted=Doubted(rows[rider], -20.0))


@pytest.mark.parametrize(("carries", "low", "high"), [(True, 0.8, 1.0), (False, 0.0, 0.1)])
def test_what_a_mouse_of_a_cheese_s_colour_carries_is_told_at_full_scale(carries: bool, low: float, high: float) -> None:
    """A rind a few pixels wide is seen there; where no cheese lies, none explains more than the mouse."""
    rider = told(carries)
    assert rider is not None and rider.closely is not None and low <= chance_of_rider(rider) <= high


def test_two_of_a_kind_are_left_to_those_that_count_heaps() -> None:
    """A large cheese does not carry a cheese: they lie in a heap."""
    rider = told(True, "mouse")
    assert rider is not None and rider.closely is None
