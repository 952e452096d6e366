"""Slips while the mouse moves: wrong ways, wrong numbers, chains cut short, cheese that was passed or left, traps denied."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.game import Seen
from companion.core.grid import Facing
from companion.core.scene import Scene
from companion.games.mouse_trap_cards.actions import GOES, Action, drawn
from companion.games.mouse_trap_cards.chain import directions, land
from companion.games.mouse_trap_cards.geometry import NAMES, ROOM, STEP, as_cell
from companion.games.mouse_trap_cards.scene import codes_of
from companion.games.mouse_trap_cards.scene import scene as scene_of
from companion.games.mouse_trap_cards.slip_parts import Draft, front_of, with_mouse, with_wedge, without_wedges
from companion.games.mouse_trap_cards.state import DECIDE, DRAWING, RESOLVE, State
from companion.games.mouse_trap_cards.turn import perform
from companion.games.mouse_trap_cards.words import DIRECTIONS, DISCARD, SHOW
from companion.games.mouse_trap_cards.work import Work


class Way(NamedTuple):
    """A move somebody is about to make: the lawful action, its direction and number, the state with the card laid open."""

    action: Action
    facing: int
    n: int
    shown: State


def mouse_slips(state: State, seen: Seen | None) -> Iterator[Draft]:
    """What goes wrong with a move, for every move that may be made now."""
    for way in _ways(state, seen):
        after = perform(state, way.action)
        yield from _wrong_ways(way)
        yield from _wrong_ends(way, after)
        yield from _wrong_cheese(way, after)
    for code in _cards(state, seen):
        yield from trap_slips(state, drawn(code))


def _cards(state: State, seen: Seen | None) -> list[str]:
    """The action cards that may have been drawn."""
    pending = state.pending
    if state.phase not in (DRAWING, DECIDE) and (pending is None or pending.kind != "card"):
        return []
    if not state.draw:
        return []
    codes = [code for code, count in zip(state.terms.deck.codes, state.left, strict=True) if count]
    if seen is None or {SHOW, DISCARD} & seen.hidden:
        return codes
    looks = [look for place in (SHOW, DISCARD) for look in seen.tiles.get(place, ())]
    told = {code for look in looks for code in codes_of(state.terms.deck, look)}
    return [code for code in codes if code in told or code in state.discard[-1:]]


def _ways(state: State, seen: Seen | None) -> Iterator[Way]:
    pending = state.pending
    if state.phase == RESOLVE and pending is not None and pending.kind == "arrow":
        shown = _discarded(state, state.card)
        yield from (Way(GOES[facing], facing, n, shown) for facing, n in pending.arrows)
    for code in _cards(state, seen):
        effect = state.terms.deck.drawn(code)
        if effect.kind == "move" and len(effect.arrows) == 1:
            facing, n = directions(Work(state), effect)[0]
            yield Way(drawn(code), facing, n, _discarded(state, code))


def _discarded(state: State, code: str) -> State:
    """The state people leave who think that they are done with a card."""
    left = 0 if state.card else 1
    return state._replace(
        phase=DECIDE, card="", pending=None, discard=(*state.discard, code), draw=state.draw - left, done=0, landings=0
    )


def _at(state: State, cell: int, facing: int | None = None) -> Scene:
    return scene_of(state._replace(mouse=cell, facing=state.facing if facing is None else facing))


def _wrong_ways(way: Way) -> Iterator[Draft]:
    """Another direction than the arrow's, as people see it who do not look with the mouse's eyes."""
    shown, ways = way.shown, {way.facing}
    if shown.ply < 0:
        return
    for facing in range(4):
        steps = min(way.n, ROOM[shown.mouse][facing])
        if facing in ways or not steps:
            continue
        words = (f"Put the mouse back on {NAMES[shown.mouse]} and move {DIRECTIONS[way.facing]}.",)
        place = as_cell(shown.mouse + steps * STEP[facing])
        scene = _at(shown, shown.mouse + steps * STEP[facing])
        yield Draft(scene, None, ("wrong-direction",), words, way.action, (place,))


def _wrong_ends(way: Way, after: State) -> Iterator[Draft]:
    """The right way, but too short, too far, or with another facing."""
    shown, here = way.shown, way.shown.mouse
    room = ROOM[here][way.facing]
    steps = min(way.n, room)
    end = here + steps * STEP[way.facing]
    for short in range(1, steps):
        words = (f"Move on to {NAMES[end]}.",)
        stop = here + short * STEP[way.facing]
        yield Draft(_at(shown, stop), None, ("stopped-short",), words, way.action, (as_cell(stop),))
    if steps == way.n < room:
        far = end + STEP[way.facing]
        yield Draft(
            _at(shown, far), None, ("moved-too-far",), (f"Put the mouse back on {NAMES[end]}.",), way.action, (as_cell(far),)
        )
    if not steps:
        return
    if after.mouse >= 0 and after.facing == shown.facing:
        yield from _turned_noses(way, after)
    taken = shown._replace(risk=shown.risk + shown.cheese[end], cheese=(*shown.cheese[:end], 0, *shown.cheese[end + 1 :]))
    words = (f"Carry out the card on {NAMES[end]}.",)
    yield Draft(_at(taken, end), None, ("chain-unfinished",), words, way.action, (as_cell(end),))
    yield from _passed_cards(way, steps)


def _turned_noses(way: Way, after: State) -> Iterator[Draft]:
    """The mouse was turned to look where it walks, or anywhere else."""
    place = as_cell(after.mouse)
    words = (f"Turn the mouse back: it faces {DIRECTIONS[after.facing]}.",)
    for facing in dict.fromkeys((way.facing, *range(4))):
        if facing != after.facing:
            scene = with_mouse(scene_of(after), place, Facing(facing))
            yield Draft(scene, None, ("facing-changed",), words, way.action, (place,))


def _passed_cards(way: Way, steps: int) -> Iterator[Draft]:
    """A card that was passed over was carried out as if the mouse had stopped there."""
    for passed in range(1, steps):
        cell = way.shown.mouse + passed * STEP[way.facing]
        work = Work(way.shown)
        work.mouse, work.card, work.discard = cell, way.shown.discard[-1], way.shown.discard[:-1]
        land(work)
        reached = work.state(way.action)
        if reached.pending is not None:
            reached = _discarded(reached, reached.card)
        if reached.mouse != cell:
            words = (f"Put the mouse back on {NAMES[way.shown.mouse]} and move the full number; what is passed does nothing.",)
            yield Draft(scene_of(reached), None, ("passed-card-used",), words, way.action, (as_cell(cell),))


def _wrong_cheese(way: Way, after: State) -> Iterator[Draft]:
    """Cheese of a card that was passed over was taken, or that of the card reached was left."""
    shown, here = way.shown, way.shown.mouse
    steps = min(way.n, ROOM[here][way.facing])
    scene = scene_of(after)
    for passed in range(1, steps):
        cell = here + passed * STEP[way.facing]
        if shown.cheese[cell] and after.cheese[cell]:
            words = (f"Put the cheese of {NAMES[cell]} back.",)
            taken = without_wedges(scene, as_cell(cell))
            yield Draft(taken, None, ("cheese-passed-taken",), words, way.action, (as_cell(cell),))
    end = here + steps * STEP[way.facing]
    if steps and shown.cheese[end] and not after.cheese[end]:
        words = (f"Take all cheese on {NAMES[end]}.",)
        left = with_wedge(scene, as_cell(end), "up", min(3, shown.cheese[end]))
        yield Draft(left, None, ("cheese-left-lying",), words, way.action, (as_cell(end),))
    yield from _wrong_halves(way, end, after)


def _wrong_halves(way: Way, end: int, after: State) -> Iterator[Draft]:
    """The mouse was put on the lower half of another pair."""
    side = way.shown.maze[end].up
    if not side.startswith("GO:"):
        return
    for cell, card in enumerate(way.shown.maze):
        if card.up in way.shown.terms.deck.halves and card.up != side[3:]:
            words = (f"Put the mouse back on {NAMES[end]} and follow its own picture.",)
            scene = _at(way.shown._replace(cheese=after.cheese), cell)
            yield Draft(scene, None, ("wrong-goto",), words, way.action, (as_cell(cell),))


def trap_slips(state: State, action: Action) -> Iterator[Draft]:
    """Trapped, and the wedges at risk are kept, or the safe ones given back as well."""
    after = perform(state, action)
    if after.trapped != state.turn or after.phase == state.phase:
        return
    mine = front_of(state, state.turn)
    if state.risk:
        kept = with_wedge(scene_of(after), mine, "down", min(3, state.risk))
        words = ("Put the face-down wedges back into the pile.",)
        yield Draft(kept, None, ("trapped-kept-cheese",), words, action, (mine,))
    if state.safe[state.turn]:
        lost = without_wedges(scene_of(after), mine)
        words = ("Put the face-up wedges back in front of the player.",)
        yield Draft(lost, None, ("safe-lost",), words, action, (mine,))
