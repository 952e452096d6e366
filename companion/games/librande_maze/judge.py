"""Which rule an action breaks, the first that fits; none for a lawful one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.ruling import Ruling
from companion.games.librande_maze import answers, casting, dragon, effects, eyes, hands, moves, picking, powers, slides
from companion.games.librande_maze.actions import (
    Action,
    Answer,
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
from companion.games.librande_maze.board import NONE
from companion.games.librande_maze.closing import under_clock
from companion.games.librande_maze.notation import write
from companion.games.librande_maze.remedy import remedy
from companion.games.librande_maze.resolve import perform, ready
from companion.games.librande_maze.state import EYES, MAIN, OK, OVER, TELEKINESIS, THEFT, WINDOW, State
from companion.games.librande_maze.undo import undone_piece
from companion.games.librande_maze.violations import violation
from companion.games.librande_maze.words import action_places

_MAIN: dict[type, Callable[[State, Any], str | None]] = {
    Slide: slides.slide_problem,
    Move: moves.move_problem,
    Draw: hands.draw_problem,
    Cast: casting.cast_problem,
    DragonMove: dragon.step_problem,
    PickUp: lambda state, action: picking.pick_problem(state),
    Pass: lambda state, action: picking.pass_problem(state),
    Power: powers.power_problem,
    End: lambda state, action: None,
    Take: lambda state, action: "theft-nothing-to-steal",
    Shove: lambda state, action: "tk-no-treasure",
}
"""By type of action, what forbids it when its player may do anything."""


def rule(state: State, action: Action) -> Ruling:
    """The judgement of one action: legal, or the one violation that wins and how to put it right."""
    code = violation_code(state, action)
    if code is None:
        return Ruling(write(action))
    found = violation(code, action_places(state, action))
    return Ruling(write(action), (found,), remedy(state, action, code))


def violation_code(state: State, action: Action) -> str | None:
    """The code of the broken rule that wins; None for a lawful action."""
    if state.phase == OVER:
        return "game-over"
    if isinstance(action, By):
        return _claimed(state, action)
    if isinstance(action, Answer):
        return eyes.decline_problem(state, action) if state.phase == EYES else answers.answer_problem(state, action)
    if isinstance(action, Power) and eyes.is_eyes(state, action):
        return eyes.eyes_problem(state, action)
    if isinstance(action, Timeout):
        return timeout_problem(state)
    if state.phase != MAIN:
        state = ready(state, action)
        if state.phase != MAIN:
            return _unfinished(state, action)
    if state.status[state.turn] != OK and not isinstance(action, End):
        return "skipped-player-acted"
    code = _MAIN[type(action)](state, action)
    if code is None and state.ban is not None and state.ban.kind == "pieces" and not isinstance(action, End):
        code = "undo-piece" if undone_piece(state, _outcome(state, action)) else None
    return code


def _claimed(state: State, action: By) -> str | None:
    """An action claimed for a seat: that seat must be the one to act or to answer."""
    inner, player = action.action, state.terms.index.get(action.seat)
    if isinstance(inner, Power) and eyes.is_eyes(state, inner):
        mine = player in state.asked if state.phase == EYES else False
    else:
        mine = player == state.turn
    if mine:
        return violation_code(state, inner)
    lost = player is not None and state.status[player] != OK
    return "skipped-player-acted" if lost else "not-your-turn"


def _unfinished(state: State, action: Action) -> str | None:
    """A Theft or a Telekinesis that is not carried out yet admits nothing else."""
    if state.phase == THEFT and isinstance(action, Take):
        spell = state.stack[-1]
        blind = state.terms.options.theft_choice == "on-cast"
        return (effects.take_blind_problem if blind else effects.take_problem)(state, spell, action)
    if state.phase == TELEKINESIS and isinstance(action, Shove):
        if action.start == NONE:
            return None
        reach = state.stack[-1].range if state.terms.options.tk_range == "each" else ""
        code = casting.shove_problem(state, action.start, action.to, reach)
        if code is None and state.ban is not None and undone_piece(state, effects.shove(state, action)):
            code = "undo-piece"
        return code
    return "unresolved-effect"


def timeout_problem(state: State) -> str | None:
    """The clock of an hourglass runs only under that curse, and stops while answers are asked for."""
    if not under_clock(state):
        return "clock-not-running"
    return "unresolved-effect" if state.phase in (WINDOW, EYES) else None


def _outcome(state: State, action: Action) -> State:
    """The state after an action and everything that follows if nobody answers."""
    return answers.all_passed(perform(state, action))
