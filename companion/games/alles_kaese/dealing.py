"""What lies face down, for tables where somebody must know it: a simulated table deals fronts and the order of the supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.alles_kaese.cards import COPIES, TABLES, VALUES
from companion.games.alles_kaese.state import SLOTS, UNSEEN, State, card


def deck(state: State) -> tuple[str, ...]:
    """The cards that are not known to lie anywhere, such as `4t2`: the second unknown trap with four holes."""
    return tuple(_deck(state))


def _deck(state: State) -> Iterator[str]:
    table = state.terms.table or TABLES["default"]
    codes = [code for cards in state.kept for code in cards] + list(state.stock)
    codes += [card(value, front) for value, front in zip(state.display, state.fronts, strict=False) if front]
    for value in VALUES:
        cards = COPIES - codes.count(2 * value) - codes.count(2 * value + 1)
        # A deck with other fronts than the table says is still six cards of each value.
        bad = min(max(table[value - 1] - codes.count(2 * value + 1), 0), cards)
        for front, count in (("c", cards - bad), ("t", bad)):
            yield from (f"{value}{front}{number}" for number in range(1, count + 1))


def deal(state: State, order: Sequence[str]) -> State:
    """The state with what is unknown taken from `order`: fronts of the display, the supply, then the discards.

    A place whose value is known takes the first card of that value.  ValueError when the cards do not reach.
    """
    fronts = list(state.fronts or ("",) * SLOTS)
    bare = [slot for slot, value in enumerate(state.display) if value and not fronts[slot]]
    if not bare and len(state.stock) == state.supply:
        return state
    pile = list(order)
    for slot in bare:
        fronts[slot] = _take(pile, state.display[slot])[1]
    stock = state.stock
    if len(stock) != state.supply:
        stock = _stock(state, pile)
    top = stock[0] >> 1 if state.top == UNSEEN and stock else state.top
    return state._replace(fronts=tuple(fronts), stock=stock, top=top)


def _stock(state: State, pile: list[str]) -> tuple[int, ...]:
    """The supply from its top; cards of values that lie in the discards are kept back."""
    first = [_code(_take(pile, state.top))] if state.top > 0 else []
    for value in state.discard:
        if value:
            _take(pile, value)
    rest = state.supply - len(first)
    if len(pile) < rest:
        raise ValueError(f"dealing: {len(pile)} cards for {rest} places in the supply; hand over the whole shuffled deck")
    return (*first, *map(_code, pile[:rest]))


def _take(pile: list[str], value: int) -> str:
    for place, name in enumerate(pile):
        if name[0] == str(value):
            return pile.pop(place)
    raise ValueError(f"dealing: no card with {value} holes is left for a place that shows one; hand over the whole shuffled deck")


def _code(name: str) -> int:
    return card(int(name[0]), name[1])
