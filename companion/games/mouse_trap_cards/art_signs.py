"""The single signs that the drawings of cards are made of; each fills a square of 100 or stands around a point."""

from __future__ import annotations

import math
from dataclasses import replace

from companion.core.drawing import Drawing, Point, Shape, arc, disc, line, polygon, rectangle

CREAM, INK, CHEESE = "#fffaf0", "#22252c", "#f6c32c"
_WOOD, _STEEL, _DARK = "#b98a4e", "#8e99a8", "#3a3f4a"

_DIGITS: dict[int, tuple[Point, ...]] = {
    1: ((-0.25, -0.3), (0.05, -0.5), (0.05, 0.5)),
    2: ((-0.3, -0.28), (-0.15, -0.47), (0.12, -0.48), (0.3, -0.3), (0.25, -0.08), (-0.3, 0.5), (0.34, 0.5)),
    3: ((-0.28, -0.42), (0.02, -0.5), (0.28, -0.34), (0.24, -0.1), (0, 0), (0.28, 0.1), (0.3, 0.34), (0, 0.5), (-0.3, 0.42)),
    4: ((0.16, 0.5), (0.16, -0.5), (-0.32, 0.18), (0.34, 0.18)),
    5: ((0.28, -0.5), (-0.24, -0.5), (-0.28, -0.06), (0.06, -0.12), (0.3, 0.12), (0.26, 0.38), (0, 0.5), (-0.3, 0.42)),
    6: ((0.22, -0.46), (-0.12, -0.34), (-0.3, 0.1), (-0.2, 0.42), (0.1, 0.5), (0.3, 0.28), (0.18, 0), (-0.1, 0), (-0.3, 0.2)),
    7: ((-0.3, -0.5), (0.32, -0.5), (-0.06, 0.5)),
    8: ((0, -0.04), (-0.25, -0.26), (0, -0.5), (0.25, -0.26), (0, -0.04), (0.3, 0.24), (0, 0.5), (-0.3, 0.24), (0, -0.04)),
    9: ((0.28, -0.2), (0.1, 0), (-0.18, 0), (-0.3, -0.26), (-0.1, -0.5), (0.2, -0.42), (0.3, -0.1), (0.12, 0.34), (-0.2, 0.48)),
}  # fmt: skip


def put(drawing: Drawing, centre: Point, size: float) -> Drawing:
    """The whole drawing shrunk to a square of that size around `centre`."""
    scale = size / 100.0
    return tuple(
        replace(
            shape,
            points=tuple((centre[0] + (x - 50) * scale, centre[1] + (y - 50) * scale) for x, y in shape.points),
            width=shape.width * scale, radius=shape.radius * scale,
        )
        for shape in drawing
    )  # fmt: skip


def rounded(x: float, y: float, w: float, h: float, r: float, fill: str, stroke: str | None = None, width: float = 0.0) -> Shape:
    """An upright rectangle with round corners."""
    points: list[Point] = []
    for cx, cy, start in ((x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180)):
        for step in range(6):
            angle = math.radians(start + 18 * step)
            points.append((cx + r * math.cos(angle), cy + r * math.sin(angle)))
    return polygon(tuple(points), fill, stroke, width)


