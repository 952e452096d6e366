"""Carrying out: the state after an action that is known to be lawful, unfinished effects included."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.games.librande_maze import answers, casting, closing, dragon, effects, eyes, hands, moves, picking, powers, slides
from companion.games.librande_maze.actions import (
    Action,
    Answer,
    Base,
    By,
    Cast,
    DragonMove,
    Draw,
    End,
    Move,
    Pass,
    PickUp,
    Power,
    Shove,
    Slide,
    Take,
    Timeout,
)
from companion.games.librande_maze.state import EYES, MAIN, OVER, TELEKINESIS, THEFT, WINDOW, State, Trace, changed
from companion.games.librande_maze.undo import moved_pieces

UNFINISHED = (WINDOW, THEFT, TELEKINESIS)

_APPLY: dict[type, Callable[[State, Any], State]] = {
    Slide: slides.slide,
    Move: moves.move,
    Draw: hands.draw,
    Cast: casting.cast,
    DragonMove: dragon.step,
    PickUp: lambda state, action: picking.pick(state),
    Pass: lambda state, action: picking.let_go(state),
    End: lambda state, action: closing.end_turn(state),
    Power: powers.use,
}
"""By type of action, the state after it when nothing is unfinished."""


def ready(state: State, action: Action) -> State:
    """The state in which an action of the player in turn is meant: nobody answers any more, Hypnotic Eyes were not used."""
    if state.phase == EYES:
        return eyes.unused(state)
    return powers.carried_out(answers.all_passed(state)) if state.phase == WINDOW else state


def perform(state: State, action: Action) -> State:
    """The state after an action that is known to be lawful; what comes of any other is undefined."""
    if isinstance(action, By):
        return perform(state, action.action)
    apply = _APPLY.get(type(action)) if state.phase == MAIN else None
    after = apply(state, action) if apply and not isinstance(action, Power) else _perform(state, action)
    if after.phase == MAIN and not state.since and state.terms.options.undo_kinds == "slide+dragon":
        return after
    return _kept(state, action, after)


def _perform(state: State, action: Base) -> State:
    """The same, for what is not a simple action in the main part of a turn."""
    if isinstance(action, Answer):
        if state.phase == EYES:
            return eyes.decline(state, action)
        return powers.carried_out(answers.answer(state, action))
    if isinstance(action, Power) and eyes.is_eyes(state, action):
        return eyes.gaze(state, action)
    if isinstance(action, Timeout):
        return _time_is_up(state)
    if state.phase != MAIN:
        state = ready(state, action)
    if isinstance(action, Take):
        return _take(state, action)
    if isinstance(action, Shove):
        return changed(effects.shove(state, action), ply=state.ply + 1)
    return _APPLY[type(action)](state, action)


def _take(state: State, action: Take) -> State:
    """What a Theft takes: at once, or noted until the window has closed (option `theft-choice=on-cast`)."""
    spell = state.stack[-1]
    state = changed(state, ply=state.ply + 1)
    if state.terms.options.theft_choice == "on-cast":
        return answers.open_window(changed(state, phase=MAIN, stack=(spell._replace(named=action.card or "t"),)))
    return changed(effects.take(state, spell, action), phase=MAIN, stack=())


def _time_is_up(state: State) -> State:
    """The hourglass has run out: what is unfinished is waived, points left are passed, the turn ends."""
    return closing.end_turn(changed(state, phase=MAIN, stack=(), steps=0))


def _kept(state: State, action: Base, after: State) -> State:
    """The state with what an unfinished action began from, and with the pieces the Undo Rule protects if it is finished."""
    if after.phase in UNFINISHED:
        # Answers and what follows a cast begin where the cast did; an action that passes a window over begins anew.
        goes_on = bool(state.since) and (isinstance(action, Answer | Take | Shove) and state.phase != EYES)
        base = state.base if goes_on else state
        if not goes_on and state.since:
            base = changed(ready(state, action), base=None, since=())
        return changed(after, base=base, since=(*state.since, action) if goes_on else (action,))
    origin = state.base if state.since and state.base is not None else state
    protects = after.terms.options.undo_kinds != "slide+dragon" and after.last is None and after.turn == origin.turn
    if protects and not isinstance(action, End | Timeout | Pass) and after.phase != OVER:
        moved = moved_pieces(origin, after)
        if moved:
            after = changed(after, last=Trace("pieces", moved=moved))
    return changed(after, base=None, since=()) if after.since else after
