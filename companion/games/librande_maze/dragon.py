"""The Dragon: its moves with what it takes along, and its attacks."""

from __future__ import annotations

from collections import Counter
from itertools import product

from companion.games.librande_maze.actions import DragonMove
from companion.games.librande_maze.board import BESIDE, CORNERS, NONE
from companion.games.librande_maze.halls import dragon_steps, passage
from companion.games.librande_maze.state import FROZEN, OK, REMOVED, State, Trace, changed, done
from companion.games.librande_maze.tiles import OWNER
from companion.games.librande_maze.treasures import moved
from companion.games.librande_maze.undo import dragon_banned

LOST_TURNS = 2
"""The turns lost to an attack."""


def loads_named(state: State, action: DragonMove) -> tuple[tuple[int, int], ...] | None:
    """What is taken along as (space, number); None where it is not there or does not say which half."""
    lying = Counter(space for space in state.treasure if space // 5 == state.dragon)
    found: Counter[int] = Counter()
    for side, number in action.load:
        space = 5 * state.dragon + side
        if side == 0 and len(lying) == 1:
            space = next(iter(lying))
        found[space] += number
    if any(number > lying[space] or number < 1 for space, number in found.items()):
        return None
    return tuple(found.items())


def step_problem(state: State, action: DragonMove, cost: int = 1, counts: bool = True) -> str | None:
    """Why the Dragon cannot go there; `counts`: it is the turn's one Dragon move."""
    here = state.dragon
    if counts and state.dragon_moved:
        return "dragon-moved-twice"
    if action.to not in BESIDE[here] or action.to == NONE:
        return "dragon-not-adjacent"
    if passage(state.tiles, here, BESIDE[here].index(action.to)) == NONE:
        return "dragon-blocked-by-wall"
    if action.to in CORNERS:
        return "dragon-home-corner"
    if dragon_banned(state, action.to):
        return "undo-dragon"
    if action.load and loads_named(state, action) is None:
        return "carry-no-treasure"
    return "not-enough-action-points" if state.ap < cost else None


def step(state: State, action: DragonMove, cost: int = 1, counts: bool = True, free: bool = False) -> State:
    """The state after a step of the Dragon; what it takes along goes to the half that owns the entrance."""
    treasure = state.treasure
    if action.load:
        direction = BESIDE[state.dragon].index(action.to)
        entrance = 5 * action.to + OWNER[state.tiles[action.to]][direction ^ 2]
        for space, number in loads_named(state, action) or ():
            treasure = moved(treasure, space, entrance, number)
    after = done(
        state, dragon=action.to, treasure=treasure, ap=state.ap - cost, dragon_moved=state.dragon_moved or counts,
        free_used=state.free_used or free, last=Trace("dragon", start=state.dragon, end=action.to),
    )  # fmt: skip
    return contact(after)


def step_actions(state: State, cost: int = 1, counts: bool = True) -> list[DragonMove]:
    """All steps of the Dragon with everything it could take along."""
    if state.ap < cost or (counts and state.dragon_moved):
        return []
    lying = Counter(space % 5 for space in state.treasure if space // 5 == state.dragon)
    loads: list[tuple[tuple[int, int], ...]] = [()]
    if lying:
        sides = sorted(lying)
        numbers = product(*(range(lying[side] + 1) for side in sides))
        loads = [tuple((side, n) for side, n in zip(sides, some, strict=True) if n) for some in numbers]
    ends = [end for end in sorted(dragon_steps(state.tiles, state.dragon)) if state.ban is None or not dragon_banned(state, end)]
    return [DragonMove(end, load) for end in ends for load in loads]


# Attacks --------------------------------------------------------------------------------------------------------------


def attacked(state: State, square: int) -> tuple[int, ...]:
    """The players a Dragon in that square attacks: everybody there, in either half, but an able Druid."""
    return tuple(
        player
        for player, space in enumerate(state.spaces)
        if space // 5 == square
        and space != NONE
        and not (state.status[player] == OK and "dragon-immune" in state.terms.powers[player])
    )


def attack(state: State, players: tuple[int, ...]) -> State:
    """The state with these players taken off the board for two lost turns; one attacked in the own turn can but end it."""
    if not players:
        return state
    spaces, status, lost = list(state.spaces), list(state.status), list(state.lost)
    for player in players:
        more = lost[player] if status[player] == FROZEN and state.terms.options.freeze_plus_attack == "add" else 0
        spaces[player], status[player], lost[player] = NONE, REMOVED, LOST_TURNS + more
    ap = 0 if state.turn in players else state.ap
    return changed(state, spaces=tuple(spaces), status=tuple(status), lost=tuple(lost), ap=ap)


def contact(state: State) -> State:
    """The state after a Dragon move has ended: with the option `dragon-attack=on-contact` it attacks at once (R22)."""
    if state.terms.options.dragon_attack != "on-contact":
        return state
    return attack(state, attacked(state, state.dragon))
