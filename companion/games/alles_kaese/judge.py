"""Which rule an action breaks, the first that fits; none for a lawful one."""

from __future__ import annotations

from companion.core.ruling import Ruling
from companion.games.alles_kaese import corrections
from companion.games.alles_kaese.actions import Action, By, Discard, Keep, Peek, Refill, Remove, Roll, Step, Turn
from companion.games.alles_kaese.notation import write
from companion.games.alles_kaese.remedy import remedy
from companion.games.alles_kaese.state import Phase, State
from companion.games.alles_kaese.step_rules import ROLL_TOO_EARLY, step_code
from companion.games.alles_kaese.steps import MENDS, perform_step
from companion.games.alles_kaese.violations import violation
from companion.games.alles_kaese.words import action_places, sentence


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
        return ROLL_TOO_EARLY[state.phase]
    return "not-your-turn"


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

