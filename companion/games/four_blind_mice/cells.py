"""The board: 64 cells counted in reading order from the far left corner (`a8` is 0, `h1` is 63), and the four directions."""

from __future__ import annotations

from companion.core.grid import Cell

SIDE = 8
CELLS = SIDE * SIDE
FILES = "abcdefgh"
NAMES: tuple[str, ...] = tuple(f"{FILES[cell % SIDE]}{SIDE - cell // SIDE}" for cell in range(CELLS))
INDEX: dict[str, int] = {name: cell for cell, name in enumerate(NAMES)}

DIRECTIONS = "NESW"
"""The letters of the directions; a direction is the index, so opposite ones differ by two."""

STEPS = (-SIDE, 1, SIDE, -1)

INNER: tuple[int, ...] = tuple(cell for cell in range(CELLS) if 0 < cell % SIDE < SIDE - 1 and 0 < cell // SIDE < SIDE - 1)
"""Cells on which pieces are placed: all but the outermost ones (SETUP a)."""

PLACES: tuple[Cell, ...] = tuple(Cell(cell // SIDE, cell % SIDE) for cell in range(CELLS))


def _ray(cell: int, direction: int) -> tuple[int, ...]:
    row, col = divmod(cell, SIDE)
    lengths = (row, SIDE - 1 - col, SIDE - 1 - row, col)
    return tuple(cell + STEPS[direction] * step for step in range(1, lengths[direction] + 1))


RAYS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(tuple(_ray(cell, way) for way in range(4)) for cell in range(CELLS))
"""`RAYS[cell][direction]`: the cells that a slide can reach, nearest first, to the edge of the board."""

NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(ray[0] for ray in RAYS[cell] if ray) for cell in range(CELLS)
)  # fmt: skip
"""The cells that share a side with each cell."""


def mask(cells: tuple[int, ...] | list[int]) -> int:
    """A set of cells as an integer with one bit a cell."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits
