"""Dice of any colours on any ground are taught by pictures of their six numbers."""

import cv2
import numpy as np
import pytest

from calibration.dice import teach_dice
from companion.core.catalogue import Layout, ZoneSpec
from companion.core.grid import Zone
from companion.core.scene import PieceAt
from vision.dice import read_dice
from vision.die_faces import LAYOUTS, SPOT_AT
from vision.frame import TaughtPiece, TeachingPicture
from vision.lens import nominal_lens
from vision.pose import Pose
from vision.rig import HUES, kept_die

SIDE, SQUARE = 16.0, np.array([[-8, -8], [8, -8], [8, 8], [-8, 8]])
LAYOUT = Layout(1, 1, (40.0, 40.0), 38.0, 2.0, (ZoneSpec("tray", "dice", ((50, -30), (150, -30), (150, 60), (50, 60))),))
POSE = Pose(np.array([-0.5, 0.0, 0.0]), np.array([-90.0, -20.0, 500.0]), nominal_lens((1280, 960)))
WHITE, GREY, BLACK, RED, RED_SHADOW = (225, 230, 232), (120, 120, 120), (28, 27, 26), (35, 30, 185), (10, 8, 40)
PLAIN, WOOD, STRIPED = ((30, 40, 55),), ((15, 50, 75),), ((120, 70, 40), (175, 180, 172), (120, 70, 40), (175, 180, 172))


def drawn(number, at, turn, body, spot, stripes, shadow=None):
    """A table of stripes with a die, its side faces darker and full of spots, and its shadow, seen by a camera that is tilted by
    29 degrees."""
    image = np.empty((960, 1280, 3), np.float32)
    for n, stripe in enumerate(np.array_split(np.arange(960), len(stripes))):
        image[stripe] = stripes[n]
    turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])

    def filled(points, height, paint):
        px = np.concatenate([POSE.project(points[n : n + 1] @ turned + at, float(height[n])) for n in range(len(points))])
        cv2.fillConvexPoly(image, np.round(px * 16).astype(int), paint, cv2.LINE_AA, 4)

    square = (SQUARE @ turned + at).astype(float)
    if shadow is not None:
        cast = np.concatenate([POSE.project(square + away, 0.0) for away in (0.0, np.array([13.0, 9.0]))]).astype(np.float32)
        cv2.fillConvexPoly(image, np.round(cv2.convexHull(cast) * 16).astype(int), shadow, cv2.LINE_AA, 4)
    hull = cv2.convexHull(np.concatenate([POSE.project(square, h) for h in (0.0, SIDE)]).astype(np.float32))
    cv2.fillConvexPoly(image, np.round(hull * 16).astype(int), (np.array(body) * 0.7).tolist(), cv2.LINE_AA, 4)
    circle = 1.5 * np.stack([np.cos(np.arange(0, 6.3, 0.4)), np.sin(np.arange(0, 6.3, 0.4))], axis=1)
    near = max(((SQUARE[n] + SQUARE[n - 1]) / 2 for n in range(4)), key=lambda edge: float((edge @ turned)[1]))
    for aside, up in ((-4, 4), (-4, 12), (4, 4), (4, 12)):
        along = np.array([-near[1], near[0]]) / 8
        filled(near + along * (aside + circle[:, :1]), up + circle[:, 1], (np.array(spot) * 0.7).tolist())
    filled(SQUARE.astype(float), np.full(4, SIDE), body)
    for u, v in next(spots for value, spots in LAYOUTS if value == number):
        filled(np.array([u, v]) * SPOT_AT * SIDE + circle, np.full(len(circle), SIDE), spot)
    noise = np.random.default_rng(number).normal(0, 3, image.shape)
    return np.clip(cv2.GaussianBlur(image, (0, 0), 0.7) + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize(
    ("body", "spot", "stripes", "shadow"),
    [(RED, WHITE, PLAIN, None), (GREY, WHITE, PLAIN, None), (WHITE, BLACK, STRIPED, None), (BLACK, WHITE, STRIPED, None),
     (RED, WHITE, WOOD, RED_SHADOW)],
)  # fmt: skip
def test_any_die_is_read_with_its_side_faces_in_view(body, spot, stripes, shadow):
    """Light spots and dark ones, a grey die on a dark table, one on a cloth of its own hue, one whose shadow on dark wood comes
    nearer to its colour than to the wood's: all numbers are told."""
    taught = []
    for number in range(1, 7):
        at = np.array([60.0 + 12 * number, 60 - 14 * number])
        piece = TaughtPiece(PieceAt("die", Zone("tray"), face=str(number)), (float(at[0]), float(at[1])), 0.0, SIDE)
        picture = drawn(number, at, 0.4 * number, body, spot, stripes, shadow)
        taught.append(TeachingPicture(picture, ((0.0, 0.0),) * 4, (), (piece,)))
    art = teach_dice(taught, [POSE] * 6, LAYOUT, [np.zeros((6, 3))] * 6)
    for number in range(1, 7):
        at = np.array([130.0 - 9 * number, 50 - 12 * number])
        picture = drawn(number, at, 0.3 + 0.7 * number, body, spot, stripes, shadow)
        (seen,) = read_dice(art, LAYOUT, picture, POSE)
        assert seen.faces[0][0] == str(number) and np.exp(seen.faces[0][1]) > 0.5


def test_a_die_of_an_earlier_program_is_read_as_it_was():
    """Hues alone, one ground and dark spots: what was kept before dice had measures."""
    die = kept_die(["die", 16.0, [1.0, 2.0], [30.0, 40.0], 0.2, "table"])
    assert (die.body, die.ground, die.measure) == (((1.0, 2.0),), ((30.0, 40.0),), HUES)
    assert die.spot == pytest.approx((-0.8, -0.8, -0.8))
