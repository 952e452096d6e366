"""What was never taught in a zone with exits is less likely there: a nest's print looks like much."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_wedges import WOOD, sprite, wedge
from numpy.typing import NDArray

from companion.core.grid import Cell, Zone
from vision.expected import Expected
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.reader import LIMITS
from vision.strangers import Strangers, less_likely, log_sum, strange_in
from vision.tones import halved, texture

SIDE, MIDDLE = 240, 120
NEST = Zone("N1")
MARBLE = replace(sprite(), kind="marble", places=(("", 11),))
HERE = (MIDDLE // 2 - 20, MIDDLE // 2 - 20, MIDDLE // 2 + 20, MIDDLE // 2 + 20)
STRANGERS = Strangers({NEST: HERE}, np.array([2.5, 0.0], np.float32))


@pytest.mark.parametrize(
    ("known", "strange"),
    [
        (MARBLE, True),
        (replace(MARBLE, places=(("", 10), ("N1", 1))), False),
        (replace(MARBLE, places=(("", 10), ("heap", 4))), True),
        (replace(MARBLE, alone=True), False),
        (replace(MARBLE, places=()), False),
    ],
)
def test_only_what_was_taught_elsewhere_alone_is_strange(known: object, strange: bool) -> None:
    """One lesson in a nest is enough; what there is but once, or was never taught anywhere, tells nothing."""
    assert isinstance(known, type(MARBLE))
    assert bool(strange_in({"N1"}, [known])[0] > 2) == strange


def test_a_stranger_is_doubted_in_a_nest_and_nowhere_else() -> None:
    """The chance falls in the zone, is what it was on the grid, and what was seen for sure stays likely."""
    in_nest, in_cell = (STRANGERS.of_place(place) for place in (NEST, Cell(0, 0)))
    assert less_likely(0.89, float(in_nest[0])) < 0.5 < less_likely(0.98, float(in_nest[0]))
    assert not in_cell.any() and in_nest[1] == 0 and not STRANGERS.of_place(None).any()


def test_what_others_make_likely_is_no_less_so() -> None:
    """A print that fits two sides as well, of which one never lies there, makes a find half as likely at most."""
    both, one = log_sum({0: -3.0, 1: -3.0}), log_sum({0: -3.0, 1: -30.0})
    assert abs(both - one - np.log(2)) < 1e-6
    assert less_likely(0.5, both - one) == pytest.approx(1 / 3)


@pytest.mark.parametrize(("strangers", "found"), [(None, 0), (STRANGERS, 1), (STRANGERS.within((100, 0, 120, 120)), 0)])
def test_a_search_prefers_what_is_at_home_there(strangers: Strangers | None, found: int) -> None:
    """Of two kinds that explain nearly as much the better one is found, but for a stranger in its nest; bounds go with the
    window."""
    table: NDArray[np.float32] = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    wedge(seen, (MIDDLE, MIDDLE), 0)
    darker = replace(sprite(), kind="other", picture=sprite().picture * np.float32(0.87))
    half = Expected(halved(table), np.ones((SIDE // 2,) * 2, np.bool_), np.full((SIDE // 2,) * 2, 8.0, np.float32))
    bank = make_piece_bank([MARBLE, darker])
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half, strangers=strangers)
    assert [int(search.bank.kinds[piece.row]) for piece in search.run(*LIMITS)] == [found]
