"""Where a turn starts: on the Safe card, wherever that lies (section Place the mouse)."""

from __future__ import annotations

from companion.games.mouse_trap_cards.geometry import CELLS
from companion.games.mouse_trap_cards.hidden import may_be
from companion.games.mouse_trap_cards.state import State


def start_cells(state: State) -> tuple[tuple[int, ...], bool]:
    """The cells where the mouse may start, and whether a card must be turned over first.

    Where Safe neither shows nor can be below, or people agreed on `safe_hidden=stay`, the turn starts where the mouse stands.
    """
    showing = tuple([cell for cell in CELLS if state.maze[cell][0] == "SAFE"])
    if showing:
        return showing, False
    hidden: tuple[int, ...] = ()
    if state.terms.options.safe_hidden == "flip":
        hidden = tuple(cell for cell in CELLS if may_be(state.terms.deck, state.maze, cell, "SAFE"))
    return (hidden, True) if hidden else ((state.mouse,), False)
