"""Which rule an action breaks, the first that fits; none for a lawful one."""

from __future__ import annotations

from collections import Counter

from companion.core.grid import Place
from companion.core.ruling import Ruling
from companion.games.mice_in_a_maze.actions import Action, Bury, By, End, MoveAction, Open, Return, Roll, Rolled, Run, Skip, Stay
from companion.games.mice_in_a_maze.follow import Path, follow, other_end
from companion.games.mice_in_a_maze.geometry import CHAMBER, EXITS, FACE_DOWN, OUT, SEGMENT, Spot
from companion.games.mice_in_a_maze.marbles import roll_ends, rolling
from companion.games.mice_in_a_maze.move import allowed_exits, moves, normal_move, path_ahead, run_ends, trips
from companion.games.mice_in_a_maze.notation import write
from companion.games.mice_in_a_maze.place import Take, identify, takeable
from companion.games.mice_in_a_maze.remedy import remedy
from companion.games.mice_in_a_maze.state import State, is_frozen, occupied_cells, off_table
from companion.games.mice_in_a_maze.violations import violation
from companion.games.mice_in_a_maze.words import action_places, spot_place


def rule(state: State, action: Action) -> Ruling:
    """The judgement of one action: legal, or the one violation that wins and how to put it right."""
    code = violation_code(state, action)
    if code is None:
        return Ruling(write(action))
    found = violation(code, _places(state, action, code))
    return Ruling(write(action), (found,), remedy(state, action, code))


def violation_code(state: State, action: Action) -> str | None:
    """The code of the broken rule that wins; None for a lawful action."""
    if state.ended is not None:
        return "game-over"
    if isinstance(action, End):
        return None if action.why == "agreed" else "end-not-reached"
    if isinstance(action, By):
        return "not-your-turn" if action.mouse != state.letter else violation_code(state, action.action)
    if state.step == 1:
        return _first_step(state, action)
    if state.step == 2:
        return _second_step(state, action)
    return _roll_code(state, action) if isinstance(action, Roll) else "marble-not-moved"


def _first_step(state: State, action: Action) -> str | None:
    if isinstance(action, Open | Bury | Skip | Roll):
        return "place-before-move"
    if off_table(state.mover):
        return _return_code(state, action)
    return _move_code(state, action)


def _second_step(state: State, action: Action) -> str | None:
    if isinstance(action, Open | Bury | Skip):
        return _place_code(state, action)
    # A mouse that ran out in this turn comes back in the next one.
    return "must-leave-maze" if isinstance(action, Return) and off_table(state.mover) else "place-required"


def _places(state: State, action: Action, code: str) -> tuple[Place, ...]:
    if code == "marble-not-moved":
        return tuple(dict.fromkeys(place for item in rolling(state) for place in spot_place(state, item.spot)))
    return action_places(state, action) or spot_place(state, state.mover.spot)


# Step 1 ---------------------------------------------------------------------------------------------------------------


def _return_code(state: State, action: Action) -> str | None:
    if not isinstance(action, Return):
        return "return-required"
    return None if action.to in state.terms.nests.by_port else "return-not-nest"


def _move_code(state: State, action: Action) -> str | None:
    path = path_ahead(state)
    if isinstance(action, Stay):
        if path.end == "loop":
            return None if action.loop else "move-loop"
        if path.blocked:
            return "no-open-path" if action.loop else None
        return "move-required"
    if path.end == "loop":
        return "move-loop"
    if path.blocked:
        return "no-open-path"
    assert isinstance(action, Run | Return)
    if isinstance(action, Return):
        return _end_code(state, path, action.to) or "left-path"
    normal = normal_move(state, action)
    if normal in moves(state):
        return None
    return _end_code(state, path, action.to) or _swap_code(state, path, normal)


def _end_code(state: State, path: Path, to: Spot) -> str | None:
    """What is wrong with the place where the run ended; None when only the cargo can be wrong."""
    ends = {end for trip in trips(state, path) for end in run_ends(state, path, trip)}
    if path.end == "chamber" and to.kind == "exit":
        return _exit_code(state, path, to, ends)
    if to in ends:
        return None
    if to == state.mover.spot:
        return "move-required"
    by_port = state.terms.nests.by_port
    if path.end == "nest" and path.port is not None and by_port.get(to) == by_port[path.port]:
        return "nest-wrong-exit"
    if path.steps and _same_segment_other_end(state, path, to, ends):
        return "nose-wrong"
    return _wrong_place_code(state, path, to)


def _exit_code(state: State, path: Path, to: Spot, ends: set[Spot]) -> str | None:
    if to.facing == path.edge:
        return "chamber-same-exit"
    if to.facing not in allowed_exits(state, path.edge):
        return "chamber-not-opposite"
    return None if to in ends else "frozen-must-deliver"


def _same_segment_other_end(state: State, path: Path, to: Spot, ends: set[Spot]) -> bool:
    """Right end tile and right path, but the nose at the other end of it."""
    if path.end not in ("wall", "out") or to.kind != "tile" or state.tiles[to.cell].shape == FACE_DOWN:
        return False
    return other_end(state.tiles, to) in ends


