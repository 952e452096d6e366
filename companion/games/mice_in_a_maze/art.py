"""Our own drawings of everything in the game: flat shapes for the page, for print and for the simulated camera.

Every colour also has a letter (mice, nests) and a mark (paths), so that hue is never the only signal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.core.drawing import Drawing, Point, Shape, arc, disc, line, polygon, rectangle


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of the game: its letter, its name, the ink, a darker tone for outlines and a tone that reads on the ink."""

    letter: str
    name: str
    ink: str
    edge: str
    mark: str


COLOURS = (
    Colour("R", "red", "#d3302f", "#8c1a1f", "#ffd9cf"),
    Colour("O", "orange", "#f06c12", "#a34406", "#fff0d8"),
    Colour("Y", "yellow", "#f0ec28", "#a39a0a", "#666008"),
    Colour("G", "green", "#3c9a45", "#1f5f2a", "#dcf5d4"),
    Colour("B", "blue", "#2a6bcb", "#173f82", "#d5e6ff"),
    Colour("P", "purple", "#8d3fb4", "#562170", "#f1dcff"),
    Colour("W", "white", "#fdfcf8", "#8f8776", "#6d6658"),
    Colour("K", "black", "#2b282d", "#0e0c10", "#e9e4ee"),
)
"""The eight colours in canonical order."""

COLOUR = {colour.letter: colour for colour in COLOURS}

PAPER, PAPER_EDGE = "#e6d3a8", "#c9b182"
WALL, WALL_LIGHT, WALL_DARK = "#8f8aa8", "#a6a1bd", "#6f6a8a"
CREAM = "#f7efdc"
WAY = "#dcc894"
STRAW = ("#cdb878", "#b59f5f", "#e0d09a", "#9c874c")
PATH_WIDTH = 25.0
"""Width of a path on a tile, in hundredths of the tile."""

_OUTLINE = 3.0


def moved(drawing: Drawing, place: Callable[[Point], Point], scale: float = 1.0) -> Drawing:
    """The drawing with every point sent through `place`; widths and radii grow by `scale`."""
    return tuple(
        replace(
            shape, points=tuple(place(point) for point in shape.points), width=shape.width * scale, radius=shape.radius * scale
        )
        for shape in drawing
    )


def turned(drawing: Drawing, turns: int) -> Drawing:
    """The drawing after that many clockwise quarter turns about its middle."""
    for _ in range(turns % 4):
        drawing = moved(drawing, lambda p: (100.0 - p[1], p[0]))
    return drawing


def put(drawing: Drawing, centre: Point, size: float) -> Drawing:
    """The whole drawing shrunk to a square of that size around `centre`."""
    scale = size / 100.0
    return moved(drawing, lambda p: (centre[0] + (p[0] - 50) * scale, centre[1] + (p[1] - 50) * scale), scale)


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
    for corner, (cx, cy) in enumerate(((x + width, y), (x + width, y + height), (x, y + height), (x, y))):
        sx, sy = (1 if cx == x else -1), (1 if cy == y else -1)
        for step in range(5):
            angle = math.radians(-90 + 90 * corner + 22.5 * step)
            points.append(
                (round(cx + sx * radius + radius * math.cos(angle), 2), round(cy + sy * radius + radius * math.sin(angle), 2))
            )
    return polygon(tuple(points), fill, stroke, line_width)


