"""Shadows with edges and tiles that mirror a lamp, taken out of a plan."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.relight import GAMMA, OFFSET, guessed_under, maybe_mirror, mirrors, shadows, without_mirrors, without_shadows

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


def test_what_is_expected_under_a_mirror_is_known_to_be_guessed() -> None:
    """Where the camera was blinded only what was expected is shown, at the mirror's edge half of it; where it sees, nothing."""
    plan, where = np.full((64, 64, 3), 120, np.uint8), np.zeros((32, 32), np.bool_)
    plan[:32, :32], where[:16, :24] = 255, True
    guessed = guessed_under(plan, where)
    assert (guessed[:16, :16] == 1).all() and (guessed[:17, 23:25] == 0.5).all() and (guessed[16, :25] == 0.5).all()
    assert not guessed[:15, 16:23].any() and not guessed[17:].any() and not guessed[:, 25:].any()


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
