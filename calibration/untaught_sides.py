"""Sides that no teaching picture shows: what a piece may look like that was only ever taught the other way up.

Where pieces of several kinds were taught on both sides and others on one alone, the missing side is imagined.  If the same is
printed on that side of all that were taught, it is the same on the others too.  Otherwise the middle is that of the others, the
rim the piece's own, as wide as that fits those taught on both sides; of prints in the middle nobody knows anything, so both are
the mean of each ring.  An imagined side loses to one that was taught and fits, and keeps one that fits less well from being told
for sure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.faces import FaceReader
from vision.light import Array
from vision.rig import SPRITE_SIDE, Sprite

FEWEST = 2
"""Kinds that must have been taught on both sides."""

Rings = NDArray[np.int64]


def with_untaught_sides(sprites: Sequence[Sprite]) -> list[Sprite]:
    """The sprites, and those imagined of sides that were never taught."""
    faces = sorted({sprite.face for sprite in sprites if sprite.face is not None})
    flat = [sprite for sprite in sprites if sprite.face is not None and sprite.alone and sprite.flat]
    made = [one for face in faces for one in _imagined(flat, face, FaceReader(sprites).same(face) if flat else False)]
    return [*sprites, *made]


def _imagined(sprites: Sequence[Sprite], face: str, same: bool) -> list[Sprite]:
    """The sides of that name of those that were taught on another side alone."""
    own = {sprite.kind: sprite for sprite in sprites if sprite.face == face}
    other = {sprite.kind: sprite for sprite in sprites if sprite.face != face}
    both, missing = sorted(own.keys() & other.keys()), sorted(other.keys() - own.keys())
    if len(both) < FEWEST or not missing:
        return []
    if same:
        return [replace(own[both[0]], kind=kind, places=(), imagined=True) for kind in missing]
    rings = _rings(other[missing[0]].cover.shape[1])
    sides, fronts = ([_means(group[kind], rings) for kind in both] for group in (own, other))
    rim = _rim(np.stack(sides), np.stack(fronts))
    middle = np.mean(sides, axis=0)
    colours = {kind: np.concatenate([middle[:rim], _means(other[kind], rings)[rim:]]) for kind in missing}
    return [_side(other[kind], face, colours[kind], rings) for kind in missing]


def _rings(side: int) -> Rings:
    """The number of the ring, from the middle, of each pixel (side, side)."""
    across = np.arange(side) - (side - 1) / 2
    away = np.hypot(*np.meshgrid(across, across))
    return np.asarray(np.round(away * SPRITE_SIDE / side), dtype=np.int64)


def _means(sprite: Sprite, rings: Rings) -> Array:
    """The mean colour (rings, 3) of each ring as far as the piece covers it."""
    cover, flat = sprite.cover[0].reshape(-1), rings.reshape(-1)
    weight = np.bincount(flat, cover) + 1e-3
    means = [np.bincount(flat, cover * sprite.picture[0][..., channel].reshape(-1)) / weight for channel in range(3)]
    return np.stack(means, axis=1).astype(np.float32)


def _rim(sides: Array, fronts: Array) -> int:
    """From which ring on the other side of a piece (kinds, rings, 3) tells the hue of this side better than this side of the
    others does: how bright each is was told by the lamp under which it was taught."""
    sides, fronts = (each / np.maximum(each.mean(axis=2, keepdims=True), 1) for each in (sides, fronts))
    others = (sides.sum(axis=0) - sides) / (len(sides) - 1)
    # Rings count as much as they are long.
    long = np.arange(sides.shape[1])[:, None]
    as_others, as_front = (((sides - known) ** 2 * long).sum(axis=(0, 2)) for known in (others, fronts))
    costs = [as_others[:rim].sum() + as_front[rim:].sum() for rim in range(sides.shape[1] + 1)]
    return int(np.argmin(costs))


def _side(front: Sprite, face: str, colours: Array, rings: Rings) -> Sprite:
    return replace(front, face=face, picture=colours[rings][None], cover=front.cover[:1], places=(), crisp=None, imagined=True)
