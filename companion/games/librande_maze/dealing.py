"""What lies face down, for tables where somebody must know it: a simulated table deals the cards nobody has named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.librande_maze.cards import DECK, UNKNOWN, in_order
from companion.games.librande_maze.state import State, changed


def deck(state: State) -> tuple[str, ...]:
    """Every card that is not known to lie anywhere, copies one by one, in the order of the table of cards."""
    known = Counter(state.discard) + Counter(state.deck)
    for hand in state.hands:
        known.update(hand)
    found = []
    for card in DECK:
        if known[card]:
            known[card] -= 1
        else:
            found.append(card)
    return tuple(found)


def deal(state: State, order: Sequence[str]) -> State:
    """The state with every unknown card taken from `order`: the hands first, seat by seat, then the deck from its top.

    ValueError when `order` holds fewer cards than are unknown.
    """
    unknown = state.deck.count(UNKNOWN) + sum(hand.count(UNKNOWN) for hand in state.hands)
    if len(order) < unknown:
        raise ValueError(f"dealing: {len(order)} cards for {unknown} places; hand over the whole shuffled deck")
    rest = iter(order)
    hands = tuple(in_order([next(rest) if card == UNKNOWN else card for card in hand]) for hand in state.hands)
    cards = tuple(next(rest) if card == UNKNOWN else card for card in state.deck)
    return changed(state, hands=hands, deck=cards)
