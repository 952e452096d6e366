"""The pieces: nine hero tokens with a sign and two letters each, the dragon, treasure chests, curse cubes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.core.drawing import Drawing, Point, arc, disc, line, polygon, rectangle
from companion.games.librande_maze.art_parts import around, letters, mirrored, oval, rounded, star, strokes

NIGHT, PALE = "#1f1a26", "#fff7e6"


@dataclass(frozen=True, slots=True)
class Crest:
    """What makes a hero's token its own: the ink of the rim, the field inside, the sign on it."""

    ink: str
    field: str
    sign: Drawing


def hero_up(code: str, crest: Crest) -> Drawing:
    """The token as its owner stands it: rim, sign, the two letters of the hero on a ribbon."""
    ticks = tuple(line((around((50, 50), 41.5, a), around((50, 50), 47.5, a)), crest.field, 2.2) for a in range(0, 360, 30))
    ribbon = polygon(((13, 66), (87, 66), (80, 88), (62, 95), (50, 96.5), (38, 95), (20, 88)), NIGHT)
    return (
        disc((50, 50), 49, crest.ink, NIGHT, 2), *ticks, disc((50, 50), 40, crest.field, NIGHT, 2),
        *crest.sign, ribbon, *letters(code, (50, 79), 17, PALE, 0.22),
    )  # fmt: skip


def hero_down(code: str, crest: Crest) -> Drawing:
    """The token tipped over: the rim keeps its colour, the field is ice with the hero's letters."""
    flakes = tuple(
        shape
        for a in (0, 60, 120)
        for shape in strokes(((around((50, 50), 35, a), around((50, 50), 35, a + 180)),), "#8fb4cc", 3.2)
    )
    barbs = tuple(
        line((around((50, 50), 33, a - 14), around((50, 50), 25, a), around((50, 50), 33, a + 14)), "#8fb4cc", 2.6)
        for a in range(0, 360, 60)
    )
    return (
        disc((50, 50), 49, crest.ink, NIGHT, 2), disc((50, 50), 40, "#d5e5ee", NIGHT, 2), *flakes, *barbs,
        rounded(22, 36, 56, 28, 8, "#d5e5ee", crest.ink, 2.4), *letters(code, (50, 50), 18, NIGHT, 0.2),
    )  # fmt: skip


# Signs: each stands in the upper part of the token, around (50, 38) ---------------------------------------------------


def _axe() -> Drawing:
    blade = (polygon(((50, 20), (36, 17), (25, 24), (22, 36), (27, 46), (38, 43), (50, 40)), "#d7dbe0", NIGHT, 2),)
    return (*blade, *mirrored(blade), rounded(46.5, 12, 7, 54, 3, "#7a4b22", NIGHT, 1.6))


def _leaf() -> Drawing:
    outline = ((50, 11), (60, 20), (67, 31), (67, 43), (60, 54), (50, 60), (40, 54), (33, 43), (33, 31), (40, 20))
    veins = [((50, 20), (50, 66))] + [((50, y + 8), (50 + side * 11, y)) for y in (26, 36, 45) for side in (-1, 1)]
    return (polygon(outline, "#7cc24a", NIGHT, 2), *strokes(veins, "#2c5a22", 2.6))


def _mind() -> Drawing:
    """An open eye that looks straight up."""
    rays = tuple(line((around((50, 38), 24, a), around((50, 38), 30, a)), "#ffd166", 3.4) for a in range(-60, 61, 30))
    lid = polygon(((20, 40), (32, 28), (50, 22), (68, 28), (80, 40), (68, 51), (50, 57), (32, 51)), PALE, NIGHT, 2.2)
    return (*rays, lid, disc((50, 39.5), 14, "#d0342c", NIGHT, 1.6), disc((50, 39.5), 6.5, NIGHT), disc((46, 35), 3, PALE))


def _star() -> Drawing:
    return (star((50, 38), 28, 11, 5, "#ffe071", NIGHT, 2), disc((50, 38), 5, "#d94f8a"))


def _dagger() -> Drawing:
    blade = polygon(((50, 66), (43, 54), (43, 32), (57, 32), (57, 54)), "#dfe4ea", NIGHT, 2)
    guard = rounded(32, 27, 36, 7, 3, "#e0b040", NIGHT, 1.6)
    return (blade, line(((50, 36), (50, 60)), "#9aa5b1", 2), guard, rounded(46, 14, 8, 14, 2, "#5a3a28", NIGHT, 1.6),
            disc((50, 13), 5, "#e0b040", NIGHT, 1.6))  # fmt: skip


def _flame() -> Drawing:
    outer = ((50, 9), (58, 22), (68, 30), (70, 46), (62, 59), (50, 64), (38, 59), (30, 46), (33, 34), (40, 38), (43, 24))
    inner = ((51, 30), (58, 40), (60, 50), (50, 60), (41, 51), (44, 43), (48, 45))
    return (polygon(outer, "#ff8a2a", NIGHT, 2), polygon(inner, "#ffe071"))


def _pointed_hat(cloth: str, band: str, marks: Drawing = ()) -> Drawing:
    cone = polygon(((55, 7), (70, 53), (30, 53), (42, 26), (38, 22)), cloth, NIGHT, 2)
    return (oval((50, 55), 33, 8.5, cloth, NIGHT, 2), cone, polygon(((34, 44), (66.5, 44), (69.5, 53), (30.5, 53)), band), *marks)


