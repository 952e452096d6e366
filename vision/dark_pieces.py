"""Pieces that pass for the board in a shadow, and of which nothing shows.

Pixel by pixel a black mouse on a nest of any colour is that nest in a deep shadow.  Where a shadow may excuse the board, the
mouse explains hardly less than that; where none may, far more, and it stands out all around from a board that lies in the light.
What is no mouse is not both: a shadow has another outline, and what is left of it around a mouse's outline is strange.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch
from vision.unseen_carriers import missing_from
from vision.unshaded import away, seen_around

LIT, SHADED, FITS, LEADS = 1.3, -0.3, 1.4, 200.0
"""What it explains of each pixel at least if no shadow excuses the board, and if one may, how badly it may fit, and by how many
nats it leads every other kind."""
GLANCE = 1.0
"""The same at a glance: mice gained 389 to 452 nats so, of what was none on ten pictures all but four spots 170 at most."""
SHOWN, STRANGE = 0.85, 0.25
"""So much of what lies around it must be seen, and so much of that may be strange.  (On some forty tables nine mice that were
found nowhere explained 1.4 to 2.9 a pixel in full light, and -.14 to .47 where a shadow may excuse the board, fitted with .7 to
1.4, led by 300 and more, were seen all around, and .04 to .21 of that was strange.  What was none, and explained 1.2 and more in
full light, lay in a hand's shadow or beside a piece: at most .78 of what is around it was seen.)"""

BODY, BODY_FITS, ALONE, IN_SHADE = 2.5, 1.55, 0.92, 0.35
"""The same of a small body that stands by itself, whatever else may seem to be there: on a white road in full light a white mouse
that stands elsewhere explains more.  (On sixteen tables eight marbles explained 3.4 to 5.8 a pixel in full light, fitted with .53
to 1.5, were seen all around, and .12 to .32 of that was strange, for they throw a shadow; of what was none, mostly shadows beside
mice, at most .88 was seen.)"""


def with_dark_pieces(
    search: PieceSearch, found: list[Found], least_gain: float, elsewhere: Sequence[Found] = ()
) -> list[Found]:
    """The pieces found and laid, with those, of kinds found nowhere, that pass for the board in a shadow; they are laid too."""
    told = list(found)
    while unseen := missing_from(search.bank, [*told, *elsewhere]):
        more = _best(search, unseen, least_gain)
        if not more:
            break
        told += more
    return told


def with_dark_bodies(search: PieceSearch, found: list[Found], least_gain: float) -> list[Found]:
    """The pieces found and laid, with the small bodies that stand all by themselves on what they pass for in a shadow, such as a
    dark marble on a printed black disc; they are laid too."""
    bank = search.bank
    stands = np.array([not (s.directed or s.rides or s.flat or s.alone or s.loose) for s in bank.sprites], np.bool_)
    rows = np.flatnonzero(stands[bank.kinds])
    if not len(rows):
        return found

    def chosen(bank: PieceBank, finds: Iterable[Found], costs: Array, seen: NDArray[np.bool_]) -> list[Found]:
        ones = list[Found]()
        for piece in sorted(finds, key=lambda piece: -piece.gain):
            shown, strange = seen_around(bank, piece, costs, seen)
            apart = all(away(piece, other) >= bank.side // 2 for other in ones)
            if apart and piece.gain >= BODY * float(bank.areas[piece.row]) and shown >= ALONE and strange <= IN_SHADE:
                ones.append(piece)
        return ones

    promised = GLANCE * float(bank.areas[rows].min())
    return found + search.in_light(rows, (least_gain, BODY_FITS), chosen, at_a_glance=promised, alone=True)


def _best(search: PieceSearch, unseen: set[int], least_gain: float) -> list[Found]:
    """The piece of `unseen` sprites that gains most in full light and does, laid; nothing if none does."""
    rows, shaded = np.flatnonzero(np.isin(search.bank.kinds, list(unseen))), search.costs.copy()

    def chosen(bank: PieceBank, finds: Iterable[Found], costs: Array, seen: NDArray[np.bool_]) -> list[Found]:
        plain = (piece for piece in finds if _plain(bank, piece, costs, seen))
        return sorted((piece for piece in plain if _passes(search, piece, shaded)), key=lambda piece: -piece.gain)[:1]

    promised = GLANCE * float(search.bank.areas[rows].min())
    return search.in_light(rows, (least_gain, FITS), chosen, at_a_glance=promised)


def _plain(bank: PieceBank, piece: Found, costs: Array, seen: NDArray[np.bool_]) -> bool:
    """Whether a piece explains enough of pixels (h, w) that cost so much in full light, as far as they are `seen` (h, w), stands
    out from the board, and no other kind would do."""
    shown, strange = seen_around(bank, piece, costs, seen)
    others = bank.large & (bank.kinds != bank.kinds[piece.row])
    leads = piece.gain - float(piece.gains[others].max(initial=-np.inf)) >= LEADS
    return leads and piece.gain >= LIT * float(bank.areas[piece.row]) and shown >= SHOWN and strange <= STRANGE


def _passes(search: PieceSearch, piece: Found, shaded: Array) -> bool:
    """Whether a piece explains not much less than the board does in a shadow, where pixels (h, w) cost so much."""
    return search.gain_of(piece, shaded) >= SHADED * float(search.bank.areas[piece.row])
