"""A video of a chess game from above: frames in which nobody is near the board, and frames with hands, arms and shadows.

A frame that is still must be let through, one that is not must be kept from being read.  Plain OpenCV looks for pixels
that differ from the frame before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.commands.real.figures import Figure, photograph, truth_of
from companion.core.reading import Reading
from vision.frame import Frame, Picture
from vision.lens import Floats
from vision.outline import grown
from vision.steady import SteadyReader

SET = "chess-overhead"
AROUND = 1.35
"""The table that belongs to the game is so much wider than the playing area."""
PLAIN_BLUR, PLAIN_DIFFERENCE, PLAIN_SHARE = 5, 25, 0.001
"""The textbook's: blur, difference of grey values, share of the picture."""

Flags = NDArray[np.bool_]


class _Open:
    """A reader that reads whatever it is shown."""

    def read(self, frame: Frame) -> Reading:
        return Reading(frame.number, frame.time_s, (), ())


def measure(folder: Path) -> Iterator[Figure]:
    """Two figures: still frames let through, disturbed frames kept away."""
    video = truth_of(folder / SET)["video"]
    # Torn frames come while the camera is starting.
    frames = [(name, about) for name, about in sorted(video["frames"].items()) if about["state"] != "torn"]
    pictures = [photograph(folder / SET / name) for name, _ in frames]
    times = [about["frame"] / video["fps"] for _, about in frames]
    corners = np.array(list(video["playing_area_corners_px"].values()), dtype=np.float64)
    ours, plain = _read(pictures, times, corners), _unmoved(pictures)
    states = np.array([about["state"] for _, about in frames])
    still, disturbed = states == "still", states == "disturbed"
    yield Figure("still frames read", int(ours[still].sum()), int(still.sum()), int(plain[still].sum()))
    kept = int((~ours[disturbed]).sum()), int(disturbed.sum()), int((~plain[disturbed]).sum())
    yield Figure("frames with hands and shadows kept away", *kept)


def _read(pictures: Sequence[Picture], times: Sequence[float], corners: Floats) -> Flags:
    """Which frames the steady reader hands on."""
    height, width = pictures[0].shape[:2]
    reader = SteadyReader(_Open(), grown(corners, AROUND) / np.array([width, height]))
    frames = (Frame(number, time_s, picture) for number, (time_s, picture) in enumerate(zip(times, pictures, strict=True)))
    return np.array([isinstance(reader.read(frame), Reading) for frame in frames])


def _unmoved(pictures: Sequence[Picture]) -> Flags:
    """Which frames are like the one before; the first counts."""
    soft = [cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (PLAIN_BLUR, PLAIN_BLUR), 0) for picture in pictures]
    pairs = pairwise(soft)
    return np.array([True, *((cv2.absdiff(*pair) > PLAIN_DIFFERENCE).mean() <= PLAIN_SHARE for pair in pairs)])
