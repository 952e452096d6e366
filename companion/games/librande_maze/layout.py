"""Where everything lies: 7 x 7 squares, a strip of gates around them, shelves at the corners, cards and areas further out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.drawing import Drawing, Point
from companion.core.grid import Cell, Facing
from companion.games.librande_maze import art_cards
from companion.games.librande_maze.board import CELLS, HOMES, SEATS
from companion.games.librande_maze.state import State

SIZE, PITCH_MM, TILE_MM, TOP_MM = 7, 46.0, 45.0, 5.0
SPAN_MM = SIZE * PITCH_MM

CURSES = tuple(art_cards.CURSE_INKS)

DECK, DISCARD = "deck", "discard"

_GAP_MM, _STRIP_MM = 3.0, 46.0
_AREA_MM = 64.0
_AREA_AT_MM = {"1": (-132.0, 10.0), "2": (390.0, 10.0), "3": (390.0, 248.0), "4": (-132.0, 248.0)}
_CARDS_AT_MM = {DECK: (390.0, 104.0), DISCARD: (390.0, 162.0)}
_CURSES_AT_MM, _CURSE_MM = (-126.0, 92.0), 24.0


def shelf_zone(seat: str) -> str:
    """Where the treasures lie that a seat has won."""
    return f"shelf-{seat}"


def area_zone(seat: str) -> str:
    """A seat's own area, where its token lies while it is off the board."""
    return f"hand-{seat}"


def curse_zone(name: str) -> str:
    """The place of a curse's cube on the reference card."""
    return f"curse-{name}"


def gate_zone(line: str, way: int) -> str:
    """The place of the strip where a line's tile comes out when the line slides that way: `gate-4E`."""
    return f"gate-{line}{'NESW'[way]}"


def _square(x: float, y: float, size: float) -> tuple[Point, ...]:
    return ((x, y), (x + size, y), (x + size, y + size), (x, y + size))


def _shelf(seat: str) -> ZoneSpec:
    home = CELLS[HOMES[seat]]
    x = -_GAP_MM - _STRIP_MM if home.col == 0 else SPAN_MM + _GAP_MM
    y = -_GAP_MM - _STRIP_MM if home.row == 0 else SPAN_MM + _GAP_MM
    drawing = art_cards.shelf(int(seat), int(seat) - 1)
    return ZoneSpec(shelf_zone(seat), "shelf", _square(x, y, _STRIP_MM), f"treasures of {seat}", False, (home,), (), drawing)


def _gates() -> tuple[ZoneSpec, ...]:
    """One gate at each end of each line that slides; the name says which way the tile leaves there."""
    zones = []
    for index in (1, 3, 5):
        middle = index * PITCH_MM
        for line, ways in ((str(index + 1), (Facing.E, Facing.W)), ("abcdefg"[index], (Facing.N, Facing.S))):
            for way in ways:
                x, y, cell = {
                    Facing.E: (SPAN_MM + _GAP_MM, middle, Cell(index, 6)),
                    Facing.W: (-_GAP_MM - _STRIP_MM, middle, Cell(index, 0)),
                    Facing.N: (middle, -_GAP_MM - _STRIP_MM, Cell(0, index)),
                    Facing.S: (middle, SPAN_MM + _GAP_MM, Cell(6, index)),
                }[way]
                name, label = gate_zone(line, way), f"strip beside {'abcdefg'[cell.col]}{cell.row + 1}"
                zones.append(ZoneSpec(name, "gate", _square(x, y, _STRIP_MM), label, True, (cell,), (), art_cards.gate(way)))
    return tuple(zones)


def _area(seat: str) -> ZoneSpec:
    shape = _square(*_AREA_AT_MM[seat], _AREA_MM)
    return ZoneSpec(area_zone(seat), "area", shape, f"area of {seat}", False, (), (), art_cards.area(int(seat)))


def _cards() -> tuple[ZoneSpec, ...]:
    def pile(name: str, label: str, drawing: Drawing) -> ZoneSpec:
        return ZoneSpec(name, "pile", _square(*_CARDS_AT_MM[name], 48.0), label, True, (), (), drawing)

    return (pile(DECK, "spell deck", art_cards.card_place(False)), pile(DISCARD, "spent spells", art_cards.card_place(True)))


def _curses() -> tuple[ZoneSpec, ...]:
    x, y = _CURSES_AT_MM
    zones = []
    for number, name in enumerate(CURSES):
        row, col = divmod(number, 2)
        shape = _square(x + col * (_CURSE_MM + 2), y + row * (_CURSE_MM + 2), _CURSE_MM)
        zones.append(ZoneSpec(curse_zone(name), "curse", shape, f"curse {name}", False, (), (), art_cards.curse_place(name)))
    return tuple(zones)


@lru_cache(maxsize=32)
def table_of(seats: Sequence[str] = SEATS, curses: bool = True) -> Layout:
    """The table for these seats; the reference card lies on it only when somebody can curse."""
    zones = (
        *(_shelf(seat) for seat in seats), *_gates(), *(_area(seat) for seat in seats), *_cards(), *(_curses() if curses else ()),
    )  # fmt: skip
    return Layout(SIZE, SIZE, (PITCH_MM, PITCH_MM), TILE_MM, TOP_MM, zones, rows_from="far")


LAYOUT = table_of()
"""The table with everything that can lie on it."""


def layout_of(state: State) -> Layout:
    """The table as it is laid for the players of this game."""
    return table_of(state.terms.seats, any("curse" in powers for powers in state.terms.powers))
