"""A board that is one print: how a covered cell is lit, and how it lies, is told by those around it.

Each cell is fitted by itself, for tiles lie each in its own way.  On a plain cell a coin that covers two fifths of it may then
pass for light of its own colour.  Cells of one print lie as their neighbours do, and light hardly differs from one to the next.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.light import Array
from vision.tiles import Fits

BARE = 0.75
"""Share of a cell's pixels that its drawing explains from which on nothing covers it: 0.91 to 0.98 on bare cells, in a hand's
shadow 0.74, 0.25 to 0.58 under a coin or a pawn."""
NEAR = 1.0
"""Standard deviation of how cells tell of others, in cells."""
FEW = 0.05
"""What bare cells around one must count together, or it is left as it is."""


def told_by_neighbours(fits: Fits, gains: Array, shape: tuple[int, int]) -> Fits:
    """The fits of the cells of a print, (rows, columns) of them, in smooth light of such gains (cells, 3), each covered one lit
    and shifted as the bare ones about it are."""
    bare = fits.weights.mean(axis=1) > BARE
    if bare.all():
        return fits
    unknowns = fits.unknowns.copy()
    own = unknowns[:, 0].copy()
    own[:, :3] /= gains
    around = [_blurred((values * bare).reshape(shape)) for values in own.T]
    counts = _blurred(bare.reshape(shape)).reshape(-1)
    told = ~bare & (counts > FEW)
    for n, values in enumerate(around):
        unknowns[told, :, n] = (values.reshape(-1)[told] / counts[told])[:, None]
    unknowns[told, :, :3] *= gains[told][:, None]
    return replace(fits, unknowns=unknowns)


def _blurred(values: Array) -> Array:
    """Values (rows, columns) of cells, each the mean of those about it; outside the board is nothing."""
    plane = np.ascontiguousarray(values, dtype=np.float32)
    return np.asarray(cv2.GaussianBlur(plane, (0, 0), NEAR, borderType=cv2.BORDER_CONSTANT), dtype=np.float32)
