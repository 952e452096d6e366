"""Cards in the fields of a position: display, kept cards, looks, piles, and what a simulated table knows."""

from __future__ import annotations

import re

from companion.games.alles_kaese.fields import Word
from companion.games.alles_kaese.read_terms import seat_of
from companion.games.alles_kaese.state import LAST_TRAP, SLOTS, State, Terms, card, traps


def read_display(word: Word | None) -> tuple[int, ...]:
    """Six values, `-` for a gap; at most one gap."""
    if word is None:
        Word("").bad("the display is missing; write the six values, such as display: 351622")
    if not re.fullmatch(r"[1-6-]{6}", word.text):
        word.bad("the display is six values from 1 to 6 without blanks, - for a gap")
    if word.text.count("-") > 1:
        word.bad("two gaps cannot be: a gap is filled before the next card is taken")
    return tuple(0 if value == "-" else int(value) for value in word.text)


def read_kept(word: Word | None, terms: Terms) -> tuple[tuple[int, ...], ...]:
    """Everybody's kept cards in order: `A=c3,t2 C=-`."""
    kept: list[tuple[int, ...]] = [()] * len(terms.players)
    for key, value in word.pairs() if word else ():
        kept[seat_of(key, terms)] = tuple(_card(item) for item in value.words(r"[^,]+"))
    for seat, cards in enumerate(kept):
        if word is not None and traps(cards) > LAST_TRAP:
            word.bad(f"{terms.players[seat]} has {traps(cards)} traps; the third ends the game")
    return tuple(kept)


def _card(word: Word) -> int:
    if not re.fullmatch("[ct][1-6]", word.text):
        word.bad("a kept card is its front and value: c3 cheese, t2 a trap")
    return card(int(word.text[1]), word.text[0])


def _slot(word: Word) -> int:
    if not re.fullmatch("D[1-6]", word.text):
        word.bad("a place on display is D1 to D6")
    return int(word.text[1]) - 1


def read_peeked(word: Word | None, terms: Terms, display: tuple[int, ...]) -> tuple[int, ...]:
    """Who has looked where, as bits of seats: `D3=B D4=A,B`."""
    peeked = [0] * SLOTS
    for key, value in word.pairs() if word else ():
        slot = _slot(key)
        if not display[slot]:
            key.bad("no card lies there that anybody could have looked at")
        for name in value.words(r"[^,]+"):
            peeked[slot] |= 1 << seat_of(name, terms)
    return tuple(peeked)


def read_pile(word: Word | None) -> tuple[int, ...]:
    """The values of a pile from the bottom up, `?` where one is not known; blanks and commas between them are allowed."""
    found = []
    for item in word.words(r"[^\s,]") if word else ():
        if not re.fullmatch("[1-6?]", item.text):
            item.bad("a discarded card is its value from 1 to 6, or ? where nobody knows it")
        found.append(0 if item.text == "?" else int(item.text))
    return tuple(found)


def read_fronts(word: Word | None, state: State) -> State:
    """What lies under the display, where a simulated table knows it: `c` or `t` for each slot, `?` for not known."""
    if word is None:
        return state
    if not re.fullmatch("[ct?-]{6}", word.text):
        word.bad("the fronts of the display are six letters c or t, ? for not known and - for a gap")
    return state._replace(fronts=tuple("" if front in "?-" else front for front in word.text))


def read_stock(word: Word | None, state: State) -> State:
    """The supply from its top, where a simulated table knows it: `4c 6t`."""
    if word is None:
        return state
    items = word.words()
    for item in items:
        if not re.fullmatch("[1-6][ct]", item.text):
            item.bad("a card of the supply is its value and front: 4c, 6t")
    if len(items) != state.supply:
        word.bad(f"{len(items)} cards are listed; the supply has {state.supply}")
    if items and state.top > 0 and int(items[0].text[0]) != state.top:
        items[0].bad(f"the top of the supply shows {state.top}")
    return state._replace(stock=tuple(card(int(item.text[0]), item.text[1]) for item in items))
