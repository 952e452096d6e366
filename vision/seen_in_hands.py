"""Flat pieces that a network plainly sees in what seemed to be a hand.

A wedge in an arm's shadow, one that an arm half covers, and one beside a sleeve on a drawing hang together with the arm, and
explain no more of their pixels than a knuckle does.  The network of heaps tells them from skin and sleeves as an eye does: it is
shown a patch as if all of it were free, and what it plainly sees there is none of the hand.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.again import Box, joined
from vision.fine_view import FineView
from vision.heap_net import HeapNet, Mark
from vision.light import Array
from vision.piece_bank import PieceBank, centroid

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


def without_seen(patches: Mask, bank: PieceBank, net: HeapNet, view: FineView) -> Mask:
    """Strange patches (h, w) of a half plan without the flat pieces of that bank which the network plainly sees in them."""
    seen = np.zeros(patches.shape, np.float32)
    for kind in filter(net.knows, sorted({sprite.kind for sprite in bank.sprites})):
        rows = np.flatnonzero(np.array([sprite.kind == kind for sprite in bank.sprites])[bank.kinds])
        area = float(bank.cover_sums[rows].mean())
        for left, upper, right, lower in _boxes(patches, LEAST * area, AROUND * bank.detail):
            picture, board = view.shown((slice(2 * upper, 2 * lower), slice(2 * left, 2 * right)))
            free = np.ones(picture.shape[:2], np.float32)
            for mark in net.marks(kind, 2 * float(np.sqrt(area)), picture, board, free):
                if mark.odds >= PLAINLY:
                    np.maximum(seen, _cover(bank, rows, mark, (left, upper), patches.shape), out=seen)
    rim = np.ones((2 * RIM * bank.detail + 1,) * 2, np.uint8)
    return np.asarray(patches & (cv2.dilate(seen, rim) < COVERED), dtype=np.bool_)


def _boxes(patches: Mask, least: float, around: int) -> list[Box]:
    """Boxes of the half plan about patches (h, w) of so many pixels at least, and as far around them."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(patches.astype(np.uint8), connectivity=8)
    high, wide = patches.shape
    large = [each for *each, area in stats[1:].tolist() if area >= least]
    return joined([
        (max(left - around, 0), max(upper - around, 0), min(left + across + around, wide), min(upper + down + around, high))
        for left, upper, across, down in large
    ])  # fmt: skip


def _cover(bank: PieceBank, rows: NDArray[np.int64], mark: Mark, corner: tuple[int, int], shape: tuple[int, ...]) -> Array:
    """How far each pixel (h, w) of the half plan shows the piece that a mark tells of, one of these rows, where the window of the
    plan begins at a corner of the half plan."""
    shows = np.array([bank.sprites[int(kind)].face == mark.face for kind in bank.kinds[rows]])
    turned = np.abs((bank.headings[rows] - mark.headings[mark.face] + 180) % 360 - 180)
    cover = np.asarray(bank.covers[rows[int(np.where(shows, turned, np.inf).argmin())]], np.float32)
    middle = (np.array(mark.at) - 0.5) / 2 + corner - centroid(cover)
    return resample.warp_affine(cover, np.column_stack([np.eye(2), middle]), (shape[1], shape[0]))
