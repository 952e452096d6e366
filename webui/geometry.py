"""Where things stand in the board's drawing, in millimetres of the table (x right, y towards the near side).

Zones beside the grid keep their place.  Zones that lie far out (a player's own tile) are drawn in a row under the board
instead, so that the grid is as large as a screen allows.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.drawing import Point
from companion.core.grid import Cell, Place

FRAME = 0.36
"""Width of the rim with the letters and numbers of the cells, in cells."""

MOST_BESIDE = 4
"""Zones of the row under the board that share a line."""


@dataclass(frozen=True, slots=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        return (self.x + self.width / 2, self.y + self.height / 2)


def box_of(points: tuple[Point, ...]) -> Box:
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def place_key(place: Place) -> str:
    """A place as one word for the page's own use."""
    return f"{place.row},{place.col}" if isinstance(place, Cell) else place.name


class Geometry:
    """The board's drawing surface: what lies where, computed once from the layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.grid = Box(0.0, 0.0, layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1])
        near = [zone for zone in layout.zones if not self._far(zone)]
        self.core = self._core(near)
        self.aside = tuple(zone for zone in layout.zones if self._far(zone))
        self._boxes = {zone.name: box_of(zone.polygon_mm) for zone in near}
        self._middles = {zone.name: innermost(zone.polygon_mm) for zone in near}
        self.view = self._with_row()

    def box(self, place: Place) -> Box:
        """The box of a cell's tile, or of a zone as it is drawn."""
        if isinstance(place, Cell):
            (x, y), size = self.layout.centre_mm(place), self.layout.tile_mm
            high = size * self.layout.tile_tall
            return Box(x - size / 2, y - high / 2, size, high)
        return self._boxes[place.name]

    def middle(self, place: Place) -> Point:
        """Where a single piece stands."""
        return self.layout.centre_mm(place) if isinstance(place, Cell) else self._middles[place.name]

    def room(self, place: Place) -> float:
        """The side of the square that pieces may use there."""
        box = self.box(place)
        return min(box.width, box.height, self.layout.tile_mm)

    def _far(self, zone: ZoneSpec) -> bool:
        """Whether it is a seat's own place for a tile, more than half a cell away from the grid."""
        if zone.role != "hand":
            return False
        box, pitch = box_of(zone.polygon_mm), max(self.layout.pitch_mm) / 2
        grid = self.grid
        return (
            box.x > grid.width + pitch or box.x + box.width < -pitch or box.y > grid.height + pitch or box.y + box.height < -pitch
        )

    def _core(self, near: list[ZoneSpec]) -> Box:
        points = (*tuple(p for zone in near for p in zone.polygon_mm), (0.0, 0.0), (self.grid.width, self.grid.height))
        box, rim = box_of(points), FRAME * max(self.layout.pitch_mm)
        return Box(box.x - rim, box.y - rim, box.width + 2 * rim, box.height + 2 * rim)

    def _with_row(self) -> Box:
        """Lay the far zones out in rows under the board; the view box with them."""
        core, size = self.core, self.layout.tile_mm
        step, line = core.width / max(1, min(MOST_BESIDE, len(self.aside))), size * 1.32
        for index, zone in enumerate(self.aside):
            row, col = divmod(index, MOST_BESIDE)
            box = Box(core.x + col * step + size * 0.16, core.y + core.height + row * line + size * 0.2, size, size)
            self._boxes[zone.name] = box
            self._middles[zone.name] = box.centre
        rows = math.ceil(len(self.aside) / MOST_BESIDE)
        return Box(core.x, core.y, core.width, core.height + rows * line + (size * 0.08 if rows else 0.0))

    @property
    def row(self) -> Box:
        """The strip under the board that holds the far zones; no height when there are none."""
        core, size = self.core, self.layout.tile_mm
        return Box(core.x, core.y + core.height + size * 0.08, core.width, max(0.0, self.view.height - core.height - size * 0.08))


def innermost(polygon: tuple[Point, ...], steps: int = 14) -> Point:
    """The point of a polygon that is farthest from its edges, on a coarse raster; the middle of a rectangle exactly."""
    box = box_of(polygon)
    best, best_distance = box.centre, _inside_distance(box.centre, polygon)
    for i in range(1, steps):
        for j in range(1, steps):
            point = (box.x + box.width * i / steps, box.y + box.height * j / steps)
            distance = _inside_distance(point, polygon)
            if distance > best_distance + 1e-6:
                best, best_distance = point, distance
    return best


def _inside_distance(point: Point, polygon: tuple[Point, ...]) -> float:
    """Distance to the nearest edge; -1 outside (even-odd rule)."""
    inside, nearest = False, math.inf
    x, y = point
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            inside = not inside
        length = (bx - ax) ** 2 + (by - ay) ** 2
        t = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length)) if length else 0.0
        nearest = min(nearest, math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
    return nearest if inside else -1.0
