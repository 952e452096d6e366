"""Soft shadows of a hand lifted: the light beside it, pixel by pixel, told by the bare board that is seen there.

A hand above the table takes some of the window's light from what lies beside it, more from near than from far.  The board in a
shadow is excused, but pieces are told by their colours and brightness: in a shadow, cheeses on a yellow board were lost.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import squared, summed, times
from vision.expected import Expected
from vision.light import Array

BLOCK = 8
"""Pixels of a half plan of detail 1 across which a soft shadow is about as deep."""
REACH = 48
"""Pixels, of the same, beside a hand up to which its shadow is lifted; it ends at twice that."""
SURE, BRIGHT = 14.0, 50.0
"""Pixels tell it whose grey values vary no more, and which are expected no darker."""
FITS = 0.08
"""Share of the expected light by which a pixel of the board may be off in a shadow of that depth."""
TOLD = 0.15
"""Share of a block's pixels that must tell."""
FAINTEST, DARKEST = 0.06, 0.6
"""Share of the light that a shadow takes at least to be lifted, and at most."""
ABOUT = 5
"""Blocks of which the median is taken: what is narrower than half of these is the shadow of a piece."""


def taken_light(half: Array, bare: Expected, colour: Array | None, strange: NDArray[np.bool_], detail: int) -> Array | None:
    """The share of light (h, w) that is missing beside `strange` patches (h, w) of `half` (h, w, 3), 0 far from them.

    It is told by the pixels that show the board `bare`; `colour` (3,) is what shadows take of each channel.  None where nothing
    is missing.
    """
    if not strange.any():
        return None
    blocks = _blocks(*_share_of_board(half, bare, colour, strange, BLOCK * detail), BLOCK * detail)
    away = cv2.distanceTransform((~strange).astype(np.uint8), cv2.DIST_L2, 3)
    field = cv2.resize(blocks, half.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    taken = np.clip(field, 0, DARKEST) * np.clip(2 - away / (REACH * detail), 0, 1)
    return np.asarray(taken, dtype=np.float32) if taken.max() > FAINTEST else None


def _share_of_board(
    half: Array, bare: Expected, colour: Array | None, strange: NDArray[np.bool_], beside: int
) -> tuple[Array, NDArray[np.bool_]]:
    """What share of light is missing at every pixel (h, w), and which pixels tell: those that look like the board without it."""
    board = bare.picture if colour is None else times(bare.picture, colour)
    power, missing = squared(board), np.asarray(bare.picture - half, dtype=np.float32)
    share = np.asarray(summed(missing * board) / np.maximum(power, np.float32(1)), dtype=np.float32)
    rest = squared(np.asarray(missing - board * share[..., None], dtype=np.float32))
    told = bare.known & (bare.spread < SURE) & (power > BRIGHT**2) & (rest < FITS**2 * power)
    told &= (share > -FAINTEST) & (share < DARKEST)
    # Where a hand ends, its colour and the board's are mixed.
    return share, told & (cv2.dilate(strange.astype(np.uint8), np.ones((beside + 1,) * 2, np.uint8)) == 0)


def _blocks(share: Array, told: NDArray[np.bool_], side: int) -> Array:
    """The share in blocks (n, m) of so many pixels, without what is narrow; those that do not tell are as those around them."""
    room = tuple((0, -length % side) for length in share.shape)
    values = np.pad(np.where(told, share, np.float32(np.nan)), room, constant_values=np.nan)
    down, across = (length // side for length in values.shape)
    values = values.reshape(down, side, across, side).transpose(0, 2, 1, 3).reshape(down, across, -1)
    enough, medians = np.isfinite(values).mean(axis=2) > TOLD, np.zeros((down, across), np.float32)
    if enough.any():
        medians[enough] = np.nanmedian(values[enough], axis=1)
    known = enough.astype(np.float32)
    around = cv2.GaussianBlur(medians, (0, 0), 1.5) / np.maximum(cv2.GaussianBlur(known, (0, 0), 1.5), 1e-3)
    return np.asarray(cv2.medianBlur(np.where(enough, medians, around).astype(np.float32), ABOUT), dtype=np.float32)


def lifted(picture: Array, taken: Array, colour: Array | None) -> Array:
    """A picture (h, w, 3), of any scale, without the shadow that takes that share of the light, of each channel as `colour`."""
    share = cv2.resize(taken, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)[..., None]
    left = 1 - share * (np.ones(3, np.float32) if colour is None else colour)
    return np.asarray(picture / left, dtype=np.float32)
