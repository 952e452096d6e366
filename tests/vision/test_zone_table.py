"""A zone in which the table itself shows: what was never seen bare there looks like the rest of it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.expected import GUESS, Bounds, Expected
from vision.light import Array
from vision.palette import ALL, Palette
from vision.zone_table import lay_table, on_the_table, zone_lights

WOOD = Palette(np.array([[40.0, 60.0, 105.0]], np.float32), 9.0, ALL)
ZONE: Bounds = (10, 20, 90, 60)
WHOLE: Bounds = (0, 0, 120, 80)
NEVER = slice(25, 55), slice(50, 85)
"""Rows and columns that something covered in every teaching picture."""


def shining() -> Array:
    """The wood under a lamp whose light grows to the right."""
    more = np.linspace(0, 34, 120, dtype=np.float32)[None, :, None]
    return np.asarray(WOOD.colours[0] + more * np.ones((80, 1, 1)), np.float32)


def taught(shown: Array) -> Expected:
    """What is known of such a table, a part of the zone but guessed."""
    picture, known, spread = shown.copy(), np.zeros(shown.shape[:2], np.bool_), np.full(shown.shape[:2], 6.0, np.float32)
    known[20:60, 10:90] = True
    picture[NEVER], spread[NEVER] = 200.0, GUESS
    return Expected(picture, known, spread)


def test_the_table_in_a_zone_is_as_bright_as_a_lamp_makes_it_there() -> None:
    """Where it was never seen it is told within a few grey values, by the light on the rest of the zone."""
    expected, plain = taught(shining()), np.broadcast_to(WOOD.colours[0], (80, 120, 3)).astype(np.float32)
    laid = on_the_table(expected, shining(), plain, zone_lights(expected, WOOD, [ZONE]))
    assert np.abs(laid.picture[NEVER] - shining()[NEVER]).max() < 4
    assert (laid.spread[NEVER] < GUESS).all()


def test_a_part_of_it_is_laid_as_the_whole_was() -> None:
    """A window of the board shows the same table as all of it."""
    expected, plain = taught(shining()), np.broadcast_to(WOOD.colours[0], (80, 120, 3)).astype(np.float32)
    lights = zone_lights(expected, WOOD, [ZONE])
    whole, part, where = on_the_table(expected, shining(), plain, lights), taught(shining()), np.zeros((80, 120), np.bool_)
    where[NEVER] = True
    lay_table(part, shining(), plain, lights, where, WHOLE)
    assert np.allclose(part.picture, whole.picture) and np.allclose(part.spread, whole.spread)


def test_wood_has_a_grain() -> None:
    """What differs from the wood along the line of its colours is wood; what has another colour lies on it, if no farther off."""
    darker = np.random.default_rng(3).choice([0.0, -1.0], (80, 120, 1)).astype(np.float32) * (30, 40, 50)
    expected = taught(shining() + np.asarray(darker, np.float32))
    seen, plain = expected.picture.copy(), np.broadcast_to(WOOD.colours[0], (80, 120, 3)).astype(np.float32)
    seen[NEVER] = shining()[NEVER] - np.array((30, 40, 50), np.float32)
    seen[30:40, 60:70] = shining()[30:40, 60:70] + np.array((30, -40, 0), np.float32)
    laid = on_the_table(expected, seen, plain, zone_lights(expected, replace(WOOD, spread=25.0), [ZONE]))
    off = np.abs(laid.picture - seen).max(axis=2) / laid.spread
    assert off[30:40, 60:70].min() > 2.5 and np.delete(off[NEVER], np.s_[10:20], axis=1).max() < 1


def test_a_print_is_no_table_in_odd_light() -> None:
    """Of a zone that is painted in another colour, what was never seen stays a guess."""
    painted = shining()
    painted[20:60, 10:90] = (150.0, 60.0, 40.0)
    assert zone_lights(taught(painted), WOOD, [ZONE]) == ()
