"""What pixels cost as pixels of a piece in a heap."""

from __future__ import annotations

import numpy as np

from vision.board_costs import CAP
from vision.channels import cut_off, summed_tones
from vision.light import Array

SHADE, SHADED = 0.75, 0.3
"""A flat piece lies lower than others, so that their shadow falls on it: how bright it then is, and what each pixel costs so."""
MOST_CONTRAST = 1.5
"""What the contrast of a pixel of a flat piece is off by at most, in the noise's units: aslant, or raised by others, a print does
not lie where it was taught, and its colours tell."""


def piece_errors(seen: Array, tones: Array, shaded: bool) -> Array:
    """What pixels seen (n, k, 4) cost as pieces with those tones (n, k, 4), if `shaded` in a shadow too; what is seen is written
    over."""
    seen -= tones
    if shaded:
        np.clip(seen[..., 3], -MOST_CONTRAST, MOST_CONTRAST, out=seen[..., 3])
        dark = seen[..., 0] + np.float32(1 - SHADE) * tones[..., 0]
        np.minimum(np.abs(seen[..., 0]), np.sqrt(dark * dark + np.float32(SHADED)), out=seen[..., 0])
    seen *= seen
    return cut_off(summed_tones(seen), CAP).reshape(seen.shape[:2])
