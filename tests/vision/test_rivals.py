"""Drawings that look alike in coarse pixels are told apart by their details, where these are known."""

from __future__ import annotations

import cv2
import numpy as np

from vision.closer import told_by_details
from vision.light import Array
from vision.rig import ART

MIDDLE, SIDE = (140.0, 90.0), 100.0
ALL = np.ones((ART, ART), np.float32)
PALE, ROSE = (210, 225, 230), (215, 205, 235)


def card(mark: str, ground: tuple[int, int, int] = PALE) -> Array:
    """A cage on a pale ground, a digit in a corner."""
    drawn = np.full((ART, ART, 3), ground, np.uint8)
    for bar in range(14, 52, 7):
        cv2.line(drawn, (bar, 20), (bar, 56), (60, 50, 40), 2)
    cv2.putText(drawn, mark, (46, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.45, (40, 40, 40), 2, cv2.LINE_AA)
    return drawn.astype(np.float32)


def table(drawn: Array, light: tuple[float, float, float] = (0.5, 0.5, 0.5)) -> np.ndarray:
    """That card on a dark table in a dim light of some colour, blurred a little, with a camera's noise."""
    picture = np.full((180, 280, 3), (40, 60, 80), np.float32)
    matrix = cv2.getRotationMatrix2D(((ART - 1) / 2, (ART - 1) / 2), -2.0, SIDE / ART)
    matrix[:, 2] += np.array(MIDDLE) - (ART - 1) / 2
    laid, cover = (cv2.warpAffine(image, matrix, (280, 180)) for image in (drawn * np.array(light), ALL))
    soft = cv2.GaussianBlur(laid + picture * (1 - cover[..., None]), (0, 0), 1.2)
    return np.clip(soft + np.random.default_rng(3).normal(0, 2, soft.shape), 0, 255).astype(np.uint8)


def nats(rivals: list[Array], picture: np.ndarray, known: Array = ALL) -> Array:
    """How much less likely than the best each rival is."""
    return told_by_details([(each, known) for each in rivals], range(len(rivals)), picture, MIDDLE, np.radians(2.0), SIDE / ART)


def test_a_digit_decides() -> None:
    """What lies there is the likeliest, by a nat at least."""
    rivals = [card("1"), card("2")]
    for shown in (0, 1):
        told = nats(rivals, table(rivals[shown]))
        assert int(told.argmin()) == shown and float(told[1 - shown]) > 1.0


def test_the_colour_of_the_ground_is_no_detail() -> None:
    """In coloured light each of two cages on other grounds may be the other: bars tell nothing."""
    rivals = [card("1"), card("1", ROSE)]
    for shown in (0, 1):
        assert float(np.abs(nats(rivals, table(rivals[shown], (0.4, 0.5, 0.6)))).max()) < 1.0


def test_what_was_never_seen_bare_tells_nothing() -> None:
    """Where a piece covered a digit in teaching a drawing is painted in, and is not compared there."""
    known = ALL.copy()
    known[:26, 36:] = 0
    smeared = card("1")
    smeared[:20, 42:] = 120
    assert int(nats([smeared, card("2")], table(card("1"))).argmin()) == 1
    assert float(np.abs(nats([smeared, card("2")], table(card("1")), known)).max()) < 0.5


def test_how_noisy_a_drawing_was_taught_tells_nothing() -> None:
    """Of two cages on other grounds one was seen bare in a single picture: it is as likely as the other, and a digit decides."""
    clean, noisy = card("1"), card("1", ROSE) + np.random.default_rng(5).normal(0, 12, (ART, ART, 3)).astype(np.float32)
    assert float(np.abs(nats([clean, noisy], table(card("1", ROSE)))).max()) < 1.0
    other = card("2") + np.random.default_rng(5).normal(0, 12, (ART, ART, 3)).astype(np.float32)
    assert int(nats([card("1"), other], table(card("2"))).argmin()) == 1
