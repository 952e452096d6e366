"""What lies under and over everything: the wooden table, the light, the sensor's noise, the printed markers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.fiducials import Markers
from vision.pose import Pose
from vision.simulator.drawing import Sprite
from vision.simulator.patches import project

Bgr = NDArray[np.uint8]

_WOOD_MM = (-520.0, -420.0, 940.0, 860.0)
"""The part of the table that is painted: left, far, right, near."""
_WOOD_STEP_MM = 0.8


def wood(seed: int) -> Bgr:
    """Oak boards running from left to right, in the table plane, `_WOOD_STEP_MM` a pixel."""
    chance = np.random.default_rng(seed)
    x0, y0, x1, y1 = _WOOD_MM
    rows, cols = int((y1 - y0) / _WOOD_STEP_MM), int((x1 - x0) / _WOOD_STEP_MM)
    coarse = cv2.resize(
        chance.normal(0, 1, (rows // 10, cols // 160)).astype(np.float32), (cols, rows), interpolation=cv2.INTER_CUBIC
    )
    fine = cv2.resize(
        chance.normal(0, 1, (rows // 2, cols // 36)).astype(np.float32), (cols, rows), interpolation=cv2.INTER_LINEAR
    )
    rings = np.sin(coarse * 2.2 + np.linspace(0, 60, rows, dtype=np.float32)[:, None])
    tone = 1 + 0.035 * coarse + 0.030 * rings + 0.035 * fine
    board = int(118 / _WOOD_STEP_MM)
    for number, top in enumerate(range(0, rows, board)):
        tone[top : top + board] *= 1 + 0.05 * float(np.sin(number * 2.4 + seed))
        tone[top : top + 2] *= 0.72
    colour = np.array([104, 150, 190], np.float32)
    return np.asarray(np.clip(tone[..., None] * colour, 0, 255), np.uint8)


def lay_wood(picture: Bgr, planks: Bgr, pose: Pose) -> None:
    """Fill the picture with the table as this pose sees it."""
    x0, y0, x1, y1 = _WOOD_MM
    corners = np.array([[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]])
    rows, cols = planks.shape[:2]
    source = np.array([[0, 0], [cols, 0], [cols, rows], [0, rows]], np.float32) - 0.5
    # Distortion is left out here: nobody can tell on wood, and far outside the picture it would fold the corners in.
    points = np.concatenate([corners.reshape(-1, 2), np.zeros((4, 1))], axis=1)
    target, _ = cv2.projectPoints(points, pose.rotation, pose.translation, pose.lens.matrix, np.zeros(5))
    matrix = cv2.getPerspectiveTransform(source, np.asarray(target, np.float32).reshape(4, 2))
    size = (picture.shape[1], picture.shape[0])
    cv2.warpPerspective(planks, matrix, size, dst=picture, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def marker_sprite(markers: Markers, number: int) -> Sprite:
    """A printed marker with its white rim of a fifth of its size on every side."""
    dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, markers.dictionary))
    modules = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, 6), np.uint8).reshape(6, 6)
    black = cv2.resize(np.where(modules > 0, 244, 26).astype(np.uint8), (120, 120), interpolation=cv2.INTER_NEAREST)
    card = cv2.copyMakeBorder(black, 24, 24, 24, 24, cv2.BORDER_CONSTANT, value=244)
    return np.dstack([card, card, card, np.full_like(card, 255)])


def marker_card_mm(markers: Markers, number: int) -> NDArray[np.float64]:
    """Corners (4, 2) of the card on which a marker is printed, white rim included."""
    return np.asarray(np.asarray(markers.centres_mm[number]) + (markers.corners_mm(number) - markers.centres_mm[number]) * 1.4)


def markers_px(markers: Markers, pose: Pose) -> dict[int, NDArray[np.float64]]:
    """The corners (4, 2) of every black square in the picture."""
    ids = sorted(markers.centres_mm)
    corners = project(pose, np.stack([markers.corners_mm(n) for n in ids]), np.full(len(ids), markers.height_mm))
    return dict(zip(ids, corners, strict=True))


def light_map(size: tuple[int, int]) -> Bgr:
    """Light over the picture, 200 standing for 1: a window on the left, a darker rim; shape (height, width, 3)."""
    width, height = size
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    tone = 1.02 - 0.10 * x - 0.04 * y - 0.07 * (x**2 + y**2)
    warm = np.dstack([tone * 0.985, tone, tone * (1.01 - 0.012 * x)])
    return np.asarray(np.clip(warm * 200, 0, 255), np.uint8)


def noise_sheets(size: tuple[int, int], seed: int, sigma: float = 3.0, count: int = 3) -> list[tuple[Bgr, Bgr]]:
    """Sensor noise to add and to take away, a little larger than the picture so that it can be shifted from frame to frame."""
    chance = np.random.default_rng(seed)
    shape = (size[1] + 64, size[0] + 64, 3)
    sheets = []
    for _ in range(count):
        noise = chance.standard_normal(shape, dtype=np.float32) * sigma
        sheets.append((np.clip(noise, 0, 255).astype(np.uint8), np.clip(-noise, 0, 255).astype(np.uint8)))
    return sheets
