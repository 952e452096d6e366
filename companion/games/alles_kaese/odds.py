"""How likely a trap is, as far as everybody can work it out: from the table of traps and the cards that have been turned over."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from companion.games.alles_kaese.cards import CARDS, COPIES, TRAPS
from companion.games.alles_kaese.state import State, revealed

_NAMES = {1: "one hole", 2: "two holes", 3: "three holes", 4: "four holes", 5: "five holes", 6: "six holes"}


def left(state: State, value: int) -> tuple[int, int] | None:
    """(traps, cards) of that value among those never turned over; None where nobody can know the traps.

    That is so without a table, and where more cards were turned over than the table has: then it is not this deck's.
    """
    table = state.terms.table
    if table is None:
        return None
    shown = [code & 1 for cards in state.kept for code in cards if code >> 1 == value]
    traps, cards = table[value - 1] - sum(shown), COPIES - len(shown)
    return (traps, cards) if 0 <= traps <= cards else None


def chance(state: State, value: int) -> Fraction:
    """The chance that a card of that value is a trap, over all cards where the table does not help; never None."""
    found = left(state, value)
    if found is None or not found[1]:
        found = (TRAPS - revealed(state, "t"), CARDS - sum(map(len, state.kept)))
    return Fraction(found[0], found[1]) if found[1] else Fraction(1, 2)


def notes(state: State) -> Iterator[str]:
    """What may be said about the cards on display: counts of the table, minus what everybody has seen turned over."""
    if state.terms.table is None:
        traps, cards = TRAPS - revealed(state, "t"), CARDS - sum(map(len, state.kept))
        yield f"Of the {cards} cards not yet turned over, {traps} are traps."
        return
    for value in sorted(set(state.display) - {0}):
        found = left(state, value)
        if found is None:
            yield f"The cards with {_NAMES[value]} do not fit the table of traps: no odds."
        elif found[1] > 0:
            yield f"{_NAMES[value].capitalize()}: {found[0]} of the {found[1]} cards not yet turned over are traps."
