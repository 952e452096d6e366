"""Slips of step 3 as sight shows them: a marble forgotten or rolled wrongly, a mouse or cheese treated wrongly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.grid import Place
from companion.core.scene import PieceAt, Scene
from companion.games.mice_in_a_maze.actions import Roll, Rolled
from companion.games.mice_in_a_maze.geometry import NEXT, OUT, Spot, as_cell
from companion.games.mice_in_a_maze.marbles import apply_roll, rolling, rolls
from companion.games.mice_in_a_maze.scene import scene as scene_of
from companion.games.mice_in_a_maze.sightings import Sightings, place_of
from companion.games.mice_in_a_maze.slip_parts import Draft, mouse_words, with_piece, without_piece
from companion.games.mice_in_a_maze.state import State
from companion.games.mice_in_a_maze.words import label, mouse_kind

MARBLE, CHEESE = "marble", "cheese"


def marble_slips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """What goes wrong while marbles roll (step 3)."""
    if sight is not None and MARBLE not in sight.seen.pieces and not sight.seen.hidden:
        return
    complete = rolls(state)
    lawful = complete[0]
    way_back = (f"{label(state, lawful)}.",)
    yield Draft(base, Roll(()), (), way_back, lawful)
    for option in complete[:8]:
        yield from _part_rolled(state, option, way_back)
        yield from _wrong_ends(state, option, way_back)
        yield from _wrong_effects(state, option)
    yield from _without_path(state, lawful)


def loose_marble_slips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """A marble moved or taken away at a time when none rolls (steps 1 and 2)."""
    if sight is not None and MARBLE not in sight.seen.pieces:
        return
    for spot in dict.fromkeys(marble.spot for marble in state.marbles):
        place = place_of(state, spot)
        if place is None:
            continue
        lifted = without_piece(base, MARBLE, place)
        words = ("Put the marble back where it lay.",)
        yield Draft(lifted, None, ("marble-no-path",), words, None, (place,))
        targets = _neighbours(spot) if sight is None else [where for where, _ in sight.seen.pieces[MARBLE]]
        for target in targets:
            if target != place:
                yield Draft(with_piece(lifted, PieceAt(MARBLE, target)), None, ("marble-no-path",), words, None, (target,))


def _neighbours(spot: Spot) -> list[Place]:
    beside: list[Place] = [as_cell(cell) for cell in NEXT[spot.cell] if cell >= 0]
    return beside[:1]


def _part_rolled(state: State, option: Roll, way_back: tuple[str, ...]) -> Iterator[Draft]:
    """One marble that has an open path was forgotten."""
    going = rolling(state)
    if len(option.moves) < 2:
        return
    for move in option.moves:
        left = next(item.marble for item in going if item.spot == move.start)
        rest = list(option.moves)
        rest.remove(move)
        fewer = replace(state, marbles=state.marbles[:left] + state.marbles[left + 1 :])
        scene = _with_marble(scene_of(apply_roll(fewer, Roll(tuple(rest)))), state, move.start)
        yield Draft(scene, Roll(tuple(rest)), (), way_back, option)


def _wrong_ends(state: State, option: Roll, way_back: tuple[str, ...]) -> Iterator[Draft]:
    """One marble stopped on its way."""
    after = scene_of(apply_roll(state, option))
    for item in rolling(state):
        move = next(move for move in option.moves if move.start == item.spot)
        place = place_of(state, move.end) if move.end != OUT else None
        stops = item.path.steps[:-1] if item.path.end == "wall" else item.path.steps
        for step in stops:
            end = Spot("tile", step.cell, step.exit)
            moved = without_piece(after, MARBLE, place) if place is not None else after
            rolled = tuple(Rolled(m.start, end) if m is move else m for m in option.moves)
            yield Draft(_with_marble(moved, state, end), Roll(rolled), (), way_back, option)


def _wrong_effects(state: State, option: Roll) -> Iterator[Draft]:
    """A mouse that was hit left standing, its cheese or a loose one taken away."""
    after = apply_roll(state, option)
    scene, before = scene_of(after), scene_of(state)
    for number, letter in enumerate(state.terms.order):
        mouse = state.mice[number]
        if after.mice[number].spot.kind != "hand" or mouse.spot.kind == "hand":
            continue
        kind = mouse_kind(letter)
        standing = tuple(piece for piece in before.pieces if piece.kind == kind or piece.on == kind)
        kept = scene._replace(pieces=(*scene.pieces, *standing))
        place = as_cell(mouse.spot.cell)
        if mouse.cargo:
            kept = without_piece(kept, CHEESE, place)
        words = f"Take the {mouse_words(letter)} mouse off the table" + ("; its cheese stays." if mouse.cargo else ".")
        yield Draft(kept, None, ("marble-mouse-not-removed",), (words,), option, (place,))
        if mouse.cargo:
            back = "Put the cheese back on the tile where the mouse stood."
            yield Draft(without_piece(scene, CHEESE, place), None, ("cheese-not-dropped",), (back,), option, (place,))
    walked = {step.cell for item in rolling(state) for step in item.path.steps}
    for loose in dict.fromkeys(item for item in state.loose if item.cell in walked):
        place = as_cell(loose.cell)
        words = "Put the cheese back where it lay."
        yield Draft(without_piece(scene, CHEESE, place), None, ("marble-took-cheese",), (words,), option, (place,))


def _without_path(state: State, lawful: Roll) -> Iterator[Draft]:
    """A marble that must rest was moved too."""
    after = scene_of(apply_roll(state, lawful))
    going = {item.marble for item in rolling(state)}
    for number, marble in enumerate(state.marbles):
        place = place_of(state, marble.spot)
        if number in going or place is None:
            continue
        for target in _neighbours(marble.spot):
            scene = with_piece(without_piece(after, MARBLE, place), PieceAt(MARBLE, target))
            words = ("Put the marble back where it lay.",)
            yield Draft(scene, None, ("marble-no-path",), words, lawful, (place,))


def _with_marble(scene: Scene, state: State, spot: Spot) -> Scene:
    place = place_of(state, spot)
    return scene if place is None else with_piece(scene, PieceAt(MARBLE, place))
