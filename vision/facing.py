"""Which way a directed piece points, from its outline and small parts: ears, nose, tail.

The paint of a piece and the side the light comes from say nothing about its direction, so they are taken out first: what
is left of each pixel is how surely it belongs to the piece, how far its colour is from the body's, and fine detail of
its brightness.  All taught pieces of one height share one model: mean and spread of these three, nose to the far side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.rig import Sprite
from vision.tones import tones

SIDE = 64
"""Pixels across the compared window, at the plan's scale."""
PATCH = 92
"""Pixels across the patch it is cut from: a turned window and some shift fit in."""
STEPS = 24
SHIFTS = (-4, -2, 0, 2, 4)
FLOOR = 0.06
"""Least variance of a feature: two pieces of one shape still differ by this much."""


@dataclass(frozen=True, slots=True, eq=False)
class FacingModel:
    """`mean` and `weight` (SIDE, SIDE, 3): features of pieces with the nose to the far side, and one over their variance."""

    mean: Array
    weight: Array


def features(picture: Array, cover: Array, bare: Array, body: Array) -> Array:
    """Features and how much each tells (n, n, 6) of a patch (n, n, 3) in art light.

    `cover` (n, n) 0..1 shows the piece, `bare` (n, n, 3) is the board expected below it, `body` (3,) the tones of its body.
    Where the board has the body's own colour, nothing can be said about the outline.
    """
    bright = picture.mean(axis=2)
    low = cv2.GaussianBlur(bright, (0, 0), 3.5)
    detail = np.clip((bright - low) / (low + 25) * 3, -1, 1)
    alike = np.clip(1.5 - np.linalg.norm(tones(bare) - body, axis=2) / 40.0, 0, 1)
    alike = alike * np.clip(1.5 - np.linalg.norm(tones(picture) - body, axis=2) / 40.0, 0, 1)
    own = np.maximum(cover, alike)
    away = np.minimum(np.linalg.norm((tones(picture) - body)[..., 1:], axis=2) / 60.0, 1.0)
    told = np.ones_like(cover)
    return np.stack([cover, away * own, detail * own, 1 - alike, told, told], axis=-1).astype(np.float32)


def body_tones(picture: Array, cover: Array) -> Array:
    """The tones (3,) of a piece's body: the median of what it covers for sure, (n, n, 3) and (n, n)."""
    sure = tones(picture)[cover > 0.8]
    return np.asarray(np.median(sure, axis=0) if len(sure) else np.zeros(3), dtype=np.float32)


def cut(image: Array, middle: tuple[float, float]) -> Array:
    """The patch (PATCH, PATCH, ...) of an image around a point."""
    return np.asarray(cv2.getRectSubPix(image, (PATCH, PATCH), middle), dtype=np.float32)


def cut_half(image: Array, middle: tuple[float, float]) -> Array:
    """The same area as a patch, of an image at half the plan's scale."""
    return np.asarray(cv2.getRectSubPix(image, (PATCH // 2, PATCH // 2), middle), dtype=np.float32)


def learn_facing(patches: Sequence[Array]) -> FacingModel:
    """The model from features (n, n, 3) of several pieces, each turned with its nose to the far side."""
    low = (patches[0].shape[0] - SIDE) // 2
    stack = np.stack([cv2.GaussianBlur(patch, (0, 0), 1.0)[low : low + SIDE, low : low + SIDE] for patch in patches])
    value, told = stack[..., :3], stack[..., 3:] + 1e-3
    mean = (value * told).sum(axis=0) / told.sum(axis=0)
    variance = (told * (value - mean) ** 2).sum(axis=0) / told.sum(axis=0)
    return FacingModel(mean.astype(np.float32), (1 / (variance + FLOOR)).astype(np.float32))


def facing_scores(model: FacingModel, patch: Array, seen: Array) -> NDArray[np.float64]:
    """Log-likelihood (STEPS,) of each heading, 360 / STEPS degrees apart clockwise from the far side.

    `patch` (PATCH, PATCH, 3) are features around the piece, `seen` (PATCH, PATCH) 0 where another piece lies on top.
    """
    scores = np.empty(STEPS)
    both = np.dstack([cv2.GaussianBlur(patch, (0, 0), 1.0), seen])
    middle, low = (PATCH - 1) / 2, (PATCH - SIDE) // 2
    for step in range(STEPS):
        matrix = cv2.getRotationMatrix2D((middle, middle), 360.0 * step / STEPS, 1.0)
        turned = cv2.warpAffine(both, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR)
        windows = np.stack([turned[low + dv : low + dv + SIDE, low + du : low + du + SIDE] for dv in SHIFTS for du in SHIFTS])
        told = windows[..., 3:6] * windows[..., 6:]
        cost = (told * model.weight * (windows[..., :3] - model.mean) ** 2).sum(axis=(1, 2, 3))
        scores[step] = -0.5 * float(cost.min())
    return scores


class FacingReader:
    """Facings of the pieces found in one frame, from its plan at full scale."""

    def __init__(self, sprites: Sequence[Sprite], mean: Array, weight: Array) -> None:
        self._models = [FacingModel(mean[n], weight[n]) for n in range(len(mean))]
        self._shapes = [sprite.shape for sprite in sprites]
        self._bodies = [body_tones(sprite.picture[0], sprite.cover[0]) for sprite in sprites]

    def scores(self, sprite: int, picture: Array, cover: Array, bare: Array, seen: Array) -> NDArray[np.float64] | None:
        """Log-likelihood (STEPS,) of each heading of a piece of that sprite; None for a piece without direction.

        Patches around it at the plan's scale, in art light: the picture (PATCH, PATCH, 3), where it differs from the board (PATCH,
        PATCH), the bare board (PATCH, PATCH, 3); at half scale 0 where another piece lies on top.
        """
        if self._shapes[sprite] < 0:
            return None
        patch = features(picture, cover, bare, self._bodies[sprite])
        shown = cv2.resize(seen, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR)
        return facing_scores(self._models[self._shapes[sprite]], patch, np.asarray(shown, dtype=np.float32))
