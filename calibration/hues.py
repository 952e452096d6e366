"""Light whose hue changes from one end of a board to the other is none: a lamp is mirrored on drawings of one colour."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from calibration.art import Sample
from vision.lens import Floats
from vision.light import terms

TINTED = 0.3
"""By so much, in logarithms, no lamp's hue differs from one end of a board to the other.  What a mirrored lamp adds counts most
in the channel that a drawing has least of, so that where all are green a blue lamp seems to stand.
(On twelve tables 0.01 to 0.16, on one 0.26; on two with a lamp mirrored on a row of green cards 0.50 and 0.53, and by what is
brightest of these 0.09 and 0.16.)"""


def of_one_hue(samples: Sequence[Sample], light: list[Floats], plainer: Callable[[], list[Floats]]) -> list[Floats]:
    """The light (6, 3) of each picture; another that is told of the same samples where only that has the same hue all over."""
    if tint(samples, light) <= TINTED:
        return light
    other = plainer()
    return other if tint(samples, other) < TINTED else light


def tint(samples: Sequence[Sample], light: Sequence[Floats]) -> float:
    """By how much the logarithms of a light's channels, less their mean, differ where samples lie, in the usual picture."""
    told = np.stack([terms(sample.at[None])[0] @ light[sample.picture_number] for sample in samples])
    hues, numbers = told - told.mean(axis=1, keepdims=True), np.array([sample.picture_number for sample in samples])
    return float(np.median([np.ptp(hues[numbers == number], axis=0).max() for number in np.unique(numbers)]))
