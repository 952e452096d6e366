"""A small network that tells which way a directed piece points, by what an eye goes by: ears, nose, tail, the wider end.

Outline and mean pictures of the few taught pieces say well along which axis a piece lies, and less well which end is its nose,
above all under a cheese, in the dark, and on a board of its colour.  The network was taught on rendered mice of other tables, in
other art and light, their colours exchanged: it knows what a nose is, not what this edition looks like.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.facing import PATCH
from vision.facing_belief import log_shares
from vision.light import Array
from vision.small_net import DIGITS, SmallNet
from vision.tones import halved

SIDE = PATCH // 2
"""Pixels across what the network sees of a piece, at half the plan's scale."""


class HeadingNet:
    """The network."""

    def __init__(self) -> None:
        self.net = SmallNet("headings.onnx")

    def told(self, view: Array) -> NDArray[np.float64]:
        """Log-likelihoods (4,) of the facings of a piece, north first, that looks as `view_of` shows it."""
        noses = self.net.told(np.stack([np.rot90(view, facing) for facing in range(4)]))
        return np.round(log_shares(noses.astype(np.float64)), DIGITS)


def view_of(picture: Array, bare: Array, changed: Array, seen: Array) -> Array:
    """What the network sees of a piece (SIDE, SIDE, 8), grey values: around it the picture and the board expected below it
    (PATCH, PATCH, 3) in art light, where these differ, and where no other piece lies on top (PATCH, PATCH), 0..1."""
    shown = np.dstack([picture, bare, changed * np.float32(255), seen * np.float32(255)])
    return np.clip(halved(np.asarray(shown, dtype=np.float32)), 0, 255).astype(np.float32)
