"""The bare table as it was taught: expected where it is nearer to what is seen than the table's colours."""

import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.table_art import SeenTable, seen_table, table_art

SIDE = 120
WOOD = np.array([40.0, 60.0, 95.0], np.float32)
NOTHING = np.zeros((SIDE, SIDE), np.bool_)
BESIDE = ~NOTHING


def shining(colour: NDArray[np.float32] = WOOD, gain: float = 1.0, seed: int = 1) -> Array:
    """A table (SIDE, SIDE, 3) that mirrors a lamp in its lower half, 40 grey values in the middle of it."""
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    lamp = 40 * np.exp(-((x - 60) ** 2 + (y - 100) ** 2) / 800.0)
    grain = np.random.default_rng(seed).normal(0, 3, (SIDE, SIDE, 1))
    return np.asarray((colour + lamp[..., None] + grain) * gain, dtype=np.float32)


def taught() -> NDArray[np.uint8]:
    art = table_art([shining(seed=seed) for seed in (1, 2, 3)], [BESIDE] * 3)
    assert art is not None
    return art


def off(table: SeenTable, seen: Array) -> float:
    """By how many grey values the table is off where the lamp is mirrored."""
    return float(np.abs(table.painted(seen, 4) - seen)[90:110, 50:70].mean())


def test_a_lamp_that_is_mirrored_as_it_was_taught_is_the_table() -> None:
    """The spot is expected, also in somewhat more light; by its colours alone the table is far off there."""
    for gain in (1.0, 1.2):
        seen = shining(gain=gain, seed=9)
        assert off(seen_table(seen, NOTHING, BESIDE, None), seen) > 20
        assert off(seen_table(seen, NOTHING, BESIDE, taught()), seen) < 6


def test_a_spot_that_has_gone_is_not_expected() -> None:
    """The lamp was switched off: the table shows its usual colour there, and that is expected."""
    seen = np.broadcast_to(WOOD, (SIDE, SIDE, 3)) + np.random.default_rng(9).normal(0, 3, (SIDE, SIDE, 1))
    assert off(seen_table(seen.astype(np.float32), NOTHING, BESIDE, taught()), seen.astype(np.float32)) < 6


def test_another_table_is_told_by_its_colours() -> None:
    """The game was taught on dark wood and is played on a blue cloth with white stripes: nothing of the wood is expected."""
    cloth = np.full((SIDE, SIDE, 3), (160.0, 60.0, 40.0), np.float32)
    cloth[:, ::8] = 230
    assert seen_table(cloth, NOTHING, BESIDE, taught()).taught is None


def test_what_a_single_picture_shows_bare_is_not_taught() -> None:
    """In it something may have lain there: two pictures must agree on a place."""
    half = BESIDE.copy()
    half[:, 60:] = False
    art = table_art([shining(), shining(), shining()], [BESIDE, half, half])
    assert art is not None
    assert art[:, :60].any(axis=2).all() and not art[:, 60:].any()
    assert table_art([shining(), shining()], [half, ~half]) is None


def test_a_window_is_painted_as_the_whole_is() -> None:
    """A part of the board that is read again expects the same table."""
    seen = shining(seed=9)
    table = seen_table(seen, NOTHING, BESIDE, taught())
    box = (40, 80, 90, 120)
    window = table.painted(seen[80:120, 40:90], 4, box=box)
    assert np.array_equal(window[10:-10, 10:-10], table.painted(seen, 4)[90:110, 50:80])


def flowered(seed: int) -> Array:
    """A plain cloth (SIDE, SIDE, 3) whose right half has figures: a fifth of it is theirs."""
    cloth = np.full((SIDE, SIDE, 3), (90.0, 135.0, 180.0), np.float32)
    for v in range(10, SIDE, 24):
        for u in range(60, SIDE, 24):
            cloth[v : v + 16, u : u + 16] = (55, 45, 110)
    return np.asarray(cloth + np.random.default_rng(seed).normal(0, 3, (SIDE, SIDE, 1)), dtype=np.float32)


def test_figures_of_a_cloth_are_its_colours_where_hardly_any_lie_beside_the_board() -> None:
    """Where the cloth is known again its figures are expected anywhere; by what lies beside the board alone it is plain."""
    art = table_art([flowered(seed) for seed in (1, 2, 3)], [BESIDE] * 3)
    narrow = BESIDE.copy()
    narrow[:, 66:] = False
    seen = flowered(9)
    assert len(seen_table(seen, NOTHING, narrow, None).palette.colours) == 1
    known = seen_table(seen, NOTHING, narrow, art).palette
    assert np.abs(known.colours - (55, 45, 110)).max(axis=1).min() < 10


def test_where_nothing_is_asked_of_a_cloth_the_picture_stays() -> None:
    """A part of the board that is read again may show none of the table, whatever its colours."""
    art = table_art([flowered(seed) for seed in (1, 2, 3)], [BESIDE] * 3)
    table, seen = seen_table(flowered(9), NOTHING, BESIDE, art), flowered(8)
    assert len(table.palette.colours) > 1
    assert (table.palette.painted(seen, 4, NOTHING) == seen).all()
