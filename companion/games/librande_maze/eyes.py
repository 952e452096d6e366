"""Hypnotic Eyes: at the start of a turn another player may move the character in turn one space, or decline."""

from __future__ import annotations

from companion.games.librande_maze.actions import Answer, Move, Power
from companion.games.librande_maze.closing import NUDGE, nudges
from companion.games.librande_maze.halls import exists
from companion.games.librande_maze.moves import barred, step_problem
from companion.games.librande_maze.state import EYES, MAIN, OK, State, changed, with_item


def is_eyes(state: State, action: Power) -> bool:
    """Whether this is the power of another player's turn rather than one of the player in turn."""
    parts = (hero.defence for hero in state.terms.heroes)
    return any(part.does == NUDGE and part.token == action.name for part in parts)


def eyes_problem(state: State, action: Power) -> str | None:
    """Why the character in turn cannot be moved so."""
    if not isinstance(action.what, Move) or not exists(state.tiles, action.what.to):
        return "bad-space"
    if state.phase != EYES:
        owners = (status for status, powers in zip(state.status, state.terms.powers, strict=True) if NUDGE in powers)
        return "power-condition" if OK in owners else "power-not-yours"
    if action.what.drag:
        return "no-drag-with-power"
    start, to = state.spaces[state.turn], action.what.to
    code = step_problem(state, state.turn, start, to)
    return code or ("walking-wall" if barred(state, state.turn, to, start) else None)


def gaze(state: State, action: Power) -> State:
    """The state with the character moved; nobody else is asked."""
    assert isinstance(action.what, Move)
    spaces = with_item(state.spaces, state.turn, action.what.to)
    return changed(state, spaces=spaces, phase=MAIN, asked=(), acted=True, ply=state.ply + 1)


def decline_problem(state: State, action: Answer) -> str | None:
    """Why this does not decline."""
    if action.card:
        return "response-nothing-to-answer"
    player = state.terms.index.get(action.seat)
    if player is None:
        return "no-such-target"
    return None if player in state.asked else "response-out-of-order"


def decline(state: State, action: Answer) -> State:
    """The state after one player lets the chance go; those asked before have let it go too."""
    left = state.asked[state.asked.index(state.terms.index[action.seat]) + 1 :]
    if left:
        return changed(state, asked=left, ply=state.ply + 1)
    return changed(state, phase=MAIN, asked=(), acted=True, ply=state.ply + 1)


def unused(state: State) -> State:
    """The state when nobody uses the chance: what an action of the player in turn says."""
    return changed(state, phase=MAIN, asked=(), acted=True) if state.phase == EYES else state


def gazes(state: State) -> list[Answer | Power]:
    """What the player asked may do: decline, or move the character in turn."""
    player = state.asked[0]
    token = state.terms.heroes[player].defence.token
    found: list[Answer | Power] = [Power(token, Move(to)) for to in nudges(state, player)]
    return [*found, Answer(state.terms.seats[player])]
