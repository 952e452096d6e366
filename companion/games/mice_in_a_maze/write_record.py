"""A game as a text record: the position it starts from, one line a turn with the running scores, the end, who won.

The inverse of `record.read_record`.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.mice_in_a_maze.actions import Action, End, Roll
from companion.games.mice_in_a_maze.notation import write
from companion.games.mice_in_a_maze.score import outcome, totals
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.turn import play
from companion.games.mice_in_a_maze.write_position import write_position


def write_record(start: State, actions: Iterable[Action]) -> str:
    """The record of these actions from that position; IllegalActionError at the first that is not legal."""
    lines, tokens, state = [write_position(start).rstrip()], list[str](), start
    for action in actions:
        after = play(state, action)
        # A turn written whole claims by itself that no marble rolled.
        silent = isinstance(action, End) or (isinstance(action, Roll) and not action.moves and len(tokens) > 1)
        tokens += [] if silent else [write(action)]
        if tokens and (after.number != state.number or after.ended):
            lines.append(_turn(state, tokens, after))
            tokens = []
        state = after
    if tokens:
        lines.append(_turn(state, tokens, state))
    return "\n".join([*lines, *_tail(state)]) + "\n"


def _turn(state: State, tokens: list[str], after: State) -> str:
    return f"{state.number} {state.letter}: {' '.join(tokens)} | {_points(after)}"


def _tail(state: State) -> list[str]:
    result = outcome(state)
    if result is None:
        return []
    return [f"END:{state.ended}", f"final: {_points(state)}   winners: {','.join(result.winners)}"]


def _points(state: State) -> str:
    """Every player's points with the private part in brackets."""
    parts = ((player, *totals(state, player)) for player in state.terms.players)
    return " ".join(f"{player.id}={total:g}({private:g})" for player, total, private in parts)
