"""A cheese whose top mirrors a lamp fits badly; the mouse below it, which fits well, speaks for it."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from drawn_wedges import mouse, sprite

from vision.below import Below
from vision.found import Found
from vision.pairs import LEAST_RIDER, better_together, fits
from vision.piece_bank import PieceBank, make_piece_bank

WORST = 2.0
BANK = cast(PieceBank, make_piece_bank([replace(sprite(), rides=True), mouse(), replace(mouse(), kind="mouse-red")]))
CHEESE, MOUSE, RED = (int(np.flatnonzero(kind == BANK.kinds)[0]) for kind in range(3))


def piece(row: int, a_pixel: float, misfit: float) -> Found:
    """What explains so much of each pixel, and fits so badly."""
    return Found(row, (0.0, 0.0), a_pixel * float(BANK.areas[row]), np.zeros(len(BANK.kinds)), misfit, carries=row != CHEESE)


@pytest.mark.parametrize(
    ("mouse_fits", "cheese_fits", "cheese_explains", "good"),
    [(1.2, 2.4, 2.0, True), (2.5, 1.9, 2.0, True), (1.8, 2.4, 2.0, False), (1.2, 2.4, 1.0, False), (1.2, 3.0, 2.0, False)],
    ids=["it-shines", "as-ever", "the-mouse-fits-badly", "it-explains-little", "it-is-something-else"],
)
def test_a_shining_rider_is_believed_for_what_carries_it(
    mouse_fits: float, cheese_fits: float, cheese_explains: float, good: bool
) -> None:
    pair = [piece(MOUSE, 2.0, mouse_fits), piece(CHEESE, cheese_explains, cheese_fits)]
    assert fits(pair, BANK, WORST) == good


def test_what_fits_badly_by_itself_does_not_for_a_mouse_below() -> None:
    assert not fits([piece(CHEESE, 3.0, 2.4)], BANK, WORST) and not fits([piece(CHEESE, 3.0, 2.4)] * 2, BANK, WORST)


class Seated:
    """Says that a mouse below a cheese explains so much more (nats) in its best place, and so much more again if it is red."""

    def __init__(self, more: float, red: float = 0.0) -> None:
        self._more, self._red = more, red

    def reseated(self, carrier: Found, _rider: Found, itself: bool = False) -> Found:
        """The carrier in its best place; as another kind, from nothing."""
        found = replace(carrier, gain=carrier.gain + self._more)
        return replace(found, gain=float(carrier.gains[carrier.row]) + self._more + self._red) if itself else found

    def rider_of(self, _carrier: Found, rider: Found) -> Found:
        """The rider as it is."""
        return rider


@pytest.mark.parametrize(
    ("lead", "more", "alone_fits", "better"),
    [(LEAST_RIDER + 1, 0.0, 0.5, True), (-30.0, 40.0, 1.9, True), (-30.0, 20.0, 1.9, False), (-30.0, 40.0, 1.1, False)],
    ids=["plainly", "in-its-best-place", "not-even-there", "alone-it-fits"],
)
def test_a_piece_that_fits_badly_alone_is_one_of_two_that_explain_more(
    lead: float, more: float, alone_fits: float, better: bool
) -> None:
    """A red mouse with a cheese was an orange one without, until both lay where they fit best."""
    pair = [piece(MOUSE, 1.0, 1.0), piece(CHEESE, 2.0, 1.0)]
    alone = replace(piece(MOUSE, 1.0, alone_fits), gain=sum(each.gain for each in pair) - lead)
    assert bool(better_together(pair, lead, alone, cast(Below, Seated(more)), BANK)) == better


@pytest.mark.parametrize(("red", "told"), [(20.0, RED), (-20.0, MOUSE)], ids=["red-explains-more", "orange-explains-more"])
def test_below_a_rider_another_colour_may_explain_more_than_what_does_alone(red: float, told: int) -> None:
    """Alone the orange mouse explained most; with the cheese on it a red one does, and then the other is hardly likely."""
    lower = replace(piece(MOUSE, 1.5, 1.9), gains=np.full(len(BANK.kinds), 1.5 * float(BANK.areas[MOUSE]), np.float32))
    alone = replace(piece(MOUSE, 1.0, 1.9), gain=lower.gain + piece(CHEESE, 2.0, 1.0).gain + 30.0)
    best = better_together([lower, piece(CHEESE, 2.0, 1.0)], -30.0, alone, cast(Below, Seated(60.0, red)), BANK)
    assert BANK.kinds[best[0].row] == BANK.kinds[told]
    other = BANK.kinds == BANK.kinds[RED if told == MOUSE else MOUSE]
    assert best[0].gains[other].max() <= best[0].gain - 20.0
