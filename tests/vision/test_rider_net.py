"""A network tells whether something rides on a piece, where it is right about the taught ones, and is weighed with the search."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import mouse, sprite

from calibration.facing import knows
from vision.facing import PATCH
from vision.facing_belief import Heading
from vision.found import Doubted, Found
from vision.light import Array
from vision.piece_bank import make_piece_bank
from vision.ridden import Carried, told_by_network
from vision.rider_net import RiderNet, colours_of, view_of

LIMIT, MIDDLE = 2_000_000, PATCH // 2
YELLOW, GREEN, PAPER = (60.0, 190.0, 235.0), (60.0, 130.0, 60.0), (190.0, 210.0, 220.0)


def shown(wedge_at: tuple[int, int] | None, colour: tuple[float, float, float] = GREEN) -> Array:
    """A view of a drawn mouse on plain paper, a yellow wedge so far from its middle."""
    paper = np.full((PATCH, PATCH, 3), PAPER, np.float32)
    seen = paper.copy()
    cv2.ellipse(seen, (MIDDLE, MIDDLE + 2), (11, 17), 0, 0, 360, colour, -1)
    cv2.circle(seen, (MIDDLE, MIDDLE - 14), 8, colour, -1)
    if wedge_at is not None:
        u, v = MIDDLE + wedge_at[0], MIDDLE + wedge_at[1]
        cv2.fillPoly(seen, [np.array([(u - 8, v + 8), (u + 8, v + 8), (u, v - 9)])], YELLOW)
        cv2.fillPoly(seen, [np.array([(u - 8, v + 8), (u + 8, v + 8), (u + 8, v + 12), (u - 8, v + 12)])], (40.0, 140.0, 190.0))
    return view_of(cv2.GaussianBlur(seen, (0, 0), 1.0), paper, np.array([YELLOW], np.float32), np.array([colour], np.float32))


def test_a_wedge_on_a_mouse_is_seen() -> None:
    net = RiderNet()
    assert net.told(shown((0, 0))) > 0 > net.told(shown(None))


def test_what_lies_far_from_a_piece_does_not_ride_on_it() -> None:
    """The same wedge, at the rim of what the network is shown."""
    assert RiderNet().told(shown((-38, 34))) < 0


def test_a_view_upside_down_tells_the_same() -> None:
    net, view = RiderNet(), shown((3, 1))
    assert net.told(np.ascontiguousarray(np.rot90(view, 2))) == pytest.approx(net.told(view), abs=0.02)


def test_the_weights_are_small() -> None:
    assert 0 < RiderNet().net.path.stat().st_size < LIMIT


def test_colours_are_those_that_a_piece_surely_shows() -> None:
    grey = colours_of([mouse()])
    assert grey is not None and colours_of([]) is None
    assert np.ptp(grey, axis=1).max() < 30


@pytest.mark.parametrize(
    ("told", "carry", "known"),
    [([5.0, -4.0, 6.0], [True, False, True], True), ([5.0, -4.0, -3.0], [True, False, True], False), ([-6.0], [False], False)],
)
def test_it_is_asked_where_it_is_right_about_taught_pieces(told: list[float], carry: list[bool], known: bool) -> None:
    assert knows(told, carry) is known


def weighed(says: float | None, *riders: tuple[float, float], doubted: float | None = None) -> tuple[list[float], Carried | None]:
    """How sure riders are, each so far from a mouse and so sure by itself, and what else it may carry; `doubted` is what a rider
    of its own colour explains of it."""
    bank = make_piece_bank([replace(sprite(), rides=True), replace(mouse(), rides=False)])
    assert bank is not None
    row = {bank.sprites[int(kind)].kind: row for row, kind in reversed(list(enumerate(bank.kinds)))}
    gains = np.zeros(len(bank.kinds), np.float32)
    possible = None if doubted is None else Doubted(row["cheese"], -50.0, doubted)
    carrier = Found(row["mouse"], (100.0, 100.0), 500.0, gains, 0.5, doubted=possible)
    found = [carrier, *(Found(row["cheese"], (100.0 + away, 100.0), 90.0, gains, 0.5, rides=True) for away, _ in riders)]
    headings = [Heading(np.zeros(24), np.zeros(4), 28, ridden=says), *(None for _ in riders)]
    told, carried = told_by_network(found, [0.99, *(sure for _, sure in riders)], headings, bank)
    assert told[0] == 0.99
    return told[1:], carried[0]


def test_a_rider_that_the_network_does_not_see_is_no_longer_sure() -> None:
    (told,), carried = weighed(-5.0, (2.0, 0.99))
    assert told < 0.1 and carried is None


def test_one_pose_more_of_the_same_rider_stays_unlikely() -> None:
    first, second = weighed(6.0, (2.0, 0.9), (5.0, 0.03))[0]
    assert first > 0.99 and second == 0.03


def test_a_rider_far_from_its_carrier_is_as_sure_as_it_was() -> None:
    told, carried = weighed(6.0, (40.0, 0.6))
    assert told == [0.6] and carried is not None


def test_what_nobody_found_is_told_where_the_network_plainly_sees_it() -> None:
    plain, hardly = weighed(4.0)[1], weighed(1.0)[1]
    assert plain is not None and plain.chance > 0.9
    assert hardly is not None and hardly.chance < 0.1
    assert weighed(-3.0)[1] is None


def test_without_a_word_of_the_network_all_is_as_the_search_tells() -> None:
    assert weighed(None, (2.0, 0.7)) == ([0.7], None)
    likely, less = weighed(None, doubted=9.0)[1], weighed(-4.0, doubted=9.0)[1]
    assert likely is not None and less is not None and likely.chance > 0.8 and less.chance < 0.5
