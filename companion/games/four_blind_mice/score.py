"""Points: a cheese is a point (END)."""

from __future__ import annotations

from companion.core.ruling import Outcome
from companion.core.view import Receipt, SeatScore
from companion.games.four_blind_mice.cells import PLACES
from companion.games.four_blind_mice.puzzle import leaders
from companion.games.four_blind_mice.state import MICE, State, Won, points_of
from companion.games.four_blind_mice.words import SUITS, WON

WHY = {
    "goal": "Somebody has as many cheeses as were agreed on.",
    "time": "The time is up.",
    "empty": "No coin is left on the board.",
    "final": "The final round has its winner.",
    "shared": "Two final rounds went by without a solution.",
}


def scores(state: State) -> tuple[SeatScore, ...]:
    """Everybody's points with a receipt for each cheese."""
    return tuple(
        SeatScore(seat, float(points_of(state, player)), tuple(_receipt(won) for won in state.match.won if won.player == player))
        for player, seat in enumerate(state.terms.players)
    )


def _receipt(won: Won) -> Receipt:
    value = {"A": "Ace", "0": "Null", "": "coin"}[won.value]
    name = f"{value} of {SUITS[MICE.index(won.suit)]}" if won.suit else "cheese"
    return Receipt(name, 1.0, PLACES[won.cell] if won.cell is not None else WON, won.ply)


def outcome(state: State) -> Outcome | None:
    """The end: most cheeses win; after two final rounds without a solution the win is shared."""
    why = state.match.ended
    if not why:
        return None
    points = {seat: float(points_of(state, player)) for player, seat in enumerate(state.terms.players)}
    return Outcome(tuple(state.terms.players[player] for player in leaders(state)), why, points, WHY[why])
