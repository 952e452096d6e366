"""How well a position looks for a player: a rough judgement for simulated players, never used by the judge.

It knows no more than everybody does: fronts that a simulated table knows are not looked at.
"""

from __future__ import annotations

from companion.games.alles_kaese import odds
from companion.games.alles_kaese.score import holes
from companion.games.alles_kaese.state import LAST_TRAP, Phase, State, traps

_TRAP = (1.0, 2.0)
"""What a first and a second trap cost; a third costs everything."""

_LOST, _NEWS = 8.0, 0.4


def promise(state: State, seat: str) -> float:
    """The larger, the better for that seat; the same for every outcome of chance."""
    if seat not in state.terms.players:
        return 0.0
    me = state.terms.players.index(seat)
    value = 0.0
    for number, cards in enumerate(state.kept):
        value += _worth(cards) if number == me else -_worth(cards) / (2 * len(state.kept))
    if state.phase is Phase.REVEALED and state.seat == me:
        value += _gamble(state, state.kept[me])
    return value + _NEWS * sum(lookers >> me & 1 for lookers in state.peeked)


def _worth(cards: tuple[int, ...]) -> float:
    bad = traps(cards)
    return -_LOST if bad >= LAST_TRAP else holes(cards) - sum(_TRAP[:bad])


def _gamble(state: State, cards: tuple[int, ...]) -> float:
    """What keeping the card in hand is worth on average."""
    value, bad = state.display[state.slot], traps(cards)
    risk = float(odds.chance(state, value))
    price = _TRAP[bad] if bad < LAST_TRAP - 1 else holes(cards) + _LOST
    return (1 - risk) * value - risk * price
