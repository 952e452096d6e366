"""Playing: which actions there are in a state, and the state after one of them."""

from __future__ import annotations

from companion.core.errors import IllegalActionError
from companion.games.alles_kaese.actions import Action, By, Discard, Keep, Peek, Refill, Remove, Roll, Step, Turn
from companion.games.alles_kaese.cards import VALUES
from companion.games.alles_kaese.corrections import perform_correction
from companion.games.alles_kaese.judge import perform_turn, violation_code
from companion.games.alles_kaese.notation import write
from companion.games.alles_kaese.state import SLOTS, UNSEEN, Phase, State, known
from companion.games.alles_kaese.step_rules import front_code
from companion.games.alles_kaese.steps import perform_step
from companion.games.alles_kaese.violations import VIOLATIONS

_ROLLS: tuple[Action, ...] = tuple(Roll(value) for value in VALUES)
_PEEKS: tuple[Action, ...] = tuple(Peek(slot) for slot in range(SLOTS))
_NO_PEEK: tuple[Action, ...] = (*_PEEKS, Peek(-1))
_KEEPS = tuple(Keep(slot) for slot in range(SLOTS))
_REMOVES = tuple(Remove(slot) for slot in range(SLOTS))


def actions(state: State) -> tuple[Action, ...]:
    """All lawful actions of the step the state stands in; a new top that nobody has told is left open."""
    phase = state.phase
    if phase is Phase.ROLL:
        return _ROLLS
    if phase is Phase.ACT:
        return _choices(state)
    if phase is Phase.REVEALED:
        fronts = (Keep(state.slot, front) for front in "ct")
        return tuple(action for action in fronts if front_code(state, action) is None)
    if phase is Phase.OVER:
        return ()
    top = _new_top(state)
    if phase is Phase.EXTRA:
        return (Discard(_leaving(state), top),)
    return tuple(Refill(value, top) for value in _refills(state))


def _choices(state: State) -> tuple[Action, ...]:
    die, display = state.die, state.display
    if die not in display:
        return _PEEKS if state.terms.options.peek == "required" else _NO_PEEK
    matches = [slot for slot in range(SLOTS) if display[slot] == die]
    return (*[_KEEPS[slot] for slot in matches], *[_REMOVES[slot] for slot in matches])


def _new_top(state: State) -> int:
    """The next top where it is known: by a simulated table, or because the supply runs out."""
    if state.supply == 1:
        return 0
    return state.stock[1] >> 1 if len(state.stock) > 1 else UNSEEN


def _leaving(state: State) -> int:
    """The value of the supply's top card; 0 when nobody knows it."""
    if state.top > 0:
        return state.top
    return state.stock[0] >> 1 if state.stock else 0


def _refills(state: State) -> tuple[int, ...]:
    """The values the refill may have: one, unless nobody has told what lies on top."""
    value = _leaving(state)
    return (value,) if value else tuple(value for value in VALUES if known(state, value) < 6)


def left_open(action: Action) -> Action | None:
    """The same without the new top of the supply: the card that leaves it next shows its back again."""
    if isinstance(action, Refill | Discard) and action.top > 0:
        return type(action)(action.value, UNSEEN)
    return None


def play(state: State, action: Action) -> State:
    """The state after a lawful action; IllegalActionError for any other."""
    code = violation_code(state, action)
    if code is not None:
        raise IllegalActionError(
            f"{write(action)!r} is not allowed in turn {state.number} of {state.player}, {state.phase.name}: "
            f"{code}: {VIOLATIONS[code].sentence}"
        )
    return perform(state, action)


def perform(state: State, action: Action) -> State:
    """The state after an action that is known to be lawful; what comes of any other is undefined."""
    if isinstance(action, Step):
        return perform_step(state, action)
    if isinstance(action, Turn):
        return perform_turn(state, action)
    if isinstance(action, By):
        return perform(state, action.action)
    return perform_correction(state, action)
