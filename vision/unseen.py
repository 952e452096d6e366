"""What a search of the board does not find, since in a shadow the board would look like it."""

from __future__ import annotations

from collections.abc import Sequence

from vision.dark_pieces import with_dark_bodies, with_dark_pieces
from vision.found import Found
from vision.pieces import PieceSearch
from vision.unseen_carriers import with_unseen_carriers
from vision.wholes import with_wholes


def with_unseen(search: PieceSearch, found: list[Found], least_gain: float, elsewhere: Sequence[Found] = ()) -> list[Found]:
    """The pieces found and laid, with those, of kinds found neither here nor `elsewhere`, of which but a part was found, or what
    they carry, or nothing; all are laid."""
    found = with_wholes(search, found, least_gain, elsewhere)
    found = with_unseen_carriers(search, found, elsewhere)
    found = with_dark_pieces(search, found, least_gain, elsewhere)
    return with_dark_bodies(search, found, least_gain)
