"""What may be on the other side of a card, as far as the cards that are known on the table tell."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from companion.games.mouse_trap_cards.decks import UNKNOWN, Deck
from companion.games.mouse_trap_cards.effects import is_side
from companion.games.mouse_trap_cards.state import Card, State


class Known(NamedTuple):
    """What counts for telling cards apart: both sides (None: not known) and the name, if known."""

    up: str
    down: str | None
    name: str


def known_of(maze: tuple[Card, ...]) -> tuple[Known, ...]:
    return tuple([Known(card.up, card.down, card.name) for card in maze])


def told_of(maze: tuple[Card, ...]) -> tuple[Known, ...]:
    """The same without what only a simulated table knows."""
    return tuple([Known(card.up, card.down if card.told else None, "" if card.dealt else card.name) for card in maze])


def told_others(state: State, cell: int) -> tuple[str, ...]:
    """The sides that may come up as far as the companion was told, whatever a simulated table knows."""
    found = _others(state.terms.deck, told_of(state.maze), cell)
    return state.terms.deck.sides if found is None else found


def others(state: State, cell: int) -> tuple[str, ...]:
    """The sides that may come up when that card is flipped, in the order of the cards.

    Where the cards on the table are not those of the data, every side there is.
    """
    card = state.maze[cell]
    if card.down is not None:
        return (card.down,)
    if card.name:
        return state.terms.deck.sides
    found = _others(state.terms.deck, known_of(state.maze), cell)
    return state.terms.deck.sides if found is None else found


def may_show(state: State, cell: int, side: str) -> bool:
    """Whether that side may come up there; where nothing is known, anything that can be printed on a card."""
    card = state.maze[cell]
    if card.down is not None:
        return side == card.down
    found = None if card.name else _others(state.terms.deck, known_of(state.maze), cell)
    return is_side(side) if found is None else side in found


def may_be(deck: Deck, maze: tuple[Card, ...], cell: int, side: str) -> bool:
    """Whether the card in that cell may have that side below, as far as the cards of the data tell."""
    card = maze[cell]
    if card.down is not None:
        return side == card.down
    found = deck.sides if card.name else _others(deck, known_of(maze), cell)
    return found is not None and side in found


@lru_cache(maxsize=4096)
def _others(deck: Deck, maze: tuple[Known, ...], cell: int) -> tuple[str, ...] | None:
    """The other sides that leave a card for every cell; None where there is none for some cell anyway."""
    if not assigned(deck, maze):
        return None
    found: dict[str, None] = {}
    for name, both in deck.cards.items():
        for face in (0, 1):
            if both[face] in (maze[cell].up, UNKNOWN):
                with_name = (*maze[:cell], maze[cell]._replace(name=name), *maze[cell + 1 :])
                if _bears(maze[cell], both) and assigned(deck, with_name):
                    found |= dict.fromkeys(deck.sides if both[1 - face] == UNKNOWN else (both[1 - face],))
    return tuple(side for side in deck.sides if side in found)


@lru_cache(maxsize=16384)
def assigned(deck: Deck, maze: tuple[Known, ...]) -> tuple[str, ...]:
    """A card for every cell, each card once; nothing when there are not enough of the right ones."""
    holder: dict[str, int] = {}
    fitting = [tuple(name for name, both in deck.cards.items() if _fits(known, name, both)) for known in maze]
    for cell in range(len(maze)):
        if not _give(cell, fitting, holder, set()):
            return ()
    name_of = {cell: name for name, cell in holder.items()}
    return tuple(name_of[cell] for cell in range(len(maze)))


def _give(cell: int, fitting: list[tuple[str, ...]], holder: dict[str, int], tried: set[str]) -> bool:
    """Finds a card for a cell; cells served before may have to take another one (augmenting paths)."""
    for name in fitting[cell]:
        if name not in tried:
            tried.add(name)
            if name not in holder or _give(holder[name], fitting, holder, tried):
                holder[name] = cell
                return True
    return False


def _fits(known: Known, name: str, both: tuple[str, str]) -> bool:
    if known.name:
        return known.name == name
    return _bears(known, both)


def _bears(known: Known, both: tuple[str, str]) -> bool:
    """Whether a card with these two sides can look so."""
    return any(
        up in (known.up, UNKNOWN) and (known.down is None or down in (known.down, UNKNOWN))
        for up, down in (both, both[::-1])
    )
