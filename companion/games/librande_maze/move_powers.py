"""Powers that take one's own character further: steps, runs in a straight line, leaps between kinds of squares."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.librande_maze import moves
from companion.games.librande_maze.actions import Move
from companion.games.librande_maze.board import BESIDE, EDGE, NONE, SQUARES, direction_to
from companion.games.librande_maze.halls import hallway, on_tunnel, passage, spaces_of
from companion.games.librande_maze.powers_known import Part
from companion.games.librande_maze.state import State, done, with_item
from companion.games.librande_maze.treasures import moved


def _points(state: State, part: Part) -> str | None:
    return "not-enough-action-points" if state.ap < part.cost else None


def _stand(state: State, action: Move, part: Part, free: bool) -> State:
    """The state with the character in its new space, paid for."""
    return done(
        state, spaces=with_item(state.spaces, state.turn, action.to), ap=state.ap - part.cost,
        treasure=moved(state.treasure, state.space, action.to) if action.drag else state.treasure,
        free_used=state.free_used or free,
    )  # fmt: skip


# One step (Rush), through a wall (Shadow Walk) ------------------------------------------------------------------------


def step_problem(state: State, action: Move, part: Part) -> str | None:
    """Why this step is not allowed; a step through walls needs a wall to go through."""
    if not part.walls:
        return moves.move_problem(state, action, part.cost, part)
    here, there = state.space // 5, action.to // 5
    if there not in BESIDE[here]:
        return "move-not-adjacent"
    if passage(state.tiles, here, BESIDE[here].index(there)) != NONE:
        return "power-condition"
    if moves.barred(state, state.turn, action.to, state.space):
        return "walking-wall"
    return moves.drag_problem(state, action, part) or _points(state, part)


def step(state: State, action: Move, part: Part, free: bool) -> State:
    """The state after the step."""
    return moves.move(state, action, part.cost, free)


def steps_listed(state: State, part: Part) -> Iterator[Move]:
    """All steps the power allows."""
    if not part.walls:
        for action in moves.moves(state, part.cost, False):
            if part.drag or not action.drag:
                yield action
        return
    here = state.space // 5
    for there in sorted(square for square in BESIDE[here] if square != NONE):
        for space in spaces_of(state.tiles, there):
            action = Move(space)
            if step_problem(state, action, part) is None:
                yield action


# A run in a straight line (Charge, Phase) -----------------------------------------------------------------------------


def _way(state: State, part: Part, direction: int) -> list[int]:
    """The squares a run in that direction passes, nearest first."""
    if not part.walls:
        way = hallway(state.tiles, state.space // 5, direction)
    else:
        way, square = [], BESIDE[state.space // 5][direction]
        while square != NONE:
            way.append(square)
            square = BESIDE[square][direction]
    return way[: part.squares] if part.squares else way


def _blocked(state: State, way: list[int], end: int) -> bool:
    """Whether a Barbarian stands in the way or at the end of a run."""
    if not moves.bars(state):
        return False
    passed = [space for square in way[: way.index(end // 5)] for space in spaces_of(state.tiles, square)]
    return any(moves.barred(state, state.turn, space, state.space) for space in (*passed, end))


def run_problem(state: State, action: Move, part: Part) -> str | None:
    """Why this run is not allowed."""
    here, end = state.space // 5, action.to // 5
    direction = direction_to(here, end)
    way = _way(state, part, direction) if direction != NONE else []
    if end not in way:
        walled = direction != NONE and not part.walls and end not in hallway(state.tiles, here, direction)
        return "move-through-wall" if walled else "power-condition"
    if _blocked(state, way, action.to):
        return "walking-wall"
    return moves.drag_problem(state, action, part) or _points(state, part)


def run(state: State, action: Move, part: Part, free: bool) -> State:
    """The state after the run."""
    return _stand(state, action, part, free)


def runs(state: State, part: Part) -> Iterator[Move]:
    """All runs, with and without a treasure."""
    if state.ap < part.cost:
        return
    loaded = part.drag and state.space in state.treasure
    ends = sorted((square, way) for direction in range(4) for way in [_way(state, part, direction)] for square in way)
    for square, way in ends:
        for space in spaces_of(state.tiles, square):
            if not _blocked(state, way, space):
                yield Move(space)
                if loaded:
                    yield Move(space, True)


# A leap between kinds of squares (Secret Passage) ---------------------------------------------------------------------


def of_kind(state: State, square: int, kind: str) -> bool:
    """Whether a square is an `edge` or a `tunnel` square."""
    return EDGE[square] if kind == "edge" else on_tunnel(state, square)


def _leaps(state: State, part: Part, end: int) -> bool:
    """Whether a leap may go from here to that square: from one kind to the other."""
    one, other = part.ends[0][0], part.ends[0][-1]
    here = state.space // 5
    return (of_kind(state, here, one) and of_kind(state, end, other)) or (
        of_kind(state, here, other) and of_kind(state, end, one)
    )


def jump_problem(state: State, action: Move, part: Part) -> str | None:
    """Why this leap is not allowed."""
    if action.drag:
        return "no-drag-with-power"
    if action.to == state.space or not _leaps(state, part, action.to // 5):
        return "power-condition"
    return _points(state, part)


def jump(state: State, action: Move, part: Part, free: bool) -> State:
    """The state after the leap."""
    return _stand(state, action, part, free)


def jumps(state: State, part: Part) -> Iterator[Move]:
    """All leaps."""
    here = state.space // 5
    if state.ap < part.cost or not any(of_kind(state, here, kind) for kind in part.ends[0]):
        return
    for square in SQUARES:
        if _leaps(state, part, square):
            for space in spaces_of(state.tiles, square):
                if space != state.space:
                    yield Move(space)
