"""A loose body as an upright prism: what it looks like from any side, whichever way it is turned.

A camera that looks down at a slant sees the top of a wedge shifted against its foot, and between them the sides that look towards
the camera, other ones in every heading.  A picture from above that is turned shows none of that.  So a body whose heading nobody
knows is kept as its outline, the paint of its top, and the colour of its side below each point of the rim; slices of the outline,
laid on each other from the foot to the top, each shifted a little further, paint it as it is seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision import resample
from vision.light import Array

LEAST_SHOWN = 0.02
"""A pixel that is covered less has the colour of one that is covered so much."""


@dataclass(frozen=True, slots=True, eq=False)
class Prism:
    """`top` (n, n, 4): the paint of the top, BGR, and the outline 0..1; `side` (n, n, 4): the colour of the side below each pixel
    near the rim, and the same outline; colours go on beyond the outline.  `height_px` from foot to top, at the scale of the
    pictures."""

    top: Array
    side: Array
    height_px: float

    def seen(
        self, lean: tuple[float, float], degrees: float = 0.0, shift: tuple[float, float] = (0.0, 0.0)
    ) -> tuple[Array, Array]:
        """Picture (n, n, 3) and cover (n, n) of the body, turned clockwise and shifted (px right and down), where what is a pixel
        high is seen so many px to the right and downwards; half its height is seen in its middle."""
        leant = np.array(lean) * self.height_px
        slices, side = max(int(np.ceil(np.hypot(*leant))), 1), len(self.top)
        angle, middle = np.radians(degrees), np.full(2, (side - 1) / 2)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        laid, cover = np.zeros((side, side, 4), np.float32), np.zeros((side, side), np.float32)
        for number in range(slices + 1):
            offset = middle - turn @ middle + shift + (number / slices - 0.5) * leant
            painted = self.top if number == slices else self.side
            layer = resample.warp_affine(painted, np.column_stack([turn, offset]), (side, side))
            own, layer[..., 3] = layer[..., 3].copy(), 1
            laid += (layer - laid) * own[..., None]
            np.maximum(cover, own, out=cover)
        return np.asarray(laid[..., :3] / np.maximum(laid[..., 3:], LEAST_SHOWN), np.float32), cover
