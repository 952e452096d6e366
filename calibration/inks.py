"""Drawings that are printed with the same few inks, each freed from the light that a mirrored lamp or a window added to it.

A card lies a little askew in its own way, so each was taught under a haze of its own, and of a few samples nobody can tell how
much: a black path taught grey is told from a purple one no better than by chance where it lies black.  What the drawings of an
edition have in common tells it.  In linear light what is seen of a pixel is its ink plus what is added all over the drawing;
inks and added light are told in turns, as in k-means with an offset for every drawing.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.scene import Look
from vision.relight import GAMMA, linear

Array = NDArray[np.float32]

INKS, ROUNDS, SIDE = 14, 30, 16
"""Inks that are looked for, how often they are told anew, and pixels across a drawing in which they are."""
FLAT = 1e-4
"""Variance of light within such a pixel that halves what it counts: edges of paint are no ink."""
STRANGE = 0.03
"""So far off its ink a pixel counts half, white is 1, as a camera sees it."""
RARE = 0.05
"""No pixel is told to be an ink of its own for being farther off, squared."""
PRIOR = 0.02
"""What speaks for no added light, as a share of what all of a usual drawing's pixels say."""
FEW_INKS = 12.0
"""Grey values that three in four pixels may be off their ink, or the edition has more: on twelve editions with few inks 3 to 8,
on three of drawings in many colours 19 to 31."""
LEAST = 0.007
"""Root mean square of the added light from which on it is taken out: .002 to .006 on ten tables, .008 and .009 on two
tables by a window."""
DARKEST = 0.003
"""Light below which a camera's noise says no more."""


def in_same_inks(drawings: Mapping[Look, tuple[Array, NDArray[np.bool_]]]) -> dict[Look, tuple[Array, NDArray[np.bool_]]]:
    """The drawings (art, art, 3), seen bare where a mask (art, art) says so, with no more light added to one than to another."""
    looks = list(drawings)
    if len(looks) < INKS:
        return dict(drawings)
    pixels, weights = _flat_pixels([drawings[look] for look in looks])
    off, added = _added(pixels, weights)
    if off > FEW_INKS or float(added.std()) < LEAST:
        return dict(drawings)
    made = {}
    for look, more in zip(looks, added, strict=True):
        drawing, seen = drawings[look]
        light = np.clip(linear(drawing) - np.float32(more), 0, 1)
        made[look] = np.asarray(255 * light ** np.float32(1 / GAMMA), dtype=np.float32), seen
    return made


def _flat_pixels(drawings: list[tuple[Array, NDArray[np.bool_]]]) -> tuple[Array, Array]:
    """Few pixels of drawings (n, pixels, 3), linear, and what each counts (n, pixels)."""
    pixels, weights, size = [], [], (SIDE, SIDE)
    for drawing, seen in drawings:
        light = linear(np.clip(drawing, 0, 255).astype(np.float32))
        mean, squares = (cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (light, light * light))
        bare = cv2.resize(seen.astype(np.float32), size, interpolation=cv2.INTER_AREA) > 0.99
        pixels.append(mean.reshape(-1, 3))
        weights.append((bare / (FLAT + np.maximum(squares - mean * mean, 0).sum(axis=2))).reshape(-1))
    return np.stack(pixels), np.stack(weights).astype(np.float32)


def _added(pixels: Array, weights: Array) -> tuple[float, NDArray[np.float64]]:
    """How far three in four of the pixels (n, pixels, 3) are off their inks, grey values, if nothing was added to a drawing, and
    the light (n,) that was, beside the usual one."""
    inks, added = _first_inks(pixels.reshape(-1, 3), weights.reshape(-1)), np.zeros(len(pixels))
    off = 0.0
    for nth in range(2 * ROUNDS):
        light = np.maximum(pixels - added[:, None, None], 1e-4)
        grey, of_inks = light ** (1 / GAMMA), inks ** (1 / GAMMA)
        # The squared distance as a product: a difference for every pixel and ink took ten times as long.
        apart = (grey**2).sum(axis=2)[..., None] - 2 * grey @ of_inks.T + (of_inks**2).sum(axis=1)
        own, nearest = apart.argmin(axis=2), np.maximum(apart.min(axis=2), 0)
        counted = weights / (1 + nearest / STRANGE**2)
        for ink in range(INKS):
            share = counted * (own == ink)
            if share.any():
                inks[ink] = (share[..., None] * light).sum(axis=(0, 1)) / share.sum()
        if nth == ROUNDS - 1:
            off = 255 * _quantile(np.sqrt(nearest), weights, 0.75)
            if off > FEW_INKS:
                break
        if nth >= ROUNDS - 1:
            # As a camera sees it dark paint tells most of what is added.
            telling = counted[..., None] * np.maximum(inks[own], DARKEST) ** (2 / GAMMA - 2)
            known = telling.sum(axis=(1, 2))
            added = (telling * (pixels - inks[own])).sum(axis=(1, 2)) / (known + PRIOR * known.mean())
            added -= np.median(added)
    return off, added


def _first_inks(pixels: Array, weights: Array) -> NDArray[np.float64]:
    """Inks (INKS, 3) far from each other that many pixels (n, 3) have."""
    inks = [pixels[weights.argmax()]]
    apart = np.full(len(pixels), np.inf)
    for _ in range(INKS - 1):
        apart = np.minimum(apart, ((pixels ** (1 / GAMMA) - inks[-1] ** (1 / GAMMA)) ** 2).sum(axis=1))
        inks.append(pixels[(np.minimum(apart, RARE) * weights).argmax()])
    return np.array(inks, dtype=np.float64)


def _quantile(values: Array, weights: Array, share: float) -> float:
    """The value below which that share of all weights lies."""
    order = np.argsort(values, axis=None)
    below = np.cumsum(weights.reshape(-1)[order], dtype=np.float64)
    return float(values.reshape(-1)[order][np.searchsorted(below, share * below[-1])])
