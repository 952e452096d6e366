"""A closer look at a large piece that may carry one of its own colour: at the plan's full scale.

At half of it a rind, a few pixels wide, runs into what it rims, and a rider of the carrier's colour explains hardly more than the
carrier does.  At full scale the carrier's own picture, though it is known no finer, is what a rider has to explain more than:
where one lies, some pose of it does, and where none lies, none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.board_costs import CAP
from vision.channels import squared
from vision.found import Found
from vision.heaps import Heap
from vision.light import Array
from vision.matching import PRIOR, STRICT, UNIT
from vision.piece_bank import PieceBank
from vision.shapes import Shapes

REACH = 10
"""So far from the middle of its carrier, px of a plan of detail 1, the middle of a rider is looked for."""
BORNE = 0.75
"""Share of a rider that must lie on its carrier."""
CARRIED = 0.5
"""Cover from which on a pixel is the carrier's."""
BARELY = 0.02
"""Gain per pixel, as a share of what a piece of a heap must bring, from which on spots are looked at."""
NONE = -1.0
"""Gain per pixel of a rider where no pose explains anything."""


class OnCarrier(Heap):
    """A square of the plan around a large piece, with what each pixel costs as that piece."""

    def __init__(self, tones: Array, costs: Array, free: Array, shapes: Shapes) -> None:
        super().__init__(tones, costs, free, shapes)
        self._least, self._alone = self._least * BARELY, 0.0

    def best(self, reach: int, carrier: NDArray[np.bool_]) -> float:
        """What the pose that explains most, of those that lie on the `carrier` (n, n), gains per pixel (nats)."""
        found, on = [NONE], carrier.reshape(-1).astype(np.float32)
        spots, peaks = self._peaks(reach)
        for sized, gains in zip(self._shapes.sizes, peaks, strict=True):
            rows, where = self._listed(sized, spots, gains)
            covers = sized.fine.covers[rows]
            borne = (covers * on[self._pixels(sized.side, sized.fine.within, where, rows)]).sum(axis=1)
            whole = covers.sum(axis=1)
            found += (self._gain(sized, sized.fine, rows, where) / whole)[borne > BORNE * whole].tolist()
        return max(found)


def looked_at_closely(
    found: Sequence[Found], bank: PieceBank, shapes: Callable[[int], Shapes],
    square: Callable[[NDArray[np.int64], int, Sequence[Found], bool], tuple[Array, Array, Array]], size: tuple[int, int],
) -> list[Found]:  # fmt: skip
    """Pieces found in a plan of that `size` (across, down), each that may carry one of its own colour with what such a rider
    gains per pixel at full scale.

    `shapes` are those of a row's kind; `square` tells of the square with that reach around a pixel of the plan its tones
    (n, n, 4), as flat pieces are compared with them or others, costs (n, n), and how far it is free (n, n) of other pieces.
    """
    told = list(found)
    for number, piece in enumerate(told):
        if piece.doubted is None or piece.carries:
            continue
        kind, rider = (bank.sprites[int(bank.kinds[row])].kind for row in (piece.row, piece.doubted.row))
        if kind == rider:
            # Two of a kind are a heap.
            continue
        own = shapes(piece.doubted.row)
        reach = REACH * bank.detail // 2 * 2
        low = reach + own.side // 2 + bank.detail + 3
        if 2 * low >= min(size):
            continue
        # The middle of a pixel of the half plan, in pixels of the plan.
        around = np.array(piece.at) * 2 + 0.5
        middle = np.clip(np.round(around).astype(int), low, np.array(size) - low - 1)
        tones, costs, free = square(middle, low, [other for other in told if other is not piece], own.flat)
        cover, ink = _laid(piece, bank, around - middle + low, len(costs))
        carrier = cover > CARRIED
        errors = squared(tones[..., :3] * UNIT - ink)
        as_carrier = np.minimum(np.float32(STRICT) * errors + np.float32(PRIOR), np.float32(CAP))
        heap = OnCarrier(tones, np.where(carrier, as_carrier, costs).astype(np.float32), free, own)
        closely = heap.best(reach, carrier)
        told[number] = replace(piece, doubted=replace(piece.doubted, closely=closely))
    return told


def _laid(piece: Found, bank: PieceBank, at: NDArray[np.float64], across: int) -> tuple[Array, Array]:
    """How far a piece covers each pixel of a square (n, n), `across` px wide, around whose point `at` it lies, and its colours
    there (n, n, 3), in units of a piece's noise."""
    within, cover, tones = bank.view(piece.row, piece.turn, piece.size)
    window = np.zeros((bank.side**2, 4), np.float32)
    window[within] = np.column_stack([cover, tones[:, :3]])
    corner = at - 2 * (bank.side // 2)
    matrix = np.array([[2, 0, corner[0]], [0, 2, corner[1]]], np.float32)
    laid = resample.warp_affine(window.reshape(bank.side, bank.side, 4), matrix, (across, across))
    return laid[..., 0], laid[..., 1:]
