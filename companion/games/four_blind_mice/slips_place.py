"""Slips with coins and in placing: on the edge, touching, too early, looked at, turned twice, moved, left lying."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.scene import Scene
from companion.games.four_blind_mice.actions import PlaceCoin, PlaceMouse, Remove, Uncover
from companion.games.four_blind_mice.cells import CELLS, NAMES, NEIGHBOURS, PLACES
from companion.games.four_blind_mice.place import coin_cells, coins_placed, mouse_cells, next_mice
from companion.games.four_blind_mice.scene import suit_face
from companion.games.four_blind_mice.slides import NOBODY
from companion.games.four_blind_mice.slip_parts import Draft, with_coin, with_mouse, without_coin
from companion.games.four_blind_mice.state import PLACE, REMOVE, REPLACE, THINK, UNCOVER, State
from companion.games.four_blind_mice.suits import suits_possible
from companion.games.four_blind_mice.words import VALUE_FACES

VALUES = ("A", "0")


def place_slips(state: State, base: Scene) -> Iterator[Draft]:
    """A piece put where none may be, or a piece that is not to be placed now."""
    mice_next = state.phase == PLACE and coins_placed(state)
    lawful = mouse_cells(state) if mice_next else coin_cells(state)
    for cell in range(CELLS):
        if cell in lawful or not _is_bare(state, cell):
            continue
        if mice_next:
            yield from (Draft(with_mouse(base, mouse, cell), PlaceMouse(mouse, cell)) for mouse in next_mice(state))
        else:
            yield from (_put(base, cell, value) for value in _values(state))
    for cell in lawful if state.phase == PLACE else ():
        if mice_next:
            yield from (_put(base, cell, value) for value in VALUES)
        else:
            left = [mouse for mouse in range(4) if state.mice[mouse] == NOBODY]
            yield from (Draft(with_mouse(base, mouse, cell), PlaceMouse(mouse, cell)) for mouse in left)


def _put(base: Scene, cell: int, value: str) -> Draft:
    return Draft(with_coin(base, cell, VALUE_FACES[value]), PlaceCoin(cell, value))


def _values(state: State) -> tuple[str, ...]:
    back = state.puzzle.target.value if state.phase == REPLACE and state.puzzle is not None else ""
    return (back,) if back else VALUES


def _is_bare(state: State, cell: int) -> bool:
    return cell not in state.mice and cell != state.target and not state.walls >> cell & 1


def uncover_slips(state: State, base: Scene) -> Iterator[Draft]:
    """A suit looked at while placing, a second coin turned over, the coin turned that was just put back."""
    for coin in state.covered:
        if state.phase == UNCOVER and coin.cell != state.match.fresh:
            continue
        for suit in suits_possible(state, coin.cell)[:4]:
            yield Draft(with_coin(base, coin.cell, suit_face(suit)), Uncover(coin.cell, suit))


def coin_slips(state: State, base: Scene) -> Iterator[Draft]:
    """A coin pushed to another cell or taken away; an unsolved one left lying."""
    for coin in state.covered if state.phase != PLACE else ():
        back = (f"Put the coin back on {NAMES[coin.cell]}.",)
        gone = without_coin(base, coin.cell)
        for cell in (cell for cell in NEIGHBOURS[coin.cell] if _is_bare(state, cell)):
            places = (PLACES[coin.cell], PLACES[cell])
            yield Draft(with_coin(gone, cell, VALUE_FACES.get(coin.value)), None, "coin-moved", back, None, places)
        yield Draft(gone, Remove(coin.cell))
    if state.phase == THINK and state.puzzle is not None and state.puzzle.bids:
        yield Draft(without_coin(base, state.target), Remove(state.target))
    if state.phase == REMOVE:
        words = (f"Take the coin off {NAMES[state.target]}.",)
        yield Draft(base, None, "coin-not-removed", words, None, (PLACES[state.target],))
