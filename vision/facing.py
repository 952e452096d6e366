"""Which way a directed piece points, from its outline and small parts: ears, nose, tail.

The paint of a piece and the side the light comes from say nothing about its direction, so they are taken out first: what
is left of each pixel is how surely it belongs to the piece, how far its colour is from the body's, and fine detail of
its brightness.  All taught pieces of one height share one model: mean and spread of these three, nose to the far side.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.channels import mean_of, squared
from vision.expected import Expected, fine_difference
from vision.light import Array
from vision.rig import Appearance, FacingModel
from vision.tones import tones

SIDE = 64
"""Pixels across the compared window, at the plan's scale."""
PATCH = 92
"""Pixels across the patch it is cut from: a turned window and some shift fit in."""
HALF = PATCH // 2
STEPS = 24
SHIFTS = (-3, 0, 3)
GRID = 16
"""Pixels across the small features."""
DIFFERENCE_RIM = 4
"""So far around a patch pixels have a say in what differs within."""
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
    alike = np.clip(np.float32(1.5) - _far(tones(bare) - body) / np.float32(40), 0, 1)
    alike = alike * np.clip(np.float32(1.5) - _far(tone - body) / np.float32(40), 0, 1)
    own = np.maximum(cover, alike)
    other = np.array([0, 1, 1], np.float32)
    away = np.minimum(_far((tone - body) * other) / np.float32(60), np.float32(1))
    bright = mean_of(picture)
    maps = [cover, away * own, _detail(bright, 2.0) * own, _detail(bright, 3.0) * own, 1 - alike]
    return np.asarray(cv2.merge([np.asarray(each, dtype=np.float32) for each in maps]), dtype=np.float32)


def _far(away: Array) -> Array:
    """How long each difference (h, w) of (h, w, 3) is."""
    return np.sqrt(squared(np.asarray(away, dtype=np.float32)))


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


def changed_around(full: Array, bare: Expected, middle: tuple[float, float], detail: int) -> Array:
    """The patch around a point of how surely each pixel shows something else than the board."""
    reach = PATCH * detail // 2 + DIFFERENCE_RIM
    low = [max(int(value) - reach, 0) for value in middle]
    here = slice(low[1], int(middle[1]) + reach + 2), slice(low[0], int(middle[0]) + reach + 2)
    changed = fine_difference(full[here], Expected(bare.picture[here], bare.known[here], bare.spread[here]))
    return cut(changed, (middle[0] - low[0], middle[1] - low[1]), detail)


def turned_small(patch: Array, seen: Array, degrees: float, shift: tuple[float, float] = (0, 0)) -> tuple[Array, Array]:
    """Small features (GRID, GRID, 4) and how far each is told, of a patch turned anticlockwise and shifted."""
    matrix = np.asarray(cv2.getRotationMatrix2D(((PATCH - 1) / 2, (PATCH - 1) / 2), degrees, 1.0), dtype=np.float64)
    matrix[:, 2] += shift
    low = (PATCH - SIDE) // 2
    whole = resample.warp_affine(np.dstack([patch, seen]), matrix, (PATCH, PATCH))
    turned = np.asarray(whole, dtype=np.float32)[low : low + SIDE, low : low + SIDE]
    value, outline, shown = turned[..., :4].copy(), turned[..., 4], turned[..., 5]
    value[..., 0] *= outline
    small = cv2.resize(np.dstack([value, shown, outline * shown]), (GRID, GRID), interpolation=cv2.INTER_AREA)
    told = np.dstack([small[..., 5], small[..., 4], small[..., 4], small[..., 4]])
    return np.asarray(small[..., :4], dtype=np.float32), np.asarray(told, dtype=np.float32)


def facing_scores(model: FacingModel, patch: Array, seen: Array) -> NDArray[np.float64]:
    """`Directions.scores` for one piece alone."""
    return Directions(model).scores(patch, seen)


