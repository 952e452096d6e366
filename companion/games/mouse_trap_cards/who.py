"""Whose decision it is: a seat's, or the table's when a card must tell what is on it."""

from __future__ import annotations

from companion.core.game import TABLE
from companion.games.mouse_trap_cards.state import RESOLVE, State

ANSWERS = ("card", "reveal", "find")
"""Open questions that the table answers: which card was drawn, what came up, where a half lies."""


def actor(state: State) -> str | None:
    """The seat that chooses, TABLE for what is drawn or comes up, None when the game is over."""
    if state.ended:
        return None
    return TABLE if waits_for_table(state) else state.seat


def waits_for_table(state: State) -> bool:
    return state.phase == RESOLVE and state.pending is not None and state.pending.kind in ANSWERS
