"""The only find of what there is but once is surely there."""

from __future__ import annotations

import pytest
from drawn_wedges import mouse, sprite

from companion.core.grid import Cell
from vision.found_once import surer_if_once
from vision.piece_bank import make_piece_bank

HERE, THERE = Cell(1, 1), Cell(3, 2)


def told(
    *chances: tuple[Cell, float], kind: str = "mouse", others: frozenset[str] = frozenset(), stays: bool = True
) -> list[float]:
    """How sure the finds of a kind are then; of the mouse there is one, of cheeses there are several."""
    bank = make_piece_bank([mouse(), sprite()])
    assert bank is not None
    asked = {(kind, place, None): [chance] for place, chance in chances}
    return [own[0] for own in surer_if_once(asked, bank, others, frozenset({"mouse"} if stays else ())).values()]


def test_what_is_found_once_is_surer() -> None:
    assert told((HERE, 0.5), stays=False) == [pytest.approx(0.88, abs=0.01)]


def test_of_two_finds_neither_is_surer() -> None:
    assert told((HERE, 0.5), (THERE, 0.4), stays=False) == [0.5, 0.4]


def test_of_what_there_are_several_none_is_surer() -> None:
    assert told((HERE, 0.5), kind="cheese") == [0.5] == told((HERE, 0.5), others=frozenset({"mouse"}))


def test_what_never_leaves_the_table_is_rather_its_only_find_than_nowhere() -> None:
    """A Dragon that fits badly, where nothing else may be one; what may be in somebody's hand is not."""
    assert told((HERE, 0.02))[0] > 0.8 and told((HERE, 0.03), stays=False) == [0.03]
    assert told((HERE, 1e-5))[0] > 0.5 and told((HERE, 3e-8))[0] < 0.01


def test_what_never_leaves_the_table_is_one_of_its_finds() -> None:
    """A mouse on a card of its colour and a shadow that hardly looks like one: they are one mouse, rather the likelier."""
    here, there = told((HERE, 0.07), (THERE, 0.004))
    assert here > 0.9 and there < 0.1 and here + there < 1
    assert sum(told((HERE, 0.5), (THERE, 0.4))) < 1
