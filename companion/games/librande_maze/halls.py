"""The hallways: which squares are open to each other, where a step leads, what is connected and what is in sight."""

from __future__ import annotations

from functools import lru_cache

from companion.games.librande_maze.board import BESIDE, CORNERS, NONE, SQUARES, direction_to, same_line
from companion.games.librande_maze.state import State
from companion.games.librande_maze.tiles import CLOSED, CODES, MOUTH, OWNER, SIDES

_WITH_MOUTH = bytes(number < len(MOUTH) and MOUTH[number] != CLOSED for number in range(256))
"""For `bytes.translate`: 1 for tiles with a tunnel mouth."""
assert len(CODES) <= 256


def passage(tiles: bytes, square: int, direction: int) -> int:
    """The neighbour in that direction if both tiles are open to each other, NONE otherwise (R6)."""
    beyond = BESIDE[square][direction]
    if beyond == NONE or OWNER[tiles[square]][direction] == CLOSED or OWNER[tiles[beyond]][direction ^ 2] == CLOSED:
        return NONE
    return beyond


def spaces_of(tiles: bytes, square: int) -> tuple[int, ...]:
    """The one or two spaces of a square."""
    return tuple([5 * square + side for side in SIDES[tiles[square]]])


def exists(tiles: bytes, space: int) -> bool:
    """Whether the maze as it lies has that space."""
    return space >= 0 and space % 5 in SIDES[tiles[space // 5]]


def mouths(state: State) -> tuple[int, ...]:
    """The two spaces with tunnel mouths."""
    if state.terms.mouths:
        return tuple(5 * square + SIDES[state.tiles[square]][0] for square in state.terms.mouths)
    return _mouths(state.tiles)


@lru_cache(maxsize=2048)
def _mouths(tiles: bytes) -> tuple[int, ...]:
    marks = tiles.translate(_WITH_MOUTH)
    found = []
    square = marks.find(1)
    while square >= 0:
        found.append(5 * square + MOUTH[tiles[square]])
        square = marks.find(1, square + 1)
    return tuple(found)


def on_tunnel(state: State, square: int) -> bool:
    """Whether a square has a tunnel mouth."""
    if state.terms.mouths:
        return square in state.terms.mouths
    return MOUTH[state.tiles[square]] != CLOSED


def tunnel_end(state: State, space: int) -> int:
    """The space at the other end of a tunnel whose mouth is in this space; NONE where there is none."""
    if not on_tunnel(state, space // 5):
        return NONE
    ends = mouths(state)
    if space not in ends:
        return NONE
    return next((end for end in ends if end != space), NONE)


def steps(state: State, space: int) -> list[int]:
    """Where one step from a space leads: through its own openings, over the web, through the tunnel."""
    square, side = divmod(space, 5)
    tiles = state.tiles
    owners, beside = OWNER[tiles[square]], BESIDE[square]
    found = []
    for direction in (0, 1, 2, 3):
        if owners[direction] == side:
            beyond = beside[direction]
            if beyond >= 0:
                entered = OWNER[tiles[beyond]][direction ^ 2]
                if entered >= 0:
                    found.append(5 * beyond + entered)
    if side:
        one, other = SIDES[tiles[square]]
        found.append(5 * square + (one if side == other else other))
    end = tunnel_end(state, space)
    if end >= 0 and end not in found:
        found.append(end)
    return found


def connected(state: State, one: int, other: int) -> bool:
    """Whether hallways and tunnel join two squares; webs never block."""
    if one == other:
        return True
    groups = _groups(state.tiles, tuple(space // 5 for space in mouths(state)))
    return groups[one] == groups[other]


def group(state: State, square: int) -> list[int]:
    """All squares connected with one, itself included, in reading order."""
    groups = _groups(state.tiles, tuple(space // 5 for space in mouths(state)))
    wanted = groups[square]
    return [other for other in SQUARES if groups[other] == wanted]


@lru_cache(maxsize=2048)
def _groups(tiles: bytes, ends: tuple[int, ...]) -> tuple[int, ...]:
    """By square the number of its group."""
    groups = [NONE] * len(tiles)
    for start in SQUARES:
        if groups[start] != NONE:
            continue
        groups[start] = start
        waiting = [start]
        while waiting:
            square = waiting.pop()
            owners, beside = OWNER[tiles[square]], BESIDE[square]
            near = [beside[way] for way in (0, 1, 2, 3) if owners[way] >= 0 and beside[way] >= 0
                    and OWNER[tiles[beside[way]]][way ^ 2] >= 0]
            if square in ends:
                near += ends
            for other in near:
                if groups[other] == NONE:
                    groups[other] = start
                    waiting.append(other)
    return tuple(groups)


def hallway(tiles: bytes, square: int, direction: int) -> list[int]:
    """The squares straight ahead that open hallways lead to, nearest first."""
    found = []
    while (square := passage(tiles, square, direction)) != NONE:
        found.append(square)
    return found


def in_sight(tiles: bytes, one: int, other: int) -> bool:
    """Line of sight: the same square, or a straight line of open hallways; webs, Dragon and characters do not block."""
    if one == other:
        return True
    if not same_line(one, other):
        return False
    direction = direction_to(one, other)
    while one != other:
        one = passage(tiles, one, direction)
        if one == NONE:
            return False
    return True


def dragon_steps(tiles: bytes, square: int) -> list[int]:
    """Where the Dragon can go from a square: open hallways, no home corner; web and tunnel mean nothing to it."""
    near = (passage(tiles, square, direction) for direction in range(4))
    return [other for other in near if other != NONE and other not in CORNERS]


def in_range(state: State, reach: str, one: int, other: int) -> bool:
    """Whether a square is in `super`, `connect` or `line` range of another, or in its sight."""
    if reach == "connect":
        return connected(state, one, other)
    if reach == "line":
        return same_line(one, other)
    return reach != "in-sight" or in_sight(state.tiles, one, other)


def squares_in_range(state: State, reach: str, square: int) -> list[int]:
    """All squares in range, in reading order."""
    if reach == "connect":
        return group(state, square)
    if reach == "line":
        return [other for other in SQUARES if same_line(square, other)]
    return list(SQUARES)
