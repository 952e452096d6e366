"""What an action did that the Undo Rule protects, as the fields `undo` and `last` of a position write it."""

from __future__ import annotations

import re

from companion.games.librande_maze.board import DIRECTIONS, LINES, NAMES, SPACE, SPACE_NAMES, SQUARE
from companion.games.librande_maze.position import Field
from companion.games.librande_maze.state import Trace

HOW = "write slide 2 E (and the net number of own slides: slide 2 E +1), dragon e3>d3 or pieces 1:c3>c4,t:c3>c4"


def read_trace(field: Field | None) -> Trace | None:
    """`slide LINE DIR [+N]`, `dragon FROM>TO` or `pieces WHO:FROM>TO,...`; None without a field."""
    words = field.value.words() if field else []
    if field is None or not words:
        return None
    text = " ".join(word.text for word in words)
    slide = re.fullmatch(r"slide ([1-7a-g]) ([NESW])(?: \+?(\d+))?", text)
    if slide and slide[1] in LINES and (slide[2] in "EW") == slide[1].isdigit():
        return Trace("slide", slide[1], DIRECTIONS.index(slide[2]), int(slide[3] or 0))
    dragon = re.fullmatch(r"dragon (\w\w)>(\w\w)", text)
    if dragon and dragon[1] in SQUARE and dragon[2] in SQUARE:
        return Trace("dragon", start=SQUARE[dragon[1]], end=SQUARE[dragon[2]])
    moved = []
    for word in words[1].words("[^,]+") if words[0].text == "pieces" and len(words) == 2 else []:
        match = re.fullmatch(r"([1-4t]):([\w.]+)>([\w.]+)", word.text)
        if match is None or match[2] not in SPACE or match[3] not in SPACE:
            word.bad(HOW)
        moved.append((match[1], SPACE[match[2]], SPACE[match[3]]))
    return Trace("pieces", moved=tuple(moved)) if moved else field.value.bad(HOW)


def trace_words(trace: Trace) -> str:
    """The value of the field."""
    if trace.kind == "slide":
        net = f" +{trace.net}" if trace.net else ""
        return f"slide {trace.line} {DIRECTIONS[trace.direction]}{net}"
    if trace.kind == "dragon":
        return f"dragon {NAMES[trace.start]}>{NAMES[trace.end]}"
    return "pieces " + ",".join(f"{who}:{SPACE_NAMES[start]}>{SPACE_NAMES[end]}" for who, start, end in trace.moved)
