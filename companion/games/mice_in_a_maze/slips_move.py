"""Slips of step 1 as sight shows them: a mouse where no legal run ends, the wrong mouse, a mouse that should have moved.

Which rule is broken follows from the position alone; here are only the places where people put mice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from companion.core.grid import Facing
from companion.core.scene import PieceAt, Scene
from companion.games.mice_in_a_maze.actions import Action, By, MoveAction, Return, Run, Stay
from companion.games.mice_in_a_maze.follow import Path, follow, other_end, segment_at
from companion.games.mice_in_a_maze.geometry import EXITS, FAR, OUT, Spot, as_cell
from companion.games.mice_in_a_maze.judge import violation_code
from companion.games.mice_in_a_maze.move import moves, path_ahead
from companion.games.mice_in_a_maze.sightings import Sightings, place_of
from companion.games.mice_in_a_maze.slip_parts import Draft, mouse_words, put_mouse, with_mouse, without_piece
from companion.games.mice_in_a_maze.state import Loose, State, off_table
from companion.games.mice_in_a_maze.words import mouse_kind, spot_words


def move_slips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """The mouse in turn in a wrong place, or not moved at all."""
    lawful = moves(state)
    way_back = (_lawful_words(state, lawful),)
    intended = lawful[0]
    if not isinstance(intended, Stay):
        yield Draft(base, Stay(), (), way_back, intended)
    for spot in _unique(_wrong_spots(state) if sight is None else _seen_spots(sight, state.letter)):
        action = _claimed(state, spot)
        if action in lawful:
            continue
        codes = () if action is not None else _nose_codes(state, spot)
        for scene in _with_pickups(state, base, spot):
            yield Draft(scene, action, codes, way_back, intended)


def second_move_slips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """The mouse in turn moved again, or on, although its run is over (steps 2 and 3)."""
    home = state.mover.spot
    spots = _onward_spots(state) if sight is None else _seen_spots(sight, state.letter)
    for spot in _unique(spots):
        if spot == home or (home.kind == spot.kind == "exit"):
            continue
        scene = with_mouse(base, mouse_kind(state.letter), place_of(state, spot), _facing(spot))
        yield Draft(scene, None, (_why_over(state),), (put_mouse(state, state.letter, home),))


def other_mouse_slips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """A mouse that is not in turn was moved."""
    for number, letter in enumerate(state.terms.order):
        if number == state.turn:
            continue
        turn = f"It is the turn of the {mouse_words(state.letter)} mouse."
        back = (put_mouse(state, letter, state.mice[number].spot), turn)
        for spot in _own_runs(replace(state, turn=number, step=1)) if sight is None else _seen_spots(sight, letter):
            if spot in (OUT, state.mice[number].spot):
                continue
            scene = with_mouse(base, mouse_kind(letter), place_of(state, spot), _facing(spot))
            yield Draft(scene, _claimed_by(state, letter, spot), ("not-your-turn",), back)
        if state.mice[number].spot.kind != "hand":
            gone = with_mouse(base, mouse_kind(letter), None, None)
            yield Draft(gone, None, ("mouse-removed-wrongly",), back[:1])


# Where people put them ------------------------------------------------------------------------------------------------


def _unique(spots: Iterable[Spot]) -> Iterator[Spot]:
    return iter(dict.fromkeys(spots))


def _seen_spots(sight: Sightings, letter: str) -> Iterator[Spot]:
    yield from sight.spots(letter)
    if sight.gone(letter):
        yield OUT


def _own_runs(state: State) -> Iterator[Spot]:
    for action in moves(state)[:4]:
        if isinstance(action, (Run, Return)):
            yield action.to


def _wrong_spots(state: State) -> Iterator[Spot]:
    """The places where mistaken people put the mouse in turn, in the order of the usual mistakes."""
    if off_table(state.mover):
        yield from (Spot("tile", cell, 0) for cell in _open_cells(state)[:3])
        return
    path = path_ahead(state)
    if path.blocked:
        yield Spot("tile", path.cell, state.mover.spot.facing)
    elif path.end == "loop":
        yield from (Spot("tile", step.cell, step.exit) for step in path.steps)
    else:
        yield from _stops(path)
        yield from _beyond(state, path)
        yield from _crossings(state, path)
    yield from _behind(state)
    if path.end != "out":
        yield OUT


def _onward_spots(state: State) -> Iterator[Spot]:
    """Where the mouse would go if it moved once more."""
    if off_table(state.mover):
        yield state.terms.nests.home(state.letter)
        return
    path = path_ahead(state)
    if path.blocked:
        yield Spot("tile", path.cell, state.mover.spot.facing)
    elif path.end != "loop":
        yield from _stops(path)
        yield from _ends(state, path)
    else:
        yield from (Spot("tile", step.cell, step.exit) for step in path.steps[:1])


def _open_cells(state: State) -> list[int]:
    return [cell for cell, tile in enumerate(state.tiles) if tile.shape in FAR]


def _stops(path: Path) -> Iterator[Spot]:
    """On the way: every walked tile but the last; the last too when the path leads on into a nest, the Chamber or out."""
    steps = path.steps[:-1] if path.end == "wall" else path.steps
    for step in steps:
        yield Spot("tile", step.cell, step.exit)


def _ends(state: State, path: Path) -> Iterator[Spot]:
    """Where a run along that path may end, lawful or not."""
    if path.end == "wall" and path.steps:
        yield Spot("tile", path.steps[-1].cell, path.steps[-1].exit)
    elif path.end == "chamber":
        yield from EXITS
    elif path.end == "nest" and path.port is not None:
        nest = state.terms.nests.all[state.terms.nests.by_port[path.port]]
        yield from nest.ports
    elif path.end == "out":
        yield OUT


def _beyond(state: State, path: Path) -> Iterator[Spot]:
    """Wrong exits and noses at the lawful end, and the places where a run straight on from there would end."""
    nests = state.terms.nests
    if path.end == "wall":
        last = Spot("tile", path.steps[-1].cell, path.steps[-1].exit)
        yield other_end(state.tiles, last)
        return
    yield from _ends(state, path)
    if path.end == "nest" and path.port is not None:
        nest = nests.all[nests.by_port[path.port]]
        yield from (Spot("port", path.port.cell, edge) for edge in range(4))
        yield from _ends(state, follow(state.tiles, nests, nest.leaving(path.port)))
    if path.end == "chamber":
        for spot in EXITS:
            if spot.facing != path.edge:
                yield from (end for end in _ends(state, follow(state.tiles, nests, spot)) if end.kind == "tile")


def _crossings(state: State, path: Path) -> Iterator[Spot]:
    """The ends of the other path of a tile on the way, and where that path leads."""
    for step in path.steps[:3]:
        for edge in range(4):
            spot = Spot("tile", step.cell, edge)
            if segment_at(state.tiles, spot) != step.segment:
                yield spot
                yield from _ends(state, follow(state.tiles, state.terms.nests, spot))


def _behind(state: State) -> Iterator[Spot]:
    """Turned round, or run the wrong way."""
    if state.mover.spot.kind != "tile":
        return
    back = other_end(state.tiles, state.mover.spot)
    yield back
    path = follow(state.tiles, state.terms.nests, back)
    if path.end != "loop":
        yield from _stops(path)
        yield from _ends(state, path)


# What it looks like, and which rule -----------------------------------------------------------------------------------


def _facing(spot: Spot) -> Facing | None:
    return Facing(spot.facing) if spot.facing >= 0 else None


def _with_pickups(state: State, base: Scene, spot: Spot) -> Iterator[Scene]:
    """The mouse on that spot, as it was; and, where a cheese lay on its way there, with that cheese on it."""
    kind, place = mouse_kind(state.letter), place_of(state, spot)
    scene = with_mouse(base, kind, place, _facing(spot))
    yield scene
    if off_table(state.mover) or state.mover.cargo or place is None:
        return
    for step in path_ahead(state).steps:
        if Loose(step.cell, step.segment) in state.loose:
            taken = without_piece(scene, "cheese", as_cell(step.cell))
            yield taken._replace(pieces=(*taken.pieces, PieceAt("cheese", place, None, kind)))
            return
        if step.cell == spot.cell:
            return


def _claimed(state: State, spot: Spot) -> MoveAction | None:
    """The move a mouse on that spot claims to have made; None where its nose points at no port of its nest."""
    if spot.kind == "port" and spot not in state.terms.nests.by_port:
        return None
    return Return(spot) if off_table(state.mover) and spot.kind == "port" else Run(spot)


def _claimed_by(state: State, letter: str, spot: Spot) -> Action | None:
    turn = state.terms.order.index(letter)
    action = _claimed(replace(state, turn=turn), spot)
    return None if action is None else By(letter, action)


def _nose_codes(state: State, spot: Spot) -> tuple[str, ...]:
    """What is wrong with a mouse whose nose points at no port of its nest: the nose alone, or the nest as well."""
    nest = next(nest for nest in state.terms.nests.all if any(port.cell == spot.cell for port in nest.ports))
    codes = [violation_code(state, Return(port) if off_table(state.mover) else Run(port)) for port in nest.ports]
    return ("nose-wrong",) if None in codes else (codes[0] or "nose-wrong", "nose-wrong")


def _why_over(state: State) -> str:
    """Which rule a second displacement of the mouse in turn breaks."""
    spot = state.mover.spot
    if spot.kind == "hand":
        return "must-leave-maze"
    if spot.kind in ("port", "exit"):
        return "past-station"
    return "move-loop" if path_ahead(state).end == "loop" else "no-open-path"


def _lawful_words(state: State, lawful: tuple[MoveAction, ...]) -> str:
    """Where the mouse belongs, in one sentence."""
    letter, name = state.letter, mouse_words(state.letter)
    first = lawful[0]
    if isinstance(first, Stay):
        return f"{put_mouse(state, letter, state.mover.spot)[:-1]}; it stays there."
    if isinstance(first, Return):
        return f"Put the {name} mouse into a nest of your choice, nose inwards."
    ends = list(dict.fromkeys(action.to for action in lawful if isinstance(action, Run)))
    if len(ends) > 1:
        noses = " or ".join(spot_words(state, spot).rpartition(" ")[2] for spot in ends)
        return f"Move the {name} mouse into the Chamber, nose {noses}."
    return f"Move the {name} mouse on to {spot_words(state, ends[0])}." if ends[0] != OUT else put_mouse(state, letter, OUT)
