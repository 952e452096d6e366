"""Step 3: marbles that have an open path roll, all from where they stood when the step began (RB Marble)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from companion.games.mice_in_a_maze.actions import Roll, Rolled
from companion.games.mice_in_a_maze.follow import Path, follow, segment_at
from companion.games.mice_in_a_maze.geometry import EXITS, HAND, NEXT, OUT, Spot, spot_word
from companion.games.mice_in_a_maze.state import Loose, Marble, Mouse, State


class Rolling(NamedTuple):
    """A marble that must roll: its index, where it stands, its path."""

    marble: int
    spot: Spot
    path: Path


def rolling(state: State) -> tuple[Rolling, ...]:
    """The marbles that must roll in this step."""
    return tuple(_rolling(state)) if state.marbles else ()


def _rolling(state: State) -> Iterator[Rolling]:
    for number, marble in enumerate(state.marbles):
        start = _start(state, marble)
        if start is None:
            continue
        path = follow(state.tiles, state.terms.nests, start)
        if not path.blocked and path.end != "loop":
            yield Rolling(number, marble.spot, path)


def _start(state: State, marble: Marble) -> Spot | None:
    """Where the marble's path begins; from a face-down tile only across to the tile opened in this turn (R44)."""
    if marble.spot.kind == "down":
        edges = [edge for edge in range(4) if state.placed >= 0 and NEXT[marble.spot.cell][edge] == state.placed]
        return marble.spot._replace(facing=edges[0]) if edges else None
    waits = marble.waits >= 0 and marble.waits != state.player
    return None if waits else marble.spot


def roll_ends(state: State, path: Path) -> tuple[Spot, ...]:
    """Where the marble may end: one place, or in the Chamber any exit but the one it came in by (R50)."""
    if path.end == "wall":
        return (Spot("tile", path.steps[-1].cell, path.steps[-1].exit),)
    if path.end == "nest":
        assert path.port is not None
        return (state.terms.nests.all[state.terms.nests.by_port[path.port]].leaving(path.port),)
    if path.end == "chamber":
        return tuple(EXITS[edge] for edge in range(4) if edge != path.edge)
    return (OUT,)


def sort_key(move: Rolled) -> tuple[str, str]:
    return spot_word(move.start), spot_word(move.end)


def rolls(state: State) -> tuple[Roll, ...]:
    """All complete sets of rolls; those that differ only in which of two like marbles went where are listed once."""
    choices = [[Rolled(item.spot, end) for end in roll_ends(state, item.path)] for item in rolling(state)]
    sets = (tuple(sorted(moves, key=sort_key)) for moves in product(*choices))
    return tuple(Roll(moves) for moves in dict.fromkeys(sets))


def apply_roll(state: State, action: Roll) -> State:
    """The state after a complete set of rolls, still at step 3; the caller ends the turn."""
    going = rolling(state)
    left = list(action.moves)
    marbles = dict(enumerate(state.marbles))
    for item in going:
        move = next(move for move in left if move.start == item.spot and move.end in roll_ends(state, item.path))
        left.remove(move)
        if move.end == OUT:
            del marbles[item.marble]
        else:
            marbles[item.marble] = Marble(move.end, _waits(state, move.end))
    state = _hit(state, going)
    return replace(state, marbles=sort_marbles(marbles.values()), stirred=state.stirred or bool(going))


def _waits(state: State, end: Spot) -> int:
    """Option `marble_next=owner`: a marble that stopped in a nest or the Chamber waits for the same player."""
    return state.player if state.terms.options.marble_next == "owner" and end.kind in ("port", "exit") else -1


def sort_marbles(marbles: Iterable[Marble]) -> tuple[Marble, ...]:
    """Marbles in the order of their words, so that equal tables are equal states."""
    return tuple(sorted(marbles, key=lambda marble: (spot_word(marble.spot), marble.waits)))


def _hit(state: State, going: tuple[Rolling, ...]) -> State:
    """Mice on a walked segment go to the hand; their cheese stays there (R47-R49)."""
    walked = {(step.cell, step.segment) for item in going for step in item.path.steps}
    if state.terms.options.marble_start == "hit":
        walked |= {(item.spot.cell, segment_at(state.tiles, item.spot)) for item in going if item.spot.kind == "tile"}
    struck_nests = set()
    if state.terms.options.nest_safe == "no":
        struck_nests = {state.terms.nests.by_port[item.path.port] for item in going if item.path.end == "nest" and item.path.port}
    mice, loose, pile = list(state.mice), list(state.loose), state.pile
    for number, mouse in enumerate(mice):
        if mouse.spot.kind == "port" and state.terms.nests.by_port[mouse.spot] in struck_nests:
            mice[number] = Mouse(HAND)
        elif mouse.spot.kind == "tile" and (mouse.spot.cell, segment_at(state.tiles, mouse.spot)) in walked:
            mice[number] = Mouse(HAND)
            if mouse.cargo and state.terms.options.hit_cheese == "pile":
                pile += 1
            elif mouse.cargo:
                loose.append(Loose(mouse.spot.cell, segment_at(state.tiles, mouse.spot)))
    return replace(state, mice=tuple(mice), loose=tuple(sorted(loose)), pile=pile)
