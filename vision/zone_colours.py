"""Colours of a flat piece in the light of a zone of its own, told by the look that one side of it has there."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.light import Array
from vision.relight import GAMMA, linear
from vision.rig import Sprite

SURELY = 0.8
"""A pixel shows the piece whose cover is more than that."""
LEAST_SPREAD = 1e-6


def colours_in(zone: str, sprites: Iterable[Sprite], colours: Array) -> Array:
    """The usual `colours` (n, 3), grey values, of the sides of a piece as they are seen in a zone; `sprites` are its sides.

    In linear light a zone multiplies every colour by a factor and adds some light (haze).  Both looks show one print, but perhaps
    turned otherwise: how far their colours spread tells the factor, their means what is added.
    """
    for sprite in sprites:
        lit = next((n for n, zones in enumerate(sprite.lights) if zone in zones), None)
        usual = next((n for n, zones in enumerate(sprite.lights) if not zones), None)
        if lit is not None and usual is not None:
            one, other = (linear(sprite.picture[n][sprite.cover[n] > SURELY]) for n in (usual, lit))
            spread = max(float(one.var(axis=0).sum()), LEAST_SPREAD)
            factor = float(np.sqrt(float(other.var(axis=0).sum()) / spread))
            seen = linear(colours) * factor + (other.mean(axis=0) - factor * one.mean(axis=0))
            return np.asarray(255 * np.clip(seen, 0, 1) ** (1 / GAMMA), np.float32)
    return colours
