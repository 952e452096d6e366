"""Spots for several pieces in one place: nobody puts a thing on top of another if there is room beside it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.core.catalogue import Layout, PieceKind, ZoneSpec
from companion.core.drawing import Point

Circle = tuple[Point, float]
"""A taken area: middle and radius, mm."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a piece stands (mm) and its heading in degrees clockwise from north."""

    at_mm: Point
    heading_deg: float


def spread(
    kinds: Sequence[PieceKind], centre: Point, taken: Sequence[Circle], chance: Random, reach_mm: Point = (math.inf, math.inf)
) -> tuple[Spot, ...]:
    """A spot for each piece without a facing: a single one slightly aside, several in a wreath, each with some room.

    No piece's edge is farther than `reach_mm` from the middle, to the right or left and to the far or near side.
    """
    circles = list(taken)
    spots: list[Spot] = []
    for kind in kinds:
        choices = _aside(centre, chance) if len(kinds) == 1 and not taken else [*_wreath(centre), *_around(centre, chance)]
        choices = [_kept(choice, centre, [max(0.0, reach - kind.size_mm / 2) for reach in reach_mm]) for choice in choices]
        free = (spot for spot in choices if _room(spot.at_mm, circles) >= 0.38 * kind.size_mm)
        spot = next(free, None) or max(choices, key=lambda choice: _room(choice.at_mm, circles))
        circles.append((spot.at_mm, 0.40 * kind.size_mm))
        spots.append(spot)
    return tuple(spots)


def _kept(spot: Spot, centre: Point, most_mm: Sequence[float]) -> Spot:
    """The spot drawn in so far that it lies within a rectangle around the middle."""
    dx, dy = (max(-most, min(most, at - middle)) for at, middle, most in zip(spot.at_mm, centre, most_mm, strict=True))
    return Spot((centre[0] + dx, centre[1] + dy), spot.heading_deg)


def _aside(centre: Point, chance: Random) -> list[Spot]:
    angle = chance.uniform(0, math.tau)
    return [Spot((centre[0] + 3.5 * math.cos(angle), centre[1] + 3.5 * math.sin(angle)), chance.uniform(0, 360))]


def _wreath(centre: Point) -> list[Spot]:
    """Eight spots around the middle, corners first, each with its point to the middle."""
    ways = ((1, -1), (1, 1), (-1, 1), (-1, -1), (0, -1), (1, 0), (0, 1), (-1, 0))
    return [Spot((centre[0] + 17.5 * x, centre[1] + 17.5 * y), math.degrees(math.atan2(x, -y)) % 360) for x, y in ways]


def _around(centre: Point, chance: Random) -> list[Spot]:
    """Spots on rings around the middle, for when the corners are taken."""
    turns = [n * math.tau / 8 for n in range(8)]
    return [
        Spot((centre[0] + r * math.cos(a), centre[1] + r * math.sin(a)), chance.uniform(0, 360))
        for r in (0.0, 12.0, 17.0)
        for a in turns
    ]


def _room(at: Point, taken: Sequence[Circle]) -> float:
    """How far the nearest taken circle is."""
    return min((math.dist(at, middle) - radius for middle, radius in taken), default=math.inf)


def hub_mm(zone: ZoneSpec, layout: Layout) -> Point:
    """The middle of the roomiest part of a zone that no cell covers, mm (a corner mat is L-shaped)."""
    xs, ys = [p[0] for p in zone.polygon_mm], [p[1] for p in zone.polygon_mm]
    width, height = layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1]
    best, best_room = zone.centre_mm, -math.inf
    steps = 24
    for i in range(steps + 1):
        for j in range(steps + 1):
            at = (min(xs) + (max(xs) - min(xs)) * i / steps, min(ys) + (max(ys) - min(ys)) * j / steps)
            outside = math.hypot(max(-at[0], at[0] - width, 0), max(-at[1], at[1] - height, 0))
            room = min(outside, _inside(at, zone.polygon_mm))
            if room > best_room + 1e-6:
                best, best_room = at, room
    return best


def _inside(at: Point, polygon: Sequence[Point]) -> float:
    """Distance to the polygon's nearest side; negative outside."""
    inside, nearest = False, math.inf
    for (x0, y0), (x1, y1) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (y0 > at[1]) != (y1 > at[1]) and at[0] < (x1 - x0) * (at[1] - y0) / (y1 - y0) + x0:
            inside = not inside
        length2 = (x1 - x0) ** 2 + (y1 - y0) ** 2
        t = max(0.0, min(1.0, ((at[0] - x0) * (x1 - x0) + (at[1] - y0) * (y1 - y0)) / length2))
        nearest = min(nearest, math.dist(at, (x0 + t * (x1 - x0), y0 + t * (y1 - y0))))
    return nearest if inside else -nearest
