"""Zones in which the table itself shows: what was never seen bare there is told by the table and the light on the rest of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.expected import GUESS, Bounds, Expected
from vision.light import TERMS, Array, terms, told_by
from vision.palette import Palette

LEAST_SURE, MOSTLY, ALIKE = 100, 0.9, 1.6
"""A zone shows the table when that share of its pixels, of so many at least, lie within so many of the table's spreads of its
colours in smooth light."""
LEAST_SPREAD = 9.0
BRIGHTER = 60.0
"""Grey values by which smooth light may change the table there, and one channel more than another: what is off by more, or has
another colour, is a print."""
SAMPLE = 1500
"""About so many pixels tell the light."""
RIDGE = np.full(TERMS, 1.0)
"""How firmly each of its coefficients is held near zero, in pixels."""
VAGUE = 1.5
"""So many of its spreads the table may be off where it was never seen."""
FEW, MAD = 0.02, 1.6
"""Share of the table that is darker, and that is brighter, than its grain is taken to be; how many median absolute differences a
standard deviation is."""


@dataclass(frozen=True, slots=True, eq=False)
class Grain:
    """The colours of a table vary along a line: by the unit vector `along` (3,), least to most, grey values; off the line with a
    standard deviation of `spread`."""

    along: Array
    least: float
    most: float
    spread: float

    def nearest(self, off: Array) -> Array:
        """For differences (n, 3) from the table's usual colour those of its nearest colour."""
        return np.asarray(np.clip(off @ self.along, self.least, self.most)[:, None] * self.along, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class ZoneLight:
    """How the table in a zone, with those `bounds` in the half plan, differs from its colours: a lamp shines on varnish, by the
    `coefficients` (TERMS, 3) of a polynomial over the zone, and wood has a `grain`."""

    bounds: Bounds
    coefficients: Array
    grain: Grain

    def at(self, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> Array:
        """The grey values (n, 3) at some pixels (n,) of the half plan."""
        return np.asarray(_terms(self.bounds, rows, columns) @ self.coefficients, dtype=np.float32)


def zone_lights(expected: Expected, table: Palette, blocks: Sequence[Bounds]) -> tuple[ZoneLight, ...]:
    """The light on those zones, at such bounds, in which the table shows and a part of it is but guessed (half plan)."""
    found = []
    for left, upper, right, lower in blocks:
        block = slice(upper, lower), slice(left, right)
        guess = guessed(expected, block)
        rows, columns = _pixels(expected.known[block] & ~guess, (left, upper))
        if len(rows) < LEAST_SURE or not guess.any():
            continue
        rows, columns = (each[:: max(1, len(rows) // SAMPLE)] for each in (rows, columns))
        seen, bounds = expected.picture[rows, columns], (left, upper, right, lower)
        spread, off = max(table.spread, LEAST_SPREAD), (seen - table.nearest(seen)).astype(np.float64)
        basis = _terms(bounds, rows, columns)
        light = told_by(basis, off, np.ones(len(off)), RIDGE, spread)
        smooth = basis @ light
        away = np.abs(off - smooth).mean(axis=1)
        other = max(np.abs(smooth).mean(axis=1).max(), np.ptp(smooth, axis=1).max())
        if np.quantile(away, MOSTLY) < ALIKE * spread and other < BRIGHTER:
            usual = float(np.median(expected.spread[rows, columns]))
            found.append(ZoneLight(bounds, light.astype(np.float32), _grain(off - smooth, usual)))
    return tuple(found)


def _grain(off: NDArray[np.float64], usual: float) -> Grain:
    """The grain of a table that differs by so much (n, 3) from smooth light on its usual colour, and whose grey values at a place
    that was seen bare are known to `usual`."""
    _, directions = np.linalg.eigh(np.cov(off.T))
    along = directions[:, -1]
    told = off @ along
    least, most = (min(float(np.quantile(told, FEW)), 0.0), max(float(np.quantile(told, 1 - FEW)), 0.0))
    away = MAD * float(np.median(np.abs(off - np.outer(told, along))))
    return Grain(along.astype(np.float32), least, most, max(away, usual))


def on_the_table(expected: Expected, seen: Array, painted: Array, lights: Sequence[ZoneLight]) -> Expected:
    """The expected board (half plan) with the table instead of guesses in zones with such lights; `painted` (h, w, 3) is the
    table as it would look in even light, `seen` (h, w, 3) what is there."""
    height, width = expected.known.shape
    where = np.zeros((height, width), np.bool_)
    for left, upper, right, lower in (light.bounds for light in lights):
        block = slice(upper, lower), slice(left, right)
        where[block] |= guessed(expected, block)
    laid = replace(expected, picture=expected.picture.copy(), spread=expected.spread.copy())
    lay_table(laid, seen, painted, lights, where, (0, 0, width, height))
    return laid


def lay_table(
    expected: Expected, seen: Array, painted: Array, lights: Sequence[ZoneLight], where: NDArray[np.bool_], box: Bounds
) -> None:
    """Paint the table in a window of the half plan, where (h, w) it is shown instead of guesses, into what is expected there: of
    its colours in that light the nearest to what is seen."""
    for light in lights:
        left, upper = max(light.bounds[0], box[0]), max(light.bounds[1], box[1])
        right, lower = min(light.bounds[2], box[2]), min(light.bounds[3], box[3])
        if left < right and upper < lower:
            here = where[upper - box[1] : lower - box[1], left - box[0] : right - box[0]]
            rows, columns = _pixels(here, (left, upper))
            at = rows - box[1], columns - box[0]
            lit = painted[at] + light.at(rows, columns)
            expected.picture[at] = lit + light.grain.nearest(seen[at] - lit)
            expected.spread[at] = VAGUE * light.grain.spread


def guessed(expected: Expected, block: tuple[slice, slice]) -> NDArray[np.bool_]:
    """Where (h, w) in some rows and columns the expected board is but a guess."""
    return np.asarray(expected.known[block] & (expected.spread[block] >= GUESS), dtype=np.bool_)


def _pixels(where: NDArray[np.bool_], corner: tuple[int, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows and columns (n,) of the pixels `where` (h, w) in a part of the half plan with that upper left corner."""
    rows, columns = np.nonzero(where)
    return rows + corner[1], columns + corner[0]


def _terms(bounds: Bounds, rows: NDArray[np.int64], columns: NDArray[np.int64]) -> NDArray[np.float64]:
    """The terms (n, TERMS) of the polynomial over a zone at some pixels (n,) of the half plan."""
    left, upper, right, lower = bounds
    across, down = (columns - left) / (right - left) * 2 - 1, (rows - upper) / (lower - upper) * 2 - 1
    return terms(np.column_stack([across, down]))
