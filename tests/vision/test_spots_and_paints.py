"""Parts of the eye that know little beforehand: spots of any die, paints of a kind, a common mark, covered cells."""

import cv2
import numpy as np
import pytest

from companion.core.catalogue import Layout, ZoneSpec
from vision.covered import CELL, learn_cover, newly_covered
from vision.dice import read_dice
from vision.die_faces import LAYOUTS
from vision.fiducials import MarkerFinder, Markers, MarkerSearch
from vision.lens import nominal_lens
from vision.marks import SIDE, learn_mark, mark_scores
from vision.paints import learn_paints
from vision.pose import Pose
from vision.rig import DieArt
from vision.spots import SPOT_AT, count_in_box
from vision.tiles import turned
from vision.tones import tones


def die(offsets, body, spot, degrees):
    """A die of 40 px on grey ground, straight below the camera, and the box around it."""
    image = np.full((160, 160, 3), 150, np.uint8)
    turn = cv2.getRotationMatrix2D((0, 0), degrees, 1)[:, :2]
    corners = np.array([[-20, -20], [20, -20], [20, 20], [-20, 20]]) @ turn.T + 80
    cv2.fillConvexPoly(image, np.round(corners).astype(int), body)
    for offset in offsets:
        cv2.circle(image, tuple(int(v) for v in np.round(turn @ np.array(offset) * SPOT_AT * 40 + 80)), 4, spot, -1)
    box = (*corners.min(axis=0), *corners.max(axis=0))
    return cv2.GaussianBlur(image, (0, 0), 0.8), box


@pytest.mark.parametrize(("body", "spot"), [((230, 230, 230), (20, 20, 20)), ((40, 30, 30), (40, 40, 200))], ids=["pale", "dark"])
@pytest.mark.parametrize(("number", "offsets"), LAYOUTS, ids=lambda value: str(value)[:1])
def test_spots_of_any_colour_are_counted(number, offsets, body, spot):
    """Black spots on white and red ones on black, the die turned by 30 degrees."""
    image, box = die(offsets, body, spot, 30)
    assert count_in_box(image, box, 160)[0][0] == number


def test_probabilities_of_spots_sum_to_one():
    """Every number has one, likeliest first."""
    image, box = die([(0, 0)], (230, 230, 230), (20, 20, 20), 10)
    found = count_in_box(image, box, 160)
    chances = [chance for _, chance in found]
    assert sorted(number for number, _ in found) == [1, 2, 3, 4, 5, 6]
    assert sum(chances) == pytest.approx(1) and chances == sorted(chances, reverse=True)


def test_a_kind_is_told_by_its_paints():
    """Yellow with red dots is a field like yellow with green ones, blue is a lake."""
    rng = np.random.default_rng(1)

    def block(colour, dots):
        image = np.full((64, 64, 3), colour, np.float32)
        for u, v in rng.integers(8, 56, (5, 2)).tolist():
            cv2.circle(image, (u, v), 4, dots, -1)
        return image + rng.normal(0, 3, image.shape).astype(np.float32)

    yellow, blue, red, green = (30, 200, 220), (200, 90, 20), (20, 20, 200), (40, 160, 40)
    taught = [block(yellow, red), block(yellow, red), block(blue, red), block(blue, green)]
    rule = learn_paints(taught, ["field", "field", "lake", "lake"])
    answers = rule.answers([block(yellow, green), block(blue, red)])
    assert [rule.kinds[number] for number in answers.argmax(axis=1)] == ["field", "lake"]


def drawn_tile(seed, mark=True):
    """A tile with blots of its own, and a small cross near its upper right corner."""
    rng = np.random.default_rng(seed)
    image = np.full((SIDE, SIDE, 3), 150, np.float32)
    for u, v in rng.integers(10, 118, (6, 2)).tolist():
        cv2.circle(image, (u, v), 8, (80, 80, 80), -1)
    if mark:
        cv2.rectangle(image, (100, 8), (120, 28), (150, 150, 150), -1)
        cv2.line(image, (110, 10), (110, 26), (20, 20, 20), 3)
        cv2.line(image, (104, 14), (116, 14), (20, 20, 20), 3)
    return cv2.GaussianBlur(image, (0, 0), 1.0)


def test_tiles_never_seen_are_turned_right_by_their_mark():
    """The mark is found among the drawings of eight tiles, four other tiles in all turns are told by it."""
    mark = learn_mark([turned(drawn_tile(seed), seed % 4) for seed in range(8)], [seed % 4 for seed in range(8)])
    told = [int(mark_scores(mark, turned(drawn_tile(20 + n), n)).argmax()) for n in range(4)]
    assert told == [0, 1, 2, 3]


