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
_AWAY = np.array([[0, -1, 1], [1, -1, 0]], np.float32)
"""Red and blue less green, of channels blue, green, red."""
TEXTURE = 55.0
"""How much fine texture counts beside colour."""
FINE_PX = 1.5
"""Size of what counts as texture, px at the plan's scale."""


def tones(picture: Array) -> Array:
    """Colours (..., 3) in a space where shading counts little: brightness at LUMA of its size, then two differences of hue.

    A round body is bright on the side of the window and dark on the other, so that only its hue is the same from every side.
    """
    if picture.ndim == 3 and picture.dtype == np.float32:
        return np.asarray(cv2.merge(_parts(picture)), dtype=np.float32)
    blue, green, red = picture[..., 0], picture[..., 1], picture[..., 2]
    total = blue + green + red
    hue = HUE / (total + DARK)
    return np.stack([total * (LUMA / 3), (red - green) * hue, (blue - green) * hue], axis=-1)


def _parts(picture: Array) -> tuple[Array, Array, Array]:
    """The tones of a picture (h, w, 3), channel by channel."""
    total = summed(picture)
    hue = np.float32(HUE) / (total + np.float32(DARK))
    away = np.asarray(cv2.transform(picture, _AWAY), dtype=np.float32)
    return total * np.float32(LUMA / 3), away[..., 0] * hue, away[..., 1] * hue


def texture(picture: Array, detail: int = 1) -> Array:
    """Local contrast (h, w) of a picture (h, w, 3) at the scale of a plan of that detail, about 0 for smooth paint to 1 for
    printed detail."""
    bright = mean_of(np.asarray(picture, dtype=np.float32))
    low = cv2.GaussianBlur(bright, (0, 0), FINE_PX * detail)
    rough = cv2.absdiff(bright, low) / (low + np.float32(20))
    return np.asarray(np.minimum(cv2.GaussianBlur(rough, (0, 0), FINE_PX * detail) * 6, 1.0), dtype=np.float32)


def halved(image: Array) -> Array:
    """An image at half its scale."""
    size = (image.shape[1] // 2, image.shape[0] // 2)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def with_texture(picture: Array, rough: Array) -> Array:
    """Tones and texture (..., 4) of a picture at half scale."""
    if picture.ndim == 3 and picture.dtype == np.float32:
        return np.asarray(cv2.merge((*_parts(picture), np.asarray(rough * np.float32(TEXTURE), np.float32))), dtype=np.float32)
    return np.concatenate([tones(picture), (TEXTURE * rough)[..., None]], axis=-1)
