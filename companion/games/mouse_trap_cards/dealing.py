"""What lies face down, for tables where somebody must know it: a simulated table deals the cards that nobody has told."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.mouse_trap_cards.hidden import Known, assigned, known_of
from companion.games.mouse_trap_cards.state import Card, State


def deck(state: State) -> tuple[str, ...]:
    """The maze cards of which nobody told where they lie, by name; none where the table does not hold the cards of the data.

    Action cards are not among them: which one is drawn is the table's action.
    """
    cards = list(state.terms.deck.cards)
    for card in state.maze:
        name = card.name or _complete(state, card, cards)
        if name in cards:
            cards.remove(name)
    return tuple(cards)


def _complete(state: State, card: Card, cards: list[str]) -> str:
    """The first card still to be found that has these two sides; none where only one side is known."""
    both = {(card.up, card.down), (card.down, card.up)}
    return next((name for name in cards if state.terms.deck.cards[name] in both), "") if card.down is not None else ""


def deal(state: State, order: Sequence[str]) -> State:
    """The state with every card of unknown other side taken from `order`, a shuffled deck, so that all fit what shows.

    ValueError when `order` lacks cards that are needed.
    """
    known, deck_cards = known_of(state.maze), state.terms.deck
    if all(card.down is not None for card in state.maze) or not assigned(deck_cards, known):
        return state
    maze, rest = list(state.maze), list(order)
    for cell, card in enumerate(maze):
        if card.down is None and not card.name:
            name = next((name for name in rest if _possible(state, known, cell, name)), None)
            if name is None:
                raise ValueError(f"dealing: {len(order)} cards leave none for cell {cell}; hand over the whole shuffled deck")
            rest.remove(name)
            known = _named(known, cell, name)
            maze[cell] = _placed(state, card, name)
    return state._replace(maze=tuple(maze))


def _named(known: tuple[Known, ...], cell: int, name: str) -> tuple[Known, ...]:
    return (*known[:cell], known[cell]._replace(name=name), *known[cell + 1 :])


def _possible(state: State, known: tuple[Known, ...], cell: int, name: str) -> bool:
    """Whether that card shows the right side there and leaves the right cards for the other cells."""
    shows = state.maze[cell].up in state.terms.deck.cards[name]
    return shows and bool(assigned(state.terms.deck, _named(known, cell, name)))


def _placed(state: State, card: Card, name: str) -> Card:
    front, back = state.terms.deck.cards[name]
    face, down = ("F", back) if front == card.up else ("B", front)
    return card._replace(down=None if down == "?" else down, name=name, face=face, dealt=True)
