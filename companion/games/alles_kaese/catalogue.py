"""The pieces of the game as data: card backs and fronts, the die.

Cards that a player has kept are pieces: they lie over one another in a strip of table, where only their number by kind tells.
"""

from __future__ import annotations

from companion.core.catalogue import Catalogue, PieceKind, TileKind
from companion.games.alles_kaese import art
from companion.games.alles_kaese.cards import VALUES
from companion.games.alles_kaese.layout import CARD_MM, DIE_MM, TOP_MM

BACK, FRONT = "back", "front"
FRONT_KIND = {"c": "front-cheese", "t": "front-trap"}
FRONT_OF = {kind: front for front, kind in FRONT_KIND.items()}
DIE = "die"


def back_kind(value: int) -> str:
    """The kind name of a card's back."""
    return f"back-{value}"


VALUE_OF = {back_kind(value): value for value in VALUES}
"""Which card has a back of that kind."""


def _back(value: int) -> TileKind:
    label = "back with one hole" if value == 1 else f"back with {value} holes"
    return TileKind(back_kind(value), {BACK: 1}, (), label, {BACK: art.card_back(value)})


_DRAWN = {"front-cheese": art.front_cheese(), "front-trap": art.front_trap()}
_WORDS = {"front-cheese": "cheese card", "front-trap": "trap card"}


def _tiles() -> tuple[TileKind, ...]:
    fronts = (TileKind(kind, {FRONT: 1}, (), _WORDS[kind], {FRONT: drawing}) for kind, drawing in _DRAWN.items())
    return (*(_back(value) for value in VALUES), *fronts)


def _pieces() -> tuple[PieceKind, ...]:
    look = {"front-cheese": ("c", art.MEADOW), "front-trap": ("t", art.ALARM)}
    kept = tuple(
        PieceKind(kind, TOP_MM, CARD_MM[1], False, (), _WORDS[kind], *look[kind], art.laid_card(drawing))
        for kind, drawing in _DRAWN.items()
    )
    faces = {str(value): art.die(value) for value in VALUES}
    die = PieceKind(DIE, DIE_MM, DIE_MM, False, (), "die", "d", art.CHEESE, art.die(None), tuple(faces), faces, stays=True)
    return (*kept, die)


CATALOGUE = Catalogue(_tiles(), _pieces())
