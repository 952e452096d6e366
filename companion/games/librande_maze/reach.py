"""Which tiles an action changes, told without carrying it out."""

from __future__ import annotations

from companion.core.grid import Place, Zone
from companion.games.librande_maze.actions import Action, Cast, DragonMove, Drive, Move, Pass, PickUp, Power, Slide
from companion.games.librande_maze.board import CELLS, LINE_SQUARES, LINES
from companion.games.librande_maze.layout import DISCARD
from companion.games.librande_maze.slides import SLICES
from companion.games.librande_maze.state import MAIN, State

NOWHERE: frozenset[Place] = frozenset()
_DISCARDS: frozenset[Place] = frozenset({Zone(DISCARD)})
_LINES: dict[str, frozenset[Place]] = {line: frozenset(CELLS[square] for square in LINE_SQUARES[line]) for line in LINES}


def reach(state: State, action: Action) -> frozenset[Place] | None:
    """Where an action that was listed changes how tiles look; None for those of which that is not known."""
    if state.phase != MAIN:
        return None
    if isinstance(action, Power) and state.terms.options.powers_answerable != "no":
        return None
    what = action.what if isinstance(action, Power) else action
    if isinstance(what, Slide):
        # A line whose tiles are all the same may slide without a trace.
        return _LINES[what.line] if len({*state.tiles[SLICES[what.line]]}) > 1 else None
    if isinstance(what, Cast):
        # On a card like it one that is laid open shows nowhere.
        return _DISCARDS if what is action and state.discard[-1:] != (what.card,) else None
    return NOWHERE if isinstance(what, Move | DragonMove | Drive | PickUp | Pass) else None
