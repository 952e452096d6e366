"""Our own drawings of cards, die and places.  Cards are 100 wide and `TALL` high; piece and zone drawings are 100 by 100."""

from __future__ import annotations

import math
from collections.abc import Iterable

from companion.core.drawing import Drawing, Point, Shape, arc, disc, line, polygon, rectangle

TALL = 100 * 91 / 59
"""The height of a card's drawing: cards are 59 mm wide and 91 mm high."""

PAPER, EDGE = "#fffaf0", "#cdb98a"
CHEESE, RIND, HOLE, SHADE = "#f7c93e", "#d99a1c", "#b9740f", "#8e5408"
MOUSE, MOUSE_DARK, EAR, NOSE = "#9aa0ac", "#5d636e", "#f2b8b5", "#e5737a"
MEADOW, MEADOW_LIGHT = "#4fae7d", "#86d0a6"
ALARM, ALARM_LIGHT, WOOD, WOOD_DARK, STEEL = "#b3262e", "#dd5a52", "#c58b4d", "#7a4d22", "#e3e7ea"
INK = "#2b2118"

_SPOTS: tuple[Point, ...] = (
    (0.27, 0.25), (0.73, 0.25), (0.27, 0.5), (0.73, 0.5), (0.27, 0.75), (0.73, 0.75), (0.5, 0.5),
)  # fmt: skip
_PIPS = {1: (6,), 2: (0, 5), 3: (0, 6, 5), 4: (0, 1, 4, 5), 5: (0, 1, 6, 4, 5), 6: (0, 1, 2, 3, 4, 5)}


def pips(value: int, width: float, height: float) -> tuple[Point, ...]:
    """Where the holes of a value lie in a field of that size, as on a die."""
    return tuple((_SPOTS[number][0] * width, _SPOTS[number][1] * height) for number in _PIPS[value])


def rounded(x: float, y: float, width: float, height: float, radius: float, fill: str, edge: str | None = None) -> Shape:
    """A rectangle with round corners as one polygon."""
    corners = ((x + width - radius, y + radius, -90), (x + width - radius, y + height - radius, 0),
               (x + radius, y + height - radius, 90), (x + radius, y + radius, 180))  # fmt: skip
    points = [
        (cx + radius * math.cos(math.radians(start + step)), cy + radius * math.sin(math.radians(start + step)))
        for cx, cy, start in corners
        for step in range(0, 91, 15)
    ]
    return polygon(tuple(points), fill, edge, 1.6 if edge else 0.0)


def _hole(x: float, y: float, radius: float) -> Iterable[Shape]:
    """A hole in cheese: dark above, where its wall is in the shade, lighter below."""
    yield disc((x, y), radius, SHADE)
    yield disc((x, y + 0.16 * radius), 0.84 * radius, HOLE)
    yield arc((x, y), (x + 0.94 * radius, y + 0.34 * radius), 140, "#ffe08a", 0.14 * radius)


def card_back(value: int) -> Drawing:
    """A slab of cheese with as many large holes as the card is worth."""
    shapes = [rounded(0.8, 0.8, 98.4, TALL - 1.6, 8, PAPER, EDGE), rounded(6, 6, 88, TALL - 12, 9, RIND)]
    shapes.append(rounded(9, 9, 82, TALL - 18, 7, CHEESE))
    # A few crumbs of light, the same on every card and the same after a half turn.
    for x, y, radius in ((17.0, 17.0, 2.6), (83.0, 17.0, 1.7), (50.0, 16.0, 1.9)):
        shapes += [disc((x, y), radius, "#fbdc72"), disc((100 - x, TALL - y), radius, "#fbdc72")]
    for x, y in pips(value, 100, TALL):
        shapes += _hole(x, y, 13.5)
    return tuple(shapes)


def _moved(shapes: Iterable[Shape], dx: float, dy: float, scale: float) -> Iterable[Shape]:
    """The shapes made larger about the origin, then moved."""
    for shape in shapes:
        points = tuple((dx + scale * x, dy + scale * y) for x, y in shape.points)
        yield Shape(shape.form, points, shape.fill, shape.stroke, shape.width * scale, shape.radius * scale, shape.sweep_deg)


def _mouse_head() -> Iterable[Shape]:
    """A mouse's face about the origin, 60 wide."""
    for side in (-1, 1):
        yield disc((side * 21, -19), 15, MOUSE_DARK)
        yield disc((side * 21, -19), 13.4, MOUSE)
        yield disc((side * 21, -18), 8.6, EAR)
    yield disc((0, 4), 24, MOUSE_DARK)
    yield disc((0, 4), 22.4, MOUSE)
    yield disc((0, 13), 12, "#d8dbe0")
    for side in (-1, 1):
        yield disc((side * 9, -1), 4.6, PAPER)
        yield disc((side * 8.4, -0.6), 2.7, INK)
        yield disc((side * 7.6, -1.6), 0.9, PAPER)
        yield line(((side * 7, 12), (side * 25, 9)), MOUSE_DARK, 1)
        yield line(((side * 7, 14), (side * 25, 17)), MOUSE_DARK, 1)
    yield disc((0, 9), 3.8, NOSE)
    yield arc((-4, 13), (0, 13), 140, MOUSE_DARK, 1.3)
    yield arc((4, 13), (8, 13), 140, MOUSE_DARK, 1.3)


