"""A game as a text record: the position it starts from, one line a turn with the safe counts, the end.

The inverse of `record.read_record`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.mouse_trap_cards.actions import Action, By, Draw, Flip
from companion.games.mouse_trap_cards.notation import write
from companion.games.mouse_trap_cards.score import outcome
from companion.games.mouse_trap_cards.state import State
from companion.games.mouse_trap_cards.turn import play
from companion.games.mouse_trap_cards.write_position import write_position


def write_record(start: State, actions: Iterable[Action]) -> str:
    """The record of these actions from that position; IllegalActionError at the first that is not legal."""
    lines, tokens, state = list(_head(start)), list[str](), start
    for action in actions:
        after = play(state, action)
        _add(tokens, action)
        if after.number != state.number or after.ended:
            lines.append(_turn(state, tokens, after))
            tokens = []
        state = after
    if tokens:
        lines.append(_turn(state, tokens, state))
    result = outcome(state)
    if result is not None:
        lines.append(f"END:win({','.join(result.winners)})" if result.why == "win" else f"END:{result.why}")
    return "\n".join(lines) + "\n"


def _head(start: State) -> Iterator[str]:
    """Players and who starts, then the position; what a record takes for granted is left out."""
    yield f"players={','.join(start.terms.players)} start={start.seat}"
    fields = write_position(start).split("; ")
    yield "; ".join(field for field in fields if not field.startswith(("players:", "turn:")) and field != "phase: start")


def _add(tokens: list[str], action: Action) -> None:
    """One more token; a drawn card and a flipped one are written at once with what came up."""
    bare = action.action if isinstance(action, By) else action
    token = write(action)
    choice = (
        "d:" if isinstance(bare, Draw) and bare.code else token.partition("=")[0] if isinstance(bare, Flip) and bare.side else ""
    )
    if choice and tokens[-1:] == [choice]:
        tokens.pop()
    tokens.append(token)


def _turn(state: State, tokens: list[str], after: State) -> str:
    return f"{state.number} {state.seat}: {' '.join(tokens)} | {'/'.join(map(str, after.safe))}"
