"""A piece below a rider is exchanged for a rival that explains more together with what lies beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
from drawn_wedges import mouse, sprite

from vision.below import Below
from vision.exchanged import exchanged
from vision.found import Found
from vision.piece_bank import PieceBank, make_piece_bank

BANK = cast(PieceBank, make_piece_bank([replace(sprite(), rides=True), mouse(), replace(mouse(), kind="red mouse")]))
CHEESE, ORANGE, RED = (int(np.flatnonzero(kind == BANK.kinds)[0]) for kind in range(3))
MORE = Found(CHEESE, (9.0, 0.0), 150.0, np.zeros(len(BANK.kinds), np.float32), 0.4)


class Seated:
    """Says that a piece below a rider explains so much, and fits so badly; and how much the rider does by itself."""

    def __init__(self, gain: float, misfit: float, alone: float = 0.0) -> None:
        self._gain, self._misfit, self._alone = gain, misfit, alone

    def by_itself(self, piece: Found) -> Found:
        """The piece with nothing below it."""
        return replace(piece, gain=self._alone, rides=False)

    def reseated(self, carrier: Found, rider: Found, itself: bool) -> Found:
        """The piece as it would lie below the rider."""
        assert itself
        return replace(carrier, gain=self._gain, misfit=self._misfit)

    def rider_of(self, carrier: Found, rider: Found) -> Found:
        """The rider as it is."""
        return rider


def kinds(red: float, misfit: float = 0.5, beside: Sequence[Found] = (MORE,)) -> list[str]:
    """What is found where an orange mouse with a cheese explains 300 nats and a red one, with what lies beside it, so many."""
    gains = np.full(len(BANK.kinds), -1e3, np.float32)
    gains[ORANGE], gains[RED] = 300.0, red
    rider = Found(CHEESE, (0.0, -5.0), 200.0, gains, 0.5, rides=True)
    pair = [Found(ORANGE, (0.0, 0.0), 300.0, gains, 0.5, carries=True), rider]
    found = exchanged(pair, BANK, cast(Below, Seated(red, misfit)), lambda _: None, lambda _: list(beside))
    return [BANK.sprites[int(BANK.kinds[piece.row])].kind for piece in found]


def test_a_red_mouse_with_two_cheeses_is_no_orange_one_with_one() -> None:
    assert kinds(red=260.0) == ["red mouse", "cheese", "cheese"]


def test_what_explains_less_with_all_beside_it_is_not_exchanged() -> None:
    assert kinds(red=150.0) == ["mouse", "cheese"]


def test_what_fits_worse_or_has_nothing_beside_it_is_not_exchanged() -> None:
    assert kinds(red=260.0, misfit=0.9) == kinds(red=260.0, beside=()) == ["mouse", "cheese"]


def test_the_kind_that_explained_more_alone_is_no_likely_rival() -> None:
    """What lies beside it speaks for the kind that was found, too."""
    gains = np.full(len(BANK.kinds), -1e3, np.float32)
    gains[ORANGE], gains[RED] = 300.0, 260.0
    pair = [
        Found(ORANGE, (0.0, 0.0), 300.0, gains, 0.5, carries=True), Found(CHEESE, (0.0, -5.0), 200.0, gains, 0.5, rides=True),
    ]  # fmt: skip
    lower = exchanged(pair, BANK, cast(Below, Seated(260.0, 0.5)), lambda _: None, lambda _: [MORE])[0]
    assert lower.gains[ORANGE] < lower.gain and lower.gains[RED] == 260.0


def test_two_cheeses_in_a_ring_are_no_mouse_with_one() -> None:
    """What explains little below a cheese is left out where the cheese by itself and another beside it explain more."""
    weak = 0.5 * float(BANK.areas[ORANGE])
    gains = np.full(len(BANK.kinds), -1e3, np.float32)
    rider = Found(CHEESE, (0.0, -5.0), 200.0, gains, 0.5, rides=True)
    for alone, left in ((190.0, ["cheese", "cheese"]), (40.0, ["mouse", "cheese"])):
        pair = [Found(ORANGE, (0.0, 0.0), weak, gains, 0.5, carries=True), rider]
        below = cast(Below, Seated(-1e3, 0.5, alone))
        found = exchanged(pair, BANK, below, lambda _: None, lambda _: [MORE])
        assert [BANK.sprites[int(BANK.kinds[piece.row])].kind for piece in found] == left
