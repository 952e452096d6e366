"""What lies face down and nobody has told the engine: the suits of covered coins, coins not placed yet."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.four_blind_mice.state import COINS, DECK, DRAWN, PLACE, REVEAL, Coin, State
from companion.games.four_blind_mice.suits import seen_faces


def deck(state: State) -> tuple[str, ...]:
    """Value and suit of all coins that may lie face down, in a fixed order; nothing where no suit is hidden any more."""
    if not _is_hidden(state):
        return ()
    known = {*seen_faces(state), *state.match.stock}
    return tuple(face for face in DECK if face not in known)


def _is_hidden(state: State) -> bool:
    """Whether there is a coin, on the board or on its way there, whose suit nobody has told."""
    if any(not coin.suit for coin in state.covered):
        return True
    if state.phase == REVEAL and state.puzzle is not None and not state.puzzle.hidden:
        return True
    return len(state.match.stock) < _waiting(state)


def _waiting(state: State) -> int:
    """How many coins are still to be placed, or may be drawn."""
    return {PLACE: COINS - len(state.covered), DRAWN: COINS}.get(state.phase, 0)


def deal(state: State, order: Sequence[str]) -> State:
    """The state with every unknown suit taken from `order`, a shuffled deck: covered coins by their values, the coin that is
    being turned over, then the coins not placed yet.

    ValueError when `order` holds no coin that fits.
    """
    rest = list(order)
    covered = tuple(coin if coin.suit else _dealt(coin, rest) for coin in state.covered)
    state = state._replace(covered=covered)
    puzzle = state.puzzle
    if state.phase == REVEAL and puzzle is not None and not puzzle.hidden:
        told = _dealt(Coin(puzzle.target.cell, puzzle.target.value), rest)
        state = state._replace(puzzle=puzzle._replace(target=puzzle.target._replace(value=told.value), hidden=told.suit))
    waiting = _waiting(state)
    if len(state.match.stock) < waiting and rest:
        state = state._replace(match=state.match._replace(stock=tuple(rest[:waiting])))
    return state


def _dealt(coin: Coin, rest: list[str]) -> Coin:
    """The coin with value and suit from the first of the rest that fits, which is taken out."""
    face = next((face for face in rest if coin.value in ("", face[0])), None)
    if face is None:
        raise ValueError(f"dealing: no coin of value {coin.value!r} is left in {rest}; hand over the whole shuffled deck")
    rest.remove(face)
    return coin._replace(value=face[0], suit=face[1])
