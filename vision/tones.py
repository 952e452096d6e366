"""Colours without the shading of round bodies."""

from __future__ import annotations

import cv2
import numpy as np

from vision.channels import mean_of, summed
from vision.light import Array

LUMA = 0.5
HUE = 250.0
DARK = 70.0
"""Sum of three grey values below which hue fades into noise."""
Parts = tuple[Array, Array, Array]
"""Brightness and the two differences of hue, red's and blue's, each (h, w)."""
TEXTURE = 55.0
"""How much fine texture counts beside colour."""
FINE_PX = 1.5
"""Size of what counts as texture, px at the plan's scale."""
LEAST_BRIGHT, ROUGH = 20, 6
"""Grey values that contrasts are shares of at least, and how many times as rough printed detail would be 1."""


def tones(picture: Array) -> Array:
    """Colours (..., 3) in a space where shading counts little: brightness at LUMA of its size, then two differences of hue.

    A round body is bright on the side of the window and dark on the other, so that only its hue is the same from every side.
    """
    if picture.ndim == 3 and picture.dtype == np.float32:
        return np.asarray(cv2.merge(parts_of(picture)), dtype=np.float32)
    blue, green, red = picture[..., 0], picture[..., 1], picture[..., 2]
    total = blue + green + red
    hue = HUE / (total + DARK)
    return np.stack([total * (LUMA / 3), (red - green) * hue, (blue - green) * hue], axis=-1)


def parts_of(picture: Array) -> Parts:
    """The tones of a picture (h, w, 3), channel by channel."""
    blue, green, red = cv2.split(picture)
    total = summed(picture)
    hue = total + np.float32(DARK)
    np.divide(np.float32(HUE), hue, out=hue)
    one, other = (np.asarray(cv2.subtract(each, green), dtype=np.float32) for each in (red, blue))
    one *= hue
    other *= hue
    total *= np.float32(LUMA / 3)
    return total, one, other


def texture(picture: Array, detail: int = 1) -> Array:
    """Local contrast (h, w) of a picture (h, w, 3) at the scale of a plan of that detail, about 0 for smooth paint to 1 for
    printed detail."""
    return roughness(mean_of(np.asarray(picture, dtype=np.float32)), FINE_PX * detail)


def roughness(bright: Array, size: float) -> Array:
    """The same of a brightness (h, w), of details about `size` px wide."""
    low = cv2.GaussianBlur(bright, (0, 0), size)
    rough = cv2.absdiff(bright, low) / (low + np.float32(LEAST_BRIGHT))
    return np.asarray(np.minimum(cv2.GaussianBlur(rough, (0, 0), size) * ROUGH, 1.0), dtype=np.float32)


def halved(image: Array) -> Array:
    """An image at half its scale."""
    size = (image.shape[1] // 2, image.shape[0] // 2)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def with_texture(picture: Array, rough: Array) -> Array:
    """Tones and texture (..., 4) of a picture at half scale."""
    if picture.ndim == 3 and picture.dtype == np.float32:
        return np.asarray(cv2.merge((*parts_of(picture), np.asarray(rough * np.float32(TEXTURE), np.float32))), dtype=np.float32)
    return np.concatenate([tones(picture), (TEXTURE * rough)[..., None]], axis=-1)
