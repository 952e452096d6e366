"""What is wrong with a piece that was placed or a coin that was turned over."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.four_blind_mice.actions import By, PlaceCoin, PlaceMouse, Uncover
from companion.games.four_blind_mice.place import cell_code, coin_cells, coins_placed, mouse_cells, next_mice, next_values
from companion.games.four_blind_mice.state import DEMO, DRAWN, PLACE, REPLACE, REVEAL, UNCOVER, State
from companion.games.four_blind_mice.suits import suits_possible


def coin_codes(state: State, action: PlaceCoin) -> Iterator[str]:
    """A coin that was put down."""
    if state.phase not in (PLACE, REPLACE, DRAWN):
        yield "coin-moved"
        return
    taken = {*(coin.cell for coin in state.covered), *state.mice, state.target}
    code = cell_code(state, action.cell, coin_cells(state), taken)
    if code:
        yield code
    if state.phase == PLACE and (coins_placed(state) or action.value not in next_values(state)):
        yield "wrong-piece"
    came = state.puzzle.target.value if state.phase == REPLACE and state.puzzle is not None else ""
    if came and action.value not in ("", came):
        yield "coin-moved"


def mouse_codes(state: State, action: PlaceMouse) -> Iterator[str]:
    """A mouse that was put down."""
    if state.phase != PLACE:
        yield "diagonal" if state.phase == DEMO else "touched-while-thinking"
        return
    taken = {*(coin.cell for coin in state.covered), *state.mice}
    code = cell_code(state, action.cell, mouse_cells(state), taken)
    if code:
        yield code
    if not coins_placed(state) or action.mouse not in next_mice(state):
        yield "wrong-piece"


def uncover_codes(state: State, action: Uncover) -> Iterator[str]:
    """A coin that was turned over."""
    if state.phase == PLACE:
        yield "suit-looked-at"
    elif state.phase == UNCOVER:
        yield from _uncover_now(state, action)
    elif state.phase == REVEAL:
        if action.cell != state.target or not action.suit:
            yield "second-uncover"
        elif action.suit not in suits_possible(state, action.cell):
            yield "coin-moved"
    else:
        yield "second-uncover"


def _uncover_now(state: State, action: Uncover) -> Iterator[str]:
    if all(coin.cell != action.cell for coin in state.covered):
        yield "coin-moved"
        return
    if action.cell == state.match.fresh and len(state.covered) > 1:
        yield "fresh-cheese"
    if action.suit and action.suit not in suits_possible(state, action.cell):
        yield "coin-moved"


def owner_code(state: State, action: By) -> Iterator[str]:
    """Whether it was another player's business."""
    if action.player in owners(state):
        return
    if isinstance(action.action, Uncover) and state.phase in (UNCOVER, REVEAL):
        yield "not-your-uncover"
    elif isinstance(action.action, PlaceCoin | PlaceMouse) and state.phase in (PLACE, REPLACE, DRAWN):
        yield "placed-out-of-turn"


def owners(state: State) -> tuple[str, ...]:
    """The players who may place or uncover now."""
    players = state.terms.players
    if state.phase == REPLACE and state.demo is not None:
        return (players[state.demo.player],)
    if state.phase == DRAWN and state.terms.options.final_coin == "owner_places":
        return tuple(players[player] for player in sorted({won.player for won in state.match.won})) or (players[state.turn],)
    return (players[state.turn],)
