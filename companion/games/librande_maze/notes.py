"""The notes of a record: what the program writes behind an action because it follows from it."""

from __future__ import annotations

from companion.games.librande_maze.actions import Action, By, End, Timeout
from companion.games.librande_maze.closing import told_end
from companion.games.librande_maze.resolve import perform, ready
from companion.games.librande_maze.score import winners
from companion.games.librande_maze.state import MAIN, REMOVED, State, changed

KINDS = ("#atk:", "#lost:", "#shuffle", "#win:")


def notes_of(state: State, action: Action) -> tuple[str, ...]:
    """The notes that belong behind a lawful action."""
    if isinstance(action, By):
        return notes_of(state, action.action)
    if isinstance(action, End | Timeout):
        return told_end(changed(ready(state, action), phase=MAIN))[1]
    after = perform(state, action)
    seats = state.terms.seats
    notes = [f"#atk:{seat}" for seat, old, new in zip(seats, state.status, after.status, strict=True) if old != new == REMOVED]
    if len(after.discard) < len(state.discard) and len(after.deck) > len(state.deck):
        notes.append("#shuffle")
    if after.ended is not None:
        notes += [f"#win:{seat}" for seat in winners(after)]
    return tuple(notes)
