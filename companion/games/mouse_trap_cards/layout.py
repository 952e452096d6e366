"""Where everything lies: 4 x 4 maze cards, the piles beside them, a place in front of each player (millimetres)."""

from __future__ import annotations

from functools import cache

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.drawing import Drawing, Point
from companion.games.mouse_trap_cards import art

SIDE, PITCH_MM, TILE_MM, TOP_MM = 4, 75.0, 63.0, 0.6
MOST_PLAYERS = 5

Box = tuple[float, float, float, float]
_PILES: tuple[tuple[str, str, str, Box, bool], ...] = (
    ("draw", "pile", "action cards, face down", (324.0, 16.0, 400.0, 124.0), True),
    ("discard", "pile", "used action cards", (324.0, 136.0, 400.0, 244.0), True),
    ("show", "pile", "the action card in play", (324.0, 256.0, 400.0, 364.0), True),
    ("cheese-pile", "pile", "cheese pile", (-107.0, 10.0, -17.0, 130.0), False),
)
_FRONTS: dict[str, Box] = {
    "S": (10.0, 318.0, 290.0, 386.0),
    "W": (-107.0, 142.0, -39.0, 310.0),
    "N": (10.0, -86.0, 290.0, -18.0),
    "NW": (10.0, -86.0, 145.0, -18.0),
    "NE": (155.0, -86.0, 290.0, -18.0),
    "E": (412.0, 50.0, 480.0, 330.0),
}
_SIDES = {1: "S", 2: "SN", 3: "SWN", 4: "SWNE"}
"""Where players sit, each to the left of the one before."""


def sides_of(players: int) -> tuple[str, ...]:
    """The sides of the table where so many players sit, in order to the left."""
    return ("S", "W", "NW", "NE", "E") if players >= MOST_PLAYERS else tuple(_SIDES[players])


def front_zone(players: int, seat: int) -> str:
    """The zone in front of a player; more players than there is room for share the last one."""
    sides = sides_of(players)
    return f"front-{sides[min(seat, len(sides) - 1)]}"


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _zone(name: str, role: str, label: str, box: Box, holds: bool, drawing: Drawing) -> ZoneSpec:
    return ZoneSpec(name, role, _corners(box), label, holds, (), (), drawing)


@cache
def layout_for(players: int = 2) -> Layout:
    """The table for that many players."""
    piles = [_zone(name, role, label, box, holds, art.mat(name)) for name, role, label, box, holds in _PILES]
    fronts = [
        _zone(f"front-{side}", "front", f"in front of player {seat}", _FRONTS[side], False, art.mat("front"))
        for seat, side in enumerate(sides_of(players), start=1)
    ]
    return Layout(SIDE, SIDE, (PITCH_MM, PITCH_MM), TILE_MM, TOP_MM, (*piles, *fronts))


LAYOUT = layout_for()
