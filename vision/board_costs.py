"""How badly the expected board explains each pixel."""

from __future__ import annotations

import numpy as np

from vision.channels import shaded, squared, summed
from vision.light import Array
from vision.tones import tones

DARKEST_SHADOW = 0.5
SHADOW_COST = 0.7
"""What a pixel costs that is the board in a shadow."""


def board_costs(seen: Array, shown: Array, board: Array, spread: Array) -> Array:
    """What every pixel (h, w) costs as board (h, w, 3) of that spread, by its grey values `seen` (h, w, 3) or by its tones
    `shown` (h, w, 4), whichever speaks louder against it.

    Either may be excused by a shadow, which takes brightness but no colour.
    """
    lit = summed(np.asarray(seen * board)) / np.maximum(squared(board), np.float32(1))
    shade = np.clip(lit, DARKEST_SHADOW, 1.0).astype(np.float32)
    scale = 1 / (3 * spread * spread)
    plain = squared(seen - board) * scale
    plain = np.minimum(plain, squared(seen - shaded(board, shade)) * scale + np.float32(SHADOW_COST))
    wanted = tones(board)
    across, along = shown[..., 1] - wanted[..., 1], shown[..., 2] - wanted[..., 2]
    hue = across * across + along * along
    bright, luma = shown[..., 0], shown[..., 0] - wanted[..., 0]
    # A shadow takes from the board's brightness, and never below its darkest.
    darker = np.maximum(luma, 0) + np.minimum(bright - np.float32(DARKEST_SHADOW) * wanted[..., 0], 0)
    toned = np.minimum((hue + luma * luma) * scale, (hue + darker * darker) * scale + np.float32(SHADOW_COST))
    return np.asarray(np.maximum(plain, toned), dtype=np.float32)
