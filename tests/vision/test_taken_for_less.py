"""A small piece that fits badly gives way to what explains more in its place."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
from drawn_wedges import mouse, sprite

from vision.found import Found
from vision.piece_bank import PieceBank, make_piece_bank
from vision.taken_for_less import as_another

BANK = cast(PieceBank, make_piece_bank([replace(sprite(), kind="cheese"), replace(sprite(), kind="marble"), mouse()]))
CHEESE, MARBLE, MOUSE = (int(np.flatnonzero(kind == BANK.kinds)[0]) for kind in range(3))


def piece(row: int, gain: float, misfit: float, rides: bool = False) -> Found:
    """A find that explains so much and fits so badly."""
    return Found(row, (0.0, 0.0), gain, np.zeros(len(BANK.kinds), np.float32), misfit, rides=rides)


def kinds(found: Found, instead: Found | None) -> list[str]:
    """What is told where another kind explains so much once the find is done without."""
    laid: list[int] = []
    told = as_another([found], BANK, lambda pieces: laid.append(len(pieces)), lambda _: instead)
    assert not laid or laid[-1] == len(told)
    return [BANK.sprites[int(BANK.kinds[each.row])].kind for each in told]


def test_a_marble_is_no_cheese_that_fits_badly() -> None:
    assert kinds(piece(CHEESE, 67.0, 1.8), piece(MARBLE, 79.0, 1.9)) == ["marble"]


def test_what_fits_well_rides_or_explains_as_much_stays() -> None:
    """Nothing else is asked about what fits; and another must explain more, the more the larger it is."""
    better = piece(MARBLE, 200.0, 0.4)
    assert kinds(piece(CHEESE, 67.0, 1.2), better) == ["cheese"] == kinds(piece(CHEESE, 67.0, 1.8, rides=True), better)
    assert kinds(piece(CHEESE, 67.0, 1.8), None) == ["cheese"] == kinds(piece(CHEESE, 67.0, 1.8), piece(MARBLE, 66.0, 0.4))
    assert kinds(piece(CHEESE, 67.0, 1.8), piece(MOUSE, 68.0, 0.4)) == ["cheese"]
