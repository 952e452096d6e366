"""The camera picture seen straight from above, in a plane at a height."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.frame import Picture
from vision.light import Array
from vision.pose import Pose


def raster(
    picture: Picture, pose: Pose, low: NDArray[np.float64], size: tuple[int, int], height_mm: float, scale: float
) -> Array:
    """A part of the plane at a height, from `low` (mm) on, `scale` px a mm, (h, w, 3)."""
    nodes = np.stack(np.meshgrid(np.arange(0, size[0] + 16, 16), np.arange(0, size[1] + 16, 16)), axis=-1)
    px = pose.project(low + nodes.reshape(-1, 2) / scale, height_mm).reshape(*nodes.shape).astype(np.float32)
    steps = np.array([[1 / 16, 0, 0], [0, 1 / 16, 0]], dtype=np.float32)
    smooth = resample.warp_affine(px, steps, size, inverse=True, border=cv2.BORDER_REPLICATE)
    return np.asarray(resample.remap(picture, smooth[..., 0].copy(), smooth[..., 1].copy()), dtype=np.float32)
