"""What one seat, or the public screen, may know of a state."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import TABLE
from companion.core.view import LegalAction, Seat, View
from companion.games.alles_kaese import odds
from companion.games.alles_kaese.actions import Action, Keep, Peek, Remove
from companion.games.alles_kaese.layout import COLOURS
from companion.games.alles_kaese.notation import write
from companion.games.alles_kaese.scene import scene
from companion.games.alles_kaese.score import outcome, scores
from companion.games.alles_kaese.state import LAST_TRAP, Phase, State, traps
from companion.games.alles_kaese.turn import actions
from companion.games.alles_kaese.words import action_places, label, slot_name, step_words

GAME_ID = "alles-kaese"


def seats(state: State) -> tuple[Seat, ...]:
    """The players in turn order."""
    terms = state.terms
    return tuple(Seat(player, terms.name(seat), (), COLOURS[seat]) for seat, player in enumerate(terms.players))


def actor(state: State) -> str | None:
    """Whose doing comes next: the front of a kept card is chance, all else is the player's in turn.

    So is the roll, although chance decides it: lamps and pages have to call the player who is to take the die.
    """
    if state.phase is Phase.OVER:
        return None
    return TABLE if state.phase is Phase.REVEALED else state.player


def known(state: State) -> State:
    """The state without what only a simulated table knows: nobody may be shown a front or the order of the supply."""
    return state._replace(fronts=(), stock=()) if state.fronts or state.stock else state


def view(state: State, seat: str | None) -> View:
    """The position as the seat may know it; built from `known` alone, so that secrets cannot leak."""
    state = known(state)
    return View(
        game=GAME_ID, seat=seat, ply=state.ply, turn=state.number, actor=actor(state), piece=None, step=step_words(state),
        scene=scene(state), scores=scores(state),
        legal=tuple(legal_action(state, action) for action in actions(state)),
        notes=tuple(_notes(state)), private=_private(state, seat), outcome=outcome(state),
    )  # fmt: skip


def legal_action(state: State, action: Action) -> LegalAction:
    """An action as a page shows it; `group` gathers what may be done with the card of a slot."""
    group = "look" if isinstance(action, Peek) else state.phase.name.lower()
    if isinstance(action, Keep | Remove):
        group = slot_name(action.slot)
    return LegalAction(write(action), label(state, action), action_places(state, action), group)


def _notes(state: State) -> Iterator[str]:
    """What everybody may know but cannot see: counts, who has looked where, the odds that follow from them."""
    yield f"{state.supply} cards are left in the supply; {len(state.discard)} have been discarded."
    for seat, cards in enumerate(state.kept):
        if traps(cards) == LAST_TRAP - 1:
            yield f"{state.terms.name(seat)} has two traps; a third ends the game."
    if state.phase is Phase.OVER:
        return
    for slot, lookers in enumerate(state.peeked):
        if lookers:
            yield f"{_lookers(state, lookers)} looked at the card of {slot_name(slot)}."
    yield from odds.notes(state)


def _lookers(state: State, bits: int) -> str:
    names = [state.terms.name(seat) for seat in range(len(state.terms.players)) if bits >> seat & 1]
    if bits == state.everybody:
        return "Everybody has"
    return f"{' and '.join(names)} {'has' if len(names) == 1 else 'have'}"


def _private(state: State, seat: str | None) -> tuple[tuple[str, str], ...]:
    """The cards a player has looked at; what was seen there is nobody's to store."""
    if seat not in state.terms.players:
        return ()
    number = state.terms.players.index(seat)
    slots = [slot_name(slot) for slot, lookers in enumerate(state.peeked) if lookers >> number & 1]
    return (("You have looked at", ", ".join(slots)),) if slots else ()
