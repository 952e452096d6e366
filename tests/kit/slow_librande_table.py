"""The table of Maze by the letter of its rules: tiles, spaces, passages, ranges, slides.  Slow and plain.

Written from the rules text alone (components, geometry, slide), without a look at the engine.  A position is a dict; here only
`tiles` (square -> (kind, quarter turns)) is looked at.
"""

from __future__ import annotations

from functools import cache
from typing import Any

State = dict[str, Any]

FILES, ROWS = "abcdefg", "1234567"
SQUARES = [file + row for row in ROWS for file in FILES]
HOMES = {"1": "a1", "2": "g1", "3": "g7", "4": "a7"}
EDGE = [square for square in SQUARES if (square[0] in "ag" or square[1] in "17") and square not in HOMES.values()]
LINES = ("2", "4", "6", "b", "d", "f")
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}

# Halves of every kind at turn 0 (one entry: no web), and which kinds have a tunnel mouth.
HALVES = {
    "I": ["NS"], "Iw": ["N", "S"], "L": ["NE"], "Lw": ["N", "E"], "Lt": ["NE"], "T": ["NES"], "Tw": ["E", "NS"],
}  # fmt: skip
COUNTS = {"I": 9, "Iw": 3, "L": 11, "Lw": 2, "Lt": 2, "T": 3, "Tw": 3}
TUNNEL = {"Lt"}

FIXED = {
    "a1": "L1", "g1": "L2", "g7": "L3", "a7": "L0", "c1": "T1", "e1": "T1", "g3": "T2", "g5": "T2", "c7": "T3", "e7": "T3",
    "a3": "T0", "a5": "T0", "c3": "T0", "e3": "T1", "e5": "T2", "c5": "T3",
}  # fmt: skip

BASE_ROWS = (
    "L1 L3 T1 I1 T1 L2 L2",
    "L1 Lt1 I0 Tw1 L2 Tw3 L2",
    "T0 I1 T0 Tw1 T1 I1 T2",
    "Iw0 L3 I0 Iw1 I0 Lw2 T1",
    "T0 L1 T3 T1 T2 L1 T2",
    "Iw0 I1 L1 Lw2 T1 Lt3 L0",
    "L0 I1 T3 L0 T3 I1 L3",
)
BASE = " ".join(BASE_ROWS).split()


def tile(code: str) -> tuple[str, int]:
    """A tile code as kind and turns; turns that look alike are one."""
    kind, turns = code[:-1], int(code[-1])
    return kind, turns % 2 if kind in ("I", "Iw") else turns


def code_of(found: tuple[str, int]) -> str:
    return f"{found[0]}{found[1]}"


def turned(directions: str, quarters: int) -> str:
    """Directions turned clockwise, in the order N E S W."""
    found = {"NESW"[("NESW".index(d) + quarters) % 4] for d in directions}
    return "".join(d for d in "NESW" if d in found)


@cache
def halves_of(kind: str, quarters: int) -> list[str]:
    """The openings of each half of a tile, those that own the first direction first; one entry where there is no web."""
    return sorted((turned(half, quarters) for half in HALVES[kind]), key=lambda half: "NESW".index(half[0]))


def halves(state: State, square: str) -> list[str]:
    """The same for the tile of a square."""
    return halves_of(*state["tiles"][square])


def spaces_of(state: State, square: str) -> list[str]:
    """The names of the spaces of a square."""
    return spaces_named(square, *state["tiles"][square])


@cache
def spaces_named(square: str, kind: str, quarters: int) -> list[str]:
    found = halves_of(kind, quarters)
    return [square] if len(found) == 1 else [f"{square}.{half[0].lower()}" for half in found]


def all_spaces(state: State) -> list[str]:
    return [space for square in SQUARES for space in spaces_of(state, square)]


def is_space(state: State, name: str) -> bool:
    """Whether there is a space of this name on the board as it lies."""
    return name[:2] in state["tiles"] and name in spaces_of(state, name[:2])


def openings(state: State, space: str) -> str:
    """The openings of a space, or of a whole square if its name has no half."""
    found = halves(state, space[:2])
    if "." not in space:
        return "".join(found)
    return next(half for half in found if half[0].lower() == space[3])


def half_with(state: State, square: str, direction: str) -> str:
    """The space of a square that owns an opening."""
    return next(space for space in spaces_of(state, square) if direction in openings(state, space))


