"""The action Move: one step of one's own character, perhaps with a treasure, and the powers that let it step."""

from __future__ import annotations

from companion.games.librande_maze.actions import Move
from companion.games.librande_maze.board import BESIDE, NONE
from companion.games.librande_maze.curses import forbidden
from companion.games.librande_maze.halls import exists, on_tunnel, passage, steps
from companion.games.librande_maze.powers_known import Part
from companion.games.librande_maze.state import OK, State, done, with_item
from companion.games.librande_maze.treasures import moved

WALL = "block-entry"


def barred(state: State, player: int, space: int, start: int) -> bool:
    """Whether an able Barbarian keeps that player from moving in from another square (R60)."""
    square = space // 5
    if square == start // 5:
        return False
    whole = state.terms.options.walking_wall == "square"
    for other, powers in enumerate(state.terms.powers):
        if WALL in powers and other != player and state.status[other] == OK:
            stands = state.spaces[other]
            if stands == space or (whole and stands // 5 == square):
                return True
    return False


def bars(state: State) -> bool:
    """Whether anybody's card can keep others out at all."""
    return any(WALL in powers for powers in state.terms.powers)


def step_problem(state: State, player: int, start: int, to: int) -> str | None:
    """Why a character cannot step from one space to another; walls of Barbarians are not looked at."""
    if to in steps(state, start):
        return None
    here, there = start // 5, to // 5
    if there in BESIDE[here]:
        return "cobweb-costs-a-step" if passage(state.tiles, here, BESIDE[here].index(there)) != NONE else "move-through-wall"
    if here != there and on_tunnel(state, here) and on_tunnel(state, there):
        return "cobweb-costs-a-step"
    return "move-not-adjacent"


def drag_problem(state: State, action: Move, part: Part | None) -> str | None:
    """Why no treasure can be taken along."""
    if not action.drag:
        return None
    if part is not None and not part.drag:
        return "no-drag-with-power"
    return None if state.space in state.treasure else "drag-no-treasure"


def move_problem(state: State, action: Move, cost: int = 1, part: Part | None = None) -> str | None:
    """Why this step is not allowed."""
    if not exists(state.tiles, action.to):
        return "bad-space"
    if state.curse and forbidden(state, "fewer-moves"):
        return "cursed-leadfoot"
    code = step_problem(state, state.turn, state.space, action.to)
    if code is None and not action.leave and barred(state, state.turn, action.to, state.space):
        code = "walking-wall"
    code = code or drag_problem(state, action, part)
    return code or ("not-enough-action-points" if state.ap < cost else None)


def move(state: State, action: Move, cost: int = 1, free: bool = False) -> State:
    """The state after a step; `free` marks the free ability as used."""
    start, player = state.spaces[state.turn], state.turn
    return done(
        state,
        spaces=with_item(state.spaces, player, action.to),
        treasure=moved(state.treasure, start, action.to) if action.drag else state.treasure,
        ap=state.ap - cost,
        moves=state.moves + 1,
        free_used=state.free_used or free,
    )


def moves(state: State, cost: int = 1, leave: bool = True) -> list[Move]:
    """All steps; where a Barbarian stands in the way only with his leave, if it can be said."""
    start = state.spaces[state.turn]
    if state.ap < cost or start == NONE or (state.curse and forbidden(state, "fewer-moves")):
        return []
    loaded, guarded = start in state.treasure, bars(state)
    found = []
    for to in sorted(steps(state, start)):
        wall = guarded and barred(state, state.turn, to, start)
        if wall and not leave:
            continue
        found.append(Move(to, False, wall))
        if loaded:
            found.append(Move(to, True, wall))
    return found
