"""What the table must look like: tiles, Dragon, tokens, treasures on the board and on shelves, deck, discard, cubes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache

from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.librande_maze.board import CELLS, MOVABLE, NONE, SEATS, SQUARES
from companion.games.librande_maze.cards import UNKNOWN
from companion.games.librande_maze.catalogue import DOWN, UP, hero_kind, kind_name, spell_kind
from companion.games.librande_maze.layout import DECK, DISCARD, area_zone, curse_zone, shelf_zone
from companion.games.librande_maze.state import OK, REMOVED, State
from companion.games.librande_maze.tiles import KINDS

DRAGON, CHEST, CUBE = "dragon", "chest", "cube"
_BACK = Look(None, DOWN, 0)
_EXTRAS = tuple("-web" if kind.web else "-tunnel" if kind.tunnel else "" for kind in KINDS)


def tile_look(square: int, tile: int, mouth: bool = False) -> Look:
    """How a tile looks on that square; `mouth`: a tunnel mouth is printed on it although its kind has none."""
    kind = KINDS[tile // 4]
    extra = "-tunnel" if mouth else _EXTRAS[tile // 4]
    return Look(kind_name(kind.openings, extra, not MOVABLE[square]), UP, tile % 4)


_TILES: tuple[tuple[TileAt, ...], ...] = tuple(
    tuple(TileAt(CELLS[square], tile_look(square, tile)) for tile in range(4 * len(KINDS))) for square in SQUARES
)
"""By square and tile: made once, because a scene is asked for after every action that is considered."""


def side_of(space: int) -> Facing | None:
    """The side of its cell where a space lies; None for a whole square."""
    return Facing(space % 5 - 1) if space % 5 else None


def cell_of(space: int) -> Cell:
    """The cell of a space."""
    return CELLS[space // 5]


def scene(state: State) -> Scene:
    """The scene of a state; what nobody can see from above is not in it."""
    return Scene(_tiles(state.terms.mouths, state.tiles, bool(state.deck), state.discard[-1:]), tuple(pieces(state)))


def at_rest(state: State) -> bool:
    """Every state may lie on the table for a while: each action is carried out as a whole, and answers are waited for."""
    return state is not None


# Tiles ---------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1024)
def _tiles(mouths: tuple[int, ...], tiles: bytes, deck: bool, discard: tuple[str, ...]) -> tuple[TileAt, ...]:
    """The 49 squares, then the two piles of cards; most actions leave all of them alone."""
    return (*(_square(mouths, square, tiles[square]) for square in SQUARES), *_piles(deck, discard))


def _square(mouths: tuple[int, ...], square: int, tile: int) -> TileAt:
    if square in mouths:
        return TileAt(CELLS[square], tile_look(square, tile, True))
    return _TILES[square][tile]


def square_tile(state: State, square: int) -> TileAt:
    """The tile of one square as it looks."""
    return _square(state.terms.mouths, square, state.tiles[square])


def laid_tile(state: State, square: int, source: int) -> TileAt:
    """The tile of one square as it would look on another."""
    return _square(state.terms.mouths, square, state.tiles[source])


def carried_tile(state: State, square: int, source: int) -> TileAt:
    """The tile of one square that came from another, against the rules: its floor shows whether it belongs to a fixed one."""
    return TileAt(CELLS[square], _square(state.terms.mouths, source, state.tiles[square]).look)


def card_tiles(state: State) -> Iterator[TileAt]:
    """The deck's back and the top of the discard pile, where there is one."""
    return _piles(bool(state.deck), state.discard[-1:])


def _piles(deck: bool, discard: tuple[str, ...]) -> Iterator[TileAt]:
    if deck:
        yield _DECK
    yield from map(_open_card, discard)


_DECK = TileAt(Zone(DECK), _BACK)


@cache
def _open_card(card: str) -> TileAt:
    return TileAt(Zone(DISCARD), card_look(card))


def card_look(card: str) -> Look:
    """How a card looks that lies open; one that nobody named may be any."""
    return Look(None if card == UNKNOWN else spell_kind(card), UP, 0)


# Pieces --------------------------------------------------------------------------------------------------------------


def pieces(state: State) -> Iterator[PieceAt]:
    """Everything that stands or lies on tiles, shelves, areas and the reference card."""
    yield dragon_piece(state)
    for player in range(len(state.terms.seats)):
        yield token_piece(state, player)
    for space in state.treasure:
        yield treasure_piece(space)
    for player, won in enumerate(state.piles):
        for _ in range(won):
            yield shelf_piece(state, player)
    for curse in state.spent:
        yield PieceAt(CUBE, Zone(curse_zone(curse)))


_DRAGONS = tuple(PieceAt(DRAGON, cell) for cell in CELLS)
_TREASURES = tuple(PieceAt(CHEST, cell_of(space), None, None, None, side_of(space)) for space in range(5 * len(CELLS)))


def dragon_piece(state: State) -> PieceAt:
    return _DRAGONS[state.dragon]


def token_piece(state: State, player: int) -> PieceAt:
    """A hero: upright while able, else tipped over; off the board it lies in its area, on which face nobody cares."""
    code, space, status = state.terms.heroes[player].code, state.spaces[player], state.status[player]
    if status == REMOVED or space == NONE:
        return _off_board(code, state.terms.seats[player])
    return _token(code, space, UP if status == OK else DOWN)


@lru_cache(maxsize=8192)
def _token(code: str, space: int, face: str) -> PieceAt:
    return PieceAt(hero_kind(code), cell_of(space), None, None, face, side_of(space))


@lru_cache(maxsize=64)
def _off_board(code: str, seat: str) -> PieceAt:
    return PieceAt(hero_kind(code), Zone(area_zone(seat)))


def treasure_piece(space: int) -> PieceAt:
    return _TREASURES[space]


def shelf_piece(state: State, player: int) -> PieceAt:
    """A treasure that a player has won."""
    return _SHELVES[state.terms.seats[player]]


_SHELVES = {seat: PieceAt(CHEST, Zone(shelf_zone(seat))) for seat in SEATS}


def place_of(state: State, player: int) -> Place:
    """Where a player's token is."""
    return token_piece(state, player).place
