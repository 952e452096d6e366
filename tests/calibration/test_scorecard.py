"""Marks for readings."""

from __future__ import annotations

from typing import Any

from calibration.scorecard import Examiner, Scorecard, columns, row


def marked(tiles: list[dict[str, Any]], pieces: list[dict[str, Any]]) -> Scorecard:
    """The card of a reading of a table with one tile and one piece."""
    truth = {
        "tiles": [{"cell": [0, 0], "kind": "bend", "face": "up", "turns": 1}],
        "pieces": [{"kind": "mouse", "cell": [0, 0], "facing": "N"}],
    }
    examiner = Examiner(lambda kind, face: 2, {"down"}, lambda entry: False)
    return examiner.mark("a", truth, {"tiles": tiles, "pieces": pieces, "unsure": []})


def tile(turns: int, p: float) -> dict[str, Any]:
    return {"cell": [0, 0], "kind": "bend", "face": "up", "turns": turns, "p": p}


def mouse(facing: str, p: float) -> dict[str, Any]:
    return {"kind": "mouse", "cell": [0, 0], "facing": facing, "p": p}


def test_a_right_reading_is_whole() -> None:
    """Turns count up to the drawing's symmetry."""
    card = marked([tile(3, 0.98)], [mouse("N", 0.98)])
    assert card.counts["whole"] == 1 and not card.mistakes


def test_sure_and_wrong_is_counted() -> None:
    """A mistake at 0.9 or more is the harmful kind."""
    card = marked([tile(0, 0.95)], [mouse("S", 0.6)])
    assert (card.counts["tiles wrong"], card.counts["facings wrong"], card.counts["confident wrong"]) == (1, 1, 1)


def test_calibration_is_how_far_claims_are_from_their_words() -> None:
    """Ten claims of 0.8 of which six are right are 20 hundredths off."""
    card = Scorecard()
    for number in range(10):
        card.told("tile", 0.8, number < 6, "so")
    assert abs(card.miscalibrated() - 20) < 1e-6


def test_every_column_has_a_figure() -> None:
    """The table's head and its rows are equally long."""
    assert len(list(row(marked([tile(1, 1.0)], [])))) == len(columns())
