"""Which rule an action breaks, the first that fits; none for a lawful one."""

from __future__ import annotations

from companion.core.ruling import Ruling
from companion.games.alles_kaese import corrections
from companion.games.alles_kaese.actions import Action, By, Discard, Keep, Peek, Refill, Remove, Roll, Step, Turn
from companion.games.alles_kaese.notation import write
from companion.games.alles_kaese.remedy import remedy
from companion.games.alles_kaese.state import Phase, State, known, revealed
from companion.games.alles_kaese.steps import MENDS, perform_step
from companion.games.alles_kaese.violations import violation
from companion.games.alles_kaese.words import action_places, sentence

_ROLL_TOO_EARLY = {
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


def rule(state: State, action: Action) -> Ruling:
    """The judgement of one action: legal, or the one violation that wins and how to put it right."""
    code = violation_code(state, action)
    if code is None:
        return Ruling(write(action))
    found = violation(code, action_places(state, action), sentence(state, action, code))
    return Ruling(write(action), (found,), remedy(state, action, code))


def violation_code(state: State, action: Action) -> str | None:
    """The code of the broken rule that wins; None for a lawful action."""
    if state.phase is Phase.OVER:
        return "after-the-end"
    if isinstance(action, Roll | Peek | Keep | Remove | Refill | Discard):
        return step_code(state, action)
    if isinstance(action, Turn):
        return _turn_code(state, action)
    if isinstance(action, By):
        return _claimed_code(state, action)
    return corrections.correction_code(state, action)


def _claimed_code(state: State, action: By) -> str | None:
    """A seat out of turn; but the next player's roll over an unfinished turn stands once that is finished (ruling: it counts)."""
    if action.seat == state.player:
        return violation_code(state, action.action)
    players, unfinished = state.terms.players, (Phase.REVEALED, Phase.REFILL, Phase.EXTRA)
    first = action.action.parts[0] if isinstance(action.action, Turn) else action.action
    following = players[(state.seat + 1) % len(players)]
    if isinstance(first, Roll) and state.phase in unfinished and action.seat == following:
        return _ROLL_TOO_EARLY[state.phase]
    return "not-your-turn"


# Parts of a turn ------------------------------------------------------------------------------------------------------


def step_code(state: State, step: Step) -> str | None:
    """The code for a part of a turn while the game goes on."""
    phase = state.phase
    if isinstance(step, Roll):
        return None if phase is Phase.ROLL else _ROLL_TOO_EARLY[phase]
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
    if revealed(state, step.front) == 18 or (state.fronts and state.fronts[step.slot] != step.front):
        return "no-such-card"
    return None


def pile_code(state: State, step: Refill | Discard) -> str | None:
    """The card that leaves the supply, and the one that is seen then."""
    value = step.value
    if state.top > 0 and value not in (0, state.top):
        return "refill-wrong-source"
    if value and state.top <= 0 and known(state, value) == 6:
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
    return known(state, top) + (gone == top) < 6


# Whole turns ----------------------------------------------------------------------------------------------------------


def _turn_code(state: State, turn: Turn) -> str | None:
    """The first part that is not lawful where it stands, or what is missing at the end."""
    now = state
    for place, part in enumerate(turn.parts):
        if place == 0 and isinstance(part, Roll) and now.phase is Phase.ACT and part.value == now.die:
            continue
        code = _part_code(state, now, part)
        if code is not None:
            return code
        now = perform_step(now, part)
    if now.phase in (Phase.REFILL, *MENDS):
        return "refill-missing"
    if now.phase is Phase.EXTRA:
        return "extra-discard-missing"
    if now.phase is Phase.REVEALED:
        return "kept-face-down"
    return "refill-missing" if turn.halt and now.ended != "trap" else None


def _part_code(start: State, now: State, part: Step) -> str | None:
    if now.phase is Phase.OVER:
        return "after-the-end"
    if now.number != start.number:
        # The turn is over already; what follows belongs to nobody's turn.
        if isinstance(part, Refill):
            return "refill-too-many"
        return "extra-discard-not-due" if isinstance(part, Discard) else "two-cards"
    if now.phase is Phase.REVEALED and not isinstance(part, Keep):
        return "kept-face-down"
    return step_code(now, part)


def perform_turn(state: State, turn: Turn) -> State:
    """The state after a lawful turn; it counts as one action."""
    now = state
    for part in turn.parts:
        if not (isinstance(part, Roll) and now.phase is Phase.ACT):
            now = perform_step(now, part)
    return now._replace(ply=state.ply + 1)

