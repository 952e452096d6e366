"""Points are safe wedges; eight of them at the end of a turn win (section End of the game)."""

from __future__ import annotations

from companion.core.ruling import Outcome
from companion.core.view import Receipt, SeatScore
from companion.games.mouse_trap_cards.state import GOAL, State


def scores(state: State) -> tuple[SeatScore, ...]:
    """Everybody's safe wedges."""
    return tuple(
        SeatScore(seat, float(count), (Receipt("safe wedges of cheese", float(count)),) if count else ())
        for seat, count in zip(state.terms.players, state.safe, strict=True)
    )


def outcome(state: State) -> Outcome | None:
    """The end of the game; None while it goes on."""
    if not state.ended:
        return None
    points = dict(zip(state.terms.players, map(float, state.safe), strict=True))
    if state.ended == "win":
        return Outcome((state.seat,), "win", points, f"{GOAL} wedges of cheese are safe.")
    return Outcome(state.terms.players, state.ended, points, "All wedges are safe and nobody has eight: everybody wins.")
