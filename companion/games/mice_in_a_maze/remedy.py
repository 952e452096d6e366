"""The shortest way to put a broken rule right, one sentence a step."""

from __future__ import annotations

from companion.games.mice_in_a_maze.actions import Action, Bury, By, Open, Skip
from companion.games.mice_in_a_maze.geometry import HAND, NAMES
from companion.games.mice_in_a_maze.marbles import rolls
from companion.games.mice_in_a_maze.move import moves
from companion.games.mice_in_a_maze.place import takeable
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.words import label, mouse_name, spot_words


def remedy(state: State, action: Action, code: str) -> tuple[str, ...]:
    """What people should do instead, given what they did."""
    if isinstance(action, By):
        action = action.action
    if code == "game-over":
        return ("Leave the table as it lies.",)
    if code == "end-not-reached":
        return ("Play on.",)
    undo = _undo(state, action)
    if code == "not-your-turn":
        return (*undo, f"It is the turn of {mouse_name(state.letter)}.")
    return (*undo, *_instead(state))


def _undo(state: State, action: Action) -> tuple[str, ...]:
    if isinstance(action, Open | Bury):
        name = "the Chamber" if NAMES[action.cell] == "d4" else NAMES[action.cell]
        return (f"Put the tile of {name} back as it lay, and your own tile too.",)
    if state.step > 1 and not isinstance(action, Skip):
        return ("Put back what was moved.",)
    return ()


def _instead(state: State) -> tuple[str, ...]:
    if state.step == 1:
        lawful = moves(state)
        if state.mover.spot == HAND:
            return (f"Put {mouse_name(state.letter)} into any nest, nose to the maze.",)
        if len(lawful) > 1:
            return (f"Put {mouse_name(state.letter)} where it started, then choose: {_choices(state)}.",)
        stays = f"Leave {mouse_name(state.letter)} at {spot_words(state, state.mover.spot)}."
        words = label(state, lawful[0])
        return (stays,) if " stays" in words else (f"{words}.",)
    if state.step == 2:
        return (_placement_words(state),)
    return tuple(f"{label(state, action)}." for action in rolls(state)[:1])


def _choices(state: State) -> str:
    return "; or ".join(label(state, action) for action in moves(state)[:4])


def _placement_words(state: State) -> str:
    take = takeable(state)
    names = ", ".join(NAMES[cell] for cell in take.cells)
    if take.kind == "none":
        return "No tile can be taken in this turn."
    if take.kind == "fallback":
        return "Take any empty face-down tile and put one tile back face down."
    return f"Take one of these tiles: {names}; put one tile back open."
