"""What the table must look like: coins with the side that shows, mice, coins beside the board."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.scene import PieceAt, Scene
from companion.games.four_blind_mice.cells import PLACES
from companion.games.four_blind_mice.slides import NOBODY
from companion.games.four_blind_mice.state import MICE, REPLACE, State
from companion.games.four_blind_mice.words import OUT, SUIT_FACES, VALUE_FACES, WON, mouse_kind


def scene(state: State) -> Scene:
    """The scene of a state; the suit of a covered coin is never in it, and a face that nobody has told is None."""
    return Scene((), (*_coins(state), *_mice(state), *_beside(state)))


def suit_face(suit: str) -> str | None:
    """The face of a coin that shows its suit."""
    return SUIT_FACES[MICE.index(suit)] if suit else None


def _coins(state: State) -> Iterator[PieceAt]:
    for coin in state.covered:
        yield PieceAt("coin", PLACES[coin.cell], face=VALUE_FACES.get(coin.value))
    if state.puzzle is not None and state.phase != REPLACE:
        target = state.puzzle.target
        # While it is being turned over it still shows its value.
        face = suit_face(target.suit) if target.suit else VALUE_FACES.get(target.value)
        yield PieceAt("coin", PLACES[target.cell], face=face)


def _mice(state: State) -> Iterator[PieceAt]:
    target = NOBODY if state.phase == REPLACE else state.target
    for mouse, cell in enumerate(state.mice):
        if cell != NOBODY:
            yield PieceAt(mouse_kind(mouse), PLACES[cell], on="coin" if cell == target else None)


def _beside(state: State) -> Iterator[PieceAt]:
    # In the order of the suits: nobody can see in which order they came there.
    for suit in sorted(won.suit for won in state.match.won if won.kept):
        yield PieceAt("coin", WON, face=suit_face(suit))
    for suit in sorted(out.suit for out in state.match.out):
        yield PieceAt("coin", OUT, face=suit_face(suit))
