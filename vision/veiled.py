"""Drawings under a mirrored lamp: a part of the tile is seen with the lamp's light added, the rest without.

A tile that lies a little askew mirrors a lamp over a part of it, with an edge that may lie anywhere.  So each drawing is expected
both bare and with the lamp's light on it, and every pixel may be either, as those around it are.  What is compared is what the
camera should see, with the light, and not what would be left without it: where the light is bright the drawings hardly differ any
more, and where it blinds the camera not at all.  That is just what such pixels tell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.relight import BLIND, GAMMA, MIRROR_LEAST, MIRROR_SHARE, MIRROR_TINT, linear
from vision.solve import LIMIT, Patterns, robust_solve
from vision.tiles import SEEN, TileBank

VEILS = (0.06, 0.12, 0.22, 0.36, 0.52)
"""Amounts of mirrored light that are tried; what white paper gives is 1."""
TRIED = 24
"""Drawings that are looked at closely."""
SAVED = 0.3
"""By how much, as a mean of those around it, a pixel must cost less with the lamp's light than without."""
TOLD = 0.1
"""Share of its pixels that must tell how bright a lamp is in a channel; where most blind the camera, it is as in another."""
BLINDED = 254
"""Grey value from which on a camera sees no more light."""
MORE_THAN_LAMP, ILL_FITTING = 1.0, 4.0
"""What a pixel costs at most, on average, of a drawing on which a lamp is mirrored and nothing lies (empty places of teaching
pictures that were made glossy: mostly 0.3 to 0.9), and how many times more cost makes a nat for every unit beyond."""

Told = tuple[NDArray[np.int64], Array, Array, Array]
"""Rows of the bank (k,), their costs (k,), unknowns (k, BASIS) and the weights (pixels,) of the best, as of a robust fit."""


class VeiledTiles:
    """Compares the drawings of a bank with places that mirror a lamp."""

    def __init__(self, bank: TileBank) -> None:
        self._bank, self._coarse = bank, _halved(bank.flat)

    def fits(self, seen: Array, gains: Array, paper: Array, noise: float) -> Told:
        """How well the likeliest drawings, best first, explain what is seen of a place (dims,) in light of about `gains` (3,),
        each with a lamp mirrored on the part of it where that helps; `paper` (3,) is the light that white paper gives."""
        # At half the scale it is told which are likely, and how bright their lamps are.
        drawn, own = self._coarse * gains, _halved(seen[None])[0]
        light, bare = linear(drawn), _robust(own - drawn, noise)
        best, shares = bare.sum(axis=1), np.zeros(bare.shape, np.float32)
        for veil in VEILS:
            saved = bare - _robust(own - _grey(light + np.float32(veil) * paper), noise)
            share = _share(saved)
            costs = (bare - share * saved).sum(axis=1)
            better = costs < best
            best[better], shares[better] = costs[better], share[better]
        rows = np.argsort(best, kind="stable")[:TRIED]
        lamps = _lamps(own, light[rows], shares[rows], paper)
        return _closely(self._bank, rows, seen.reshape(-1, 3), gains, lamps, noise)


def ill_fitting(costs: Array) -> Array:
    """How many times more a difference in cost must be to say as much, where drawings under a lamp cost so much a pixel (cells,):
    something else is there, and what fits badly may be something else."""
    return np.asarray(ILL_FITTING * np.maximum(costs - MORE_THAN_LAMP, 0), dtype=np.float32)


