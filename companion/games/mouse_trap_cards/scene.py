"""What the table must look like: sides that show, action cards on their piles, the mouse, wedges as far as they can be counted.

Cards with the same picture look alike: each is shown as the first card of the deck that has it, so that a scene never tells
which card lies there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import chain

from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.mouse_trap_cards.decks import Deck
from companion.games.mouse_trap_cards.effects import effect
from companion.games.mouse_trap_cards.geometry import CELLS, as_cell
from companion.games.mouse_trap_cards.layout import front_zone
from companion.games.mouse_trap_cards.state import Card, State
from companion.games.mouse_trap_cards.words import DISCARD, DRAW_PILE, PILE, SHOW

PLACES: tuple[Cell, ...] = tuple(as_cell(cell) for cell in CELLS)
COUNTABLE = 3
"""So many wedges in a heap can be told apart from above; more look like as many."""

MOUSE, WEDGE = "mouse", "wedge"
FACES = {"F": "front", "B": "back"}
BACK = Look(None, "back")
_PLAIN_KINDS = {
    "TRAP": "act-trapped", "TAKE": "act-take-cheese", "PLACE": "act-add-cheese", "TURN": "act-turn", "FLIPF": "act-flip-front",
    "FLIPB": "act-flip-behind", "END": "act-end-turn",
}  # fmt: skip


def scene(state: State) -> Scene:
    """The scene of a state; what nobody can see from above is not in it."""
    tiles = _tiles(state.terms.deck, state.maze, state.draw > 0, state.discard[-1:], state.card)
    pieces = _pieces(state.mouse, state.facing, state.cheese, state.pile, state.safe, state.risk, state.turn)
    return Scene(tiles, pieces)


@lru_cache(maxsize=1024)
def _tiles(deck: Deck, maze: tuple[Card, ...], draw: bool, discard: tuple[str, ...], card: str) -> tuple[TileAt, ...]:
    """The cards of the maze and the piles; most actions leave nearly all of them alone."""
    tiles = [_tile(cell, deck.first.get(lying[0]), lying[2]) for cell, lying in enumerate(maze)]
    if draw:
        tiles.append(_DRAW)
    tiles += [_open_card(DISCARD, code) for code in discard]
    if card:
        tiles.append(_open_card(SHOW, card))
    return tuple(tiles)


def maze_look(deck: Deck, card: Card) -> Look:
    """How a maze card looks; no kind for a picture that is not in the deck."""
    return side_look(deck, card.up, card.turns)


def side_look(deck: Deck, side: str, turns: int) -> Look:
    return _tile(0, deck.first.get(side), turns).look


@cache
def _tile(cell: int, found: tuple[str, str] | None, turns: int) -> TileAt:
    """A card in its cell, made once for every way it can lie there: scenes are made by the thousand while a turn is explained."""
    look = Look(maze_kind(found[0]), FACES[found[1]], turns) if found else Look(None, "front", turns)
    return TileAt(PLACES[cell], look)


def maze_kind(name: str) -> str:
    """The kind of a card in pictures: `maze-05` for M05."""
    return f"maze-{name[1:]}"


def side_of(deck: Deck, look: Look) -> str | None:
    """The side of a maze card that looks so; None for what is no maze card lying open."""
    both = deck.cards.get(f"M{look.kind[-2:]}") if look.kind and look.kind.startswith("maze-") else None
    if both is None or look.face not in ("front", "back"):
        return None
    side = both[0] if look.face == "front" else both[1]
    return None if side == "?" else side


_DRAW = TileAt(DRAW_PILE, BACK)


@cache
def _open_card(place: Place, code: str) -> TileAt:
    return TileAt(place, card_look(code))


def card_look(code: str) -> Look:
    return Look(card_kind(code), "front")


def card_kind(code: str) -> str:
    """The kind of an action card in pictures: `act-move-F1`, `act-trapped`."""
    if code in _PLAIN_KINDS:
        return _PLAIN_KINDS[code]
    found = effect(code, True)
    name = code.replace("/", "-").replace(":", "-")
    return f"act-move-{name}" if found is not None and found.kind == "move" else f"act-{name.lower()}"


def codes_of(deck: Deck, look: Look) -> tuple[str, ...]:
    """The action cards that look so."""
    return _by_kind(deck.codes).get(look.kind, ()) if look.face == "front" else ()


@lru_cache(maxsize=64)
def _by_kind(codes: tuple[str, ...]) -> dict[str | None, tuple[str, ...]]:
    """The action cards by their kind in pictures."""
    kinds = {code: card_kind(code) for code in codes}
    return {kind: tuple(code for code in codes if kinds[code] == kind) for kind in kinds.values()}


@lru_cache(maxsize=1024)
def _pieces(
    mouse: int, facing: int, cheese: tuple[int, ...], pile: int, safe: tuple[int, ...], risk: int, turn: int
) -> tuple[PieceAt, ...]:
    mice = (_mouse(mouse, facing),) if mouse >= 0 else ()
    return mice + _laid_wedges(cheese) + _other_wedges(min(pile, COUNTABLE), safe, risk, turn)


@lru_cache(maxsize=1024)
def _laid_wedges(cheese: tuple[int, ...]) -> tuple[PieceAt, ...]:
    """Those on the cards of the maze; most actions leave them alone."""
    laid = [_wedges(PLACES[cell], min(count, COUNTABLE), "up") for cell, count in enumerate(cheese) if count]
    return tuple(chain.from_iterable(laid))


@lru_cache(maxsize=1024)
def _other_wedges(pile: int, safe: tuple[int, ...], risk: int, turn: int) -> tuple[PieceAt, ...]:
    """Those on the pile and in front of the seats."""
    return tuple(_beside_the_maze(pile, safe, risk, turn))


def _beside_the_maze(pile: int, safe: tuple[int, ...], risk: int, turn: int) -> Iterator[PieceAt]:
    yield from _wedges(PILE, min(pile, COUNTABLE), "up")
    for seat, count in enumerate(safe):
        yield from _wedges(Zone(front_zone(len(safe), seat)), min(count, COUNTABLE), "up")
    if risk:
        yield from _wedges(Zone(front_zone(len(safe), turn)), min(risk, COUNTABLE), "down")


@cache
def _mouse(cell: int, facing: int) -> PieceAt:
    return PieceAt(MOUSE, PLACES[cell], Facing(facing))


@cache
def _wedges(place: Place, count: int, face: str) -> tuple[PieceAt, ...]:
    return (PieceAt(WEDGE, place, None, None, face),) * count
