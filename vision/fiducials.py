"""Markers of known id and place: found in the frame, with subpixel corners.

A table uses four ids of a standard dictionary.  Only these are put into a private dictionary, so that a stray pattern has
fewer codes to be mistaken for.  When the markers' corners in the last frame are known, small windows around them are
looked at first; the whole frame is searched only when a marker is gone from its window.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Point

Corners = NDArray[np.float64]
"""Corners of one black square, shape (4, 2), px: upper left, upper right, lower right, lower left of the marker."""


@dataclass(frozen=True, slots=True)
class Markers:
    """The fiducials of a table: dictionary, side of the black square (mm), height above the table (mm), id -> centre (mm)."""

    dictionary: str
    size_mm: float
    height_mm: float
    centres_mm: Mapping[int, Point]

    def corners_mm(self, marker: int) -> Corners:
        """The four corners of a marker in the table frame, shape (4, 2), in the order of `Corners`."""
        half = self.size_mm / 2
        square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
        return square + np.asarray(self.centres_mm[marker])


class MarkerFinder:
    """Finds the markers of one table; `find` maps id -> corners."""

    def __init__(self, markers: Markers) -> None:
        self._ids = sorted(markers.centres_mm)
        self._detector = _detector(markers.dictionary, self._ids, whole=True)
        self._window_detector = _detector(markers.dictionary, self._ids, whole=False)

    def find(self, grey: NDArray[np.uint8], known: Mapping[int, Corners] | None = None) -> dict[int, Corners]:
        """Corners of every marker that is visible; `known` are the corners in an earlier frame."""
        found: dict[int, Corners] = {}
        for marker, corners in (known or {}).items():
            here = self._in_window(grey, corners)
            if marker in here:
                found[marker] = here[marker]
        if len(found) == len(self._ids):
            return found
        return self._detect(self._detector, grey) | found

    def _in_window(self, grey: NDArray[np.uint8], corners: Corners) -> dict[int, Corners]:
        low, high = corners.min(axis=0), corners.max(axis=0)
        margin = 0.5 * float((high - low).max())
        x0, y0 = np.maximum(0, np.floor(low - margin)).astype(int)
        x1, y1 = np.ceil(high + margin).astype(int) + 1
        window = np.ascontiguousarray(grey[y0:y1, x0:x1])
        if min(window.shape) < 12:
            return {}
        offset = np.array([x0, y0], dtype=np.float64)
        return {marker: found + offset for marker, found in self._detect(self._window_detector, window).items()}

    def _detect(self, detector: cv2.aruco.ArucoDetector, grey: NDArray[np.uint8]) -> dict[int, Corners]:
        corners, ids, _ = detector.detectMarkers(grey)
        if ids is None:
            return {}
        # OpenCV 5 drops an axis of length one that 4.x keeps: reshape both to the same.
        numbers = np.asarray(ids).reshape(-1)
        return {
            self._ids[int(number)]: np.asarray(square, dtype=np.float64).reshape(4, 2)
            for number, square in zip(numbers, corners, strict=True)
        }


def _detector(dictionary: str, ids: list[int], whole: bool) -> cv2.aruco.ArucoDetector:
    full = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary))
    private = cv2.aruco.Dictionary(full.bytesList[ids], full.markerSize, full.maxCorrectionBits)
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 4
    parameters.cornerRefinementMaxIterations = 30
    parameters.cornerRefinementMinAccuracy = 0.02
    if not whole:
        # In a window the marker fills half the width: a few threshold sizes and large squares only.
        parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = 13, 33
        parameters.adaptiveThreshWinSizeStep = 10
        parameters.minMarkerPerimeterRate = 1.0
    return cv2.aruco.ArucoDetector(private, parameters)
