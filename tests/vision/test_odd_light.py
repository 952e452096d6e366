"""Light that no teaching picture showed: a lamp's broad spot on the board, a shadow or a mirrored lamp over a part of a card, and
mere light that looks like a piece."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.scene import Look
from vision.belief import chance_of
from vision.card_light import OtherLight, Parts, clearness, in_usual_light, lit, parts_of, patched_card, shows_drawing
from vision.cards import shared_looks
from vision.found import Found
from vision.lamplight import explains_more, lamplight, left_over, without_lamp
from vision.mere_light import with_light
from vision.piece_bank import PieceBank, make_piece_bank
from vision.relight import GAMMA, linear
from vision.rig import SPRITE_SIDE, Sprite

Array = NDArray[np.float32]


def board(side: int, step: int, seed: int = 3) -> Array:
    """A drawn board (side, side, 3) in squares of `step` px with strong contrasts."""
    grey = np.random.default_rng(seed).integers(30, 200, (side // step, side // step, 3)).astype(np.float32)
    return np.kron(grey, np.ones((step, step, 1), np.float32))


def grey_of(light: Array) -> Array:
    """Grey values of linear light."""
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / GAMMA), dtype=np.float32)


# A lamp ---------------------------------------------------------------------------------------------------------------
WANTED = board(112, 4)
KNOWN = np.ones((112, 112), np.bool_)


def under_a_lamp() -> Array:
    """The board with a broad bright spot near its middle."""
    y, x = np.mgrid[:112, :112]
    spot = np.exp(-((x - 50) ** 2 + (y - 60) ** 2) / (2 * 22**2))[..., None].astype(np.float32)
    return grey_of(linear(WANTED) * (1 + 0.5 * spot) + 0.15 * spot)


def test_a_lamps_broad_spot_is_taken_out() -> None:
    """Factor and added light together bring the board back to what it shows."""
    seen = under_a_lamp()
    lamp = lamplight(seen, WANTED, KNOWN, 16)
    assert lamp is not None and left_over(seen, WANTED, KNOWN, lamp) < 4
    bare = without_lamp(seen.astype(np.uint8), *lamp).astype(np.float32)
    assert np.abs(bare - WANTED).mean() < 0.4 * np.abs(seen - WANTED).mean()


def test_a_lamp_taken_out_leaves_a_dark_table_far_from_it_without_noise() -> None:
    """Next to black, where a lamp adds hardly any light, its share is no larger than the noise: a factor tells as much."""
    wanted, seen = WANTED.copy(), under_a_lamp()
    wanted[:, 90:] = seen[:, 90:] = 14.0
    lamp = lamplight(seen, wanted, KNOWN, 16)
    assert lamp is not None
    noisy = np.clip(seen + np.random.default_rng(2).normal(0, 4, seen.shape), 0, 255).astype(np.uint8)
    bare = without_lamp(noisy, *lamp).astype(np.float32)
    assert bare[:, 100:].std() < 1.3 * noisy[:, 100:].std()


def test_dark_paint_tells_how_much_light_is_added() -> None:
    """Where paints are brighter or darker than taught, bright ones by more light, the dark ones tell what a lamp adds to all."""
    own = np.kron(np.random.default_rng(7).normal(1, 0.1, (28, 28, 1)), np.ones((4, 4, 1)))
    seen = grey_of(linear(under_a_lamp()) + linear(WANTED) * (own - 1))
    lamp = lamplight(seen, WANTED, KNOWN, 16)
    assert lamp is not None
    bare, dark = without_lamp(seen.astype(np.uint8), *lamp), WANTED.mean(axis=2) < 70
    assert np.abs(bare - WANTED)[dark].mean() < 3


def test_what_a_shadow_explains_as_well_is_no_lamp() -> None:
    """With a factor and a light at every point a lamp explains a shadow, too; it must explain more."""
    y, x = np.mgrid[:112, :112]
    edge = (0.55 + 0.45 / (1 + np.exp(-(x + 0.3 * y - 60) / 3)))[..., None].astype(np.float32)
    grains = np.random.default_rng(5).normal(0, 3, WANTED.shape).astype(np.float32)
    shaded, factors = np.asarray(WANTED * edge + grains), np.broadcast_to(edge, WANTED.shape)
    as_lamp = linear(edge * 255), np.zeros_like(WANTED)
    assert not explains_more(as_lamp, np.asarray(factors), shaded, WANTED, KNOWN)
    lit = under_a_lamp()
    lamp = lamplight(lit, WANTED, KNOWN, 16)
    assert lamp is not None and explains_more(lamp, np.asarray(factors), lit, WANTED, KNOWN)


def test_no_lamp_shines_on_an_even_board_nor_where_there_are_edges() -> None:
    """Noise is no lamp, and a patch with an edge is a mirror, which is looked for elsewhere."""
    noise = np.random.default_rng(4).normal(0, 4, WANTED.shape).astype(np.float32)
    patch = linear(WANTED)
    patch[32:64, 32:64] += 0.3
    assert lamplight(WANTED + noise, WANTED, KNOWN, 16) is None
    assert lamplight(grey_of(patch), WANTED, KNOWN, 16) is None


def test_in_a_dark_room_a_lamp_is_as_faint_as_paper() -> None:
    """Measured by what white paper gives, its spot is the same as in a bright room; by grey values it would be nothing."""
    seen, dim = under_a_lamp(), np.float32(0.2)
    paper = np.full(3, dim**GAMMA, np.float32)
    bright, dark = lamplight(seen, WANTED, KNOWN, 16), lamplight(seen * dim, WANTED * dim, KNOWN, 16, paper)
    assert bright is not None and dark is not None and np.allclose(dark[1] / paper, bright[1], atol=0.02)
    assert lamplight(seen * dim, WANTED * dim, KNOWN, 16) is None


# Cards ----------------------------------------------------------------------------------------------------------------
CARD, OTHER = (np.asarray(cv2.GaussianBlur(board(16, 8, seed), (0, 0), 1.5)[:15, :15], dtype=np.float32) for seed in (5, 6))
STARTS = [(v, u) for v in range(0, 15, 3) for u in range(0, 15, 3)]
WHITE = np.full(3, 255, np.float32)
UPRIGHT = np.array([0, 1])


def laid(card: Array) -> Array:
    """A card in the middle of a plain table (25, 25, 3)."""
    table = np.full((25, 25, 3), 110, np.float32)
    table[5:20, 5:20] = card
    return table


def test_a_card_half_under_a_mirrored_lamp_is_found() -> None:
    """Its parts lie in two lights; which, and how much light is added, comes out."""
    seen = CARD.copy()
    seen[:9] = grey_of(linear(seen[:9]) + np.array([0.21, 0.23, 0.25], np.float32))
    parts = parts_of(laid(seen), np.stack([OTHER, CARD]), np.ones((2, 15, 15), np.float32), STARTS, WHITE)
    found = patched_card(parts, np.ones((25, 11, 11), np.float32), np.ones((11, 11), np.bool_), UPRIGHT)
    assert found is not None and found.spot == (5, 5) and found.row == 1
    assert found.other[15:].all() and abs(found.lights[0].veil[1] - 0.23) < 0.03 and abs(found.lights[1].factor[1] - 1) < 0.03
    assert found.gains[1] > found.gains[0] + 10


EVERYWHERE = (np.ones((25, 11, 11), np.float32), np.ones((11, 11), np.bool_), UPRIGHT)


def against(seen: Array, white: Array = WHITE) -> Parts:
    """The parts of both cards against one that lies in the middle of a plain table."""
    return parts_of(laid(seen), np.stack([OTHER, CARD]), np.ones((2, 15, 15), np.float32), STARTS, white)


def test_a_card_beside_a_shadow_is_found() -> None:
    """A zone whose middle lies in a shadow has cards in half as much light again and more."""
    found = patched_card(against(np.asarray(CARD * 1.6), WHITE * 1.6), *EVERYWHERE)
    assert found is not None and (found.spot, found.row) == ((5, 5), 1)
    assert not found.other.any() and abs(found.lights[0].factor[1] - 1.6) < 0.05


def test_both_sides_of_a_shadows_edge_have_a_light_of_their_own() -> None:
    """Where the light that is expected is neither, both come out."""
    seen = np.asarray(CARD * 1.3)
    seen[:, 9:] = CARD[:, 9:] * 0.8
    found = patched_card(against(seen, WHITE * 1.3), *EVERYWHERE)
    assert found is not None and (found.spot, found.row) == ((5, 5), 1)
    assert [round(light.factor[1], 1) for light in found.lights] == [1.3, 0.8] and found.other.sum() == 10


def test_in_a_dark_room_a_mirrored_lamp_is_as_dark_as_paper() -> None:
    """There the camera is far from blinded; the light that is added is what it is in good light."""
    seen = grey_of(linear(CARD) + np.array([0.14, 0.15, 0.16], np.float32))
    found = patched_card(against(seen, WHITE * 3), *EVERYWHERE)
    assert found is not None and found.row == 1 and abs(found.lights[0].veil[1] - 0.15) < 0.03


def test_in_twice_the_light_drawings_may_be_off_by_twice_as_much() -> None:
    """What a part costs is the same in any light."""
    off = np.clip(CARD + np.random.default_rng(3).normal(0, 12, CARD.shape), 1, 120).astype(np.float32)
    spot = np.array([[5, 5]])
    plain = against(off).costs(spot)[..., 1]
    bright = against(off * 2, WHITE * 2).costs(spot, OtherLight((2.0, 2.0, 2.0)))[..., 1]
    assert np.allclose(bright, plain, rtol=0.02, atol=0.01)


def test_the_upper_of_two_cards_is_clearer_than_the_lower_one() -> None:
    """It gains as much from less that is seen; a whole card is clearer than a corner that looks as good."""
    lower, upper, corner = clearness(np.array([30.0, 28.0, 10.0], np.float32), np.array([1.0, 0.7, 0.25], np.float32))
    assert upper > lower > corner


def test_a_card_that_shows_no_drawing_is_not_taken_for_one_in_zone_light() -> None:
    """A bare table may be as bright as a card, but has no drawing."""
    assert shows_drawing(against(np.asarray(CARD * 0.7)), np.array([5, 5]), 1)
    assert not shows_drawing(against(np.full_like(CARD, CARD.mean())), np.array([5, 5]), 1)


def test_two_looks_that_disagree_in_odd_light_are_as_good_as_each_other() -> None:
    """A shadow's edge may be taken for a drawing: neither is sure then."""
    looks = {Look("cheese", "front"): -0.01, Look("trap", "front"): -5.0}
    shared = shared_looks(looks, Look("trap", "front"))
    assert max(shared.values()) < np.log(0.6) and abs(sum(np.exp(list(shared.values()))) - 1) < 0.01