def _oval(
    centre: Point, rx: float, ry: float, fill: str | None, stroke: str | None = None, width: float = 0.0, tilt: float = 0.0
) -> Shape:
    """An ellipse as a polygon; `tilt` in degrees clockwise."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    points = []
    for step in range(20):
        a = math.tau * step / 20
        x, y = rx * math.cos(a), ry * math.sin(a)
        points.append((round(centre[0] + x * c - y * s, 2), round(centre[1] + x * s + y * c, 2)))
    return polygon(tuple(points), fill, stroke, width)


# Letters and marks ---------------------------------------------------------------------------------------------------

_GLYPHS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "R": (((0, 10), (0, 0), (5, 0), (7.5, 1.2), (7.5, 4), (5, 5.2), (0, 5.2)), ((4, 5.2), (8, 10))),
    "O": (((2.3, 0), (5.7, 0), (8, 2.7), (8, 7.3), (5.7, 10), (2.3, 10), (0, 7.3), (0, 2.7), (2.3, 0)),),
    "Y": (((0, 0), (4, 5), (8, 0)), ((4, 5), (4, 10))),
    "G": (((8, 2), (5.7, 0), (2.3, 0), (0, 2.7), (0, 7.3), (2.3, 10), (5.7, 10), (8, 8), (8, 5.4), (4.8, 5.4)),),
    "B": (((0, 4.8), (5, 4.8), (7, 3.8), (7, 1.2), (5, 0), (0, 0), (0, 10), (5.4, 10), (8, 8.7), (8, 6), (5.4, 4.8)),),
    "P": (((0, 10), (0, 0), (5, 0), (8, 1.4), (8, 4.3), (5, 5.7), (0, 5.7)),),
    "W": (((-1, 0), (1.5, 10), (4, 3), (6.5, 10), (9, 0)),),
    "K": (((0, 0), (0, 10)), ((8, 0), (0, 5.6)), ((2.6, 3.9), (8, 10))),
}


def letter(sign: str, centre: Point, height: float, ink: str, weight: float = 0.2) -> Drawing:
    """A capital letter drawn with strokes; `weight` is the stroke's width over the height."""
    scale = height / 10.0
    return tuple(
        line(tuple((centre[0] + (x - 4) * scale, centre[1] + (y - 5) * scale) for x, y in stroke), ink, height * weight)
        for stroke in _GLYPHS[sign]
    )


def _mark(colour: Colour, at: Point, along: Point) -> Drawing:
    """The small sign of a colour on its path; each looks the same after half a turn."""
    (x, y), (ax, ay) = at, along
    bx, by = -ay, ax

    def off(forward: float, aside: float) -> Point:
        return (x + ax * forward + bx * aside, y + ay * forward + by * aside)

    ink = colour.mark
    signs: dict[str, Drawing] = {
        "R": (polygon((off(4, 0), off(0, 4), off(-4, 0), off(0, -4)), ink),),
        "O": (disc(at, 3.1, ink),),
        "Y": (line((off(-3.5, 0), off(3.5, 0)), ink, 2.2), line((off(0, -3.5), off(0, 3.5)), ink, 2.2)),
        "G": (line((off(0, -5.5), off(0, 5.5)), ink, 2.4),),
        "B": (disc(off(0, 4.2), 2.1, ink), disc(off(0, -4.2), 2.1, ink)),
        "P": (disc(at, 3.2, None, ink, 2.0),),
        "W": (line((off(-4, 0), off(4, 0)), ink, 2.2),),
        "K": (line((off(-3.5, 3), off(3.5, 3)), ink, 1.8), line((off(-3.5, -3), off(3.5, -3)), ink, 1.8)),
    }
    return signs[colour.letter]


# Tiles -----------------------------------------------------------------------------------------------------------------


def _paper() -> Drawing:
    """The empty tile: warm paper with a rim and a few fibres."""
    fibres = tuple(
        line(
            (
                (8 + 84 * (0.5 + 0.5 * math.sin(7.3 * n)), 8 + 84 * (0.5 + 0.5 * math.cos(4.1 * n))),
                (8 + 84 * (0.5 + 0.5 * math.sin(7.3 * n)) + 3, 8 + 84 * (0.5 + 0.5 * math.cos(4.1 * n)) + 1),
            ),
            "#d8c290",
            0.9,
        )
        for n in range(1, 9)
    )
    return (rounded(0, 0, 100, 100, 4, PAPER_EDGE), rounded(1.6, 1.6, 96.8, 96.8, 3.4, PAPER), *fibres)


def _straight(colour: Colour, upright: bool, marks: tuple[float, ...]) -> Drawing:
    half = PATH_WIDTH / 2
    outer = rectangle(50 - half - _OUTLINE, 0, 2 * half + 2 * _OUTLINE, 100, colour.edge)
    inner = rectangle(50 - half, 0, 2 * half, 100, colour.ink)
    signs = tuple(shape for t in marks for shape in _mark(colour, (50, 50 + t), (0, 1)))
    return turned((outer, inner, *signs), 0 if upright else 1)


