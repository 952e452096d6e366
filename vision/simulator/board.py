"""A printed board for games that bring none: squares in two tones of wood."""

from __future__ import annotations

from functools import lru_cache

from companion.core.drawing import Drawing, line, rectangle

LIGHT, DARK, RULE = "#dcb27c", "#c8945a", "#7d5733"


@lru_cache(maxsize=4)
def board_drawing(rows: int, cols: int) -> Drawing:
    """The squares, the one in the far left corner light, with a thin line between them."""
    wide, high = 100 / cols, 100 / rows
    squares = [
        rectangle(col * wide, row * high, wide, high, DARK if (row + col) % 2 else LIGHT)
        for row in range(rows)
        for col in range(cols)
    ]
    rules = [line(((n * wide, 0.0), (n * wide, 100.0)), RULE, 0.35) for n in range(cols + 1)]
    rules += [line(((0.0, n * high), (100.0, n * high)), RULE, 0.35) for n in range(rows + 1)]
    return (*squares, *rules)
