"""A flare: light that lies over all that is seen, pieces and all, and comes from no place on the table.

A greasy lens, or a lamp that shines into it, spreads light over a part of the picture.  Haze (`vision.gloss`) is thrown back by
cards alone and is taken from them alone; a flare is taken from the camera's picture before anything is looked for, and what was
taught was taught without it.  Where it lies and how its light falls off was told in teaching; how bright it is changes with the
lamps, and is told anew in every picture by what the drawings show more or less of.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import highest
from vision.frame import Picture
from vision.gloss import USUAL, without_haze
from vision.light import ROUNDS, Array

LEAST = 0.004
"""Light, white is 1, that is not worth taking away."""
OTHERWISE = 0.01
"""By so much light, where it is brightest, a flare must differ from what was taken away to be told anew."""
MOST = 3.0
"""So many times as bright as it was taught a flare may be."""
LIKELY = 0.3
"""How much brighter or darker it is as a rule than in the picture before, as a share."""


class Flare:
    """The flare over pictures of one camera: `told` (n, m, 3) is its light in teaching, white is 1, at the middles of as many
    equal parts of the picture."""

    def __init__(self, told: Array) -> None:
        self._told, self.share = np.asarray(told, np.float32), 1.0
        self._wide: Array | None = None
        self._most: Array | None = None

    def taken_from(self, picture: Picture) -> Picture:
        """A picture (h, w, 3) without the flare, as bright as it is now."""
        light = self._light((picture.shape[1], picture.shape[0]))
        assert self._most is not None
        if (there := _bounds(self._most * np.float32(self.share) > LEAST)) is None:
            return picture
        bare = picture.copy()
        bare[there] = without_haze(np.ascontiguousarray(picture[there]), light[there] * np.float32(self.share))
        return bare

    def told_anew(self, at_px: NDArray[np.float64], added: NDArray[np.float64], trust: NDArray[np.float64]) -> bool:
        """Whether it is brighter or darker than what was taken away; from now on it is, then.  Told by the light `added` (n, 3)
        to drawings in the middles of which the camera sees `at_px` (n, 2), each to be trusted so far (n,)."""
        assert self._wide is not None and self._most is not None
        across, down = np.clip(np.round(at_px).astype(int), 0, np.array(self._wide.shape[1::-1]) - 1).T
        more = _share_of(self._wide[down, across], added, trust)
        before = self.share
        if abs(more) * float(self._most.max()) > OTHERWISE:
            self.share = float(np.clip(before + more, 0.0, MOST))
        return self.share != before

    def _light(self, size: tuple[int, int]) -> Array:
        """The flare as it was taught in each pixel (h, w, 3) of a picture that wide and high."""
        if self._wide is None or self._wide.shape[1::-1] != size:
            self._wide = np.asarray(cv2.resize(self._told, size, interpolation=cv2.INTER_LINEAR), np.float32)
            # Once: the largest of three numbers, pixel by pixel, takes five times as long as all the rest.
            self._most = highest(self._wide)
        return self._wide


def _bounds(there: NDArray[np.bool_]) -> tuple[slice, slice] | None:
    """The rows and columns of pixels (h, w) among which all are; None where there is none."""
    rows, columns = (np.flatnonzero(there.any(axis=axis)) for axis in (1, 0))
    return (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)) if len(rows) else None


def _share_of(light: Array, added: NDArray[np.float64], trust: NDArray[np.float64]) -> float:
    """How many times a flare's light (n, 3) was added beside what was `added` (n, 3) everywhere alike, robust against single
    tiles."""
    weights, share = trust, 0.0
    for _ in range(ROUNDS):
        total = max(float(weights.sum()), 1e-6)
        usual, own = ((weights @ each) / total for each in (added, light))
        spread, both = light - own, added - usual
        share = float((weights @ (spread * both)).sum()) / (float((weights @ spread**2).sum()) + (USUAL / LIKELY) ** 2)
        errors = np.abs(both - share * spread).max(axis=1)
        weights = trust / (1 + (errors / USUAL) ** 2)
    return share
