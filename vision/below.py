"""The large piece below a small one: what it explains of the pixels that the rider leaves, and its best place and turn.

All riders of one search share a square canvas around its middle, on which each leaves a veil: how far it lets pixels be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.facing_belief import quarters
from vision.found import Found
from vision.light import Array
from vision.matching import PRIOR, STRICT, Matcher
from vision.piece_bank import SIDE, PieceBank
from vision.windows import spots_around

SLACK = 12
"""How far from the middle of a strange spot the pieces of a pair may lie, px."""
CARRIER_MISFIT = 2.8
WIDE = 8
"""Up to so far, px, a lower piece is looked for, in steps of half of that."""
PER_FACING = 3
"""Rows of each facing that are then compared more closely."""
LEADERS = 12
"""Rows in all that are compared more closely where the lower piece may be of any kind."""
FAR_BEHIND = 80.0
"""Rows that explain so much less than the best in coarse pixels are not looked at more closely."""
FINE_TURNS = (-7.5, -3.75, 0.0, 3.75, 7.5)
FINE_SIZES = (0.93, 0.965, 1.0)
"""Turns between two steps of the search, degrees, and sizes of the lower piece of a pair: what stands lower looks smaller."""
NOTHING = -1e3
"""The gain of a row that cannot lie there."""

LEAST_PER_PIXEL = 1.0
"""Gain that a piece must bring for each of its pixels that is seen, on average."""
CARRIER_GAIN, AHEAD = 0.15, 140.0
"""Gain per pixel that is enough for a piece of which another hides a part; of one looked for below what was found, if nothing of
its kind was found and it gains so much more than any other kind.  (In nine recordings such were two mice that lay there, ahead by
150 and 160, and none that did not.)"""
AT_A_GLANCE = -20.0
"""Gain that what lies below a rider must bring at a glance; looked at closely it brings up to 35 more, and has to bring 40."""
PLAIN, RIM_COVER = 2.0, 0.1
"""A pixel that costs more is strange; one that is covered more than that shows something of what covers it."""
NEAREST = 3
"""So many small pieces around what is unexplained are tried as riders of something."""

Spots = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """Rows (n,) of large pieces, the best spot of each (n, 2), and there gain, misfit and share that no rider hides (n,)."""

    rows: Spots
    spots: Spots
    gains: Array
    misfits: Array
    shares: Array

    def join(self, other: Tried) -> Tried:
        """These and the other's."""
        pairs = [(getattr(self, name), getattr(other, name)) for name in ("rows", "spots", "gains", "misfits", "shares")]
        return Tried(*(np.concatenate(pair) for pair in pairs))