class Directions:
    """A facing model laid out for products with the features around a piece: one row a shift and heading of a quarter."""

    def __init__(self, model: FacingModel) -> None:
        rows = _laid_templates(model)
        # The corners that no turn of the window reaches are left out.
        self._counted = np.flatnonzero((rows != 0).any(axis=0))
        self._templates = np.ascontiguousarray(rows[:, self._counted])
        self._rule, self._less = _laid_rule(model)

    def scores(self, patch: Array, seen: Array) -> NDArray[np.float64]:
        """Log-likelihood (STEPS,) of each heading, 360 / STEPS degrees apart clockwise from the far side.

        `patch` (PATCH, PATCH, 5) are features around the piece, `seen` (PATCH, PATCH) 0 where another piece lies on top.
        """
        return self._by_template(patch, seen) / TEMPLATE_NATS + self._by_rule(patch, seen) * RULE_NATS

    def _by_template(self, patch: Array, seen: Array) -> NDArray[np.float64]:
        """Scores (STEPS,) by the weighted distance to the mean features at the best shift."""
        soft = np.asarray(cv2.GaussianBlur(np.ascontiguousarray(patch[..., :3]), (0, 0), 1.0), dtype=np.float32)
        told = np.asarray(cv2.merge((patch[..., 4] * seen, seen, seen)), dtype=np.float32)
        once = soft * told
        small = np.stack([cv2.resize(image, (HALF, HALF), interpolation=cv2.INTER_AREA) for image in (once * soft, once, told)])
        # A quarter turn of the picture is one of the heading, to the pixel.
        quarters = [np.rot90(small, quarter, axes=(1, 2)).reshape(-1).take(self._counted) for quarter in range(4)]
        costs = self._templates @ np.stack(quarters, axis=1)
        best = costs.reshape(STEPS // 4, -1, 4).min(axis=1)
        return np.asarray(-0.5 * best.T.reshape(-1), dtype=np.float64)

    def _by_rule(self, patch: Array, seen: Array) -> NDArray[np.float64]:
        """Scores (STEPS,) by the linear rule, asked in every turn and averaged."""
        outline = patch[..., 4] * seen
        told = np.dstack([outline, seen, seen, seen])
        value = patch[..., :4] * told
        value[..., 0] *= patch[..., 4]
        cos, sin = self._rule @ value.reshape(-1) - self._less @ told.reshape(-1)
        headings = 2 * np.pi * np.arange(STEPS) / STEPS
        return np.asarray(cos * np.cos(headings) + sin * np.sin(headings), dtype=np.float64)


def _back(maps: Array, degrees: float) -> Array:
    """Maps (PATCH, PATCH, n) made for a patch turned anticlockwise, laid out for the patch as it is."""
    matrix = cv2.getRotationMatrix2D(((PATCH - 1) / 2, (PATCH - 1) / 2), degrees, 1.0)
    each = [resample.warp_affine(maps[..., n].copy(), matrix, (PATCH, PATCH), inverse=True) for n in range(maps.shape[2])]
    return np.asarray(np.dstack(each), dtype=np.float32)


def _laid_templates(model: FacingModel) -> Array:
    """What squared, plain and no features (3, HALF, HALF, 3) count in the distance, one row for each heading of the first quarter
    and each shift."""
    own = np.dstack([model.weight, -2 * model.weight * model.mean, model.weight * model.mean**2])
    low, shifts = (PATCH - SIDE) // 2, [(du, dv) for dv in SHIFTS for du in SHIFTS]
    rows = np.empty((STEPS // 4, len(shifts), 3, HALF, HALF, 3), np.float32)
    for n, (du, dv) in enumerate(shifts):
        wide = np.zeros((PATCH, PATCH, 9), np.float32)
        wide[low + dv : low + dv + SIDE, low + du : low + du + SIDE] = own
        for step in range(STEPS // 4):
            turned = _back(wide, 360.0 * step / STEPS)
            for k in range(3):
                small = cv2.resize(turned[..., 3 * k : 3 * k + 3], (HALF, HALF), interpolation=cv2.INTER_AREA)
                # A pixel of half the size stands for four.
                rows[step, n, k] = 4 * np.asarray(small, dtype=np.float32)
    return rows.reshape(STEPS // 4 * len(shifts), -1)


def _laid_rule(model: FacingModel) -> tuple[Array, Array]:
    """What values and their absence count (2, PATCH * PATCH * 4) in the mean answer of the rule over all turns."""
    wide = np.zeros((PATCH, PATCH, 8), np.float32)
    low, side = (PATCH - SIDE) // 2, SIDE // GRID
    total = np.zeros((2, PATCH, PATCH, 8), np.float32)
    asked = [model.rule[:, n].reshape(GRID, GRID, 4) / side**2 for n in (0, 1)]
    for step in range(STEPS):
        turn = 2 * np.pi * step / STEPS
        for n, rule in enumerate(asked):
            both = np.dstack([rule, rule * model.centre]).astype(np.float32)
            wide[low : low + SIDE, low : low + SIDE] = both.repeat(side, axis=0).repeat(side, axis=1)
            back = _back(wide, float(np.degrees(turn))) / STEPS
            total[0] += back * np.float32(np.cos(turn) if n == 0 else -np.sin(turn))
            total[1] += back * np.float32(np.sin(turn) if n == 0 else np.cos(turn))
    return total[..., :4].reshape(2, -1).copy(), total[..., 4:].reshape(2, -1).copy()


class FacingReader:
    """Facings of the pieces found in one frame, from its plan at full scale."""

    def __init__(self, appearance: Appearance) -> None:
        sprites, self.models = appearance.sprites, appearance.facings
        self._directions = [Directions(model) for model in self.models]
        self._shapes = [sprite.shape for sprite in sprites]
        self._bodies = [body_tones(sprite.picture[0], sprite.cover[0]) for sprite in sprites]

    def scores(self, sprite: int, picture: Array, cover: Array, bare: Array, seen: Array) -> NDArray[np.float64] | None:
        """Log-likelihood (STEPS,) of each heading of a piece of that sprite; None for a piece without direction.

        All around it at the plan's scale: picture (PATCH, PATCH, 3) in art light, where it differs from the board (PATCH, PATCH),
        the bare board (PATCH, PATCH, 3) and 0 where another piece lies on top (PATCH, PATCH).
        """
        if self._shapes[sprite] < 0:
            return None
        patch = features(picture, cover, bare, self._bodies[sprite])
        return self._directions[self._shapes[sprite]].scores(patch, seen)
