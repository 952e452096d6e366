"""Shadows with edges and tiles that mirror a lamp, taken out of a plan."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.relight import GAMMA, OFFSET, maybe_mirror, mirrors, shadows, without_mirrors, without_shadows

Array = NDArray[np.float32]
KNOWN = np.ones((64, 64), np.bool_)
CELLS = np.array([[u, v] for v in range(0, 64, 16) for u in range(0, 64, 16)])


def board() -> Array:
    """A drawn board (64, 64, 3) of 4 x 4 cells with strong contrasts."""
    grey = np.random.default_rng(3).integers(30, 150, (16, 16, 3)).astype(np.float32)
    return np.kron(grey, np.ones((4, 4, 1), np.float32))


def test_half_the_light_on_half_the_table_is_a_shadow() -> None:
    """The shaded half is found with about the right factor, the other is left alone."""
    wanted = board()
    seen = wanted.copy()
    seen[:, 32:] = (seen[:, 32:] + OFFSET) * 0.7 - OFFSET
    factors = shadows(seen, wanted, KNOWN)
    assert factors is not None
    assert abs(float(np.median(factors[:, 44:])) - 0.7) < 0.03 and abs(float(np.median(factors[:, :20])) - 1) < 0.03
    assert np.abs(without_shadows(seen.astype(np.uint8), factors)[:, 44:] - wanted[:, 44:]).mean() < 4


def test_smooth_light_has_no_shadow() -> None:
    """A board in the light it is expected in, with some noise, is left as it is."""
    wanted = board()
    noise = np.random.default_rng(4).normal(0, 4, wanted.shape).astype(np.float32)
    assert shadows(wanted + noise, wanted, KNOWN) is None
    assert mirrors(wanted + noise, wanted, KNOWN, CELLS) is None


def test_a_dark_piece_is_no_shadow() -> None:
    """What covers less than a place and hides the drawing is not light."""
    wanted = board()
    seen = wanted.copy()
    seen[20:30, 20:30] = 15
    assert shadows(seen, wanted, KNOWN) is None


def mirrored() -> tuple[Array, Array]:
    """A board on one of whose cells a lamp is mirrored: as seen, as drawn."""
    wanted = board()
    seen = wanted.copy()
    seen[16:32, 16:32] = 255 * ((wanted[16:32, 16:32] / 255) ** GAMMA + 0.3) ** (1 / GAMMA)
    return seen, wanted


def test_a_mirrored_lamp_is_found_and_taken_out() -> None:
    """The same light on dark and bright points of one tile is a mirror; without it, the drawing is as it was."""
    seen, wanted = mirrored()
    found = mirrors(seen, wanted, KNOWN, CELLS)
    assert found is not None
    light, where = found
    assert where[16:32, 16:32].mean() > 0.9 and where.mean() < 0.08 and abs(float(light[24, 24, 1]) - 0.3) < 0.05
    bare = without_mirrors(seen.astype(np.uint8), light, where, wanted, KNOWN)
    assert np.abs(bare[18:30, 18:30].astype(float) - wanted[18:30, 18:30]).mean() < 12


def test_a_dim_warm_lamp_is_mirrored_as_dim_and_as_warm() -> None:
    """Measured by what white paper gives, it is a mirror; by the light of a bright room it would be too faint and too red."""
    seen, wanted = mirrored()
    gains = np.array([0.35, 0.55, 0.62], np.float32)
    paper = gains**GAMMA
    found = mirrors(seen * gains, wanted * gains, KNOWN, CELLS, paper=paper)
    assert found is not None and np.allclose(found[0][24, 24] / paper, 0.3, atol=0.05)
    assert mirrors(seen * gains, wanted * gains, KNOWN, CELLS) is None


def test_a_large_mirror_on_a_plainer_drawing_is_found() -> None:
    """No piece covers more than half of a tile; a smaller patch on so plain a drawing may be one."""
    wanted = (90 + 0.5 * (board() - 90)).astype(np.float32)
    for size, there in ((14, True), (7, False)):
        seen = wanted.copy()
        seen[17 : 17 + size, 17:31] = 255 * ((wanted[17 : 17 + size, 17:31] / 255) ** GAMMA + 0.3) ** (1 / GAMMA)
        assert (mirrors(seen, wanted, KNOWN, CELLS) is not None) == there


def test_where_one_channel_is_blinded_a_mirror_is_told_by_the_others() -> None:
    """A warm drawing under a lamp reaches white in red first."""
    wanted = board() + np.array([0, 0, 100], np.float32)
    seen = wanted.copy()
    seen[16:32, 16:32] = np.minimum(255 * ((wanted[16:32, 16:32] / 255) ** GAMMA + 0.4) ** (1 / GAMMA), 255)
    found = mirrors(seen, wanted, KNOWN, CELLS)
    assert found is not None and found[1][16:32, 16:32].mean() > 0.9 and abs(float(found[0][24, 24, 0]) - 0.4) < 0.05


def test_a_piece_under_a_mirror_is_not_painted_over() -> None:
    """It blinds the camera in one channel, as the drawing would, but the others tell them apart."""
    wanted = np.full((64, 64, 3), (90, 90, 200), np.float32)
    seen = 255 * np.minimum((wanted / 255) ** GAMMA + 0.5, 1) ** (1 / GAMMA)
    seen[20:28, 20:28, 0] += 45
    light, where = np.full((64, 64, 3), 0.5, np.float32), np.ones((64, 64), np.bool_)
    bare = without_mirrors(seen.astype(np.uint8), light, where, wanted, KNOWN).astype(np.float32)
    assert np.abs(bare[4:16, 4:16] - wanted[4:16, 4:16]).max() < 3 and (bare[21:27, 21:27, 0] > 120).all()


def test_a_white_piece_is_no_mirror() -> None:
    """What hides the drawing adds another light to every point of it."""
    wanted = board()
    seen = wanted.copy()
    seen[19:29, 19:29] = 235
    assert mirrors(seen, wanted, KNOWN, CELLS) is None


def test_what_is_brighter_than_a_drawing_all_over_may_be_a_lamp_in_it() -> None:
    """A tile under a blinding lamp is not sworn to be gone; a dark hole is."""
    drawn = board()[:16, :16].reshape(1, -1, 3)
    lamp = np.minimum(drawn[0] + 110, 250)
    assert maybe_mirror(lamp, drawn)
    assert not maybe_mirror(np.full_like(lamp, 20.0), drawn)


def test_a_bright_table_on_which_no_detail_of_a_drawing_shows_is_no_lamp_in_it() -> None:
    """A mirrored lamp adds its light to the drawing, and what is dark in it stays darker: a bare bright table tells a hole."""
    drawn = board()[:16, :16].reshape(1, -1, 3)
    assert not maybe_mirror(np.full_like(drawn[0], 200.0), drawn)
    assert maybe_mirror(np.clip(drawn[0] * 0.4 + 130, 0, 225), drawn)