class Below:
    """What lies below riders in one frame; `costs` (h, w) those of the search, as they stand at each call."""

    def __init__(self, bank: PieceBank, match: Matcher, rough: Matcher, costs: Array) -> None:
        """`match` at the scale of the half plan, `rough` in coarse pixels."""
        self._bank, self._match, self._rough, self._costs = bank, match, rough, costs
        self._side, self._detail = bank.side, bank.detail
        self._large = np.flatnonzero(bank.large)
        self.slack = self._side * SLACK // SIDE
        down, across = np.divmod(np.arange(self._side**2), self._side)
        self._in_corner = down * (self._side + 2 * self.slack) + across

    def seen(self, rows: Spots, where: Spots, veils: Array, middle: tuple[int, int]) -> tuple[Array, Array, Array]:
        """Gain, misfit and share seen (n, riders) of rows (n,) at spots (n, 2) where riders leave `veils` (canvas, riders)."""
        sums = np.empty((len(rows), 3, veils.shape[1]), np.float32)
        for part, within, values in self._match.parts(self._costs, rows, where):
            sums[part] = values @ veils.take(self._on_canvas(within, where[part], middle), axis=0)
        gain, blame, area = sums[:, 0], sums[:, 1], sums[:, 2]
        shares = area / np.maximum(self._bank.cover_sums[rows][:, None], 1.0)
        worth = np.float32(1 / self._detail**2)
        return np.asarray(gain * worth), np.asarray(blame / np.maximum(area, 1.0)), np.asarray(shares)

    def veils(self, rows: Spots, where: Spots, middle: tuple[int, int]) -> Array:
        """What riders leave visible, (canvas, riders)."""
        veils = np.ones((len(rows), (self._side + 2 * self.slack) ** 2), np.float32)
        for n, row in enumerate(rows.tolist()):
            within, cover, _ = self._bank.view(row)
            veils[n, self._on_canvas(within, where[n : n + 1], middle)[0]] = 1 - cover
        return np.ascontiguousarray(veils.T)

    def reseated(self, carrier: Found, rider: Found, itself: bool = False) -> Found:
        """The lower piece of a pair looked for anew all around and in every turn, now that it is known what hides it; one of
        another colour in its place, unless it is to stay `itself`."""
        bank, middle = self._bank, (int(carrier.at[0]), int(carrier.at[1]))
        veil = self.veils(np.array([rider.row]), np.array([rider.at], dtype=np.int64), middle)
        own = np.flatnonzero(bank.kinds == bank.kinds[carrier.row])
        _, tried = self._closer(own, veil, middle, lambda gains: self._best_of_facings(own, gains))
        likely = int(tried.gains.argmax())
        if not itself:
            # The same piece in every other colour, lest a rival be told by what it would gain elsewhere.
            alike = np.flatnonzero(bank.large & (bank.headings == bank.headings[tried.rows[likely]]))
            near = tried.spots[likely] + spots_around(2 * self._detail, self._detail)
            tried = tried.join(self.best(alike, np.repeat(near[None], len(alike), axis=0), veil, middle))
        gains = carrier.gains.copy()
        np.maximum.at(gains, tried.rows, tried.gains)
        best = int(np.where(tried.misfits <= CARRIER_MISFIT, tried.gains, -np.inf).argmax())
        there = replace(carrier, gains=gains) if tried.gains[best] <= carrier.gain else _found(tried, best, gains)
        return self._finest(there, veil, middle)

    def _finest(self, carrier: Found, veil: Array, middle: tuple[int, int]) -> Found:
        """The lower piece turned, sized and shifted by less than a step of the search, if that explains more.

        Its rivals are taken to gain as much: only how surely something of that shape is there becomes clearer.
        """
        u, v = int(carrier.at[0]), int(carrier.at[1])
        best, spots = carrier, spots_around(1, 1, (u, v))
        for turn in FINE_TURNS:
            for size in FINE_SIZES:
                within, cover, tone = self._bank.view(carrier.row, turn, size)
                where, error = self._match.patch_errors(carrier.row, within, cover, tone, spots)
                shown = cover * veil[self._on_canvas(within, spots, middle), 0]
                worth = self._costs.reshape(-1).take(where) - STRICT * error - PRIOR
                gains = (worth * shown).sum(axis=1) / self._detail**2
                n = int(gains.argmax())
                if gains[n] > best.gain:
                    area = float(shown[n].sum())
                    misfit, share = float(error[n] @ shown[n]) / max(area, 1.0), area / max(float(cover.sum()), 1.0)
                    at = float(spots[n, 0]), float(spots[n, 1])
                    best = replace(best, at=at, gain=float(gains[n]), misfit=misfit, seen=share, turn=turn, size=size)
        return replace(best, gains=carrier.gains + np.float32(best.gain - carrier.gain))

    def rider_of(self, carrier: Found, rider: Found) -> Found:
        """The upper piece of a pair with what it explains once the lower one is there: the board says little where it looks like
        the rider, but what lies between both is the carrier."""
        both = carrier.gain + rider.gain
        return replace(rider, gain=max(rider.gain, min(both, both - self.by_itself(carrier).gain)))

    def by_itself(self, piece: Found) -> Found:
        """A piece as it explains what is seen there if it neither lies on nor below anything."""
        middle, at = (int(piece.at[0]), int(piece.at[1])), np.array([piece.at], dtype=np.int64)
        bare = np.ones(((self._side + 2 * self.slack) ** 2, 1), np.float32)
        gain, misfit, _ = self.seen(np.array([piece.row]), at, bare, middle)
        return replace(piece, gain=float(gain[0, 0]), misfit=float(misfit[0, 0]), rides=False, carries=False, seen=1.0)

    def carrier_of(self, rider: Found, middle: tuple[int, int], roughly: Array) -> Found:
        """The large piece around a spot that explains most of what a rider leaves; given about what each does (large rows,)."""
        veil = self.veils(np.array([rider.row]), np.array([rider.at], dtype=np.int64), middle)
        gains = np.full(len(self._bank.kinds), NOTHING, np.float32)
        gains[self._large] = roughly
        hopeful = self._large[roughly >= roughly.max() - FAR_BEHIND]
        wide, tried = self._closer(hopeful, veil, middle, lambda gains: np.argsort(-gains)[:LEADERS])
        gains[hopeful] = wide.gains
        np.maximum.at(gains, tried.rows, tried.gains)
        return _found(tried, int(tried.gains.argmax()), gains)

    def _closer(
        self, rows: Spots, veil: Array, middle: tuple[int, int], leaders: Callable[[Array], Spots]
    ) -> tuple[Tried, Tried]:
        """Rows tried at wide steps all around a spot, and those that lead by their gains pixel by pixel around their best."""
        spots = spots_around(WIDE * self._detail, WIDE // 2 * self._detail, middle)
        wide = self._swept(rows, spots, veil, middle)
        first = leaders(wide.gains)
        near = spots_around(2 * self._detail, self._detail)
        return wide, self.best(rows[first], wide.spots[first][:, None] + near, veil, middle)

    def under_riders(self, found: list[Found], spot: tuple[int, int], least_gain: float, worst_misfit: float) -> list[Found]:
        """A large piece below one of those `found` that was taken for another's rider or for one by itself, with that, which lies
        on it and is found no longer; nothing if none explains enough of what is unexplained around a spot."""
        small = [piece for piece in found if self._bank.sprites[self._bank.kinds[piece.row]].rides]
        near = [piece for piece in small if max(np.abs(np.array(piece.at) - spot)) < self.slack]
        near = sorted(near, key=lambda piece: float(np.hypot(*(np.array(piece.at) - spot))))[:NEAREST]
        rough = [(rider, self.roughly(rider, spot)) for rider in near]
        pairs = [(self.carrier_of(rider, spot, told), rider) for rider, told in rough if told.max() > AT_A_GLANCE]
        enough = [
            (carrier, rider) for carrier, rider in pairs
            if carrier.misfit <= worst_misfit
            and (
                carrier.gain >= max(least_gain, LEAST_PER_PIXEL * float(self._bank.areas[carrier.row]) * carrier.seen)
                or self._only_one(carrier, found)
            )
        ]  # fmt: skip
        if not enough:
            return []
        carrier, rider = max(enough, key=lambda pair: pair[0].gain)
        found[:] = [piece for piece in found if piece is not rider]
        return [carrier, replace(rider, rides=True)]

    def _only_one(self, carrier: Found, found: Sequence[Found]) -> bool:
        """Whether a piece is plainly the only one of its kind, and nothing else, though the board explains nearly as much."""
        bank, kind = self._bank, self._bank.kinds[carrier.row]
        if not bank.sprites[kind].alone or carrier.gain < CARRIER_GAIN * float(bank.areas[carrier.row]):
            return False
        rivals = carrier.gains[self._large][bank.kinds[self._large] != kind]
        return carrier.gain - float(rivals.max(initial=NOTHING)) > AHEAD and all(bank.kinds[one.row] != kind for one in found)

    def roughly(self, rider: Found, middle: tuple[int, int]) -> Array:
        """About what each large row around a spot explains of what a rider leaves (large rows,), told in coarse pixels."""
        step, low = self._bank.step, self._side // 2
        centre = low + (np.array(middle) - low) // step * step
        veil = self.veils(np.array([rider.row]), np.array([rider.at], dtype=np.int64), (int(centre[0]), int(centre[1])))
        side = self._side + 2 * self.slack
        left, upper = (centre - self.slack - low).tolist()
        size = (side // step, side // step)
        costs = cv2.resize(self._costs[upper : upper + side, left : left + side], size, interpolation=cv2.INTER_AREA)
        free = np.asarray(cv2.resize(veil.reshape(side, side), size, interpolation=cv2.INTER_AREA)).reshape(-1)
        worth = (np.asarray(costs).reshape(-1) - np.float32(PRIOR)) * free
        planes = self._bank.coarse.planes(self._large)
        down, across = np.divmod(planes.within, SIDE // 2)
        best = np.full(len(self._large), NOTHING, np.float32)
        for shift in spots_around(WIDE * self._detail, WIDE // 2 * self._detail).tolist():
            u, v = (self.slack + shift[0]) // step, (self.slack + shift[1]) // step
            there = (down + v) * size[0] + across + u
            spot = (centre + shift - low) // step + SIDE // 4
            errors = self._rough.plane_errors(planes, self._rough.at(planes.within, spot[None])[0])
            gains = planes.cover @ worth.take(there) - np.float32(STRICT) * (errors @ free.take(there))
            np.maximum(best, gains, out=best)
        if self._bank.sprites[self._bank.kinds[rider.row]].alone:
            # What there is but once does not stand on itself.
            best[self._bank.kinds[self._large] == self._bank.kinds[rider.row]] = NOTHING
        return np.asarray(best * np.float32(step**2 / self._detail**2), dtype=np.float32)

    def beside(self, tall: Found) -> Array:
        """Where nothing of a large piece is seen, not even its rim (canvas, 1)."""
        within, cover, _ = self._bank.view(tall.row, tall.turn, tall.size)
        shows, at = np.ones(((self._side + 2 * self.slack) ** 2, 1), np.float32), np.array([tall.at], dtype=np.int64)
        shows[self._on_canvas(within, at, (int(tall.at[0]), int(tall.at[1])))[0], 0] = cover < RIM_COVER
        return shows

    def strange_about(self, shows: Array, middle: tuple[int, int], reach: int) -> float:
        """What stays unexplained (nats) within so many pixels of a spot where `shows` (canvas, 1) is 1."""
        side, low = self._side + 2 * self.slack, self._side // 2 + self.slack
        u, v = middle
        seen = shows.reshape(side, side)[low - reach : low + reach + 1, low - reach : low + reach + 1]
        costs = self._costs[v - reach : v + reach + 1, u - reach : u + reach + 1] * seen
        return float(costs[costs > PLAIN].sum()) / self._detail**2

    def _swept(self, rows: Spots, spots: Spots, veil: Array, middle: tuple[int, int]) -> Tried:
        """Each of some large rows (n,) where it gains most of spots (m, 2) below one rider."""
        planes = self._bank.footprints.planes(self._large).of(np.searchsorted(self._large, rows))
        sums, flat = np.empty((len(spots), 3, len(rows)), np.float32), self._costs.reshape(-1)
        for n in range(len(spots)):
            at = self._match.at(planes.within, spots[n : n + 1])[0]
            shown = veil[self._on_canvas(planes.within, spots[n : n + 1], middle)[0], 0]
            sums[n, 1] = self._match.plane_errors(planes, at) @ shown
            sums[n, 2] = planes.cover @ shown
            sums[n, 0] = planes.cover @ (shown * (flat.take(at) - np.float32(PRIOR))) - np.float32(STRICT) * sums[n, 1]
        best = sums[:, 0].argmax(axis=0)
        gain, blame, area = sums[best, :, np.arange(len(rows))].T
        gains = np.asarray(gain / np.float32(self._detail**2), dtype=np.float32)
        return Tried(rows, spots[best], gains, blame / np.maximum(area, 1), area / np.maximum(self._bank.cover_sums[rows], 1))

    def _best_of_facings(self, rows: Spots, gains: Array) -> Spots:
        """The numbers of the best few rows of every quarter."""
        quarter = quarters(self._bank.headings[rows])
        numbers = [np.flatnonzero(quarter == one) for one in np.unique(quarter)]
        return np.concatenate([own[np.argsort(-gains[own])[:PER_FACING]] for own in numbers])

    def best(self, rows: Spots, spots: Spots, veil: Array, middle: tuple[int, int]) -> Tried:
        """Each of rows (n,) where it gains most of spots (n, m, 2) below one rider."""
        count = spots.shape[1]
        gains, misfits, shares = self.seen(np.repeat(rows, count), spots.reshape(-1, 2), veil, middle)
        pick = gains[:, 0].reshape(-1, count).argmax(axis=1) + np.arange(len(rows)) * count
        return Tried(rows, spots.reshape(-1, 2)[pick], gains[pick, 0], misfits[pick, 0], shares[pick, 0])

    def _on_canvas(self, within: NDArray[np.integer], where: Spots, middle: tuple[int, int]) -> Spots:
        """Flat numbers (n, k) in a common square around `middle` of pixels, (k,) or (n, k), of windows at spots (n, 2)."""
        shift = np.clip(where - np.array(middle) + self.slack, 0, 2 * self.slack)
        corners = shift[:, 1] * (self._side + 2 * self.slack) + shift[:, 0]
        return np.asarray(self._in_corner.take(within) + corners[:, None], dtype=np.int64)


def _found(tried: Tried, number: int, gains: Array) -> Found:
    at = float(tried.spots[number, 0]), float(tried.spots[number, 1])
    gain, misfit, share = (float(values[number]) for values in (tried.gains, tried.misfits, tried.shares))
    return Found(int(tried.rows[number]), at, gain, gains, misfit, carries=True, seen=share)


def borne_by(bank: PieceBank, rider: Found, carrier: Found) -> float:
    """The share of a rider that lies on what carries it."""
    within, cover, _ = bank.view(carrier.row, carrier.turn, carrier.size)
    below = np.zeros(bank.side**2, np.float32)
    below[within] = cover
    own, over, _ = bank.view(rider.row, rider.turn, rider.size)
    shift = np.round(np.array(rider.at) - np.array(carrier.at)).astype(int)
    at = np.stack(np.divmod(own, bank.side)) + shift[::-1, None]
    inside = ((at >= 0) & (at < bank.side)).all(axis=0)
    return float(over[inside] @ below[at[0, inside] * bank.side + at[1, inside]]) / max(float(over.sum()), 1.0)
