"""The 16 cells and four directions as numbers, and the tables that say what lies beside what."""

from __future__ import annotations

from companion.core.grid import Cell

SIDE = 4
CELLS = range(SIDE * SIDE)
FILES, RANKS = "abcd", "4321"
NAMES: tuple[str, ...] = tuple(file + rank for rank in RANKS for file in FILES)
"""The names of the cells in reading order: a4 is the far left corner, d1 the near right one."""

INDEX = {name: number for number, name in enumerate(NAMES)}
COMPASS = "NESW"
OFF = -1
"""The cell of a mouse that stands nowhere yet."""


def _room(cell: int, facing: int) -> int:
    row, col = divmod(cell, SIDE)
    return (row, SIDE - 1 - col, SIDE - 1 - row, col)[facing]


ROOM: tuple[tuple[int, ...], ...] = tuple(tuple(_room(cell, facing) for facing in range(4)) for cell in CELLS)
"""How many cells there are from each cell to the edge in each direction."""

STEP = (-SIDE, 1, SIDE, -1)
"""What is added to a cell's number by one step in each direction."""


def beside(cell: int, facing: int) -> int:
    """The next cell in that direction; OFF beyond the edge."""
    return cell + STEP[facing] if ROOM[cell][facing] else OFF


_CELLS = tuple(Cell(*divmod(cell, SIDE)) for cell in range(SIDE * SIDE))


def as_cell(cell: int) -> Cell:
    """The place of a cell; one of its own for OFF, where nothing lies."""
    return _CELLS[cell] if cell >= 0 else Cell(*divmod(cell, SIDE))
