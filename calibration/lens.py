"""The lens from photographs of a printed ChArUco board."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np

from companion.core.errors import CompanionError
from vision.frame import Picture
from vision.lens import Lens

LEAST_CORNERS = 12
LEAST_PICTURES = 4


class LensError(CompanionError, ValueError):
    """The lens cannot be calibrated from these photographs."""


def charuco_board(squares: tuple[int, int], square_mm: float, marker_mm: float, dictionary: str) -> cv2.aruco.CharucoBoard:
    """The board as OpenCV knows it: `squares` across and down, sides in mm."""
    words = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    return cv2.aruco.CharucoBoard(squares, square_mm, marker_mm, words)


def calibrate_lens(pictures: Iterable[Picture], board: cv2.aruco.CharucoBoard) -> Lens:
    """The lens that explains all photographs of `board`.  Raises LensError when too few of them show it."""
    detector = cv2.aruco.CharucoDetector(board)
    objects, images, size, count = [], [], (0, 0), 0
    for picture in pictures:
        count += 1
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        size = (grey.shape[1], grey.shape[0])
        corners, ids, _, _ = detector.detectBoard(grey)
        if ids is None or len(ids) < LEAST_CORNERS:
            continue
        places = np.asarray(board.getChessboardCorners(), dtype=np.float32)[np.asarray(ids).reshape(-1)]
        objects.append(places.reshape(-1, 1, 3))
        images.append(np.asarray(corners, dtype=np.float32).reshape(-1, 1, 2))
    if len(objects) < LEAST_PICTURES:
        raise LensError(
            f"calibrating the lens: the board was found in {len(objects)} of {count} photographs, {LEAST_PICTURES} are needed; "
            "photograph the whole board flat, sharp and without glare from several sides"
        )
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 100, 1e-9)
    # k3 stays out: with a board of this size it only fits noise at the rim of the picture.
    rms, matrix, distortion, _, _ = cv2.calibrateCamera(
        objects, images, size, np.eye(3), np.zeros(5), flags=cv2.CALIB_FIX_K3 | cv2.CALIB_FIX_ASPECT_RATIO, criteria=stop
    )
    coefficients = np.asarray(distortion, dtype=np.float64).reshape(-1)[:5]
    # Versions of OpenCV differ in the twelfth digit, which must not decide anything later.
    return Lens(np.asarray(matrix, dtype=np.float64).round(6), coefficients.round(9), size, True, float(rms))


def lens_from_folder(folder: Path) -> Lens:
    """The lens from a folder of photographs and `calib.json`, of which only the data of the printed board are used."""
    data = json.loads((folder / "calib.json").read_text(encoding="utf-8"))["board"]
    board = charuco_board(
        (data["squares_x"], data["squares_y"]), data["square_mm"], data["marker_mm"], data["dictionary"]
    )
    pictures = (cv2.imread(str(path)) for path in sorted(folder.glob("*.jpg")))
    return calibrate_lens((picture.astype(np.uint8) for picture in pictures if picture is not None), board)