def _ghost() -> Drawing:
    sheet = (
        (30, 64),
        (28, 36),
        (34, 20),
        (50, 12),
        (66, 20),
        (72, 36),
        (70, 64),
        (62, 57),
        (56, 65),
        (50, 57),
        (44, 65),
        (38, 57),
    )
    return (
        polygon(sheet, "#eef3f5", NIGHT, 2),
        oval((42, 34), 5, 7, NIGHT),
        oval((58, 34), 5, 7, NIGHT),
        oval((50, 49), 4, 5, NIGHT),
    )


def _wizard_stars() -> Drawing:
    return (star((50, 34), 6, 2.4, 5, "#ffe071"), star((58, 24), 3.6, 1.5, 5, "#ffe071"), star((42, 40), 3, 1.2, 5, "#ffe071"))


CRESTS: Mapping[str, Crest] = {
    "BA": Crest("#a5402c", "#f0c9a0", _axe()),
    "DR": Crest("#3c7d36", "#e6efc4", _leaf()),
    "MR": Crest("#2a2a30", "#8d8a98", _mind()),
    "SO": Crest("#d94f8a", "#7c2456", _star()),
    "TH": Crest("#6b7480", "#3b4450", _dagger()),
    "WL": Crest("#7a1f1f", "#3a1620", _flame()),
    "WT": Crest("#6d3fa0", "#b8d77a", _pointed_hat("#2b2233", "#8d3fb4")),
    "WZ": Crest("#2a62b8", "#cfe2fb", _pointed_hat("#27509c", "#ffe071", _wizard_stars())),
    "WR": Crest("#4a9aa0", "#234b52", _ghost()),
}
"""The nine heroes by code."""


# Dragon, treasure, cube -----------------------------------------------------------------------------------------------

_BODY, _BODY_DARK, _BELLY, _WING, _WING_DARK = "#2f8f3c", "#1c5c2b", "#8cc63f", "#49b64e", "#277a35"


def _dragon() -> Drawing:
    """From above, its head to the far side, its wings spread."""
    wing: tuple[Point, ...] = ((46, 40), (34, 26), (12, 20), (3, 34), (11, 41), (4, 52), (16, 54), (12, 66), (27, 61), (46, 58))
    bones = [
        ((45, 44), (32, 29), (12, 21)),
        ((45, 46), (28, 36), (5, 35)),
        ((45, 49), (26, 46), (5, 52)),
        ((45, 52), (28, 54), (13, 65)),
    ]
    side = (polygon(wing, _WING, _BODY_DARK, 2.2), *(line(points, _WING_DARK, 2.2) for points in bones))
    leg = (oval((38, 68), 5, 8, _BODY, _BODY_DARK, 1.8), oval((40, 38), 4.5, 6.5, _BODY, _BODY_DARK, 1.8))
    horn = (
        polygon(((46, 14), (40, 22), (38, 30), (44, 25)), PALE, _BODY_DARK, 1.4),
        oval((46.4, 15), 2.2, 2.8, "#ffe071", NIGHT, 0.8),
    )
    tail = polygon(((44, 70), (56, 70), (55, 80), (59, 87), (66, 89), (61, 95), (52, 93), (46, 84)), _BODY, _BODY_DARK, 2)
    barb = polygon(((63, 87), (76, 84), (70, 92), (74, 99), (61, 96)), _WING_DARK, _BODY_DARK, 1.6)
    body = polygon(
        ((50, 26), (57, 32), (60, 46), (59, 62), (56, 74), (50, 77), (44, 74), (41, 62), (40, 46), (43, 32)),
        _BODY,
        _BODY_DARK,
        2.2,
    )
    head = polygon(
        ((50, 3), (55, 8), (57, 16), (56, 25), (53, 31), (47, 31), (44, 25), (43, 16), (45, 8)), _BODY, _BODY_DARK, 2.2
    )
    plates = tuple(
        polygon(((50, y - 5), (53.6, y), (50, y + 5), (46.4, y)), _BELLY, _BODY_DARK, 0.8) for y in (38, 48, 58, 68, 79)
    )
    nostrils = (disc((48.2, 6.5), 0.9, NIGHT), disc((51.8, 6.5), 0.9, NIGHT))
    return (*side, *mirrored(side), *leg, *mirrored(leg), barb, tail, body, head, *horn, *mirrored(horn), *plates, *nostrils)


DRAGON = _dragon()

CHEST: Drawing = (
    rounded(4, 16, 92, 68, 10, "#8a5426", "#3c2210", 5),
    rectangle(6.5, 46, 87, 6, "#5f3617"),
    line(((8, 30), (92, 30)), "#a66a34", 3.4), line(((8, 68), (92, 68)), "#a66a34", 3.4),
    rectangle(20, 16, 12, 68, "#e8b93c", "#7a5a12", 2.4), rectangle(68, 16, 12, 68, "#e8b93c", "#7a5a12", 2.4),
    rounded(40, 38, 20, 26, 5, "#ffd95e", "#7a5a12", 2.8), disc((50, 48), 4.4, "#3c2210"),
    rectangle(48.2, 48, 3.6, 10, "#3c2210"),
)  # fmt: skip
"""A treasure chest from above."""

CUBE: Drawing = (
    rounded(4, 4, 92, 92, 10, "#8d3fb4", "#3b1552", 6),
    polygon(((10, 10), (90, 10), (76, 26), (24, 26)), "#c58be0"),
    polygon(((10, 10), (24, 26), (24, 76), (10, 90)), "#a45bc8"),
    rectangle(24, 26, 52, 50, "#9a4bc0"),
    arc((50, 51), (50, 37), 300, "#f3dcff", 6),
)  # fmt: skip
"""A cube that marks a spent curse."""
