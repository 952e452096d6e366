"""Light that tiles share: a shadow on whole tiles is not taken for light of their own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.relight import OFFSET, shadows
from vision.shared_light import shared_level, shared_light, window

Array = NDArray[np.float32]
ROWS, COLS, SIDE = 5, 6, 16
AT = np.array([[col, row] for row in range(ROWS) for col in range(COLS)], dtype=np.float64)
LYING = [window(SIDE * int(x), SIDE * int(y), SIDE * int(x + 1), SIDE * int(y + 1)) for x, y in AT]


def own(levels: NDArray[np.floating]) -> Array:
    """Logarithms (places, 3) of the light of tiles, alike in all channels, from those of the columns (cols,)."""
    return np.repeat(np.tile(levels, ROWS)[:, None], 3, axis=1).astype(np.float32)


def test_what_half_the_tiles_have_in_common_is_light() -> None:
    """Dark ones on one side, bright ones on the other, and those between that are half of each."""
    levels = own(np.array([-0.15, -0.15, -0.15, 0.0, 0.15, 0.15]))
    assert np.abs(shared_level(levels, AT) - levels).max() < 0.02


def test_what_one_tile_has_alone_is_its_own() -> None:
    """One tile was taught too dark, another mirrors a lamp: neither is light on the table."""
    levels = own(np.zeros(COLS))
    levels[8], levels[21] = 0.16, -0.16
    assert np.abs(shared_level(levels, AT)).max() < 0.01
    assert not shared_level(levels[:1], AT[:1]).any()


def test_a_shadow_is_found_though_every_tile_is_expected_as_dark_as_it_is() -> None:
    """Fitted each in a light of its own, tiles in a shadow look as expected but for those over which its edge runs."""
    drawn = np.kron(np.random.default_rng(3).integers(60, 150, (20, 24, 3)), np.ones((4, 4, 1))).astype(np.float32)
    seen, known = drawn.copy(), np.ones(drawn.shape[:2], np.bool_)
    seen[:, :40] = (seen[:, :40] + OFFSET) * 0.75 - OFFSET
    gains = np.array([seen[at].mean(axis=(0, 1)) / drawn[at].mean(axis=(0, 1)) for at in LYING], dtype=np.float32)
    wanted = drawn.copy()
    for at, gain in zip(LYING, gains, strict=True):
        wanted[at] *= gain
    assert shadows(seen, wanted, known) is None
    factors = shadows(seen, wanted / shared_light((80, 96), LYING, gains, AT), known)
    assert factors is not None
    assert abs(float(np.median(factors[:, :32])) - 0.75) < 0.03 and abs(float(np.median(factors[:, 52:])) - 1) < 0.03


def test_a_tile_beside_the_board_lies_in_the_shadow_next_to_it() -> None:
    """What lies there is not known, so only the board's nearest part tells its light."""
    wanted = np.kron(np.random.default_rng(3).integers(60, 150, (20, 24, 3)), np.ones((4, 4, 1))).astype(np.float32)
    seen, known, beside = wanted.copy(), np.ones(wanted.shape[:2], np.bool_), np.zeros(wanted.shape[:2], np.uint8)
    seen[:, :48] = (seen[:, :48] + OFFSET) * 0.7 - OFFSET
    known[:, :20], beside[30:50, :14] = False, 1
    without, factors = shadows(seen, wanted, known), shadows(seen, wanted, known, beside)
    assert without is not None and factors is not None
    assert np.abs(without[30:50, :8] - 1).max() == 0 and np.abs(factors[30:50, :8] - 0.7).max() < 0.05
