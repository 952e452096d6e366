"""Tiles that never moved while they were taught."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.settled_tiles import settled_tiles
from companion.core.catalogue import Catalogue, Layout, TileKind
from companion.core.grid import Cell
from companion.core.scene import Look
from vision.habits import FIXED, Settled, habits_of, staying, strength_of
from vision.tiles import Fits

LAYOUT = Layout(2, 2, (50.0, 50.0), 48.0, 2.0)
KINDS = tuple(TileKind(name, {"up": 4}) for name in "abcd")
CATALOGUE = Catalogue((*KINDS, TileKind("back", {"down": 1}, ("down",))), ())
LOOKS = tuple(Look(name, "up") for name in "abcd")


@dataclass(frozen=True, slots=True)
class Lain:
    """What a teaching picture says of its tiles."""

    tiles: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class At:
    place: Cell
    look: Look


@dataclass(frozen=True, slots=True)
class Taught:
    tile: At


def picture(*looks: Look) -> Any:
    return Lain(tuple(Taught(At(cell, look)) for cell, look in zip(LAYOUT.cells(), looks, strict=True)))


def up(name: str, turns: int = 0) -> Look:
    return Look(name, "up", turns)


BOARDS = [picture(up("a", 1), *(up(each, n) for each in rest)) for n, rest in enumerate(("bcd", "cdb", "dbc"))]


def test_what_lay_in_one_place_in_all_pictures_is_settled() -> None:
    """The tile that stayed is told with its turns; those that were laid anew are free."""
    assert settled_tiles(BOARDS, LAYOUT, CATALOGUE, LOOKS) == (Settled(0, 0, 1, 3, True),)


def test_a_board_that_was_never_laid_anew_tells_of_no_habit() -> None:
    """Neither do two pictures, for that may be chance."""
    assert settled_tiles([BOARDS[0]] * 4, LAYOUT, CATALOGUE, LOOKS) == ()
    assert settled_tiles(BOARDS[:2], LAYOUT, CATALOGUE, LOOKS) == ()


def test_a_habit_decides_between_drawings_that_fit_alike_and_yields_to_what_is_clear() -> None:
    """Other drawings cost more in that cell, its own elsewhere; a clear lead wins all the same."""
    settled = (Settled(0, 0, 1, 3, True),)
    habits = habits_of(settled, 4, [4] * 4)
    other = FIXED * strength_of(settled)
    assert habits[0, 1] == 0 and np.isclose(habits[0, [0, 2, 5]], other).all()
    assert np.isclose(habits[1, :4], other).all() and not habits[1, 4:].any()
    assert staying(settled, 4).tolist() == [np.float32(strength_of(settled)), 0, 0, 0]
    rows, unknowns, weights = np.array([[5, 1]]), np.zeros((1, 2, 6), np.float32), np.ones((1, 4), np.float32)
    for lead, best in ((0.5, 1), (5.0, 5)):
        fits = Fits(rows, np.array([[10.0, 10.0 + lead]], np.float32), unknowns, weights)
        assert fits.weighed(habits[:1]).rows[0, 0] == best
