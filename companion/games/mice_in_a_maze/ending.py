"""When a game ends: all delivered, a frozen maze nobody can deliver in, repetition, a round in which nothing moves (RB End)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.mice_in_a_maze.follow import Path, follow, other_end
from companion.games.mice_in_a_maze.geometry import EXITS, HAND, Spot
from companion.games.mice_in_a_maze.move import allowed_exits
from companion.games.mice_in_a_maze.state import CHEESES, Key, Loose, Mouse, State, is_frozen

Node = tuple[Spot, bool, bool]
"""A place, whether a cheese is carried, whether the Chamber has one."""


def deliverable(state: State) -> bool:
    """Whether any mouse may still bring a cheese to a nest of a frozen maze; optimistic, one mouse at a time (R54)."""
    return any(_can_deliver(state, number) for number in range(len(state.mice)))


def _can_deliver(state: State, number: int) -> bool:
    mouse = state.mice[number]
    if mouse.spot.kind == "tile":
        # Still under way: decided when it has arrived, or never moves again.
        return follow(state.tiles, state.terms.nests, mouse.spot).end != "loop"
    carried = any(other.cargo and other.spot.kind == "exit" for place, other in enumerate(state.mice) if place != number)
    todo: list[Node] = [(mouse.spot, mouse.cargo, state.pile > 0 or carried)]
    done = set(todo)
    while todo:
        following = _successors(state, *todo.pop())
        if following is None:
            return True
        fresh = [node for node in following if node not in done]
        done.update(fresh)
        todo += fresh
    return False


def _successors(state: State, spot: Spot, cargo: bool, available: bool) -> list[Node] | None:
    """What can follow; None when a cheese is delivered."""
    if spot == HAND:
        return [(port, False, available) for nest in state.terms.nests.all for port in nest.ports]
    path = follow(state.tiles, state.terms.nests, spot)
    cargo = cargo or any(Loose(step.cell, step.segment) in state.loose for step in path.steps)
    if path.end == "nest" and path.port is not None:
        nest = state.terms.nests.all[state.terms.nests.by_port[path.port]]
        return None if cargo else [(nest.leaving(path.port), False, available)]
    if path.end == "out":
        return _left(state, spot, path, cargo, available)
    if path.end == "chamber":
        return [(EXITS[edge], cargo or available, available) for edge in allowed_exits(state, path.edge)]
    return []


def _left(state: State, spot: Spot, path: Path, cargo: bool, available: bool) -> list[Node]:
    if state.terms.options.edge == "turn-around":
        last = Spot("tile", path.steps[-1].cell, path.steps[-1].exit) if path.steps else spot
        return [(other_end(state.tiles, last), cargo, available)]
    return [(HAND, False, available or cargo)]


def position_key(state: State) -> Key:
    """What must be the same for a frozen position to count as repeated (R56); `turn` is the next mouse."""
    mice = tuple(Mouse(mouse.spot, mouse.cargo) for mouse in state.mice)
    return (state.turn, mice, state.pile, state.loose)


def why_over(state: State) -> str | None:
    """Why a game that stands at the start of a turn is over: `all`, `frozen`, `repeat`, `stuck`, or not at all."""
    if len(state.deliveries) >= CHEESES:
        return "all"
    if is_frozen(state):
        if not deliverable(state):
            return "frozen"
        if state.seen.count(position_key(state)) >= state.terms.options.repeats:
            return "repeat"
    return "stuck" if state.idle >= len(state.terms.order) else None


def end_turn(state: State) -> State:
    """The next mouse in turn, or the end of the game."""
    state = replace(
        state,
        turn=(state.turn + 1) % len(state.terms.order),
        step=1, placed=-1, stirred=False,
        idle=0 if state.stirred else state.idle + 1,
        number=state.number + 1,
    )  # fmt: skip
    return settle(state)


def settle(state: State) -> State:
    """Note the position of a frozen maze and whether the game is over; for a state at the start of a turn."""
    if is_frozen(state):
        state = replace(state, seen=(*state.seen, position_key(state)))
    ended = why_over(state)
    return replace(state, ended=ended) if ended else state
