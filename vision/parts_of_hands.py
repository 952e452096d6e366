"""Parts of hands that were taken for pieces, beside what a hand is known to hide.

Skin on a wooden table passes for the table in a shadow, on a brown tile for the tile: of such a hand only the cells are known
that show no drawing at all.  Its fingers reach into the cells beside them and look like whatever is brown.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from companion.core.grid import Cell, Place, Zone
from vision.found import Found
from vision.piece_bank import PieceBank
from vision.rig import Sprite
from vision.steps import Steps


def without_parts_of_hands(
    steps: Steps, bank: PieceBank | None, places: Sequence[Place | None], hidden: Set[Place]
) -> Steps:
    """The steps without finds, standing in such `places`, that are a part of the hand which is known to hide others.

    Beside a cell that a hand hides, a piece that shows a side which no piece of its kind ever showed in such a place is a finger,
    and so is the one that fits worse of two of which there is but one.
    """
    cells = {cell for cell in hidden if isinstance(cell, Cell)}
    if bank is None or not cells:
        return steps
    beside = [isinstance(place, Cell) and any(_touch(place, cell) for cell in cells) for place in places]
    odd = [near and (_never_so(bank, piece, place) or _second(bank, piece, steps.found))
           for near, piece, place in zip(beside, steps.found, places, strict=True)]  # fmt: skip
    return steps.only([number for number, part in enumerate(odd) if not part]) if any(odd) else steps


def _touch(one: Cell, other: Cell) -> bool:
    """Whether two cells lie side by side or corner to corner."""
    return abs(one.row - other.row) <= 1 and abs(one.col - other.col) <= 1


def _never_so(bank: PieceBank, piece: Found, place: Place | None) -> bool:
    """Whether a piece shows a side that was never taught in such a place, where the other side of its kind was."""
    own = _sprite(bank, piece)
    return not _taught(own, place) and any(_taught(other, place) for other in bank.sprites if other.kind == own.kind)


def _second(bank: PieceBank, piece: Found, found: Sequence[Found]) -> bool:
    """Whether a piece with a direction, of a kind of which there is one, was found elsewhere and fits better there."""
    own = _sprite(bank, piece)
    others = (other for other in found if _sprite(bank, other).kind == own.kind)
    return own.alone and own.directed and any(other.misfit < piece.misfit for other in others)


def _sprite(bank: PieceBank, piece: Found) -> Sprite:
    return bank.sprites[int(bank.kinds[piece.row])]


def _taught(sprite: Sprite, place: Place | None) -> int:
    """How often a sprite was taught in such a place."""
    return dict(sprite.places).get(place.name if isinstance(place, Zone) else "", 0)
