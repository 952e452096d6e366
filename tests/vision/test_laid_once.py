"""What is worked out once and used again shows the same as what is worked out anew."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_wedges import sprite
from numpy.typing import NDArray

from vision import tile_layers
from vision.belief import counts_of
from vision.board_costs import DARKEST_SHADOW, SHADOW_COST, board_costs
from vision.card_light import drawn_parts
from vision.expected import Canvas
from vision.mere_light import _shape, _traced
from vision.piece_bank import bounds_of_rows, make_piece_bank
from vision.rectify import Plan
from vision.tile_layers import TileLayers
from vision.tiles import Fits
from vision.tones import tones, with_texture

Array = NDArray[np.float32]
RANDOM = np.random.default_rng(14)
PLAN = Plan((0.0, 0.0), (1.0, 1.0), (256, 128), 0.0)
CORNERS = np.array([[0, 0], [32, 0]], dtype=np.int64)


def grey(*shape: int) -> Array:
    """Any grey values."""
    return RANDOM.uniform(0, 255, shape).astype(np.float32)


def layers() -> TileLayers:
    """Two drawings, of one of which a part was never seen bare, for two cells beside each other."""
    art, seen = grey(2, 24, 24, 3), np.ones((2, 24, 24), np.float16)
    seen[1, :12] = 0
    return TileLayers(art, seen, 60.0, np.array([[31.5, 31.5], [95.5, 31.5]]), np.array([[-1.0, 0.0], [1.0, 0.0]]), 4)


def fits(shift: float = 0.0, row: int = 5) -> Fits:
    """The first drawing in the left cell, in the right one that of a row, shifted so far (coarse px)."""
    unknowns = np.zeros((2, 1, 6), np.float32)
    unknowns[..., :3], unknowns[1, 0, 3] = 1.0, shift
    return Fits(np.array([[2], [row]]), np.zeros((2, 1), np.float32), unknowns, np.ones((2, 196), np.float32))


def painted(known: TileLayers, told: Fits, box: tuple[int, int, int, int] | None = None) -> tuple[Array, Array, Array]:
    """The picture, what is known and its spread, of all of a board or of a window."""
    canvas = Canvas(PLAN, box)
    for lit in known.near(canvas, CORNERS, 32, np.zeros((6, 3), np.float32)):
        canvas.lay(known.layer(canvas.bounds, told, lit))
    board = canvas.expected(6.0)
    return board.picture, board.known.astype(np.float32), board.spread


def test_what_was_laid_for_a_window_is_laid_anew_for_more() -> None:
    """Of a drawing at the rim of a window only a part is laid; the whole board then shows all of it."""
    known = layers()
    painted(known, fits(), (20, 4, 34, 28))
    after = painted(known, fits())
    known._laid.clear()
    # The spread is told by sums that round as their memory lies.
    for one, other in zip(after, painted(known, fits()), strict=True):
        assert np.allclose(one, other, rtol=1e-5)


def test_a_window_shows_what_the_whole_board_shows() -> None:
    """A drawing laid for all of the board is cut off where a window ends."""
    known = layers()
    whole, part = painted(known, fits()), painted(known, fits(), (20, 4, 50, 28))
    for one, other in zip(whole[:2], part[:2], strict=True):
        assert np.array_equal(one[8:56, 40:100], other)


def test_boards_below_each_other_show_what_each_shows() -> None:
    """What is told of copies of a canvas at once is what is told of each by itself, but for two rows at its rims."""
    known, box, tried = layers(), (20, 4, 50, 28), [fits(), fits(0.5), fits(row=3)]
    whole, copies = Canvas(PLAN, box).copies(len(tried))
    for canvas, told in zip(copies, tried, strict=True):
        for lit in known.near(canvas, CORNERS, 32, np.zeros((6, 3), np.float32)):
            canvas.lay(known.layer(canvas.bounds, told, lit))
    board, inner = whole.expected(6.0), slice(2, -2)
    for told, *shown in zip(tried, *(np.split(each, 3) for each in (board.picture, board.known, board.spread)), strict=True):
        for one, other in zip(shown, painted(known, told, box), strict=True):
            assert np.allclose(one[inner], other[inner], rtol=1e-5)


def test_a_drawing_that_lies_otherwise_is_laid_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shift, another drawing or another light is seen; of a drawing that lies as it did nothing is warped."""
    known, laid, warp = layers(), [0], tile_layers.laid_layer

    def counted(*given: object, **named: object) -> object:
        laid[0] += 1
        return warp(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(tile_layers, "laid_layer", counted)
    first = painted(known, fits())
    again, shifted, other = painted(known, fits()), painted(known, fits(0.5)), painted(known, fits(row=3))
    assert laid == [4] and all(np.allclose(one, same, atol=1e-3) for one, same in zip(first, again, strict=True))
    fresh = layers_like(known)
    for seen, told in ((shifted, fits(0.5)), (other, fits(row=3))):
        assert all(np.allclose(one, same, atol=1e-3) for one, same in zip(seen, painted(fresh, told), strict=True))
        assert not np.array_equal(seen[0], first[0])


def test_little_of_a_whole_board_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once a reading is done, no more bytes of laid drawings stay than are allowed, and few stay as they are."""
    known = layers()
    painted(known, fits())
    known.forget()
    assert len(known._laid) == 2
    monkeypatch.setattr(tile_layers, "KEPT", 1000)
    known.forget()
    assert not known._laid


def layers_like(other: TileLayers) -> TileLayers:
    """The same drawings, of which none was laid yet."""
    return TileLayers(other._art, other._seen, other._side, other._nominal, other._at, other._block)


def test_cards_in_a_darker_zone_cost_what_a_darker_picture_says() -> None:
    """What is seen and drawn is multiplied once for all lights of a zone."""
    pictures, covers, starts = grey(4, 9, 9, 3), np.ones((4, 9, 9), np.float32), [(0, 0), (3, 3), (6, 0)]
    covers[2, :4] = 0
    coarse, spots, white = grey(14, 13, 3), np.argwhere(np.ones((6, 5), np.bool_)), np.full(3, 255, np.float32)
    drawn = drawn_parts(pictures, covers, starts)
    parts = drawn.against(coarse, white)
    seen = parts.seen(spots)
    products = parts.products(seen)
    for factor in (1.0, 0.6, 1.7):
        darker = drawn.against(coarse / np.float32(factor), white).costs(spots)
        assert np.allclose(parts.costs_dimmed(seen, products, factor, np.empty_like(products)), darker, atol=1e-3)


def test_costs_as_board_are_those_of_the_whole_pictures() -> None:
    """Channel by channel a pixel costs what its colours and its tones say, in a shadow of some colour too."""
    board, spread, colour = grey(20, 30, 3), RANDOM.uniform(6, 40, (20, 30)).astype(np.float32), np.array([0.9, 1.0, 1.1])
    seen = np.asarray(board * 0.7 + grey(20, 30, 3) * 0.2, dtype=np.float32)
    shown = with_texture(seen, np.zeros((20, 30), np.float32))
    for shadow in (None, colour.astype(np.float32)):
        whole = board if shadow is None else board * shadow
        taken = ((board - seen) * whole).sum(axis=2) / np.maximum((whole**2).sum(axis=2), 1)
        dark = board - whole * np.clip(taken, 0, 1 - DARKEST_SHADOW)[..., None]
        scale, wanted, away = 1 / (3 * spread**2), tones(board), ((seen - board) ** 2).sum(axis=2)
        plain = np.minimum(away * scale, ((seen - dark) ** 2).sum(axis=2) * scale + SHADOW_COST)
        hue = ((shown[..., 1:3] - wanted[..., 1:]) ** 2).sum(axis=2)
        luma = shown[..., 0] - wanted[..., 0]
        darker = np.maximum(luma, 0) + np.minimum(shown[..., 0] - DARKEST_SHADOW * wanted[..., 0], 0)
        toned = np.minimum((hue + luma**2) * scale, (hue + darker**2) * scale + SHADOW_COST)
        if shadow is not None:
            off = ((shown[..., :3] - tones(np.asarray(dark, np.float32))) ** 2).sum(axis=2)
            toned = np.minimum(toned, off * scale + SHADOW_COST)
        assert np.allclose(board_costs(seen, shown, board, spread, shadow), np.maximum(plain, toned), rtol=1e-3, atol=1e-3)


def test_the_bounds_of_a_row_hold_what_it_covers() -> None:
    """Each row's bounds are those of the pixels it covers."""
    covered = np.zeros((2, 12, 12), np.bool_)
    covered[0, 3:7, 2:5] = covered[1, 0, 11] = True
    assert bounds_of_rows(covered) == [(2, 3, 5, 7), (11, 0, 12, 1)]


def test_an_outline_is_traced_once() -> None:
    """The pixels of a piece and of its rim are those told anew, and the very same the next time."""
    bank = make_piece_bank([sprite()])
    assert bank is not None
    kept = _shape(bank, 0, 5.0, 1.0)
    assert _shape(bank, 0, 5.0, 1.0) is kept
    for one, other in zip(kept, _traced(bank, 0, 5.0, 1.0), strict=True):
        assert all(np.array_equal(each, same) for each, same in zip(one, other, strict=True))


def test_counts_are_those_of_sums_of_chances() -> None:
    """Of two finds the chance of none, one and both is what both together say, less what a miscount takes."""
    both = np.exp(counts_of([0.9, 0.8]))
    assert np.allclose(both, np.append(np.convolve([0.1, 0.9], [0.2, 0.8]), 1e-3) / 1.001, rtol=1e-6)
