"""What stands on the tiles: pictures of pieces laid over the expected board wherever it looks different.

A piece of some kind, size and turn at some pixel explains its pixels by its picture instead of by the board's; the gain is
the difference of the two costs, summed over the piece.  Spots that one piece explains are settled first, all in one batch;
then the best explanation of the strangest spot, a piece or one with another on top, is taken and laid over the board, and
so on until nothing that is left can be explained better than by the board itself.  Last, pieces close together are looked
at again, each with its neighbours in place.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crowds import settled
from vision.found import Found
from vision.layers import Layers, window_at
from vision.light import Array
from vision.pairs import CARRIER_MISFIT, LEAST_EVIDENCE, best_pair, rider_evidence, riders_of
from vision.piece_bank import SIDE
from vision.single import Single, best_single, best_singles

LEAST_RIDER = 25.0
"""How much better a piece with another on top must explain a spot than a piece alone."""
LEAST_PER_PIXEL = 1.0
GOOD_FIT, DOUBTFUL_FIT, LEAST_DOUBT = 0.8, 1.4, 0.5
"""A piece that fits as well as the first need explain no more than that share of its pixels (it may stand on its own
colour); one that fits as badly as the second must explain them all."""
CARRIER_GAIN = 0.15
"""Gain per pixel that a piece must bring of which another hides a part."""
LEAST_SHOWN = 0.5
"""Share of a piece that pieces on top must leave to be seen."""
MOST_LEFT = 0.25
"""One piece alone is believed at once when no more strange pixels than this share of it are left around it."""
ROUNDS = 2
"""So often the search may look again where a piece that was found proved to be none."""
MOST_SHARED = 0.15
"""Pieces that stand alone share no more than that with one found before."""
HEAT = 2.0
"""Mean cost of 5 x 5 pixels from which on something is looked for there."""
LARGEST_BLOB = 1.6
"""Blobs up to this many times the largest piece may be one piece."""
NEAR = 2
"""A middle no farther than this from a spot that was looked at is the same spot, px."""
SMALLEST_BLOB = 8
"""Pixels of the smallest blob."""


class PieceSearch:
    """The search for the pieces of one frame; a piece whose misfit is above `worst_misfit` is not believed."""

    def __init__(self, layers: Layers, least_gain: float, worst_misfit: float) -> None:
        self.layers, self.bank = layers, layers.bank
        self._least_gain, self.worst = least_gain, worst_misfit
        self._riders = riders_of(layers) if layers.bank.sprites else np.zeros(0, np.int64)

    def run(self, most: int = 60) -> list[Found]:
        """All pieces, px of the unpadded half plan."""
        if not self.bank.sprites:
            return []
        found: list[Found] = []
        for _ in range(ROUNDS):
            before = found + self._search(most)
            found = settled(self, before)
            if len(found) == len(before):
                break
        return [replace(piece, at=(piece.at[0] - SIDE, piece.at[1] - SIDE)) for piece in found]

    def _search(self, most: int) -> list[Found]:
        """Pieces that explain what is still strange, in the order they are found."""
        heat = self.layers.heat()
        found = self._alone(heat)
        tried: set[tuple[int, int]] = set()
        for _ in range(most * 4):
            v, u = divmod(int(heat.argmax()), heat.shape[1])
            if heat[v, u] < HEAT or len(found) >= most:
                break
            best = self._best_at((u, v))
            if not all(self.good(piece) for piece in best):
                # A piece on a ground of its own colour shows at its rim: look again in the middle of what is unexplained.
                middle = self._middle(u, v)
                if middle not in tried and max(abs(middle[0] - u), abs(middle[1] - v)) > NEAR:
                    tried.add(middle)
                    best = self._best_at(middle)
            if all(self.good(piece) for piece in best):
                for piece in best:
                    self.layers.lay(piece)
                found += best
                tried.clear()
                self._reheat(heat, u, v)
            else:
                # Nothing known explains this: do not look here again.
                heat[max(0, v - 6) : v + 7, max(0, u - 6) : u + 7] = 0
        return found

    def _alone(self, heat: Array) -> list[Found]:
        """Pieces that explain a whole blob of a heat map each, so that nothing more need be looked for there."""
        found = []
        for single in best_singles(self.layers, self._blobs(heat > HEAT), self.worst):
            piece = single.piece
            if self.good(piece) and 1 - self.layers.free(piece) <= MOST_SHARED and self._suffices(piece):
                self.layers.lay(piece)
                found.append(piece)
                self._reheat(heat, *piece.spot)
        return found

    def _blobs(self, warm: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Middles (n, 2) of the warm blobs that are no larger than a piece, weighted by what they cost."""
        largest = LARGEST_BLOB * float(self.bank.covers.sum(axis=(1, 2)).max())
        count, labels, stats, _ = cv2.connectedComponentsWithStats(warm.astype(np.uint8), connectivity=8)
        middles = []
        for n in range(1, count):
            left, upper, width, height, area = stats[n]
            if not SMALLEST_BLOB <= area <= largest:
                continue
            window = slice(upper, upper + height), slice(left, left + width)
            mass = np.where(labels[window] == n, self.layers.costs[window], 0.0) + 1e-6
            across, down = mass.sum(axis=0) @ np.arange(width), mass.sum(axis=1) @ np.arange(height)
            middles.append((left + float(across / mass.sum()), upper + float(down / mass.sum())))
        return np.array(middles).reshape(-1, 2)

    def _best_at(self, at: tuple[int, int]) -> list[Found]:
        """The best explanation near a spot: one piece, or one with a smaller one on top of it (listed second)."""
        single = best_single(self.layers, at, self.worst)
        if self.good(single.piece) and self._suffices(single.piece):
            return [single.piece]
        return self._paired(single, at) or [single.piece]

    def _paired(self, single: Single, at: tuple[int, int]) -> list[Found]:
        """A piece with another on top if that explains a spot better than one alone; else nothing."""
        pair = best_pair(self.layers, single, at, self._riders, self.worst)
        alone = single.piece.gain if self.good(single.piece) else 0.0
        if pair and all(piece.gain >= self._least(piece, 0.0) for piece in pair):
            return pair if sum(piece.gain for piece in pair) > alone + LEAST_RIDER else []
        return []

    def _suffices(self, piece: Found) -> bool:
        """Whether one piece explains a spot so well that there is no need to look for two."""
        cover = self.bank.covers[piece.row]
        left = (self.layers.costs[window_at(piece)] * (cover < 0.3) > HEAT).sum()
        if float(left) > MOST_LEFT * float(cover.sum()):
            return False
        return rider_evidence(self.layers, piece, self._riders) < LEAST_EVIDENCE

    def good(self, piece: Found) -> bool:
        """Whether a piece fits well enough and explains enough to be believed."""
        return self.fits(piece) and piece.shown >= LEAST_SHOWN and piece.gain >= self._least(piece, self._least_gain)

    def fits(self, piece: Found) -> bool:
        """Whether a piece's picture is like what is seen of it."""
        return piece.misfit <= (CARRIER_MISFIT if piece.paired else self.worst)

    def _least(self, piece: Found, least_gain: float) -> float:
        """The least gain that a piece must bring: large pieces cover more board that may be off for other reasons."""
        area = piece.shown * float(self.bank.covers[piece.row].sum())
        # A small piece hangs on something: what carries it need not be seen well.
        doubt = min(max((piece.misfit - GOOD_FIT) / (DOUBTFUL_FIT - GOOD_FIT), LEAST_DOUBT), 1.0)
        return CARRIER_GAIN * area if piece.paired else max(least_gain, LEAST_PER_PIXEL * area * doubt)

    def _middle(self, u: int, v: int) -> tuple[int, int]:
        """The centre of mass of what is unexplained around a spot."""
        low = SIDE // 2
        rows, cols = slice(max(0, v - low), v + low), slice(max(0, u - low), u + low)
        mass = np.maximum((self.layers.costs * self.layers.known)[rows, cols] - 1.0, 0)
        total = max(float(mass.sum()), 1e-6)
        down, right = mass.sum(axis=1) @ np.arange(mass.shape[0]), mass.sum(axis=0) @ np.arange(mass.shape[1])
        return round(cols.start + float(right) / total), round(rows.start + float(down) / total)

    def _reheat(self, heat: Array, u: int, v: int) -> None:
        """The heat after something was laid around a spot; what was given up stays cold."""
        window = slice(max(0, v - SIDE), v + SIDE), slice(max(0, u - SIDE), u + SIDE)
        heat[window] = np.where(heat[window] == 0, 0, self.layers.heat(window))