def test_a_bare_table_in_odd_light_is_no_card() -> None:
    """What shows no drawing is none, whatever light might make of it."""
    grain = np.random.default_rng(7).normal(150, 5, (25, 25, 3)).astype(np.float32)
    parts = parts_of(grain, np.stack([OTHER, CARD]), np.ones((2, 15, 15), np.float32), STARTS, WHITE)
    assert patched_card(parts, np.ones((25, 11, 11), np.float32), np.ones((11, 11), np.bool_), UPRIGHT) is None


def test_other_light_is_taken_away_again() -> None:
    """A drawing under a veil, or in a shadow, comes out as it was."""
    for light in (OtherLight((0.6, 0.6, 0.55)), OtherLight(veil=(0.1, 0.12, 0.14))):
        shown = lit(CARD.reshape(1, -1), light, WHITE).reshape(CARD.shape)
        assert np.abs(in_usual_light(shown, light, WHITE) - CARD).max() < 1


# Pieces ---------------------------------------------------------------------------------------------------------------
PLAIN = np.full((160, 160, 3), (70.0, 110.0, 150.0), np.float32)
AT = (80.0, 80.0)


def bank() -> PieceBank:
    """One pale round piece."""
    y, x = np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE] - (SPRITE_SIDE - 1) / 2
    cover = (np.hypot(x, y) < 16).astype(np.float32)[None]
    picture = np.full((1, SPRITE_SIDE, SPRITE_SIDE, 3), 215, np.float32)
    made = make_piece_bank((Sprite("coin", picture, cover, 0.0, 3.0, False),))
    assert made is not None
    return made


