"""How well the bare table explains a place: a hole in the grid, or no tile in front of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands import table_of
from vision.light import Array
from vision.palette import Palette
from vision.solve import robust
from vision.tiles import SEEN

EVEN = np.ones((1, 1, 3), np.float32)
"""Gains of art light."""
SHADES = np.array([0.55, 0.7, 0.85, 1.0, 1.1], np.float32)
"""The table at the bottom of a hole lies in the shadow of the tiles around it."""
LEAST_SPREAD = 9.0
EDGE_COST = 0.5
"""What a pixel of a plain table costs more in a darker shade than the rest of the hole: a tile beside it throws a shadow."""
VAGUENESS, VAGUE_SPREAD, MANY = 1.0, 12.0, 0.3
"""How much less a pixel explains of a table whose grey values vary by more than that, for every factor of e; and how much less of
one with so many times as many colours, in any of several shades."""
BARE_COST = 1.0
"""What a pixel of the bare table costs at most: it is known from beside the board, and its grainiest places cost 1.1."""
HOLE_LEAD, DOUBTED_LEAD = 0.3, 0.5
"""How much less a pixel must cost as bare table than as a drawing for a hole to be as likely, and how much less still for each
that it costs as table: a piece may hide the drawing, but then what is seen is not quite the table either."""
IN_USUAL_LIGHT, BENT = 0.3, 0.15
"""How much less a pixel must cost still where a drawing fits in just the light of its neighbourhood: something hides a part of
it.  Where no tile lies, the light must be bent by that much for the drawing that fits best."""
PLANK = 1.5
"""By so many of its spreads a place of the table may be brighter or darker than its colours, as a plank is."""
GRAINY = 0.9
"""So large a share of the places of a table vary no more within themselves than a hole is allowed to."""
SOFT = 0.1
"""Cost of a pixel that makes one nat."""
DRAWN = 0.9
"""A drawing that costs less a pixel, in the light that it was found to throw back, lies there where no hole is likelier.  (On 31
tables 20 cells that might have been holes cost less, and were none; in 11 that were the best drawing cost .93 and more.)"""


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """Mean robust `costs` of a pixel (places,) if the bare table is what is seen, and how much less that says, in the same unit,
    because the table has many colours: `vague`."""

    costs: Array
    vague: float

    def odds_of_holes(self, drawn: NDArray[np.floating], bent: NDArray[np.floating]) -> Array:
        """Log-odds (cells,) that cells are holes whose pixels cost that much (cells,) as what is drawn there, in light whose
        logarithm is so far (cells,) from that of the neighbourhood."""
        lead = HOLE_LEAD + DOUBTED_LEAD * self.costs + self.vague + IN_USUAL_LIGHT * np.clip(1 - bent / BENT, 0, 1)
        return np.asarray(np.minimum(drawn - self.costs - lead, BARE_COST - self.costs) / SOFT, dtype=np.float32)


def surely_drawn(odds: Array, drawn: NDArray[np.floating]) -> Array:
    """Log-odds (cells,) that cells are holes, less where the drawing that lies there, if one does, costs so little a pixel
    (cells,)."""
    less = np.minimum(odds, (drawn - DRAWN) / SOFT)
    return np.asarray(np.where(odds > 0, odds, less), dtype=np.float32)


class BareTable:
    """The bare table of one frame, as the coarse plan `quarter` (h, w, 3) shows it where `beside` (h, w) is true, in light of
    those `gains` (h, w, 3).  All is compared in art light: in a dark room a table varies by fewer grey values.

    Worked out when it is first asked for, and then kept.
    """

    def __init__(self, quarter: Array, beside: NDArray[np.bool_], gains: Array = EVEN) -> None:
        self.quarter, self._beside, self._gains = quarter, beside, gains

    @cached_property
    def _lit(self) -> Array:
        """The coarse plan in art light."""
        return np.asarray(self.quarter / self._gains, dtype=np.float32)

    @cached_property
    def colours(self) -> Palette:
        """The table's colours, in art light."""
        return table_of(self._lit, np.zeros(self._beside.shape, np.bool_), self._beside)

    @cached_property
    def grain(self) -> float:
        """Standard deviation of a grey value about the mean of its place, where that is most."""
        return _grain(self._lit, self.colours, self._beside)

    def explains(self, seen: Array) -> Bare:
        """How well the table explains what is seen in places (places, pixels * 3), in art light.

        A plank is darker than the next all along: a place may be off by as much as the table varies, and so may each line of it
        that runs the way the planks do; within these only by what the table varies from pixel to pixel.
        """
        table, pixels = self.colours, seen.reshape(len(seen), -1, 3)
        scale = max(self.grain, LEAST_SPREAD)
        most = PLANK * max(table.spread, LEAST_SPREAD)
        plain = len(table.colours) == 1
        best, darker = np.full(len(seen), np.inf, np.float32), np.full(pixels.shape[:2], np.inf, np.float32)
        lit = pixels / SHADES[:, None, None, None]
        for shade, nearest in zip(SHADES, table.nearest(lit.reshape(-1, 3)).reshape(lit.shape), strict=True):
            away = pixels - nearest * shade
            away = away - np.clip(_median(away, 1), -most, most)
            costs = _along_planks(away, most, scale) if plain else _robust(away, scale)
            best = np.minimum(best, np.minimum(costs, darker + EDGE_COST).mean(axis=1))
            if plain:
                darker = np.minimum(darker, costs)
        # What may have any colour explains anything, so it explains little.
        vague = VAGUENESS * max(float(np.log(scale / VAGUE_SPREAD)), 0.0) + MANY * float(np.log(len(table.colours)))
        return Bare(best, vague)


def _along_planks(away: Array, most: float, scale: float) -> Array:
    """What pixels (places, pixels) cost that are off the table by so much (places, pixels, 3), each of the lines that run one way
    through a place being lighter or darker by up to `most`."""
    squares = away.reshape(len(away), SEEN, SEEN, 3)
    best = _robust(away, scale)
    for axis in (1, 2):
        lines = squares - np.clip(_median(squares, axis), -most, most)
        costs = _robust(lines.reshape(away.shape), scale)
        best = np.where((costs.mean(axis=1) < best.mean(axis=1))[:, None], costs, best)
    return best


def _median(values: Array, axis: int) -> Array:
    """The medians along an axis of an even length, which stays: so short rows are sorted in a quarter of the time."""
    ranked, half = np.sort(values, axis=axis), values.shape[axis] // 2
    return np.asarray((ranked.take([half - 1], axis=axis) + ranked.take([half], axis=axis)) / np.float32(2), dtype=np.float32)


def _robust(away: Array, scale: float) -> Array:
    squares = away * away
    # Sums over a last axis of three take five times as long.
    return robust((squares[..., 0] + squares[..., 1] + squares[..., 2]) / scale**2)


def _grain(quarter: Array, table: Palette, beside: NDArray[np.bool_]) -> float:
    """Standard deviation of a grey value of the bare table about the mean of its place, where it varies most."""
    away = quarter - table.nearest(quarter.reshape(-1, 3)).reshape(quarter.shape)
    mean, squares = (np.asarray(cv2.blur(each, (SEEN, SEEN))) for each in (away, away * away))
    whole = cv2.erode(beside.astype(np.uint8), np.ones((SEEN, SEEN), np.uint8)) > 0
    if not whole.any():
        return table.spread
    return float(np.quantile(np.sqrt(np.maximum(squares - mean * mean, 0).mean(axis=2)[whole]), GRAINY))
