"""A large piece with a small one on top, found together: neither explains the spot alone."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vision.found import CAP, PRIOR, STRICT, Found
from vision.layers import Layers, window_at
from vision.light import Array
from vision.single import FINE_SHIFTS, Single
from vision.windows import canvases, on_canvases, spot, windows

LARGE = 0.6
"""Pieces that cover more than this share of the largest may carry others."""
REACH = 4
"""How far from the middle a piece on top may lie, px of the coarse plan."""
SLACK = 12
"""How far from the middle the pieces of a pair may lie, px of the half plan."""
RIDERS, RIDERS_TRIED = 12, 8
LEAST_TOP = 20.0
"""Gain at the coarse scale that a piece on top must bring at least to be looked at."""
LEADERS = 6
CARRIER_MISFIT = 2.8
"""What a pixel of a piece that carries another may cost by its own picture: shadows of what lies on top fall on it."""
LEAST_EVIDENCE = 10.0
"""Gain at the coarse scale from which on a piece on top is looked for in earnest."""


def riders_of(layers: Layers) -> NDArray[np.int64]:
    """The coarse rows of pieces that may lie on others."""
    areas = layers.bank.covers.sum(axis=(1, 2))
    rows = layers.bank.coarse.rows
    return np.flatnonzero(layers.rides[rows] & (areas[rows] < areas.max() * LARGE))


def rider_evidence(layers: Layers, piece: Found, riders: NDArray[np.int64]) -> float:
    """How much a small piece on top would explain that this piece does not, by the coarse comparison."""
    if not len(riders) or layers.rides[piece.row]:
        return 0.0
    window = window_at(piece)
    kept = layers.kept(window)
    layers.lay(piece, full=True)
    gains = layers.coarse_gains(_around(layers, piece.spot), riders)
    layers.put_back(window, kept)
    return float(gains.max())


def best_pair(layers: Layers, single: Single, middle: tuple[int, int], riders: NDArray[np.int64], worst: float) -> list[Found]:
    """The best large piece with a small one on top: the small one first, since nothing hides it, then what is seen below.

    The list is empty where there is no such pair; else the carrier comes first.
    """
    areas = layers.bank.covers.sum(axis=(1, 2))
    large = (areas[single.rows] > areas.max() * LARGE) & ~layers.rides[single.rows]
    if not large.any() or not len(riders):
        return []
    rows, where = single.rows[large], single.where[large]
    spots = _around(layers, middle)
    coarse = layers.coarse_gains(spots, riders)
    if coarse.max() < LEAST_TOP:
        return []
    top_rows, top_at, top_gain, top_misfit = _tops(layers, spots, coarse, riders)
    keep = np.argsort(-top_gain)[:RIDERS_TRIED]
    keep = keep[top_misfit[keep] <= worst]
    if not len(keep):
        return []
    tops = canvases(layers.bank.covers[top_rows[keep]], top_at[keep], middle, SLACK)
    gains, _ = _below(layers, rows, where, tops, middle)
    leaders = np.argsort(-(gains + top_gain[keep]).max(axis=1))[:LEADERS]
    near = [layers.bank.near[row] for row in rows[leaders]]
    again = np.concatenate([np.repeat(own, len(FINE_SHIFTS)) for own in near])
    spots = np.concatenate([np.tile(where[n] + FINE_SHIFTS, (len(own), 1)) for n, own in zip(leaders, near, strict=True)])
    fine, misfits = _below(layers, again, spots, tops, middle)
    total = np.where(misfits <= CARRIER_MISFIT, fine + top_gain[keep], -np.inf)
    n, rider = np.unravel_index(int(total.argmax()), total.shape)
    seen = single.piece.gains.copy()
    np.maximum.at(seen, rows, gains[:, rider])
    np.maximum.at(seen, again, fine[:, rider])
    gain, misfit = float(fine[n, rider]), float(misfits[n, rider])
    carrier = Found(int(again[n]), spot(spots[n]), gain, seen, misfit, carries=True, paired=True)
    chosen = int(keep[rider])
    top = Found(int(top_rows[chosen]), spot(top_at[chosen]), float(top_gain[chosen]), seen, float(top_misfit[chosen]), rides=True)
    return [carrier, top]


def _around(layers: Layers, middle: tuple[int, int]) -> NDArray[np.int64]:
    """Spots (n, 2) of the coarse plan around a middle in the half plan."""
    steps = range(-REACH, REACH + 1)
    around = np.array([(middle[0] // 2 + du, middle[1] // 2 + dv) for dv in steps for du in steps])
    return layers.inside(around, 2)


def _tops(
    layers: Layers, spots: NDArray[np.int64], gains: Array, riders: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], Array, Array]:
    """Rows, spots, gains and misfits of the small pieces that best explain something, by their gains (spots, riders) at the
    coarse scale."""
    best = np.argsort(-gains.max(axis=0))[:RIDERS]
    near = [layers.bank.near[row] for row in layers.bank.coarse.rows[riders[best]]]
    where = spots[gains.argmax(axis=0)[best]] * 2 + 1
    tried = np.concatenate([np.repeat(own, len(FINE_SHIFTS)) for own in near])
    at = np.concatenate([np.tile(where[n] + FINE_SHIFTS, (len(own), 1)) for n, own in enumerate(near)])
    capped, misfits = layers.capped(tried, at)
    edges = np.cumsum([0, *(len(own) * len(FINE_SHIFTS) for own in near)])
    pick = np.array([low + int(capped[low:high].argmax()) for low, high in pairwise(edges.tolist())])
    return tried[pick], at[pick], capped[pick], misfits[pick]


def _below(
    layers: Layers, rows: NDArray[np.int64], where: NDArray[np.int64], tops: Array, middle: tuple[int, int]
) -> tuple[Array, Array]:
    """Gain and misfit (n, riders) of rows (n,) at spots (n, 2) where `tops` (riders, canvas, canvas) lie on them."""
    where = layers.inside(where)
    cover, error = layers.seen_below(rows, where)
    worth = np.asarray(cover * (windows(layers.costs, where) - STRICT * np.minimum(error, CAP) - PRIOR), dtype=np.float32)
    hidden = on_canvases(tops, where, middle, SLACK).reshape(len(tops), len(rows), -1)
    flat = np.stack([each.reshape(len(rows), -1) for each in (worth, cover * error, cover)], axis=1)
    # For each spot: all three, less the part that each rider hides.
    left = flat.sum(axis=2)[..., None] - flat @ hidden.transpose(1, 2, 0)
    gain, blame, area = left.transpose(1, 0, 2)
    return np.asarray(gain), np.asarray(blame / np.maximum(area, 1.0))
