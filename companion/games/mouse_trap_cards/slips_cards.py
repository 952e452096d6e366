"""Slips with maze cards: wrong cards flipped or turned, cheese kept on them, the mouse not turned along, cards moved."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.core.game import Seen
from companion.core.grid import Facing, Place
from companion.core.scene import ABSENT, Look, Scene
from companion.games.mouse_trap_cards.actions import DRAW, NOTHING, STOP, TWISTS, Flip
from companion.games.mouse_trap_cards.geometry import CELLS, NAMES, ROOM, STEP, as_cell
from companion.games.mouse_trap_cards.scene import scene as scene_of
from companion.games.mouse_trap_cards.scene import side_look, side_of
from companion.games.mouse_trap_cards.slip_parts import Draft, Plausible, with_look, with_mouse, with_wedge
from companion.games.mouse_trap_cards.slips_turn import wedge_slips
from companion.games.mouse_trap_cards.state import RESOLVE, Pending, State
from companion.games.mouse_trap_cards.turn import perform

MayLook = Callable[[Place, Look], bool]


def card_slips(state: State, base: Scene, seen: Seen | None, plausible: Plausible | None) -> Iterator[Draft]:
    """What goes wrong with the cards of the maze, and with the choice that is open; a card that surely lies as it lay is left
    out before a scene is made for it."""
    may_look = _may_be_any if plausible is None else plausible.may_look
    if state.phase == RESOLVE and state.pending is not None:
        yield from _choice_slips(state, base, state.pending, plausible)
    for cell in CELLS:
        yield from _turned(state, base, cell, may_look)
        yield from _flipped(state, base, cell, seen, may_look)
    yield from _moved(state, base, may_look)


def _may_be_any(place: Place, look: Look) -> bool:
    return True


def _choice_slips(state: State, base: Scene, pending: Pending, plausible: Plausible | None) -> Iterator[Draft]:
    """The open choice is left open, or made wrongly."""
    yield Draft(base, DRAW)
    yield Draft(base, STOP)
    sign = {"place": "+", "flip": "/", "turn": "%"}.get(pending.kind)
    if sign:
        yield Draft(base, NOTHING[sign])
    if pending.kind != "card":
        yield from wedge_slips(base, plausible)
    if pending.kind == "turn":
        yield from _mouse_held(state, pending)


def _mouse_held(state: State, pending: Pending) -> Iterator[Draft]:
    """The card under the mouse was turned and the mouse held still."""
    if state.mouse not in pending.cells:
        return
    place = as_cell(state.mouse)
    for quarters in state.terms.quarters:
        action = TWISTS[state.mouse][quarters]
        scene = with_mouse(scene_of(perform(state, action)), place, Facing(state.facing))
        words = ("Turn the mouse as far as its card.",)
        yield Draft(scene, None, ("mouse-not-turned-along",), words, action, (place,))


def _turned(state: State, base: Scene, cell: int, may_look: MayLook) -> Iterator[Draft]:
    """A card was turned that may not be, or not so; on its own card the mouse turns along."""
    card, place = state.maze[cell], as_cell(cell)
    put_back = state.pending is not None and cell in state.pending.cells and state.pending.kind == "turn"
    for quarters in range(0 if put_back else 1, 4):
        look = side_look(state.terms.deck, card.up, (card.turns + quarters) % 4)
        if not may_look(place, look):
            continue
        scene = with_look(base, place, look)
        if cell == state.mouse:
            scene = with_mouse(scene, place, Facing((state.facing + quarters) % 4))
        yield Draft(scene, TWISTS[cell][quarters])


def _flipped(state: State, base: Scene, cell: int, seen: Seen | None, may_look: MayLook) -> Iterator[Draft]:
    """A card was flipped that may not be, or with its cheese left on it."""
    place, card = as_cell(cell), state.maze[cell]
    sides = [card.down]
    if seen is not None:
        sides += [side_of(state.terms.deck, look) for look in seen.tiles.get(place, ()) if look.turns == card.turns]
    for side in dict.fromkeys(sides):
        if side is None or side == card.up:
            continue
        flipped, look = Flip(cell, side), side_look(state.terms.deck, side, card.turns)
        if may_look(place, look):
            yield Draft(with_look(base, place, look), flipped)
        pending = state.pending
        may = pending is not None and pending.kind in ("flip", "reveal") and cell in pending.cells
        if may and state.cheese[cell]:
            after = scene_of(perform(state, flipped))
            kept = with_wedge(after, place, "up", min(3, state.cheese[cell]))
            words = (f"Put the cheese of {NAMES[cell]} back into the pile.",)
            yield Draft(kept, None, ("flip-cheese-kept",), words, flipped, (place,))


def _moved(state: State, base: Scene, may_look: MayLook) -> Iterator[Draft]:
    """Two neighbours changed places, or a card was lifted."""
    there = dict(base.tiles)
    looks: dict[int, Look] = {cell: there.get(as_cell(cell), ABSENT) for cell in CELLS}
    for cell in CELLS:
        for facing in (1, 2):
            other = cell + STEP[facing]
            if ROOM[cell][facing] and looks[cell] != looks[other]:
                places = (as_cell(cell), as_cell(other))
                if not (may_look(places[0], looks[other]) and may_look(places[1], looks[cell])):
                    continue
                scene = with_look(with_look(base, places[0], looks[other]), places[1], looks[cell])
                words = (f"Change {NAMES[cell]} and {NAMES[other]} back.",)
                yield Draft(scene, None, ("card-swapped",), words, None, places)
        if not may_look(as_cell(cell), ABSENT):
            continue
        words = (f"Lay the card on {NAMES[cell]} down again as it lay, without looking.",)
        yield Draft(with_look(base, as_cell(cell), ABSENT), None, ("peeked-under",), words, None, (as_cell(cell),))
