"""Work on the channels of pictures: OpenCV sums three of them fifty times as fast as a reduction over the last axis."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array

_SUM = np.ones((1, 3), np.float32)
_MEAN = np.full((1, 3), 1 / 3, np.float32)
MOST = 64
"""OpenCV 5 takes an image of some hundred channels for a block of another shape."""


def summed(picture: Array) -> Array:
    """Sum over the channels, (h, w), of a picture (h, w, 3) float32."""
    return np.asarray(cv2.transform(picture, _SUM), dtype=np.float32)


def mean_of(picture: Array) -> Array:
    """Mean over the channels, (h, w), of a picture (h, w, 3) float32."""
    return np.asarray(cv2.transform(picture, _MEAN), dtype=np.float32)


def squared(picture: Array) -> Array:
    """Sum over the channels of the squares, (h, w), of a picture (h, w, 3) float32."""
    return summed(np.asarray(cv2.multiply(picture, picture), dtype=np.float32))


def highest(picture: Array) -> Array:
    """The highest of the channels, (h, w), of a picture (h, w, 3) float32."""
    first, second, third = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(first, second), third), dtype=np.float32)


def lowest(picture: Array) -> Array:
    """The lowest of the channels, (h, w), of a picture (h, w, 3) float32."""
    first, second, third = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(first, second), third), dtype=np.float32)


def times(picture: NDArray[np.float32] | NDArray[np.uint8], factors: NDArray[np.floating]) -> Array:
    """A picture (h, w, 3) with every channel times its factor (3,), float32."""
    return np.multiply(picture.reshape(len(picture), -1), _along(picture, factors)).reshape(picture.shape)


def over(picture: NDArray[np.float32] | NDArray[np.uint8], factors: NDArray[np.floating]) -> Array:
    """A picture (h, w, 3) with every channel divided by its factor (3,), float32."""
    return np.divide(picture.reshape(len(picture), -1), _along(picture, factors)).reshape(picture.shape)


def _along(picture: NDArray[np.float32] | NDArray[np.uint8], factors: NDArray[np.floating]) -> Array:
    """The factors (3,) of a picture's channels for a whole row of it, one after the other (w * 3,): half the time of three."""
    along = np.empty((picture.shape[1], 3), np.float32)
    along[:] = factors
    return along.reshape(-1)


def less(picture: Array, colour: NDArray[np.floating]) -> Array:
    """A picture (h, w, 3) with a number (3,) taken from every channel, float32."""
    return np.asarray(cv2.subtract(picture, np.append(colour, 0.0), dtype=cv2.CV_32F), dtype=np.float32)


def shaded(picture: Array, shade: Array) -> Array:
    """A picture (h, w, 3) with every pixel times a factor (h, w), float32."""
    return np.asarray(cv2.multiply(picture, cv2.merge((shade, shade, shade))), dtype=np.float32)


def summed_tones(squares: Array) -> Array:
    """Sums (n,) of every four numbers that follow each other, in half the time of a product with ones."""
    first, second, third, fourth = squares.reshape(-1, 4).T
    sums = first + second
    sums += third + fourth
    return np.asarray(sums, dtype=np.float32)


def cut_off(values: Array, most: float) -> Array:
    """Contiguous values of any shape, none above `most`, in place: four times as fast as a minimum with one number."""
    flat = values.reshape(1, -1)
    cv2.threshold(flat, most, 0, cv2.THRESH_TRUNC, dst=flat)
    return values


def along(few: Array, many: Array) -> Array:
    """Products (n, m) of few rows (n, k) with many others (m, k): asked for the other way round, a matrix library need not lay
    out the many anew each time, which takes twice as long as the products of a few."""
    return np.ascontiguousarray((many @ few.T).T)


def highest_near(field: Array, near: NDArray[np.uint8]) -> Array:
    """The highest value in each pixel's neighbourhood, channel by channel, of (h, w, n) float32; any n."""
    parts = [np.ascontiguousarray(field[..., n : n + MOST]) for n in range(0, field.shape[2], MOST)]
    return np.concatenate([np.asarray(cv2.dilate(part, near)).reshape(part.shape) for part in parts], axis=2)
