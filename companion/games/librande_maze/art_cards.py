"""The spell cards, square like the tiles, and the printed mats around the board."""

from __future__ import annotations

from companion.core.drawing import Drawing, arc, disc, line, polygon, rectangle
from companion.core.grid import Facing
from companion.games.librande_maze.art import MORTAR, STONE
from companion.games.librande_maze.art_parts import around, letters, oval, put, rounded, star, strokes, turned
from companion.games.librande_maze.art_pieces import CHEST, NIGHT, PALE

SPELL_INKS = {
    "AM": "#4a4f5c", "PR": "#2f7d6b", "HA": "#d98a1f", "FZ": "#3f8fc4", "SW": "#8a4fb8", "TK": "#b04a7a", "TP": "#2c5fae",
    "TF": "#8a2f2a",
}  # fmt: skip
"""The colour of each spell's cards by its first two letters."""

GOLD = "#f2c94c"
SEAT_INKS = ("#c0392b", "#2566b0", "#d68a00", "#2e8b57")
"""A colour for each corner of the board."""


def spell(code: str) -> Drawing:
    """The face of a spell card: its sign, the two letters of its name, below them the sign of its range."""
    ink = SPELL_INKS[code[:2]]
    return (
        rounded(0, 0, 100, 100, 7, NIGHT), rounded(3, 3, 94, 94, 5, ink), rounded(9, 9, 82, 62, 8, PALE, NIGHT, 2),
        *put(_SIGNS[code[:2]], (50, 40), 56), *letters(code[:2], (31 if len(code) > 2 else 50, 84), 15, PALE, 0.22),
        *(put(_RANGES[code[2]], (70, 84), 24) if len(code) > 2 else ()),
    )  # fmt: skip


def _shield(ink: str) -> Drawing:
    outline = ((50, 4), (66, 14), (88, 16), (86, 48), (72, 78), (50, 97), (28, 78), (14, 48), (12, 16), (34, 14))
    return (polygon(outline, ink, NIGHT, 4), polygon(((50, 14), (50, 86), (34, 70), (22, 46), (21, 25), (37, 23)), "#7fd0b8"))


def _no_magic() -> Drawing:
    return (star((50, 50), 36, 15, 5, "#8d8a98", NIGHT, 3), disc((50, 50), 44, None, "#c0392b", 9),
            line(((20, 80), (80, 20)), "#c0392b", 9))  # fmt: skip


def _bolt() -> Drawing:
    return (polygon(((62, 2), (20, 56), (46, 56), (36, 98), (82, 38), (55, 38)), GOLD, NIGHT, 4),)


def _flake(ink: str) -> Drawing:
    arms = [(around((50, 50), 46, a), around((50, 50), 46, a + 180)) for a in (0, 60, 120)]
    barbs = [(around((50, 50), 42, a - 20), around((50, 50), 26, a), around((50, 50), 42, a + 20)) for a in range(0, 360, 60)]
    return strokes([*arms, *barbs], ink, 7)


def _swap() -> Drawing:
    return (
        arc((50, 50), (14, 44), 150, "#8a4fb8", 10), arc((50, 50), (86, 56), 150, "#5d2f86", 10),
        polygon(((76, 44), (98, 36), (90, 62)), "#8a4fb8", NIGHT, 2), polygon(((24, 56), (2, 64), (10, 38)), "#5d2f86", NIGHT, 2),
    )  # fmt: skip


def _lifted_chest() -> Drawing:
    waves = tuple(arc((50, 100), (50 - r, 100 - r * 0.2), 157, "#b04a7a", 4.5) for r in (26, 40, 54))
    return (*waves, *put(CHEST, (50, 34), 66))


def _portal() -> Drawing:
    return (oval((50, 50), 38, 47, "#2c5fae", NIGHT, 3), oval((50, 50), 27, 36, "#5fa3ee"), oval((50, 50), 15, 23, "#cfe6ff"),
            star((50, 50), 13, 5, 4, PALE, "#2c5fae", 2))  # fmt: skip


def _grab() -> Drawing:
    fingers = tuple(rounded(18 + 15 * n, (22, 10, 8, 16)[n], 13, 48, 6, "#e0b48a", NIGHT, 2.6) for n in range(4))
    palm = rounded(18, 48, 58, 44, 16, "#e0b48a", NIGHT, 2.6)
    thumb = polygon(((74, 56), (90, 40), (97, 47), (84, 72), (74, 80)), "#e0b48a", NIGHT, 2.6)
    return (*fingers, thumb, palm, disc((47, 69), 13, GOLD, NIGHT, 2.6), star((47, 69), 8, 3.4, 5, "#8a2f2a"))


_SIGNS = {
    "AM": _no_magic(), "PR": _shield("#2f7d6b"), "HA": _bolt(), "FZ": _flake(SPELL_INKS["FZ"]), "SW": _swap(),
    "TK": _lifted_chest(), "TP": _portal(), "TF": _grab(),
}  # fmt: skip

_RANGES: dict[str, Drawing] = {
    "s": (star((50, 50), 48, 20, 8, GOLD, NIGHT, 5),),
    "c": (disc((32, 50), 24, None, NIGHT, 18), disc((68, 50), 24, None, NIGHT, 18), disc((32, 50), 24, None, GOLD, 10),
          disc((68, 50), 24, None, GOLD, 10)),
    "l": (line(((2, 50), (98, 50)), NIGHT, 22), line(((50, 2), (50, 98)), NIGHT, 22), line(((6, 50), (94, 50)), GOLD, 12),
          line(((50, 6), (50, 94)), GOLD, 12), disc((50, 50), 14, GOLD, NIGHT, 5)),
}  # fmt: skip
"""Super: a star.  Connect: two rings of a chain.  Line: a cross."""


