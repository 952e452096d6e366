"""What seems to lie below a small piece, and explains little, may be more of the small ones."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from drawn_wedges import WOOD, sprite, wedge
from numpy.typing import NDArray

from companion.core.grid import Cell, Zone
from vision.expected import Expected
from vision.fine_view import FineView
from vision.found import Found
from vision.piece_bank import PieceBank, make_piece_bank
from vision.pieces import PieceSearch
from vision.recount import Recount
from vision.rig import SPRITE_SIDE, Sprite
from vision.tones import halved, texture

Array = NDArray[np.float32]
SIDE, MIDDLE = 240, 120
HERE = Cell(0, 0)


def mouse() -> Sprite:
    """A large grey piece."""
    picture, cover = np.full((SPRITE_SIDE, SPRITE_SIDE, 3), 128, np.float32), np.zeros((SPRITE_SIDE, SPRITE_SIDE), np.float32)
    for image, colour in ((picture, (90.0, 90.0, 90.0)), (cover, 1.0)):
        cv2.ellipse(image, (SPRITE_SIDE // 2, SPRITE_SIDE // 2), (10, 20), 0, 0, 360, colour, -1)
    return Sprite("mouse", picture[None], cover[None], 2.5, 17.0, directed=True, alone=True)


def kinds_after(carrier_gain: float, hand: NDArray[np.bool_] | None = None) -> list[str]:
    """The kinds that three wedges side by side are, which were found as one on top of a mouse that explains so much a pixel."""
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    for x in (-12, 0, 12):
        wedge(seen, (MIDDLE + x, MIDDLE), 0)
    bank = make_piece_bank([sprite(), mouse()])
    assert bank is not None
    board = Expected(table, np.ones((SIDE, SIDE), np.bool_), np.full((SIDE, SIDE), 8.0, np.float32))
    half = Expected(halved(table), board.known[::2, ::2], board.spread[::2, ::2])
    rough = texture(seen)
    search = PieceSearch(bank, halved(seen), halved(rough), half)
    at = (MIDDLE / 2, MIDDLE / 2)
    carrier = found(bank, "mouse", at, carrier_gain)
    pieces = [replace(carrier, carries=True, seen=0.8), replace(found(bank, "cheese", at, 2.0), rides=True)]
    counted = Recount(bank, {HERE: at}).counted(pieces, [HERE, HERE], search, FineView(seen, rough, board, half, hand))
    return sorted(bank.sprites[int(bank.kinds[piece.row])].kind for piece in counted)


def kinds_beneath(misfit: float) -> list[str]:
    """The kinds that two flat wedges on each other are, over which a mouse was found that fits as badly as that."""
    table = np.full((SIDE, SIDE, 3), WOOD, np.float32)
    seen = table.copy()
    wedge(seen, (MIDDLE - 2, MIDDLE - 9), 0, (32.0, 152.0, 184.0))
    wedge(seen, (MIDDLE + 2, MIDDLE + 6), 130)
    bank = make_piece_bank([replace(sprite(), foot_mm=0.6, top_mm=2.4, places=(("pile", 3),)), mouse()])
    assert bank is not None
    board = Expected(table, np.ones((SIDE, SIDE), np.bool_), np.full((SIDE, SIDE), 8.0, np.float32))
    half = Expected(halved(table), board.known[::2, ::2], board.spread[::2, ::2])
    at, pile = (MIDDLE / 2, MIDDLE / 2), Zone("pile")
    recount = Recount(bank, {}, {pile: (30, 30, 90, 90)})
    search = PieceSearch(bank, halved(seen), halved(texture(seen)), half)
    body = replace(found(bank, "mouse", at, 2.0), misfit=misfit)
    counted = recount.counted([body], [pile], search, FineView(seen, texture(seen), board, half))
    return sorted(bank.sprites[int(bank.kinds[piece.row])].kind for piece in counted)


def test_a_body_that_fits_badly_over_several_wedges_is_a_heap_of_them() -> None:
    """From afar they look like one; a body that fits well stays, whatever the network sees below it."""
    assert kinds_beneath(1.3) == ["cheese"] * 2
    assert "mouse" in kinds_beneath(0.8)


def found(bank: PieceBank, kind: str, at: tuple[float, float], gain: float) -> Found:
    """A piece found there that explains so much a pixel."""
    row = next(n for n, own in enumerate(bank.kinds) if bank.sprites[int(own)].kind == kind)
    return Found(row, at, gain * float(bank.areas[row]), np.zeros(len(bank.kinds), np.float32), 1.0)


def test_a_mouse_that_explains_little_below_a_wedge_gives_way_to_a_heap_of_wedges() -> None:
    """Where all that is seen of it is explained better by wedges."""
    assert kinds_after(0.5) == ["cheese"] * 3


def test_a_mouse_that_is_clearly_there_stays_below_its_wedge() -> None:
    """It explains as much as a piece alone has to; nothing is counted anew."""
    assert kinds_after(3.0) == ["cheese", "mouse"]


def test_no_heap_is_counted_where_a_hand_may_be() -> None:
    """Skin may look like cheese: two of the three wedges are beside it."""
    hand = np.zeros((SIDE // 2, SIDE // 2), np.bool_)
    hand[:, MIDDLE // 2 + 3 :] = True
    assert kinds_after(0.5, hand) == ["cheese"] * 2


def only_one(gain: float, rival: float, others: int = 0) -> bool:
    """Whether a mouse is told below a cheese that explains so much a pixel, where the red one would explain so much (nats) and so
    many of its kind were found."""
    bank = make_piece_bank([sprite(), mouse(), replace(mouse(), kind="red mouse")])
    assert bank is not None
    table = np.full((SIDE // 2, SIDE // 2, 3), WOOD, np.float32)
    board = Expected(table, np.ones(table.shape[:2], np.bool_), np.full(table.shape[:2], 8.0, np.float32))
    below = PieceSearch(bank, table, texture(table), board)._compared.below
    there = found(bank, "mouse", (60.0, 60.0), gain)
    red = np.array([bank.sprites[int(kind)].kind == "red mouse" for kind in bank.kinds])
    carrier = replace(there, carries=True, gains=np.where(red, rival, there.gain).astype(np.float32))
    return below._only_one(carrier, [found(bank, "cheese", (60.0, 60.0), 2.0), *[there] * others])


def test_the_only_mouse_that_may_lie_below_a_cheese_is_told_though_the_board_looks_much_like_it() -> None:
    """It explains little, but far more than any other; one that explains next to nothing, that is hardly ahead of another, or of
    which one was found, is not told so."""
    assert only_one(0.3, -200.0)
    assert not only_one(0.1, -200.0) and not only_one(0.3, 0.0) and not only_one(0.3, -200.0, others=1)
