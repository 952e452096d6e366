"""What pixels cost as pixels of a piece in a heap."""

from __future__ import annotations

import cv2
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
    if not shaded:
        seen *= seen
        return cut_off(summed_tones(seen), CAP).reshape(seen.shape[:2])
    if not seen.size:
        # Of nothing OpenCV makes no channels at all.
        return np.zeros(seen.shape[:2], np.float32)
    # Channel by channel: every fourth number takes several times as long as numbers in a row.
    off, *hues, contrast = (np.asarray(channel, dtype=np.float32) for channel in cv2.split(seen))
    np.clip(contrast, -MOST_CONTRAST, MOST_CONTRAST, out=contrast)
    dark = off + np.float32(1 - SHADE) * tones[..., 0]
    dark *= dark
    dark += np.float32(SHADED)
    np.minimum(np.abs(off, out=off), np.sqrt(dark, out=dark), out=off)
    for each in (off, *hues, contrast):
        each *= each
    off += hues[0]
    hues[1] += contrast
    off += hues[1]
    return cut_off(off, CAP)
