"""Step 2: which tiles may be taken, and what lies where after one was replaced (RB Place)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from companion.games.mice_in_a_maze.actions import Bury, Open, Placement, Skip
from companion.games.mice_in_a_maze.follow import follow, other_end
from companion.games.mice_in_a_maze.geometry import FACE_DOWN, MAZE, NAMES, OPEN_SHAPES
from companion.games.mice_in_a_maze.state import Hand, State, occupied_cells, with_item
from companion.games.mice_in_a_maze.tiles import TILES, Tile, open_tile, shape_of, turns_for


class Take(NamedTuple):
    """What may be taken: from the path (`near`), any empty tile (`anywhere`), any face-down one put back face down
    (`fallback`), or nothing (`none`)."""

    kind: Literal["near", "anywhere", "fallback", "none"]
    cells: tuple[int, ...]


def near(state: State) -> tuple[int, ...]:
    """The empty tiles of the path ahead of and behind the mouse in turn, sorted by name; `near(m)` (R31-R34)."""
    spot = state.mover.spot
    if spot.kind == "hand":
        return ()
    starts = [spot]
    if spot.kind == "tile":
        starts.append(other_end(state.tiles, spot))
    elif state.mover.entry is not None:
        starts.append(state.mover.entry)
    cells: set[int] = set()
    for start in starts:
        cells.update(follow(state.tiles, state.terms.nests, start).cells)
    return _by_name(cells - occupied_cells(state))


def _by_name(cells: set[int]) -> tuple[int, ...]:
    return tuple(sorted(cells, key=NAMES.__getitem__))


def takeable(state: State) -> Take:
    """What the mouse in turn may take at step 2."""
    close = near(state)
    options = state.terms.options
    if not state.hand.up:
        if close:
            return Take("near", close)
        if options.no_tile == "anywhere":
            cells = _by_name(set(MAZE) - occupied_cells(state))
            return Take("anywhere", cells) if cells else Take("none", ())
        return Take("none", ())
    hidden = tuple(cell for cell in close if state.tiles[cell].shape == FACE_DOWN)
    if hidden:
        return Take("near", hidden)
    if options.fallback == "strict" and not close:
        return Take("none", ())
    empty = {cell for cell in MAZE if state.tiles[cell].shape == FACE_DOWN} - occupied_cells(state)
    return Take("fallback", _by_name(empty)) if empty else Take("none", ())


def placements(state: State) -> tuple[Placement, ...]:
    """All lawful actions of step 2, one for each cell and different-looking result."""
    take = takeable(state)
    if take.kind == "none":
        return (Skip(),)
    if take.kind == "fallback":
        return tuple(Bury(cell) for cell in take.cells)
    return tuple(action for cell in take.cells for action in _results(state, cell))


def _results(state: State, cell: int) -> Iterator[Open]:
    known = (("h", state.hand.code), ("s", state.tiles[cell].code))
    for source, code in known:
        if code is not None:
            for turns in range(TILES[code].period):
                yield Open(cell, code, shape_of(code, turns), turns, source)
    if any(code is None for _, code in known):
        for shape in OPEN_SHAPES:
            yield Open(cell, None, shape)


# Which tile it was ----------------------------------------------------------------------------------------------------


class Known(NamedTuple):
    """What can be told from a placement: the tile now in the cell, the identity of the new hand tile, which tile it was."""

    tile: Tile
    hand_code: str | None
    source: str


def identify(state: State, action: Open) -> Known | None:
    """Which tile was put down open; None when it can be neither the hand tile nor the taken one (`foreign-tile`)."""
    own, taken = state.hand.code, state.tiles[action.cell].code
    from_hand = action.source != "s" and _fits(action, own, taken)
    put_back = action.source != "h" and _fits(action, taken, own)
    if action.code is not None and action.code in _elsewhere(state, action.cell):
        return None
    if not from_hand and not put_back:
        return None
    if from_hand and put_back:
        return Known(_result_tile(action, None), None, "")
    known, other = (own, taken) if from_hand else (taken, own)
    return Known(_result_tile(action, known), other, "h" if from_hand else "s")


def _fits(action: Open, code: str | None, other: str | None) -> bool:
    """Whether the tile put down can be the one known as `code`, when the other tile is known as `other`."""
    if action.code is not None:
        return action.code == code or (code is None and action.code != other)
    return code is None or turns_for(code, action.shape) is not None


def _result_tile(action: Open, known: str | None) -> Tile:
    if action.code is not None:
        return open_tile(action.code, action.turns)
    turns = turns_for(known, action.shape) if known is not None else None
    return open_tile(known, turns) if known is not None and turns is not None else Tile(None, action.shape)


def _elsewhere(state: State, cell: int) -> set[str]:
    """Identities known to lie anywhere but in that cell and in the own hand."""
    codes = {tile.code for place, tile in enumerate(state.tiles) if tile.code and place != cell}
    codes.update(hand.code for place, hand in enumerate(state.hands) if hand.code and place != state.holder)
    return {code for code in codes if code is not None}


# Doing it -------------------------------------------------------------------------------------------------------------


def apply_placement(state: State, action: Placement) -> State:
    """The state after a lawful action of step 2, at step 3; the caller ends the turn when no marble rolls."""
    if isinstance(action, Skip):
        return replace(state, step=3, placed=-1)
    if isinstance(action, Bury):
        return _bury(state, action)
    known = identify(state, action)
    assert known is not None, "judged before"
    face_up = state.tiles[action.cell].shape != FACE_DOWN
    return replace(
        state,
        tiles=with_item(state.tiles, action.cell, known.tile),
        hands=with_item(state.hands, state.holder, Hand(face_up, known.hand_code)),
        remembered=tuple(item for item in state.remembered if item[0] != action.cell),
        step=3, placed=action.cell, stirred=True,
    )  # fmt: skip


def _bury(state: State, action: Bury) -> State:
    own, taken = state.hand.code, state.tiles[action.cell].code
    down, kept = {"h": (own, taken), "s": (taken, own), "": (None, None)}[action.source]
    remembered = tuple(item for item in state.remembered if item[0] != action.cell)
    if action.source == "h" and own is not None:
        remembered = (*remembered, (action.cell, own))
    return replace(
        state,
        tiles=with_item(state.tiles, action.cell, Tile(down, FACE_DOWN)),
        hands=with_item(state.hands, state.holder, Hand(False, kept)),
        remembered=remembered, step=3, placed=-1, stirred=True,
    )  # fmt: skip
