"""The best single piece for each of several strange spots of a frame, all spots compared in one batch.

At a quarter of the plan's scale every piece in every other turn is compared with each spot and its surroundings: one matrix
product for all.  The best rows of each kind are then compared pixel by pixel at half scale, and the best of all in the turns
next to it and with small shifts.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.found import CLEAR, Found
from vision.layers import Layers
from vision.light import Array
from vision.piece_bank import PieceBank

PER_KIND = 8
"""Rows of each kind that are compared pixel by pixel."""
LEADERS = 5
"""Of these the rows that are shifted about."""
SHIFTS = np.array([(du, dv) for dv in (-2, -1, 0, 1, 2) for du in (-2, -1, 0, 1, 2)])
"""Shifts that the coarse comparison tries, px of the coarse plan."""
WIDE_SHIFTS = np.array([(du, dv) for dv in (-2, -1, 0, 1, 2) for du in (-2, -1, 0, 1, 2)])
"""Shifts around the coarse comparison's spot, px of the half plan: it is a pixel or two off."""
FINE_SHIFTS = np.array([(du, dv) for dv in (-1, 0, 1) for du in (-1, 0, 1)])


@dataclass(frozen=True, slots=True, eq=False)
class Single:
    """The best piece for a spot; `rows` (n,) the most promising rows of the bank, some of every kind, `where` (n, 2) the best
    spot of each in the padded half plan."""

    piece: Found
    rows: NDArray[np.int64]
    where: NDArray[np.int64]


def best_singles(layers: Layers, middles: NDArray[np.float64], worst: float) -> list[Single]:
    """The best single piece near each middle (n, 2), px of the padded half plan; one whose misfit is above `worst` only for want
    of a better."""
    if not len(middles):
        return []
    bank, count = layers.bank, len(middles)
    spots = layers.inside(np.round((middles[:, None] - 1) / 2).astype(np.int64) + SHIFTS, 2)
    coarse = layers.coarse_gains(spots.reshape(-1, 2)).reshape(count, len(SHIFTS), -1)
    gains, best = coarse.max(axis=1), spots[np.arange(count)[:, None], coarse.argmax(axis=1)] * 2 + 1
    rows = _promising(bank, gains)
    where = np.take_along_axis(best, rows[..., None], axis=1)
    fine = bank.coarse.rows[rows]
    capped, misfit = (part.reshape(rows.shape) for part in layers.capped(fine.reshape(-1), where.reshape(-1, 2)))
    told = _told(bank, gains, rows, capped)
    leaders = np.argsort(-capped, axis=1)[:, :LEADERS]
    first, at = _refined(layers, np.take_along_axis(fine, leaders, 1), np.take_along_axis(where, leaders[..., None], 1), told, worst)
    _tell_turns(layers, best, first, told)
    pieces = _finest(layers, first, at, told, worst)
    return [Single(piece, fine[n], where[n]) for n, piece in enumerate(pieces)]


def best_single(layers: Layers, at: tuple[float, float], worst: float) -> Single:
    """The best single piece near one spot."""
    return best_singles(layers, np.array([at], dtype=np.float64), worst)[0]


def _promising(bank: PieceBank, gains: Array) -> NDArray[np.int64]:
    """The numbers (spots, n) of the most promising coarse rows: some of every kind."""
    kinds = bank.kinds[bank.coarse.rows]
    chosen = []
    for kind in range(len(bank.sprites)):
        own = np.flatnonzero(kinds == kind)
        most = min(PER_KIND, len(own))
        chosen.append(own[np.argpartition(-gains[:, own], most - 1, axis=1)[:, :most]])
    return np.concatenate(chosen, axis=1)


def _told(bank: PieceBank, gains: Array, rows: NDArray[np.int64], capped: Array) -> Array:
    """Gains (spots, rows of the whole bank): as compared pixel by pixel where that was done; elsewhere guessed from the coarse
    ones, never above the best of the same kind."""
    told = np.full((len(gains), len(bank.kinds)), -1e3, np.float32)
    lift = np.median(capped - np.take_along_axis(gains, rows, axis=1), axis=1, keepdims=True)
    kinds = bank.kinds[bank.coarse.rows]
    for kind in range(len(bank.sprites)):
        own = np.flatnonzero(kinds == kind)
        best = np.where(kinds[rows] == kind, capped, -np.inf).max(axis=1, keepdims=True)
        told[:, bank.coarse.rows[own]] = np.minimum(gains[:, own] + lift, best)
    np.put_along_axis(told, bank.coarse.rows[rows], capped, axis=1)
    return told


def _tell_turns(layers: Layers, best: NDArray[np.int64], rows: NDArray[np.int64], told: Array) -> None:
    """Compare the kind of each chosen row (spots,) pixel by pixel in all coarse turns, so that its facing can be judged."""
    bank = layers.bank
    kinds = bank.kinds[bank.coarse.rows]
    spots, numbers = np.nonzero((kinds == bank.kinds[rows][:, None]) & bank.directed[rows][:, None])
    if len(spots):
        told[spots, bank.coarse.rows[numbers]], _ = layers.capped(bank.coarse.rows[numbers], best[spots, numbers])


def _refined(
    layers: Layers, rows: NDArray[np.int64], where: NDArray[np.int64], told: Array, worst: float
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Of some rows (spots, n) at `where` (spots, n, 2) the best one of each spot after a shift, and its place (spots, 2)."""
    count, leaders, wide = len(rows), rows.shape[1], len(WIDE_SHIFTS)
    spots = where[:, :, None] + WIDE_SHIFTS
    gains, misfits = layers.capped(np.repeat(rows.reshape(-1), wide), spots.reshape(-1, 2))
    best_gain = gains.reshape(count, leaders, wide).max(axis=2)
    np.put_along_axis(told, rows, np.maximum(best_gain, np.take_along_axis(told, rows, 1)).astype(np.float32), 1)
    order = np.where(misfits < worst, gains, gains - 1e4).reshape(count, -1).argmax(axis=1)
    every = np.arange(count)
    return rows[every, order // wide], spots.reshape(count, -1, 2)[every, order]


def _finest(layers: Layers, rows: NDArray[np.int64], where: NDArray[np.int64], told: Array, worst: float) -> list[Found]:
    """Each row in the turns next to it and small shifts."""
    bank, shifts = layers.bank, len(FINE_SHIFTS)
    near = [bank.near[row] for row in rows]
    spot = np.repeat(np.arange(len(rows)), [len(own) * shifts for own in near])
    tried = np.concatenate([np.repeat(own, shifts) for own in near])
    spots = where[spot] + np.concatenate([np.tile(FINE_SHIFTS, (len(own), 1)) for own in near])
    gains, misfits = layers.capped(tried, spots)
    order = np.where(misfits < worst, gains, gains - 1e4)
    found = []
    for n in range(len(rows)):
        own = np.flatnonzero(spot == n)
        best = int(own[order[own].argmax()])
        np.maximum.at(told[n], tried[own], gains[own])
        row, at = int(tried[best]), (int(spots[best, 0]), int(spots[best, 1]))
        shown = layers.shown(row, at)
        at_px = (float(at[0]), float(at[1]))
        found.append(
            Found(row, at_px, float(gains[best]), told[n], float(misfits[best]), carries=shown < CLEAR, shown=shown)
        )
    return found

