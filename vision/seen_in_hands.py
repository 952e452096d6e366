"""Flat pieces that a network plainly sees in what seemed to be a hand.

A wedge in an arm's shadow, one that an arm half covers, and one beside a sleeve on a drawing hang together with the arm, and
explain no more of their pixels than a knuckle does.  The network of heaps tells them from skin and sleeves as an eye does: it is
shown a patch as if all of it were free, and what it plainly sees there is none of the hand.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.again import Box, joined
from vision.fine_view import FineView
from vision.found import Found
from vision.heap_net import HeapNet, Mark
from vision.piece_bank import PieceBank
from vision.pieces import PieceSearch

PLAINLY = 3.2
"""Log odds from which on a piece is seen in a patch: more than elsewhere, for most of what lies there is a hand.  (In patches on
twenty-five recordings of Mouse Trap the network says .6 and more of 66 pieces, 26 of which nothing else told from the hand, and
of one spot where none lies; .5 to .6 of four and of thirteen.)"""
AROUND = 16
"""Pixels, on a plan of detail 1, around a patch that the network is shown with it."""
LEAST = 0.5
"""Share of a piece that a patch covers at least for one to be seen in it."""
RIM, COVERED = 2, 0.5
"""Pixels, on a plan of detail 1, about such a piece that are its shadow and its rim, and the cover at which it is one."""

Mask = NDArray[np.bool_]


def without_seen(patches: Mask, net: HeapNet, search: PieceSearch, view: FineView) -> Mask:
    """Strange patches (h, w) of a half plan without the flat pieces which the network plainly sees in them."""
    bank, seen = search.bank, list[Found]()
    for kind in filter(net.knows, sorted({sprite.kind for sprite in bank.sprites})):
        rows = np.flatnonzero(np.array([sprite.kind == kind for sprite in bank.sprites])[bank.kinds])
        area = float(bank.cover_sums[rows].mean())
        for left, upper, right, lower in _boxes(patches, LEAST * area, AROUND * bank.detail):
            picture, board = view.shown((slice(2 * upper, 2 * lower), slice(2 * left, 2 * right)))
            free = np.ones(picture.shape[:2], np.float32)
            marks = net.marks(kind, 2 * float(np.sqrt(area)), picture, board, free)
            seen += [_laid(bank, rows, mark, (left, upper)) for mark in marks if mark.odds >= PLAINLY]
    rim = np.ones((2 * RIM * bank.detail + 1,) * 2, np.uint8)
    return np.asarray(patches & (cv2.dilate(search.cover_of(seen), rim) < COVERED), dtype=np.bool_)


def _boxes(patches: Mask, least: float, around: int) -> list[Box]:
    """Boxes of the half plan about patches (h, w) of so many pixels at least, and as far around them."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(patches.astype(np.uint8), connectivity=8)
    high, wide = patches.shape
    large = [each for *each, area in stats[1:].tolist() if area >= least]
    return joined([
        (max(left - around, 0), max(upper - around, 0), min(left + across + around, wide), min(upper + down + around, high))
        for left, upper, across, down in large
    ])  # fmt: skip


def _laid(bank: PieceBank, rows: NDArray[np.int64], mark: Mark, corner: tuple[int, int]) -> Found:
    """The piece that a mark tells of as that one of some rows which is turned so, where the window of the plan begins at a corner
    of the half plan."""
    shows = np.array([bank.sprites[int(kind)].face == mark.face for kind in bank.kinds[rows]])
    turned = np.abs((bank.headings[rows] - mark.headings[mark.face] + 180) % 360 - 180)
    row = int(rows[int(np.where(shows, turned, np.inf).argmin())])
    off = np.array(bank.middle_px(row, (0.0, 0.0)))
    u, v = np.round((np.array(mark.at) - off) / 2 + corner).tolist()
    return Found(row, (u, v), 0.0, np.zeros(len(bank.kinds), np.float32), 0.0)
