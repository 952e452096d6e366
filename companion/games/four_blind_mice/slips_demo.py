"""Slips with the mice: set down too early or too far, driven where they cannot go, cheese taken too soon or by another mouse."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.scene import Scene
from companion.games.four_blind_mice.actions import Slide
from companion.games.four_blind_mice.cells import CELLS, NAMES, PLACES, RAYS, STEPS
from companion.games.four_blind_mice.judge_slide import slide_codes
from companion.games.four_blind_mice.remedy import back_to_base
from companion.games.four_blind_mice.slides import NOBODY, stop_of
from companion.games.four_blind_mice.slip_parts import Draft, with_mouse, without_coin
from companion.games.four_blind_mice.state import DEMO, State


def demo_slips(state: State, base: Scene) -> Iterator[Draft]:
    """A mouse moved while everybody thinks, or moved wrongly in a demonstration; the likeliest first."""
    for mouse in range(4):
        for way in range(4):
            if state.phase == DEMO:
                yield from _claims(state, base, mouse, way)
                yield from _wrong_stops(state, base, mouse, way)
            yield from _plain(state, base, mouse, way)


def _plain(state: State, base: Scene, mouse: int, way: int) -> Iterator[Draft]:
    """A slide that is not allowed at all, carried out all the same: back, beyond the number, or while thinking."""
    end = stop_of(state.walls, state.mice, mouse, way)
    if end != state.mice[mouse]:
        yield Draft(with_mouse(base, mouse, end), Slide(mouse, way))
    elif state.phase == DEMO:
        yield Draft(base, Slide(mouse, way))


def _claims(state: State, base: Scene, mouse: int, way: int) -> Iterator[Draft]:
    """The coin was taken by a mouse that may not, or not yet."""
    here, target = state.mice[mouse], state.target
    ray = RAYS[here][way]
    if target in ray and target <= max(here, stop_of(state.walls, state.mice, mouse, way)):
        if target < min(here, stop_of(state.walls, state.mice, mouse, way)):
            return
        scene = without_coin(with_mouse(base, mouse, target), target)
        yield Draft(scene, Slide(mouse, way, target, True))


def _wrong_stops(state: State, base: Scene, mouse: int, way: int) -> Iterator[Draft]:
    """Set down one cell short, one cell beyond, or beside the line."""
    end, here = stop_of(state.walls, state.mice, mouse, way), state.mice[mouse]
    if end == here or any(slide_codes(state, Slide(mouse, way))):
        return
    intended = Slide(mouse, way)
    ray = RAYS[here][way]
    place = ray.index(end)
    beside = end + STEPS[(way + 1) % 4]
    for cell in (*ray[max(0, place - 1) : place], *ray[place + 1 : place + 3], *([beside] if 0 <= beside < CELLS else [])):
        if _is_free(state, cell):
            yield Draft(with_mouse(base, mouse, cell), Slide(mouse, way, cell), intended=intended)


def _is_free(state: State, cell: int) -> bool:
    return cell not in state.mice and not state.walls >> cell & 1


def restore_slips(state: State, base: Scene) -> Iterator[Draft]:
    """After a failure the mice stand where they were moved, not where they started."""
    puzzle, demo = state.puzzle, state.demo
    if puzzle is None or demo is None or demo.slides or puzzle.clock == 0:
        return
    for mouse in range(4):
        lawful = {stop_of(state.walls, state.mice, mouse, way) for way in range(4)}
        lawful.add(puzzle.target.cell)
        cell = next((cell for cell in range(CELLS) if cell not in lawful and _is_free(state, cell)), NOBODY)
        if cell != NOBODY:
            words = (f"The mouse on {NAMES[cell]} belongs on {NAMES[state.mice[mouse]]}.", back_to_base(state))
            places = (PLACES[cell], PLACES[state.mice[mouse]])
            yield Draft(with_mouse(base, mouse, cell), None, "not-restored", words, None, places)
