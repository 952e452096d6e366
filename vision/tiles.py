"""Which drawing lies in a place: every look and turn against every place, first as one matrix product, then robustly.

1. Coarse: a place is SEEN x SEEN pixels (about 3.4 mm each).  For every look and turn an orthonormal basis spans what
   small changes of light, shift and rotation can make of its drawing; the part of the place outside that span is the misfit.
2. Robust: the best few candidates are fitted again with weights that let a piece, a finger or a glare spot be ignored,
   and with what is known of the light.  Each yields a cost in nats, a shift and a rotation.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.channels import along, squared
from vision.light import Array
from vision.solve import BASIS, COVERED_COST, LIMIT, ROUNDS, Patterns, robust_solve, saturated

COARSE = 16
"""Coarse pixels across one cell."""
SEEN = 14
"""Coarse pixels of it that are compared; the rim belongs to gaps and neighbours."""
FITTED = 64
"""Candidates that are fitted at once."""
NATS = 12.0
"""Cost units of a tile fit that make one nat; neighbouring pixels err together."""
NATS_APART = 9.0
"""So much more cost makes a nat where drawings are no twins (`twins.ALIKE`), fewer than where the art itself may be off by what
tells them.  (In 6400 cells of 27 tables, three badly taught decks of cards among them, the negative log-likelihoods of what lies
there come to 190, with `NATS` to 217.)"""
WHOLLY = 0.99
"""Share of a coarse pixel of a drawing that must have been seen bare."""
HOPELESS = 150.0
"""A candidate that costs so much more than the best after one round is not fitted any further."""


SAME = np.array([0.01, 0.01, 0.01, 0.02, 0.02, np.radians(0.1)], np.float32)
"""Light, shift (coarse px) and turn by which the fit of a drawing may change while it is expected as it was."""

_TURNS = (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)


@dataclass(frozen=True, eq=False)
class TileBank:
    """All looks in all four turns, prepared for matching.

    `flat` (looks * 4, SEEN * SEEN * 3) float32 grey values; `patterns` the same for fits; `bases` (looks * 4 * BASIS,
    SEEN * SEEN * 3) what each unknown changes, orthonormal; `known` (looks * 4, SEEN * SEEN) is 0 where a drawing was never seen
    bare: what lies there speaks neither for nor against it.  Row look * 4 + turns.
    """

    flat: Array
    patterns: Patterns
    bases: Array
    look_count: int
    known: Array

    @property
    def rows(self) -> int:
        return self.look_count * 4

    @cached_property
    def partial(self) -> NDArray[np.int64]:
        """The rows of drawings of which a part was never seen bare."""
        return np.flatnonzero(self.known.min(axis=1) < 1)


def turned(art: Array, turns: int) -> Array:
    """A drawing (n, n) or (n, n, 3) after clockwise quarter turns."""
    return art if not turns % 4 else np.asarray(cv2.rotate(art, _TURNS[turns % 4 - 1]), dtype=art.dtype)


def placed(art: Array, side: float, cell: int, shift: tuple[float, float] = (0, 0), angle: float = 0.0) -> Array:
    """A drawing laid into a square of `cell` px: `side` px wide, middle shifted right and down, turned clockwise (rad)."""
    size = art.shape[0]
    zoom = side / size
    cos, sin = np.cos(angle) * zoom, np.sin(angle) * zoom
    turn = np.array([[cos, -sin], [sin, cos]])
    middle = (cell - 1) / 2 + np.asarray(shift)
    offset = middle - turn @ np.array([(size - 1) / 2, (size - 1) / 2])
    matrix = np.column_stack([turn, offset]).astype(np.float32)
    laid = resample.warp_affine(art, matrix, (cell, cell), border=cv2.BORDER_REPLICATE)
    return np.asarray(laid, dtype=np.float32)


def coarse(block: Array) -> Array:
    """A cell block (64, 64, 3) as its compared coarse pixels, flat (SEEN * SEEN * 3,)."""
    small = cv2.resize(block, (COARSE, COARSE), interpolation=cv2.INTER_AREA)
    rim = (COARSE - SEEN) // 2
    return np.asarray(small[rim : rim + SEEN, rim : rim + SEEN], dtype=np.float32).reshape(-1)


def make_bank(art: Array, side: float, cell: int, seen: NDArray[np.floating] | None = None) -> TileBank:
    """The bank for drawings (looks, ART, ART, 3) that lie `side` px wide in cells of `cell` px, seen bare where `seen` (looks,
    ART, ART) is 1."""
    rows = len(art) * 4
    known = _known(rows, side, cell, seen)
    dims = SEEN * SEEN * 3
    flat, tangents = np.empty((rows, dims), np.float32), np.zeros((rows, BASIS, dims), np.float32)
    step, turn = cell / COARSE, 0.04
    for look, drawing in enumerate(art):
        # The same optical blur for every drawing, about that of the camera picture after one remap.
        soft = cv2.GaussianBlur(drawing, (0, 0), 1.0)
        for turns in range(4):
            row, upright = look * 4 + turns, turned(soft, turns)
            flat[row] = coarse(placed(upright, side, cell))
            for channel in range(3):
                tangents[row, channel, channel::3] = flat[row, channel::3]
            tangents[row, 3] = _slope(upright, side, cell, (step / 2, 0), 0.0)
            tangents[row, 4] = _slope(upright, side, cell, (0, step / 2), 0.0)
            tangents[row, 5] = _slope(upright, side, cell, (0, 0), turn) / (2 * turn)
            tangents[row] *= np.repeat(known[row], 3)
    orthonormal = np.linalg.qr(tangents.transpose(0, 2, 1).astype(np.float64))[0].transpose(0, 2, 1)
    by_channel = tangents[:, 3:].reshape(rows, 3, -1, 3).transpose(0, 1, 3, 2)
    prepared = Patterns(np.ascontiguousarray(flat.reshape(rows, -1, 3).transpose(0, 2, 1)), np.ascontiguousarray(by_channel))
    return TileBank(flat, prepared, np.ascontiguousarray(orthonormal.reshape(-1, dims), dtype=np.float32), len(art), known)


def _known(rows: int, side: float, cell: int, seen: NDArray[np.floating] | None) -> Array:
    """Which coarse pixels (rows, SEEN * SEEN) of drawings in four turns were seen bare, 0 or 1."""
    known = np.ones((rows, SEEN * SEEN), np.float32)
    if seen is None:
        return known
    for look in np.flatnonzero(seen.min(axis=(1, 2)) < 1):
        shown = np.repeat(np.asarray(seen[look], np.float32)[..., None], 3, axis=2)
        for turns in range(4):
            known[look * 4 + turns] = coarse(placed(turned(shown, turns), side, cell))[::3] > WHOLLY
    return known


def _slope(art: Array, side: float, cell: int, shift: tuple[float, float], angle: float) -> Array:
    """Coarse difference between a drawing moved or turned one way and the other."""
    there = coarse(placed(art, side, cell, shift, angle))
    back = coarse(placed(art, side, cell, (-shift[0], -shift[1]), -angle))
    return there - back


def coarse_misfit(bank: TileBank, seen: Array) -> Array:
    """Mean squared misfit (places, rows) of places (places, dims) after the best small change, in squared grey values."""
    inside = along(seen, bank.bases)
    inside *= inside
    outside = (seen**2).sum(axis=1)[:, None] - (inside.reshape(-1, BASIS) @ np.ones(BASIS, np.float32)).reshape(-1, bank.rows)
    misfit = np.asarray(outside / seen.shape[1], dtype=np.float32)
    for row in bank.partial:
        known = np.repeat(bank.known[row], 3)
        hidden = (seen**2) @ (1 - known)
        misfit[:, row] = (outside[:, row] - hidden) / max(float(known.sum()), 1.0)
    return misfit


def misfit_of(bank: TileBank, seen: Array, rows: NDArray[np.int64]) -> Array:
    """The same (places,) of one row of the bank for each place (places, dims)."""
    bases, known = bank.bases.reshape(bank.rows, BASIS, -1)[rows], np.repeat(bank.known[rows], 3, axis=1)
    inside, squares = np.matmul(bases, seen[..., None])[..., 0], seen**2 * known
    outside = squares.sum(axis=1) - (inside**2).sum(axis=1)
    return np.asarray(outside / np.maximum(known.sum(axis=1), 1.0), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Fits:
    """The robust fits of the best candidates of every place, best first.

    `rows` (places, k) rows of the bank; `costs` (places, k) in nats before the temperature; `unknowns` (places, k, BASIS) as
    BASIS lists them; `weights` (places, SEEN * SEEN) of the best candidate: 1 where it explains the pixel, 0 where not; `glow`
    (places, k, terms, 3) the light that each throws back (`vision/glow.py`), None where no place throws any.
    """

    rows: NDArray[np.int64]
    costs: Array
    unknowns: Array
    weights: Array
    glow: Array | None = None

    def weighed(self, against: Array) -> Fits:
        """The fits ranked anew with `against` (places, rows of the bank) added to the costs; the weights stay."""
        return self.costing(self.costs + np.take_along_axis(against, self.rows, axis=1))

    def costing(self, costs: Array) -> Fits:
        """The fits ranked anew by what they cost now (places, k); the weights stay."""
        order = np.argsort(costs, axis=1, kind="stable")
        rows, unknowns = np.take_along_axis(self.rows, order, axis=1), np.take_along_axis(self.unknowns, order[..., None], axis=1)
        glow = None if self.glow is None else np.take_along_axis(self.glow, order[..., None, None], axis=1)
        return Fits(rows, np.take_along_axis(costs, order, axis=1), unknowns, self.weights, glow)

    def of(self, places: NDArray[np.int64] | slice, keep: int | None = None) -> Fits:
        """The fits of some places (numbers), or only the best few everywhere."""
        glow = None if self.glow is None else self.glow[places, :keep]
        return Fits(self.rows[places, :keep], self.costs[places, :keep], self.unknowns[places, :keep], self.weights[places], glow)

    def with_others(self, places: NDArray[np.int64], others: Fits) -> Fits:
        """The fits, those of some places (numbers) replaced."""
        both = [(getattr(self, name).copy(), getattr(others, name)) for name in ("rows", "costs", "unknowns", "weights")]
        for own, other in both:
            own[places] = other
        rows, costs, unknowns, weights = (own for own, _ in both)
        return Fits(rows, costs, unknowns, weights, self._glow_with(places, others))

    def glowing(self, like: Fits) -> Fits:
        """The fits, each place throwing back the light that the best of others does there."""
        if like.glow is None:
            return self
        glow = np.repeat(like.glow[:, :1], self.rows.shape[1], axis=1)
        return Fits(self.rows, self.costs, self.unknowns, self.weights, glow)

    def glow_of(self, rows: NDArray[np.int64]) -> Array | None:
        """The light (n, terms, 3) that the first place throws back below some rows (n,): the best one's where none is known."""
        if self.glow is None or not self.glow[0].any():
            return None
        own = self.rows[0] == rows[:, None]
        return np.asarray(self.glow[0, np.where(own.any(axis=1), own.argmax(axis=1), 0)], dtype=np.float32)

    def with_best(self, place: int, told: Fits, nth: int) -> Fits:
        """The fits with the nth drawing of another fit (1, k) as the best one of a place."""
        rows, unknowns = self.rows.copy(), self.unknowns.copy()
        rows[place, 0], unknowns[place, 0] = told.rows[0, nth], told.unknowns[0, nth]
        glow = self.glow
        if glow is not None:
            glow = glow.copy()
            glow[place, 0] = 0 if told.glow is None else told.glow[0, nth]
        return Fits(rows, self.costs, unknowns, self.weights, glow)

    def _glow_with(self, places: NDArray[np.int64], others: Fits) -> Array | None:
        some = others.glow if self.glow is None else self.glow
        if some is None:
            return None
        glow = np.zeros((*self.rows.shape, *some.shape[2:]), np.float32) if self.glow is None else self.glow.copy()
        glow[places] = 0 if others.glow is None else others.glow
        return glow


