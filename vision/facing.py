"""Which way a directed piece points, from its outline and small parts: ears, nose, tail.

The paint of a piece and the side the light comes from say nothing about its direction, so they are taken out first: what
is left of each pixel is how surely it belongs to the piece, how far its colour is from the body's, and fine detail of
its brightness.  All taught pieces of one height share one model: mean and spread of these three, nose to the far side.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array
from vision.rig import FacingModel, Sprite
from vision.tones import tones

SIDE = 64
"""Pixels across the compared window, at the plan's scale."""
PATCH = 92
"""Pixels across the patch it is cut from: a turned window and some shift fit in."""
STEPS = 24
SHIFTS = (-3, 0, 3)
GRID = 16
"""Pixels across the small features."""
TEMPLATE_NATS = 12.0
RULE_NATS = 20.0
"""Units of the template's distance that make one nat; nats that the rule's answer of length one is worth."""


def features(picture: Array, cover: Array, bare: Array, body: Array) -> Array:
    """Five maps (n, n, 5) of a patch (n, n, 3) in art light: the piece, other colours, finer and coarser detail, what is told.

    `cover` (n, n) 0..1 shows the piece, `bare` (n, n, 3) is the board expected below it, `body` (3,) the tones of its body.
    Where the board has the body's own colour, nothing can be said about the outline (the last map is 0).  Detail has no
    sign: which side of an ear is bright depends on where the window is.
    """
    tone = tones(picture)
    alike = np.clip(1.5 - np.linalg.norm(tones(bare) - body, axis=2) / 40.0, 0, 1)
    alike = alike * np.clip(1.5 - np.linalg.norm(tone - body, axis=2) / 40.0, 0, 1)
    own = np.maximum(cover, alike)
    away = np.minimum(np.linalg.norm((tone - body)[..., 1:], axis=2) / 60.0, 1.0)
    bright = picture.mean(axis=2)
    return np.stack(
        [cover, away * own, _detail(bright, 2.0) * own, _detail(bright, 3.0) * own, 1 - alike], axis=-1
    ).astype(np.float32)


def _detail(bright: Array, size: float) -> Array:
    low = cv2.GaussianBlur(bright, (0, 0), size)
    return np.asarray(np.clip(np.abs(bright - low) / (low + 25) * 5, 0, 1), dtype=np.float32)


def body_tones(picture: Array, cover: Array) -> Array:
    """The tones (3,) of a piece's body: the median of what it covers for sure, (n, n, 3) and (n, n)."""
    sure = tones(picture)[cover > 0.8]
    return np.asarray(np.median(sure, axis=0) if len(sure) else np.zeros(3), dtype=np.float32)


def patch_of(image: Array, middle: tuple[float, float], side: int) -> Array:
    """The part (side, side, ...) of an image around a point."""
    return np.asarray(cv2.getRectSubPix(image, (side, side), middle), dtype=np.float32)


def cut(image: Array, middle: tuple[float, float], detail: int = 1) -> Array:
    """The patch (PATCH, PATCH, ...) of an image at the plan's scale around a point, as a plan of no detail would show it."""
    return _plain(patch_of(image, middle, PATCH * detail), PATCH)


