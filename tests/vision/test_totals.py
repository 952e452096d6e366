"""What is always on the table helps to count what lies in a heap."""

from __future__ import annotations

from math import log

import pytest

from companion.core.catalogue import PieceKind
from companion.core.grid import Cell
from companion.core.reading import PieceClaim, Reading
from vision.totals import with_totals

HEAP, LOOSE, CARRIED = Cell(3, 3), Cell(0, 0), Cell(5, 5)
CHEESE, MARBLE = PieceKind("cheese", 7.0, 17.0, always=4), PieceKind("marble", 13.0, 13.0)


def _claim(place: Cell, *chances: float, kind: str = "cheese") -> PieceClaim:
    return PieceClaim(kind, place, tuple(log(chance) for chance in chances))


def _counted(*claims: PieceClaim, hidden: frozenset[Cell] = frozenset()) -> list[int]:
    told = with_totals(Reading(0, 0.0, (), claims, hidden), (CHEESE, MARBLE))
    return [claim.count for claim in told.pieces]


def test_a_heap_of_two_or_three_is_three_if_one_lies_elsewhere() -> None:
    """Four there are, one is plainly seen, so a heap that is rather two than three is three."""
    heap = _claim(HEAP, 0.01, 0.04, 0.6, 0.35)
    assert _counted(heap, _claim(LOOSE, 0.01, 0.99)) == [3, 1]


def test_a_doubtful_find_is_believed_when_one_is_missing() -> None:
    """Three are plainly seen and one perhaps: it is there."""
    assert _counted(_claim(HEAP, 0.001, 0.001, 0.001, 0.997), _claim(CARRIED, 0.6, 0.4)) == [3, 1]


def test_a_doubtful_find_is_not_believed_when_none_is_missing() -> None:
    """Four are plainly seen, so what looks like a fifth is none."""
    assert _counted(_claim(HEAP, 0.001, 0.001, 0.001, 0.001, 0.996), _claim(CARRIED, 0.3, 0.7)) == [4, 0]


def test_what_is_plainly_missing_stays_missing() -> None:
    """Three that nobody can miscount are three, though there should be four."""
    assert _counted(_claim(HEAP, 1e-6, 1e-6, 0.9999, 1e-5), _claim(LOOSE, 1e-6, 0.9999, 1e-6)) == [2, 1]


@pytest.mark.parametrize(
    ("claims", "hidden"),
    [((_claim(HEAP, 0.1, 0.6, 0.3),), frozenset({LOOSE})), ((_claim(HEAP, 0.1, 0.6, 0.3, kind="marble"),), frozenset())],
    ids=["something-hidden", "no-fixed-number"],
)
def test_otherwise_counts_stay_as_they_are(claims: tuple[PieceClaim, ...], hidden: frozenset[Cell]) -> None:
    """Under a hand there may be more, and of other kinds nobody knows how many there should be."""
    reading = Reading(0, 0.0, (), claims, hidden)
    assert with_totals(reading, (CHEESE, MARBLE)).pieces == claims