def joined(parts: Sequence[Fits]) -> Fits:
    """The fits of places and of others, one after the other; all throw light back or none."""
    names = ["rows", "costs", "unknowns", "weights"] + ["glow"] * (parts[0].glow is not None)
    return Fits(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


def robust_fit(
    bank: TileBank, seen: Array, light: Array, noise: float, rows: NDArray[np.int64], mask: Array | None = None
) -> Fits:
    """Fit candidate rows (places, k) to places, seen (places, dims), where gains of about `light` (places, 3) are expected.

    `mask` (places, SEEN * SEEN) is 0 where a piece or a hand is known to cover the place.
    """
    # A few places at a time, so that all that is told of them stays in the processor's own memory.
    step = max(FITTED // rows.shape[1], 1)
    parts = [slice(start, start + step) for start in range(0, len(rows), step)] or [slice(0, 0)]
    fits = [_fitted(bank, seen[at], light[at], noise, rows[at], None if mask is None else mask[at]) for at in parts]
    return joined(fits)


def _fitted(
    bank: TileBank, seen: Array, light: Array, noise: float, rows: NDArray[np.int64], mask: Array | None
) -> Fits:
    """`robust_fit` of a few places."""
    places, keep = rows.shape
    by_channel = np.ascontiguousarray(seen.reshape(places, -1, 3).transpose(0, 2, 1))
    moments = bank.patterns.moments(rows.reshape(-1), np.repeat(by_channel, keep, axis=0))
    start = np.repeat(light, keep, axis=0)
    seen_of = None if mask is None else np.repeat(mask, keep, axis=0)
    known = bank.known[rows.reshape(-1)] if np.isin(rows, bank.partial).any() else None
    if known is not None:
        free = np.ones_like(known) if seen_of is None else seen_of
        seen_of = known * free
    unknowns, costs, weights = robust_solve(moments, start, noise, seen_of, rounds=1 if keep > 1 else ROUNDS)
    if keep > 1:
        by_place = costs.reshape(places, keep)
        near = np.flatnonzero((by_place < by_place.min(axis=1, keepdims=True) + HOPELESS).reshape(-1))
        told, own = (moments, seen_of) if len(near) == len(costs) else (moments[near], None if seen_of is None else seen_of[near])
        again = robust_solve(told, start[near], noise, own, unknowns[near], ROUNDS - 1)
        unknowns[near], costs[near], weights[near] = again
    costs = costs.reshape(places, keep)
    if known is not None:
        costs = told_alike(costs, *(each.reshape(places, keep, -1) for each in (weights, known, free)))
    return _sorted(rows, costs, unknowns.reshape(places, keep, BASIS), weights.reshape(places, keep, -1))


def told_alike(costs: Array, weights: Array, known: Array, free: Array) -> Array:
    """Costs (places, k) of fits with such weights of pixels, some not `known` of a drawing, (places, k, pixels), if each of these
    that is `free` (places, k, pixels) costs what it costs of the likeliest drawing of which it is known, which so gains nothing
    by it, but no more than one that is covered."""
    pixels = np.float32(LIMIT / 2) * (1 - np.sqrt(weights))
    common = known.min(axis=1, keepdims=True)
    order = np.argsort((pixels * common).sum(axis=2), axis=1, kind="stable")
    filled, blank = np.zeros_like(pixels[:, 0]), np.ones_like(pixels[:, 0])
    for kth in order.T:
        own, told = (np.take_along_axis(each, kth[:, None, None], axis=1)[:, 0] for each in (pixels, known))
        filled += blank * told * own
        blank *= 1 - told
    # What fits no drawing that is known there may well be this one.
    saved = np.maximum(np.float32(COVERED_COST) - filled, 0)
    return np.asarray(costs - ((1 - known) * free * saved[:, None]).sum(axis=2), dtype=np.float32)


def candidates(
    bank: TileBank, seen: Array, light: Array, noise: float, keep: int, misfit: Array, mask: Array | None = None
) -> NDArray[np.int64]:
    """The `keep` most promising rows of every place: half by the misfit after small changes, half by a cost that a piece on
    the tile cannot spoil."""
    keep = min(keep, bank.rows)
    half = keep // 2
    first = np.argpartition(misfit, half - 1, axis=1)[:, :half]
    costs = np.empty((len(seen), bank.rows), np.float32)
    for place in range(len(seen)):
        lit = bank.flat * np.tile(light[place], SEEN * SEEN)
        covered = None if mask is None else mask[place : place + 1]
        errors, scale = np.subtract(seen[place], lit, out=lit), np.float32(noise * 1.5)
        costs[place] = _cost(errors, scale, covered)
        if len(part := bank.partial):
            free = np.ones((1, SEEN * SEEN), np.float32) if covered is None else covered
            known = bank.known[part] * free
            # As if what is not known fitted as well as the rest.
            shown = np.maximum(known.sum(axis=1), 1) / np.maximum(free.sum(), 1)
            unknown = np.float32(COVERED_COST) * (known.shape[1] - known.sum(axis=1))
            costs[place, part] = (_cost(errors[part], scale, known) - unknown) / shown
    np.put_along_axis(costs, first, np.inf, axis=1)
    second = np.argpartition(costs, keep - half - 1, axis=1)[:, : keep - half]
    return np.concatenate([first, second], axis=1)


def _squares(errors: Array, scale: np.float32) -> Array:
    return squared(errors.reshape(len(errors), -1, 3)) * np.float32(1 / scale**2)


def _cost(errors: Array, scale: np.float32, mask: Array | None = None) -> Array:
    return saturated(_squares(errors, scale), mask)


def _sorted(rows: NDArray[np.int64], costs: Array, unknowns: Array, weights: Array) -> Fits:
    order = np.argsort(costs, axis=1, kind="stable")
    return Fits(
        np.take_along_axis(rows, order, axis=1),
        np.take_along_axis(costs, order, axis=1),
        np.take_along_axis(unknowns, order[..., None], axis=1),
        np.take_along_axis(weights, order[..., None], axis=1)[:, 0],
    )


def bent_light(fits: Fits, gains: Array) -> Array:
    """How far the light of drawings is, as a logarithm (cells,), from the gains (cells, 3) of their neighbourhood."""
    away = np.log(np.maximum(fits.unknowns[:, 0, :3], 0.01) / gains)
    return np.asarray(np.abs(away).max(axis=1), dtype=np.float32)


def moved_otherwise(before: Fits, now: Fits, cells: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of some cells (numbers) show another drawing, or the same shifted or lit otherwise by more than chance."""
    shifts = np.abs(before.unknowns[cells, 0] - now.unknowns[cells, 0]) > SAME
    return np.asarray((before.rows[cells, 0] != now.rows[cells, 0]) | shifts.any(axis=1), dtype=np.bool_)


def numbered(things: Iterable[Hashable]) -> NDArray[np.int64]:
    """The same number for what is the same."""
    numbers: dict[Hashable, int] = {}
    return np.array([numbers.setdefault(thing, len(numbers)) for thing in things], np.int64)
