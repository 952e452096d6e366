"""Nose or tail, told by single pictures of a kind."""

import cv2
import numpy as np
import pytest

from vision import portraits
from vision.facing import PATCH
from vision.facing_belief import Heading, facings_of
from vision.light import Array
from vision.portraits import MOST, nose_or_tail, turned_half
from vision.rig import Portraits

BOARD, BODY, TAIL = (120, 160, 120), (60, 160, 60), (150, 130, 220)
MIDDLE = (PATCH - 1) / 2
ALL = np.ones((PATCH, PATCH), np.float32)


def drawn(sway: int = 0, bright: float = 1.0) -> tuple[Array, Array]:
    """A green mouse on a greenish board, nose to the far side, with a tail that sways, and where it is (PATCH, PATCH)."""
    picture, cover = np.full((PATCH, PATCH, 3), BOARD, np.float32), np.zeros((PATCH, PATCH), np.float32)
    centre = (int(MIDDLE), int(MIDDLE))
    for image, body, tail in ((picture, BODY, TAIL), (cover, 1, 1)):
        cv2.line(image, (centre[0], centre[1] + 16), (centre[0] + sway, centre[1] + 34), tail, 3)
        cv2.ellipse(image, centre, (11, 20), 0, 0, 360, body, -1)
    picture[cover > 0] *= bright
    return picture, cover


def turned(picture: Array, degrees: float) -> Array:
    """A picture (PATCH, PATCH, 3) turned clockwise, the board all around."""
    matrix = cv2.getRotationMatrix2D((MIDDLE, MIDDLE), -degrees, 1.0)
    return np.asarray(cv2.warpAffine(picture, matrix, (PATCH, PATCH), borderValue=BOARD), dtype=np.float32)


def taught() -> Portraits:
    """Three portraits of such mice, their tails swaying otherwise."""
    both = [drawn(sway) for sway in (-6, 2, 8)]
    halved = [[turned_half(each, 0.0) for each in pair] for pair in both]
    pictures, covers = (np.stack(each) for each in zip(*halved, strict=True))
    return Portraits(pictures.astype(np.uint8), (covers * 255).astype(np.uint8), np.full_like(covers, 255).astype(np.uint8))


BARE = (np.full((PATCH, PATCH, 3), BOARD, np.float32), ALL)


@pytest.mark.parametrize("heading", [0, 40, 90, 180, 275])
def test_a_tail_tells_nose_from_tail(heading: int) -> None:
    """Whichever way it points and sways: a lead for the heading, and as much against the opposite one."""
    seen = turned(drawn(sway=4)[0], heading), ALL
    ahead, behind = (nose_or_tail(taught(), seen, BARE, float(at)) for at in (heading, heading + 180))
    assert ahead > 1 and behind == pytest.approx(-ahead, abs=0.3)


def test_a_mouse_in_a_shadow_is_told_as_well() -> None:
    """Brightness hardly counts."""
    seen = turned(drawn(sway=4, bright=0.7)[0], 90), ALL
    assert nose_or_tail(taught(), seen, BARE, 90.0) > 1


def test_what_is_hidden_tells_nothing() -> None:
    """With something on both ends there is no lead."""
    free = ALL.copy()
    free[np.hypot(*np.mgrid[-MIDDLE : MIDDLE + 1, -MIDDLE : MIDDLE + 1]) > 14] = 0
    assert abs(nose_or_tail(taught(), (drawn()[0], free), BARE, 0.0)) < 0.3


def test_portraits_speak_for_so_much_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    """However well one end fits, they do not overrule what is sure."""
    monkeypatch.setattr(portraits, "NATS", 0.01)
    assert nose_or_tail(taught(), (drawn(sway=4)[0], ALL), BARE, 0.0) == 2 * MOST


def test_portraits_turn_a_facing_that_was_left_open() -> None:
    """East before west by little, and portraits for the west: it points west; the other two facings stay as they were."""
    scores = np.where(np.arange(24) == 6, 0.0, np.where(np.arange(24) == 18, -2.0, -40.0))
    open_, told = (facings_of(Heading(scores, np.zeros(4), 28, ends=ends)) for ends in (None, np.array([0, -2.0, 0, 2.0])))
    assert max(range(4), key=open_.__getitem__) == 1 and max(range(4), key=told.__getitem__) == 3
