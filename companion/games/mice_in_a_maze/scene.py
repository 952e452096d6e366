"""What the table must look like: tiles, mice, cheeses, marbles, each in its place."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.mice_in_a_maze.geometry import CHAMBER, SIDE, Spot, as_cell
from companion.games.mice_in_a_maze.state import Hand, State
from companion.games.mice_in_a_maze.tiles import open_look, tile_look
from companion.games.mice_in_a_maze.words import hand_zone, mouse_kind

CELLS: tuple[Cell, ...] = tuple(as_cell(cell) for cell in range(SIDE * SIDE))


def scene(state: State) -> Scene:
    """The scene of a state; what nobody can see from above is not in it."""
    tiles = [TileAt(place, tile_look(tile)) for place, tile in zip(CELLS, state.tiles, strict=True)]
    tiles += [TileAt(Zone(hand_zone(state, number)), hand_look(hand)) for number, hand in enumerate(state.hands)]
    pieces = [*_mice(state), *_cheeses(state), *_marbles(state)]
    return Scene(tuple(tiles), tuple(pieces))


def hand_look(hand: Hand) -> Look:
    """How a hand tile looks; its turns mean nothing, so only the kind counts."""
    if not hand.up:
        return Look(None, "down", 0)
    return Look(open_look(hand.code, 0).kind, "up", 0) if hand.code else Look(None, "up", 0)


def place_of(state: State, spot: Spot) -> Place:
    """The cell or nest zone where a piece on the table stands."""
    if spot.kind == "port":
        return state.terms.nests.all[state.terms.nests.by_port[spot]].zone
    return CELLS[spot.cell]


def _mice(state: State) -> Iterator[PieceAt]:
    for letter, mouse in zip(state.terms.order, state.mice, strict=True):
        if mouse.spot.kind == "hand":
            continue
        place, kind = place_of(state, mouse.spot), mouse_kind(letter)
        yield PieceAt(kind, place, Facing(mouse.spot.facing))
        if mouse.cargo:
            yield PieceAt("cheese", place, None, kind)


def _cheeses(state: State) -> Iterator[PieceAt]:
    for _ in range(state.pile):
        yield PieceAt("cheese", CELLS[CHAMBER])
    for item in state.loose:
        yield PieceAt("cheese", CELLS[item.cell])
    for delivery in sorted(state.deliveries, key=lambda item: item.nest):
        yield PieceAt("cheese", state.terms.nests.all[delivery.nest].zone)


def _marbles(state: State) -> Iterator[PieceAt]:
    for marble in state.marbles:
        yield PieceAt("marble", place_of(state, marble.spot))
