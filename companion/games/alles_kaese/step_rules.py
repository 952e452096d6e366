"""Which rule a part of a turn breaks while the game goes on: a roll, a choice, a card that leaves the supply."""

from __future__ import annotations

from companion.games.alles_kaese.actions import Discard, Keep, Peek, Refill, Remove, Roll, Step
from companion.games.alles_kaese.cards import COPIES, TRAPS
from companion.games.alles_kaese.state import Phase, State, known, revealed
from companion.games.alles_kaese.steps import MENDS

ROLL_TOO_EARLY = {
    Phase.ACT: "reroll",
    Phase.REVEALED: "refill-missing",
    Phase.REFILL: "refill-missing",
    Phase.EXTRA: "extra-discard-missing",
    Phase.MEND_ROLL: "refill-missing",
    Phase.MEND_ACT: "refill-missing",
}
_CHOICE_TOO_EARLY = {
    Phase.ROLL: "no-roll",
    Phase.REVEALED: "two-cards",
    Phase.REFILL: "two-cards",
    Phase.EXTRA: "two-cards",
    Phase.MEND_ROLL: "no-roll",
    Phase.MEND_ACT: "refill-missing",
}
_REFILL_TOO_EARLY = {
    Phase.ROLL: "refill-too-many",
    Phase.ACT: "refill-too-many",
    Phase.REVEALED: "kept-face-down",
    Phase.EXTRA: "refill-too-many",
}
_DISCARD_TOO_EARLY = {
    Phase.ROLL: "extra-discard-not-due",
    Phase.ACT: "extra-discard-not-due",
    Phase.REVEALED: "refill-missing",
    Phase.REFILL: "refill-missing",
    Phase.MEND_ROLL: "refill-missing",
    Phase.MEND_ACT: "refill-missing",
}


def step_code(state: State, step: Step) -> str | None:
    """The code for a part of a turn while the game goes on."""
    phase = state.phase
    if isinstance(step, Roll):
        return None if phase is Phase.ROLL else ROLL_TOO_EARLY[phase]
    if isinstance(step, Peek | Keep | Remove):
        if phase is Phase.ACT:
            return _choice_code(state, step)
        if phase is Phase.REVEALED and isinstance(step, Keep) and step.slot == state.slot:
            return front_code(state, step) if step.front else "kept-face-down"
        return _CHOICE_TOO_EARLY[phase]
    if isinstance(step, Refill):
        return pile_code(state, step) if phase is Phase.REFILL or phase in MENDS else _REFILL_TOO_EARLY[phase]
    return pile_code(state, step) if phase is Phase.EXTRA else _DISCARD_TOO_EARLY[phase]


def _choice_code(state: State, step: Peek | Keep | Remove) -> str | None:
    match = state.die in state.display
    if isinstance(step, Peek):
        if match:
            return "peek-not-allowed"
        return "peek-missing" if step.slot < 0 and state.terms.options.peek == "required" else None
    if not match:
        return "take-not-allowed"
    if state.display[step.slot] != state.die:
        return "wrong-number"
    return front_code(state, step) if isinstance(step, Keep) and step.front else None


def front_code(state: State, step: Keep) -> str | None:
    """Whether a card of the deck can have that front; what a simulated table knows counts as well."""
    if revealed(state, step.front) == TRAPS or (state.fronts and state.fronts[step.slot] != step.front):
        return "no-such-card"
    return None


def pile_code(state: State, step: Refill | Discard) -> str | None:
    """The card that leaves the supply, and the one that is seen then."""
    value = step.value
    if state.top > 0 and value not in (0, state.top):
        return "refill-wrong-source"
    if value and state.top <= 0 and known(state, value) == COPIES:
        return "no-such-card"
    if state.stock and value and value != state.stock[0] >> 1:
        return "no-such-card"
    return None if top_may_be(state, value or state.top, step.top) else "no-such-card"


def top_may_be(state: State, gone: int, top: int) -> bool:
    """Whether that top can be seen once the supply's top card, of the value `gone`, has left; -1: it is not told."""
    if top < 0:
        return True
    if state.supply == 1 or top == 0:
        return top == 0 and state.supply == 1
    if len(state.stock) > 1 and state.stock[1] >> 1 != top:
        return False
    return known(state, top) + (gone == top) < COPIES
