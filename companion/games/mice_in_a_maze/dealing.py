"""What lies face down, for tables where somebody must know it: a simulated table deals the tiles nobody has seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.mice_in_a_maze.geometry import FACE_DOWN
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.tiles import TILES


def deck(state: State) -> tuple[str, ...]:
    """The codes of all tiles that are not known to lie anywhere, in the order of the table of tiles."""
    known = {tile.code for tile in state.tiles} | {hand.code for hand in state.hands}
    return tuple(code for code in TILES if code not in known)


def deal(state: State, order: Sequence[str]) -> State:
    """The state with every unknown tile taken from `order`: face-down cells in reading order, then the hand tiles.

    ValueError when `order` holds fewer tiles than are unknown.
    """
    unknown = sum(tile.shape == FACE_DOWN and tile.code is None for tile in state.tiles)
    unknown += sum(hand.code is None for hand in state.hands)
    if len(order) < unknown:
        raise ValueError(f"dealing: {len(order)} tiles for {unknown} places; hand over the whole shuffled deck")
    rest = iter(order)
    tiles = tuple(
        tile._replace(code=next(rest)) if tile.shape == FACE_DOWN and tile.code is None else tile for tile in state.tiles
    )
    hands = tuple(hand if hand.code is not None else hand._replace(code=next(rest)) for hand in state.hands)
    return replace(state, tiles=tiles, hands=hands)
