"""What saves the eye work and must change nothing: each beside the plain way."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision import lamplight
from vision.channels import highest, lowest
from vision.expected import bounds_of
from vision.footprints import Footprints
from vision.matching import PRIOR, STRICT, UNIT, Matcher
from vision.palette import palette_of
from vision.tiles import turned

Array = NDArray[np.float32]
RANDOM = np.random.default_rng(12)


def grey(*shape: int) -> Array:
    """Any grey values."""
    return RANDOM.uniform(0, 255, shape).astype(np.float32)


def test_a_drawing_is_turned_clockwise() -> None:
    """Quarter turns are those of numpy, of drawings and of what was seen of them."""
    for art in (grey(6, 6, 3), grey(6, 6)):
        assert all(np.array_equal(turned(art, turns), np.rot90(art, -turns)) for turns in range(6))


def test_the_bounds_hold_every_corner() -> None:
    """All of a picture lies within its bounds, and they are but a pixel or two wider."""
    for _ in range(50):
        matrix = RANDOM.normal(0, 3, (2, 3))
        corners = np.array([[u, v, 1] for u in (0, 19) for v in (0, 9)]) @ matrix.T
        low, high = bounds_of((10, 20), matrix)
        assert (corners.min(axis=0) - low >= 1).all() and (corners.min(axis=0) - low < 2).all()
        assert (high - corners.max(axis=0) >= 2).all() and (high - corners.max(axis=0) < 3).all()


def test_a_cloth_painted_where_it_is_asked_for_is_the_same() -> None:
    """What lies beside what is asked for is looked at too: how thick a blend is, is told by that."""
    colours = np.array([[40, 40, 200], [150, 150, 230], [240, 240, 240]], np.float32)
    seen = colours[(np.arange(96)[:, None] // 12 + np.arange(96) // 12) % 3] + grey(96, 96, 3) / 25
    seen[20:50, 30:70] = (120, 140, 215)
    table, asked = palette_of(seen.reshape(-1, 3)), np.zeros((96, 96), np.bool_)
    assert len(table.colours) > 1
    for edge in (4, 7):
        asked[RANDOM.integers(0, 96, 60), RANDOM.integers(0, 96, 60)] = True
        assert np.array_equal(table.painted(seen, edge, asked)[asked], table.painted(seen, edge)[asked])


def test_a_glance_adds_up_what_each_pixel_gains() -> None:
    """One product for many rows and spots is the sum over a row's pixels of what they gain by it."""
    covers, tones = RANDOM.uniform(0, 1, (5, 6, 6)).astype(np.float32), RANDOM.normal(0, 1, (5, 6, 6, 4)).astype(np.float32)
    covers[:2, 2:] = 0
    prints = Footprints(covers, tones, np.arange(5), 1)
    seen, costs = grey(20, 20, 4), RANDOM.uniform(0, 7, (20, 20)).astype(np.float32)
    spots = np.array([[8, 9], [12, 7]])
    gains = Matcher(prints, covers.sum(axis=(1, 2)), 6, seen).products(costs, spots, prints.dense(np.arange(5)), 5)
    for n, (u, v) in enumerate(spots.tolist()):
        here = np.s_[v - 3 : v + 3, u - 3 : u + 3]
        off = ((seen[here] * UNIT - tones) ** 2).sum(axis=3)
        wanted = (covers * (costs[here] - STRICT * off - PRIOR)).sum(axis=(1, 2))
        assert np.allclose(gains[n], wanted, rtol=1e-3, atol=0.05)


def test_no_lamp_is_fitted_where_a_rough_look_shows_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a board in even light nothing is reckoned at the whole scale."""
    fit, sizes = lamplight._light, list[int]()

    def counted(seen: Array, wanted: Array, known: NDArray[np.bool_], shrunk: int = 1) -> tuple[Array, Array]:
        sizes.append(len(seen))
        return fit(seen, wanted, known, shrunk)

    monkeypatch.setattr(lamplight, "_light", counted)
    wanted = np.kron(grey(16, 16, 3) / 2 + 40, np.ones((4, 4, 1), np.float32))
    noisy = wanted + RANDOM.normal(0, 3, wanted.shape).astype(np.float32)
    assert lamplight.lamplight(noisy, wanted, np.ones((64, 64), np.bool_), 16) is None
    assert sizes == [32]


def test_the_highest_and_the_lowest_channel() -> None:
    """Both are those of numpy."""
    picture = grey(7, 9, 3)
    assert np.array_equal(highest(picture), picture.max(axis=2)) and np.array_equal(lowest(picture), picture.min(axis=2))