def _halved(flat: Array) -> Array:
    """Places or drawings (n, dims) with one pixel for every four (n, pixels, 3)."""
    near = flat.reshape(len(flat), SEEN // 2, 2, SEEN // 2, 2, 3)
    return np.ascontiguousarray(near.mean(axis=(2, 4)).reshape(len(flat), -1, 3))


def _lamps(own: Array, light: Array, shares: Array, paper: Array) -> Array:
    """The light (k, 3) that lamps add to that of drawings (k, pixels, 3) where they shine on `shares` (k, pixels) of what is
    seen, `own` (pixels, 3); nothing where that is no lamp's light."""
    lamps = np.zeros((len(light), 3), np.float32)
    # What a channel gives in which the camera is blinded is more, nobody knows how much.
    added = np.where(own >= BLIND, np.float32(np.nan), linear(own) - light) / paper
    for number in np.flatnonzero(shares.mean(axis=1) >= MIRROR_SHARE):
        here = np.sort(added[number, shares[number] > 0], axis=0)
        many = np.isfinite(here).sum(axis=0)
        level = np.where(many > TOLD * len(here), here[np.maximum(many - 1, 0) // 2, np.arange(3)], -np.inf)
        # A lamp that blinds the camera in every channel is as bright as need be.
        level = np.where(np.isfinite(level), level, level.max() if np.isfinite(level).any() else 1.0)
        if level.min() >= max(MIRROR_LEAST, MIRROR_TINT * level.max()):
            lamps[number] = level * paper
    return lamps


def _closely(bank: TileBank, rows: NDArray[np.int64], own: Array, gains: Array, lamps: Array, noise: float) -> Told:
    """Rows fitted to the pixels `own` (pixels, 3) as those lamps (k, 3) on a part of them show them."""
    drawn = bank.flat[rows].reshape(len(rows), -1, 3) * gains
    light = linear(drawn)
    share = _share(_robust(own - drawn, noise) - _robust(own - _grey(light + lamps[:, None]), noise))
    shown = _grey(light + share[..., None] * lamps[:, None])
    # The brighter the lamp, the less does a change of the drawing show.
    steep = np.where(shown < BLINDED, (np.maximum(drawn, 1) / np.maximum(shown, 1)) ** np.float32(GAMMA - 1), np.float32(0))
    slopes = bank.patterns.slopes[rows] * (gains * steep).transpose(0, 2, 1)[:, None]
    patterns = Patterns(np.ascontiguousarray(shown.transpose(0, 2, 1)), np.ascontiguousarray(slopes, dtype=np.float32))
    seen = np.ascontiguousarray(np.broadcast_to(own.T, (len(rows), *own.T.shape)))
    moments = patterns.moments(np.arange(len(rows)), seen)
    unknowns, costs, weights = robust_solve(moments, np.ones((len(rows), 3), np.float32), noise)
    unknowns[:, :3] *= gains
    order = np.argsort(costs, kind="stable")
    return rows[order], costs[order], unknowns[order], weights[order[0]]


def _grey(light: Array) -> Array:
    """Grey values of light, white is 1: what is brighter blinds the camera."""
    return np.asarray(255 * np.minimum(light, 1) ** np.float32(1 / GAMMA), dtype=np.float32)


def _robust(errors: Array, noise: float) -> Array:
    """What pixels (..., 3) cost that are off by so many grey values."""
    each = errors * errors
    squares = (each[..., 0] + each[..., 1] + each[..., 2]) * np.float32(1 / noise**2)
    return np.asarray(0.5 * squares / (1 + squares * np.float32(1 / LIMIT)), dtype=np.float32)


def _share(saved: Array) -> Array:
    """How far a lamp shines on each pixel (k, pixels) of squares, 0 or 1, where its light saves so much: as on those around."""
    side = round(saved.shape[1] ** 0.5)
    # What lies beyond a rim is as within it.
    reflected = np.array([1, *range(side), side - 2])
    wide = saved.reshape(-1, side, side).take(reflected, axis=1).take(reflected, axis=2)
    down = wide[:, :-2] + wide[:, 1:-1] + wide[:, 2:]
    near = down[:, :, :-2] + down[:, :, 1:-1] + down[:, :, 2:]
    return np.asarray(near > 9 * SAVED, dtype=np.float32).reshape(saved.shape)