def odds(half: Array, heaped: bool = False, gain: float = 100.0) -> float:
    """Nats that speak for light where a piece is said to lie that fits middling and explains so much."""
    pieces, flat = bank(), np.zeros(half.shape[:2], np.float32)
    found = Found(0, AT, gain, np.zeros(len(pieces.kinds), np.float32), 0.7, heaped=heaped)
    return with_light([found], pieces, half, PLAIN, flat == 0, flat)[0].mere_light


def test_a_mirrored_lamp_that_looks_like_a_piece_is_doubted() -> None:
    """The same light is added all over the piece and beyond its outline."""
    half = PLAIN.copy()
    half[60:100, 60:100] = grey_of(linear(PLAIN[60:100, 60:100]) + 0.3)
    assert odds(half) > 5


def test_light_of_a_strong_hue_is_no_mirrored_lamp_where_a_piece_explains_much() -> None:
    """On plain felt anything of one colour is the felt with the same light added: no lamp adds eight times as much red."""
    half, (y, x) = PLAIN.copy(), np.mgrid[:160, :160] - 80
    disc = np.hypot(x, y) < 8
    half[disc] = grey_of(linear(PLAIN[disc]) + np.array((0.04, 0.15, 0.32), np.float32))
    assert odds(half, gain=4000.0) < 1 < 5 < odds(half, gain=400.0)


