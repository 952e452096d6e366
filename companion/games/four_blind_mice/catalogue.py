"""The pieces of the game as data: coins with their two sides, four mice.  The board has no tiles that anybody tells apart."""

from __future__ import annotations

from companion.core.catalogue import Catalogue, PieceKind
from companion.games.four_blind_mice import art
from companion.games.four_blind_mice.state import MICE
from companion.games.four_blind_mice.words import COLOURS, SUIT_FACES, mouse_kind

COIN_MM, COIN_HEIGHT_MM = 19.0, 3.0
MOUSE_MM, MOUSE_HEIGHT_MM = 15.0, 20.0

COIN_FACES = ("null", "ace", *SUIT_FACES)
"""What a coin can show: its value while it is covered, its suit afterwards."""


def _pieces() -> tuple[PieceKind, ...]:
    faces = {face: art.coin(face) for face in COIN_FACES}
    coin = PieceKind(
        "coin", COIN_HEIGHT_MM, COIN_MM, False, (), "cheese coin", "c", art.COIN, faces["null"], COIN_FACES, faces,
    )  # fmt: skip
    mice = tuple(
        PieceKind(
            mouse_kind(number), MOUSE_HEIGHT_MM, MOUSE_MM, False, ("coin",), f"{name} mouse", MICE[number],
            art.INK[name], art.mouse(name), stays=True,
        )
        for number, name in enumerate(COLOURS)
    )  # fmt: skip
    return (coin, *mice)


CATALOGUE = Catalogue((), _pieces())
