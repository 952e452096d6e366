"""Our own drawings of everything in the game: flat shapes for the page, for print and for the simulated camera.

Every maze card has a coloured band along its top, so that its turns can be read, and a sign of its own, so that colour is
never the only signal.
"""

from __future__ import annotations

from companion.core.drawing import Drawing, Shape, disc, line, polygon, rectangle
from companion.games.mouse_trap_cards.art_signs import (
    CHEESE,
    CREAM,
    INK,
    arrow,
    bath_tub,
    cage,
    cheese_wedge,
    digit,
    diver,
    flip_sign,
    gutter,
    hand,
    mouse_hole,
    mouse_top,
    plus,
    put,
    rounded,
    stairs,
    stop_sign,
    turn_sign,
)  # fmt: skip
from companion.games.mouse_trap_cards.effects import Effect, effect

_BANDS = {
    "safe": "#3f9d57", "trap": "#c8342f", "end": "#6d4aa3", "move": "#2f6fbf", "place": "#e2a416", "take": "#c97a12",
    "flip": "#c2458e", "turn": "#1d9494", "go": "#b4582a", "half": "#b4582a",
}  # fmt: skip
_HALF_BANDS = {"WASH": "#2b8fb8", "GUTB": "#7a7f3a", "STRB": "#9a5a34"}
_CARD_EDGE = "#23304f"
_MIDDLE = (50.0, 59.0)
_LIGHT = {
    "safe": "#e4f3e4", "trap": "#fae2dc", "end": "#ece4f7", "move": "#e3eefb", "place": "#fdf3d3", "take": "#fbe8cd",
    "flip": "#fae3f0", "turn": "#dff3f1", "go": "#f8e8dc", "half": "#f8e8dc",
}  # fmt: skip


def side(code: str) -> Drawing:
    """A side of a maze card; one that nobody knows is blank."""
    found = effect(code, False)
    if found is None:
        return (rounded(2, 2, 96, 96, 8, CREAM, "#a99d86", 2.0),)
    band = _HALF_BANDS.get(found.half, _BANDS[found.kind])
    return (*_paper(_LIGHT[found.kind], band), *_sign(found))


def card(code: str) -> Drawing:
    """The face of an action card."""
    found = effect(code, True)
    if found is None:
        return BACK
    band = _BANDS[found.kind]
    frame = (
        rounded(2, 2, 96, 96, 9, _CARD_EDGE),
        rounded(7, 7, 86, 86, 6, _LIGHT[found.kind], band, 2.5),
        # What is before the mouse and what behind it is told by where the card's top is.
        rectangle(7, 7, 86, 9, _CARD_EDGE),
        polygon(((44, 13), (50, 5), (56, 13)), CREAM),
    )
    if found.kind == "move":
        return (*frame, *_compass_card(found))
    return (*frame, *put(_sign(found), (50, 43), 92))


def _paper(paper: str, band: str) -> Drawing:
    """The card with a band along its top and a notch in it that points up."""
    return (
        rounded(2, 2, 96, 96, 8, paper, band, 3.0),
        rounded(2, 2, 96, 17, 8, band),
        rectangle(2, 12, 96, 7, band),
        polygon(((43, 15), (50, 6), (57, 15)), CREAM),
    )


def _sign(found: Effect) -> Drawing:
    """The picture of an instruction."""
    if found.kind == "move":
        return _move_sign(found)
    plain = {"safe": mouse_hole, "trap": cage, "end": stop_sign}
    if found.kind in plain:
        return plain[found.kind]()
    if found.kind in ("place", "take"):
        return _cheese_sign(found)
    if found.kind in ("flip", "turn"):
        return _change_sign(found)
    return _go_sign(found)


def _move_sign(found: Effect) -> Drawing:
    """Fat arrows in their directions; the number stands in a corner, so that the middle is calm below mouse and cheese."""
    shapes: list[Shape] = []
    for turn, _ in found.arrows:
        shapes += arrow(_MIDDLE, turn, 12, 37, "#2f6fbf")
    return (*shapes, disc(_MIDDLE, 14, "#2f6fbf"), *digit(found.arrows[0][1], (20, 80), 25, INK))


