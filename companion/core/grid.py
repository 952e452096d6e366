"""Places on a table: cells of a grid, named zones beside it, and the four directions.

Rows and columns count from the far left corner: row 0 is the far side, column 0 the left, as the camera sees the table
with north up.  Quarter turns are clockwise.
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Facing(IntEnum):
    """A compass direction, the far side of the table being north; the number is the clockwise quarter turns from north."""

    N = 0
    E = 1
    S = 2
    W = 3

    __hash__ = int.__hash__  # Pieces are looked up by the thousand; that of an enumeration is several times slower.

    def turned(self, turns: int) -> Facing:
        """The direction after `turns` clockwise quarter turns (negative: anticlockwise)."""
        return Facing((self + turns) % 4)

    @property
    def opposite(self) -> Facing:
        return Facing((self + 2) % 4)

    @property
    def step(self) -> tuple[int, int]:
        """(row, column) difference of one cell in this direction."""
        return _STEPS[self]


_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Cell(NamedTuple):
    """A place in the grid."""

    row: int
    col: int

    def neighbour(self, facing: Facing) -> Cell:
        """The next cell in that direction, which may lie outside the grid."""
        drow, dcol = _STEPS[facing]
        return Cell(self.row + drow, self.col + dcol)


class Zone(NamedTuple):
    """A named place off the grid: a nest, a pile, the area in front of a seat."""

    name: str


Place = Cell | Zone


def place_json(place: Place) -> list[int] | str:
    """A place as JSON: `[row, col]` for a cell, the name for a zone."""
    return list(place) if isinstance(place, Cell) else place.name


def place_order(place: Place) -> tuple[int, int, int, str]:
    """A sort key that puts cells in reading order before zones in the order of their names."""
    return (0, place.row, place.col, "") if isinstance(place, Cell) else (1, 0, 0, place.name)
