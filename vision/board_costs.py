"""How badly the expected board explains each pixel."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.channels import shaded, squared, summed, times
from vision.expected import Expected
from vision.light import Array
from vision.tones import tones

CAP = 7.0
"""Most that a pixel can cost: from there on it is simply something else."""
UNKNOWN_COST = 2.5
"""Most that a pixel costs where no board, tile or printed zone is expected."""
DARKEST_SHADOW = 0.5
SHADOW_COST = 0.7
"""What a pixel costs that is the board in a shadow."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The `tones` (h, w, 4) of a plan, and what it costs as board, `costs` (h, w), in a `shadow` of that colour."""

    tones: Array
    costs: Array
    shadow: Array | None = None


def board_costs(seen: Array, shown: Array, board: Array, spread: Array, shadow: Array | None = None) -> Array:
    """What every pixel (h, w) costs as board (h, w, 3) of that spread, by its grey values `seen` (h, w, 3) or by its tones
    `shown` (h, w, 4), whichever speaks louder against it.

    Either may be excused by a shadow, which takes brightness and, by what it takes of each channel, `shadow` (3,), some colour.
    """
    whole = board if shadow is None else times(board, shadow)
    taken = summed(np.asarray((board - seen) * whole)) / np.maximum(squared(whole), np.float32(1))
    dark = board - shaded(whole, np.clip(taken, 0.0, 1 - DARKEST_SHADOW).astype(np.float32))
    scale = 1 / (3 * spread * spread)
    plain = squared(seen - board) * scale
    plain = np.minimum(plain, squared(seen - dark) * scale + np.float32(SHADOW_COST))
    wanted = tones(board)
    across, along = shown[..., 1] - wanted[..., 1], shown[..., 2] - wanted[..., 2]
    hue = across * across + along * along
    bright, luma = shown[..., 0], shown[..., 0] - wanted[..., 0]
    # A shadow takes from the board's brightness, and never below its darkest.
    darker = np.maximum(luma, 0) + np.minimum(bright - np.float32(DARKEST_SHADOW) * wanted[..., 0], 0)
    toned = np.minimum((hue + luma * luma) * scale, (hue + darker * darker) * scale + np.float32(SHADOW_COST))
    if shadow is not None:
        away = np.asarray(cv2.subtract(shown[..., :3], tones(dark)), dtype=np.float32)
        toned = np.minimum(toned, squared(away) * scale + np.float32(SHADOW_COST))
    return np.asarray(np.maximum(plain, toned), dtype=np.float32)


def trusted(costs: Array, bare: Expected) -> Array:
    """The costs (h, w): where nothing was taught, the table's colour is a guess that pieces shall not profit from."""
    most = np.float32(UNKNOWN_COST) + np.float32(CAP - UNKNOWN_COST) * bare.known
    return np.asarray(np.minimum(costs, most), dtype=np.float32)
