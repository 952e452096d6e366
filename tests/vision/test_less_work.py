"""What saves the eye work and must change nothing: each beside the plain way."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from drawn_wedges import sprite
from numpy.typing import NDArray

from vision import lamplight, loose
from vision import zones as zones_of
from vision.channels import highest, lowest
from vision.closer import _error_in, _part, _ways
from vision.expected import bounds_of
from vision.faces import SPOKES, _by_spoke
from vision.footprints import Footprints
from vision.matching import PRIOR, STRICT, UNIT, Matcher
from vision.palette import palette_of
from vision.piece_bank import make_piece_bank
from vision.tiles import SEEN, turned

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
    prints = Footprints(covers, tones, np.arange(5), [False] * 5, 1)
    seen, costs = grey(20, 20, 4), RANDOM.uniform(0, 7, (20, 20)).astype(np.float32)
    spots = np.array([[8, 9], [12, 7]])
    gains = Matcher(prints, covers.sum(axis=(1, 2)), 6, seen * UNIT).products(costs, spots, prints.dense(np.arange(5)), 5)
    for n, (u, v) in enumerate(spots.tolist()):
        here = np.s_[v - 3 : v + 3, u - 3 : u + 3]
        off = ((seen[here] * UNIT - tones) ** 2).sum(axis=3)
        wanted = (covers * (costs[here] - STRICT * off - PRIOR)).sum(axis=(1, 2))
        assert np.allclose(gains[n], wanted, rtol=1e-3, atol=0.05)


@pytest.mark.parametrize("shines", [False, True])
def test_a_flat_piece_is_compared_with_haze_and_without(shines: bool) -> None:
    """Where cards throw a lamp back, a counter that shines as they do and one that does not both fit; what stands is compared as
    it is seen."""
    covers, tones = np.ones((2, 6, 6), np.float32), np.tile(RANDOM.normal(0, 1, (1, 6, 6, 4)).astype(np.float32), (2, 1, 1, 1))
    seen, dull = np.full((2, 20, 20, 4), 3, np.float32)
    (dull if shines else seen)[5:11, 5:11] = tones[0]
    prints = Footprints(covers, tones, np.arange(2), [True, False], 1)
    match = Matcher(prints, covers.sum(axis=(1, 2)), 6, seen, dull)
    spots = np.array([[8, 8], [8, 8]])
    _, misfits = match.capped(np.zeros((20, 20), np.float32), np.arange(2), spots)
    assert misfits[0] == pytest.approx(0, abs=1e-6) and (misfits[1] > 1) == shines
    gains = match.products(np.zeros((20, 20), np.float32), spots[:1], prints.dense(np.arange(2)), 2)[0]
    assert gains[0] == pytest.approx(-PRIOR * 36, abs=0.01) and (gains[1] < gains[0] - 1) == shines


def test_glances_that_overlap_tell_what_each_tells_by_itself() -> None:
    """What is kept of a spot holds for other spots beside it, and when costs have changed."""
    covers, tones = RANDOM.uniform(0, 1, (5, 6, 6)).astype(np.float32), RANDOM.normal(0, 1, (5, 6, 6, 4)).astype(np.float32)
    prints, seen = Footprints(covers, tones, np.arange(5), [False] * 5, 1), grey(20, 20, 4) * UNIT
    kept, rows = Matcher(prints, covers.sum(axis=(1, 2)), 6, seen), prints.dense(np.arange(5))
    for spots in ([[8, 9], [12, 7]], [[12, 7], [5, 5], [12, 7]], [[8, 9]]):
        costs = RANDOM.uniform(0, 7, (20, 20)).astype(np.float32)
        fresh = Matcher(prints, covers.sum(axis=(1, 2)), 6, seen).products(costs, np.array(spots), rows, 5)
        assert np.allclose(kept.products(costs, np.array(spots), rows, 5), fresh, rtol=1e-4, atol=0.01)


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


def test_the_nearest_window_is_found_by_blocks_as_without() -> None:
    """The drawing that fits a window best, and how far each is off there, are those of all windows looked at in full."""
    drawn = grey(7, SEEN, SEEN, 3)
    windows = np.concatenate([grey(40, SEEN, SEEN, 3), drawn[3:4] + grey(1, SEEN, SEEN, 3) / 10, grey(40, SEEN, SEEN, 3)])
    window, off = loose._best(windows, drawn)
    whole = ((windows[:, None] - drawn) ** 2).sum(axis=(2, 3, 4))
    assert window == whole.min(axis=1).argmin() == 40
    assert np.allclose(off, whole[40], rtol=1e-3)


def test_windows_that_blocks_tell_to_be_worse_are_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a hundred windows only those are looked at pixel by pixel that may be the nearest."""
    apart, sizes = loose._apart, list[int]()

    def counted(some: Array, others: Array) -> Array:
        sizes.append(len(some))
        return apart(some, others)

    monkeypatch.setattr(loose, "_apart", counted)
    level = np.linspace(0, 200, 100, dtype=np.float32)[:, None, None, None]
    loose._best(np.broadcast_to(level, (100, SEEN, SEEN, 3)).copy(), np.full((2, SEEN, SEEN, 3), 100, np.float32))
    assert sizes == [100, loose.TOGETHER]


