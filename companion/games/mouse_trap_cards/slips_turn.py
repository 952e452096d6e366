"""Slips in the order of a turn: the mouse on Safe, the cheese, the drawing, the end of a turn and a trap."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.grid import Facing
from companion.core.scene import Scene
from companion.games.mouse_trap_cards.actions import DRAW, NOTHING, PUTS, STOP, By, Put, Start
from companion.games.mouse_trap_cards.geometry import CELLS, NAMES, as_cell
from companion.games.mouse_trap_cards.safe_card import start_cells
from companion.games.mouse_trap_cards.scene import MOUSE, WEDGE
from companion.games.mouse_trap_cards.scene import scene as scene_of
from companion.games.mouse_trap_cards.slip_parts import Draft, Plausible, front_of, with_mouse, with_wedge, without_wedges
from companion.games.mouse_trap_cards.state import CHEESE, DECIDE, DRAWING, START, State
from companion.games.mouse_trap_cards.turn import actions, perform


def turn_slips(state: State, base: Scene, plausible: Plausible | None) -> Iterator[Draft]:
    """What goes wrong between the actions of a turn; a piece that surely does not stand somewhere is left out before a scene is
    made for it."""
    if state.phase == START:
        yield from _start_slips(state, base, plausible)
    elif state.phase == CHEESE:
        yield from _cheese_slips(state, base, plausible)
    if state.phase in (DRAWING, DECIDE):
        yield from wedge_slips(base, plausible)
    if state.phase == DRAWING:
        yield Draft(base, STOP)
    if state.phase == DECIDE:
        yield from _ending_slips(state, base)
    yield from _another_player(state, base)


def wedge_slips(base: Scene, plausible: Plausible | None) -> Iterator[Draft]:
    """A wedge is laid on a card where none may lie, or not now."""
    for cell in CELLS:
        if plausible is None or plausible.may_stand(WEDGE, as_cell(cell)):
            yield Draft(with_wedge(base, as_cell(cell)), PUTS[cell])


def _start_slips(state: State, base: Scene, plausible: Plausible | None) -> Iterator[Draft]:
    """The next player forgets Safe, or the trapped one plays on."""
    yield Draft(base, DRAW)
    cells, _ = start_cells(state)
    for cell in CELLS:
        for facing in Facing if cell not in cells else ():
            if plausible is None or plausible.may_stand(MOUSE, as_cell(cell), facing) or cell == state.mouse:
                yield Draft(with_mouse(base, as_cell(cell), facing), Start(facing, cell))
    yield from wedge_slips(base, plausible)


def _cheese_slips(state: State, base: Scene, plausible: Plausible | None) -> Iterator[Draft]:
    yield Draft(base, DRAW)
    yield Draft(base, NOTHING["+"])
    yield from wedge_slips(base, plausible)
    mine = front_of(state, state.turn)
    for action in actions(state):
        if not isinstance(action, Put):
            continue
        after, place, name = scene_of(perform(state, action)), as_cell(action.cell), NAMES[action.cell]
        twice = (f"Put one of the two wedges on {name} back into the pile.",)
        yield Draft(with_wedge(after, place), None, ("cheese-twice",), twice, action, (place,))
        if state.safe[state.turn]:
            words = ("Put the wedge back and take one from the pile.",)
            yield Draft(without_wedges(after, mine, "up", 1), None, ("cheese-not-from-pile",), words, action, (place,))


def _ending_slips(state: State, base: Scene) -> Iterator[Draft]:
    """A turn ends and the wedges are not treated as they should be."""
    mine = front_of(state, state.turn)
    if state.safe[state.turn]:
        words = ("Put the face-up wedges back in front of the player.",)
        yield Draft(without_wedges(base, mine), None, ("safe-lost",), words, None, (mine,))


def _another_player(state: State, base: Scene) -> Iterator[Draft]:
    """Somebody plays who is not in turn."""
    players = state.terms.players
    if len(players) > 1:
        other = players[(state.turn + 1) % len(players)]
        yield Draft(base, By(other, DRAW))
