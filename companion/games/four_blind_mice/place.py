"""Where pieces may be placed: coins and mice at the start (SETUP), coins put back or drawn later (VAR, END)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.four_blind_mice.cells import CELLS, INNER, NEIGHBOURS
from companion.games.four_blind_mice.slides import NOBODY
from companion.games.four_blind_mice.state import COINS, MICE, State


def coins_placed(state: State) -> bool:
    """Whether all coins lie there, so that mice follow."""
    return len(state.covered) == COINS


def coin_cells(state: State) -> tuple[int, ...]:
    """The cells for a coin: inside, free, not beside a covered coin; one put back not where it came from."""
    coins = [coin.cell for coin in state.covered]
    taken = {*coins, *state.mice, state.target}
    return _free(taken, _beside(coins))


def mouse_cells(state: State) -> tuple[int, ...]:
    """The cells for the next mouse: not beside coin or mouse; where there is none, beside coins; where there is none, inside."""
    coins, mice = [coin.cell for coin in state.covered], [cell for cell in state.mice if cell != NOBODY]
    taken, beside_mice = {*coins, *mice}, _beside(mice)
    if state.terms.options.mouse_adjacency != "mice_only":
        cells = _free(taken, beside_mice | _beside(coins))
        if cells or state.terms.options.redo_setup == "on":
            return cells
    return _free(taken, beside_mice) or (() if state.terms.options.redo_setup == "on" else _free(taken, set()))


def _beside(cells: Iterable[int]) -> set[int]:
    return {other for cell in cells for other in NEIGHBOURS[cell]}


def _free(taken: set[int], beside: set[int]) -> tuple[int, ...]:
    return tuple(cell for cell in INNER if cell not in taken and cell not in beside)


def cell_code(state: State, cell: int, lawful: tuple[int, ...], taken: set[int]) -> str | None:
    """Why nothing may be placed on that cell; None when it may."""
    assert 0 <= cell < CELLS
    if cell not in INNER:
        return "on-edge"
    if cell in taken:
        return "occupied"
    return None if cell in lawful else "adjacent"


def next_values(state: State) -> tuple[str, ...]:
    """The values of which a coin is still to be placed; empty stands for one that nobody says."""
    return ("", *(value for value in "A0" if sum(coin.value == value for coin in state.covered) < len(MICE)))


def next_mice(state: State) -> tuple[int, ...]:
    """The mice of which one may be placed next, in the order R K G B."""
    left = tuple(mouse for mouse in range(len(MICE)) if state.mice[mouse] == NOBODY)
    order = state.terms.options.fixed_order
    if not order:
        return left
    placed = len(MICE) - len(left)
    return tuple(mouse for mouse in left if mouse == MICE.index(order[placed]))
