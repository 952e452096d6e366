"""What lies close to a sleeve seems to be a part of it, and is plain to see."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from drawn_wedges import BODY, WOOD, YELLOW, mouse, sprite, wedge

from vision.expected import Expected
from vision.found import Found
from vision.hanging_on import (
    SHADE,
    SHADOW,
    _alike,
    _by_itself,
    _coloured,
    _heaped,
    _is_one,
    without_bodies,
    without_flat_parts,
    without_pieces,
)
from vision.light import Array
from vision.near_misses import WORST_MISFIT
from vision.piece_bank import PieceBank, make_piece_bank
from vision.pieces import PieceSearch
from vision.reader import LEAST_GAIN
from vision.rig import SPRITE_SIDE
from vision.tones import halved, texture, with_texture

SIDE, SLEEVE = 320, (90.0, 40.0, 60.0)
BANK = make_piece_bank([sprite()])


def table() -> Array:
    """A bare wooden table."""
    return np.full((SIDE, SIDE, 3), WOOD, np.float32)


def searched(seen: Array, bank: PieceBank | None = BANK) -> PieceSearch:
    """A search of what is seen on that table."""
    half = Expected(halved(table()), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    return PieceSearch(bank, halved(seen), halved(texture(seen)), half)


def patch_and_rest(colour: tuple[float, float, float] | None) -> tuple[Array, Array]:
    """The strange patch of a sleeve to which something hangs on, a wedge or a triangle of that colour, and what is left of it
    as a hand."""
    seen = table()
    cv2.rectangle(seen, (170, -1), (260, SIDE), SLEEVE, -1)
    wedge(seen, (161.5, 160), 0) if colour is None else wedge(seen, (161.5, 160), 0, colour)
    patch = searched(seen).board_costs > 1
    return patch, without_pieces(patch, halved(seen), BANK, lambda: searched(seen), (LEAST_GAIN, WORST_MISFIT))


def test_a_wedge_beside_a_sleeve_is_no_part_of_it() -> None:
    """It is taken out of the patch, the sleeve stays."""
    patch, hand = patch_and_rest(None)
    assert patch[80, 79] and not hand[78:82, 78:81].any() and hand[:, 90:125].all()


def test_a_thumb_of_that_form_stays_a_part_of_the_hand() -> None:
    """What has not the colours of a piece is no piece."""
    patch, hand = patch_and_rest(SLEEVE)
    assert (patch == hand).all()


def test_what_has_a_wedges_colour_is_a_heap_where_it_is_no_larger_than_one() -> None:
    """Of two patches of that colour the one as large as four wedges may be a heap; an arm of that colour is none."""
    assert BANK is not None
    half = np.full((120, 120, 3), YELLOW, np.float32)
    heap, arm = np.zeros((120, 120), np.bool_), np.zeros((120, 120), np.bool_)
    heap[10:24, 10:22], arm[50:110, 30:90] = True, True
    coloured = _coloured(heap | arm, half, BANK, np.ones(len(BANK.kinds), np.bool_))
    assert (coloured[12:22, 12:20] > 0).all() and not coloured[arm].any()


def test_the_rest_of_a_heap_lies_beside_the_wedge_that_is_clear() -> None:
    """What has its colours beside it is taken out with it; not a line along a hand, nor what lies farther off."""
    clear, coloured = np.zeros((60, 60), np.float32), np.zeros((60, 60), np.int32)
    clear[20:28, 20:28] = 1
    coloured[18:34, 18:34] = 1
    coloured[20, 34:50], coloured[45:58, 45:58] = 1, 1
    heap = _heaped(clear, coloured, 8.0)
    assert heap[30, 30] and not heap[20, 40] and not heap[50, 50]


def with_a_rind(image: Array, at: tuple[float, float], light: float) -> None:
    """Draw a wedge that is red at its far end, in that share of the light."""
    wedge(image, at, 0, tuple(light * each for each in YELLOW))
    rind = np.array([(3.5, 2), (5, 6), (-5, 6), (-3.5, 2)]) + at
    cv2.fillConvexPoly(image, np.round(rind * 16).astype(np.int32), [light * each for each in (50.0, 60.0, 190.0)], cv2.LINE_8, 4)


def test_what_fits_badly_is_a_piece_if_it_shows_the_print_of_one() -> None:
    """In a shadow a wedge with a rind fits no better than skin of its colour does, on which none is seen; where it fits better it
    need not explain much."""
    taught = sprite()
    with_a_rind(taught.picture[0], ((SPRITE_SIDE - 1) / 2,) * 2, 1.0)
    bank = make_piece_bank([taught])
    assert bank is not None
    shown, skin = np.full((SIDE, SIDE, 3), WOOD, np.float32), np.full((SIDE, SIDE, 3), WOOD, np.float32)
    with_a_rind(shown, (160.5, 160.5), 0.6)
    wedge(skin, (160.5, 160.5), 0, (40.0, 120.0, 200.0))
    for gain, misfit in ((4.0, 0.8), (1.9, 0.62)):
        piece = Found(0, (80, 80), gain * float(bank.areas[0]), np.zeros(len(bank.kinds), np.float32), misfit)
        told = [_is_one(piece, bank, with_texture(halved(seen), halved(texture(seen)))) for seen in (shown, skin)]
        assert told == [True, False]


def test_what_lies_all_by_itself_need_fit_no_better_than_in_a_shadow() -> None:
    """A brown wedge a hand's breadth from a sleeve is one, though skin is as brown; beside the sleeve it must show its print."""
    assert BANK is not None
    told = []
    for left in (230, 164):
        seen = table()
        cv2.rectangle(seen, (left, -1), (SIDE, SIDE), SLEEVE, -1)
        wedge(seen, (160.5, 160.5), 0)
        search = searched(seen)
        piece = Found(0, (80, 80), 3.5 * float(BANK.areas[0]), np.zeros(len(BANK.kinds), np.float32), 1.2)
        told.append(_by_itself(piece, search.cover_of([piece]), search))
    assert told == [True, False]