def _compass_card(found: Effect) -> Drawing:
    """The mouse in the middle and its arrows around it, each with its number."""
    shapes: list[Shape] = []
    for turn, n in found.arrows:
        shapes += arrow((50, 50), turn, 15, 42, "#2f6fbf")
        x, y = ((50, 29), (73, 50), (50, 75), (27, 50))[turn]
        shapes += [disc((x, y), 10.5, CREAM, "#1d4a86", 1.4), *digit(n, (x, y), 14, INK)]
    return (*shapes, *put(mouse_top("#7d8794"), (50, 50), 29))


def _cheese_sign(found: Effect) -> Drawing:
    """A wedge going down on a card, or up into a hand."""
    if found.kind == "place":
        sign = (*put(cheese_wedge(CHEESE), (43, 62), 58), *plus((77, 42), 13, "#2d7d3e"))
    else:
        sign = (*hand((50, 72)), *put(cheese_wedge(CHEESE), (50, 52), 52))
    return (*sign, *digit(found.n, (80, 78), 14, INK)) if found.n > 1 else sign


def _change_sign(found: Effect) -> Drawing:
    """A card that flips or turns, and where it lies: pointed at by arrows, before or behind the mouse, or the own one."""
    sign = flip_sign if found.kind == "flip" else turn_sign
    ink = _BANDS[found.kind]
    if found.kind == "turn" and not found.arrows:
        return (*sign(_MIDDLE, 46), *put(mouse_top("#7d8794"), _MIDDLE, 26))
    if found.frame == "mouse" and len(found.arrows) == 1:
        ahead = found.arrows[0][0] == 0
        mouse_at, card_at = ((50.0, 79.0), (50.0, 43.0)) if ahead else ((50.0, 38.0), (50.0, 76.0))
        return (*put(mouse_top("#7d8794"), mouse_at, 30), *sign(card_at, 34))
    shapes = list(sign(_MIDDLE, 38))
    for turn, _ in found.arrows:
        shapes += arrow(_MIDDLE, turn, 9, 38, ink, inner=25)
    return tuple(shapes)


def _go_sign(found: Effect) -> Drawing:
    """The upper half of a pair with an arrow away, or the lower half with a ring to arrive in."""
    top = found.kind == "go"
    pictures = {"WASH": diver() if top else bath_tub(), "GUTB": gutter(top), "STRB": stairs(top)}
    return pictures[found.half]


def mat(name: str) -> Drawing:
    """The ground of a place beside the maze; it shows what belongs there."""
    ground = {"cheese-pile": "#e9dcae", "front": "#dfe3d2", "draw": "#d5dbe6", "discard": "#e0d6cf", "show": "#d9e6dd"}[name]
    edge = {"cheese-pile": "#b89a3f", "front": "#9aa37f", "draw": "#7d8bab", "discard": "#a48c7c", "show": "#7fa189"}[name]
    return (rectangle(0, 0, 100, 100, ground, edge, 2.0),)


def _back() -> Drawing:
    """The common back of all action cards: cheese on dark blue."""
    shapes: list[Shape] = [rounded(2, 2, 96, 96, 9, _CARD_EDGE), rounded(8, 8, 84, 84, 6, "#31456f", "#f0c64a", 2.0)]
    for x, y in ((26, 27), (74, 27), (26, 73), (74, 73)):
        shapes += put(cheese_wedge("#e9bd3c"), (x, y), 24)
    shapes += [disc((50, 50), 17, "#f0c64a", "#23304f", 2.0), *put(mouse_top("#4a5468"), (50, 50), 27)]
    shapes += [line(((8, 50), (31, 50)), "#f0c64a", 1.6), line(((69, 50), (92, 50)), "#f0c64a", 1.6)]
    return tuple(shapes)


BACK = _back()
MOUSE = mouse_top("#7d8794")
WEDGE_UP = cheese_wedge(CHEESE)
WEDGE_DOWN = cheese_wedge("#c9873a", holes=False)
