"""What stands on the tiles: pictures of pieces laid over the expected board wherever it looks different.

A piece of some kind, size and turn at some pixel explains its pixels by its picture instead of by the board's; the gain is
the difference of the two costs, summed over the piece.  The best explanation is taken first, laid over the expected
board (or under what was found before it: a cheese hides the mouse that carries it), and the search goes on until
nothing that is left can be explained better than by the board itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board_costs import board_costs
from vision.expected import Expected
from vision.light import Array
from vision.piece_bank import EMPTY_BANK, SIDE, PieceBank
from vision.tones import with_texture
from vision.windows import SLACK, on_canvas, spots_around, windows_at

CAP = 7.0
"""Most that a pixel of the expected board can cost: from there on it is simply something else."""
UNKNOWN_COST = 2.5
"""Most that a pixel costs where no board, tile or printed zone is expected."""
IGNORED_COST = 0.3
"""What a pixel under a hand costs: pieces gain nothing there."""
PIECE_NOISE = 18.0
"""Standard deviation of a grey value of a piece about its taught picture: shading, turn between two steps, blur."""
STRICT = 1.5
"""How much more a pixel off the piece's picture counts than one off the board: a wrong piece shall not pay off."""
PRIOR = 0.2
"""What a pixel of a piece costs whatever it looks like: pieces are fewer than prints."""
RIM = 0.0
"""How far the rim around a piece on top, where its edge may really be, is left out of what is seen below."""
LEAST_RIDER = 25.0
"""How much better a piece with another on top must explain a spot than a piece alone."""
LEAST_PER_PIXEL = 1.0
GOOD_FIT, DOUBTFUL_FIT, LEAST_DOUBT = 0.8, 1.4, 0.5
"""A piece that fits as well as the first need explain no more than that share of its pixels (it may stand on its own
colour); one that fits as badly as the second must explain them all."""
CARRIER_GAIN = 0.15
"""Gain per pixel that a piece must bring, and that one must bring of which another hides a part."""
CARRIER_MISFIT = 2.8
FINE_TURNS = (-5.0, 0.0, 5.0)
"""Degrees by which the best row is turned at the end."""
CLEAN_MISFIT = 0.6
MOST_LEFT = 0.25
"""One piece alone is believed at once when it fits so well and no more strange pixels than this share of it are left around."""
RIDERS = 16
RIDERS_TRIED = 10
RESEATED = 8
"""Up to so far, px, the lower piece of a pair is looked for anew."""
RESEATED_ROWS = 3
"""Rows of each kind and facing that are then compared pixel by pixel."""
PER_KIND = 8
LEADERS = 6
"""Rows of every kind, and of these the rows in all, that are compared pixel by pixel."""
REACH = 4
"""Positions up to this many pixels around the middle of a difference are tried."""
CLIMBS = 4
"""So often the best piece is looked for anew from where it was found."""
Refined = tuple[NDArray[np.int64], NDArray[np.int64], Array, Array]
HEAT = 2.0
"""Mean cost of 5 x 5 pixels from which on something is looked for there."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A piece: its bank row, middle (half-plan px), gain in nats of the whole bank at the best place of each row (rows,)."""

    row: int
    at: tuple[float, float]
    gain: float
    gains: Array
    misfit: float
    rides: bool = False
    carries: bool = False
    heaped: bool = False
    turn: float = 0.0
    """Degrees by which it is turned more than its row, clockwise."""


