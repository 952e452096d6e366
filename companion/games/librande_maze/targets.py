"""Who and what a spell or power may be aimed at: players in the maze, in range and not protected."""

from __future__ import annotations

from companion.games.librande_maze.board import NONE
from companion.games.librande_maze.halls import in_range, in_sight, on_tunnel
from companion.games.librande_maze.powers_known import SIGHT, TUNNEL, Part
from companion.games.librande_maze.state import DOWN, OK, REMOVED, State


def player_problem(state: State, caster: int, seat: str) -> str | None:
    """Why that seat cannot be chosen at all: not there, oneself, or not in the maze (R24, R25)."""
    target = state.terms.index.get(seat)
    if target is None:
        return "no-such-target"
    if target == caster:
        return "target-is-self"
    hidden = state.status[target] == DOWN and state.terms.options.recovering_targetable == "no"
    return "target-not-in-maze" if hidden or state.spaces[target] == NONE or state.status[target] == REMOVED else None


def shielded(state: State, caster: int, target: int, does: str, spell: bool = True) -> str | None:
    """Why that player cannot be the target of this spell or power; passive powers need an able owner (R30)."""
    part = state.terms.heroes[target].defence
    if part.does != "untargetable" or state.status[target] != OK:
        return None
    if part.by:
        return "target-intangible" if does in part.by and holds(state, part, caster, target) else None
    if not spell or not holds(state, part, caster, target):
        return None
    return "target-hidden" if part.when == TUNNEL else "target-mind-fog"


def holds(state: State, part: Part, caster: int, target: int) -> bool:
    """Whether the condition of a passive power is fulfilled: the caster in its owner's sight, its owner on a tunnel square."""
    here = state.spaces[target] // 5
    if part.when == TUNNEL:
        return on_tunnel(state, here)
    if part.when == SIGHT:
        return state.spaces[caster] != NONE and in_sight(state.tiles, here, state.spaces[caster] // 5)
    return True


def aim_problem(state: State, caster: int, seat: str, reach: str, does: str, spell: bool = True) -> str | None:
    """Why that player cannot be aimed at, protection included."""
    code = player_problem(state, caster, seat)
    if code is not None:
        return code
    target = state.terms.index[seat]
    if not in_range(state, reach, state.spaces[caster] // 5, state.spaces[target] // 5):
        return "out-of-range"
    return shielded(state, caster, target, does, spell)


def surcharge(state: State, caster: int, target: int) -> int:
    """The action points that a spell aimed at this player costs more."""
    part = state.terms.heroes[target].defence
    counts = part.does == "surcharge" and state.status[target] == OK and holds(state, part, caster, target)
    return part.amount if counts else 0
