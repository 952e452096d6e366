"""A game as a text record: header or position, the placing on one line, a line for each puzzle and demonstration, the end.

The inverse of `record.read_record`.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.four_blind_mice.actions import Action, Begin, Fail, Plan, Slide, Uncover
from companion.games.four_blind_mice.notation import write
from companion.games.four_blind_mice.options import changed_options
from companion.games.four_blind_mice.slides import NOBODY
from companion.games.four_blind_mice.state import PLACE, State
from companion.games.four_blind_mice.turn import play
from companion.games.four_blind_mice.write_position import write_position


def write_record(start: State, actions: Iterable[Action]) -> str:
    """The record of these actions from that position; IllegalActionError at the first that is not legal."""
    lines, state, showing = [_header(start)], start, False
    for action in actions:
        state = play(state, action)
        shows = isinstance(action, Slide | Fail | Plan)
        if isinstance(action, Begin) or len(lines) == 1 or shows != showing or (isinstance(action, Uncover) and action.suit):
            lines.append(write(action))
        else:
            lines[-1] += f" {write(action)}"
        showing = shows or isinstance(action, Begin)
    if state.match.ended:
        lines.append(f"end:{state.match.ended}")
    return "\n".join(lines) + "\n"


def _header(start: State) -> str:
    fresh = start.phase == PLACE and not start.covered and set(start.mice) == {NOBODY} and not start.match.stock and not start.ply
    if not fresh:
        return write_position(start)
    terms = start.terms
    options = [f"{name}={value}" for name, value in changed_options(terms.options)]
    return " ".join([f"players={','.join(terms.players)}", f"start={terms.players[start.turn]}", *options])
