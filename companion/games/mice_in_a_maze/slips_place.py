"""Slips of step 2 as sight shows them: the wrong tile replaced, the wrong way up, the own tile left as it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.grid import Zone
from companion.core.scene import Look, Scene
from companion.games.mice_in_a_maze.actions import Bury, Open, Skip
from companion.games.mice_in_a_maze.geometry import CHAMBER, FACE_DOWN, MAZE, NAMES, OPEN_SHAPES, as_cell
from companion.games.mice_in_a_maze.judge import violation_code
from companion.games.mice_in_a_maze.place import takeable
from companion.games.mice_in_a_maze.scene import hand_look
from companion.games.mice_in_a_maze.sightings import Sightings
from companion.games.mice_in_a_maze.slip_parts import Draft, turned_by, unused_code, with_look
from companion.games.mice_in_a_maze.state import Hand, State
from companion.games.mice_in_a_maze.tiles import TILES, Tile, open_tile, tile_look
from companion.games.mice_in_a_maze.words import hand_zone

DOWN = Look(None, "down", 0)


def place_slips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """A tile replaced that may not be, or too early; a tile put down the wrong way up; no tile replaced at all."""
    if state.step == 2:
        yield Draft(base, Skip(), (), (_way_on(state),))
    yield from _opened(state, base, sight)
    yield from _buried(state, base, sight)


def hand_slips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """An own tile that shows the wrong face: after a lawful placement, or turned over for nothing."""
    for holder, hand in enumerate(state.hands):
        if sight is not None and not sight.hand_may_differ(holder):
            continue
        turned = with_look(base, _zone(state, holder), hand_look(Hand(not hand.up, hand.code)))
        face = "up" if hand.up else "down"
        words = f"Turn the own tile of {_owner(state, holder)} face {face} again."
        yield Draft(turned, None, ("hand-face-wrong",), (words,), None, (_zone(state, holder),))
    if state.step == 2:
        yield from _forgotten_flips(state, base, sight)


def loose_tile_slips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """A tile turned or turned over that nobody may touch now; two tiles exchanged."""
    cells = list(MAZE) if sight is None else list(sight.changed_cells())
    open_cells = [cell for cell in cells if state.tiles[cell].code is not None and state.tiles[cell].shape != FACE_DOWN]
    for cell in open_cells:
        yield from _knocked(state, base, cell)
    for cell in open_cells[:6]:
        for other in cells[:48]:
            if other != cell and tile_look(state.tiles[other]) != tile_look(state.tiles[cell]):
                yield _exchanged(state, base, cell, other)
                if sight is None:
                    break


# Which tiles ----------------------------------------------------------------------------------------------------------


def _zone(state: State, holder: int) -> Zone:
    return Zone(hand_zone(state, holder))


def _owner(state: State, holder: int) -> str:
    return state.terms.holders[holder]


def _new_tiles(state: State, cell: int, sight: Sightings | None) -> Iterator[Tile]:
    """What may have been put down open in that cell."""
    if sight is not None:
        yield from sight.tiles(cell)
        return
    code = state.hand.code or unused_code(state)
    yield open_tile(code, 0)


def _after_taking(state: State, cell: int, new: Tile) -> Hand:
    """The own tile as it should lie after that tile was taken and that one put down."""
    taken = state.tiles[cell]
    code = taken.code if new.code != taken.code else state.hand.code
    return Hand(taken.shape != FACE_DOWN, code)


def _with_tile(base: Scene, state: State, cell: int, look: Look, hand: Hand) -> Scene:
    return with_look(with_look(base, as_cell(cell), look), _zone(state, state.holder), hand_look(hand))


def _put_back(state: State, cell: int) -> str:
    lay = "face down" if state.tiles[cell].shape == FACE_DOWN else "as it lay"
    return f"Put the tile of {NAMES[cell]} back {lay}, and your own tile too."


def _way_on(state: State) -> str:
    take = takeable(replace(state, step=2))
    if take.kind == "none":
        return "No tile can be taken in this turn."
    if take.kind == "fallback":
        return "Take any empty face-down tile instead and put one tile back face down."
    return f"Take one of these tiles instead: {', '.join(NAMES[cell] for cell in take.cells)}."


# Slips ----------------------------------------------------------------------------------------------------------------


def _opened(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """An open tile lies where another one lay."""
    cells = (*MAZE, CHAMBER) if sight is None else tuple(sight.changed_cells())
    for cell in cells:
        for new in _new_tiles(state, cell, sight):
            assert new.code is not None
            action = Open(cell, new.code, new.shape, new.turns)
            if violation_code(state, action) is None or tile_look(new) == tile_look(state.tiles[cell]):
                continue
            way_back = (_put_back(state, cell), *((_way_on(state),) if state.step == 2 else ()))
            hand, same = _after_taking(state, cell, new), new.code == state.tiles[cell].code
            if not (same and hand_look(hand) == hand_look(state.hand)):
                yield Draft(_with_tile(base, state, cell, tile_look(new), hand), action, (), way_back)
            if state.hand.up and not same:
                # The open tile was used and the taken one kept open: the own tile shows nothing new.
                yield Draft(with_look(base, as_cell(cell), tile_look(new)), action, (), way_back)


def _buried(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """A tile lies face down where it may not: an open one covered up, or the own open tile gone under."""
    for cell in MAZE if sight is None else tuple(sight.changed_cells()):
        if state.tiles[cell].shape not in OPEN_SHAPES or (sight is not None and not sight.may_be_down(cell)):
            continue
        lawful = cell in takeable(replace(state, step=2)).cells
        codes = ("place-before-move",) if state.step == 1 else ("place-face-down",) if lawful else ("fallback-not-allowed",)
        scene = _with_tile(base, state, cell, DOWN, Hand(True, state.tiles[cell].code))
        yield Draft(scene, None, codes, (_put_back(state, cell),), None, (as_cell(cell),))
        yield Draft(with_look(base, as_cell(cell), DOWN), None, codes, (_put_back(state, cell),), None, (as_cell(cell),))
    if state.step == 2 and state.hand.up:
        far = next((cell for cell in MAZE if state.tiles[cell].shape == FACE_DOWN and violation_code(state, Bury(cell))
                    not in (None, "place-face-down", "place-occupied")), None)
        if far is not None:
            scene = with_look(base, _zone(state, state.holder), DOWN)
            yield Draft(scene, Bury(far), (), ("Turn your own tile face up again.", _way_on(state)))


def _forgotten_flips(state: State, base: Scene, sight: Sightings | None) -> Iterator[Draft]:
    """A lawful tile lies down, but the own tile shows the other face."""
    take = takeable(state)
    if take.kind not in ("near", "anywhere"):
        return
    for cell in take.cells:
        for new in _new_tiles(state, cell, sight):
            action = Open(cell, new.code, new.shape, new.turns)
            if violation_code(state, action) is not None:
                continue
            right = _after_taking(state, cell, new)
            scene = _with_tile(base, state, cell, tile_look(new), Hand(not right.up, right.code))
            words = f"Turn the own tile of {_owner(state, state.holder)} face {'up' if right.up else 'down'}."
            yield Draft(scene, None, ("hand-face-wrong",), (words,), action, (_zone(state, state.holder),))


def _knocked(state: State, base: Scene, cell: int) -> Iterator[Draft]:
    """An open tile turned by a sleeve, or turned over."""
    tile = state.tiles[cell]
    code = tile.code or ""
    # Where it may be taken, a turned tile was taken and put back: only the own tile was forgotten.
    may_turn = state.step == 2 and not state.hand.up and cell in takeable(state).cells
    for turns in range(1, 1 if may_turn else TILES[code].period):
        now = open_tile(code, tile.turns + turns)
        words = f"Turn {NAMES[cell]} back by {turned_by(code, now.turns, tile.turns)}."
        yield _changed(base, cell, tile_look(now), words)
    yield _changed(base, cell, DOWN, f"Turn {NAMES[cell]} face up again, as it lay.")


def _changed(base: Scene, cell: int, look: Look, words: str) -> Draft:
    place = as_cell(cell)
    return Draft(with_look(base, place, look), None, ("extra-tile-changed",), (words,), None, (place,))


def _exchanged(state: State, base: Scene, cell: int, other: int) -> Draft:
    """Two tiles of the maze lie in each other's place."""
    scene = with_look(base, as_cell(cell), tile_look(state.tiles[other]))
    scene = with_look(scene, as_cell(other), tile_look(state.tiles[cell]))
    words = f"Put the tiles of {NAMES[cell]} and {NAMES[other]} back where they lay."
    return Draft(scene, None, ("tile-elsewhere",), (words,), None, (as_cell(cell), as_cell(other)))