def cut_half(image: Array, middle: tuple[float, float], detail: int = 1) -> Array:
    """The same area as a patch, of an image at half the plan's scale."""
    return _plain(patch_of(image, middle, PATCH // 2 * detail), PATCH // 2)


def _plain(patch: Array, side: int) -> Array:
    if patch.shape[0] == side:
        return patch
    return np.asarray(cv2.resize(patch, (side, side), interpolation=cv2.INTER_AREA), dtype=np.float32)


def turned_small(patch: Array, seen: Array, degrees: float, shift: tuple[float, float] = (0, 0)) -> tuple[Array, Array]:
    """Small features (GRID, GRID, 4) and how far each is told, of a patch turned anticlockwise and shifted."""
    matrix = np.asarray(cv2.getRotationMatrix2D(((PATCH - 1) / 2, (PATCH - 1) / 2), degrees, 1.0), dtype=np.float64)
    matrix[:, 2] += shift
    low = (PATCH - SIDE) // 2
    whole = cv2.warpAffine(np.dstack([patch, seen]), matrix, (PATCH, PATCH))
    turned = np.asarray(whole, dtype=np.float32)[low : low + SIDE, low : low + SIDE]
    value, outline, shown = turned[..., :4].copy(), turned[..., 4], turned[..., 5]
    value[..., 0] *= outline
    small = cv2.resize(np.dstack([value, shown, outline * shown]), (GRID, GRID), interpolation=cv2.INTER_AREA)
    told = np.dstack([small[..., 5], small[..., 4], small[..., 4], small[..., 4]])
    return np.asarray(small[..., :4], dtype=np.float32), np.asarray(told, dtype=np.float32)


def facing_scores(model: FacingModel, patch: Array, seen: Array) -> NDArray[np.float64]:
    """Log-likelihood (STEPS,) of each heading, 360 / STEPS degrees apart clockwise from the far side.

    `patch` (PATCH, PATCH, 5) are features around the piece, `seen` (PATCH, PATCH) 0 where another piece lies on top.
    """
    return _template_scores(model, patch, seen) / TEMPLATE_NATS + _rule_scores(model, patch, seen) * RULE_NATS


def _template_scores(model: FacingModel, patch: Array, seen: Array) -> NDArray[np.float64]:
    """Scores (STEPS,) by the weighted distance to the mean features at the best shift."""
    scores = np.empty(STEPS)
    told = np.dstack([patch[..., 4] * seen, seen, seen])
    both = np.dstack([cv2.GaussianBlur(patch[..., :3], (0, 0), 1.0), told])
    middle, low = (PATCH - 1) / 2, (PATCH - SIDE) // 2
    for step in range(STEPS):
        matrix = cv2.getRotationMatrix2D((middle, middle), 360.0 * step / STEPS, 1.0)
        turned = cv2.warpAffine(both, matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR)
        costs = []
        for dv in SHIFTS:
            for du in SHIFTS:
                window = turned[low + dv : low + dv + SIDE, low + du : low + du + SIDE]
                costs.append(float((window[..., 3:] * model.weight * (window[..., :3] - model.mean) ** 2).sum()))
        scores[step] = -0.5 * min(costs)
    return scores


def _rule_scores(model: FacingModel, patch: Array, seen: Array) -> NDArray[np.float64]:
    """Scores (STEPS,) by the linear rule, asked in every turn and averaged."""
    total = np.zeros(2)
    for step in range(STEPS):
        turn = 2 * np.pi * step / STEPS
        value, told = turned_small(patch, seen, np.degrees(turn))
        cos, sin = ((value - model.centre) * told).reshape(-1) @ model.rule
        total += (cos * np.cos(turn) - sin * np.sin(turn), cos * np.sin(turn) + sin * np.cos(turn))
    headings = 2 * np.pi * np.arange(STEPS) / STEPS
    return np.asarray((total[0] * np.cos(headings) + total[1] * np.sin(headings)) / STEPS, dtype=np.float64)


class FacingReader:
    """Facings of the pieces found in one frame, from its plan at full scale."""

    def __init__(self, sprites: Sequence[Sprite], models: Sequence[FacingModel]) -> None:
        self._models = models
        self._shapes = [sprite.shape for sprite in sprites]
        self._bodies = [body_tones(sprite.picture[0], sprite.cover[0]) for sprite in sprites]

    def scores(self, sprite: int, picture: Array, cover: Array, bare: Array, seen: Array) -> NDArray[np.float64] | None:
        """Log-likelihood (STEPS,) of each heading of a piece of that sprite; None for a piece without direction.

        All around it at the plan's scale: picture (PATCH, PATCH, 3) in art light, where it differs from the board (PATCH, PATCH),
        the bare board (PATCH, PATCH, 3); at half scale 0 where another piece lies on top.
        """
        if self._shapes[sprite] < 0:
            return None
        patch = features(picture, cover, bare, self._bodies[sprite])
        shown = cv2.resize(seen, (PATCH, PATCH), interpolation=cv2.INTER_LINEAR)
        return facing_scores(self._models[self._shapes[sprite]], patch, np.asarray(shown, dtype=np.float32))
