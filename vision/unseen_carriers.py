"""What carries a piece that seems to lie there by itself.

An orange mouse with a cheese runs along an orange path: what the cheese leaves to be seen of it is that path in a shadow, nearly,
and only the cheese is found.  But in full light something stands there, and of all mice that were found nowhere it is that one by
far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.board_costs import in_full_light
from vision.found import Found
from vision.piece_bank import PieceBank
from vision.pieces import BARE, PieceSearch
from vision.unshaded import away

IN_SHADOW, WITH_LIGHT, FITS, AHEAD = -0.5, 0.95, 2.0, (100.0, 60.0)
"""What a carrier gains at least for each of its pixels that is seen, if a shadow may excuse the board, and that with what it
gains if none may; how badly it may fit; and by how much it leads all others that were found nowhere, the second where it gains
CLEARLY with light.  (Of some 400 pieces on fifteen tables below which no carrier had been found, while one was found nowhere,
seven had one.  Six of them gain -.43 to .11 in shadows, and 1.0 to 3.0 with what they gain in light; of the others two gain more
than -.5, and .6 and .9 with that.  On dim copies of a recording one leads by 74 and 77 and gains 3.2 and 3.5.)"""
CLEARLY = 2.0
"""What it gains for a pixel so is clear."""
LOOSE_IN_SHADOW, LOOSE_WITH_LIGHT, LOOSE_AHEAD = -0.75, 1.6, 75.0
"""The same below a loose body, which hides more.  (Of 486 cheeses on 35 recordings below which no carrier had been found, while
one was found nowhere, fifteen had one.  Eleven of them gain -.72 to .13 in shadows, 1.68 to 4.35 with light, and
lead by 80 to 414; of what was none and led by 40 or more one gained 1.56 with light and -.89 in shadows, the others 1.39 at
most.)"""
ALONE_IN_SHADOW, ALONE_WITH_LIGHT, ALONE_AHEAD, ALONE_SEEN = -0.5, 0.9, 110.0, 0.8
"""The same of what leads by so much, and shows so much of itself, that nothing else can be there, though the board has its colour
in light, too.  (Of cheeses on tables where things had changed places two that lie so were carried by a mouse found nowhere: .07
and .12 in shadows, 1.0 and 1.5 with light.  What was none and came nearest, a white ring, gained .2 and .9, and .65 of it was
seen.)"""
APART = 24
"""Pieces nearer to each other than that, px of a plan of detail 1, are a heap."""


def with_unseen_carriers(search: PieceSearch, found: list[Found], elsewhere: Sequence[Found] = ()) -> list[Found]:
    """The pieces found, with what carries those that seemed to lie there by themselves; it is laid too.  Nothing does that was
    found `elsewhere`."""
    bank, told = search.bank, list(found)
    for number in _lone_riders(bank, found):
        missing = missing_from(bank, [*told, *elsewhere])
        carrier = _carrier(search, found[number], missing) if missing else None
        if carrier is not None:
            told[number] = replace(found[number], rides=True)
            told += search.laid([carrier])
    return told


def _lone_riders(bank: PieceBank, found: Sequence[Found]) -> list[int]:
    """The numbers of the finds that may ride, do not, and lie in no heap."""
    may = [number for number, piece in enumerate(found) if bank.sprites[bank.kinds[piece.row]].rides]
    return [
        number for number in may
        if not (found[number].rides or found[number].heaped)
        and all(away(found[number], found[other]) > APART * bank.detail for other in may if other != number)
    ]  # fmt: skip


def missing_from(bank: PieceBank, found: Sequence[Found]) -> set[int]:
    """The sprites with a direction, of kinds of which there is one each, that were found nowhere."""
    there = {bank.sprites[bank.kinds[piece.row]].kind for piece in found}
    return {n for n, sprite in enumerate(bank.sprites) if sprite.alone and sprite.directed and sprite.kind not in there}


def _carrier(search: PieceSearch, rider: Found, missing: set[int]) -> Found | None:
    """What carries a piece, of the sprites that are missing, in pixels with the margin; None if nothing plainly does."""
    bank, before = search.bank, search.state()
    margin = (search.costs.shape[0] - search.half.shape[0]) // 2
    there = replace(rider, at=(rider.at[0] + margin, rider.at[1] + margin))
    shaded = _best(search, there)
    seen, kind = float(bank.areas[shaded.row]) * shaded.seen, int(bank.kinds[shaded.row])
    lead = _lead(bank, shaded, missing)
    loose = bank.sprites[int(bank.kinds[rider.row])].loose
    in_shadow, ahead = (LOOSE_IN_SHADOW, LOOSE_AHEAD) if loose else (IN_SHADOW, min(AHEAD))
    if kind not in missing or shaded.gain < in_shadow * seen or shaded.misfit > FITS or lead < ahead:
        return None
    costs, free, bare, _ = before
    search.costs[:] = in_full_light(costs, free > BARE, search.half, search.tones, bare)
    lit = float(_best(search, there).gains[bank.kinds == kind].max())
    search.restore(before)
    with_light = (shaded.gain + lit) / max(seen, 1.0)
    alone = loose and lead >= ALONE_AHEAD and shaded.gain >= ALONE_IN_SHADOW * seen and shaded.seen >= ALONE_SEEN
    least = ALONE_WITH_LIGHT if alone else LOOSE_WITH_LIGHT if loose else WITH_LIGHT
    if with_light < least or not (loose or lead >= AHEAD[with_light >= CLEARLY]):
        return None
    return replace(search.below.reseated(shaded, there, itself=True), gain=lit)


def _best(search: PieceSearch, rider: Found) -> Found:
    """What may carry a piece best, at the costs as they stand."""
    middle = int(rider.at[0]), int(rider.at[1])
    return search.below.carrier_of(rider, middle, search.below.roughly(rider, middle))


def _lead(bank: PieceBank, carrier: Found, missing: set[int]) -> float:
    """By how much a carrier gains more than any other that is missing."""
    others = np.isin(bank.kinds, list(missing - {int(bank.kinds[carrier.row])}))
    return carrier.gain - float(carrier.gains[others].max(initial=-np.inf))
