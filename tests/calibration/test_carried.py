"""Pieces that carry another one teach too: what the rider hides is not taken for theirs."""

from __future__ import annotations

import numpy as np

from calibration.facing import learn
from calibration.sprites import View, make_sprites, without_riders
from companion.core.grid import Cell
from companion.core.scene import PieceAt
from vision.facing import PATCH
from vision.frame import TaughtPiece
from vision.light import Array
from vision.rig import SPRITE_SIDE

GREEN, GOLD, WOOD = (60.0, 160.0, 70.0), (60.0, 180.0, 240.0), (110.0, 140.0, 180.0)
BODY, RIDER, UP = 20, 8, (0.0, -6.0)


def disc(reach: int, at: tuple[float, float] = (0.0, 0.0)) -> Array:
    grid = np.arange(SPRITE_SIDE) - (SPRITE_SIDE - 1) / 2
    return np.asarray(np.hypot(*np.meshgrid(grid - at[0], grid - at[1])) < reach, dtype=np.float32)


def view(kind: str, reach: int, paint: tuple[float, float, float], facing: int | None, carries: bool = False) -> View:
    cover = disc(reach)
    picture = np.where(cover[..., None] > 0, np.array(paint, np.float32), np.array(WOOD, np.float32))
    if carries:
        picture = np.where(disc(RIDER, UP)[..., None] > 0, np.array(GOLD, np.float32), picture)
    wide = np.zeros((PATCH, PATCH, 3), np.float32), np.zeros((PATCH, PATCH), np.float32), np.zeros((PATCH, PATCH, 3), np.float32)
    taught = TaughtPiece(PieceAt(kind, Cell(0, 0), facing), (0.0, 0.0), 0.0, 14.0 if facing is not None else 7.0)
    riders = (("cheese", *UP),) if carries else ()
    return View(taught, picture.astype(np.float32), cover, np.ones_like(cover), wide, riders)


def test_a_kind_that_always_carries_something_is_painted_in_its_own_colour_where_that_hides_it() -> None:
    views = without_riders([view("mouse", BODY, GREEN, 0, carries=True), view("cheese", RIDER, GOLD, None)])
    [mouse] = [sprite for sprite in make_sprites(views) if sprite.kind == "mouse"]
    assert np.abs(mouse.picture[0][disc(BODY - 2) > 0] - np.array(GREEN)).max() < 1


def test_what_one_view_hides_is_taken_from_another() -> None:
    dark = view("mouse", BODY, (30.0, 80.0, 35.0), 0)
    views = without_riders([view("mouse", BODY, GREEN, 0, carries=True), dark, view("cheese", RIDER, GOLD, None)])
    [mouse] = [sprite for sprite in make_sprites(views) if sprite.kind == "mouse"]
    middle = SPRITE_SIDE // 2
    assert np.allclose(mouse.picture[0][middle + int(UP[1]), middle], (30, 80, 35), atol=1)


def test_a_piece_that_carries_what_never_lies_alone_teaches_nothing() -> None:
    assert without_riders([view("mouse", BODY, GREEN, 0, carries=True)]) == []


def test_what_lies_on_a_piece_has_no_say_in_its_direction() -> None:
    random = np.random.default_rng(3)
    plain = [random.random((PATCH, PATCH, 5)).astype(np.float32) for _ in range(3)]
    seen = np.ones((PATCH, PATCH), np.float32)
    seen[30:60, 30:60] = 0
    other = [patch * seen[..., None] + (1 - seen[..., None]) for patch in plain]

    def change(shown: Array | None) -> float:
        one, two = (learn(patches, [0.0, 90.0, 180.0], [shown] * 3) for patches in (plain, other))
        return float(np.abs(one.rule - two.rule).mean() + np.abs(one.mean * one.weight - two.mean * two.weight).mean())

    # What is next to the hidden part is blurred into it by a pixel or two.
    assert change(seen) < change(None) / 4
