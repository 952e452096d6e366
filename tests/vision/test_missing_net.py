"""A network tells where a piece stands that it is asked about, where it is right about the taught ones."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import mouse
from numpy.typing import NDArray

from vision.missing_net import SIDE, MissingNet
from vision.rig import Sprite

LIMIT = 2_000_000
GREEN, PURPLE, PAPER = (60.0, 130.0, 60.0), (150.0, 60.0, 110.0), (190.0, 210.0, 220.0)
Array = NDArray[np.float32]
Colour = tuple[float, float, float]


def of_colour(kind: str, colour: Colour) -> Sprite:
    """A mouse of one colour, as it would be taught."""
    return replace(mouse(), kind=kind, picture=np.full_like(mouse().picture, colour))


NET = MissingNet.of([of_colour("mouse-green", GREEN), of_colour("mouse-purple", PURPLE)])


def shown(at: tuple[int, int] | None, colour: Colour = GREEN) -> tuple[Array, Array]:
    """What is seen of a mouse so far from the middle of a window of plain paper, and that paper."""
    paper = np.full((2 * SIDE, 2 * SIDE, 3), PAPER, np.float32)
    seen = paper.copy()
    if at is not None:
        u, v = SIDE + 2 * at[0], SIDE + 2 * at[1]
        cv2.ellipse(seen, (u, v + 2), (11, 17), 0, 0, 360, colour, -1)
        cv2.circle(seen, (u, v - 14), 8, colour, -1)
        cv2.line(seen, (u, v + 18), (u + 2, v + 34), (150.0, 150.0, 210.0), 2)
    seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), 1.0), dtype=np.float32)
    return cv2.resize(seen, (SIDE, SIDE), interpolation=cv2.INTER_AREA), paper[:SIDE, :SIDE]


def asked(at: tuple[int, int] | None, kind: str = "mouse-green") -> tuple[float, tuple[float, float]]:
    return NET.told(NET.views_of([kind], *shown(at)))[0]


def test_a_mouse_is_seen_where_it_stands() -> None:
    for at in ((0, 0), (-8, 5), (9, -4)):
        odds, there = asked(at)
        assert odds > 0 and np.hypot(there[0] - at[0], there[1] - at[1]) < 4


def test_a_mouse_of_another_colour_is_not_the_one() -> None:
    assert asked((0, 0), "mouse-purple")[0] < 0


def test_on_bare_paper_stands_none() -> None:
    assert asked(None)[0] < 0


def test_what_is_drawn_on_the_board_is_no_mouse() -> None:
    seen, _ = shown((0, 0))
    assert NET.told(NET.views_of(["mouse-green"], seen, seen))[0][0] < asked((0, 0))[0] - 3


def test_it_sees_the_same_from_all_sides() -> None:
    seen, paper = shown((4, -6))
    straight, _ = NET.told(NET.views_of(["mouse-green"], seen, paper))[0]
    for turned in (np.rot90(seen), np.rot90(seen, 2), seen[:, ::-1]):
        assert NET.told(NET.views_of(["mouse-green"], turned, paper))[0][0] == pytest.approx(straight, abs=0.02)


def test_asked_about_nothing_it_says_nothing() -> None:
    assert NET.told(NET.views_of([], *shown(None))) == []


def test_only_what_it_knows_is_asked_about() -> None:
    sprites = [of_colour("mouse-green", GREEN), of_colour("mouse-purple", PURPLE)]
    assert MissingNet.of(sprites, {"mouse-green", "cheese"}).kinds == ["mouse-green"] and not MissingNet.of([], set()).kinds


def test_the_weights_are_small() -> None:
    assert 0 < NET.net.path.stat().st_size < LIMIT