def _quarter(colour: Colour, turns: int) -> Drawing:
    """The quarter circle around the north-east corner, turned."""
    centre, start = (100.0, 0.0), (100.0, 50.0)
    signs: list[Shape] = []
    for degrees in (9, 27, 45, 63, 81):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        signs.extend(_mark(colour, (100 - 50 * c, 50 * s), (s, c)))
    outer = arc(centre, start, 90, colour.edge, PATH_WIDTH + 2 * _OUTLINE)
    return turned((outer, arc(centre, start, 90, colour.ink, PATH_WIDTH), *signs), turns)


def cross(first: Colour, second: Colour) -> Drawing:
    """Two straight paths; at turns 0 the first joins N and S and bridges the second, which joins W and E."""
    under = _straight(second, False, (-37, -23, 23, 37))
    half = PATH_WIDTH / 2 + _OUTLINE
    shade = (rectangle(50 - half - 3.5, 50 - half, 2 * half + 7, 2 * half, second.edge),)
    over = _straight(first, True, (-37, -22, -7.5, 7.5, 22, 37))
    return (*_paper(), *under, *shade, *over)


def curve(first: Colour, second: Colour) -> Drawing:
    """Two quarter circles; at turns 0 the first joins N and E, the second S and W."""
    return (*_paper(), *_quarter(first, 0), *_quarter(second, 2))


def _peeking_mouse() -> Drawing:
    """Two eyes, two ears and whiskers in the dark of a round hole."""
    fur, dark = "#7d7488", "#2c2638"
    ears = tuple(part for x in (38.5, 61.5) for part in (disc((x, 41), 8, fur), disc((x, 41), 4.8, "#d9a3ab")))
    face = (
        _oval((50, 54), 13, 12.5, fur),
        disc((44.5, 51), 3.4, CREAM),
        disc((55.5, 51), 3.4, CREAM),
        disc((44.8, 51.4), 1.7, dark),
        disc((55.2, 51.4), 1.7, dark),
        disc((50, 59.5), 2.6, "#e58f98"),
    )
    whiskers = tuple(
        line(((50 + side * 5, 59 + dy * 0.3), (50 + side * 17, 57 + dy)), CREAM, 0.9) for side in (-1, 1) for dy in (0, 5)
    )
    return (*ears, *face, *whiskers)


def _back() -> Drawing:
    """The common back: a wall of bricks around a round mouse hole with somebody looking out."""
    bricks: list[Shape] = []
    for row in range(6):
        top = 3 + row * 15.8
        for col in range(-1, 4):
            left = 3 + col * 31.6 + (15.8 if row % 2 else 0)
            x0, x1 = max(left, 3), min(left + 29.6, 97)
            if x1 - x0 > 4:
                bricks.append(rounded(x0, top, x1 - x0, 13.8, 2, WALL if (row + col) % 3 else "#9893b0"))
    hole = (disc((50, 50), 34, WALL_DARK), disc((50, 50), 31, CREAM), disc((50, 50), 27, "#3b3350"))
    return (
        rounded(0, 0, 100, 100, 4, WALL_DARK),
        rounded(1.6, 1.6, 96.8, 96.8, 3.4, WALL_LIGHT),
        *bricks,
        *hole,
        *_peeking_mouse(),
    )


BACK = _back()
"""The face that all maze tiles share."""


def _wedge_outline(ink: str) -> Drawing:
    """A wedge of cheese in thin lines, so that it is not taken for a real one."""
    rim = ((32, 56), (50, 33), (68, 56), (32, 56))
    side = ((32, 56), (32, 67), (68, 67), (68, 56))
    holes = (disc((50, 48), 4, None, ink, 1.6), disc((41, 61.5), 2.4, None, ink, 1.6), disc((57, 61.5), 3, None, ink, 1.6))
    return (line(rim, ink, 1.8), line(side, ink, 1.8), *holes)


