"""Which suits a covered coin can have, from what everybody has seen: each suit has one Ace and one Null."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.four_blind_mice.state import MICE, State

UNKNOWN = "?"


def suits_possible(state: State, cell: int) -> tuple[str, ...]:
    """The suits that the coin on that cell may show; all four where what was seen cannot be true."""
    value, suit = _coin_at(state, cell)
    if suit:
        return (suit,)
    seen = seen_faces(state)
    others = [coin.value for coin in state.covered if coin.cell != cell and not coin.suit]
    fits = tuple(mouse for mouse in MICE if _is_consistent([*seen, (value or UNKNOWN) + mouse], others))
    return fits or tuple(MICE)


def _coin_at(state: State, cell: int) -> tuple[str, str]:
    if state.puzzle is not None and state.puzzle.target.cell == cell:
        return state.puzzle.target.value, state.puzzle.hidden
    coin = next(coin for coin in state.covered if coin.cell == cell)
    return coin.value, coin.suit


def seen_faces(state: State) -> list[str]:
    """Coins whose suit everybody, or whoever dealt, knows: value and suit, `?` for a value nobody knows."""
    match, puzzle = state.match, state.puzzle
    coins = [(won.value, won.suit) for won in match.won if won.kept] + list(match.out)
    coins += [(coin.value, coin.suit) for coin in state.covered]
    if puzzle is not None:
        coins.append((puzzle.target.value, puzzle.target.suit or puzzle.hidden))
    return [(value or UNKNOWN) + suit for value, suit in coins if suit]


def _is_consistent(seen: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the faces seen and the values of the coins still covered can belong to one set of coins.

    A suit of which one coin of unknown value was seen may lack its Ace or its Null; what matters is how many of each are left.
    """
    left, free = {"A": len(MICE), "0": len(MICE)}, 0
    for suit in MICE:
        values = [face[0] for face in seen if face[1] == suit]
        known = [value for value in values if value != UNKNOWN]
        if len(values) > len(left) or len(set(known)) < len(known):
            return False
        if values == [UNKNOWN]:
            free += 1
            continue
        for value in left if len(values) == len(left) else known:
            left[value] -= 1
    spare = {value: left[value] - others.count(value) for value in left}
    return min(spare.values()) >= 0 and sum(spare.values()) - free >= others.count("")
