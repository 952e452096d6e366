"""Powers over the Dragon: a step more, a run that tramples, a jump between kinds of squares."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.librande_maze import dragon
from companion.games.librande_maze.actions import DragonMove
from companion.games.librande_maze.board import CORNERS, NONE, SQUARES, direction_to
from companion.games.librande_maze.halls import hallway
from companion.games.librande_maze.move_powers import of_kind
from companion.games.librande_maze.powers_known import Part
from companion.games.librande_maze.state import State, Trace, done
from companion.games.librande_maze.undo import dragon_banned


def _counts(state: State, part: Part) -> bool:
    """Whether a step by this power is the turn's one Dragon move (R58)."""
    return not part.extra or state.terms.options.call_extra == "no"


def step_problem(state: State, action: DragonMove, part: Part) -> str | None:
    """Why this step of the Dragon is not allowed."""
    return dragon.step_problem(state, action, part.cost, _counts(state, part))


def step(state: State, action: DragonMove, part: Part, free: bool) -> State:
    """The state after the step."""
    return dragon.step(state, action, part.cost, _counts(state, part), free)


def steps_listed(state: State, part: Part) -> list[DragonMove]:
    """All steps."""
    return dragon.step_actions(state, part.cost, _counts(state, part))


def _stand(state: State, action: DragonMove, part: Part, free: bool) -> State:
    """The state with the Dragon in its new square, paid for."""
    return done(
        state, dragon=action.to, ap=state.ap - part.cost, dragon_moved=True, free_used=state.free_used or free,
        last=Trace("dragon", start=state.dragon, end=action.to),
    )  # fmt: skip


def _limits(state: State, action: DragonMove, part: Part) -> str | None:
    if dragon_banned(state, action.to):
        return "undo-dragon"
    if action.load:
        return "no-drag-with-power"
    return "not-enough-action-points" if state.ap < part.cost else None


# Rampage! -------------------------------------------------------------------------------------------------------------


def run_problem(state: State, action: DragonMove, part: Part) -> str | None:
    """Why this run of the Dragon is not allowed."""
    if state.dragon_moved:
        return "dragon-moved-twice"
    direction = direction_to(state.dragon, action.to) if action.to != NONE else NONE
    if direction == NONE:
        return "power-condition"
    if action.to not in hallway(state.tiles, state.dragon, direction):
        return "dragon-blocked-by-wall"
    if action.to in CORNERS:
        return "dragon-home-corner"
    return _limits(state, action, part)


def run(state: State, action: DragonMove, part: Part, free: bool) -> State:
    """The state after the run; whoever stands in a square the Dragon enters is attacked at once where it tramples."""
    way = hallway(state.tiles, state.dragon, direction_to(state.dragon, action.to))
    after = _stand(state, action, part, free)
    if part.tramples:
        for square in way[: way.index(action.to) + 1]:
            after = dragon.attack(after, dragon.attacked(after, square))
    return dragon.contact(after)


def runs(state: State, part: Part) -> Iterator[DragonMove]:
    """All runs."""
    if state.ap < part.cost or state.dragon_moved:
        return
    ends = (square for direction in range(4) for square in hallway(state.tiles, state.dragon, direction))
    for square in sorted(ends):
        if square not in CORNERS and not dragon_banned(state, square):
            yield DragonMove(square)


# Dimensional Portal ---------------------------------------------------------------------------------------------------


def jump_problem(state: State, action: DragonMove, part: Part) -> str | None:
    """Why this jump of the Dragon is not allowed."""
    if state.dragon_moved:
        return "dragon-moved-twice"
    if action.to in CORNERS:
        return "dragon-home-corner"
    if not _jumps(state, part, action.to):
        return "power-condition"
    return _limits(state, action, part)


def _jumps(state: State, part: Part, end: int) -> bool:
    """Whether the Dragon stands on a square of the first kind and that one is another square of the second."""
    starts, ends = part.ends
    return (
        end not in (NONE, state.dragon)
        and any(of_kind(state, state.dragon, kind) for kind in starts)
        and any(of_kind(state, end, kind) for kind in ends)
    )


def jump(state: State, action: DragonMove, part: Part, free: bool) -> State:
    """The state after the jump."""
    return dragon.contact(_stand(state, action, part, free))


def jumps(state: State, part: Part) -> Iterator[DragonMove]:
    """All jumps."""
    if state.ap < part.cost or state.dragon_moved:
        return
    for square in SQUARES:
        if square not in CORNERS and _jumps(state, part, square) and not dragon_banned(state, square):
            yield DragonMove(square)
