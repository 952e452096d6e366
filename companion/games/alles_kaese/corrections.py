"""What is put right outside a turn: made-up refills and discards, cards that everybody or somebody has seen."""

from __future__ import annotations

from companion.games.alles_kaese.actions import Back, Correction, Discard, Exposed, LateDiscard, LateRefill, Refill, Shown
from companion.games.alles_kaese.state import Phase, State, put
from companion.games.alles_kaese.step_rules import pile_code, step_code
from companion.games.alles_kaese.steps import MENDS, discard, perform_step, without_card


def correction_code(state: State, action: Correction) -> str | None:
    """The code of the rule that stands against a correction; None when it can be made."""
    if isinstance(action, LateRefill):
        return _late_refill_code(state, action)
    if isinstance(action, LateDiscard):
        return _late_discard_code(state, action)
    if isinstance(action, Shown):
        return _shown_code(state, action)
    return _back_code(state, action) if isinstance(action, Back) else _exposed_code(state, action)


def perform_correction(state: State, action: Correction) -> State:
    """The state after a correction that can be made."""
    if isinstance(action, LateRefill):
        return perform_step(state, Refill(action.value, action.top))
    if isinstance(action, LateDiscard):
        return discard(state, Discard(action.value, action.top), late=state.phase is not Phase.EXTRA)
    if isinstance(action, Shown):
        seats = sum(1 << state.terms.players.index(other) for other in set(action.others))
        peeked = put(state.peeked, action.slot, state.peeked[action.slot] | seats)
        return state._replace(peeked=peeked, ply=state.ply + 1)
    options = state.terms.options
    goes = options.penalty == "remove_exposed" if isinstance(action, Back) else options.exposed == "remove"
    if goes:
        return _removed(state, action.slot)
    return state._replace(peeked=put(state.peeked, action.slot, state.everybody), ply=state.ply + 1)


def _removed(state: State, slot: int) -> State:
    """The card goes to the discards, and the gap has to be filled before the turn goes on."""
    gone = without_card(state, slot)._replace(discard=(*state.discard, state.display[slot]), slot=slot, ply=state.ply + 1)
    if not state.supply:
        return gone._replace(phase=Phase.OVER, ended="supply")
    return gone._replace(phase=Phase.MEND_ROLL if state.phase is Phase.ROLL else Phase.MEND_ACT)


def _late_refill_code(state: State, action: LateRefill) -> str | None:
    if state.phase not in (Phase.REFILL, *MENDS):
        return step_code(state, Refill(action.value, action.top))
    if action.slot != state.slot:
        return "refill-too-many"
    return pile_code(state, Refill(action.value, action.top))


def _late_discard_code(state: State, action: LateDiscard) -> str | None:
    """Only the last player's discard is made up, before the next one chooses; with `strict` any number of them is."""
    step = Discard(action.value, action.top)
    if state.phase not in (Phase.ROLL, Phase.ACT):
        return step_code(state, step)
    again = state.made_up and state.terms.options.strict == "off"
    if not state.terms.few or not state.supply or again:
        return "extra-discard-not-due"
    return pile_code(state, step)


def _lies(state: State, slot: int) -> bool:
    """Whether a card lies in that slot: one that is being turned over does not."""
    return bool(state.display[slot]) and not (state.phase is Phase.REVEALED and slot == state.slot)


def _exposed_code(state: State, action: Exposed) -> str | None:
    if not _lies(state, action.slot):
        return "no-such-card"
    if state.terms.options.exposed == "turn_back" or state.phase in (Phase.ROLL, Phase.ACT):
        return None
    return "extra-discard-missing" if state.phase is Phase.EXTRA else "refill-missing"


def _shown_code(state: State, action: Shown) -> str | None:
    players = state.terms.players
    if action.seat not in players or not set(action.others) <= set(players):
        return "not-your-turn"
    if not _lies(state, action.slot):
        return "no-such-card"
    return None if state.peeked[action.slot] >> players.index(action.seat) & 1 else "peek-missing"


def _back_code(state: State, action: Back) -> str | None:
    """A card that was taken wrongly comes back while its taker still has to choose; a record has the roll after that."""
    if action.seat != state.player:
        return "not-your-turn"
    if state.phase not in (Phase.ROLL, Phase.ACT):
        return "two-cards"
    return None if _lies(state, action.slot) else "no-such-card"
