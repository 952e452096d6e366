"""Small pieces that are parts of a large one which passes for the board in a shadow.

A black mouse on a purple tile is that tile in a deep shadow, but for its head, and the head is a marble; so is that of a blue
mouse on a blue road whose cheese hides what stands beside it.  In full light a marble explains itself, and no mouse that covers
it much more; where one does, and stands out from the board all around or carries what lies there, the marble is a part of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.below import borne_by
from vision.board_costs import in_full_light
from vision.found import Found
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.pieces import BARE, PieceSearch
from vision.unseen_carriers import missing_from, with_unseen_carriers
from vision.unshaded import AROUND, away, stands_out

MORE = 100.0
"""Nats by which a large piece must explain more than its part does, both in full light.  (Of what was found as marbles on 21
tables three were parts of a mouse that was found nowhere: it explained 150 to 383 more, two of them 2.4 and 2.9 of each of its
pixels.  Of marbles that lay in shadows the best mouse explained 80 more and 1.5 a pixel, 53 more and 2.0, or less.)"""
PLAINLY, SHADED = 200.0, 0.4
"""Where it explains so much more, such a share of what lies around it may be strange, as its own shadow is.  (Of 128 pictures one
held such a piece that was found nowhere, a white mouse on a cream nest whose head was a marble: 321 more, 3.2 of each of its
pixels, .36 strange.  What was none explained 1.9 of each at most.)"""
FITS = 2.5
"""How badly it may fit: those fitted with 1.3 and 2.2, for what was taught in bright light looks flat in a dark one."""
NEAR = 12
"""So far around the middle of a part, px of a plan of detail 1, the whole is looked for, or what rides on it."""
NEARLY = 0.8
"""Share of what it must gain that it gains at least where it is looked for roughly."""
COVERED = 0.5
"""Share of a part that the whole covers at least."""


def with_wholes(search: PieceSearch, found: list[Found], least_gain: float, elsewhere: Sequence[Found] = ()) -> list[Found]:
    """The pieces found and laid, with large ones in the place of those that are but parts of them; none is what was found
    `elsewhere`."""
    told = found
    for part in [piece for piece in found if _may_be_part(search.bank, piece)]:
        others = [piece for piece in told if piece is not part]
        unseen = missing_from(search.bank, [*others, *elsewhere])
        if unseen:
            search.lay_only(others)
            least = max(_in_light(search, part) + MORE, least_gain)
            more = _whole(search, part, least, unseen)
            told = [*others, *more] if more else _with_carrier(search, part, least, others, elsewhere) or told
            search.lay_only(told)
    return told


def _may_be_part(bank: PieceBank, piece: Found) -> bool:
    """Whether a find is a small round thing by itself of which there are several, as a head is."""
    sprite = bank.sprites[int(bank.kinds[piece.row])]
    small = not (bank.large[piece.row] or sprite.flat or sprite.loose)
    return small and not (piece.rides or piece.carries or piece.heaped or sprite.alone or sprite.directed)


def _in_light(search: PieceSearch, piece: Found) -> float:
    """What a piece that is not laid gains where no shadow excuses the board."""
    costs, free, bare, _ = search.state()
    return search.gain_of(search.with_margin(piece), in_full_light(costs, free > BARE, search.half, search.tones, bare))


def _whole(search: PieceSearch, part: Found, least: float, unseen: set[int]) -> list[Found]:
    """The piece, of `unseen` sprites, of which a find is a part; nothing if none gains enough in full light and stands out."""
    rows = np.flatnonzero(np.isin(search.bank.kinds, list(unseen)))
    if search.gain_in_light(rows, part.at, NEAR) < NEARLY * least:
        return []

    def chosen(bank: PieceBank, finds: Iterable[Found], costs: Array, seen: NDArray[np.bool_]) -> list[Found]:
        best = max(finds, key=lambda piece: piece.gain, default=None)
        if best is None or best.gain < least:
            return []
        around = SHADED if best.gain >= least + PLAINLY - MORE else AROUND
        return [best] if stands_out(bank, best, costs, seen, around) else []

    found = search.in_light(rows, (least, FITS), chosen, _around(search, part))
    return found if _covered(search.bank, part, found) else []


def _with_carrier(
    search: PieceSearch, part: Found, least: float, others: list[Found], elsewhere: Sequence[Found]
) -> list[Found]:
    """The others with what carries one that lies beside a find, which is a part of that; nothing if none does."""
    bank = search.bank
    if not any(bank.sprites[int(bank.kinds[piece.row])].rides and _beside(search, piece, part) for piece in others):
        return []
    told = with_unseen_carriers(search, others, elsewhere)
    more = [piece for piece in told[len(others) :] if piece.gain >= least]
    return told if _covered(bank, part, more) else []


def _around(search: PieceSearch, part: Found) -> NDArray[np.bool_]:
    """Where (h, w) the middle of a whole may lie."""
    where = np.zeros(search.half.shape[:2], np.bool_)
    u, v, reach = int(part.at[0]), int(part.at[1]), NEAR * search.bank.detail
    where[max(v - reach, 0) : v + reach + 1, max(u - reach, 0) : u + reach + 1] = True
    return where


def _beside(search: PieceSearch, piece: Found, part: Found) -> bool:
    """Whether a piece lies so near that both may be seen of one whole."""
    return away(piece, part) <= NEAR * search.bank.detail


def _covered(bank: PieceBank, part: Found, wholes: Sequence[Found]) -> bool:
    """Whether one of the wholes covers the part."""
    return any(borne_by(bank, part, whole) > COVERED for whole in wholes)
