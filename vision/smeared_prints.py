"""Which of several alike pieces one is, in the picture of a camera that moves: circles around its middle are none there, so
each print is turned, then smeared as the camera smears, and compared as it lies."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision import resample
from vision.light import Array
from vision.motion import doubled_kernel
from vision.rig import SPRITE_SIDE, Sprite

TURNS = 36
REACH = 3
"""How far its middle may lie elsewhere, px of a plan of no detail."""
LEAST_COVER, WHOLLY = 0.02, 0.9


class SmearedPrints:
    """The prints of some sprites as one frame shows them."""

    def __init__(self, sprites: Sequence[Sprite], numbers: Sequence[int], motion: Array, light: tuple[float, float]) -> None:
        """`numbers` of the sprites that are compared, `motion` the blur in the half plan; a print is at least and at most so much
        darker or brighter than taught, in each colour (`light`)."""
        self.detail = sprites[numbers[0]].picture.shape[1] // SPRITE_SIDE
        self._light, kernel = light, doubled_kernel(motion)
        views = [(n, picture, cover) for n in numbers for picture, cover in _views(sprites[n])]
        laid = [_laid(picture, cover, 360.0 * turn / TURNS, kernel) for _, picture, cover in views for turn in range(TURNS)]
        self._owners = np.array([n for n, _, _ in views for _ in range(TURNS)])
        pictures, covers = np.stack([each[0] for each in laid]), np.stack([each[1] for each in laid])
        self._side, within = pictures.shape[1], covers.max(axis=0).reshape(-1) > LEAST_COVER
        self._within = np.flatnonzero(within)
        self._weights = covers.reshape(len(laid), -1)[:, self._within]
        self._prints = pictures.reshape(len(laid), -1, 3)[:, self._within]

    def errors(self, picture: Array) -> dict[int, float]:
        """The mean squared error of the best turn and place of each sprite around the middle of `picture` (n, n, 3)."""
        seen = self._windows(picture)
        total = np.zeros((len(self._weights), len(seen)), np.float32)
        for channel in range(3):
            own, drawn = seen[..., channel], self._prints[..., channel]
            along, power = (self._weights * drawn) @ own.T, (self._weights * drawn**2).sum(axis=1)[:, None]
            gain = np.clip(along / np.maximum(power, 1.0), *self._light)
            total += self._weights @ (own**2).T + gain * (gain * power - 2 * along)
        best = total.min(axis=1) / np.maximum(self._weights.sum(axis=1), 1.0)
        return {int(n): float(best[self._owners == n].min()) for n in np.unique(self._owners)}

    def _windows(self, picture: Array) -> Array:
        """The compared pixels (shifts, pixels, 3) around the middle of a picture."""
        shifts = np.arange(-REACH, REACH + 1) * self.detail
        middle = ((picture.shape[1] - 1) / 2, (picture.shape[0] - 1) / 2)
        size = (self._side, self._side)
        at = [(middle[0] + u, middle[1] + v) for v in shifts.tolist() for u in shifts.tolist()]
        windows = [np.asarray(cv2.getRectSubPix(picture, size, spot), dtype=np.float32) for spot in at]
        return np.stack(windows).reshape(len(at), -1, 3)[:, self._within]


def _views(sprite: Sprite) -> list[tuple[Array, Array]]:
    return [(np.asarray(picture, np.float32), cover) for picture, cover in zip(sprite.picture, sprite.cover, strict=True)]


def _laid(picture: Array, cover: Array, degrees: float, kernel: Array) -> tuple[Array, Array]:
    """A print (n, n, 3) turned clockwise and smeared, and how far it then covers each pixel (n, n)."""
    middle = ((cover.shape[1] - 1) / 2, (cover.shape[0] - 1) / 2)
    matrix = cv2.getRotationMatrix2D(middle, -degrees, 1.0)
    both = np.dstack([picture * cover[..., None], cover])
    turned = np.asarray(resample.warp_affine(both, matrix, cover.shape[::-1]), dtype=np.float32)
    shown = np.asarray(cv2.filter2D(turned, -1, kernel), dtype=np.float32)
    # At the rim what lies below shows too.
    print_there = shown[..., :3] / np.maximum(shown[..., 3:], np.float32(LEAST_COVER))
    inside = np.where(shown[..., 3] > WHOLLY, shown[..., 3], 0)
    return np.asarray(print_there, dtype=np.float32), np.asarray(inside, dtype=np.float32)