def _chamber() -> Drawing:
    """The cheese Chamber: a plate on a tiled floor with a door in every wall."""
    half = PATH_WIDTH / 2
    floor = tuple(
        rectangle(3 + 15.7 * col, 3 + 15.7 * row, 15.7, 15.7, "#c4866a" if (row + col) % 2 else "#b57459")
        for row in range(6)
        for col in range(6)
    )
    doors = (rectangle(50 - half, 0, 2 * half, 100, CREAM, "#8a5a45", 2.4),)
    plate = (
        disc((50, 50), 37, "#8a5a45"),
        disc((50, 50), 35.5, "#f4f6f5"),
        disc((50, 50), 31, None, "#6f9fc4", 2.2),
        disc((50, 50), 25, "#e3ebee"),
    )
    beads = tuple(
        disc((50 + 31 * math.cos(math.tau * n / 16), 50 + 31 * math.sin(math.tau * n / 16)), 1.7, "#6f9fc4") for n in range(16)
    )
    return (rounded(0, 0, 100, 100, 4, "#8a5a45"), *floor, *doors, *turned(doors, 1), *plate, *beads, *_wedge_outline("#8fb4d1"))


CHAMBER = _chamber()


# Nests and hand mats -----------------------------------------------------------------------------------------------------


def _straw(centre: Point, radius: float, strokes: int) -> Drawing:
    """A ring of straw; the same on every run, uneven all the same."""
    shapes: list[Shape] = [disc(centre, radius, "#8a7642")]
    for n in range(strokes):
        a = math.tau * n / strokes
        inner, outer = radius * (0.62 + 0.12 * math.sin(5 * n)), radius * (1.02 + 0.08 * math.sin(11 * n))
        b = a + 0.55 + 0.25 * math.sin(3 * n)
        ends = (
            (centre[0] + outer * math.cos(a), centre[1] + outer * math.sin(a)),
            (centre[0] + inner * math.cos(b), centre[1] + inner * math.sin(b)),
        )
        shapes.append(line(ends, STRAW[n % 4], radius * 0.075))
    return tuple(shapes)


def _bed(centre: Point, radius: float, colours: tuple[Colour, ...]) -> Drawing:
    """The cushion of a nest in the colours of its owners, with their letters."""
    if len(colours) == 1:
        one = colours[0]
        return (disc(centre, radius, one.ink, one.edge, radius * 0.12), *letter(one.letter, centre, radius * 1.0, one.mark))
    half = []
    for side, colour in zip((-1, 1), colours, strict=True):
        points = tuple(
            (centre[0] + side * radius * math.cos(math.radians(d)), centre[1] + radius * math.sin(math.radians(d)))
            for d in range(-90, 91, 15)
        )
        half.append(polygon(points, colour.ink, colour.edge, radius * 0.09))
    letters = tuple(
        s
        for side, c in zip((-1, 1), colours, strict=True)
        for s in letter(c.letter, (centre[0] + side * radius * 0.46, centre[1]), radius * 0.72, c.mark)
    )
    return (*half, *letters)


def nest(colours: tuple[Colour, ...], exit_turns: int) -> Drawing:
    """A nest tile whose way out leads north, turned by `exit_turns`; the letters stay upright."""
    half = PATH_WIDTH / 2
    base = (rounded(0, 0, 100, 100, 4, "#8f7a4e"), rounded(1.6, 1.6, 96.8, 96.8, 3.4, "#b9c08a"))
    way = (rectangle(50 - half - 2, 0, 2 * half + 4, 50, "#8f7a4e"), rectangle(50 - half, 0, 2 * half, 50, WAY))
    return (
        *base,
        *turned(way, exit_turns),
        *_straw((50, 50), 38, 46),
        *turned((rectangle(50 - half, 0, 2 * half, 13, WAY),), exit_turns),
        *_bed((50, 50), 23, colours),
    )


def corner_nest(colours: tuple[Colour, Colour], corner_turns: int) -> Drawing:
    """The L-shaped mat around the north-west corner, turned; two ways lead out, one beside each outer edge of the corner cell.

    Drawn up to the edge of the grid: what runs on under the corner tile is never seen.
    """
    mat = polygon(((0, 0), (100, 0), (100, 51.4), (51.4, 51.4), (51.4, 100), (0, 100)), "#b9c08a", "#8f7a4e", 1.6)
    wide, narrow = 14.6, 12.2
    ways: list[Shape] = []
    for width, ink in ((wide, "#8f7a4e"), (narrow, WAY)):
        h = width / 2
        ways.append(rectangle(24, 26 - h, 54.2 + h, width, ink))
        ways.append(rectangle(78.2 - h, 26 - h, width, 25.4 + h, ink))
        ways.append(rectangle(26 - h, 24, width, 54.2 + h, ink))
        ways.append(rectangle(26 - h, 78.2 - h, 25.4 + h, width, ink))
    hub = ((26.0, 26.0), (74.0, 26.0), (74.0, 74.0), (26.0, 74.0))[corner_turns % 4]
    return (*turned((mat, *ways), corner_turns), *_straw(hub, 21, 40), *_bed(hub, 13.5, colours))


