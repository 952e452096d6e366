"""Points: full value to the owner of a private nest, half to each owner of a shared one's neighbours (RB End)."""

from __future__ import annotations

from companion.core.ruling import Outcome
from companion.core.view import Receipt, SeatScore
from companion.games.mice_in_a_maze.geometry import COLOUR_NAMES
from companion.games.mice_in_a_maze.state import Delivery, Player, State

WHY = {
    "all": "All eight cheeses lie in nests.",
    "frozen": "The maze cannot change any more and no cheese can reach a nest.",
    "repeat": "The maze cannot change any more and the same position came again and again.",
    "stuck": "For a whole round no mouse could move and no tile could be placed.",
    "agreed": "The players agreed to stop.",
}


def nest_words(state: State, nest: int) -> str:
    """A nest in words: `red nest`, `red-orange nest`."""
    return "-".join(COLOUR_NAMES[colour] for colour in state.terms.nests.all[nest].colours) + " nest"


def nest_values(state: State) -> dict[str, tuple[int, ...]]:
    """The values in every nest that holds cheese, in order of delivery."""
    values: dict[str, tuple[int, ...]] = {}
    for item in state.deliveries:
        name = state.terms.nests.all[item.nest].id
        values[name] = (*values.get(name, ()), item.value)
    return values


def halves(state: State, player: Player, item: Delivery) -> int:
    """Twice the points that cheese gives that player."""
    colours = state.terms.nests.all[item.nest].colours
    return item.value * (2 // len(colours)) * sum(colour in player.scores for colour in colours)


def totals(state: State, player: Player) -> tuple[float, float]:
    """A player's points, and the part of them from own private nests."""
    nests = state.terms.nests.all
    total = sum(halves(state, player, item) for item in state.deliveries)
    private = sum(halves(state, player, item) for item in state.deliveries if nests[item.nest].private)
    return total / 2, private / 2


def scores(state: State) -> tuple[SeatScore, ...]:
    """Everybody's points with a receipt for each source."""
    return tuple(SeatScore(player.id, totals(state, player)[0], _receipts(state, player)) for player in state.terms.players)


def _receipts(state: State, player: Player) -> tuple[Receipt, ...]:
    receipts = []
    for item in state.deliveries:
        points = halves(state, player, item) / 2
        if points:
            share = f"half of {item.value}" if points != item.value else f"{item.value}"
            words = f"cheese in the {nest_words(state, item.nest)}: {share}"
            receipts.append(Receipt(words, points, state.terms.nests.all[item.nest].zone, item.ply))
    return tuple(receipts)


def outcome(state: State) -> Outcome | None:
    """The end: most points win, then most points from own private nests, then the win is shared (R61)."""
    if state.ended is None:
        return None
    results = {player.id: totals(state, player) for player in state.terms.players}
    best = max(results.values())
    winners = tuple(seat for seat, result in results.items() if result == best)
    return Outcome(winners, state.ended, {seat: result[0] for seat, result in results.items()}, WHY[state.ended])
