"""Sides that were never taught: the same print where all have it, else the piece's own rim around what the others show."""

from __future__ import annotations

import numpy as np

from calibration.untaught_sides import with_untaught_sides
from vision.faces import FaceReader
from vision.rig import SPRITE_SIDE, Sprite

Y, X = np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE] - (SPRITE_SIDE - 1) / 2
AWAY = np.hypot(X, Y)
RIMS = {"red": (40, 40, 200), "blue": (200, 60, 40), "green": (50, 190, 50), "violet": (180, 40, 170)}


def side(kind: str, face: str, middle: int, rim: tuple[int, int, int]) -> Sprite:
    """One side of a disc: a print of patches within a rim."""
    patches = np.random.default_rng(middle).uniform(90, 220, (9, 9, 3)).astype(np.float32)
    picture = np.kron(patches, np.ones((8, 8, 1), np.float32))
    picture[AWAY > 14] = rim
    cover = (AWAY < 20).astype(np.float32)
    return Sprite(kind, picture[None], cover[None], 3.0, 6.0, False, face=face, alone=True)


def taught(backs: dict[str, int], rimmed: bool) -> list[Sprite]:
    """Discs with fronts of their own, and the backs that were taught."""
    fronts = [side(kind, "up", number, RIMS[kind]) for number, kind in enumerate(RIMS)]
    return [*fronts, *(side(kind, "down", seed, RIMS[kind] if rimmed else (90, 90, 90)) for kind, seed in backs.items())]


def test_a_back_that_all_have_is_the_untaught_ones_too() -> None:
    """Where the backs that were taught are one print, so is the missing one, and nobody tells them apart."""
    sprites = with_untaught_sides(taught({"red": 9, "blue": 9, "green": 9}, rimmed=False))
    scores = FaceReader(sprites).scores(4, sprites[4].picture[0])
    assert [sprite.kind for sprite in sprites if sprite.imagined] == ["violet"]
    assert scores is not None and scores[7] == scores[4] == max(scores.values())


def test_an_untaught_back_has_the_rim_of_its_front() -> None:
    """A back with an unknown print is told by its rim, if rims told those that were taught."""
    sprites = with_untaught_sides(taught({"red": 7, "blue": 8, "green": 9}, rimmed=True))
    seen = side("violet", "down", 10, RIMS["violet"])
    scores = FaceReader(sprites).scores(4, seen.picture[0])
    assert scores is not None and sprites[7].imagined
    assert max((4, 5, 6, 7), key=scores.__getitem__) == 7


def test_a_back_that_was_taught_stays_as_it_is() -> None:
    """Nothing is imagined where one kind alone was taught on both sides."""
    sprites = taught({"red": 9}, rimmed=True)
    assert with_untaught_sides(sprites) == sprites
