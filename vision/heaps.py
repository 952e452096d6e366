"""Pieces of one kind heaped up: counted by covering the spot with pieces until no further one explains enough."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.found import Found
from vision.layers import Layers
from vision.piece_bank import SIDE
from vision.single import FINE_SHIFTS
from vision.windows import spot

HEAP_GAIN = 0.6
"""Gain per pixel of a piece that another one of a heap must bring."""
LEAST_SEEN = 0.5
"""Share of a piece of a heap that must not be hidden by the others."""
MOST_IN_HEAP = 12
SWEEPS = 4
LEADERS = 4


def heap(layers: Layers, kind: int, middle: tuple[float, float], reach: int) -> list[Found]:
    """Pieces of one kind lying together around a spot (px of the unpadded half plan), all of one size: the size that explains
    most.  Whatever was found there before is put aside."""
    best: list[Found] = []
    sizes = layers.bank.sizes[layers.bank.coarse.rows]
    own = layers.bank.kinds[layers.bank.coarse.rows] == kind
    for size in sorted({float(value) for value in sizes[own]}, reverse=True):
        found = _heap_of(layers, np.flatnonzero(own & (np.abs(sizes - size) < 1e-6)), middle, reach)
        if sum(piece.gain for piece in found) > sum(piece.gain for piece in best):
            best = found
    return best


def _heap_of(layers: Layers, rows: NDArray[np.int64], middle: tuple[float, float], reach: int) -> list[Found]:
    """Greedy choice of pieces among coarse rows until none gains enough; then each is chosen anew with the others in place."""
    u, v = int(middle[0]) + SIDE, int(middle[1]) + SIDE
    height, width = layers.costs.shape
    around = (
        slice(max(0, v - reach - SIDE), min(height, v + reach + SIDE)),
        slice(max(0, u - reach - SIDE), min(width, u + reach + SIDE)),
    )
    kept = layers.kept(around)
    steps = range(-reach // 2, reach // 2 + 1)
    spots = layers.inside(np.array([(u // 2 + du, v // 2 + dv) for dv in steps for du in steps]), 2)
    found: list[Found] = []
    for _ in range(SWEEPS):
        before = len(found)
        for number in range(before):
            layers.pile([piece for n, piece in enumerate(found) if n != number], around)
            found[number] = _best_of(layers, rows, spots) or found[number]
        layers.pile(found, around)
        while len(found) < MOST_IN_HEAP and (more := _best_of(layers, rows, spots)):
            found.append(more)
            layers.pile(found, around)
        if len(found) == before:
            break
    layers.put_back(around, kept)
    return [replace(piece, at=(piece.at[0] - SIDE, piece.at[1] - SIDE)) for piece in found]


def _best_of(layers: Layers, rows: NDArray[np.int64], spots: NDArray[np.int64]) -> Found | None:
    """The best of some coarse rows at some coarse spots, if enough of it is seen and that gains enough."""
    gains = layers.coarse_gains(spots, rows)
    top = np.argsort(-gains.max(axis=0))[:LEADERS]
    where = spots[gains.argmax(axis=0)[top]] * 2 + 1
    near = [layers.bank.near[row] for row in layers.bank.coarse.rows[rows[top]]]
    tried = np.concatenate([np.repeat(own, len(FINE_SHIFTS)) for own in near])
    at = np.concatenate([np.tile(where[n] + FINE_SHIFTS, (len(own), 1)) for n, own in enumerate(near)])
    gain, misfit = layers.capped(tried, at, veil=False)
    n = int(gain.argmax())
    piece = Found(int(tried[n]), spot(at[n]), float(gain[n]), np.zeros(len(layers.bank.kinds), np.float32), float(misfit[n]))
    free = layers.free(piece)
    if free < LEAST_SEEN or piece.gain < HEAP_GAIN * free * float(layers.bank.covers[piece.row].sum()):
        return None
    return piece
