"""Slips with cheese as sight shows them: not taken, taken twice, taken from a nest, not swapped, missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.grid import Place
from companion.core.scene import PieceAt, Scene
from companion.games.mice_in_a_maze.actions import MoveAction, Run
from companion.games.mice_in_a_maze.follow import segment_at
from companion.games.mice_in_a_maze.geometry import CHAMBER, as_cell
from companion.games.mice_in_a_maze.move import apply_move, moves, path_ahead
from companion.games.mice_in_a_maze.scene import scene as scene_of
from companion.games.mice_in_a_maze.sightings import Sightings, place_of
from companion.games.mice_in_a_maze.slip_parts import Draft, mouse_words, with_piece, without_piece
from companion.games.mice_in_a_maze.state import Delivery, Loose, State, with_item
from companion.games.mice_in_a_maze.words import mouse_kind

CHEESE = "cheese"
PILE = as_cell(CHAMBER)
MOST_MOVES = 12


def cargo_slips(state: State, sight: Sightings | None) -> Iterator[Draft]:
    """Lawful runs with the wrong cheese (step 1)."""
    lawful = [action for action in moves(state) if isinstance(action, Run)]
    if sight is not None:
        lawful = [action for action in lawful if sight.may_stand(state.letter, action.to)]
    for action in lawful[:MOST_MOVES]:
        after = apply_move(state, action)
        for code, table, words in _wrong_cargo(state, after, action):
            scene = table if isinstance(table, Scene) else scene_of(table)
            places = tuple(place for place in (place_of(state, action.to),) if place is not None)
            yield Draft(scene, None, (code,), (words,), action, places)


def count_slips(state: State, base: Scene) -> Iterator[Draft]:
    """A cheese too many or too few somewhere, with nothing else done."""
    places = dict.fromkeys(piece.place for piece in base.pieces if piece.kind == CHEESE)
    nests = {nest.zone for nest in state.terms.nests.all}
    for place in places:
        code = "cheese-from-nest" if place in nests else "cheese-count"
        yield _count(without_piece(base, CHEESE, place), place, code, "Put the cheese back where it lay.")
    for place in (PILE, *(place for place in places if place != PILE)):
        words = "Take the cheese that is too many away again."
        yield _count(with_piece(base, PieceAt(CHEESE, place)), place, "cheese-count", words)


def _count(scene: Scene, place: Place, code: str, words: str) -> Draft:
    return Draft(scene, None, (code,), (words,), None, (place,))


Wrong = tuple[str, "State | Scene", str]


def _wrong_cargo(state: State, after: State, action: MoveAction) -> Iterator[Wrong]:
    """(code, table, remedy) triples for one lawful run."""
    yield from _not_swapped(state, after)
    yield from _not_taken(state, after)
    yield from _too_many(state, after)
    yield from _from_nest(state, after)
    yield from _not_returned(state, after)
    yield from _swapped_wrongly(state, after)


def _with_cargo(table: State, number: int, cargo: bool) -> State:
    return replace(table, mice=with_item(table.mice, number, table.mice[number]._replace(cargo=cargo)))


def _names(state: State, *numbers: int) -> str:
    return " and ".join(mouse_words(state.terms.order[number]) for number in numbers)


def _not_swapped(state: State, after: State) -> Iterator[Wrong]:
    """The mover passed one mouse with another load, and both kept what they had."""
    changed = [n for n, mouse in enumerate(state.mice) if n != state.turn and mouse.cargo != after.mice[n].cargo]
    if len(changed) != 1 or after.mice[state.turn].spot.kind not in ("tile", "exit"):
        return
    other = changed[0]
    table = _with_cargo(_with_cargo(after, other, state.mice[other].cargo), state.turn, after.mice[other].cargo)
    if table.pile == state.pile:
        yield "exchange-missed", table, f"Let the {_names(state, state.turn, other)} mice swap what they carry."


def _not_taken(state: State, after: State) -> Iterator[Wrong]:
    """A cheese on the way left lying, or a cheese of the Chamber not carried on."""
    name = mouse_words(state.letter)
    taken = [item for item in state.loose if item not in after.loose]
    mover = after.mice[state.turn]
    if taken and mover.cargo:
        table = replace(_with_cargo(after, state.turn, False), loose=state.loose)
        yield "cheese-not-taken", table, f"Put the cheese of the way on the {name} mouse."
    if taken and len(after.deliveries) > len(state.deliveries):
        table = replace(after, loose=state.loose, deliveries=state.deliveries, ended=None)
        yield "cheese-not-taken", table, f"Bring the cheese of the way into the nest with the {name} mouse."
    if state.mover.spot.kind == "exit" and state.mover.cargo and mover.cargo and mover.spot.kind == "tile":
        table = replace(_with_cargo(after, state.turn, False), pile=after.pile + 1)
        yield "cheese-not-taken", table, f"Put a cheese of the Chamber on the {name} mouse."


def _too_many(state: State, after: State) -> Iterator[Wrong]:
    """Two cheeses on one mouse."""
    place = place_of(state, after.mice[state.turn].spot)
    mover, kind = after.mice[state.turn], mouse_kind(state.letter)
    if place is None or not mover.cargo or mover.spot.kind != "tile":
        return
    load = PieceAt(CHEESE, place, None, kind)
    words = f"Put one of the two cheeses of the {mouse_words(state.letter)} mouse back where it lay."
    for step in path_ahead(state).steps:
        left = Loose(step.cell, step.segment)
        if left in after.loose:
            yield "cheese-second", with_piece(without_piece(scene_of(after), CHEESE, as_cell(step.cell)), load), words
            return
    if state.mover.spot.kind == "exit" and after.pile:
        yield "cheese-second", with_piece(without_piece(scene_of(after), CHEESE, PILE), load), words


def _from_nest(state: State, after: State) -> Iterator[Wrong]:
    """A mouse that leaves a nest takes a cheese of it along."""
    mover = after.mice[state.turn]
    if state.mover.spot.kind != "port" or mover.cargo or mover.spot.kind != "tile":
        return
    nest = state.terms.nests.by_port[state.mover.spot]
    kept = _without_last(after.deliveries, nest)
    if len(kept) < len(after.deliveries):
        words = f"Take the cheese off the {mouse_words(state.letter)} mouse and leave it in its nest."
        yield "cheese-from-nest", replace(_with_cargo(after, state.turn, True), deliveries=kept), words


def _without_last(deliveries: tuple[Delivery, ...], nest: int) -> tuple[Delivery, ...]:
    for place in range(len(deliveries) - 1, -1, -1):
        if deliveries[place].nest == nest:
            return deliveries[:place] + deliveries[place + 1 :]
    return deliveries


def _not_returned(state: State, after: State) -> Iterator[Wrong]:
    """A mouse left the maze with its cheese: it was kept, or left lying on the last tile."""
    if after.mice[state.turn].spot.kind != "hand" or after.pile <= state.pile:
        return
    words = "Put the cheese back on the Chamber."
    yield "cheese-not-returned", replace(after, pile=after.pile - 1), words
    steps = path_ahead(state).steps
    if steps:
        lost = tuple(sorted((*after.loose, Loose(steps[-1].cell, steps[-1].segment))))
        yield "cheese-not-returned", replace(after, pile=after.pile - 1, loose=lost), words


def _swapped_wrongly(state: State, after: State) -> Iterator[Wrong]:
    """The mover swapped with a mouse on the other path of a tile, or on its own tile at the start."""
    walked = {step.cell: step.segment for step in path_ahead(state).steps}
    mover = after.mice[state.turn]
    if mover.spot.kind != "tile":
        return
    for number, mouse in enumerate(after.mice):
        if number == state.turn or mouse.spot.kind != "tile" or mouse.cargo == mover.cargo:
            continue
        beside = walked.get(mouse.spot.cell, segment_at(state.tiles, mouse.spot)) != segment_at(state.tiles, mouse.spot)
        if beside or mouse.spot.cell == state.mover.spot.cell:
            table = _with_cargo(_with_cargo(after, number, mover.cargo), state.turn, mouse.cargo)
            yield "exchange-not-allowed", table, f"Give the {_names(state, state.turn, number)} mice back what they carried."