def hand_mat() -> Drawing:
    """Four corner marks where a player's own tile lies."""
    one = (line(((4, 20), (4, 4), (20, 4)), "#f5ead0", 2.4),)
    return tuple(shape for turns in range(4) for shape in turned(one, turns))


# Pieces ----------------------------------------------------------------------------------------------------------------


def _mouse_body() -> tuple[Point, ...]:
    """A plump drop, broad at the back and pointed at the nose."""
    points = []
    for step in range(28):
        a = math.tau * step / 28
        towards_nose = 0.5 + 0.5 * math.cos(a)
        points.append((round(50 + 27 * math.sin(a) * (1 - 0.45 * towards_nose), 2), round(43 - 37 * math.cos(a), 2)))
    return tuple(points)


def _between(one: str, other: str, share: float) -> str:
    """A colour on the way from one `#rrggbb` to another."""
    mixed = (int(one[n : n + 2], 16) * (1 - share) + int(other[n : n + 2], 16) * share for n in (1, 3, 5))
    return "#" + "".join(f"{round(value):02x}" for value in mixed)


_FUR = {"W": "#c9dcff", "K": "#6b6574", "Y": "#fffab0"}
_RIM, _DARK_RIM, _MUZZLE, _PINK = "#fff6dc", "#3a3440", "#ffe9d6", "#e9a0a5"


def mouse(colour: Colour) -> Drawing:
    """A mouse from above with its nose to the north.

    Its fur is deeper than the paths of its colour and has a rim, so that it stands out from its own path and nest; a pale
    muzzle tells front from back.
    """
    fur = _FUR.get(colour.letter, _between(colour.ink, "#ffffff", 0.34))
    edge = colour.edge
    tail = line(((50, 74), (52, 82), (58, 87), (60, 92), (56, 98)), _PINK, 4.6)
    body = polygon(_mouse_body(), fur, edge, 3.0)
    ears = tuple(
        p for s in (-1, 1) for p in (disc((50 + s * 17.5, 29), 10.5, fur, edge, 3.0), disc((50 + s * 18, 28.5), 5.6, _PINK))
    )
    face = (disc((50, 7), 5.0, _PINK, edge, 1.4), disc((44.2, 18), 2.3, "#241f28"), disc((55.8, 18), 2.3, "#241f28"))
    return (tail, body, *ears, *face, *letter(colour.letter, (50, 53), 22, _between(fur, colour.edge, 0.55), 0.2))


def _cheese() -> Drawing:
    """An eighth of a round cheese from above, its point to the south: red wax along the rim, holes in the gold."""

    def sector(radius: float) -> tuple[Point, ...]:
        angles = [math.radians(-22.5 + 7.5 * n) for n in range(7)]
        return tuple((50 + radius * math.sin(a), 98 - radius * math.cos(a)) for a in angles)

    tip = (50.0, 97.0)
    holes = (((41, 40), 9.0), ((60, 48), 7.5), ((49, 67), 5.5), ((60, 27), 5.0))
    return (
        polygon((*sector(96), tip), "#cf3f2b", "#8a2416", 3.0),
        polygon((*sector(80), tip), "#ffcf58", "#cf9526", 1.6),
        *(disc(at, radius, "#cf962c") for at, radius in holes),
        *(disc((x + radius * 0.10, y + radius * 0.22), radius * 0.84, "#f0b845") for (x, y), radius in holes),
    )


CHEESE = _cheese()

MARBLE: Drawing = (
    disc((50, 50), 47, "#5fc9c6", "#1f6f78", 5),
    disc((50, 52), 37, "#86ddd8"),
    polygon(((26, 60), (40, 40), (56, 38), (74, 28), (64, 50), (52, 56), (38, 74)), "#0f8c9e"),
    polygon(((34, 68), (46, 54), (60, 50), (70, 40), (64, 58), (52, 66)), "#f2f8f6"),
    disc((36, 30), 9, "#ffffff"),
)
"""A glass marble: water-green glass with a twist inside."""
