"""Where everything lies: six cards in a row, two piles, the tray for the die, a strip of table for each player (millimetres)."""

from __future__ import annotations

from functools import lru_cache

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.drawing import Drawing
from companion.core.grid import Cell, Zone
from companion.games.alles_kaese import art
from companion.games.alles_kaese.state import SLOTS

PITCH_MM = (68.0, 100.0)
CARD_MM = (59.0, 91.0)
TOP_MM = 0.6
DIE_MM = 16.0

SUPPLY, DISCARD, ROLL = Zone("supply"), Zone("discard"), Zone("roll")
SLOT_NAMES = tuple(f"D{slot + 1}" for slot in range(SLOTS))
CELLS = tuple(Cell(0, slot) for slot in range(SLOTS))

COLOURS = ("#d3302f", "#2a6bcb", "#3c9a45", "#f27d16", "#8d3fb4", "#2b282d")
"""The colours of the seats in turn order."""

_Box = tuple[float, float, float, float]
_AREAS: dict[str, _Box] = {
    "area-S": (-10, 108, 388, 220),
    "area-W": (-132, -120, -20, 278),
    "area-N": (-10, -120, 388, -8),
    "area-E": (576, -120, 688, 278),
    "area-SE": (-10, 228, 388, 340),
    "area-NW": (-10, -240, 388, -128),
}
"""Corners (left, far, right, near) of the strips of table; a strip has room for six cards side by side."""

_SEATING: dict[int, tuple[str, ...]] = {
    2: ("area-S", "area-N"),
    3: ("area-S", "area-W", "area-N"),
    4: ("area-S", "area-W", "area-N", "area-E"),
    5: ("area-S", "area-W", "area-N", "area-E", "area-SE"),
    6: ("area-S", "area-W", "area-NW", "area-N", "area-E", "area-SE"),
}
"""The strips in turn order, clockwise from the near side."""


def area(players: int, seat: int) -> Zone:
    """The strip of table of a seat."""
    return Zone(_SEATING[players][seat])


def _zone(name: str, role: str, box: _Box, label: str, holds_tile: bool, drawing: Drawing) -> ZoneSpec:
    left, far, right, near = box
    polygon = ((left, far), (right, far), (right, near), (left, near))
    return ZoneSpec(name, role, polygon, label, holds_tile, drawing=drawing)


@lru_cache(maxsize=8)
def layout_of(players: tuple[str, ...]) -> Layout:
    """The table for these players."""
    zones = [
        _zone("supply", "pile", (426, -40, 494, 60), "supply", True, art.pile_mat()),
        _zone("discard", "pile", (496, -40, 564, 60), "discards", True, art.pile_mat()),
        _zone("roll", "roll", (436, 78, 566, 220), "die", False, art.tray()),
    ]
    for seat, name in enumerate(players):
        place = _SEATING[len(players)][seat]
        left, far, right, near = _AREAS[place]
        mat = art.area_mat(COLOURS[seat], right - left, near - far)
        zones.append(_zone(place, "area", _AREAS[place], f"cards of {name}", False, mat))
    return Layout(1, SLOTS, PITCH_MM, CARD_MM[0], TOP_MM, tuple(zones), CARD_MM[1] / CARD_MM[0], SLOT_NAMES)


LAYOUT = layout_of(("A", "B"))
