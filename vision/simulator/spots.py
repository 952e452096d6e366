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


def spread(kinds: Sequence[PieceKind], centre: Point, taken: Sequence[Circle], chance: Random) -> tuple[Spot, ...]:
    """A spot for each piece without a facing: a single one slightly aside, several as slices around the middle, then corners."""
    bodies, cut = list(taken), list[Circle]()
    spots: list[Spot] = []
    slices = _slices(kinds[0].size_mm, centre) if kinds else []
    corners = [
        Spot((centre[0] + x, centre[1] + y), chance.uniform(0, 360)) for x, y in ((17, -17), (17, 17), (-17, 17), (-17, -17))
    ]
    for kind in kinds:
        size = kind.size_mm
        # The slices of one round touch each other; they only keep clear of everything else.
        free = [
            s for s in slices if kind is kinds[0] and len(kinds) > 1 and s not in spots and _room(s.at_mm, bodies) >= 0.28 * size
        ]
        aside = _aside(centre, chance) if len(kinds) == 1 and not taken else []
        loose = [*aside, *corners, *_around(centre, chance)]
        spot = free[0] if free else next((s for s in loose if _room(s.at_mm, [*bodies, *cut]) >= 0.40 * size), None)
        if spot is None:
            spot = max(loose, key=lambda s: _room(s.at_mm, [*bodies, *cut]))
        (cut if free else bodies).append((spot.at_mm, 0.36 * size))
        spots.append(spot)
    return tuple(spots)


def _aside(centre: Point, chance: Random) -> list[Spot]:
    angle = chance.uniform(0, math.tau)
    return [Spot((centre[0] + 3.5 * math.cos(angle), centre[1] + 3.5 * math.sin(angle)), chance.uniform(0, 360))]


def _slices(size_mm: float, centre: Point) -> list[Spot]:
    """Eight slices of a round, each with its point to the middle."""
    radius = 0.53 * size_mm
    headings = [22.5 + 45.0 * n for n in range(8)]
    return [
        Spot((centre[0] + radius * math.sin(math.radians(h)), centre[1] - radius * math.cos(math.radians(h))), h)
        for h in headings
    ]


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
