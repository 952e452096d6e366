"""Mice: one that all recordings have, and others, as other editions have them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np

from scripts.tabletop_photos import shapes
from scripts.tabletop_photos.art import tone
from scripts.tabletop_photos.shapes import Heap, Place

FUR = {"red": "#c62a2a", "orange": "#ee7a1e", "yellow": "#ecd334", "green": "#2f8f3f", "blue": "#2b62c0", "purple": "#7d3aa6",
       "white": "#e9e7e2", "black": "#2a292c", "grey": "#7f8791"}  # fmt: skip
PINK, DARK, PALE = tone("#d98f93"), tone("#151417"), tone("#d8d4cc")
HEIGHT_MM = 14.2
"""What the measures below are of."""
Point = tuple[float, float, float]


@dataclass(frozen=True)
class Mouse:
    """How a mouse is made, mm, its nose to the north (back is positive): `pointed` heads narrow to `tip` at their end."""

    body: Point = (8.2, 12.5, 6.6)
    back: float = 2.0
    pointed: tuple[float, float, float] | None = None
    nose: float = 1.7
    nose_ink: Any = None
    ears: Point = (3.6, 1.5, 3.4)
    ears_at: Point = (5.0, -6.5, 11.0)
    inner: bool = True
    eyes: float = 1.0
    tail: float = 14.5
    sways: float = 1.0
    thick: float = 1.0
    tail_ink: Any = None

    @staticmethod
    def of(seed: str) -> Mouse:
        """Any mouse."""
        c = Random(seed)
        long, rear, ears = c.uniform(8.0, 13.5), c.uniform(10.5, 15.0), c.uniform(2.6, 5.0)
        front = rear - 2 * long
        end = max(15.0, min(20.0, c.uniform(2.0, 11.0) - front))
        return Mouse(
            (c.uniform(6.2, 9.4), long, c.uniform(5.6, 7.2)), rear - long,
            (c.uniform(4.4, 6.8), c.uniform(0.7, 3.6), end) if c.random() < 0.8 else None,
            c.uniform(1.0, 2.1), c.choice([PINK, DARK, None, PINK, DARK]),
            (ears, c.uniform(1.0, 2.6), ears * c.uniform(0.6, 1.0)),
            (c.uniform(4.0, 7.0), max(-10.0, front + c.uniform(-2.0, 4.0)), c.uniform(8.5, 11.5)), c.random() < 0.5,
            c.choice([0.0, 0.7, 1.0, 1.3]), c.choice([c.uniform(2.0, 15.0), c.uniform(9.0, 17.0)]), c.uniform(-6.0, 6.0),
            c.uniform(0.6, 1.3), c.choice([PINK, PINK, None, DARK, tone("#c9a58c")]),
        )  # fmt: skip


def mouse(heap: Heap, place: Place, height: float, colour: str, made: Mouse) -> None:
    """A mouse of that height and colour."""
    fur, k = tone(FUR[colour]), height / HEIGHT_MM

    def ball(at: Point, radii: Point, ink: Any, tilt: float = 0) -> None:
        shapes.blob(heap, place, [k * v for v in at], [k * v for v in radii], ink, tilt)

    ball((0, made.back, 6.4), made.body, fur)
    end = 17.2
    if made.pointed is None:
        ball((0, -10, 6.2), (5.6, 7.5, 5.4), fur, -8)
    else:
        wide, narrow, end = made.pointed
        start = made.back - made.body[1] + 4
        path = np.array([(0, start, 6.2), (0, (start - end + narrow) / 2, 6.2), (0, -end + narrow, 5.6)])
        shapes.tube(heap, place, k * path, k * np.array([wide, (wide + narrow) / 2, narrow]), fur)
    nose = PINK if made == Mouse() else fur if made.nose_ink is None else made.nose_ink
    ball((0, -end, 5.6), (made.nose, made.nose, made.nose), nose)
    x, y, z = made.ears_at
    for side in (-1, 1):
        ball((side * x, y, z), made.ears, fur)
        if made.inner:
            ball((side * x, y - 0.6 * made.ears[1], z + 0.2), (made.ears[0] * 0.64, 0.9, made.ears[2] * 0.65), PINK)
        if made.eyes:
            ball((side * 2.9, -13.4, 8.6), (made.eyes,) * 3, DARK if colour != "black" else PALE)
    _tail(heap, place, k, made, PINK if made == Mouse() else fur if made.tail_ink is None else made.tail_ink)


def _tail(heap: Heap, place: Place, k: float, made: Mouse, ink: Any) -> None:
    start = made.back + made.body[1] - 1.5
    along = np.linspace(0, 1, 5)
    aside = made.sways * np.array([0.0, 1.2, -0.6, 0.8, 0.0]) if made == Mouse() else made.sways * np.sin(math.pi * 1.2 * along)
    path = np.stack([aside, start + made.tail * along, [3.4, 2.0, 1.4, 1.3, 1.3]], axis=1)
    shapes.tube(heap, place, k * path, k * made.thick * np.array([1.5, 1.3, 1.1, 0.9, 0.6]), ink)
