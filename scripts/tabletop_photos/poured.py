"""Wedges poured out onto a table: where each lies, and how high."""

from __future__ import annotations

import math
from random import Random

from scripts.tabletop_photos.scenes import Frame

STEP_MM, THICK_MM, TOUCH_MM, RIM_MM = 1.8, 1.7, 16.0, 11.0
Box = tuple[float, float, float, float]
"""Left, far, right and near bound, mm."""


def box_of(polygon: list[list[float]]) -> Box:
    """The bounds of a zone."""
    xs, ys = [x for x, _ in polygon], [y for _, y in polygon]
    return min(xs), min(ys), max(xs), max(ys)


def heap(chance: Random, box: Box, count: int, spread: float, foot: float, stepped: bool, up: float) -> list[Frame]:
    """So many wedges about a point of a box, the lowest at that height; one lies face up with the chance `up`."""
    left, far, right, near = box
    middle = last = chance.uniform(left + 14, right - 14), chance.uniform(far + 14, near - 14)
    laid: list[Frame] = []
    for number in range(count):
        (x, y), turn, away = chance.choice([middle, last]), chance.uniform(0, 2 * math.pi), abs(chance.gauss(0, spread))
        x = min(max(x + away * math.cos(turn), left + RIM_MM), right - RIM_MM)
        y = min(max(y + away * math.sin(turn), far + RIM_MM), near - RIM_MM)
        last, below = (x, y), [p["height_mm"][1] + 0.05 for p in laid if math.dist(p["at_mm"], (x, y)) < TOUCH_MM]
        z = foot + STEP_MM * number if stepped else max([foot, *below])
        at, heights = [round(x, 2), round(y, 2)], [round(z, 2), round(z + THICK_MM, 2)]
        laid.append({
            "kind": "wedge", "facing": None, "at_mm": at, "height_mm": heights,
            "face": "up" if chance.random() < up else "down", "heading_deg": round(chance.uniform(0, 360), 1), "cell": None,
        })  # fmt: skip
    return laid
