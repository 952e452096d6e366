"""What the pixels of a picture cost as the expected board."""

from __future__ import annotations

import numpy as np

from vision.light import Array
from vision.tones import tones

DARKEST_SHADOW = 0.5
SHADOW_COST = 0.7
"""What a pixel costs that is the board in a shadow."""


def board_costs(seen: Array, tone: Array, board: Array, spread: Array) -> Array:
    """What every pixel (h, w) costs as board, by its grey values or by its tones, whichever speaks louder against it.

    `seen` and `board` (h, w, 3) in art light, `tone` (h, w, 3 or more) the tones of `seen`, `spread` (h, w) grey values.
    Either may be excused by a shadow, which takes brightness but no colour.
    """
    shade = np.clip((seen * board).sum(axis=2) / np.maximum((board**2).sum(axis=2), 1.0), DARKEST_SHADOW, 1.0)
    scale = 3 * spread**2
    plain = ((seen - board) ** 2).sum(axis=2) / scale
    plain = np.minimum(plain, ((seen - shade[..., None] * board) ** 2).sum(axis=2) / scale + SHADOW_COST)
    wanted = tones(board)
    hue = ((tone[..., 1:3] - wanted[..., 1:]) ** 2).sum(axis=2)
    luma = tone[..., 0] - wanted[..., 0]
    darker = np.where(luma < 0, np.minimum(tone[..., 0] - DARKEST_SHADOW * wanted[..., 0], 0), luma)
    toned = np.minimum((hue + luma**2) / scale, (hue + darker**2) / scale + SHADOW_COST)
    return np.asarray(np.maximum(plain, toned), dtype=np.float32)
