"""Points and the end: holes of the own cheese cards, nothing for whoever turned over a third trap."""

from __future__ import annotations

from companion.core.ruling import Outcome
from companion.core.view import Receipt, SeatScore
from companion.games.alles_kaese.layout import area
from companion.games.alles_kaese.state import LAST_TRAP, Phase, State, traps


def loser(state: State) -> int | None:
    """The seat whose third trap ended the game; None when it did not end so."""
    if state.ended != "trap":
        return None
    return next(seat for seat, cards in enumerate(state.kept) if traps(cards) >= LAST_TRAP)


def holes(cards: tuple[int, ...]) -> int:
    """The holes on the backs of these cards' cheeses."""
    return sum(code >> 1 for code in cards if not code & 1)


def points(state: State) -> tuple[int, ...]:
    """Everybody's points in seat order; the loser of a game that a trap ended has none."""
    out = loser(state)
    return tuple(0 if seat == out else holes(cards) for seat, cards in enumerate(state.kept))


def scores(state: State) -> tuple[SeatScore, ...]:
    """Everybody's points with a receipt for each card; none are told before the end with `memory_mode`."""
    if state.terms.options.memory_mode == "on" and state.phase is not Phase.OVER:
        return ()
    return tuple(
        SeatScore(player, score, () if seat == loser(state) else _receipts(state, seat))
        for seat, (player, score) in enumerate(zip(state.terms.players, points(state), strict=True))
    )


def _receipts(state: State, seat: int) -> tuple[Receipt, ...]:
    zone = area(len(state.kept), seat)
    cheeses = [code >> 1 for code in state.kept[seat] if not code & 1]
    return tuple(Receipt(f"cheese with {value} hole{'s' * (value > 1)}", value, zone) for value in cheeses)


def winners(state: State) -> tuple[int, ...]:
    """The winning seats: most points, then most cheese cards, then as the option for ties says."""
    out = loser(state)
    ranks = {}
    for seat, cards in enumerate(state.kept):
        if seat != out:
            bad = traps(cards)
            tie = {"fewer_traps": -bad, "later_seat": seat}.get(state.terms.options.final_tie, 0)
            ranks[seat] = (holes(cards), len(cards) - bad, tie)
    best = max(ranks.values())
    return tuple(seat for seat, rank in ranks.items() if rank == best)


def why(state: State) -> str:
    """How the end is written: `trap(A)` or `supply`."""
    out = loser(state)
    return state.ended if out is None else f"trap({state.terms.players[out]})"


def outcome(state: State) -> Outcome | None:
    """The end, or None while the game goes on."""
    if state.phase is not Phase.OVER:
        return None
    players, out = state.terms.players, loser(state)
    words = "The supply is used up." if out is None else f"{state.terms.name(out)} has three traps and does not score."
    won = tuple(players[seat] for seat in winners(state))
    return Outcome(won, state.ended, dict(zip(players, points(state), strict=True)), words)
