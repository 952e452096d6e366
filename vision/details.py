"""Which drawing lies in a place by its details alone: how much brighter each pixel is than those around it.

A shadow leaves these ratios as they are, however deep it is and wherever it ends softly, but dims what the camera makes of them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import squared
from vision.light import Array
from vision.solve import saturated
from vision.tiles import NATS, SEEN, Fits, TileBank, bent_light

OFFSET = 6.0
"""Added to grey values before they are compared as ratios."""
AROUND = 5
"""Coarse pixels across what counts as around a pixel."""
CAMERA, DRAWN = 4.0, 0.08
"""Grey values by which the camera errs in a coarse pixel, and the share by which a drawing does."""
BADLY, ODDLY_LIT, CLEARLY = 0.6, 0.25, 2.0
"""Robust cost per coarse pixel, and logarithm of the light, from which on a drawing's details are looked at, and by how
many nats those of another must be likelier."""


class Details:
    """The details of all drawings of a bank, worked out when they are first asked for."""

    def __init__(self, bank: TileBank) -> None:
        self._bank = bank

    @cached_property
    def _drawn(self) -> Array:
        return _details(self._bank.flat)

    def costs(self, seen: Array) -> Array:
        """What every row of the bank costs (places, rows), in units as of a robust fit, in places seen so (places, dims)."""
        costs = np.empty((len(seen), self._bank.rows), np.float32)
        for place in range(len(seen)):
            own = seen[place : place + 1]
            costs[place] = _cost(self._drawn - _details(own), own)
        return costs

    def shown(self, seen: Array) -> Array:
        """How many nats (places,) likelier some drawing is, by the details of places seen so (places, dims), than nothing with
        details."""
        smooth = np.concatenate([_cost(_details(own[None]), own[None]) for own in seen])
        return np.asarray(np.maximum(smooth - self.costs(seen).min(axis=1), 0) / np.float32(NATS), dtype=np.float32)

    def told(self, seen: Array, fits: Fits, gains: Array) -> tuple[NDArray[np.int64], Fits] | None:
        """Places (numbers) that are explained badly, or lit oddly, and show another drawing by their details; and that drawing
        in the light of `gains` (places, 3).  A dark drawing may be a pale one in a shadow.  None where there is no such place."""
        odd = np.flatnonzero((fits.costs[:, 0] > BADLY * SEEN * SEEN) | (bent_light(fits, gains) > ODDLY_LIT))
        if not len(odd):
            return None
        costs = self.costs(seen[odd])
        own = np.take_along_axis(costs, fits.rows[odd, :1], axis=1)[:, 0]
        other = own - costs.min(axis=1) > CLEARLY * NATS
        told = fits.of(odd[other])
        rows, unknowns = told.rows.copy(), np.zeros_like(told.unknowns)
        rows[:], unknowns[..., :3] = costs[other].argmin(axis=1)[:, None], gains[odd[other]][:, None]
        return (odd[other], replace(told, rows=rows, unknowns=unknowns)) if other.any() else None


def _cost(away: Array, seen: Array) -> Array:
    """What rows cost whose details are so far (rows, pixels, 3) from those of what is seen (1, dims)."""
    noise = (CAMERA / (seen.reshape(-1, 3).mean(axis=1) + OFFSET)) ** 2 + DRAWN**2
    return saturated(squared(away) / noise.astype(np.float32))


def _details(flat: Array) -> Array:
    """The logarithms of pixels (n, pixels, 3) less those around them, of places (n, dims)."""
    level = np.log(np.maximum(flat.reshape(-1, SEEN, SEEN, 3), 0) + np.float32(OFFSET))
    around = [cv2.blur(each, (AROUND, AROUND), borderType=cv2.BORDER_REFLECT) for each in level]
    return np.asarray(level - np.stack(around), dtype=np.float32).reshape(len(level), -1, 3)
