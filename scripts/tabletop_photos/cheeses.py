"""Cheeses: others than the one that all recordings have, as other editions have them."""

from __future__ import annotations

import colorsys
import math
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import numpy as np

from scripts.tabletop_photos import shapes
from scripts.tabletop_photos.art import tone
from scripts.tabletop_photos.shapes import Heap, Place, Points

THIN_MM = 0.05
"""How thick the rind is, and what is painted on the top."""


@dataclass(frozen=True)
class Cheese:
    """How a wedge of cheese is made, mm, its point to the south: half the angle of its point, degrees; whether its back is round;
    the colours of its top, sides and rind; how much of the top is rind; its holes as (right, back, radius) and their colour."""

    length: float
    half: float
    rounded: bool
    top: Any
    sides: Any
    rind: Any
    band: float
    ink: Any
    holes: tuple[tuple[float, float, float], ...] = ()

    @staticmethod
    def of(seed: str) -> Cheese:
        """Any cheese."""
        c = Random(seed)
        hue, deep = c.uniform(0.10, 0.165), c.uniform(0.6, 1.0)
        sides = _tone(hue - c.uniform(0.0, 0.02), deep, c.uniform(0.7, 0.95))
        dark = _tone(hue - 0.03, 1.0, 0.35)
        made = Cheese(
            c.uniform(11.0, 17.5), c.uniform(20.0, 32.0), c.random() < 0.4,
            _tone(hue, deep * c.uniform(0.7, 0.9), c.uniform(0.85, 1.0)), sides,
            c.choice([sides, sides, *map(tone, ("#b3392c", "#d9762b", "#8a5a2b", "#e6c98a"))]),
            c.choice([0.0, c.uniform(0.8, 2.4)]), c.choice([dark, dark, _tone(hue - 0.02, deep, 0.72), tone("#f6e6b0")]),
        )  # fmt: skip
        return replace(made, holes=made.bored(c, c.choice([0, 3, 4, 5, 6, 7])))

    def bored(self, chance: Random, count: int) -> tuple[tuple[float, float, float], ...]:
        """So many holes, or as many as there is room for."""
        holes, wide = list[tuple[float, float, float]](), math.tan(math.radians(self.half))
        for _ in range(60):
            radius, back = chance.uniform(0.8, 1.7), chance.uniform(2.2 - self.length / 2, self.length / 2 - 3.5)
            room = (self.length / 2 - back) * wide - radius - 0.5
            right = chance.uniform(-room, room)
            apart = all(math.dist((right, back), (x, y)) > radius + r + 0.7 for x, y, r in holes)
            if len(holes) < count and room > 0 and apart:
                holes.append((right, back, radius))
        return tuple(holes)

    def outline(self, cut: float) -> Points:
        """The corners from the left of its back to the right, and its point (n, 2), with so much of the back cut off."""
        tip, reach = self.length / 2, self.length - cut
        angles = np.radians(np.linspace(-self.half, self.half, 7))
        far = reach if self.rounded else reach / np.cos(angles)
        return np.concatenate([np.stack([far * np.sin(angles), tip - far * np.cos(angles)], axis=1), [[0.0, tip]]])


def cheese(heap: Heap, place: Place, height: float, made: Cheese) -> None:
    """A cheese of that height."""
    shapes.walls(heap, place, made.outline(0.0), 0.0, height, made.sides)
    # Its rind lies on its back.
    shapes.walls(heap, place, made.outline(-THIN_MM)[:-1], 0.0, height, made.rind)
    shapes.lid(heap, place, made.outline(-THIN_MM), height, made.rind if made.band else made.top)
    if made.band:
        shapes.lid(heap, place, made.outline(made.band), height + THIN_MM, made.top)
    for right, back, radius in made.holes:
        shapes.lid(heap, place, shapes.circle(radius, 12) + np.array([right, back]), height + 2 * THIN_MM, made.ink)


def _tone(hue: float, saturation: float, value: float) -> Any:
    return tone(colorsys.hsv_to_rgb(hue, saturation, value))
