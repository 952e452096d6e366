"""How well a position looks for a player: a rough judgement for simulated players, never used by the judge."""

from __future__ import annotations

from companion.games.mice_in_a_maze.follow import Path, follow
from companion.games.mice_in_a_maze.geometry import CHAMBER, FACE_DOWN, SIDE
from companion.games.mice_in_a_maze.score import halves, totals
from companion.games.mice_in_a_maze.state import Delivery, Loose, Mouse, Player, State, off_table

_POINT = 12.0
_ON_THE_WAY = 4.0
_CHAMBER_AHEAD = 3.0
_STEP_CLOSER = 0.35
_LOST = 2.5
_OPENED = 0.15


def promise(state: State, seat: str) -> float:
    """The larger, the better for that seat: points, cheeses under way, own mice that get closer to what they need."""
    player = next(player for player in state.terms.players if player.id == seat)
    value = 0.0
    for other in state.terms.players:
        value += totals(state, other)[0] * (_POINT if other is player else -_POINT / 4)
    value += _OPENED * sum(tile.shape != FACE_DOWN for tile in state.tiles)
    for number, mouse in enumerate(state.mice):
        own = state.terms.players[state.terms.player_of[number]] is player
        value += _mouse(state, player, mouse, own)
    return value


def _mouse(state: State, player: Player, mouse: Mouse, own: bool) -> float:
    if off_table(mouse):
        return -_LOST if own else 0.0
    path = follow(state.tiles, state.terms.nests, mouse.spot)
    loaded = mouse.cargo or any(Loose(step.cell, step.segment) in state.loose for step in path.steps)
    value = _delivery(state, player, path) if path.end == "nest" and loaded else 0.0
    if not own:
        return value
    if path.end == "chamber" and not loaded and state.pile:
        value += _CHAMBER_AHEAD
    elif path.end in ("out", "loop"):
        value -= _LOST * (2 if loaded else 1)
    elif path.end == "wall":
        value -= _STEP_CLOSER * _far(state, player, path.cell, loaded)
    return value


def _delivery(state: State, player: Player, path: Path) -> float:
    """What a cheese delivered there would be worth to that player, against the others."""
    assert path.port is not None
    item = Delivery(state.terms.nests.by_port[path.port], 1 if len(state.deliveries) < 4 else 2)
    mine = halves(state, player, item) / 2
    theirs = sum(halves(state, other, item) for other in state.terms.players if other is not player) / 2
    return _ON_THE_WAY * (mine - 0.5 * theirs)


def _far(state: State, player: Player, cell: int, loaded: bool) -> int:
    """Cells from `cell` to the nearest nest that scores, or to the Chamber when there is nothing to bring home."""
    goals = [CHAMBER]
    if loaded:
        nests = [nest for nest in state.terms.nests.all if set(nest.colours) & set(player.scores)]
        goals = [port.cell for nest in nests for port in nest.ports]
    return min(abs(cell // SIDE - goal // SIDE) + abs(cell % SIDE - goal % SIDE) for goal in goals)
