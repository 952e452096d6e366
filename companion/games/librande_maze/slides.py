"""The action Slide: a line of tiles moves one square, the pushed-out tile goes back in, and everything rides along."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product

from companion.games.librande_maze.actions import Slide
from companion.games.librande_maze.board import LINE_SQUARES, LINES
from companion.games.librande_maze.curses import forbidden
from companion.games.librande_maze.state import State, Trace, done
from companion.games.librande_maze.tiles import CARRIED, SIDES, TURNED
from companion.games.librande_maze.undo import ban_after_slide, slide_banned

WAYS = {line: (1, 3) if line.isdigit() else (0, 2) for line in LINES}
"""The two directions along each line."""
ALL: dict[tuple[str, int], tuple[Slide, ...]] = {
    (line, way): tuple(Slide(line, way, turns) for turns in range(4)) for line in LINES for way in WAYS[line]
}
"""Every slide without chosen riders."""
SLICES = {
    line: slice(squares[0], squares[-1] + 1, squares[1] - squares[0])
    for line, squares in LINE_SQUARES.items()
}


def last_square(line: str, direction: int) -> int:
    """The square whose tile is pushed out."""
    return LINE_SQUARES[line][-1 if direction in (1, 2) else 0]


def first_square(line: str, direction: int) -> int:
    """The square where it goes back in."""
    return LINE_SQUARES[line][0 if direction in (1, 2) else -1]


@lru_cache(maxsize=1024)
def _rides(line: str, direction: int, sides: tuple[int, ...]) -> dict[int, int]:
    """Where each space of the line is carried; `sides` are those of the tile that is turned."""
    squares = LINE_SQUARES[line] if direction in (1, 2) else LINE_SQUARES[line][::-1]
    rides = {5 * here + side: 5 * there + side
             for here, there in pairwise(squares) for side in range(5)}
    rides.update({5 * squares[-1] + side: 5 * squares[0] + sides[side] for side in range(5)})
    return rides


def slide_problem(state: State, action: Slide, cost: int = 1) -> str | None:
    """Why this slide is not allowed."""
    if action.line not in WAYS:
        return "slide-fixed-line"
    if action.direction not in WAYS[action.line]:
        return "slide-wrong-axis"
    if action.riders and not riders_fit(state, action):
        return "rider-left-behind"
    if state.curse and forbidden(state, "no-slides"):
        return "cursed-grounding"
    if state.ban is not None and slide_banned(state, action.line, action.direction):
        return "undo-slide"
    if state.dragon_slid and state.dragon in LINE_SQUARES[action.line]:
        return "dragon-slid-twice"
    return "not-enough-action-points" if state.ap < cost else None


def slide(state: State, action: Slide, cost: int = 1, free: bool = False) -> State:
    """The state after a slide; `free` marks the free ability as used."""
    line, way = action.line, action.direction
    cut, tiles = SLICES[line], bytearray(state.tiles)
    moved = tiles[cut]
    if way in (1, 2):
        out = moved[6]
        tiles[cut] = bytes((TURNED[out][action.turns],)) + moved[:6]
    else:
        out = moved[0]
        tiles[cut] = moved[1:] + bytes((TURNED[out][action.turns],))
    rides = _rides(line, way, CARRIED[out][action.turns]).get
    spaces = tuple([rides(space, space) for space in state.spaces])
    treasure = tuple(sorted([rides(space, space) for space in state.treasure]))
    if action.riders:
        spaces, treasure = _placed(state, action, spaces, treasure)
    carried = rides(5 * state.dragon)
    return done(
        state, tiles=bytes(tiles), spaces=spaces, treasure=treasure, ap=state.ap - cost,
        dragon=state.dragon if carried is None else carried // 5, dragon_slid=state.dragon_slid or carried is not None,
        free_used=state.free_used or free, last=Trace("slide", line, way),
        ban=state.ban and ban_after_slide(state, line, way),
    )  # fmt: skip


def slides(state: State, cost: int = 1) -> list[Slide]:
    """All slides, with all four turns also where two look alike."""
    if state.ap < cost or (state.curse and forbidden(state, "no-slides")):
        return []
    found: list[Slide] = []
    for (line, way), four in ALL.items():
        if state.ban is not None and slide_banned(state, line, way):
            continue
        if state.dragon_slid and state.dragon in LINE_SQUARES[line]:
            continue
        found += four
    if state.terms.options.web_riders == "choose":
        return [chosen for action in found for chosen in _choices(state, action)]
    return found


# Riders whose half is chosen (option web-riders=choose, R5) -----------------------------------------------------------


def _halves(state: State, action: Slide) -> tuple[int, int, int, int] | None:
    """The two halves (spaces) of the pushed-out tile before and, in the same order, after; None without a web."""
    out = last_square(action.line, action.direction)
    tile = state.tiles[out]
    if len(SIDES[tile]) == 1:
        return None
    back = first_square(action.line, action.direction)
    one, other = SIDES[tile]
    carried = CARRIED[tile][action.turns]
    return 5 * out + one, 5 * out + other, 5 * back + carried[one], 5 * back + carried[other]


def _riders(state: State, action: Slide) -> list[tuple[str, int]]:
    """Every rider of the pushed-out web tile with the half it does not keep, tokens first."""
    halves = _halves(state, action)
    if halves is None:
        return []
    one, other, one_after, other_after = halves
    changes = {one: other_after, other: one_after}
    riders = [(seat, changes[space]) for seat, space in zip(state.terms.seats, state.spaces, strict=True) if space in changes]
    return riders + [("t", changes[space]) for space in state.treasure if space in changes]


def riders_fit(state: State, action: Slide) -> bool:
    """Whether the chosen halves are of riders that are there, in order, and differ from those they would keep."""
    if state.terms.options.web_riders != "choose":
        return False
    return action in _choices(state, Slide(action.line, action.direction, action.turns))


def _choices(state: State, action: Slide) -> Iterator[Slide]:
    """The slide with every choice of halves."""
    riders = sorted(_riders(state, action))
    tokens = [rider for rider in riders if rider[0] != "t"]
    groups = sorted({space for who, space in riders if who == "t"})
    numbers = [range(riders.count(("t", space)) + 1) for space in groups]
    for keeps in product((True, False), repeat=len(tokens)):
        chosen = tuple(rider for rider, keep in zip(tokens, keeps, strict=True) if not keep)
        for counts in product(*numbers):
            loads = tuple(("t", space) for space, count in zip(groups, counts, strict=True) for _ in range(count))
            yield Slide(action.line, action.direction, action.turns, chosen + loads)


def _placed(
    state: State, action: Slide, spaces: tuple[int, ...], treasure: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Tokens and treasures with the chosen halves."""
    halves = _halves(state, action)
    assert halves is not None
    other = {halves[2]: halves[3], halves[3]: halves[2]}
    placed, loads = list(spaces), list(treasure)
    for who, space in action.riders:
        if who == "t":
            loads.remove(other[space])
            loads.append(space)
        else:
            placed[state.terms.index[who]] = space
    return tuple(placed), tuple(sorted(loads))
