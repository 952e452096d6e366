"""Step 1: the runs a mouse may make, what it takes, gives and leaves on the way (RB Move)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from companion.games.mice_in_a_maze.actions import MoveAction, Return, Run, Stay, Swap
from companion.games.mice_in_a_maze.follow import Path, follow, other_end, segment_at
from companion.games.mice_in_a_maze.geometry import CHAMBER, EXITS, HAND, OPPOSITE, OUT, Spot
from companion.games.mice_in_a_maze.state import CHEESES, Delivery, Loose, Mouse, State, is_frozen, off_table, with_item


class Trip(NamedTuple):
    """What one way of choosing partners leads to: everybody's cargo, the loose cheeses, the pile.

    `swaps` are the partners to name; `spare` holds for each meeting the partners one of whom may be named without need.
    """

    cargo: tuple[bool, ...]
    loose: tuple[Loose, ...]
    pile: int
    swaps: tuple[Swap, ...] = ()
    spare: tuple[tuple[Swap, ...], ...] = ()


def path_ahead(state: State) -> Path:
    """The path of the mouse in turn; it must be on the table."""
    return follow(state.tiles, state.terms.nests, state.mover.spot)


def moves(state: State) -> tuple[MoveAction, ...]:
    """All lawful actions of step 1."""
    if off_table(state.mover):
        return tuple(Return(port) for nest in state.terms.nests.all for port in nest.ports)
    path = path_ahead(state)
    if path.blocked or path.end == "loop":
        return (Stay(path.end == "loop"),)
    return tuple(Run(spot, trip.swaps) for trip in trips(state, path) for spot in run_ends(state, path, trip))


def apply_move(state: State, action: MoveAction) -> State:
    """The state after a lawful action of step 1, at step 2 or at the end of the game."""
    if isinstance(action, Stay):
        return replace(state, step=2)
    if isinstance(action, Return):
        mice = with_item(state.mice, state.turn, Mouse(action.to))
        return replace(state, mice=mice, step=2, stirred=True)
    path = path_ahead(state)
    trip = next(trip for trip in trips(state, path) if trip.swaps == action.swaps)
    return _finish(state, path, trip, action.to)


def normal_move(state: State, action: MoveAction) -> MoveAction:
    """The same action as `moves` writes it: without a partner who need not be named."""
    if not isinstance(action, Run) or not action.swaps or off_table(state.mover):
        return action
    found = trips(state, path_ahead(state))
    if any(trip.swaps == action.swaps for trip in found):
        return action
    for trip in found:
        if _needed(action.swaps, trip) == trip.swaps:
            return Run(action.to, trip.swaps)
    return action


def _needed(named: tuple[Swap, ...], trip: Trip) -> tuple[Swap, ...]:
    """The partners named, less one for each meeting at which nobody had to be."""
    kept = list(named)
    for group in trip.spare:
        spare = next((swap for swap in kept if swap in group and swap not in trip.swaps), None)
        if spare is not None:
            kept.remove(spare)
    return tuple(kept)


# Walking --------------------------------------------------------------------------------------------------------------


def trips(state: State, path: Path) -> list[Trip]:
    """Every result the choice of partners can lead to."""
    cargo = tuple(mouse.cargo for mouse in state.mice)
    found = [Trip(cargo, state.loose, state.pile)]
    last = len(path.steps) - 1
    for number, step in enumerate(path.steps):
        if state.loose:
            found = [_take_loose(state, trip, Loose(step.cell, step.segment)) for trip in found]
        if state.terms.options.exchange == "end-only" and number != last:
            continue
        met = _met(state, step.cell, step.segment)
        if met:
            found = [after for trip in found for after in _exchange(state, trip, step.cell, met)]
    if path.end == "chamber":
        found = [after for trip in found for after in _arrive_in_chamber(state, trip)]
    return found


def _take_loose(state: State, trip: Trip, item: Loose) -> Trip:
    if trip.cargo[state.turn] or item not in trip.loose:
        return trip
    place = trip.loose.index(item)
    return trip._replace(cargo=with_item(trip.cargo, state.turn, True), loose=trip.loose[:place] + trip.loose[place + 1 :])


def _met(state: State, cell: int, segment: str) -> list[int]:
    """The other mice on that segment (option `meeting=tile`: on that tile), in turn order."""
    whole_tile = state.terms.options.meeting == "tile"
    return [
        number
        for number, mouse in enumerate(state.mice)
        if mouse.spot.cell == cell
        and mouse.spot.kind == "tile"
        and number != state.turn
        and (whole_tile or segment_at(state.tiles, mouse.spot) == segment)
    ]


def _exchange(state: State, trip: Trip, cell: int, met: list[int]) -> Iterator[Trip]:
    """One result for each partner that leads somewhere else, named where it is really a choice (R17-R19).

    Among equal loads that differ from the mover's the first partner in turn order is meant when none is named.
    """
    loads = {trip.cargo[other] for other in met}
    idle = len(loads) == 1 and trip.cargo[state.turn] in loads
    for place, other in enumerate(met[:1] if idle else met):
        cargo = list(trip.cargo)
        cargo[state.turn], cargo[other] = cargo[other], cargo[state.turn]
        swap = Swap(cell, state.terms.order[other])
        if len(loads) > 1 or place > 0:
            yield trip._replace(cargo=tuple(cargo), swaps=(*trip.swaps, swap))
        else:
            spare = tuple(Swap(cell, state.terms.order[one]) for one in met) if idle else (swap,)
            yield trip._replace(cargo=tuple(cargo), spare=(*trip.spare, spare))


def _arrive_in_chamber(state: State, trip: Trip) -> Iterator[Trip]:
    """Take from the pile first; else from another mouse there; a loaded mouse gives to an empty one and takes anew (R23)."""
    met = [number for number, mouse in enumerate(state.mice) if mouse.spot.kind == "exit" and number != state.turn]
    if not trip.cargo[state.turn] and trip.pile:
        yield trip._replace(cargo=with_item(trip.cargo, state.turn, True), pile=trip.pile - 1)
        return
    if not met:
        yield trip
        return
    for after in _exchange(state, trip, CHAMBER, met):
        if trip.cargo[state.turn] and not after.cargo[state.turn] and after.pile:
            after = after._replace(cargo=with_item(after.cargo, state.turn, True), pile=after.pile - 1)
        yield after


# Arriving -------------------------------------------------------------------------------------------------------------


def run_ends(state: State, path: Path, trip: Trip) -> tuple[Spot, ...]:
    """The places where the run may end: one, or the exits of the Chamber that may be chosen."""
    if path.end == "wall":
        return (Spot("tile", path.steps[-1].cell, path.steps[-1].exit),)
    if path.end == "nest":
        assert path.port is not None
        return (state.terms.nests.all[state.terms.nests.by_port[path.port]].leaving(path.port),)
    if path.end == "chamber":
        return tuple(EXITS[edge] for edge in chosen_exits(state, path.edge, trip.cargo[state.turn]))
    if state.terms.options.edge == "turn-around":
        return (_turned_around(state, path),)
    return (OUT,)


def _turned_around(state: State, path: Path) -> Spot:
    """Option `edge=turn-around`: on the last tile, at the end where the mouse came in (R15)."""
    last = path.steps[-1] if path.steps else None
    spot = Spot("tile", last.cell, last.exit) if last else state.mover.spot
    return other_end(state.tiles, spot)


def allowed_exits(state: State, entry: int) -> tuple[int, ...]:
    """The exits that R13 allows to one who came in across `entry`."""
    if state.terms.options.chamber_exit == "opposite":
        return (OPPOSITE[entry],)
    return tuple(edge for edge in range(4) if edge != entry)


def chosen_exits(state: State, entry: int, loaded: bool) -> tuple[int, ...]:
    """The exits a mouse may choose; in a frozen maze a loaded one must choose one that leads to a nest (R55)."""
    exits = allowed_exits(state, entry)
    if not loaded or state.terms.options.frozen_choice == "free" or not is_frozen(state):
        return exits
    home = tuple(edge for edge in exits if follow(state.tiles, state.terms.nests, EXITS[edge]).end == "nest")
    return home or exits


def _finish(state: State, path: Path, trip: Trip, to: Spot) -> State:
    mice = [mouse._replace(cargo=cargo) for mouse, cargo in zip(state.mice, trip.cargo, strict=True)]
    mover, pile, deliveries, seen = mice[state.turn], trip.pile, state.deliveries, state.seen
    if to == OUT:
        pile += mover.cargo
        mover = Mouse(HAND)
    else:
        if path.port is not None and path.end == "nest" and mover.cargo:
            value = 1 if len(deliveries) < CHEESES // 2 else 2
            deliveries = (*deliveries, Delivery(state.terms.nests.by_port[path.port], value, state.ply))
            seen = ()
        mover = Mouse(to, mover.cargo and path.end != "nest", _entry(state, path))
    mice[state.turn] = mover
    ended = "all" if len(deliveries) == CHEESES else None
    return replace(
        state, mice=tuple(mice), loose=trip.loose, pile=pile, deliveries=deliveries, seen=seen,
        step=1 if ended else 2, stirred=True, ended=ended,
    )  # fmt: skip


def _entry(state: State, path: Path) -> Spot | None:
    """The way back out of a nest or the Chamber, kept only where a rule asks for it."""
    if state.terms.options.behind != "through":
        return None
    return EXITS[path.edge] if path.end == "chamber" else path.port if path.end == "nest" else None
