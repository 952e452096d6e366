"""Small pieces that were taken for part of another: a cheese where a marble shows a yellow stripe.

A search takes first what explains most over what it must.  Of a body whose print is turned as it was never taught, a small
piece may explain the brightest part and leave the rest strange.  So each that stands by itself and fits badly is once done
without: what explains more there than it, of another kind, is what stands there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vision.exchanged import worth
from vision.found import Found
from vision.piece_bank import PieceBank

BADLY = 1.4
"""A piece that fits worse may be a part of another."""


def as_another(
    found: list[Found], bank: PieceBank, relaid: Callable[[Sequence[Found]], None], another: Callable[[Found], Found | None]
) -> list[Found]:
    """Pieces found and laid, those that fit badly exchanged for what explains more where they are.

    `relaid` lays pieces, and no others, on what there was before any; `another` is what of other kinds explains most in a piece's
    place, if that is enough to be found.
    """
    for piece in [each for each in found if _doubtful(each, bank)]:
        others = [each for each in found if each is not piece]
        relaid(others)
        instead = another(piece)
        if instead is not None and worth([instead], bank) > worth([piece], bank):
            found = [*others, instead]
        relaid(found)
    return found


def _doubtful(piece: Found, bank: PieceBank) -> bool:
    small = not bank.large[piece.row]
    return small and piece.misfit > BADLY and not (piece.rides or piece.carries or piece.heaped)
