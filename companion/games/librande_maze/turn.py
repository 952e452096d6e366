"""Playing: what is listed, and the state after one action."""

from __future__ import annotations

from collections.abc import Callable, Container

from companion.core.errors import IllegalActionError
from companion.games.librande_maze import answers, casting, dragon, effects, eyes, hands, moves, powers, slides
from companion.games.librande_maze.actions import Action, Base, DragonMove, Draw, End, Move, Pass, PickUp, Shove, Slide
from companion.games.librande_maze.cards import CARDS
from companion.games.librande_maze.judge import violation_code
from companion.games.librande_maze.notation import write
from companion.games.librande_maze.resolve import perform
from companion.games.librande_maze.state import EYES, MAIN, OK, OVER, THEFT, WINDOW, State
from companion.games.librande_maze.violations import VIOLATIONS

_PICK, _PASS, _END, _STOP = PickUp(), Pass(), End(), Shove()


def actor(state: State) -> str | None:
    """The seat whose decision it is; None when the game is over."""
    if state.phase == OVER:
        return None
    return state.terms.seats[state.asked[0] if state.phase in (EYES, WINDOW) else state.turn]


def actions(
    state: State, cards: Container[str] = CARDS, kind_matters: Callable[[type], bool] | None = None
) -> tuple[Base, ...]:
    """All lawful actions of the seat to decide, in a fixed order; none when the game is over.

    `cards`: of the spells that may be cast in the main part of a turn, only these are asked for; `kind_matters`: of what moves
    pieces and tiles there, only these types are, however it is done.
    """
    if state.phase == MAIN:
        return _allowed(state, _main(state, cards, kind_matters or _all))
    if state.phase == OVER:
        return ()
    if state.phase == WINDOW:
        return tuple(answers.answers(state))
    if state.phase == EYES:
        return tuple(eyes.gazes(state))
    if state.phase == THEFT:
        return tuple(effects.takes(state, state.stack[-1]))
    reach = state.stack[-1].range if state.terms.options.tk_range == "each" else "super"
    return _allowed(state, [*(Shove(start, to) for start, to in casting.shoves(state, reach)), _STOP])


def has_choice(state: State) -> bool:
    """Whether more than one action is lawful: with points left there are passing and the end of the turn at least, unless what
    moves pieces may be banned, which is asked of each action."""
    free = state.ban is None or state.ban.kind != "pieces"
    plainly = state.phase == MAIN and state.status[state.turn] == OK and state.ap > 0 and free
    return plainly or len(actions(state)) > 1


def _all(kind: type) -> bool:
    return True


def _main(state: State, cards: Container[str], matters: Callable[[type], bool]) -> list[Base]:
    """Everything the player in turn may do; without points only what costs none, off the board nothing but the end."""
    if state.status[state.turn] != OK:
        return [_END]
    found: list[Base] = list(casting.casts(state, cards)) if state.hand else []
    found += powers.powers(state, matters)
    if state.ap:
        found = [*(moves.moves(state) if matters(Move) else ()), *(hands.draws(state) if matters(Draw) else ()), *found]
        found += slides.slides(state) if matters(Slide) else ()
        found += dragon.step_actions(state) if matters(DragonMove) else ()
        if state.space in state.treasure:
            found.append(_PICK)
        found.append(_PASS)
    found.append(_END)
    return found


def _allowed(state: State, found: list[Base]) -> tuple[Base, ...]:
    """Without those that the Undo Rule of the option `undo-kinds=all-board-actions` forbids."""
    if state.ban is None or state.ban.kind != "pieces":
        return tuple(found)
    return tuple(action for action in found if violation_code(state, action) is None)


def play(state: State, action: Action) -> State:
    """The state after a lawful action; IllegalActionError for any other."""
    code = violation_code(state, action)
    if code is not None:
        raise IllegalActionError(
            f"{write(action)!r} is not allowed in turn {state.number} of seat {state.seat} with {state.ap} action points left: "
            f"{code}: {VIOLATIONS[code].sentence}"
        )
    return perform(state, action)


