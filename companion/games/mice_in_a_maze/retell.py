"""A turn told afterwards, in the terms of people who watched: who walked where, how it ended, which tile was placed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.grid import Cell, Zone
from companion.core.scene import Look
from companion.games.mice_in_a_maze.actions import Action, Bury, Open, Return, Run, Stay
from companion.games.mice_in_a_maze.geometry import COLOUR_NAMES, Spot, as_cell
from companion.games.mice_in_a_maze.move import path_ahead
from companion.games.mice_in_a_maze.notation import write
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.tiles import open_tile, tile_look
from companion.games.mice_in_a_maze.turn import play
from companion.games.mice_in_a_maze.words import label

RESULTS = {"wall": "end of path", "nest": "nest", "chamber": "chamber", "out": "out of the maze", "loop": "loop"}


@dataclass(frozen=True, slots=True)
class Story:
    """One turn: the number, the mouse by its colour, the cells it walked, how the run ended, the nest it reached (if any), the
    cell and look of the tile that was placed (if any; no cell where nobody can tell), the actions, and all of it in words."""

    turn: int
    mouse: str
    walked: tuple[Cell, ...]
    result: str
    nest: Zone | None
    placed: tuple[Cell | None, Look] | None
    actions: tuple[str, ...]
    words: str


def turns_of(state: State, actions: Sequence[Action]) -> list[tuple[State, list[Action]]]:
    """The actions of a game grouped by turns, each with the state the turn began in."""
    groups: list[tuple[State, list[Action]]] = []
    for action in actions:
        if not groups or groups[-1][0].number != state.number:
            groups.append((state, []))
        groups[-1][1].append(action)
        state = play(state, action)
    return groups


def tell(state: State, actions: Sequence[Action]) -> Story:
    """The story of one turn from the state it began in."""
    walked, result, nest = _walk(state, actions[0])
    placed: tuple[Cell | None, Look] | None = None
    words, now = [], state
    for action in actions:
        if isinstance(action, Open) and action.code is not None:
            placed = (as_cell(action.cell), tile_look(open_tile(action.code, action.turns)))
        if isinstance(action, Bury):
            # Nobody can see which of the face-down tiles it was: the cell of the action stands for any of them.
            placed = (None, Look(None, "down", 0))
            words.append("Some face-down tile was taken and a tile put back face down")
        else:
            words.append(label(now, action))
        now = play(now, action)
    tokens = tuple(write(action) for action in actions)
    return Story(state.number, COLOUR_NAMES[state.letter], walked, result, nest, placed, tokens, ". ".join(words) + ".")


def _walk(state: State, action: Action) -> tuple[tuple[Cell, ...], str, Zone | None]:
    if isinstance(action, Return):
        return (), "returns", _zone(state, action.to)
    if isinstance(action, Stay):
        return (), "loop" if action.loop else "stays", None
    if not isinstance(action, Run):
        # The turn began before the first picture: only its later steps are known.
        return (), "not seen", None
    path = path_ahead(state)
    return tuple(as_cell(step.cell) for step in path.steps), RESULTS[path.end], _zone(state, action.to)


def _zone(state: State, spot: Spot) -> Zone | None:
    number = state.terms.nests.by_port.get(spot)
    return None if number is None else state.terms.nests.all[number].zone


def mouse_names(state: State) -> tuple[str, ...]:
    """The colours of the mice in turn order."""
    return tuple(COLOUR_NAMES[letter] for letter in state.terms.order)
