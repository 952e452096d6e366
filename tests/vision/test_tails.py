"""Nose or tail by a tail that sways: followed, not laid over."""

import cv2
import numpy as np
import pytest

from vision.facing import PATCH
from vision.light import Array
from vision.portraits import turned_half
from vision.rig import Portraits
from vision.tails import Tail, tail_of, tail_on_each_side, tail_speaks

BOARD, BODY, TAIL = (120, 160, 120), (60, 160, 60), (150, 130, 220)
MIDDLE = (PATCH - 1) / 2
ALL = np.ones((PATCH, PATCH), np.float32)
BARE = np.full((PATCH, PATCH, 3), BOARD, np.float32)
KNOWN = BARE, ALL


def drawn(sway: int, tail: bool = True) -> tuple[Array, Array]:
    """A green mouse, nose to the far side, with or without a tail that sways, and where its body is (PATCH, PATCH)."""
    picture, cover, centre = BARE.copy(), np.zeros((PATCH, PATCH), np.float32), (int(MIDDLE), int(MIDDLE))
    if tail:
        cv2.line(picture, (centre[0], centre[1] + 14), (centre[0] + sway, centre[1] + 34), TAIL, 3)
    for image, body in ((picture, BODY), (cover, 1)):
        cv2.ellipse(image, centre, (11, 18), 0, 0, 360, body, -1)
    return picture, cover


def taught(tail: bool = True) -> Portraits:
    """Three portraits of such mice, their tails swaying otherwise."""
    both = [[turned_half(each, 0.0) for each in drawn(sway, tail)] for sway in (-10, 2, 8)]
    pictures, covers = (np.stack(each) for each in zip(*both, strict=True))
    return Portraits(pictures.astype(np.uint8), (covers * 255).astype(np.uint8), np.full_like(covers, 255).astype(np.uint8))


def learnt() -> Tail:
    tail = tail_of([taught()])
    assert tail is not None
    return tail


def turned(picture: Array, degrees: float) -> Array:
    """A picture (PATCH, PATCH, 3) turned clockwise, the board all around."""
    matrix = cv2.getRotationMatrix2D((MIDDLE, MIDDLE), -degrees, 1.0)
    return np.asarray(cv2.warpAffine(picture, matrix, (PATCH, PATCH), borderValue=BOARD), dtype=np.float32)


@pytest.mark.parametrize("heading", [0, 40, 90, 180, 275])
@pytest.mark.parametrize("sway", [-12, 5])
def test_a_tail_is_followed_whichever_way_it_sways(heading: int, sway: int) -> None:
    """It speaks for the end ahead of it, and as much against the other."""
    seen = turned(drawn(sway)[0], heading), ALL
    ahead, behind = (tail_speaks(learnt(), seen, KNOWN, float(at)) for at in (heading, heading + 180))
    assert ahead > 2 and behind == pytest.approx(-ahead, abs=1.5)


def test_a_broad_patch_of_its_colour_is_no_tail() -> None:
    """A cheese of a like colour beside the nose has more of it at its sides."""
    picture = drawn(sway=4)[0]
    cv2.circle(picture, (int(MIDDLE), int(MIDDLE) - 30), 11, TAIL, -1)
    assert tail_speaks(learnt(), (picture, ALL), KNOWN, 0.0) > 1


def test_where_the_board_has_its_colour_or_something_lies_on_it_it_says_nothing() -> None:
    """Nobody sees it there."""
    pink = np.full((PATCH, PATCH, 3), TAIL, np.float32)
    picture = np.where((drawn(0, tail=False)[0] == BOARD).all(axis=2)[..., None], pink, drawn(0, tail=False)[0])
    assert abs(tail_speaks(learnt(), (picture.astype(np.float32), ALL), (pink, ALL), 0.0)) < 0.5
    assert abs(tail_speaks(learnt(), (drawn(4)[0], np.zeros_like(ALL)), KNOWN, 0.0)) < 0.5


def test_beside_the_board_it_is_seen_as_well() -> None:
    """On a table of which nobody knows what it shows, black as it may be in the plan."""
    nowhere = np.zeros_like(BARE), np.zeros_like(ALL)
    assert tail_speaks(learnt(), (drawn(6)[0], ALL), nowhere, 0.0) > 2


def test_pieces_without_tails_have_none() -> None:
    """What lies behind them is what lies before them; of nothing taught nothing is known."""
    assert tail_of([taught(tail=False)]) is None and tail_of([]) is None


@pytest.mark.parametrize("facing", range(4))
def test_a_tail_tells_the_side_whichever_way_the_body_seems_to_lie(facing: int) -> None:
    """Nobody says beforehand along which line the mouse lies."""
    told = tail_on_each_side(learnt(), (turned(drawn(6)[0], 90 * facing + 10), ALL), KNOWN)
    assert told.argmax() == facing and told[facing] - np.sort(told)[-2] > 1.5


def test_a_tail_that_nobody_sees_tells_no_side() -> None:
    """A mouse without one, and one with something on its tail."""
    assert np.ptp(tail_on_each_side(learnt(), (drawn(0, tail=False)[0], ALL), KNOWN)) < 0.5
    assert np.ptp(tail_on_each_side(learnt(), (drawn(4)[0], np.zeros_like(ALL)), KNOWN)) == 0
