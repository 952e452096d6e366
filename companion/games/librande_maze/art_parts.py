"""Small parts that all drawings of this game are put together from: turning, shrinking, letters."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.core.drawing import Drawing, Point, Shape, disc, line, polygon


def moved(drawing: Drawing, place: Callable[[Point], Point], scale: float = 1.0) -> Drawing:
    """The drawing with every point sent through `place`; widths and radii grow by `scale`."""
    return tuple(
        replace(shape, points=tuple(map(place, shape.points)), width=shape.width * scale, radius=shape.radius * scale)
        for shape in drawing
    )


def turned(drawing: Drawing, turns: int) -> Drawing:
    """The drawing after that many clockwise quarter turns about its middle."""
    for _ in range(turns % 4):
        drawing = moved(drawing, lambda p: (100.0 - p[1], p[0]))
    return drawing


def put(drawing: Drawing, centre: Point, size: float, tilt: float = 0.0) -> Drawing:
    """The whole drawing shrunk to a square of that size around `centre`, `tilt` degrees clockwise."""
    scale, c, s = size / 100.0, math.cos(math.radians(tilt)), math.sin(math.radians(tilt))

    def place(point: Point) -> Point:
        x, y = (point[0] - 50) * scale, (point[1] - 50) * scale
        return (round(centre[0] + x * c - y * s, 2), round(centre[1] + x * s + y * c, 2))

    return moved(drawing, place, scale)


def mirrored(drawing: Drawing) -> Drawing:
    """The drawing with its left and right sides exchanged; arcs are not allowed in it."""
    return moved(drawing, lambda p: (100.0 - p[0], p[1]))


def around(centre: Point, radius: float, degrees: float) -> Point:
    """The point at that distance, `degrees` clockwise from the far side."""
    angle = math.radians(degrees)
    return (round(centre[0] + radius * math.sin(angle), 2), round(centre[1] - radius * math.cos(angle), 2))


def oval(centre: Point, rx: float, ry: float, fill: str | None, stroke: str | None = None, width: float = 0.0) -> Shape:
    """An upright ellipse as a polygon."""
    steps = [math.tau * step / 24 for step in range(24)]
    points = tuple((round(centre[0] + rx * math.cos(a), 2), round(centre[1] + ry * math.sin(a), 2)) for a in steps)
    return polygon(points, fill, stroke, width)


def star(
    centre: Point, outer: float, inner: float, points: int, fill: str | None, stroke: str | None = None, width: float = 0.0
) -> Shape:
    """A star with its first point to the far side."""
    step = 180 / points
    corners = tuple(around(centre, outer if n % 2 == 0 else inner, n * step) for n in range(2 * points))
    return polygon(corners, fill, stroke, width)


def rounded(
    x: float,
    y: float,
    width: float,
    height: float,
    radius: float,
    fill: str | None,
    stroke: str | None = None,
    line_width: float = 0.0,
) -> Shape:
    """An upright rectangle with round corners."""
    points: list[Point] = []
    middles = (
        (x + width - radius, y + radius),
        (x + width - radius, y + height - radius),
        (x + radius, y + height - radius),
        (x + radius, y + radius),
    )
    for corner, middle in enumerate(middles):
        points += [around(middle, radius, 90 * corner + 22.5 * step) for step in range(5)]
    return polygon(tuple(points), fill, stroke, line_width)


_GLYPHS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "A": (((0, 10), (4, 0), (8, 10)), ((1.6, 6.4), (6.4, 6.4))),
    "B": (((0, 4.8), (5, 4.8), (7, 3.8), (7, 1.2), (5, 0), (0, 0), (0, 10), (5.4, 10), (8, 8.7), (8, 6), (5.4, 4.8)),),
    "C": (((8, 1.8), (5.7, 0), (2.4, 0), (0, 2.6), (0, 7.4), (2.4, 10), (5.7, 10), (8, 8.2)),),
    "D": (((0, 0), (4.6, 0), (8, 3), (8, 7), (4.6, 10), (0, 10), (0, 0)),),
    "E": (((7.5, 0), (0, 0), (0, 10), (7.5, 10)), ((0, 5), (6, 5))),
    "F": (((7.5, 0), (0, 0), (0, 10)), ((0, 5), (6, 5))),
    "H": (((0, 0), (0, 10)), ((8, 0), (8, 10)), ((0, 5), (8, 5))),
    "K": (((0, 0), (0, 10)), ((8, 0), (0, 5.6)), ((2.6, 3.9), (8, 10))),
    "L": (((0, 0), (0, 10), (7.5, 10)),),
    "M": (((-0.5, 10), (0, 0), (4, 6), (8, 0), (8.5, 10)),),
    "O": (((2.3, 0), (5.7, 0), (8, 2.7), (8, 7.3), (5.7, 10), (2.3, 10), (0, 7.3), (0, 2.7), (2.3, 0)),),
    "P": (((0, 10), (0, 0), (5, 0), (8, 1.4), (8, 4.3), (5, 5.7), (0, 5.7)),),
    "R": (((0, 10), (0, 0), (5, 0), (7.5, 1.2), (7.5, 4), (5, 5.2), (0, 5.2)), ((4, 5.2), (8, 10))),
    "S": (((7.6, 1.6), (5.4, 0), (2.4, 0), (0.3, 1.6), (0.3, 3.4), (2.4, 4.8), (5.6, 5.2), (7.7, 6.6), (7.7, 8.4), (5.6, 10),
           (2.4, 10), (0.2, 8.3)),),
    "T": (((0, 0), (8, 0)), ((4, 0), (4, 10))),
    "W": (((-1, 0), (1.5, 10), (4, 3), (6.5, 10), (9, 0)),),
    "Z": (((0, 0), (8, 0), (0, 10), (8, 10)),),
    "1": (((1.5, 2.2), (4.4, 0), (4.4, 10)),),
    "2": (((0.4, 2.4), (2.4, 0), (5.6, 0), (7.6, 2.2), (7.4, 4.2), (0.2, 10), (8, 10)),),
    "3": (((0.4, 1.4), (2.4, 0), (5.6, 0), (7.5, 1.6), (7.5, 3.4), (5.4, 4.8), (3, 4.8)),
          ((5.4, 4.8), (7.8, 6.4), (7.8, 8.4), (5.6, 10), (2.2, 10), (0.1, 8.5))),
    "4": (((6, 10), (6, 0), (0, 7), (8, 7)),),
}  # fmt: skip


def letters(text: str, centre: Point, height: float, ink: str, weight: float = 0.2) -> Drawing:
    """Capitals in a row around `centre`, drawn with strokes; `weight` is the stroke's width over the height."""
    scale, wide = height / 10.0, 11.6
    left = centre[0] - (wide * len(text) - 3.6) * scale / 2
    shapes: list[Shape] = []
    for number, sign in enumerate(text):
        x0, y0 = left + number * wide * scale, centre[1] - height / 2
        for stroke in _GLYPHS[sign]:
            shapes.append(
                line(tuple((round(x0 + x * scale, 2), round(y0 + y * scale, 2)) for x, y in stroke), ink, height * weight)
            )
    return tuple(shapes)


def strokes(lines: Sequence[Sequence[Point]], ink: str, width: float) -> Drawing:
    """Several polylines of one ink, ends rounded off by discs so that they do not look cut."""
    drawn = [line(tuple(points), ink, width) for points in lines]
    ends = [disc(point, width / 2, ink) for points in lines for point in (points[0], points[-1])]
    return (*drawn, *ends)
