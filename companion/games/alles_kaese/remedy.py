"""The shortest way to put a broken rule right, one sentence a step."""

from __future__ import annotations

from companion.games.alles_kaese.actions import Action, Keep
from companion.games.alles_kaese.state import Phase, State
from companion.games.alles_kaese.words import rolled, slot_name, step_words, wrong_part

_FIXED: dict[str, tuple[str, ...]] = {
    "die-not-flat": ("Roll again, on the tray; put cards that the die has moved back.",),
    "two-cards": ("Put the second card back as it lay.",),
    "looked-before-deciding": ("Lay the card front up before the player who looked at it: it is kept.",),
    "removed-card-seen": ("Turn the card back up on the discards; play goes on.",),
    "peek-shown": ("Put the card back; everybody who saw it may remember it, and play goes on.",),
    "refill-wrong-source": ("Put the card back on the discards.", "Fill the gap with the top card of the supply."),
    "refill-too-many": ("Put the card that came last back on the supply, unseen.",),
    "extra-discard-missing": ("One card from the supply to the discards, unseen.",),
    "extra-discard-not-due": ("Put the card back on the supply, unseen.",),
    "kept-face-down": ("Turn the kept card over, front up.",),
    "supply-looked-at": ("Turn the card over and slide it into the middle of the supply; use the next one.",),
    "discards-searched": ("Turn the card back up and close the pile.",),
    "card-exposed": ("Turn the card back over in its place; everybody may remember it.",),
    "after-the-end": ("Leave the table as it lies and count the holes.",),
    "no-such-card": ("Look again at the card that was read.",),
}


def remedy(state: State, action: Action, code: str) -> tuple[str, ...]:
    """What people should do instead, given what they did."""
    if code in _FIXED:
        return _FIXED[code]
    state = rolled(state, action)
    if code == "not-your-turn":
        return (f"{state.terms.name(state.seat)} goes on: {_now(state)}",)
    if code == "reroll":
        return (f"Turn the die back to {state.die}.", _now(state))
    if code == "refill-missing":
        return ("Fill the gap with the top card of the supply; the roll stands.",)
    if code in ("take-not-allowed", "wrong-number"):
        return (*_back(state, action), _now(state))
    return (_now(state),)


def _now(state: State) -> str:
    return step_words(state)


def _back(state: State, action: Action) -> tuple[str, ...]:
    """How a card that was taken wrongly comes back."""
    part = wrong_part(state, action)
    if part is None or state.phase not in (Phase.ROLL, Phase.ACT):
        return ()
    if isinstance(part, Keep) and part.front and state.terms.options.penalty == "remove_exposed":
        return (f"Put the card on the discards, back up, and fill {slot_name(part.slot)} from the supply.",)
    return (f"Put the card back on {slot_name(part.slot)}, back up.",)

