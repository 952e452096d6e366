"""The pieces of the game as data: 16 maze cards with two faces, the action cards, the mouse, the wedges."""

from __future__ import annotations

from companion.core.catalogue import Catalogue, PieceKind, TileKind
from companion.games.mouse_trap_cards import art
from companion.games.mouse_trap_cards.decks import deck_from
from companion.games.mouse_trap_cards.scene import MOUSE, WEDGE, card_kind, maze_kind
from companion.games.mouse_trap_cards.words import card_words, side_words

MOUSE_HEIGHT_MM, WEDGE_HEIGHT_MM = 20.0, 1.7
BACK_KIND = "act-back"


def _maze_cards() -> tuple[TileKind, ...]:
    """Every picture has a top, so that its turns can be read."""
    kinds = []
    for name, (front, back) in deck_from().cards.items():
        drawings = {"front": art.side(front), "back": art.side(back)}
        label = f"{side_words(front)} / {side_words(back)}"
        kinds.append(TileKind(maze_kind(name), {"front": 4, "back": 4}, (), label, drawings, copies=1))
    return tuple(kinds)


def _action_cards() -> tuple[TileKind, ...]:
    """The turns of an action card mean nothing; all backs are alike."""
    return tuple(
        TileKind(
            card_kind(code), {"front": 1, "back": 1}, ("back",), card_words(code), {"front": art.card(code), "back": art.BACK}
        )
        for code in deck_from().codes
    )


def _pieces() -> tuple[PieceKind, ...]:
    mouse = PieceKind(MOUSE, MOUSE_HEIGHT_MM, 40.0, True, (), "mouse", "m", "#7d8794", art.MOUSE, stays=True)
    faces = {"up": art.WEDGE_UP, "down": art.WEDGE_DOWN}
    wedge = PieceKind(
        WEDGE, WEDGE_HEIGHT_MM, 20.0, False, (), "wedge of cheese", "c", "#f6c32c", art.WEDGE_UP, ("up", "down"), faces
    )
    return (mouse, wedge)


CATALOGUE = Catalogue((*_maze_cards(), *_action_cards()), _pieces(), BACK_KIND)
