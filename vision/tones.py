"""Colours without the shading of round bodies."""

from __future__ import annotations

import numpy as np

from vision.light import Array

LUMA = 0.5
HUE = 250.0
DARK = 70.0
"""Sum of three grey values below which hue fades into noise."""


def tones(picture: Array) -> Array:
    """Colours (..., 3) in a space where shading counts little: brightness at LUMA of its size, then two differences of hue.

    A round body is bright on the side of the window and dark on the other, so that only its hue is the same from every side.
    """
    blue, green, red = picture[..., 0], picture[..., 1], picture[..., 2]
    total = blue + green + red
    hue = HUE / (total + DARK)
    return np.stack([total * (LUMA / 3), (red - green) * hue, (blue - green) * hue], axis=-1)
