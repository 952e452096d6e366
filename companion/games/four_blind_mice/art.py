"""Our own drawings of everything in the game: flat shapes for the page, for print and for the simulated camera.

A coin is a round of cheese: plain or with a spiral while it is covered, with the sign of its suit afterwards.  A mouse is
seen from above, ears, nose and all, with dark glasses: it is blind.
"""

from __future__ import annotations

import math

from companion.core.drawing import Drawing, Point, Shape, disc, line, polygon

COIN = "#e8c872"
_RIM, _RIM_LIGHT, _PALE, _INK = "#a97f2c", "#f6e3a6", "#fbf3dc", "#4a3410"

INK = {"red": "#cf3a2e", "black": "#2e2b31", "green": "#2f9150", "blue": "#2c66c4"}
"""The colour of each mouse and of its suit."""

_EDGE = {"red": "#7d1a14", "black": "#0b0a0d", "green": "#14532b", "blue": "#153a7a"}
_LIGHT = {"red": "#f29a8f", "black": "#8b8793", "green": "#9bdcae", "blue": "#9dc1f7"}

SEAT_INK = ("#8d5524", "#7a4fa3", "#1f7a7a", "#b0472f", "#556b2f", "#3d5a99")
"""Colours of the players, none of which is a mouse's."""


def _at(angle_deg: float, radius: float, centre: Point = (50.0, 50.0)) -> Point:
    """The point at that angle, clockwise from the top."""
    a = math.radians(angle_deg)
    return (round(centre[0] + radius * math.sin(a), 2), round(centre[1] - radius * math.cos(a), 2))


def _oval(centre: Point, rx: float, ry: float, fill: str, stroke: str | None = None, width: float = 0.0) -> Shape:
    points = tuple(
        (round(centre[0] + rx * math.cos(math.tau * n / 24), 2), round(centre[1] + ry * math.sin(math.tau * n / 24), 2))
        for n in range(24)
    )
    return polygon(points, fill, stroke, width)


# Coins -----------------------------------------------------------------------------------------------------------------


def _blank(face: str) -> Drawing:
    """The disc of a coin with its rim and the small mark that shows which way is up."""
    return (
        disc((50, 50), 48, _RIM),
        disc((50, 50), 44, face, _RIM_LIGHT, 2.5),
        polygon((_at(-6, 44), _at(6, 44), _at(0, 37)), _RIM),
    )


def _null() -> Drawing:
    """The empty side: a round of cheese with a few holes at the rim, nothing in the middle."""
    holes = ((118, 33, 4.5), (236, 34, 5.5), (262, 26, 3.0))
    return (*_blank(COIN), *(disc(_at(angle, far), size, "#cfa94a", "#b58c33", 1.2) for angle, far, size in holes))


def _ace() -> Drawing:
    """A spiral from the middle to the rim."""
    points = tuple(_at(20 * n, 3 + 0.62 * n) for n in range(47))
    return (*_blank(COIN), line(points, _INK, 5.5))


def _sun() -> Drawing:
    rays = tuple(polygon((_at(45 * n - 10, 20), _at(45 * n, 37), _at(45 * n + 10, 20)), INK["red"]) for n in range(8))
    return (*_blank(_PALE), *rays, disc((50, 50), 16.5, INK["red"], _PALE, 2.5), disc((50, 50), 6, _PALE))


def _moon() -> Drawing:
    outer = [_at(angle, 31, (47, 50)) for angle in range(30, -211, -8)]
    inner = [_at(angle, 25.5, (58, 50)) for angle in range(170, 371, 8)]
    star = tuple(_at(36 * n, 10 if n % 2 == 0 else 4, (65, 50)) for n in range(10))
    return (*_blank(_PALE), polygon((*outer, *inner), INK["black"]), polygon(star, INK["black"]))


def _crown() -> Drawing:
    band: tuple[Point, ...] = ((24, 70), (20, 34), (36, 50), (50, 26), (64, 50), (80, 34), (76, 70))
    balls = (disc((20, 33), 4.5, INK["green"]), disc((50, 25), 4.5, INK["green"]), disc((80, 33), 4.5, INK["green"]))
    stones = (disc((37, 63), 3.2, _PALE), disc((50, 63), 3.2, _PALE), disc((63, 63), 3.2, _PALE))
    return (*_blank(_PALE), polygon(band, INK["green"]), *balls, *stones, line(((25, 75), (75, 75)), INK["green"], 4.5))


def _arms() -> Drawing:
    left: list[Point] = [(25, 26), (25, 48), (29, 61), (38, 71), (50, 79)]
    shield = (*left, *((100 - x, y) for x, y in reversed(left)))
    cross = (line(((50, 30), (50, 72)), _PALE, 6), line(((29, 45), (71, 45)), _PALE, 6))
    return (*_blank(_PALE), polygon(shield, INK["blue"], _EDGE["blue"], 2), *cross)


_COINS = {"null": _null, "ace": _ace, "sun": _sun, "moon": _moon, "crown": _crown, "arms": _arms}


def coin(face: str) -> Drawing:
    """A coin that shows that face; KeyError for one there is not."""
    return _COINS[face]()


# Mice ------------------------------------------------------------------------------------------------------------------


_LETTERS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "red": (((0, 10), (0, 0), (5, 0), (7.5, 1.3), (7.5, 4), (5, 5.3), (0, 5.3)), ((4, 5.3), (8, 10))),
    "black": (((0, 0), (0, 10)), ((8, 0), (0, 5.6)), ((2.6, 3.9), (8, 10))),
    "green": (((8, 2), (5.7, 0), (2.3, 0), (0, 2.7), (0, 7.3), (2.3, 10), (5.7, 10), (8, 8), (8, 5.4), (4.8, 5.4)),),
    "blue": (((0, 4.8), (5, 4.8), (7, 3.8), (7, 1.2), (5, 0), (0, 0), (0, 10), (5.4, 10), (8, 8.7), (8, 6), (5.4, 4.8)),),
}
"""The strokes of R K G B: colour is never the only signal."""


def _letter(name: str, ink: str) -> Drawing:
    return tuple(line(tuple((42 + 2 * x, 61 + 2 * y) for x, y in stroke), ink, 4.2) for stroke in _LETTERS[name])


def mouse(name: str) -> Drawing:
    """A mouse of that colour from above: body with its letter, ears, dark glasses, nose and whiskers."""
    ink, edge, light = INK[name], _EDGE[name], _LIGHT[name]
    glass = "#f3f0e6" if name == "black" else "#191720"
    whiskers = tuple(
        line(((50 + side * 7, 27 + lean * 0.3), (50 + side * 27, 20 + lean)), edge, 1.6) for side in (-1, 1) for lean in (0, 8)
    )
    return (
        line(((70, 86), (82, 93), (93, 86), (92, 74)), edge, 4),
        _oval((50, 60), 33, 36, ink, edge, 3),
        _oval((50, 71), 21, 18, light),
        *_letter(name, edge),
        *(disc((x, 34), 16, ink, edge, 3) for x in (24, 76)),
        *(disc((x, 34), 9, light) for x in (24, 76)),
        *whiskers,
        _oval((50, 33), 21, 24, ink, edge, 3),
        line(((30, 33), (70, 33)), glass, 3),
        *(disc((x, 33), 7.5, glass) for x in (40, 60)),
        disc((50, 12), 5, "#f2a7a0", edge, 1.5),
    )