def around(centre: Point, turns: int, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Points given upwards from a middle, turned clockwise and moved there."""
    for _ in range(turns % 4):
        points = tuple((-y, x) for x, y in points)
    return tuple((centre[0] + x, centre[1] + y) for x, y in points)


def arrow(centre: Point, turns: int, width: float, length: float, fill: str, inner: float = 0.0) -> Drawing:
    """A fat arrow from `inner` to `length` away from the middle, pointing up after no turns."""
    half, head = width / 2, min(width * 0.95, (length - inner) * 0.75)
    shape = (
        (-half, -inner), (-half, head - length), (-width * 0.95, head - length), (0, -length), (width * 0.95, head - length),
        (half, head - length), (half, -inner),
    )  # fmt: skip
    return (polygon(around(centre, turns, shape), fill, CREAM, 1.2),)


def digit(number: int, centre: Point, height: float, ink: str) -> Drawing:
    """A digit from 1 to 9."""
    points = tuple((centre[0] + x * height, centre[1] + y * height) for x, y in _DIGITS[number])
    return (line(points, ink, height * 0.2),)


def plus(centre: Point, size: float, ink: str) -> Drawing:
    x, y = centre
    h = size / 2
    bars = (line(((x - h, y), (x + h, y)), CREAM, 3.4), line(((x, y - h), (x, y + h)), CREAM, 3.4))
    return (disc(centre, size * 0.95, ink, CREAM, 1.5), *bars)


def cheese_wedge(fill: str, holes: bool = True) -> Drawing:
    """A wedge of cheese seen from above, its tip to the left, in red wax; the other side has a rind only.

    It fills its square: on a card with a busy picture little else tells that one lies there.
    """
    body = polygon(((4, 50), (90, 5), (90, 95)), fill, "#8a5b12", 3.0)
    rind = polygon(((82, 8), (96, 3), (96, 97), (82, 92)), "#b8322a" if holes else "#8f5522")
    if not holes:
        return (body, rind, line(((30, 50), (74, 32)), "#8f5522", 3.0), line(((30, 52), (74, 70)), "#8f5522", 3.0))
    spots = ((66, 34, 8), (46, 53, 7), (68, 66, 9.5))
    return (body, rind, *(disc((x, y), r, "#d79a16", "#a8710f", 1.5) for x, y, r in spots))


def mouse_top(fur: str) -> Drawing:
    """The mouse from above, nose at the top."""
    tail = line(((50, 84), (56, 91), (49, 95), (53, 99)), "#d98f8f", 3.5)
    body = polygon(
        ((50, 10), (63, 24), (71, 46), (73, 66), (66, 82), (50, 88), (34, 82), (27, 66), (29, 46), (37, 24)), fur, _DARK, 2.5
    )
    ears = tuple(
        disc((x, 35), r, fill, edge, 1.5) for x in (31, 69) for r, fill, edge in ((10, fur, _DARK), (6, "#f0b3b0", None))
    )
    eyes = tuple(disc((x, 23), 2.6, INK) for x in (43, 57))
    whiskers = tuple(line(((50 + 6 * s, 15), (50 + 21 * s, y)), _DARK, 1.2) for s in (-1, 1) for y in (11, 18))
    return (
        tail,
        body,
        *ears,
        *whiskers,
        *eyes,
        disc((50, 10), 4.2, "#e77c86", _DARK, 1.0),
        line(((50, 40), (50, 76)), "#667180", 3.0),
    )


def mouse_hole() -> Drawing:
    """A hole in the skirting board, and a tick: safe."""
    hole = tuple((50 + 22 * math.cos(math.radians(a)), 60 + 26 * math.sin(math.radians(a))) for a in range(180, 361, 15))
    board = (rectangle(10, 52, 80, 36, _WOOD, "#7d5a2c", 2.0), line(((10, 60), (90, 60)), "#a0763c", 1.5))
    arch = polygon(((28, 87), *hole, (72, 87)), _DARK, "#7d5a2c", 3.0)
    eyes = (disc((44, 66), 3.4, CREAM), disc((56, 66), 3.4, CREAM), disc((44, 66), 1.6, INK), disc((56, 66), 1.6, INK))
    tick = line(((68, 34), (76, 43), (90, 25)), "#2d7d3e", 6.0)
    return (*board, arch, *eyes, tick)


def cage() -> Drawing:
    """A cage that came down over a mouse."""
    dome = tuple((50 + 32 * math.cos(math.radians(a)), 58 + 30 * math.sin(math.radians(a))) for a in range(180, 361, 12))
    inside = polygon(((18, 86), *dome, (82, 86)), "#f3c9c0", None)
    shapes: list[Shape] = [inside, *put(mouse_top("#7d8794"), (50, 67), 40)]
    for x in (28, 39, 50, 61, 72):
        top = 58 - 30 * math.sqrt(max(0.0, 1 - ((x - 50) / 32) ** 2))
        shapes.append(line(((x, top), (x, 86)), _DARK, 2.4))
    shapes += [line(dome, _DARK, 3.5), line(((18, 58), (18, 86)), _DARK, 3.5), line(((82, 58), (82, 86)), _DARK, 3.5)]
    return (*shapes, rectangle(12, 84, 76, 7, "#8c1a1f"), disc((50, 25), 3.5, None, _DARK, 2.4))


def stop_sign() -> Drawing:
    """A hand's stop: the turn ends."""
    corners = tuple(
        (50 + 30 * math.cos(math.radians(22.5 + 45 * k)), 58 + 30 * math.sin(math.radians(22.5 + 45 * k))) for k in range(8)
    )
    fingers = tuple(line(((x, 62), (x, y)), CREAM, 5.6) for x, y in ((40.5, 47), (47, 42), (53.5, 42), (60, 47)))
    palm = polygon(((37.5, 58), (62.8, 58), (62.8, 68), (56, 76), (45, 76), (37.5, 67)), CREAM)
    return (polygon(corners, "#6d4aa3", CREAM, 2.5), *fingers, palm, line(((61, 68), (68, 57)), CREAM, 5.2))


def hand(centre: Point) -> Drawing:
    """An open hand that takes something."""
    x, y = centre
    edge = ((-28, -4), (24, -4), (34, -16), (39, -12), (28, 9), (12, 17), (-28, 17))
    palm = polygon(tuple((x + dx, y + dy) for dx, dy in edge), "#f1c7a3", "#9b6b45", 2.0)
    return (palm, rectangle(x - 38, y - 6, 11, 25, "#c97a12", "#8a5b12", 1.5))


def flip_sign(centre: Point, size: float) -> Drawing:
    """A card half turned over, with an arrow over it."""
    x, y = centre
    h = size / 2
    under = polygon(
        ((x - h * 0.75, y + h * 0.75), (x - h * 0.75, y - h * 0.5), (x, y - h * 0.5), (x, y + h * 0.75)), "#c2458e", INK, 1.6
    )
    over = polygon(
        ((x, y + h * 0.75), (x, y - h * 0.5), (x + h * 0.62, y - h * 0.78), (x + h * 0.62, y + h * 0.42)), CREAM, INK, 1.6
    )
    bow = arc((x, y - h * 0.42), (x - h * 0.55, y - h * 0.55), 165, "#7c2359", 3.2)
    tip = polygon(((x + h * 0.36, y - h * 0.62), (x + h * 0.78, y - h * 0.62), (x + h * 0.6, y - h * 0.25)), "#7c2359")
    return (under, over, bow, tip)


def turn_sign(centre: Point, size: float) -> Drawing:
    """A card with a round arrow about it."""
    x, y = centre
    h, r = size / 2, size * 0.62
    square = rectangle(x - h * 0.62, y - h * 0.62, h * 1.24, h * 1.24, CREAM, INK, 1.6)
    top = rectangle(x - h * 0.62, y - h * 0.62, h * 1.24, h * 0.26, "#1d9494")
    bow = arc(centre, (x - r * 0.5, y - r * 0.87), 265, "#0d6464", 3.4)
    angle = math.radians(-120 + 265)
    end = (x + r * math.cos(angle), y + r * math.sin(angle))
    along = (-math.sin(angle), math.cos(angle))
    out = (math.cos(angle), math.sin(angle))
    tip = tuple(
        (end[0] + a * along[0] + b * out[0], end[1] + a * along[1] + b * out[1]) for a, b in ((8, 0), (-3, -6.5), (-3, 6.5))
    )
    return (square, top, bow, polygon(tip, "#0d6464"))


def ring(centre: Point, ink: str) -> Drawing:
    """Where somebody arrives."""
    return (disc(centre, 9, None, ink, 2.6), disc(centre, 3.6, ink))


def diver() -> Drawing:
    """A diver on a board above: leads to the washtub."""
    board = (rectangle(6, 47, 46, 6, _WOOD, "#7d5a2c", 1.5), rectangle(8, 53, 6, 37, "#7d5a2c"))
    body = (
        line(((52, 36), (66, 52)), "#2b5ea8", 9.0),
        line(((52, 36), (41, 31)), "#e7b48f", 5.5),
        line(((54, 34), (46, 23)), "#e7b48f", 5.5),
    )
    arms = line(((67, 53), (76, 66)), "#e7b48f", 5.0)
    way = (*arrow((84, 58), 2, 7, 33, "#2b8fb8"),)
    return (*board, *body, arms, disc((70, 56), 6.5, "#e7b48f", _DARK, 1.5), *way)


def bath_tub() -> Drawing:
    """The washtub with water: the lower half of the diver's pair."""
    tub = polygon(((12, 52), (88, 52), (80, 88), (20, 88)), _STEEL, _DARK, 2.5)
    water = polygon(((15, 54), (85, 54), (83, 63), (17, 63)), "#58b7dd")
    waves = tuple(arc((x, 54), (x - 7, 54), 180, "#2b8fb8", 2.4) for x in (25, 41, 57, 73))
    hoops = (line(((18, 74), (82, 74)), "#5d6878", 3.0), line(((20, 82), (80, 82)), "#5d6878", 2.0))
    return (tub, water, *waves, *hoops, *ring((50, 35), "#2b8fb8"))


def gutter(top: bool) -> Drawing:
    """The rain gutter: its upper end with a roof, or its lower end with a spout."""
    if top:
        roof = polygon(((4, 48), (50, 24), (62, 34), (62, 48)), "#a4553c", "#6b3323", 2.0)
        pipe = line(((18, 53), (74, 58), (74, 88)), _STEEL, 10.0)
        return (roof, pipe, line(((18, 53), (74, 58), (74, 88)), "#c6ced8", 3.0), *arrow((90, 55), 2, 7, 32, "#7a7f3a"))
    pipe = line(((28, 22), (28, 62), (56, 76)), _STEEL, 11.0)
    shine = line(((28, 22), (28, 62), (56, 76)), "#c6ced8", 3.4)
    drops = tuple(disc((x, y), r, "#58b7dd", "#2b8fb8", 1.0) for x, y, r in ((66, 82, 3.4), (74, 88, 3.4), (63, 91, 2.6)))
    return (pipe, shine, *drops, *ring((70, 46), "#7a7f3a"))


def stairs(top: bool) -> Drawing:
    """The rickety stairs: a flight going down with an arrow away, or its foot with a ring."""
    steps = ((12, 40), (32, 40), (32, 54), (50, 54), (50, 68), (68, 68), (68, 82), (88, 82), (88, 90), (12, 90))
    flight = polygon(steps if top else tuple((x, y * 0.62 + 34) for x, y in steps), "#8f5a36")
    # The rail is pale: what lies on the stairs shall stand out.
    rails = (
        line(((17, 40), (17, 26)), "#c99a74", 2.6),
        line(((59, 68), (59, 53)), "#c99a74", 2.6),
        line(((15, 27), (61, 54)), "#c99a74", 3.0),
    )
    if top:
        return (flight, *rails, *arrow((78, 38), 2, 8, 30, "#9a5a34"))
    return (flight, line(((24, 58), (86, 86)), "#6d3f1c", 2.6), *ring((70, 44), "#9a5a34"))