def test_in_the_shadow_of_a_hand_a_flat_print_need_explain_less() -> None:
    """It fits badly and explains little there, but shows its print; what stands is lit from a side and tells nothing so."""
    standing = sprite()
    with_a_rind(standing.picture[0], ((SPRITE_SIDE - 1) / 2,) * 2, 1.0)
    seen = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    with_a_rind(seen, (160.5, 160.5), 0.45)
    tones, told = with_texture(halved(seen), halved(texture(seen))), []
    for each in (replace(standing, foot_mm=0.6, top_mm=2.4), standing):
        bank = make_piece_bank([each])
        assert bank is not None
        piece = Found(0, (80, 80), 2.5 * float(bank.areas[0]), np.zeros(len(bank.kinds), np.float32), 1.2)
        told.append(_is_one(piece, bank, tones))
    assert told == [True, False]


def test_a_wedge_in_the_dark_has_its_colours_in_that_light() -> None:
    """At half the light it is looked at as a piece in a shadow, and not as one beside it."""
    assert BANK is not None
    half, patch = np.full((60, 60, 3), [0.45 * each for each in YELLOW], np.float32), np.zeros((60, 60), np.bool_)
    patch[20:32, 20:30] = True
    small = np.ones(len(BANK.kinds), np.bool_)
    assert [bool(_coloured(patch, half, BANK, small, shade).any()) for shade in (SHADE, SHADOW)] == [False, True]


def beside_a_sleeve(colour: tuple[float, float, float], head: tuple[float, float, float]) -> tuple[Array, Array]:
    """The strange patch of a sleeve that touches a mouse of that colour, with that head, and what is left of it as a hand."""
    seen, picture = table(), np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 128, np.float32)
    for image, (u, v) in ((seen, (148, 160)), (picture, (SPRITE_SIDE // 2, SPRITE_SIDE // 2))):
        cv2.ellipse(image, (u, v), BODY, 0, 0, 360, colour, -1)
        cv2.circle(image, (u, v - 12), 6, head, -1)
    cv2.rectangle(seen, (158, -1), (250, SIDE), SLEEVE, -1)
    bank = make_piece_bank([replace(mouse(), picture=picture[None])])
    patch = searched(seen, bank).board_costs > 1
    return patch, without_bodies(patch, halved(seen), bank, lambda: searched(seen, bank), (LEAST_GAIN, WORST_MISFIT))


def test_a_coloured_mouse_that_touches_a_sleeve_is_no_part_of_it() -> None:
    """It stands there in plain sight; the sleeve stays a part of the hand."""
    patch, hand = beside_a_sleeve((200.0, 60.0, 20.0), (60.0, 160.0, 60.0))
    assert patch[74:86, 70:78].all() and not hand[74:86, 70:78].any() and hand[:, 84:120].all()


def test_a_black_mouse_beside_a_sleeve_may_be_its_shadow() -> None:
    """What has no colour of its own stays a part of the hand, and so does what has the sleeve's."""
    for colour, head in (((30.0, 30.0, 30.0), (40.0, 40.0, 40.0)), (SLEEVE, SLEEVE)):
        patch, hand = beside_a_sleeve(colour, head)
        assert (patch == hand).all()


def test_what_reaches_beyond_the_picture_is_compared_as_far_as_it_is_seen() -> None:
    """A find at the border has fewer pixels to tell its hues by, and none beyond it."""
    assert BANK is not None
    tones = with_texture(np.full((40, 40, 3), YELLOW, np.float32), np.zeros((40, 40), np.float32))
    nothing = np.zeros(len(BANK.kinds), np.float32)
    assert all(np.isfinite(_alike(Found(0, at, 90.0, nothing, 0.4), BANK, tones)) for at in ((39.0, 39.0), (0.0, 20.0)))
    assert _alike(Found(0, (90.0, 90.0), 90.0, nothing, 0.4), BANK, tones) == 0


def test_the_part_of_a_wedge_that_an_arm_leaves_to_be_seen_is_no_part_of_the_hand() -> None:
    """It has a wedge's colours, and hardly anything else of the patch has them; on the board a drawing may."""
    assert BANK is not None
    bank = make_piece_bank([replace(sprite(), top_mm=4.0)])
    half, patch = np.full((120, 120, 3), SLEEVE, np.float32), np.zeros((120, 120), np.bool_)
    patch[20:100, 40:80] = True
    half[50:60, 40:46] = YELLOW
    nowhere = np.zeros_like(patch)
    left = without_flat_parts(patch, half, bank, nowhere)
    assert not left[52:58, 42:45].any() and left[20:45].sum() == patch[20:45].sum()
    assert (without_flat_parts(patch, half, bank, ~nowhere) == patch).all()


def test_a_sleeve_of_a_wedges_colour_stays_a_hand() -> None:
    """Nothing tells which part of it would be the wedge."""
    bank = make_piece_bank([replace(sprite(), top_mm=4.0)])
    half, patch = np.full((120, 120, 3), YELLOW, np.float32), np.zeros((120, 120), np.bool_)
    patch[20:100, 40:80] = True
    half[48:62, 30:90] = half[50:60, 46] = SLEEVE
    half[50:60, 40:46] = YELLOW
    assert (without_flat_parts(patch, half, bank, np.zeros_like(patch)) == patch).all()