def _wedge() -> Iterable[Shape]:
    """A piece of cheese about the origin, 70 wide."""
    yield polygon(((-36, 8), (26, -20), (36, 0), (36, 22), (-36, 26)), RIND, INK, 1.4)
    yield polygon(((-36, 8), (26, -20), (36, 0)), "#fbe08a", INK, 1.2)
    yield polygon(((-36, 8), (36, 0), (36, 22), (-36, 26)), CHEESE, INK, 1.2)
    for x, y, radius in ((-20, 17, 5), (2, 13, 4), (20, 12, 5.5), (12, -7, 3.4)):
        yield disc((x, y), radius, HOLE)


def front_cheese() -> Drawing:
    """A happy mouse behind its cheese, on green."""
    shapes = [rounded(0.8, 0.8, 98.4, TALL - 1.6, 8, PAPER, EDGE), rounded(6, 6, 88, TALL - 12, 9, MEADOW)]
    shapes.append(disc((50, TALL / 2), 41, MEADOW_LIGHT))
    shapes += _moved(_mouse_head(), 50, 60, 1.25)
    shapes += _moved(_wedge(), 50, 106, 1.08)
    return tuple(shapes)


def front_trap() -> Drawing:
    """A mouse trap with its bow drawn, on red."""
    shapes = [rounded(0.8, 0.8, 98.4, TALL - 1.6, 8, PAPER, EDGE), rounded(6, 6, 88, TALL - 12, 9, ALARM)]
    middle = TALL / 2
    for angle in range(0, 360, 30):
        ends = (math.radians(angle - 6), math.radians(angle + 6))
        rim = tuple((50 + 46 * math.cos(turn), middle + 46 * math.sin(turn)) for turn in ends)
        shapes.append(polygon(((50, middle), *rim), ALARM_LIGHT))
    shapes += [rounded(25, 32, 50, TALL - 64, 4, WOOD_DARK), rounded(27, 34, 46, TALL - 68, 3, WOOD)]
    for grain in (36.0, 50.0, 64.0):
        shapes.append(line(((grain, 37), (grain, TALL - 37)), "#b67d42", 1.1))
    shapes += [line(((28, middle), (72, middle)), INK, 5.4), line(((28, middle), (72, middle)), STEEL, 3.2)]
    bow = ((32.0, middle), (32.0, 44.0), (68.0, 44.0), (68.0, middle))
    shapes += [line(bow, INK, 5.4), line(bow, STEEL, 3.0)]
    shapes += [line(((50, middle), (50, 108)), INK, 3.6), line(((50, middle), (50, 108)), STEEL, 1.8)]
    shapes += _moved(_wedge(), 50, 104, 0.42)
    return tuple(shapes)


def laid_card(drawing: Drawing) -> Drawing:
    """A card as a piece: upright in the middle of a square as high as the card."""
    return tuple(_moved(drawing, 50 * (1 - 100 / TALL), 0, 100 / TALL))


def die(value: int | None) -> Drawing:
    """A die of cheese seen from above; None: nobody has said what shows."""
    shapes = [rounded(4, 4, 92, 92, 18, RIND, SHADE), rounded(9, 9, 82, 82, 14, CHEESE)]
    if value is None:
        return (*shapes, arc((50, 42), (35, 42), 240, SHADE, 9), line(((50, 56), (50, 64)), SHADE, 9), disc((50, 78), 5.5, SHADE))
    for x, y in pips(value, 100, 100):
        shapes += [disc((x, y), 10.5, SHADE), disc((x, y + 1.4), 8.8, HOLE)]
    return tuple(shapes)


def pile_mat() -> Drawing:
    """A place for a pile: an empty frame."""
    return (rounded(2, 2, 96, 96, 5, "#efe3c2", EDGE), rectangle(8, 8, 84, 84, None, "#dcc892", 1.4))


def tray() -> Drawing:
    """The place where the die is rolled: its rim is green too, so that a die of cheese stands out wherever it comes to rest."""
    return (rounded(1, 1, 98, 98, 7, "#22523e", "#173a2c"), rounded(5, 5, 90, 90, 5, "#2f6b52"))


def area_mat(colour: str, width_mm: float, height_mm: float) -> Drawing:
    """A player's own strip of the table, with a rim in the player's colour that is equally wide on all sides."""
    shapes = []
    for inset_mm, fill in ((0.0, colour), (2.5, PAPER), (4.0, "#f1e4c3")):
        x, y = 100 * inset_mm / width_mm, 100 * inset_mm / height_mm
        shapes.append(rectangle(x, y, 100 - 2 * x, 100 - 2 * y, fill))
    return tuple(shapes)
