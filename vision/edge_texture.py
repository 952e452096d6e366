"""The texture that the edge of a piece adds to what is seen inside it.

Texture is told from some pixels around each (`tones.texture`), so the rim of a small piece reaches far into it: a wedge of
cheese on a white disc looks rougher than the same wedge on a card of its own brightness.  A piece is taught with nothing
around it; what the board around it adds is worked out from the board that is expected there.
"""

from __future__ import annotations

import numpy as np

from vision.light import Array
from vision.matching import UNIT
from vision.tones import FINE_PX, LUMA, TEXTURE, roughness


def edge_texture(bright: Array, cover: Array, board: Array, detail: int) -> Array:
    """How much texture (h, w), in units of a piece's noise, lies in a piece more than in itself, at half the scale of a plan.

    `bright` (h, w) is the piece's brightness, 0..255, where it covers (`cover` (h, w), 0..1), `board` (h, w) that of what is
    around it.
    """
    usual = float((bright * cover).sum()) / max(float(cover.sum()), 1.0)
    alone, there = (np.asarray(bright * cover + around * (1 - cover), np.float32) for around in (usual, board))
    size = FINE_PX * detail / 2
    more = np.maximum(roughness(there, size) - roughness(alone, size), 0)
    return np.asarray(more * np.float32(TEXTURE * UNIT), dtype=np.float32)


def brightness(tone: Array) -> Array:
    """The brightness (...), 0..255, of tones (..., 4) in units of a piece's noise."""
    return np.asarray(tone[..., 0] / np.float32(UNIT * LUMA), dtype=np.float32)
