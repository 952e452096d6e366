"""Prints, spots, cards that are not square, and how they are written down."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.sprites import spun
from companion.core.catalogue import Layout
from companion.core.grid import Cell, Zone
from companion.core.reading import LikelyLook, PieceClaim, Reading, TileClaim
from companion.core.scene import Look, PieceAt, Scene
from companion.referee.scoring import Evidence, Scorer
from vision.die_faces import LAYOUTS, OFFSET, SCALE, SPOT_AT, numbers_of, spot_fits
from vision.faces import FaceReader
from vision.jsonl import reading_json
from vision.motion import doubled_kernel, line_kernel
from vision.rectify import CELL, plan_of
from vision.rig import SPRITE_SIDE, DieArt, Sprite

SURE, OFF = -0.001, -9.0


def disc(seed: int) -> Sprite:
    """A round piece with a print of random patches."""
    y, x = np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE] - (SPRITE_SIDE - 1) / 2
    cover = (np.hypot(x, y) < 20).astype(np.float32)
    patches = np.random.default_rng(seed).uniform(30, 220, (9, 9, 3)).astype(np.float32)
    picture = np.kron(patches, np.ones((8, 8, 1), np.float32))
    return Sprite("coin", picture[None], cover[None], 3.0, 6.0, False, face=f"side {seed}")


@pytest.mark.parametrize("degrees", [0.0, 77.0, 190.0])
def test_a_print_is_known_in_any_turn(degrees: float) -> None:
    """Of two discs with other prints the right one is told however it lies."""
    sprites = [disc(1), disc(2)]
    scores = FaceReader(sprites).scores(1, spun(sprites[1].picture[0], degrees))
    assert scores is not None
    assert scores[1] > scores[0] + 10


def test_a_print_is_found_where_it_lies_aside() -> None:
    """Where no print fits at all around the middle it may lie four pixels off."""
    sprites = [disc(1), disc(2)]
    aside = np.roll(spun(sprites[1].picture[0], 77.0), (3, -4), axis=(0, 1))
    scores = FaceReader(sprites).scores(1, np.asarray(aside, dtype=np.float32))
    assert scores is not None and scores[1] > -30 and scores[1] > scores[0] + 10


def triangle(face: str, ink: tuple[float, float, float], aside: tuple[float, float] = (0.0, 0.0)) -> Sprite:
    """A three-cornered piece of one colour with a dark line across, taught so far aside."""
    middle = (SPRITE_SIDE - 1) / 2 + np.array(aside)
    angles = np.radians([90.0, 210.0, 330.0])
    corners = np.round((middle + 14 * np.stack([np.cos(angles), np.sin(angles)], axis=1)) * 16).astype(np.int32)
    cover = np.zeros((SPRITE_SIDE, SPRITE_SIDE), np.float32)
    cv2.fillPoly(cover, [corners], 1.0, cv2.LINE_AA, 4)
    over = cover[..., None]
    picture = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 120.0, np.float32) * (1 - over) + np.array(ink) * over
    cv2.line(picture, (int(middle[0]) - 6, int(middle[1]) - 3), (int(middle[0]) + 6, int(middle[1]) - 3), (25, 30, 35), 2)
    picture = cv2.GaussianBlur(picture, (0, 0), 1.0)
    return Sprite("wedge", picture[None].astype(np.float32), cover[None], 0.0, 2.0, False, face=face)


def test_a_print_lies_in_the_middle_of_its_outline_however_it_was_taught() -> None:
    """Of a triangle any corner may be taken for any other: about what was taught as its middle it lies elsewhere, then."""
    sprites = [triangle("up", (40, 105, 175)), triangle("down", (48, 78, 145), aside=(5.0, 4.0))]
    seen = triangle("down", (48, 78, 145)).picture[0]
    scores = FaceReader(sprites).scores(1, np.asarray(spun(seen, 120.0), dtype=np.float32))
    assert scores is not None and scores[1] > scores[0] + 4


def test_brown_is_not_yellow_in_the_shade() -> None:
    """A lamp makes a print darker in all colours alike: one that it would have to make another hue is rather another print."""
    sprites = [triangle("up", (40, 105, 175)), triangle("down", (46, 84, 150))]
    for number, sprite in enumerate(sprites):
        scores = FaceReader(sprites).scores(number, np.asarray(sprite.picture[0] * 0.95, dtype=np.float32))
        assert scores is not None and scores[number] > scores[1 - number] + 2


def test_the_rim_says_nothing_of_a_print() -> None:
    """A shadow along it makes a print no worse."""
    sprites = [disc(1), disc(2)]
    y, x = np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE] - (SPRITE_SIDE - 1) / 2
    shaded = np.where((np.abs(np.hypot(x, y) - 20) < 1)[..., None], 40.0, sprites[0].picture[0]).astype(np.float32)
    plain, dark = (FaceReader(sprites).scores(0, picture) for picture in (sprites[0].picture[0], shaded))
    assert plain is not None and dark is not None and plain[0] - dark[0] < 2


def test_what_has_the_same_print_is_told_by_nobody() -> None:
    """Two backs taught under different lamps are as likely, whichever of them is looked at; a front is neither."""
    back = disc(1)
    darker = replace(back, picture=(back.picture * 0.85 + 6).astype(np.float32), kind="other")
    sprites = [back, darker, disc(2)]
    scores = FaceReader(sprites).scores(0, spun(back.picture[0], 40.0))
    assert scores is not None and scores[0] == scores[1] > scores[2] + 10


def test_backs_under_several_lamps_are_one_print_where_fronts_are_farther_apart() -> None:
    """As far apart as some fronts under an uneven lamp, but not as far as fronts are as a rule: nobody tells whose back it is."""
    slope = np.linspace(-1, 1, SPRITE_SIDE, dtype=np.float32)[None, :, None]
    back = disc(1)
    lit = [np.rot90(back.picture[0] * (1 + share * slope), turn) for turn, share in enumerate((0.0, 0.3, 0.35))]
    backs = [replace(back, picture=own[None].astype(np.float32), kind=f"hero-{n}", face="down") for n, own in enumerate(lit)]
    fronts = [replace(disc(seed), kind=f"hero-{seed - 2}", face="up") for seed in (2, 3, 4)]
    scores = FaceReader([*backs, *fronts]).scores(0, spun(lit[0].astype(np.float32), 40.0))
    assert scores is not None and scores[0] == scores[1] == scores[2]
    assert len({scores[number] for number in (3, 4, 5)}) == 3


def test_two_fronts_that_are_near_to_each_other_are_two_where_fronts_differ_as_a_rule() -> None:
    """Under an uneven lamp two fronts came as near to each other as backs do: they are not one print for that."""
    backs = [replace(disc(1), kind=f"hero-{n}", face="down") for n in range(3)]
    fronts = [replace(disc(seed), kind=f"hero-{seed - 2}", face="up") for seed in (2, 3, 4)]
    near = np.asarray(0.95 * fronts[0].picture + 0.05 * fronts[1].picture, dtype=np.float32)
    fronts[1] = replace(fronts[1], picture=near)
    scores = FaceReader([*backs, *fronts]).scores(3, spun(fronts[0].picture[0], 40.0))
    assert scores is not None and scores[3] > scores[4] and scores[0] == scores[1] == scores[2]


@pytest.mark.parametrize("light", [1.0, 0.3])
def test_faces_that_are_much_alike_are_told_apart_in_dim_light_too(light: float) -> None:
    """Two kinds whose prints share most of what is drawn on them are two prints, however dark they were taught."""
    one, other = disc(1), disc(2)
    faces = [(one.picture * light).astype(np.float32), ((0.45 * one.picture + 0.55 * other.picture) * light).astype(np.float32)]
    sprites = [replace(one, picture=faces[0]), replace(one, picture=faces[1], kind="other")]
    scores = FaceReader(sprites).scores(0, spun(faces[0][0], 40.0))
    assert scores is not None and scores[0] > scores[1]


def ringed(face: str, contrast: float) -> Sprite:
    """A round piece with rings printed on it."""
    y, x = np.mgrid[:SPRITE_SIDE, :SPRITE_SIDE] - (SPRITE_SIDE - 1) / 2
    away = np.hypot(x, y)
    picture = np.where(away < 20, 128 + contrast * np.sign(np.sin(np.pi * away / 4)), 90).astype(np.float32)
    cover = (away < 20).astype(np.float32)
    return Sprite("coin", picture[None, ..., None].repeat(3, -1), cover[None], 3.0, 6.0, False, face=face)


@pytest.mark.parametrize("along", [20.0, 110.0])
def test_a_smeared_print_is_no_pale_one(along: float) -> None:
    """Rings look faint when the camera moves; as faint as these they would look if they were what was taught as rings."""
    sprites, motion = [ringed("rings", 80), ringed("faint", 40), ringed("plain", 0)], line_kernel(5, along)
    seen = np.asarray(cv2.filter2D(sprites[0].picture[0], -1, doubled_kernel(motion)), dtype=np.float32)
    scores = FaceReader(sprites).smeared(motion)(0, seen)
    assert scores is not None and scores[0] > max(scores[1], scores[2]) + 5


@pytest.mark.parametrize(("body", "spot"), [(200, 110), (40, 180)])
@pytest.mark.parametrize("turn_deg", [37.0, 55.0])
@pytest.mark.parametrize(("number", "spots"), [LAYOUTS[0], LAYOUTS[2], LAYOUTS[3], *LAYOUTS[5:]])
def test_spots_are_counted_in_any_turn(
    number: int, spots: tuple[tuple[int, int], ...], turn_deg: float, body: int, spot: int
) -> None:
    """A drawn upper side gives its number, with spots fainter than taught, dark ones and light ones."""
    deep = (spot - body) / (body + OFFSET) * 1.6
    image, turn = np.full((120, 120, 3), body, np.float32), np.radians(turn_deg)
    y, x = np.mgrid[:120, :120] - 59.5
    for u, v in np.array(spots) * SPOT_AT * 16 * SCALE @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]):
        image[np.hypot(x - u, y - v) < 4] = spot
    die = DieArt("die", 16.0, ((0.0, 0.0),), ((50.0, 50.0),), (deep, deep, deep))
    faces = numbers_of(spot_fits(image, np.array([59.5, 59.5]), die))
    assert faces[0][0] == str(number) and np.exp(faces[0][1]) > 0.5


def test_what_is_no_layout_of_spots_is_no_number() -> None:
    """Two spots side by side, as no die shows them, are called no number for sure."""
    image = np.full((120, 120, 3), 200, np.float32)
    y, x = np.mgrid[:120, :120] - 59.5
    for u in (-12, 0):
        image[np.hypot(x - u, y - 12) < 5] = 20
    die = DieArt("die", 16.0, ((0.0, 0.0),), ((50.0, 50.0),), (-0.8, -0.8, -0.8))
    faces = numbers_of(spot_fits(image, np.array([59.5, 59.5]), die))
    assert np.exp(faces[0][1]) < 0.8


def test_a_plan_makes_every_cell_square() -> None:
    """One cell of a table of upright cards is as many pixels wide as high, and millimetres come back."""
    plan = plan_of(Layout(1, 6, (68.0, 100.0), 59.0, 0.6, (), 91 / 59))
    across, down = plan.to_plan(np.array([[68.0, 100.0]]))[0] - plan.to_plan(np.array([[0.0, 0.0]]))[0]
    assert (across, down) == pytest.approx((CELL, CELL))
    assert plan.to_mm(plan.to_plan(np.array([[12.5, 70.0]])))[0] == pytest.approx((12.5, 70.0))


def reading(*pieces: PieceClaim, cards: tuple[TileClaim, ...] = ()) -> Reading:
    return Reading(0, 0.0, (), pieces, cards=cards)


def test_lines_name_the_face_or_the_value() -> None:
    """A coin's side is a face, a die's number a value."""
    coin = PieceClaim("coin", Cell(0, 0), (OFF, SURE), faces=(("sun", -0.1), ("moon", -2.4)))
    die = PieceClaim("die", Zone("roll"), (OFF, SURE), faces=(("5", -0.1),))
    entries = reading_json("a.jpg", reading(coin, die))["pieces"]
    assert [(entry.get("face"), entry.get("value")) for entry in entries] == [("sun", None), (None, 5)]


@pytest.mark.parametrize(
    ("sure", "strange", "on_it", "listed"),
    [(0.95, False, 0, []), (0.8, False, 0, [[1, 2]]), (0.95, True, 0, [[1, 2]]), (0.8, False, 1, []), (0.7, False, 1, [[1, 2]])],
)
def test_a_line_tells_a_doubtful_drawing_that_other_places_tell(
    sure: float, strange: bool, on_it: int, listed: list[list[int]]
) -> None:
    """The likeliest look was told by what lies elsewhere; where something strange stands, or it is not so likely, nothing is, but
    what stands on it may be what hides it."""
    place = Cell(1, 2)
    tiles = (TileClaim(place, (LikelyLook(Look("maze", "front"), float(np.log(sure))),)),)
    pieces = (PieceClaim("chest", place, (OFF, SURE)),) * on_it
    seen = Reading(0, 0.0, tiles, pieces, unsure=frozenset({place}), tile_only=frozenset() if strange else frozenset({place}))
    assert reading_json("a.jpg", seen)["unsure"] == listed


def test_cards_that_lie_on_each_other_are_listed_one_by_one() -> None:
    """An area's cards are tiles in a line, though the rules count them like pieces."""
    card = TileClaim(Zone("area"), (LikelyLook(Look("cheese", "front"), SURE),))
    line = reading_json("a.jpg", reading(PieceClaim("cheese", Zone("area"), (OFF, OFF, SURE)), cards=(card, card)))
    assert [tile["kind"] for tile in line["tiles"]] == ["cheese", "cheese"]
    assert line["pieces"] == []


def test_a_scene_with_the_seen_face_fits_best() -> None:
    """Of two scenes that differ in a face the one that was seen scores higher, with other faces in the same place too."""
    up = PieceClaim("wedge", Zone("front"), (OFF, OFF, SURE), faces=(("up", SURE), ("down", OFF)))
    down = PieceClaim("wedge", Zone("front"), (OFF, SURE), faces=(("down", SURE), ("up", OFF)))
    scenes = [
        Scene((), tuple(PieceAt("wedge", Zone("front"), face=face) for face in faces))
        for faces in (("up", "up", "down"), ("up", "down", "down"))
    ]
    evidence = Evidence(reading(up, down))
    right, wrong = (Scorer(evidence, scene).score(scene) for scene in scenes)
    assert right > wrong + 5
