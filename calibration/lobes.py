"""Smooth haze and lobes of it, fitted to how much light was added to drawings that lay in several places.

Nobody can tell how much haze all places of a drawing have in common: what is fitted are the differences from its mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.gloss import REACH, USUAL, lobe
from vision.lens import Floats
from vision.light import RIDGE, ROUNDS, TERMS, Array, terms, told_by

MIDDLES = np.linspace(-1.0, 1.0, 9)
WIDTHS = (0.2, 0.28, 0.4, 0.55, 0.75, 1.0)
"""Where lobes are looked for and how wide, in halves of the grid's width: a wider one is told by the smooth terms as well."""
LESS = 2e-4
"""How firmly the light of a lobe is held near zero, in units of one observation: of two that explain as much, one beside all that
is seen would have to be far brighter."""
STEPS, WIDER = (0.15, 0.08, 0.04), (1.3, 1.15, 1.07)
"""By how much the middle of the likeliest is then moved, in halves of the grid, and how many times wider it is made, one after
the other, each as long as that leaves less, so often at most."""
MOVES = 4
NEIGHBOURS = np.array(list(product((0, -1, 1), repeat=4)), dtype=np.float64)
ONE_ROW = 0.5
"""A grid that is less tall than so many times its width has but one row: there hardly anything tells how tall a lobe is, and what
would be told of the cards beside it is not so."""
GRID, WIDE, HELD = 5, 0.5, 0.3
"""What neither tells: so many lobes across and down, so wide, each held so firmly near zero."""
PAYS = 0.8
"""A lobe is believed that brings what tiles are off, root mean square, down to this share."""


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """Light `added` (n, 3) to drawings at board coordinates `at` (n, 2), how far to `trust` each (n,), and the numbers of the
    drawings (n,)."""

    at: Floats
    added: Floats
    trust: Floats
    drawing: NDArray[np.int64]

    def differences(self, values: Floats) -> Floats:
        """Values (n, k) less the mean of those of the same drawing."""
        weight = np.maximum(self.trust, 1e-6)
        total = np.bincount(self.drawing, weight)
        columns = [np.bincount(self.drawing, weight * column) / total for column in values.T]
        return np.asarray(values - np.stack(columns, axis=1)[self.drawing])


def fitted(added: Added, tall: float = 1.0) -> tuple[Array, float]:
    """The haze (6 or 9, 3) that tells such light on a grid so many times as `tall` as wide, robust against single tiles, and how
    far they are off (root mean square)."""
    smooth, off = _solved(added, None)
    shape = _likeliest(added, tall)
    if tall > ONE_ROW:
        shape = _nearest(added, shape)
    lobed, off_lobed = _solved(added, shape)
    return (lobed, off_lobed) if off_lobed < PAYS * off else (smooth, off)


def _solved(added: Added, shape: Floats | None) -> tuple[Array, float]:
    """The haze with a lobe of that middle and those widths (4,) or none, and how far tiles are off."""
    basis, ridge = terms(added.at), RIDGE
    if shape is not None:
        basis, ridge = np.column_stack([basis, lobe(added.at, shape)]), np.append(RIDGE, RIDGE[0])
    basis, light = added.differences(basis), added.differences(added.added)
    told = told_by(basis, light, added.trust, ridge, USUAL)
    squares = added.trust @ (light - basis @ told) ** 2 / max(float(added.trust.sum()), 1e-6)
    haze = told if shape is None else np.concatenate([told[:TERMS], shape[None, :3], told[TERMS:], [[shape[3], 0, 0]]])
    return haze.astype(np.float32), float(np.sqrt(squares.max()))


def _likeliest(added: Added, tall: float) -> Floats:
    """Middle x, y and widths across and down (4,) of the lobe that alone leaves least to be told, robust against single tiles."""
    shapes = np.stack(np.meshgrid(MIDDLES, MIDDLES, WIDTHS), axis=-1).reshape(-1, 3)
    # As wide one way as the other, on the table.
    return _best_of(added, np.column_stack([shapes[:, 0], shapes[:, 1] / tall, shapes[:, 2], shapes[:, 2] / tall]))


def _best_of(added: Added, shapes: Floats) -> Floats:
    """The likeliest of some shapes (n, 4)."""
    basis, light = added.differences(lobe(added.at, shapes)), added.differences(added.added)
    weights, best = added.trust, 0
    for _ in range(ROUNDS):
        power, along = (weights @ basis**2 + LESS)[:, None], (basis * weights[:, None]).T @ light
        # Lamps add light.
        amounts = np.maximum(along / power, 0)
        told = (amounts * (2 * along - amounts * power)).sum(axis=1)
        best = int(told.argmax())
        errors = np.abs(light - basis[:, best, None] * amounts[best]).max(axis=1)
        weights = added.trust / (1 + (errors / USUAL) ** 2)
    return np.asarray(shapes[best])


def _nearest(added: Added, shape: Floats) -> Floats:
    """The lobe about one of that middle and those widths (4,) that leaves least to be told beside smooth haze."""
    smooth, ridge, light = added.differences(terms(added.at)), np.append(RIDGE, RIDGE[0]), added.differences(added.added)
    for step, wider in zip(STEPS, WIDER, strict=True):
        for _ in range(MOVES):
            shapes = np.column_stack([shape[:2] + step * NEIGHBOURS[:, :2], shape[2:] * wider ** NEIGHBOURS[:, 2:]])
            lobes = added.differences(lobe(added.at, shapes)).T
            best = int(np.argmin([_left(np.column_stack([smooth, each]), light, added.trust, ridge) for each in lobes]))
            shape = shapes[best]
            if best == 0:
                break
    return shape


def _left(basis: Floats, light: Floats, trust: Floats, ridge: Floats) -> float:
    """What a basis (n, k) leaves of light (n, 3), robust against single tiles."""
    errors = np.abs(light - basis @ told_by(basis, light, trust, ridge, USUAL)).max(axis=1)
    return float(trust @ np.log1p((errors / USUAL) ** 2))


def rest_of(added: Added) -> Callable[[Floats], Floats]:
    """Light that falls off in any way, if not steeply: tells how much lies at board coordinates (n, 2), (n, 3)."""
    across = np.linspace(-1, 1, GRID)
    shapes = np.array([(x, y, WIDE, WIDE) for y in across for x in across])
    basis, light = added.differences(lobe(added.at, shapes)), added.differences(added.added)
    told = told_by(basis, light, added.trust, np.full(len(shapes), HELD), USUAL)
    return lambda at: lobe(np.clip(at, -REACH, REACH), shapes) @ told