def test_printed_zones_are_fitted_together_as_one_by_one() -> None:
    """Zones of several sizes have the unknowns that each has alone."""
    quarter, gains = cv2.GaussianBlur(grey(60, 60, 3), (0, 0), 2), RANDOM.uniform(0.8, 1.2, (3, 3)).astype(np.float32)
    blocks = [(4, 4, 44, 36), (40, 60, 80, 92), (60, 10, 84, 34)]
    zones = [
        zones_of._print(str(n), block, grey(block[3] - block[1], block[2] - block[0], 3) / 4 + 90, np.ones(shape, np.float32), 2)
        for n, block in enumerate(blocks)
        for shape in [(block[3] - block[1], block[2] - block[0])]
    ]
    seen = [zones_of.seen_of(zone, quarter) for zone in zones]
    together = zones_of.fit_zones(zones, seen, gains, 12.0)
    alone = [zones_of.fit_zones([zone], seen[n : n + 1], gains[n : n + 1], 12.0)[0] for n, zone in enumerate(zones)]
    assert np.allclose(together, alone, atol=1e-4)


def test_rings_are_told_by_spoke_as_by_fourier() -> None:
    """The product with all waves is the transform."""
    rings = grey(3, 4, SPOKES)
    assert np.allclose(_by_spoke(rings), np.fft.rfft(rings, axis=-1), rtol=1e-4, atol=0.1)


def test_a_bank_tells_how_far_its_pieces_reach() -> None:
    """As much room is left around what is read again."""
    bank = make_piece_bank([sprite()])
    assert bank is not None
    shown = np.argwhere((bank.covers > 0.06).any(axis=0)) - (bank.side - 1) / 2
    assert np.abs(shown).max() <= bank.reach < bank.side // 2


def test_the_best_shift_of_a_drawing_is_told_for_all_at_once() -> None:
    """What is left of the picture that fits best, at the shift that leaves least, is that of all shifts tried one by one,
    though it is told at half the scale first."""
    drawn, shift = cv2.GaussianBlur(grey(40, 40, 3), (0, 0), 2), (3, 6)
    seen = np.pad(0.8 * drawn, ((shift[0], 8 - shift[0]), (shift[1], 8 - shift[1]), (0, 0)), mode="edge") + grey(48, 48, 3) / 20
    left = []
    for v, u in np.ndindex(9, 9):
        here = seen[v : v + 40, u : u + 40]
        light = (here * drawn).sum(axis=(0, 1)) / (drawn**2).sum(axis=(0, 1))
        left.append((((here - light * drawn) ** 2).mean(axis=2), (v, u)))
    best, where = min(left, key=lambda one: float(one[0].mean()))
    assert where == shift
    cuts = [each.astype(np.float32) for each in (seen[::-1].copy(), seen)]
    (way,) = _ways([drawn], cuts)
    assert way == (1, *shift)
    # More or less haze than it was taught in explains a little more.
    assert 0.8 * best.mean() < _error_in(_part(cuts, way, drawn), drawn).mean() <= best.mean()
