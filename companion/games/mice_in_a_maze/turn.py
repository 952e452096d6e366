"""Playing: one action after another, steps and turns passing on by themselves where nothing is left to do."""

from __future__ import annotations

from dataclasses import replace

from companion.core.errors import IllegalActionError
from companion.games.mice_in_a_maze.actions import Action, Bury, By, End, Open, Return, Roll, Run, Skip, Stay
from companion.games.mice_in_a_maze.ending import end_turn
from companion.games.mice_in_a_maze.judge import violation_code
from companion.games.mice_in_a_maze.marbles import apply_roll, rolling, rolls
from companion.games.mice_in_a_maze.move import apply_move, moves, normal_move
from companion.games.mice_in_a_maze.notation import write
from companion.games.mice_in_a_maze.place import apply_placement, placements
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.violations import VIOLATIONS


def actions(state: State) -> tuple[Action, ...]:
    """All lawful actions of the step the state stands in; none when the game is over.

    `END:agreed` is lawful as well but belongs to all players together, so it is not among the choices of one.
    """
    if state.ended is not None:
        return ()
    if state.step == 1:
        return moves(state)
    return placements(state) if state.step == 2 else rolls(state)


def play(state: State, action: Action) -> State:
    """The state after a lawful action; IllegalActionError for any other."""
    code = violation_code(state, action)
    if code is not None:
        raise IllegalActionError(
            f"{write(action)!r} is not allowed in turn {state.number} of {state.letter}, step {state.step}: "
            f"{code}: {VIOLATIONS[code].sentence}"
        )
    return perform(state, action)


def perform(state: State, action: Action) -> State:
    """The state after an action that is known to be lawful; what comes of any other is undefined."""
    if isinstance(action, By):
        return perform(state, action.action)
    if isinstance(action, End):
        return replace(state, ended=action.why, ply=state.ply + 1)
    if isinstance(action, Stay | Run | Return):
        after = apply_move(state, normal_move(state, action))
    elif isinstance(action, Open | Bury | Skip):
        after = pass_on(apply_placement(state, action))
    else:
        assert isinstance(action, Roll)
        after = end_turn(apply_roll(state, action))
    return replace(after, ply=state.ply + 1)


def pass_on(state: State) -> State:
    """End the turn when its third step has nothing to do."""
    return state if rolling(state) else end_turn(state)
