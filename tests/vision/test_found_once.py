"""The only find of what there is but once is surely there."""

from __future__ import annotations

from dataclasses import replace

import pytest
from drawn_wedges import mouse, sprite

from companion.core.grid import Cell, Place, Zone
from vision.found_once import surer_if_once
from vision.piece_bank import make_piece_bank

HERE, THERE, BESIDE = Cell(1, 1), Cell(3, 2), Zone("front")


def told(
    *chances: tuple[Place, float], kind: str = "mouse", others: frozenset[str] = frozenset(), stays: bool = True,
    taught: tuple[tuple[str, int], ...] = (),
) -> list[float]:  # fmt: skip
    """How sure the finds of a kind are then; of the mouse there is one, of cheeses there are several."""
    bank = make_piece_bank([replace(mouse(), places=taught), sprite()])
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


def test_what_never_leaves_the_table_and_was_taught_on_the_grid_is_not_beside_it() -> None:
    """Bare wood in a lamp's mirror looks more like the mouse than the mouse does; where nothing else may be one, it counts."""
    assert told((BESIDE, 0.99), (HERE, 0.01), taught=(("", 5),)) == [pytest.approx(1.0, abs=0.01)]
    assert told((BESIDE, 0.99), taught=(("", 5),))[0] > 0.99
    assert told((BESIDE, 0.99), (HERE, 0.01), taught=(("", 4), ("front", 1)))[0] > 0.99
    assert len(told((BESIDE, 0.99), (HERE, 0.01), taught=(("", 5),), stays=False)) == 2
