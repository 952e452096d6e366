"""How well a position looks for a player: a rough judgement for simulated players, never used by the judge."""

from __future__ import annotations

from companion.games.librande_maze.board import NONE, SIZE
from companion.games.librande_maze.halls import steps
from companion.games.librande_maze.score import TEAMS
from companion.games.librande_maze.state import OK, State

_TREASURE = 10.0
_CARD = 0.6
_NEAR = 4.0
_BESIDE_DRAGON = 1.5
_IN_DRAGON = 6.0
_FAR = 8
_POINT = 0.05


def promise(state: State, seat: str) -> float:
    """The larger, the better for that seat: treasures, cards, the way to the next treasure, the Dragon's distance."""
    mates = next((team for team in TEAMS if state.terms.teams and seat in team), (seat,))
    value = _POINT * state.ap if state.seat == seat else 0.0
    for player, other in enumerate(state.terms.seats):
        sign = 1.0 if other in mates else -1.0 / max(1, len(state.terms.seats) - len(mates))
        value += sign * (_TREASURE * state.piles[player] + _CARD * len(state.hands[player]))
        value += sign * _standing(state, player) if other in mates else 0.0
        value -= sign * 2.0 * state.lost[player]
    return value


def _standing(state: State, player: int) -> float:
    """How a character stands: steps to the nearest treasure, and danger."""
    space = state.spaces[player]
    if space == NONE or state.status[player] != OK:
        return 0.0
    value = _NEAR / (1 + _steps_to_treasure(state, space))
    away = abs(space // 5 // SIZE - state.dragon // SIZE) + abs(space // 5 % SIZE - state.dragon % SIZE)
    if away == 0 and "dragon-immune" not in state.terms.powers[player]:
        return value - _IN_DRAGON
    return value - (_BESIDE_DRAGON if away == 1 else 0.0)


def _steps_to_treasure(state: State, start: int) -> int:
    """Steps to the nearest treasure, at most `_FAR`."""
    seen, edge = {start}, [start]
    wanted = set(state.treasure)
    for number in range(_FAR):
        if wanted & set(edge):
            return number
        edge = [to for space in edge for to in steps(state, space) if to not in seen and not seen.add(to)]  # type: ignore[func-returns-value]
    return _FAR