def beside(square: str, direction: str) -> str | None:
    """The neighbouring square, whatever the walls."""
    x, y = FILES.index(square[0]) + STEP[direction][0], ROWS.index(square[1]) + STEP[direction][1]
    return FILES[x] + ROWS[y] if 0 <= x < 7 and 0 <= y < 7 else None


def direction_to(one: str, other: str) -> str | None:
    """The direction from a square to another of the same row or column."""
    if one == other or (one[0] != other[0] and one[1] != other[1]):
        return None
    if one[0] == other[0]:
        return "N" if other[1] < one[1] else "S"
    return "W" if other[0] < one[0] else "E"


def distance(one: str, other: str) -> int:
    return abs(FILES.index(one[0]) - FILES.index(other[0])) + abs(int(one[1]) - int(other[1]))


def passage(state: State, square: str, direction: str) -> str | None:
    """The neighbour when both tiles open towards each other."""
    other = beside(square, direction)
    if other and direction in openings(state, square) and BACK[direction] in openings(state, other):
        return other
    return None


def tunnels(state: State) -> list[str]:
    return [square for square in SQUARES if state["tiles"][square][0] in TUNNEL]


def other_mouth(state: State, square: str) -> str | None:
    """The other tunnel square, for one of the two."""
    mouths = tunnels(state)
    return next((mouth for mouth in mouths if mouth != square), None) if square in mouths else None


def steps(state: State, space: str) -> list[str]:
    """The spaces one step of a character or treasure away, in the order N E S W, web, tunnel; none twice."""
    square, found = space[:2], []
    for direction in openings(state, space):
        there = passage(state, square, direction)
        if there:
            found.append(half_with(state, there, BACK[direction]))
    found += [other for other in spaces_of(state, square) if other != space]
    mouth = other_mouth(state, square)
    if mouth:
        found += spaces_of(state, mouth)
    return list(dict.fromkeys(found))


def connected(state: State, one: str, other: str) -> bool:
    """Connect range between two squares."""
    seen, new = {one}, [one]
    while new:
        here = new.pop()
        near = [passage(state, here, direction) for direction in "NESW"] + [other_mouth(state, here)]
        fresh = [square for square in near if square and square not in seen]
        seen |= set(fresh)
        new += fresh
    return other in seen


def in_line(one: str, other: str) -> bool:
    return one[0] == other[0] or one[1] == other[1]


def run(state: State, square: str, direction: str) -> list[str]:
    """The squares reached one after the other along open hallways."""
    found: list[str] = []
    here = passage(state, square, direction)
    while here:
        found.append(here)
        here = passage(state, here, direction)
    return found


def sees(state: State, one: str, other: str) -> bool:
    """Line of sight between two squares."""
    if one == other:
        return True
    direction = direction_to(one, other)
    return direction is not None and other in run(state, one, direction)


def in_range(state: State, kind: str, one: str, other: str) -> bool:
    """Whether a square is in range: `s` super, `c` connect, `l` line."""
    if kind == "s":
        return True
    return connected(state, one, other) if kind == "c" else in_line(one, other)


def line_squares(line: str, direction: str) -> list[str]:
    """The seven squares of a line in the order of the movement: the last is pushed out."""
    squares = [file + line for file in FILES] if line in ROWS else [line + row for row in ROWS]
    return squares if direction in "ES" else squares[::-1]


def slide(state: State, line: str, direction: str, quarters: int) -> None:
    """Moves seven tiles with everything on them; the pushed-out tile is turned and enters at the other end."""
    squares = line_squares(line, direction)
    goes = dict(zip(squares, [*squares[1:], squares[0]], strict=True))
    out, old = squares[-1], dict(state["tiles"])
    carried = {space: openings(state, space) for square in squares for space in spaces_of(state, square)}
    for square, target in goes.items():
        kind, turns = old[square]
        state["tiles"][target] = tile(f"{kind}{(turns + (quarters if square == out else 0)) % 4}")
    rename = {}
    for space, ways in carried.items():
        target = goes[space[:2]]
        now = turned(ways, quarters if space[:2] == out else 0)
        rename[space] = half_with(state, target, now[0])
    for player in state["players"].values():
        player["space"] = rename.get(player["space"], player["space"])
    state["treasure"] = {rename.get(space, space): number for space, number in state["treasure"].items()}
    state["dragon"] = goes.get(state["dragon"], state["dragon"])
