"""Which of several alike pieces one is, in the picture of a camera that moves: circles around its middle are none there, so
each print is turned, then smeared as the camera smears, and compared as it lies."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision import resample
from vision.light import Array
from vision.motion import doubled_kernel
from vision.piece_bank import centroid
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
        views = [(n, view) for n in numbers for view in _views(sprites[n])]
        laid = [_laid(view, 360.0 * turn / TURNS, kernel) for _, view in views for turn in range(TURNS)]
        self._owners = np.array([n for n, _ in views for _ in range(TURNS)])
        covers = np.stack([cover for _, cover in laid])
        self._side, within = covers.shape[1], covers.max(axis=0).reshape(-1) > LEAST_COVER
        self._within = np.flatnonzero(within)
        self._weights = covers.reshape(len(laid), -1).take(self._within, axis=1)
        # Only what is compared of each is kept.
        prints = np.stack([picture.reshape(-1, 3).take(self._within, axis=0) for picture, _ in laid])
        # Asked for piece after piece, and in several lights.
        self._weighed = [self._weights * prints[..., channel] for channel in range(3)]
        self._power = [(own * prints[..., channel]).sum(axis=1)[:, None] for channel, own in enumerate(self._weighed)]

    def errors(self, picture: Array) -> dict[int, float]:
        """The mean squared error of the best turn and place of each sprite around the middle of `picture` (n, n, 3)."""
        seen = self._windows(picture)
        total = self._weights @ np.einsum("spc,spc->ps", seen, seen)
        for channel, (weighed, power) in enumerate(zip(self._weighed, self._power, strict=True)):
            along = weighed @ seen[..., channel].T
            gain = np.clip(along / np.maximum(power, 1.0), *self._light)
            total += gain * (gain * power - 2 * along)
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


def _views(sprite: Sprite) -> list[Array]:
    """The views (n, n, 4) of a sprite: its print as far as it covers each pixel, and how far that is."""
    views = zip(sprite.picture, sprite.cover, strict=True)
    return [np.dstack([np.asarray(picture, np.float32) * cover[..., None], cover]) for picture, cover in views]


def _laid(view: Array, degrees: float, kernel: Array) -> tuple[Array, Array]:
    """The print (n, n, 3) of a view (n, n, 4) turned clockwise about the middle of its outline, which is then that of the
    picture, and smeared, and how far it then covers each pixel (n, n)."""
    middle = centroid(view[..., 3])
    matrix = cv2.getRotationMatrix2D(middle, -degrees, 1.0)
    matrix[:, 2] += (view.shape[1] - 1) / 2 - middle[0], (view.shape[0] - 1) / 2 - middle[1]
    turned = np.asarray(resample.warp_affine(view, matrix, (view.shape[1], view.shape[0])), dtype=np.float32)
    shown = np.asarray(cv2.filter2D(turned, -1, kernel), dtype=np.float32)
    # At the rim what lies below shows too.
    print_there = shown[..., :3] / np.maximum(shown[..., 3:], np.float32(LEAST_COVER))
    inside = np.where(shown[..., 3] > WHOLLY, shown[..., 3], 0)
    return np.asarray(print_there, dtype=np.float32), np.asarray(inside, dtype=np.float32)
