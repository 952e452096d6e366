"""What the table must look like: coins with the side that shows, mice, coins beside the board."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from companion.core.scene import PieceAt, Scene
from companion.games.four_blind_mice.cells import PLACES
from companion.games.four_blind_mice.slides import NOBODY, Four
from companion.games.four_blind_mice.state import MICE, REPLACE, Coin, Out, State, Target, Won
from companion.games.four_blind_mice.words import OUT, SUIT_FACES, VALUE_FACES, WON, mouse_kind


def scene(state: State) -> Scene:
    """The scene of a state; the suit of a covered coin is never in it, and a face that nobody has told is None."""
    puzzle, replaced = state.puzzle, state.phase == REPLACE
    lying = puzzle.target if puzzle is not None and not replaced else None
    won, out = state.match.won, state.match.out
    return Scene((), _pieces(state.covered, lying, state.mice, NOBODY if replaced else state.target, won, out))


@lru_cache(maxsize=1024)
def _pieces(
    covered: tuple[Coin, ...], lying: Target | None, mice: Four, target: int, won: tuple[Won, ...], out: tuple[Out, ...]
) -> tuple[PieceAt, ...]:
    return (*_coins(covered, lying), *_mice(mice, target), *_beside(won, out))


def suit_face(suit: str) -> str | None:
    """The face of a coin that shows its suit."""
    return SUIT_FACES[MICE.index(suit)] if suit else None


@lru_cache(maxsize=256)
def _coins(covered: tuple[Coin, ...], lying: Target | None) -> tuple[PieceAt, ...]:
    coins = [PieceAt("coin", PLACES[coin.cell], face=VALUE_FACES.get(coin.value)) for coin in covered]
    if lying is not None:
        # While it is being turned over it still shows its value.
        face = suit_face(lying.suit) if lying.suit else VALUE_FACES.get(lying.value)
        coins.append(PieceAt("coin", PLACES[lying.cell], face=face))
    return tuple(coins)


def _mice(mice: Four, target: int) -> Iterator[PieceAt]:
    for mouse, cell in enumerate(mice):
        if cell != NOBODY:
            yield _mouse(mouse, cell, cell == target)


@cache
def _mouse(mouse: int, cell: int, on_coin: bool) -> PieceAt:
    return PieceAt(mouse_kind(mouse), PLACES[cell], on="coin" if on_coin else None)


@lru_cache(maxsize=256)
def _beside(won: tuple[Won, ...], out: tuple[Out, ...]) -> tuple[PieceAt, ...]:
    # In the order of the suits: nobody can see in which order they came there.
    mine = [PieceAt("coin", WON, face=suit_face(suit)) for suit in sorted(one.suit for one in won if one.kept)]
    return (*mine, *[PieceAt("coin", OUT, face=suit_face(suit)) for suit in sorted(one.suit for one in out)])
