"""A piece that lies by itself is counted again only where it leaves something to explain."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_wedges import WOOD, sprite, wedge

from companion.core.grid import Zone
from vision.expected import Expected
from vision.fine_view import FineView
from vision.piece_bank import make_piece_bank
from vision.pieces import PieceSearch
from vision.recount import Recount
from vision.tones import halved, texture

SIDE = 240
POOL = Zone("pool")


def counted_again(more: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many heaps are listed of two wedges far apart, with one more beside the first that nobody has found."""
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    for at in ((70, 70), (170, 170)):
        wedge(seen, at, 0)
    known, spread = np.ones((SIDE, SIDE), np.bool_), np.full((SIDE, SIDE), 8.0, np.float32)
    board, half = Expected(table, known, spread), Expected(halved(table), known[::2, ::2], spread[::2, ::2])
    bank = make_piece_bank([sprite()])
    found = PieceSearch(bank, halved(seen), halved(texture(seen)), half).run(40.0, 2.0)
    assert bank is not None and len(found) == 2
    if more is not None:
        wedge(seen, more, 0)
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half)
    for piece in found:
        search._lay(type(piece)(piece.row, (piece.at[0] + bank.side, piece.at[1] + bank.side), 0.0, piece.gains, 0.0))
    listed: list[object] = []
    monkeypatch.setattr(Recount, "_heap", lambda self, own, *others: listed.append(own) or list(own))
    Recount(bank, {}).counted(found, [POOL, POOL], search, FineView(seen, texture(seen), board, half))
    return len(listed)


def test_wedges_that_lie_alone_are_not_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each explains all that is seen around it: no heap in its place could explain half as much more."""
    assert counted_again(None, monkeypatch) == 0


def test_a_wedge_beside_which_something_is_left_is_counted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies beside it and was not found may make a heap of it."""
    assert counted_again((82, 70), monkeypatch) == 1
