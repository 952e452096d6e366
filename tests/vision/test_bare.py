"""Holes in the grid: the bare table in place of a tile, whatever the table looks like."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.bare import BareTable, surely_drawn
from vision.light import Array
from vision.tiles import SEEN

SIZE = 12 * SEEN
PLAIN, DRAWN = 0.3, 2.0
"""What a pixel costs that is the drawing, and that is something else."""
FAR = np.ones(1)
"""Light that is bent far to make a drawing fit."""


def _planks() -> Array:
    """A table of planks (h, w, 3), each of another brown, with a dark seam between two and a fine grain."""
    rng = np.random.default_rng(5)
    brown = np.repeat(rng.uniform(0.85, 1.15, SIZE // 20 + 1), 20)[:SIZE, None, None] * np.array([85.0, 130.0, 175.0])
    table = np.broadcast_to(brown, (SIZE, SIZE, 3)) + rng.normal(0, 6, (SIZE, SIZE, 1))
    table[::20] *= 0.7
    return table.astype(np.float32)


def _window(image: Array, row: int, col: int) -> Array:
    return image[row : row + SEEN, col : col + SEEN].reshape(1, -1)


def _beside() -> NDArray[np.bool_]:
    """Where the bare table is known to be seen: all but the right half."""
    return np.arange(SIZE)[None] < np.full((SIZE, 1), SIZE // 2)


def test_a_place_that_shows_planks_is_a_hole() -> None:
    """On a table of planks, no two alike, a place that shows a plank and a seam is a hole if no drawing explains it."""
    table = _planks()
    seen = np.concatenate([_window(table, row, SIZE - SEEN) for row in range(0, SIZE - SEEN, SEEN)])
    odds = BareTable(table, _beside()).explains(seen).odds_of_holes(np.full(len(seen), DRAWN), np.ones(len(seen)))
    assert (odds > 0).all()


def test_a_place_across_two_planks_is_surely_a_hole() -> None:
    """A pale plank beside a dark one, with the seam between: each line of the place is off by as much as planks are."""
    table = _planks()
    half = np.where(np.arange(SEEN) < SEEN // 2, 1.12, 0.88)[:, None, None] * np.array([85.0, 130.0, 175.0])
    seen = np.broadcast_to(half, (SEEN, SEEN, 3)) + np.random.default_rng(8).normal(0, 6, (SEEN, SEEN, 1))
    both = np.stack([seen, seen.transpose(1, 0, 2)]).astype(np.float32).reshape(2, -1)
    odds = BareTable(table, _beside()).explains(both).odds_of_holes(np.full(2, 1.5), np.ones(2))
    assert (odds > 5).all()


def test_a_drawing_that_fits_is_no_hole() -> None:
    """What a drawing explains is a tile, though it may look like the table."""
    table = _planks()
    odds = BareTable(table, _beside()).explains(_window(table, 0, SIZE - SEEN)).odds_of_holes(np.array([PLAIN]), FAR)
    assert odds[0] < 0


def test_what_neither_drawing_nor_table_explains_is_no_hole() -> None:
    """A hand is no hole: it looks like no drawing, but not like the table either."""
    table = _planks()
    hand = np.full((1, SEEN * SEEN * 3), 220.0, np.float32)
    assert BareTable(table, _beside()).explains(hand).odds_of_holes(np.array([2.5]), FAR)[0] < 0


def test_a_table_of_all_colours_makes_no_holes() -> None:
    """What may have any colour explains anything, so a badly drawn place on such a table is no hole."""
    rng = np.random.default_rng(1)
    table = rng.uniform(0, 255, (SIZE, SIZE, 3)).astype(np.float32)
    assert BareTable(table, _beside()).explains(_window(table, 0, SIZE - SEEN)).odds_of_holes(np.array([1.2]), FAR)[0] < 0


def test_a_drawing_half_hidden_in_its_usual_light_is_no_hole() -> None:
    """Below a piece of the table's colour a drawing costs as much as a wrong one; but no light was bent to make it fit."""
    table = _planks()
    bare = BareTable(table, _beside()).explains(_window(table, 0, SIZE - SEEN))
    drawn = bare.costs * 1.5 + 0.5
    assert bare.odds_of_holes(drawn, FAR)[0] > 0 > bare.odds_of_holes(drawn, 0 * FAR)[0]


def test_a_table_in_dim_and_coloured_light_is_the_same_table() -> None:
    """In art light what varies by so much is one table, however dark the room is."""
    table, gains = _planks(), np.array([[[0.2, 0.35, 0.45]]], np.float32)
    well = BareTable(table, _beside()).explains(_window(table, 0, SIZE - SEEN))
    dim = BareTable(table * gains, _beside(), gains).explains(_window(table, 0, SIZE - SEEN))
    assert np.allclose(well.costs, dim.costs, atol=0.01) and well.vague == dim.vague


def test_a_hole_half_in_the_shadow_of_its_rim_is_a_hole() -> None:
    """A tile throws an edged shadow on the plain table beside it."""
    table = np.full((SIZE, SIZE, 3), (85.0, 130.0, 175.0), np.float32)
    hole = table[:SEEN, :SEEN].copy()
    hole[:, : SEEN // 4] *= 0.6
    assert BareTable(table, _beside()).explains(hole.reshape(1, -1)).odds_of_holes(np.array([DRAWN]), FAR)[0] > 3


def test_a_cloth_of_many_colours_explains_less_than_a_plain_one() -> None:
    """In one of five shades of one of four colours much looks like that cloth: a hero on a tile is no hole in it."""
    rng = np.random.default_rng(6)
    vague = []
    for colours in ([(200, 218, 219)], [(200, 218, 219), (50, 71, 97), (112, 73, 45), (110, 139, 158)]):
        stripes = np.repeat(np.resize(np.array(colours, np.float32), (SIZE // 12, 3)), 12, axis=0)[:SIZE, None]
        cloth = (np.broadcast_to(stripes, (SIZE, SIZE, 3)) + rng.normal(0, 6, (SIZE, SIZE, 1))).astype(np.float32)
        vague.append(BareTable(cloth, _beside()).explains(_window(cloth, 0, SIZE - SEEN)).vague)
    assert vague[1] > vague[0] + 0.3


def test_a_drawing_that_fits_closely_is_no_hole_though_one_might_lie_there() -> None:
    """Even odds by the table alone; in the light that a tile throws back its drawing fits, and there is one.  Where a hole is the
    likelier, or no drawing fits, it stays so."""
    odds = surely_drawn(np.array([0.0, 0.0, 2.0], np.float32), np.array([0.2, 1.5, 0.2]))
    assert odds[0] < -5 and odds[1:].tolist() == [0.0, 2.0]