class PieceSearch:
    """One frame's search: the half-scale plan in art light (h, w, 3), its texture (h, w), and the expected board."""

    def __init__(self, bank: PieceBank | None, half: Array, rough: Array, bare: Expected) -> None:
        self.bank = bank if bank is not None else EMPTY_BANK
        self._side, self._detail = self.bank.side, self.bank.detail
        # A pixel of a finer plan is as much less worth as it is smaller.
        self._worth = np.float32(1 / self._detail**2)
        margin = self._side
        self._margin = margin
        self._worst = np.inf
        pad = ((margin, margin), (margin, margin), (0, 0))
        self._tones = with_texture(np.pad(half, pad), np.pad(rough, margin))
        self._known = np.pad(np.ones_like(bare.known), margin)
        self._free = np.ones(self._known.shape, np.float32)
        spread = np.pad(bare.spread, margin, constant_values=10.0)
        self.costs = board_costs(np.pad(half, pad), self._tones, np.pad(bare.picture, pad), spread)
        np.minimum(self.costs, CAP, out=self.costs)
        self.board_costs = self.costs[margin:-margin, margin:-margin].copy()
        # Where nothing was taught, the table's colour is a guess that pieces shall not profit from.
        self.costs = np.where(np.pad(bare.known, margin), self.costs, np.minimum(self.costs, UNKNOWN_COST))

    def unexplained(self) -> Array:
        """Costs (h, w) of the pixels that neither board nor pieces explain."""
        margin = self._margin
        return np.asarray((self.costs * self._known)[margin:-margin, margin:-margin])

    def run(self, least_gain: float, worst_misfit: float, most: int = 60) -> list[Found]:
        """All pieces, in the order they were found."""
        found: list[Found] = []
        self._worst = worst_misfit
        if not self.bank.sprites:
            return found
        heat = self._heat(self.costs * self._known)
        tried: set[tuple[int, int]] = set()
        for _ in range(most * 4):
            spot = int(heat.argmax())
            v, u = divmod(spot, heat.shape[1])
            if heat[v, u] < HEAT or len(found) >= most:
                break
            best = self._climbed(u, v)
            if not all(self._good(piece, least_gain) for piece in best):
                # A piece on a ground of its own colour shows at its rim: look again in the middle of what is unexplained.
                middle = self._middle(u, v)
                if middle not in tried:
                    tried.add(middle)
                    best = self._climbed(*middle)
            if best and all(self._good(piece, least_gain) for piece in best):
                for piece in best:
                    self._lay(piece)
                found += best
                tried.clear()
                self._reheat(heat, u, v)
            else:
                # Nothing known explains this: do not look here again.
                near = 6 * self._detail
                heat[max(0, v - near) : v + near + 1, max(0, u - near) : u + near + 1] = 0
        margin = self._margin
        return [replace(piece, at=(piece.at[0] - margin, piece.at[1] - margin)) for piece in found]

    def _good(self, piece: Found, least_gain: float) -> bool:
        fits = piece.carries or piece.misfit <= self._worst
        return fits and piece.gain >= self._least(piece, least_gain)

    def _middle(self, u: int, v: int) -> tuple[int, int]:
        """The centre of mass of what is unexplained around a spot."""
        low = self._side // 2
        rows, cols = slice(max(0, v - low), v + low), slice(max(0, u - low), u + low)
        mass = np.maximum((self.costs * self._known)[rows, cols] - 1.0, 0)
        total = max(float(mass.sum()), 1e-6)
        down, right = mass.sum(axis=1) @ np.arange(mass.shape[0]), mass.sum(axis=0) @ np.arange(mass.shape[1])
        return round(cols.start + float(right) / total), round(rows.start + float(down) / total)

    def _least(self, piece: Found, least_gain: float) -> float:
        """The least gain that a piece must bring: large pieces cover more board that may be off for other reasons."""
        area = float(self.bank.areas[piece.row])
        # A small piece hangs on something: what carries it need not be seen well.
        doubt = min(max((piece.misfit - GOOD_FIT) / (DOUBTFUL_FIT - GOOD_FIT), LEAST_DOUBT), 1.0)
        return CARRIER_GAIN * area if piece.carries else max(least_gain, LEAST_PER_PIXEL * area * doubt)

    def ignore(self, patches: NDArray[np.bool_]) -> None:
        """Look for no piece on these pixels (h, w): a hand is there."""
        margin = self._margin
        inner = (slice(margin, -margin), slice(margin, -margin))
        self._known[inner] &= ~patches
        self.costs[inner] = np.where(patches, IGNORED_COST, self.costs[inner])

    def cover_of(self, pieces: Iterable[Found]) -> Array:
        """How far pieces cover each pixel (h, w) of the half plan, 0..1."""
        margin = self._margin
        cover = np.zeros(self._known.shape, np.float32)
        for piece in pieces:
            window = self._window(int(piece.at[0]) + margin, int(piece.at[1]) + margin)
            cover[window] = np.maximum(cover[window], self.bank.view(piece.row, piece.turn)[0])
        return cover[margin:-margin, margin:-margin]

    def covered(self) -> Array:
        """How far pieces cover each pixel (h, w), 0..1."""
        margin = self._margin
        return 1 - self._free[margin:-margin, margin:-margin]

    def _heat(self, costs: Array) -> Array:
        return np.asarray(cv2.boxFilter(costs, -1, (4 * self._detail + 1,) * 2), dtype=np.float32)

    def _reheat(self, heat: Array, u: int, v: int) -> None:
        reach = self._side
        rows, cols = slice(max(0, v - reach), v + reach), slice(max(0, u - reach), u + reach)
        fresh = self._heat((self.costs * self._known)[rows, cols])
        heat[rows, cols] = np.where(heat[rows, cols] == 0, 0, fresh)

    def _best_at(self, u: int, v: int) -> list[Found]:
        """The best explanation near a spot: one piece, or one with a smaller one on top of it (listed second)."""
        spots = spots_around(REACH * self._detail, 2 * self._detail, (u, v))
        gains = self._gains(spots)
        at_best, per_row = spots[gains.argmax(axis=0)], gains.max(axis=0)
        rows = self._best_rows(per_row)
        capped, _ = self._capped(rows, at_best[rows])
        per_row = per_row - CAP * self._side
        per_row[rows] = capped
        leaders = rows[np.argsort(-capped)[:LEADERS]]
        row, at, fine, misfit = self._refined(leaders, at_best[leaders])
        per_row[leaders] = np.maximum(per_row[leaders], fine)
        order = np.where(misfit < self._worst, fine, -np.inf)
        best = int(order.argmax())
        single = self._finest(Found(int(row[best]), _spot(at[best]), float(fine[best]), per_row, float(misfit[best])))
        if self._settled(single):
            return [single]
        pair = self._best_pair(rows, at_best[rows], per_row, (u, v))
        alone = single.gain if np.isfinite(order[best]) else 0.0
        worth = bool(pair) and all(piece.gain >= self._least(piece, 0.0) for piece in pair)
        if worth and pair[0].gain + pair[1].gain > alone + LEAST_RIDER:
            return [self._reseated(pair[0], pair[1]), pair[1]]
        return [single]

    def _climbed(self, u: int, v: int) -> list[Found]:
        """The best explanation near a spot; looked for anew from where it lies while that is at the edge of what was tried."""
        best = self._best_at(u, v)
        for _ in range(CLIMBS):
            at = best[0].at
            if len(best) > 1 or max(abs(at[0] - u), abs(at[1] - v)) < REACH * self._detail:
                break
            u, v = int(at[0]), int(at[1])
            again = self._best_at(u, v)
            if sum(piece.gain for piece in again) <= best[0].gain:
                break
            best = again
        return best

    def _settled(self, single: Found) -> bool:
        """Whether one piece explains a spot so well that there is no need to look for two."""
        if not single.misfit <= CLEAN_MISFIT:
            return False
        window = self._window(int(single.at[0]), int(single.at[1]))
        left = (self.costs[window] * (self.bank.covers[single.row] < 0.3) > HEAT).sum()
        return float(left * self._worth) < MOST_LEFT * float(self.bank.areas[single.row])

    def _refined(self, rows: NDArray[np.int64], where: NDArray[np.int64]) -> Refined:
        """Rows, spots, capped gains and misfits of some rows after the best shift of up to two pixels."""
        around = spots_around(2 * self._detail, self._detail)
        spots = (where[:, None] + around).reshape(-1, 2)
        gains, misfits = self._capped(np.repeat(rows, len(around)), spots)
        pick = gains.reshape(len(rows), -1).argmax(axis=1) + np.arange(len(rows)) * len(around)
        return rows, spots[pick], gains[pick], misfits[pick]

    def _finest(self, piece: Found) -> Found:
        """The piece turned and shifted by less than a step of the search, if that explains more."""
        u, v = int(piece.at[0]), int(piece.at[1])
        spots = spots_around(1, 1, (u, v))
        seen, costs = (windows_at(image, self._inner(spots), self._side) for image in (self._tones, self.costs))
        best = piece
        for turn in FINE_TURNS:
            cover, tone = self.bank.view(piece.row, turn)
            away = seen - tone
            error = np.minimum(np.einsum("nijc,nijc->nij", away, away) / (3 * PIECE_NOISE**2), CAP)
            gains = np.einsum("ij,nij->n", cover, costs - STRICT * error - PRIOR) * self._worth
            n = int(gains.argmax())
            if gains[n] > best.gain:
                misfit = float((cover * error[n]).sum()) / max(float(cover.sum()), 1.0)
                best = replace(best, at=_spot(spots[n]), gain=float(gains[n]), misfit=misfit, turn=turn)
        return best

    def _inner(self, spots: NDArray[np.int64]) -> NDArray[np.int64]:
        """Spots whose windows lie inside the picture."""
        height, width = self._known.shape
        low = self._side // 2
        return np.clip(spots, low, (width - low - 1, height - low - 1))

    def _best_pair(
        self, rows: NDArray[np.int64], where: NDArray[np.int64], per_row: Array, middle: tuple[int, int]
    ) -> list[Found]:
        """The best large piece with a small one on top: the small one first, since nothing hides it, then what is seen below."""
        areas = self.bank.areas
        large = areas[rows] > areas.max() * 0.6
        rides = np.array([sprite.rides for sprite in self.bank.sprites])
        small = np.flatnonzero((areas < areas.max() * 0.6) & rides[self.bank.kinds])
        if not large.any() or not len(small):
            return []
        u, v = middle
        spots = spots_around(8 * self._detail, 2 * self._detail, (u, v))
        gains = self._gains(spots, small)
        top = np.argsort(-gains.max(axis=0))[:RIDERS]
        rider_rows, rider_at, rider_gain, rider_misfit = self._refined(small[top], spots[gains.argmax(axis=0)[top]])
        keep = np.argsort(-rider_gain)[:RIDERS_TRIED]
        keep = keep[rider_misfit[keep] <= self._worst]
        if not len(keep):
            return []
        veils = self._veils(rider_rows[keep], rider_at[keep], middle)
        gains, _ = self._below(rows[large], where[large], veils, middle)
        leaders = np.argsort(-(gains + rider_gain[keep]).max(axis=1))[:LEADERS]
        around = spots_around(2 * self._detail, self._detail)
        again = np.repeat(rows[large][leaders], len(around))
        spots = (where[large][leaders][:, None] + around).reshape(-1, 2)
        fine, misfits = self._below(again, spots, veils, middle)
        total = np.where(misfits <= CARRIER_MISFIT, fine + rider_gain[keep], -np.inf)
        n, rider = np.unravel_index(int(total.argmax()), total.shape)
        seen = per_row.copy()
        # What a whole piece would gain here says nothing: the rider's colours would speak for it.
        seen[rows[large]] = gains[:, rider]
        np.maximum.at(seen, again, fine[:, rider])
        chosen = int(keep[rider])
        carrier = Found(int(again[n]), _spot(spots[n]), float(fine[n, rider]), seen, float(misfits[n, rider]), carries=True)
        top_row, top_at = int(rider_rows[chosen]), _spot(rider_at[chosen])
        rider_there = Found(top_row, top_at, float(rider_gain[chosen]), per_row, float(rider_misfit[chosen]), rides=True)
        return [carrier, self._finest(rider_there)]

    def _reseated(self, carrier: Found, rider: Found) -> Found:
        """The lower piece of a pair looked for anew all around and in every turn, now that it is known what hides it."""
        rows = np.flatnonzero(self.bank.areas > self.bank.areas.max() * 0.6)
        middle = int(carrier.at[0]), int(carrier.at[1])
        veil = self._veils(np.array([rider.row]), np.array([rider.at], dtype=np.int64), middle)
        spots = spots_around(RESEATED * self._detail, 2 * self._detail, middle)
        gains = self._veiled_gains(spots, rows, veil[0], middle)
        tops = [own[np.argsort(-gains.max(axis=0)[own])[:RESEATED_ROWS]] for own in self._like(rows)]
        leaders, around = np.concatenate(tops), spots_around(2 * self._detail, self._detail)
        again = np.repeat(rows[leaders], len(around))
        where = (spots[gains.argmax(axis=0)[leaders]][:, None] + around).reshape(-1, 2)
        fine, misfits = (each[:, 0] for each in self._below(again, where, veil, middle))
        seen = carrier.gains.copy()
        np.maximum.at(seen, again, fine)
        best = int(np.where(misfits <= CARRIER_MISFIT, fine, -np.inf).argmax())
        if fine[best] <= carrier.gain:
            return replace(carrier, gains=seen)
        at, misfit = _spot(where[best]), float(misfits[best])
        return replace(carrier, row=int(again[best]), at=at, gain=float(fine[best]), misfit=misfit, gains=seen)

    def _like(self, rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Numbers among some rows that show one kind in one quarter of the turns."""
        quarter = ((self.bank.headings[rows] + 45) // 90 % 4).astype(int)
        key = self.bank.kinds[rows] * 4 + quarter
        return [np.flatnonzero(key == each) for each in np.unique(key)]

    def _veiled_gains(
        self, spots: NDArray[np.int64], rows: NDArray[np.int64], veil: Array, middle: tuple[int, int]
    ) -> Array:
        """As `_gains`, counting only what a rider leaves to be seen: `veil` (canvas,) around `middle`."""
        bank, where, count = self.bank, self._inner(spots), len(spots)
        slack = self._side * SLACK // SIDE
        away = np.clip(where - np.array(middle), -slack, slack) + slack + self._side // 2
        free = windows_at(veil.reshape(self._side + 2 * slack, -1), away, self._side)
        tone = windows_at(self._tones, where, self._side)
        weight = STRICT / (3 * PIECE_NOISE**2)
        local = windows_at(self.costs, where, self._side) - PRIOR - weight * np.einsum("nijc,nijc->nij", tone, tone)
        gains = (local * free).reshape(count, -1) @ bank.flat_covers[rows].T
        gains += (2 * weight) * ((tone * free[..., None]).reshape(count, -1) @ bank.paint[rows].T)
        power = (bank.covers[rows] * (bank.tones[rows] ** 2).sum(axis=3)).reshape(len(rows), -1)
        return np.asarray((gains - weight * (free.reshape(count, -1) @ power.T)) * self._worth, dtype=np.float32)

    def _below(
        self, rows: NDArray[np.int64], where: NDArray[np.int64], veils: Array, middle: tuple[int, int]
    ) -> tuple[Array, Array]:
        """Gain and misfit (n, riders) of rows (n,) at spots (n, 2) where riders leave `veils` (riders, canvas) to be seen."""
        cover = self.bank.covers[rows]
        error = np.minimum(self._errors(rows, where), CAP)
        worth = np.asarray(cover * (windows_at(self.costs, where, self._side) - STRICT * error - PRIOR), dtype=np.float32)
        gain, blame, area = (on_canvas(each, where, middle) @ veils.T for each in (worth, cover * error, cover))
        return np.asarray(gain * self._worth), np.asarray(blame / np.maximum(area, 1.0))

    def _veils(self, rows: NDArray[np.int64], where: NDArray[np.int64], middle: tuple[int, int]) -> Array:
        """What riders leave visible, (n, canvas)."""
        return 1 - on_canvas(self.bank.covers[rows], where, middle)

    def _errors(self, rows: NDArray[np.int64], where: NDArray[np.int64]) -> Array:
        """Cost (n, side, side) of every pixel by the pieces' own pictures, not capped."""
        away = windows_at(self._tones, where, self._side) - self.bank.tones[rows]
        return np.asarray(np.einsum("nijc,nijc->nij", away, away) / (3 * PIECE_NOISE**2), dtype=np.float32)

    def _best_rows(self, per_row: Array) -> NDArray[np.int64]:
        """The most promising rows of every kind."""
        rows = []
        for kind in range(len(self.bank.sprites)):
            own = np.flatnonzero(self.bank.kinds == kind)
            rows.append(own[np.argsort(-per_row[own])[:PER_KIND]])
        return np.concatenate(rows)

    def _capped(self, rows: NDArray[np.int64], where: NDArray[np.int64]) -> tuple[Array, Array]:
        """Gain and misfit (n,) of rows (n,) at spots (n, 2), no pixel counting more than CAP."""
        where = self._inner(where)
        cover = self.bank.covers[rows]
        error = np.minimum(self._errors(rows, where), CAP)
        gains = np.einsum("nij,nij->n", cover, windows_at(self.costs, where, self._side) - STRICT * error - PRIOR)
        misfits = np.einsum("nij,nij->n", cover, error) / np.maximum(cover.sum(axis=(1, 2)), 1.0)
        return gains * self._worth, misfits

    def _window(self, u: int, v: int) -> tuple[slice, slice]:
        low = self._side // 2
        return slice(v - low, v - low + self._side), slice(u - low, u - low + self._side)

    def _gains(self, spots: NDArray[np.int64], rows: NDArray[np.int64] | None = None) -> Array:
        """Gain (spots, rows) of every piece at every spot, a pixel off counting without limit."""
        where, count = self._inner(spots), len(spots)
        bank, chosen = self.bank, slice(None) if rows is None else rows
        tone = windows_at(self._tones, where, self._side)
        weight = STRICT / (3 * PIECE_NOISE**2)
        local = windows_at(self.costs, where, self._side) - PRIOR - weight * np.einsum("nijc,nijc->nij", tone, tone)
        gains = local.reshape(count, -1) @ bank.flat_covers[chosen].T
        gains += (2 * weight) * (tone.reshape(count, -1) @ bank.paint[chosen].T)
        return np.asarray((gains - weight * bank.power[chosen]) * self._worth, dtype=np.float32)

    def _lay(self, piece: Found) -> None:
        """Costs, not pictures, are merged: what the piece's own picture explains in tone is explained."""
        window = self._window(int(piece.at[0]), int(piece.at[1]))
        cover, tone = self.bank.view(piece.row, piece.turn)
        error = ((self._tones[window] - tone) ** 2).sum(axis=2) / (3 * PIECE_NOISE**2)
        self.costs[window] += cover * (np.minimum(error, CAP) - self.costs[window])
        self._free[window] *= 1 - cover


def _spot(at: NDArray[np.int64]) -> tuple[float, float]:
    return float(at[0]), float(at[1])
