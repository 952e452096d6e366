"""A game as a text record: header or position, one line a turn, the end.  The inverse of `record.read_record`."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.alles_kaese.actions import Action, By, Discard, Keep, Peek, Refill, Remove, Roll, Step, Turn
from companion.games.alles_kaese.notation import write
from companion.games.alles_kaese.options import changed_options
from companion.games.alles_kaese.record import tail
from companion.games.alles_kaese.state import Phase, State
from companion.games.alles_kaese.turn import play
from companion.games.alles_kaese.write_position import digits, write_position


def write_record(start: State, actions: Iterable[Action]) -> str:
    """The record of these actions from that position; IllegalActionError at the first that is not legal.

    Steps that make up a turn are written as one; a turn that was not finished is left as it stands.
    """
    lines, steps, state = [_head(start)], list[Step](), start
    for action in actions:
        after = play(state, action)
        inner = action.action if isinstance(action, By) else action
        if isinstance(inner, Roll | Peek | Keep | Remove | Refill | Discard):
            _gather(steps, inner)
        else:
            lines += _flushed(state, steps)
            lines.append(f"{state.number} {state.player}: {write(inner)}" if isinstance(inner, Turn) else write(inner))
        if after.number != state.number or after.phase is Phase.OVER:
            lines += _flushed(state, steps)
        state = after
    lines += _flushed(state, steps)
    return "\n".join([*lines, *([tail(state)] if state.phase is Phase.OVER else [])]) + "\n"


def _gather(steps: list[Step], step: Step) -> None:
    """Add a step; a kept card whose front was read later is one step of the record."""
    if steps and isinstance(step, Keep) and isinstance(steps[-1], Keep):
        steps[-1] = step
    else:
        steps.append(step)


def _flushed(state: State, steps: list[Step]) -> list[str]:
    """The line of a turn, if there is one; the steps are taken away."""
    if not steps:
        return []
    halt = isinstance(steps[-1], Keep) and steps[-1].front == "t" and _third(state, steps[-1])
    text = write(Turn(tuple(steps), halt)) if halt or len(steps) > 1 else write(steps[0])
    steps.clear()
    return [f"{state.number} {state.player}: {text}"]


def _third(state: State, step: Keep) -> bool:
    return sum(code & 1 for code in state.kept[state.seat]) == 2 and state.phase in (Phase.ACT, Phase.REVEALED)


def _head(state: State) -> str:
    """A header for an opening, else the position."""
    opening = state.phase is Phase.ROLL and state.supply == 30 and not state.discard and state.top > 0 and not state.die
    if not opening or any(state.kept) or any(state.peeked) or state.fronts or state.stock:
        return write_position(state)
    options = [f"{name}={value}" for name, value in changed_options(state.terms.options)]
    known = (f"players={','.join(state.terms.players)}", f"start={state.player}", f"display={digits(state.display)}")
    return " ".join([*known, f"top={state.top}", *options])
