"""The lens of the camera: pinhole and radial distortion, in pixels of the full picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

NOMINAL_FIELD_DEG = 66.0
"""Horizontal field of view of the Camera Module 3, the first guess for a lens nobody has calibrated."""


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """OpenCV's model: `matrix` (3, 3) in px, `distortion` (5,) = k1 k2 p1 p2 k3, for pictures of `size` (width, height).

    `calibrated` is False for a guess that pose estimation may still improve; `rms_px` is the calibration's residual.
    """

    matrix: Floats
    distortion: Floats
    size: tuple[int, int]
    calibrated: bool = True
    rms_px: float = 0.0

    def scaled(self, size: tuple[int, int]) -> Lens:
        """The same lens for pictures of another size with the same field of view."""
        if size == self.size:
            return self
        sx, sy = size[0] / self.size[0], size[1] / self.size[1]
        matrix = self.matrix.copy()
        matrix[0] *= sx
        matrix[1] *= sy
        # Pixel centres have whole coordinates, so the corner of the picture lies at -0.5.
        matrix[0, 2] += 0.5 * (sx - 1)
        matrix[1, 2] += 0.5 * (sy - 1)
        return Lens(matrix, self.distortion, size, self.calibrated, self.rms_px)


def nominal_lens(size: tuple[int, int], field_deg: float = NOMINAL_FIELD_DEG) -> Lens:
    """A distortion-free lens with the given horizontal field of view, centred in a picture of `size` (width, height)."""
    width, height = size
    focal = width / 2 / np.tan(np.radians(field_deg) / 2)
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    return Lens(matrix, np.zeros(5), size, calibrated=False)
