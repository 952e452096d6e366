"""Actions and places in plain words, for buttons, remedies and notes."""

from __future__ import annotations

from companion.core.grid import Place
from companion.games.alles_kaese.actions import (
    Action,
    Back,
    By,
    Correction,
    Discard,
    Exposed,
    Keep,
    LateDiscard,
    LateRefill,
    Peek,
    Refill,
    Remove,
    Roll,
    Shown,
    Step,
    Turn,
)
from companion.games.alles_kaese.layout import CELLS, DISCARD, ROLL, SUPPLY, area
from companion.games.alles_kaese.state import Phase, State

FRONT_WORDS = {"c": "cheese", "t": "a trap"}


def slot_name(slot: int) -> str:
    """`D3` for slot 2."""
    return f"D{slot + 1}"


def player_name(state: State, player: str) -> str:
    """What people call the player with that id."""
    players = state.terms.players
    return state.terms.name(players.index(player)) if player in players else player


def label(state: State, action: Action) -> str:
    """The action in words for a button."""
    if isinstance(action, By):
        return f"{player_name(state, action.seat)}: {label(state, action.action)}"
    if isinstance(action, Turn):
        return "; ".join(_step_label(state, part) for part in action.parts)
    if isinstance(action, LateRefill | LateDiscard | Exposed | Shown | Back):
        return _correction_label(state, action)
    return _step_label(state, action)


def _step_label(state: State, step: Step) -> str:
    if isinstance(step, Roll):
        return f"The die shows {step.value}"
    if isinstance(step, Peek):
        return f"Look at the card of {slot_name(step.slot)}" if step.slot >= 0 else "Do not look at any card"
    if isinstance(step, Remove):
        return f"Remove the card of {slot_name(step.slot)} unseen"
    if isinstance(step, Keep) and state.phase is Phase.REVEALED:
        return f"The card of {slot_name(step.slot)} is {FRONT_WORDS[step.front] if step.front else 'turned over'}"
    if isinstance(step, Keep):
        shows = f": it is {FRONT_WORDS[step.front]}" if step.front else ""
        return f"Keep the card of {slot_name(step.slot)}{shows}"
    where = "Fill the gap from the supply" if isinstance(step, Refill) else "Discard the top card of the supply"
    return f"{where}{_value_words(step.value)}{_top_words(step.top)}"


def _value_words(value: int) -> str:
    return f": a {value}" if value else ""


def _top_words(top: int) -> str:
    if top < 0:
        return ""
    return f"; a {top} lies on top now" if top else "; the supply is empty now"


def _correction_label(state: State, action: Correction) -> str:
    if isinstance(action, LateRefill):
        return f"{slot_name(action.slot)} is filled late{_value_words(action.value)}{_top_words(action.top)}"
    if isinstance(action, LateDiscard):
        return f"The extra discard is made up{_value_words(action.value)}{_top_words(action.top)}"
    if isinstance(action, Exposed):
        return f"Everybody has seen the card of {slot_name(action.slot)}"
    if isinstance(action, Back):
        return f"The card of {slot_name(action.slot)} comes back from {player_name(state, action.seat)}; everybody has seen it"
    others = " and ".join(player_name(state, other) for other in action.others)
    return f"{player_name(state, action.seat)} showed the card of {slot_name(action.slot)} to {others}"


def action_places(state: State, action: Action) -> tuple[Place, ...]:
    """The places to light up for an action."""
    if isinstance(action, By):
        return action_places(state, action.action)
    if isinstance(action, Turn):
        return tuple(dict.fromkeys(place for part in action.parts for place in action_places(state, part)))
    if isinstance(action, Roll):
        return (ROLL,)
    if isinstance(action, Refill):
        return (CELLS[state.slot], SUPPLY) if state.slot >= 0 else (SUPPLY,)
    if isinstance(action, Discard | LateDiscard):
        return (SUPPLY, DISCARD)
    if action.slot < 0:
        return ()
    aside: dict[type, tuple[Place, ...]] = {Remove: (DISCARD,), Keep: (area(len(state.kept), state.seat),)}
    return (CELLS[action.slot], *aside.get(type(action), ()))


def sentence(state: State, action: Action, code: str) -> str:
    """What the judge says where that depends on the case; empty for the usual sentence."""
    if code == "not-your-turn":
        return f"It is {state.terms.name(state.seat)}'s turn; the roll does not count."
    if code == "wrong-number":
        part = wrong_part(state, action)
        return f"That card shows {state.display[part.slot]}, you rolled {rolled(state, action).die}." if part else ""
    return ""


def rolled(state: State, action: Action) -> State:
    """The state in which the player chooses: a whole turn brings its own roll."""
    inner = action.action if isinstance(action, By) else action
    first = inner.parts[0] if isinstance(inner, Turn) else inner
    if isinstance(inner, Turn) and isinstance(first, Roll) and state.phase is Phase.ROLL:
        return state._replace(phase=Phase.ACT, die=first.value)
    return state


def wrong_part(state: State, action: Action) -> Keep | Remove | None:
    """The first card that an action takes."""
    inner = action.action if isinstance(action, By) else action
    parts = inner.parts if isinstance(inner, Turn) else (inner,)
    return next((part for part in parts if isinstance(part, Keep | Remove)), None)


def step_words(state: State) -> str:
    """What has to be done now."""
    phase, slot = state.phase, slot_name(state.slot)
    if phase is Phase.OVER:
        return "The game is over."
    if phase is Phase.ROLL:
        return "Roll the die."
    if phase is Phase.ACT:
        return _choice_words(state)
    if phase is Phase.REVEALED:
        return f"Turn the card of {slot} over and lay it front up before its player."
    if phase is Phase.EXTRA:
        return "Put the top card of the supply on the discards, unseen."
    return f"Fill {slot} from the supply."


def _choice_words(state: State) -> str:
    slots = [slot_name(slot) for slot, value in enumerate(state.display) if value == state.die]
    if not slots:
        return f"No card shows {state.die}: look at one card and put it back."
    first = "Say which, then keep or remove" if state.terms.options.announce_first == "on" else "Keep or remove"
    return f"{first} {' or '.join(slots)}."
