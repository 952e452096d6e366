"""A tile beside the grid whose rivals differ in a detail is told at the drawings' own scale."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.closer import told_by_details, told_closely
from vision.light import Array
from vision.rig import ART
from vision.tiles import NATS

MIDDLE, SIDE = (140.0, 90.0), 60.0
KNOWN = np.ones((ART, ART), np.uint8)


def card(digit: str) -> Array:
    """A card with an arrow and a small digit in a corner."""
    drawn = np.full((ART, ART, 3), (240, 235, 225), np.uint8)
    cv2.arrowedLine(drawn, (32, 50), (32, 20), (180, 90, 30), 6, tipLength=0.4)
    cv2.putText(drawn, digit, (44, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
    return drawn.astype(np.float32)


def framed(drawn: Array) -> Array:
    """A card with a dark frame and a band."""
    framed = drawn.copy()
    cv2.rectangle(framed, (3, 3), (ART - 4, ART - 4), (90, 40, 30), 3)
    framed[4:14] = (90, 40, 30)
    return framed


def table(drawn: Array, degrees: float) -> np.ndarray:
    """A wooden table with that card on it, a little darker, turned and shifted."""
    picture = np.full((180, 280, 3), (90, 130, 170), np.float32)
    matrix = cv2.getRotationMatrix2D(((ART - 1) / 2, (ART - 1) / 2), -degrees, SIDE / ART)
    matrix[:, 2] += np.array(MIDDLE) + np.array([0.7, -0.4]) - (ART - 1) / 2
    size = (picture.shape[1], picture.shape[0])
    laid, cover = (cv2.warpAffine(image, matrix, size) for image in (0.8 * drawn, np.ones((ART, ART), np.float32)))
    noise = np.random.default_rng(1).normal(0, 3, picture.shape)
    return np.clip(laid + picture * (1 - cover[..., None]) + noise, 0, 255).astype(np.uint8)


def test_cards_that_differ_in_a_digit_are_told() -> None:
    """In coarse pixels two and three cost nearly the same; what lies there wins by two nats at least."""
    art = np.stack([card("2"), card("3")])
    for shown in (0, 1):
        picture = table(art[shown], 5.0)
        costs = told_closely(np.array([10.0, 12.0], np.float32), np.array([0, 4]), picture, MIDDLE, np.radians(5.0), SIDE, art)
        assert int(costs.argmin()) == shown
        assert abs(float(costs[0] - costs[1])) > 2 * NATS


@pytest.mark.parametrize("off", np.arange(-0.03, 0.031, 0.005).tolist())
def test_a_slant_between_two_steps_does_not_speak_against_a_digit(off: float) -> None:
    """Of framed cards the frame's edges outweigh a digit where the right drawing is laid in another turn than the wrong one."""
    art = np.stack([framed(card("1")), framed(card("2"))])
    for shown in (0, 1):
        picture, angle = table(art[shown], 5.0), np.radians(5.0) + off
        costs = told_closely(np.array([10.0, 12.0], np.float32), np.array([0, 4]), picture, MIDDLE, angle, SIDE, art)
        assert int(costs.argmin()) == shown


def test_what_is_far_behind_is_not_looked_at() -> None:
    """One drawing alone within reach keeps its cost, and the others theirs."""
    costs = np.array([10.0, 500.0], np.float32)
    told = told_closely(costs, np.array([0, 4]), table(card("2"), 0.0), MIDDLE, 0.0, SIDE, np.stack([card("2"), card("3")]))
    assert told.tolist() == costs.tolist()


def wide_table(drawn: Array) -> tuple[Array, tuple[float, float]]:
    """That table in a drawing's own pixels, and where the card's middle is."""
    wide = cv2.resize(table(drawn, 5.0).astype(np.float32), None, fx=ART / SIDE, fy=ART / SIDE, interpolation=cv2.INTER_CUBIC)
    return wide, (MIDDLE[0] * ART / SIDE, MIDDLE[1] * ART / SIDE)


def test_a_card_taught_under_haze_is_told_by_its_details() -> None:
    """The digit decides, not that another card was taught as pale as this one is seen."""
    drawn = [(card("2"), KNOWN), (0.6 * card("3") + 90, KNOWN)]
    nats = told_by_details(drawn, "23", *wide_table(card("3")), np.radians(5.0))
    assert int(nats.argmin()) == 1 and float(nats[0]) > 2


def test_what_lay_on_a_card_as_it_was_taught_does_not_speak_against_it() -> None:
    """A wedge lay beside the digit of the three; of what it hid nothing is asked."""
    hidden, known = card("3"), KNOWN.copy()
    cv2.circle(hidden, (12, 44), 9, (30, 60, 220), -1)
    known[34:55, :23] = 0
    nats = told_by_details([(card("2"), KNOWN), (hidden, known)], "23", *wide_table(card("3")), np.radians(5.0))
    assert int(nats.argmin()) == 1 and float(nats[0]) > 2
    as_if_known = told_by_details([(card("2"), KNOWN), (hidden, KNOWN)], "23", *wide_table(card("3")), np.radians(5.0))
    assert float(as_if_known[0] - as_if_known[1]) < float(nats[0])


def test_two_cards_differ_only_where_all_pictures_of_both_do() -> None:
    """The two was taught once more where its frame was blurred: that the three's is sharp does not make it the three."""
    blurred = cv2.GaussianBlur(framed(card("2")), (0, 0), 2.0)
    drawn = [(blurred, KNOWN), (framed(card("3")), KNOWN), (cv2.GaussianBlur(framed(card("3")), (0, 0), 2.0), KNOWN)]
    nats = told_by_details(drawn, "233", *wide_table(framed(card("2"))), np.radians(5.0))
    assert int(nats.argmin()) == 0


def paths(colour: tuple[int, int, int], other: tuple[int, int, int]) -> Array:
    """A violet tile with two paths."""
    drawn = np.full((ART, ART, 3), (165, 110, 160), np.uint8)
    cv2.circle(drawn, (ART, 0), 22, colour, 9, cv2.LINE_AA)
    cv2.circle(drawn, (0, ART), 22, other, 9, cv2.LINE_AA)
    return drawn.astype(np.float32)


def test_a_tile_taught_under_a_mirrored_lamp_is_told_where_none_is_mirrored() -> None:
    """Its black path was taught grey: that another's was taught nearly black does not make its red path orange."""
    red, orange, black = (40, 40, 190), (40, 90, 210), (25, 25, 25)
    art = np.stack([0.9 * paths(orange, black) + 10, 0.6 * paths(red, black) + 60])
    picture = table(paths(red, black), 5.0)
    costs = told_closely(np.array([10.0, 12.0], np.float32), np.array([0, 4]), picture, MIDDLE, np.radians(5.0), SIDE, art)
    assert int(costs.argmin()) == 1 and float(costs[0] - costs[1]) > 2 * NATS
