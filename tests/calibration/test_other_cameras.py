"""Teaching pictures as other cameras would have taken them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.other_cameras import bent, shoved, without_markers
from calibration.scorecard import Scorecard, columns
from companion.commands.bench_light import chosen, lines
from companion.core.catalogue import Layout
from companion.core.drawing import Point
from companion.core.errors import CompanionError
from vision.fiducials import MarkerFinder, Markers
from vision.frame import TeachingPicture

LAYOUT = Layout(3, 3, (50.0, 50.0), 46.0, 2.0)
CORNERS = ((200.0, 100.0), (440.0, 110.0), (450.0, 350.0), (190.0, 340.0))


def dotted() -> TeachingPicture:
    """A dark picture with a bright dot on each corner of the board."""
    picture = np.full((480, 640, 3), 30, np.uint8)
    for x, y in CORNERS:
        cv2.circle(picture, (int(x), int(y)), 5, (240, 240, 240), -1)
    return TeachingPicture(picture, CORNERS, (), ())


def dot_near(picture: NDArray[np.uint8], at: Point) -> NDArray[np.float64]:
    """The middle (x, y) of the bright dot around a point."""
    x, y = int(at[0]) - 12, int(at[1]) - 12
    light = picture[y : y + 25, x : x + 25].mean(axis=2) - 30
    down, across = np.mgrid[:25, :25]
    return np.array([x + (across * light).sum() / light.sum(), y + (down * light).sum() / light.sum()])


def test_labels_follow_the_picture() -> None:
    """Through another lens, and after a push, corners lie where their labels say."""
    for changed in (bent(dotted(), -0.1), shoved(dotted(), LAYOUT)):
        moved = np.abs(np.array(changed.board_px) - CORNERS).max()
        away = [np.abs(dot_near(changed.picture, at) - at).max() for at in changed.board_px]
        assert moved > 1 and max(away) < 0.3


def test_markers_are_painted_over() -> None:
    """Where a marker lay no marker is found any more."""
    picture = np.full((400, 400, 3), 150, np.uint8)
    markers = Markers("DICT_4X4_50", 30.0, 0.0, {0: (0.0, 0.0)})
    square = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 0, 60)
    picture[140:220, 140:220] = 240
    picture[150:210, 150:210] = np.asarray(square)[..., None]
    finder = MarkerFinder(markers)
    before, bare = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), without_markers(picture, markers)
    after = cv2.cvtColor(bare, cv2.COLOR_BGR2GRAY)
    assert finder.find(np.asarray(before, dtype=np.uint8)) and not finder.find(np.asarray(after, dtype=np.uint8))


def test_a_light_nobody_knows_is_refused_by_name() -> None:
    """The message says which there are."""
    with pytest.raises(CompanionError, match="'moonlight'; known are dim, dark"):
        chosen({"dim": 1, "dark": 2}, "dim, moonlight", "kind of light")


def test_the_table_has_a_row_for_every_light_and_lists_mistakes() -> None:
    """Each recording's rows, those of all, then what went wrong."""
    card = Scorecard()
    card.told("tile", 0.95, False, "there")
    told = list(lines({("one", "dim"): card, ("all", "dim"): card}, ["one", "all"], True))
    assert told[0].count("|") == len(columns()) + 3 == told[2].count("|")
    assert told[2].startswith("| one | dim |") and told[-1] == "dim: there p=0.95"
