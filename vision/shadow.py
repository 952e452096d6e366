"""What a shadow takes of each channel.

A hand keeps the window's light from the table, but not that of the lamp or of the walls: what is left in its shadow has another
colour.  In one room this is the same everywhere, and some shadow lies in every picture, if only beside the pieces.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import lowest, mean_of
from vision.expected import Expected
from vision.light import Array

FAINTEST, DARKEST = 0.12, 0.5
"""Share of the light that a shadow takes at least to show its colour, and at most."""
SURE, BRIGHT = 14.0, 50.0
"""Pixels tell it whose grey values vary no more, and of which no channel is expected darker."""
NEARLY_GREY, NEARLY_ALIKE, ROUNDS = 0.6, 0.25, 2
"""What is farther from grey in any channel, or then from most of the rest, is something else; so often that is told anew."""
LEAST, WORTH = 40, 90.0
"""So many pixels are needed, and so many speak for a grey shadow."""


def shadow_of(half: Array, expected: Expected, strange: NDArray[np.bool_]) -> Array | None:
    """What shadows take of the three channels, (3,), 1 in the mean, told by the pixels of `half` (h, w, 3) that are darker than
    the board `expected`, and not what is `strange` (h, w) in a grey shadow, such as a hand; None where too few are."""
    told = expected.known & (expected.spread < SURE) & (lowest(expected.picture) > BRIGHT) & ~strange
    # What is darker at all is rare: only there all channels are looked at.
    left = mean_of(np.asarray(cv2.divide(half, expected.picture), dtype=np.float32))
    dark = np.flatnonzero(told & (left < 1 - FAINTEST) & (left > 1 - DARKEST))
    taken = 1 - half.reshape(-1, 3)[dark] / expected.picture.reshape(-1, 3)[dark]
    colours = taken / taken.mean(axis=1, keepdims=True)
    colours = colours[np.abs(colours - 1).max(axis=1) < NEARLY_GREY]
    if len(colours) < LEAST:
        return None
    alike = colours
    for _ in range(ROUNDS):
        alike = colours[np.abs(colours - np.median(alike, axis=0)).max(axis=1) < NEARLY_ALIKE]
        if len(alike) < LEAST:
            return None
    middle = (np.median(alike, axis=0) * len(alike) + WORTH) / (len(alike) + WORTH)
    return np.asarray(middle / middle.mean(), dtype=np.float32)
