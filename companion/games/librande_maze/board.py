"""The 49 squares and their spaces as small numbers, and what they are called.

A square is `7 * row + column` (row 0 is row 1, the north side); a space is `5 * square + side`: side 0 is a whole square, sides
1 to 4 the half of a web square whose first direction in the order N E S W is N, E, S or W.  A direction is 0 N, 1 E, 2 S, 3 W.
"""

from __future__ import annotations

from companion.core.grid import Cell

SIZE = 7
SQUARES = range(SIZE * SIZE)
NONE = -1
"""No space, no square."""

DIRECTIONS = "NESW"
COLUMNS = "abcdefg"
NAMES: tuple[str, ...] = tuple(f"{COLUMNS[square % SIZE]}{square // SIZE + 1}" for square in SQUARES)
"""The name of each square."""
SQUARE: dict[str, int] = {name: square for square, name in enumerate(NAMES)}
"""The square of each name."""
CELLS: tuple[Cell, ...] = tuple(Cell(square // SIZE, square % SIZE) for square in SQUARES)

SPACE_NAMES: tuple[str, ...] = tuple(
    NAMES[space // 5] + (f".{DIRECTIONS[space % 5 - 1].lower()}" if space % 5 else "") for space in range(5 * SIZE * SIZE)
)
"""The name of each space: `d4`, or `d4.e` for a half."""
SPACE: dict[str, int] = {name: space for space, name in enumerate(SPACE_NAMES)}
"""The space of each name."""

LINES = ("2", "4", "6", "b", "d", "f")
"""The lines that slide: rows by their number, columns by their letter."""
ALL_LINES = (*"1234567", *COLUMNS)

SEATS = ("1", "2", "3", "4")
HOMES: dict[str, int] = {"1": SQUARE["a1"], "2": SQUARE["g1"], "3": SQUARE["g7"], "4": SQUARE["a7"]}
"""The home corner of each seat, clockwise from the north-west."""
CORNERS = frozenset(HOMES.values())
START = ("c3", "d3", "e3", "c4", "d4", "e4", "c5", "d5", "e5")
"""The squares that hold one treasure each at the start."""


def _beyond(square: int, direction: int) -> int:
    row, column = square // SIZE, square % SIZE
    row, column = row + (-1, 0, 1, 0)[direction], column + (0, 1, 0, -1)[direction]
    return SIZE * row + column if 0 <= row < SIZE and 0 <= column < SIZE else NONE


BESIDE: tuple[tuple[int, int, int, int], ...] = tuple(
    (_beyond(square, 0), _beyond(square, 1), _beyond(square, 2), _beyond(square, 3)) for square in SQUARES
)
"""The four neighbours of each square by direction; NONE beyond the rim."""

EDGE = tuple(NONE in BESIDE[square] and square not in CORNERS for square in SQUARES)
"""Whether a square is an edge square: on the border, home corners excluded."""
MOVABLE = tuple((square // SIZE) % 2 == 1 or (square % SIZE) % 2 == 1 for square in SQUARES)
"""Whether the tile of a square can be slid."""
LINE_SQUARES: dict[str, tuple[int, ...]] = {
    **{str(row + 1): tuple(range(SIZE * row, SIZE * row + SIZE)) for row in range(SIZE)},
    **{COLUMNS[column]: tuple(range(column, SIZE * SIZE, SIZE)) for column in range(SIZE)},
}
"""The squares of each line, west to east or north to south."""


def same_line(one: int, other: int) -> bool:
    """Whether two squares lie in the same row or column (a square lies in line with itself)."""
    return one // SIZE == other // SIZE or one % SIZE == other % SIZE


def direction_to(start: int, end: int) -> int:
    """The direction from a square to another one of its row or column; NONE when it is the same or in neither."""
    rows, columns = end // SIZE - start // SIZE, end % SIZE - start % SIZE
    if (rows == 0) == (columns == 0):
        return NONE
    if rows:
        return 2 if rows > 0 else 0
    return 1 if columns > 0 else 3
