"""A large piece with a small one on top of it, found together: neither shows as it would alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.below import CARRIER_MISFIT, LEAST_PER_PIXEL, Below
from vision.exchanged import rivals_of
from vision.found import Found
from vision.light import Array
from vision.piece_bank import PieceBank
from vision.windows import spot_at, spots_around

RIDERS, RIDERS_TRIED = 16, 10
"""Small pieces that are looked at closely, and those of them with which lower ones are tried."""
ROUGHLY, CLEARLY = -0.5, LEAST_PER_PIXEL * 0.4
"""Gain per pixel that something on top must bring at a glance, and after a closer look."""
WEAKLY, HIDDEN, CLOSELY = 1.0, 0.62, 0.7
"""What a carrier that is seen so little explains of each pixel at most, below a rider that fits so well, to be none.  (Of 336
pairs on sixteen recordings eleven were a cheese by itself beside the print of a nest, and no mouse that carried one was so weak:
the nearest explained .98 and 1.2 a pixel, and .63 of both was seen.)"""
SHINING, BELOW_FITS, MUCH = 1.4, 1.5, 1.5
"""How many times as badly as others a rider may fit whose top mirrors a lamp, how well what carries it must fit, and what both
must explain of each pixel (nats).  (Two purple mice in nests, whose cheeses shone: 1.15 and 1.25, 1.2 both, 1.95 to 2.9.)"""
LEAST_RIDER = 25.0
"""How much better a piece with another on top must explain a spot than a piece alone."""
BADLY, NEARLY = 1.2, 60.0
"""Where a piece alone fits worse, and explains but so much more (nats), both are first looked for in their best places, the lower
one in each colour.  (A red mouse with a cheese was an orange one without, which fitted at 1.3, 1.5 and 1.9.)"""
MORE, ENOUGH = 5.0, 1.0
"""Then both must explain more by so much, and the lower one so much of each pixel that is seen.  (On eighteen tables nine such
mice carried a cheese, with which they explained 17 to 137 more, and two 18 and 33 less; three did not, and explained 61 and 71
less, one .5 a pixel below it.)"""
CARRIERS = 12
FEW = 4
"""Of the lower pieces that are compared, so many are shifted once more."""

Gains = Callable[[NDArray[np.int64], NDArray[np.int64]], Array]
Refine = Callable[[NDArray[np.int64], NDArray[np.int64]], tuple[NDArray[np.int64], NDArray[np.int64], Array, Array]]


def fits(pair: Sequence[Found], bank: PieceBank, worst: float) -> bool:
    """Whether what is found at one spot fits: what carries may fit badly, what lies on it only so if it shines."""
    if all(piece.carries or piece.misfit <= worst for piece in pair):
        return True
    lower, upper = pair[0], pair[-1]
    shines = lower.carries and lower.misfit <= BELOW_FITS and upper.misfit <= SHINING * worst
    return shines and all(piece.gain >= MUCH * float(bank.areas[piece.row]) * piece.seen for piece in (lower, upper))


def better_together(pair: Sequence[Found], lead: float, single: Found, below: Below, bank: PieceBank) -> list[Found]:
    """A pair in its best place if it explains more than a piece alone, by that `lead` where it was found; nothing if not."""
    lower, upper = pair[0], pair[-1]
    if lead > LEAST_RIDER:
        seated = below.reseated(lower, upper)
        return [seated, below.rider_of(seated, upper)]
    if single.misfit <= BADLY or lead <= -NEARLY:
        return []
    carriers = [below.reseated(lower, upper), *(below.reseated(rival, upper, itself=True) for rival in rivals_of(lower, bank))]
    ways = sorted(([each, below.rider_of(each, upper)] for each in carriers), key=_explained, reverse=True)
    best, explained = ways[0], _explained(ways[0])
    if best[0].gain < ENOUGH * float(bank.areas[best[0].row]) * best[0].seen or explained <= single.gain + MORE:
        return []
    gains = np.where(bank.kinds == bank.kinds[best[0].row], best[0].gains, np.float32(-np.inf))
    for way in [[single], *ways[1:]]:
        # What another kind would gain elsewhere, or below nothing, tells nothing: each as much less as all of it explains less.
        gains[way[0].row] = max(gains[way[0].row], best[0].gain - explained + _explained(way))
    return [replace(best[0], gains=gains), best[1]]


def _explained(pair: Sequence[Found]) -> float:
    """What a pair explains together."""
    return sum(piece.gain for piece in pair)


class Pairs:
    """Looks for pairs in one frame; `gains` tells those (spots, rows) of rows at spots at a glance, `refined` rows, spots, gains
    and misfits after the best shift."""

    def __init__(self, bank: PieceBank, below: Below, gains: Gains, refined: Refine) -> None:
        self._bank, self._below, self._gains, self._refined = bank, below, gains, refined
        self._detail = bank.detail

    def best(
        self, rows: NDArray[np.int64], where: NDArray[np.int64], per_row: Array, middle: tuple[int, int], worst: float
    ) -> list[Found]:
        """The best large piece with a small one on top: the small one first, since nothing hides it, then what is seen below; the
        small one alone if it plainly stands by itself."""
        areas, large = self._bank.areas, self._bank.large[rows]
        rides = np.array([sprite.rides for sprite in self._bank.sprites])
        small = np.flatnonzero(~self._bank.large & rides[self._bank.kinds])
        if not large.any() or not len(small):
            return []
        u, v = middle
        spots = spots_around(8 * self._detail, 2 * self._detail, (u, v))
        gains = self._gains(spots, small)
        best = gains.max(axis=0)
        top = np.argsort(-best)[:RIDERS]
        # What lies on top is seen whole: it must show roughly, then clearly.
        top = top[best[top] > ROUGHLY * areas[small[top]]]
        if not len(top):
            return []
        rider_rows, rider_at, rider_gain, rider_misfit = self._refined(small[top], spots[gains.argmax(axis=0)[top]])
        keep = np.argsort(-rider_gain)[:RIDERS_TRIED]
        keep = keep[(rider_misfit[keep] <= SHINING * worst) & (rider_gain[keep] > CLEARLY * areas[rider_rows[keep]])]
        if not len(keep):
            return []
        veils = self._below.veils(rider_rows[keep], rider_at[keep], middle)
        gains, _, _ = self._below.seen(rows[large], where[large], veils, middle)
        leaders = np.argsort(-(gains + rider_gain[keep]).max(axis=1))[:CARRIERS]
        again, spots = self._spread(rows[large][leaders], where[large][leaders])
        fine, misfits, shares = self._below.seen(again, spots, veils, middle)
        best_carriers = np.argsort(-(fine + rider_gain[keep]).max(axis=1))[:FEW]
        more = self._spread(again[best_carriers], spots[best_carriers])
        finer = self._below.seen(*more, veils, middle)
        again, spots = np.concatenate([again, more[0]]), np.concatenate([spots, more[1]])
        fine, misfits, shares = (np.concatenate(both) for both in zip((fine, misfits, shares), finer, strict=True))
        fit = (misfits <= CARRIER_MISFIT) & ((rider_misfit[keep] <= worst) | (misfits <= BELOW_FITS))
        total = np.where(fit, fine + rider_gain[keep], -np.inf)
        n, rider = np.unravel_index(int(total.argmax()), total.shape)
        seen = per_row.copy()
        # What a whole piece would gain here says nothing: the rider's colours would speak for it.
        seen[rows[large]] = gains[:, rider]
        np.maximum.at(seen, again, fine[:, rider])
        chosen = int(keep[rider])
        carrier = Found(
            int(again[n]), spot_at(spots[n]), float(fine[n, rider]), seen, float(misfits[n, rider]),
            carries=True, seen=float(shares[n, rider]),
        )  # fmt: skip
        top_row, top_at = int(rider_rows[chosen]), spot_at(rider_at[chosen])
        rider_there = Found(top_row, top_at, float(rider_gain[chosen]), per_row, float(rider_misfit[chosen]), rides=True)
        return [replace(rider_there, rides=False)] if self._stands(carrier, rider_there) else [carrier, rider_there]

    def _stands(self, carrier: Found, rider: Found) -> bool:
        """Whether a loose body that fits closely lies there by itself: of what it would ride on it hides much, and that little
        else is explained by."""
        bank = self._bank
        weak = carrier.gain < WEAKLY * float(bank.areas[carrier.row]) * carrier.seen and carrier.seen < HIDDEN
        return weak and rider.misfit < CLOSELY and bank.sprites[int(bank.kinds[rider.row])].loose

    def _spread(self, rows: NDArray[np.int64], where: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Rows (n,) at spots (n, 2) each repeated with shifts of up to a pixel."""
        around = spots_around(self._detail, self._detail)
        return np.repeat(rows, len(around)), (where[:, None] + around).reshape(-1, 2)