def _wrong_place_code(state: State, path: Path, to: Spot) -> str:
    leaves = OUT in _plain_ends(state, path)
    for place, step in enumerate(path.steps):
        if to == Spot("tile", step.cell, step.exit):
            return "must-leave-maze" if leaves and place == len(path.steps) - 1 else "stopped-early"
    if to == OUT:
        return "mouse-removed-wrongly"
    if _behind(state, to):
        return "wrong-direction"
    if to in _next_ends(state, path):
        return "past-station"
    return "must-leave-maze" if leaves else "left-path"


def _plain_ends(state: State, path: Path) -> tuple[Spot, ...]:
    return run_ends(state, path, trips(state, path)[0])


def _behind(state: State, to: Spot) -> bool:
    """On the path behind the mouse, its own segment included, or at the end of it."""
    spot = state.mover.spot
    if spot.kind != "tile":
        return False
    back = other_end(state.tiles, spot)
    path = follow(state.tiles, state.terms.nests, back)
    if to == back or to in _arrivals(state, path):
        return True
    if to.kind != "tile":
        return False
    standing = SEGMENT[state.tiles[to.cell].shape][to.facing] if state.tiles[to.cell].shape in SEGMENT else ""
    return any(step.cell == to.cell and step.segment == standing for step in path.steps)


def _arrivals(state: State, path: Path) -> set[Spot]:
    """Every way to stand at the end of a path that ends in a nest or the Chamber."""
    if path.end == "nest" and path.port is not None:
        return set(state.terms.nests.all[state.terms.nests.by_port[path.port]].ports)
    return set(EXITS) if path.end == "chamber" else set()


def _next_ends(state: State, path: Path) -> set[Spot]:
    """Where the next run from the lawful nest or Chamber would end."""
    starts: tuple[Spot, ...] = ()
    if path.end == "nest":
        starts = _plain_ends(state, path)
    elif path.end == "chamber":
        starts = tuple(EXITS[edge] for edge in allowed_exits(state, path.edge))
    ends: set[Spot] = set()
    for start in starts:
        onward = follow(state.tiles, state.terms.nests, start)
        ends |= _arrivals(state, onward)
        if onward.end == "wall" and onward.steps:
            ends.add(Spot("tile", onward.steps[-1].cell, onward.steps[-1].exit))
    return ends


def _swap_code(state: State, path: Path, action: MoveAction) -> str:
    """Right place, wrong partners; or a loaded mouse of a frozen maze that must choose an exit to a nest (R55)."""
    named = action.swaps if isinstance(action, Run) else ()
    found = trips(state, path)
    if any(trip.swaps == named for trip in found):
        return "frozen-must-deliver"
    met = {swap for trip in found for swap in (*trip.swaps, *(one for group in trip.spare for one in group))}
    most = max(len(trip.swaps) + len(trip.spare) for trip in found)
    return "exchange-missed" if set(named) <= met and len(named) <= most else "exchange-not-allowed"


# Step 2 ---------------------------------------------------------------------------------------------------------------


def _place_code(state: State, action: Open | Bury | Skip) -> str | None:
    take = takeable(state)
    if isinstance(action, Skip):
        return None if take.kind == "none" else "place-required"
    if is_frozen(state):
        return "frozen-no-place"
    if action.cell == CHAMBER:
        return "place-chamber"
    return _open_code(state, action, take) if isinstance(action, Open) else _bury_code(state, action, take)


def _open_code(state: State, action: Open, take: Take) -> str | None:
    face_down = state.tiles[action.cell].shape == FACE_DOWN
    if action.cell in occupied_cells(state):
        return "place-occupied"
    if take.kind in ("near", "anywhere") and action.cell in take.cells:
        return None if identify(state, action) else "foreign-tile"
    if state.hand.up and not face_down:
        return "must-take-hidden"
    return "fallback-face-up" if take.kind == "fallback" and face_down else "place-off-path"


def _bury_code(state: State, action: Bury, take: Take) -> str | None:
    face_down = state.tiles[action.cell].shape == FACE_DOWN
    if take.kind != "fallback":
        lawful = take.kind in ("near", "anywhere") and action.cell in take.cells
        return "place-face-down" if face_down and lawful else "fallback-not-allowed"
    if not face_down:
        return "must-take-hidden"
    return "place-occupied" if action.cell in occupied_cells(state) else None


# Step 3 ---------------------------------------------------------------------------------------------------------------


def _roll_code(state: State, action: Roll) -> str | None:
    going = rolling(state)
    ends = {item.spot: (item.path, roll_ends(state, item.path)) for item in going}
    for move in action.moves:
        if move.start not in ends:
            return "marble-no-path"
        path, allowed = ends[move.start]
        if move.end not in allowed:
            return _wrong_roll(path, move)
    starts, wanted = Counter(move.start for move in action.moves), Counter(item.spot for item in going)
    if starts - wanted:
        return "marble-no-path"
    return "marble-not-moved" if wanted - starts else None


def _wrong_roll(path: Path, move: Rolled) -> str:
    return "marble-same-exit" if path.end == "chamber" and move.end.kind == "exit" else "marble-wrong-end"
