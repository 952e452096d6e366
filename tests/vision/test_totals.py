"""What is always on the table helps to count what lies in a heap."""

from __future__ import annotations

from math import exp, log

from companion.core.catalogue import PieceKind
from companion.core.grid import Cell
from companion.core.reading import PieceClaim, Reading, TileClaim
from vision.totals import with_totals

HEAP, LOOSE, CARRIED = Cell(3, 3), Cell(0, 0), Cell(5, 5)
CHEESE, MARBLE = PieceKind("cheese", 7.0, 17.0, always=4), PieceKind("marble", 13.0, 13.0)


def _claim(place: Cell, *chances: float, kind: str = "cheese") -> PieceClaim:
    return PieceClaim(kind, place, tuple(log(chance) for chance in chances))


def _counted(*claims: PieceClaim) -> list[int]:
    told = with_totals(Reading(0, 0.0, (), claims, frozenset()), (CHEESE, MARBLE))
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


def test_where_more_are_seen_than_there_are_none_is_sure() -> None:
    """Of six seen plainly, where there are but four, some are none: nobody knows which."""
    six = tuple(_claim(Cell(0, col), 0.02, 0.98) for col in range(6))
    told = with_totals(Reading(0, 0.0, (), six, frozenset()), (CHEESE,))
    assert all(0.5 < exp(claim.log_p_counts[1]) < 0.8 for claim in told.pieces)


def test_what_is_plainly_missing_stays_missing() -> None:
    """Three that nobody can miscount are three, though there should be four."""
    assert _counted(_claim(HEAP, 1e-6, 1e-6, 0.9999, 1e-5), _claim(LOOSE, 1e-6, 0.9999, 1e-6)) == [2, 1]


def test_beside_a_hand_a_heap_that_is_three_or_four_is_four() -> None:
    """One place of fifty is hidden, so rather all four are seen; a heap that is plainly three stays three."""
    tiles = tuple(TileClaim(Cell(row, col), ()) for row in range(7) for col in range(7))
    for chances, count in (((0.01, 0.01, 0.01, 0.55, 0.42), 4), ((0.01, 0.01, 0.01, 0.95, 0.02), 3)):
        told = with_totals(Reading(0, 0.0, tiles, (_claim(HEAP, *chances),), frozenset({LOOSE})), (CHEESE,))
        assert told.pieces[0].count == count


def test_a_heap_beside_a_hand_is_none_if_all_lie_elsewhere() -> None:
    """Skin may pass for a heap: while a hand is seen four that lie plainly elsewhere outweigh it; without one that is nothing."""
    fingers, elsewhere = _claim(HEAP, 1e-6, 0.02, 0.6, 0.3, 0.08), tuple(_claim(Cell(0, col), 0.02, 0.98) for col in range(4))
    for hidden, none in ((frozenset({LOOSE}), True), (frozenset[Cell](), False)):
        told = with_totals(Reading(0, 0.0, (), (fingers, *elsewhere), hidden), (CHEESE,)).pieces
        assert (told[0].count == 0) == none


def test_of_other_kinds_counts_stay_as_they_are() -> None:
    """Nobody knows how many marbles there should be."""
    claims = (_claim(HEAP, 0.1, 0.6, 0.3, kind="marble"),)
    assert with_totals(Reading(0, 0.0, (), claims, frozenset()), (CHEESE, MARBLE)).pieces == claims


def test_what_only_the_total_tells_is_never_sure() -> None:
    """One was overlooked for sure elsewhere: the heap is told to be larger than it looks, but nobody may be sure of that."""
    heap, elsewhere = _claim(HEAP, 0.01, 0.01, 0.93, 0.05), _claim(LOOSE, 0.005, 0.995)
    told = with_totals(Reading(0, 0.0, (), (heap, elsewhere), frozenset()), (CHEESE,)).pieces
    assert told[0].count == 3 and 0.5 < exp(told[0].log_p_counts[3]) < 0.9
    assert told[1].count == 1 and exp(told[1].log_p_counts[1]) > 0.9
