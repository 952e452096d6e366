"""Reads a live camera with as little work as possible: nothing moves, nothing is read again.

    1 shrink the frame   2 does it move?   3 does it differ from the last frame that was read?   4 read it

A frame costs a small resize and two differences as long as the table lies still, and a full reading once after each change.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.reading import NoReading, Reading
from vision.frame import Frame, Picture

SHRINK = 8
"""One small pixel is the mean of this many pixels a side: sensor noise is gone, a marble still is two of them wide."""

CHANGED = 7.0
"""Grey values (0..255) by which a small pixel must differ; an edge that trembles by a tenth of a pixel differs by two."""

MOVING_SHARE = 0.0004
"""Share of small pixels that change from frame to frame while something moves (eight of them at 1536 x 864)."""

CHANGED_SHARE = 0.0001
"""Share of small pixels that differ from the frame read last when something lies otherwise (two of them at 1536 x 864)."""

MOST_GAIN = 0.2
"""A picture that gets brighter or darker by more than this share was not changed by light alone."""

TREMBLE = 0.07
"""How far the camera may tremble, in small pixels: half a pixel of the frame."""

Small = NDArray[np.float32]


class FullReader(Protocol):
    """Reads one frame from scratch."""

    def read(self, frame: Frame) -> Reading | NoReading: ...


class SteadyReader:
    """Reads frames of a live camera, in order.  While something moves it says so and reads nothing."""

    def __init__(self, reader: FullReader) -> None:
        self._reader = reader
        self._before: Small | None = None
        self._read: tuple[Small, Reading | NoReading] | None = None
        self.full_readings = 0
        """How many frames had to be read from scratch."""

    def read(self, frame: Frame) -> Reading | NoReading:
        """The reading of this frame; the last one with a new number while nothing has changed."""
        small = shrunk(frame.picture)
        before, self._before = self._before, small
        if before is not None and before.shape == small.shape and changed_share(before, small) > MOVING_SHARE:
            return NoReading(frame.number, frame.time_s, "moving", "something moves over the table", "wait until it lies still")
        if self._read is not None and self._read[0].shape == small.shape:
            seen, result = self._read
            if changed_share(seen, small) <= CHANGED_SHARE:
                return replace(result, frame=frame.number, time_s=frame.time_s)
        self.full_readings += 1
        result = self._reader.read(frame)
        self._read = (small, result)
        return result


def shrunk(picture: Picture) -> Small:
    """The picture at an eighth of its size, colours kept; shape (height // 8, width // 8, 3)."""
    size = (max(picture.shape[1] // SHRINK, 1), max(picture.shape[0] // SHRINK, 1))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def changed_share(before: Small, now: Small) -> float:
    """Share of small pixels that differ by more than the light as a whole, or a trembling camera, makes them differ."""
    gain = now.mean(axis=(0, 1)) / np.maximum(before.mean(axis=(0, 1)), 1.0)
    # A cloud or the camera's own exposure changes all pixels by the same share: that is no change on the table.
    expected = before * gain if np.abs(gain - 1).max() < MOST_GAIN else before
    difference = now - expected
    return float((np.abs(difference).max(axis=2) > CHANGED + _tremble(expected)).mean())


def _tremble(picture: Small) -> NDArray[np.float32]:
    """By how much each small pixel may change when the camera trembles, shape (rows, columns): most at edges."""
    smooth = np.ones((3, 3), np.uint8)
    slopes = [cv2.dilate(cv2.absdiff(picture, np.roll(picture, 1, axis)).max(axis=2), smooth) for axis in (0, 1)]
    return np.asarray(TREMBLE * (slopes[0] + slopes[1]), dtype=np.float32)