def test_a_new_tile_is_a_newly_covered_cell():
    """A dark tile with a bright drawing is one, the tile that lay there before is not."""
    plans = [np.full((3 * CELL, 3 * CELL, 3), 200, np.uint8) for _ in range(2)]
    for plan, cells in zip(plans, [[(0, 0)], [(0, 0), (1, 2)]], strict=True):
        for row, col in cells:
            plan[row * CELL : (row + 1) * CELL, col * CELL : (col + 1) * CELL] = 30
            cv2.circle(plan, (col * CELL + CELL // 2, row * CELL + CELL // 2), 7, (60, 60, 220), -1)
    known = np.zeros((3, 3), bool)
    known[0, 0] = True
    cover = learn_cover(plans[0], known)
    assert newly_covered(*(cover.cells(plan, 3, 3) for plan in plans)) == [(1, 2)]


def test_tiny_markers_are_found_by_a_second_look():
    """Markers of 11 px, a little blurred, that one look misses are found all the same, corners good to 0.4 px."""
    markers = Markers("DICT_4X4_50", 30.0, 0.0, {3: (0.0, 0.0), 7: (100.0, 0.0)})
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    large = np.full((800, 1200), 230, np.uint8)
    for number, u in ((3, 200), (7, 800)):
        large[300:420, u : u + 120] = cv2.aruco.generateImageMarker(dictionary, number, 120)
    grey = cv2.resize(cv2.GaussianBlur(large, (0, 0), 8), None, fx=0.09, fy=0.09, interpolation=cv2.INTER_AREA)
    assert len(MarkerSearch(dictionary, [3, 7]).all(grey)) == 0
    found = MarkerFinder(markers).find(grey)
    assert sorted(found) == [3, 7]
    assert np.abs(found[3][0] - (np.array([200, 300]) * 0.09 - 0.5)).max() < 0.4


def table_with_a_die(light):
    """A brown table with a yellow die of three spots beside a grid of one cell, seen from 500 mm straight above."""
    colour, body = np.array([70, 100, 150]), np.array([40, 190, 220])
    image = np.full((480, 640, 3), colour, np.float32)
    pose = Pose(np.zeros(3), np.array([-20.0, -20.0, 500.0]), nominal_lens((640, 480)))
    corners = np.array([[-8, -8], [8, -8], [8, 8], [-8, 8]]) + np.array([70, 20])
    for height, paint in ((0, body * 0.7), (16, body)):
        cv2.fillConvexPoly(image, np.round(pose.project(corners.astype(float), height)).astype(int), paint.tolist())
    for away in (-4.2, 0, 4.2):
        u, v = np.round(pose.project(np.array([[70.0 + away, 20 + away]]), 16)[0]).astype(int)
        cv2.circle(image, (int(u), int(v)), 2, (body * 0.2).tolist(), -1)
    of_body, of_table = (tuple(tones(np.array([paint], np.float32))[0, 1:].tolist()) for paint in (body, colour))
    art = DieArt("die", 16.0, (of_body,), (of_table,), (-0.2, -1.0, -1.1))
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.6) * light, 0, 255).astype(np.uint8), pose, art


@pytest.mark.parametrize("light", [1.0, 0.5, 0.2])
def test_a_die_is_read_in_little_light(light):
    """The light that tiles show lets hues be told as in the teaching pictures."""
    picture, pose, art = table_with_a_die(light)
    layout = Layout(1, 1, (40.0, 40.0), 38.0, 2.0, (ZoneSpec("tray", "dice", ((50, 0), (90, 0), (90, 40), (50, 40))),))
    seen = read_dice([art], layout, picture, pose, np.full(3, light, np.float32))
    assert [(die.zone.name, die.faces[0][0]) for die in seen] == [("tray", "3")]


def test_a_die_is_read_where_cards_tell_the_light_wrong():
    """All cards are green, and a lamp lies over them: by the ground it is told how the light colours a die."""
    picture, pose, art = table_with_a_die(1.0)
    seen = read_dice([art], TRAY, picture, pose, np.array([0.6, 1.2, 0.9], np.float32))
    assert [(each.zone.name, each.faces[0][0]) for each in seen] == [("tray", "3")]


def test_ground_that_no_die_was_taught_on_tells_nothing_about_a_die():
    """Most of the table is of another colour than what was seen around the die when it was taught."""
    picture, pose, art = table_with_a_die(1.0)
    around = np.array([[50.0, 0.0], [90.0, 0.0], [90.0, 40.0], [50.0, 40.0]])
    mask = cv2.fillPoly(np.zeros(picture.shape[:2], np.uint8), [np.round(pose.project(around, 0.0)).astype(int)], 1)
    texture = np.random.default_rng(1).normal(0, 40, picture.shape)
    picture[mask == 0] = np.clip(np.array([150, 140, 60]) + texture, 0, 255).astype(np.uint8)[mask == 0]
    assert [each.faces[0][0] for each in read_dice([art], TRAY, picture, pose)] == ["3"]


TRAY = Layout(1, 1, (40.0, 40.0), 38.0, 2.0, (ZoneSpec("tray", "dice", ((50, 0), (90, 0), (90, 80), (50, 80))),))


def test_what_a_card_shows_is_no_die():
    """A card with a slice of cheese on it, seen where it lies, covers what looks like a die."""
    picture, pose, art = table_with_a_die(1.0)
    card = np.array([[55.0, 5.0], [85.0, 5.0], [85.0, 35.0], [55.0, 35.0]])
    assert len(read_dice([art], TRAY, picture, pose)) == 1
    assert read_dice([art], TRAY, picture, pose, None, [card]) == ()


def test_of_two_dice_the_one_with_a_number_is_it():
    """A plain yellow block has a die's outline too, and one without a nick, but shows no number."""
    picture, pose, art = table_with_a_die(1.0)
    nick = np.array([[62.0, 12.0], [68.0, 12.0], [62.0, 18.0]])
    cv2.fillConvexPoly(picture, np.round(pose.project(nick, 16.0)).astype(int), (70, 100, 150))
    block = np.array([[-8, -8], [8, -8], [8, 8], [-8, 8]]) + np.array([70.0, 60.0])
    cv2.fillConvexPoly(picture, np.round(pose.project(block, 16.0)).astype(int), (40, 190, 220))
    (seen,) = read_dice([art], TRAY, picture, pose)
    assert seen.faces[0][0] == "3" and seen.at_mm == pytest.approx((70, 20), abs=1.5)