def test_two_pieces_seen_in_one_mirrored_lamp_are_doubted_too() -> None:
    """What is counted as a heap may be mere light as well."""
    half = PLAIN.copy()
    half[60:100, 60:100] = grey_of(linear(PLAIN[60:100, 60:100]) + 0.3)
    assert odds(half, heaped=True) > 5


def test_a_piece_with_a_face_of_its_own_is_none_the_less_one() -> None:
    """Its drawing is not that of the board, and it ends at its outline."""
    half = PLAIN.copy()
    y, x = np.mgrid[:160, :160]
    inside = np.hypot(x - 80, y - 80) < 8
    half[inside] = board(160, 4, 8)[inside]
    assert odds(half) < 1


def test_a_drawing_paler_than_taught_is_no_piece() -> None:
    """What is found on a printed disc that only lacks some of its colour looks like the disc, rim and all."""
    half, drawn = PLAIN.copy(), PLAIN.copy()
    y, x = np.mgrid[:160, :160]
    disc = np.hypot(x - 80, y - 80) < 9
    drawn[disc], half[disc] = (35, 110, 216), (48, 113, 195)
    pieces, flat = bank(), np.zeros(half.shape[:2], np.float32)
    found = Found(0, AT, 80.0, np.zeros(len(pieces.kinds), np.float32), 0.65)
    assert with_light([found], pieces, half, drawn, flat == 0, flat)[0].mere_light > 5
    half[disc] = board(160, 4, 8)[disc]
    assert with_light([found], pieces, half, drawn, flat == 0, flat)[0].mere_light < 1


def test_what_is_as_the_board_tells_of_no_light_on_it() -> None:
    """Of a dark piece on black stripes, and others as dark as itself, only what is on the black ones is brighter by a light."""
    half, drawn = (np.full_like(PLAIN, 60.0) for _ in range(2))
    drawn[:, ::3] = 18
    pieces, flat = bank(), np.zeros(half.shape[:2], np.float32)
    found = Found(0, AT, 100.0, np.zeros(len(pieces.kinds), np.float32), 0.7)
    assert with_light([found], pieces, half, drawn, flat == 0, flat)[0].mere_light < 5
    brighter = grey_of(linear(drawn) + 0.037)
    assert with_light([found], pieces, brighter, drawn, flat == 0, flat)[0].mere_light > 8


def test_a_printed_picture_of_a_piece_is_no_piece_though_it_fits() -> None:
    """A disc with a dot, paler in its drawing than it is seen, looks like a piece with a dot, and like the drawing."""
    drawn = PLAIN.copy()
    y, x = np.mgrid[:160, :160]
    away = np.hypot(x - 80, y - 80)
    drawn[away < 9] = (60, 120, 200)
    drawn[away < 4] = (30, 60, 150)
    half = np.asarray(drawn * np.float32(0.8), dtype=np.float32)
    pieces, flat = bank(), np.zeros(PLAIN.shape[:2], np.float32)
    found = Found(0, AT, 80.0, np.zeros(len(pieces.kinds), np.float32), 0.1)
    assert with_light([found], pieces, half, drawn, flat == 0, flat)[0].mere_light > 5


def test_what_may_be_mere_light_is_less_sure() -> None:
    """The chance of a piece that explains two nats a pixel falls by as many."""
    for heaped in (False, True):
        piece = Found(0, AT, 200.0, np.zeros(1, np.float32), 0.5, heaped=heaped)
        doubted = Found(0, AT, 200.0, np.zeros(1, np.float32), 0.5, heaped=heaped, mere_light=6.0)
        sure, doubt = chance_of(piece, 100.0, None), chance_of(doubted, 100.0, None)
        assert sure > 0.7 and doubt < 0.1