def _back() -> Drawing:
    sky = tuple(
        star((14 + 72 * ((n * 37) % 100) / 100, 14 + 72 * ((n * 61) % 100) / 100), 3.2, 1.2, 4, "#8f84c7") for n in range(1, 12)
    )
    web = tuple(disc((50, 50), r, None, "#cfc6f2", 1.6) for r in (10, 18, 26))
    rays = tuple(line((around((50, 50), 32, a), around((50, 50), 32, a + 180)), "#cfc6f2", 1.6) for a in (0, 45, 90, 135))
    return (rounded(0, 0, 100, 100, 7, NIGHT), rounded(3, 3, 94, 94, 5, "#3a2f6b"), *sky,
            disc((50, 50), 34, "#2a2150", GOLD, 2.4), *web, *rays, star((50, 50), 12, 5, 4, GOLD))  # fmt: skip


CARD_BACK = _back()
"""The common back of all spell cards."""


# Mats ----------------------------------------------------------------------------------------------------------------


def shelf(seat: int, turns: int) -> Drawing:
    """The place for won treasures beside a home corner, with the corner's colour and number."""
    ink = SEAT_INKS[seat - 1]
    stones = (rectangle(0, 0, 100, 100, MORTAR), rounded(2, 2, 96, 96, 8, STONE), rounded(9, 9, 82, 82, 8, "#3b3348", ink, 5))
    badge = (disc((15, 15), 13, ink, PALE, 2.4),)
    (middle,) = turned(badge, turns)[0].points
    return (*stones, *turned(badge, turns), *letters(str(seat), middle, 13, PALE, 0.2))


def gate(way: Facing) -> Drawing:
    """The strip at the end of a line that slides: an arrow the way a tile is pushed out there."""
    frame = (rounded(4, 4, 92, 92, 8, "#4a4456"), rounded(8, 8, 84, 84, 7, "#544d62"))
    arrow = (polygon(((50, 26), (76, 54), (60, 54), (60, 78), (40, 78), (40, 54), (24, 54)), "#8f86a6"),)
    return (*frame, *turned(arrow, way))


def area(seat: int) -> Drawing:
    """A player's own area: a character's place in the colour of the home corner."""
    ink = SEAT_INKS[seat - 1]
    return (
        rounded(0, 0, 100, 100, 8, ink), rounded(4, 4, 92, 92, 6, "#e9dcc0"), disc((50, 50), 30, None, "#c9b48a", 3),
        disc((50, 42), 9, "#d8c8a2"), polygon(((50, 50), (66, 72), (34, 72)), "#d8c8a2"), disc((15, 15), 11, ink, PALE, 2),
        *letters(str(seat), (15, 15), 11, PALE, 0.2),
    )  # fmt: skip


def card_place(open_side: bool) -> Drawing:
    """Where a pile of cards lies: the deck (closed) or the discard pile (open)."""
    sign = star((50, 50), 24, 10, 8, None, "#8f84b7", 4) if open_side else star((50, 50), 24, 10, 4, "#a99ad6")
    return (rounded(0, 0, 100, 100, 7, "#5b5178"), rounded(4, 4, 92, 92, 5, "#463d61"), sign)


CURSE_INKS = {"freeze": "#9fd3ee", "hourglass": "#f2c94c", "silence": "#d98aa8", "leadfoot": "#a8a2b4", "grounding": "#b98a5a"}


def curse_place(name: str) -> Drawing:
    """A curse on the reference card, with its sign; a cube lies on it once it is spent."""
    frame = (rounded(0, 0, 100, 100, 9, "#3b1552"), rounded(5, 5, 90, 90, 7, "#5c2a7c"))
    return (*frame, *put(_CURSES[name], (50, 50), 74))


def _hourglass() -> Drawing:
    ink = CURSE_INKS["hourglass"]
    sand = (polygon(((24, 20), (76, 20), (50, 50)), ink), polygon(((32, 84), (68, 84), (50, 60)), ink))
    glass = strokes(
        (((20, 12), (80, 12)), ((20, 90), (80, 90)), ((24, 14), (50, 51), (24, 88)), ((76, 14), (50, 51), (76, 88))), PALE, 7
    )
    return (*sand, *glass)


def _silence() -> Drawing:
    ink = CURSE_INKS["silence"]
    stitches = [((x, 36), (x, 64)) for x in (24, 41, 59, 76)]
    return (oval((50, 50), 44, 22, ink, NIGHT, 4), *strokes([((10, 50), (90, 50)), *stitches], NIGHT, 6))


def _leadfoot() -> Drawing:
    boot = polygon(((30, 8), (58, 8), (58, 52), (88, 62), (92, 82), (28, 82)), CURSE_INKS["leadfoot"], NIGHT, 4)
    return (boot, rectangle(26, 82, 68, 12, "#6c6678", NIGHT, 4))


def _grounding() -> Drawing:
    bricks = tuple(
        rounded(x, y, 34, 20, 3, CURSE_INKS["grounding"], NIGHT, 3) for x, y in ((6, 10), (46, 10), (26, 36), (62, 36))
    )
    return (*bricks, *strokes((((10, 74), (90, 74)), ((14, 90), (86, 90))), PALE, 7))


_CURSES = {
    "freeze": _flake(CURSE_INKS["freeze"]),
    "hourglass": _hourglass(), "silence": _silence(), "leadfoot": _leadfoot(), "grounding": _grounding(),
}  # fmt: skip
