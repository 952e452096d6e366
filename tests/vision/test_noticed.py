"""A network notices a piece that no search found, where something stands that is strange as the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from drawn_wedges import BODY, GREY, mouse, sprite, wedge
from numpy.typing import NDArray

from companion.core.grid import Cell, Zone
from vision.belief import chance_of
from vision.expected import Expected
from vision.fine_view import FineView
from vision.found import Found
from vision.missing_net import MissingNet
from vision.noticed import FREE, JUST, SURER, noticed_on, with_noticed
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.tones import halved, texture

SIDE, MIDDLE = 320, 160
PALE = (150.0, 150.0, 150.0)
MOUSE = replace(mouse(), rides=False)
Array = NDArray[np.float32]
Spot = tuple[float, float]


class Says(MissingNet):
    """A network that finds with those log odds whatever is darker than the card and wholly in a view."""

    odds, asked = 6.0, 0

    def told(self, views: Array) -> list[tuple[float, Spot]]:
        self.asked += len(views)
        return [self._one(view[..., 0] < PALE[0] - 20) for view in views]

    def glanced(self, views: Array) -> list[float]:
        return [odds for odds, _ in self.told(views)]

    def _one(self, dark: NDArray[np.bool_]) -> tuple[float, Spot]:
        if not dark.any() or dark[[0, -1]].any() or dark[:, [0, -1]].any():
            return -9.0, (0.0, 0.0)
        down, across = np.argwhere(dark).mean(axis=0) - (len(dark) - 1) / 2
        return self.odds, (float(across), float(down))


def searched(at: tuple[int, int] | None, cheese: tuple[int, int] | None = None) -> tuple[PieceSearch, FineView, list[Found]]:
    """A search of a card on which a grey mouse stands, as if in its shadow, and perhaps a cheese; what it found."""
    card = np.full((SIDE, SIDE, 3), PALE, np.float32)
    seen = card.copy()
    if at is not None:
        cv2.ellipse(seen, at, BODY, 0, 0, 360, GREY, -1)
    if cheese is not None:
        wedge(seen, cheese, 0)
    fine, half = (Expected(each, np.ones(each.shape[:2], np.bool_), 0 * each[..., 0] + 8) for each in (card, halved(card)))
    bank = make_piece_bank([MOUSE, replace(sprite(), rides=True), replace(MOUSE, kind="hen", alone=False)])
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half)
    return search, FineView(seen, texture(seen), fine, half), search.run(40.0, 2.0)


def a_piece(search: PieceSearch, kind: str, at: Spot, explains: float) -> Found:
    """A piece that was found there, and what it explains of each of its pixels."""
    bank = search.bank
    row = next(row for row, number in enumerate(bank.kinds) if bank.sprites[int(number)].kind == kind)
    return Found(row, at, explains * float(bank.areas[row]), np.zeros(len(bank.kinds), np.float32), 0.5)


def noticed(
    at: tuple[int, int] | None, odds: float = 5.0, cheese: tuple[int, int] | None = None, beside: Sequence[Found] = (),
    hand: bool = False,
) -> tuple[dict[str, list[Found]], int]:
    """What lies there then by its kind, and about how many views the network was asked; something else was found, too, `beside`,
    and perhaps there is a hand."""
    search, view, found = searched(at, cheese)
    net = Says.of(search.bank.sprites)
    net.odds = odds
    seen = replace(view, hand=np.full((SIDE // 2, SIDE // 2), hand))
    by_kind: dict[str, list[Found]] = {"mouse": [], "hen": [], "cheese": []}
    for piece in with_noticed(search, [*found, *beside], net, seen):
        by_kind[search.bank.sprites[int(search.bank.kinds[piece.row])].kind].append(piece)
    return by_kind, net.asked


def test_what_the_network_sees_is_told_as_surely() -> None:
    told, _ = noticed((MIDDLE, MIDDLE))
    assert [np.abs(np.array(piece.at) - MIDDLE / 2).max() < 3 for piece in told["mouse"]] == [True]
    assert chance_of(told["mouse"][0], 1e9, None) == pytest.approx(1 / (1 + np.exp(-(JUST + SURER * (5.0 - FREE)))))


@pytest.mark.parametrize(("at", "odds"), [((MIDDLE, MIDDLE), 1.0), (None, 9.0)])
def test_what_it_doubts_or_does_not_see_is_not(at: tuple[int, int] | None, odds: float) -> None:
    assert not noticed(at, odds)[0]["mouse"]


def test_what_was_hardly_found_there_stays_and_is_surer() -> None:
    search, _, _ = searched(None)
    own = a_piece(search, "mouse", (MIDDLE / 2 + 2, MIDDLE / 2), 0.5)
    told, _ = noticed((MIDDLE, MIDDLE), beside=[own])
    assert [(piece.at, piece.gain, piece.noticed) for piece in told["mouse"]] == [(own.at, own.gain, JUST + SURER * (5.0 - FREE))]


@pytest.mark.parametrize(("odds", "gives_way"), [(5.0, False), (7.0, True)])
def test_what_was_hardly_found_elsewhere_gives_way_to_what_is_surer(odds: float, gives_way: bool) -> None:
    """There is but one: what explained next to nothing elsewhere was none."""
    search, _, _ = searched(None)
    told, _ = noticed((MIDDLE, MIDDLE), odds, beside=[a_piece(search, "mouse", (40.0, 40.0), 0.5)])
    assert [piece.noticed is not None for piece in told["mouse"]] == [gives_way]


@pytest.mark.parametrize(
    ("odds", "misfit", "gives_way"), [(5.0, 2.0, False), (7.0, 2.0, True), (7.0, 0.5, False), (9.0, 0.5, True)]
)
def test_what_was_found_there_gives_way_to_what_is_surer(odds: float, misfit: float, gives_way: bool) -> None:
    """The better what was found fits, the surer must be what was not."""
    search, _, _ = searched(None)
    hen = replace(a_piece(search, "hen", (MIDDLE / 2, MIDDLE / 2 + 2), 3.0), misfit=misfit)
    told, _ = noticed((MIDDLE, MIDDLE), odds, beside=[hen])
    assert [len(told["mouse"]), len(told["hen"])] == [gives_way, not gives_way]


@pytest.mark.parametrize(("odds", "seen"), [(5.0, False), (7.0, True)])
def test_by_a_hand_it_must_be_surer(odds: float, seen: bool) -> None:
    assert bool(noticed((MIDDLE, MIDDLE), odds, hand=True)[0]["mouse"]) is seen


def test_only_below_what_was_noticed_drawings_are_told_again() -> None:
    search, _, _ = searched(None)
    found = [a_piece(search, "mouse", (40.0, 40.0), 3.0), a_piece(search, "hen", (80.0, 40.0), 3.0)]
    seen = [replace(found[0], noticed=1.0), replace(found[1], noticed=1.0), found[1]]
    assert noticed_on(seen, [Cell(0, 1), Zone("nest"), Cell(0, 2)]) == {Cell(0, 1)}


def test_of_two_kinds_the_likelier_stands_there() -> None:
    """Where one was noticed no other is, but with better reason."""
    search, view, found = searched((MIDDLE, MIDDLE))
    net = Says.of([replace(each, alone=True) for each in search.bank.sprites])
    net.odds = 5.0
    assert sorted(net.kinds) == ["hen", "mouse"] and len(with_noticed(search, found, net, view)) == len(found) + 1


def test_what_lies_on_it_rides_on_it() -> None:
    told, _ = noticed((MIDDLE, MIDDLE), cheese=(MIDDLE, MIDDLE - 4))
    assert [piece.carries for piece in told["mouse"]] == [True] and [piece.rides for piece in told["cheese"]] == [True]


def test_of_what_was_found_it_is_asked_only_whether_it_stands_there() -> None:
    """A black mouse on a pale card needs no network."""
    search, _, _ = searched(None)
    plain = a_piece(search, "mouse", (80.0, 80.0), 4.0)
    told, asked = noticed((MIDDLE, MIDDLE), beside=[plain])
    assert told["mouse"] == [plain] and asked == 1


def test_what_it_denies_is_not_sure() -> None:
    """A mouse that explains enough where none stands gives way to one that is seen elsewhere."""
    search, _, _ = searched(None)
    told, _ = noticed((MIDDLE, MIDDLE), 7.0, beside=[a_piece(search, "mouse", (40.0, 40.0), 4.0)])
    assert [piece.noticed is not None for piece in told["mouse"]] == [True]


def test_what_stays_elsewhere_is_not_asked_about() -> None:
    """When a part is read again, only what left its place may stand there."""
    search, view, found = searched((MIDDLE, MIDDLE))
    net = Says.of(search.bank.sprites)
    assert with_noticed(search, found, net, view, [a_piece(search, "mouse", (-200.0, 300.0), 0.5)]) == found
    assert len(with_noticed(search, found, net, view)) == len(found) + 1


def test_what_stays_there_gives_way_to_nothing() -> None:
    search, view, found = searched((MIDDLE, MIDDLE))
    net = Says.of(search.bank.sprites)
    net.odds = 9.0
    assert with_noticed(search, found, net, view, [a_piece(search, "hen", (MIDDLE / 2, MIDDLE / 2), 3.0)]) == found


def test_where_all_looks_like_the_board_nothing_is_asked() -> None:
    search, view, found = searched(None)
    net = Says.of(search.bank.sprites)
    assert with_noticed(search, found, net, view) == found and not net.asked
