"""Markers of known id and place: found in the frame, with subpixel corners.

A table uses four ids of a standard dictionary.  Only these are put into a private dictionary, so that a stray pattern has
fewer codes to be mistaken for.  When the markers' corners in the last frame are known, small windows around them are
looked at first; the whole frame is searched only when a marker is gone from its window.  As long as no corners are known,
what is missing is looked for once more in the frame at twice its size, sharpened: small and blurred markers show only there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Point
from vision import resample

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
        return np.asarray(square + np.asarray(self.centres_mm[marker]), dtype=np.float64)


SOFT_PX = 2.0
"""Blur of the pictures that are laid over each other when a marker is tracked."""
REACH_PX = 28
"""How far a tracked marker may have moved."""
LEAST_LIKENESS = 0.7


class MarkerFinder:
    """Finds the markers of one table; `find` maps id -> corners."""

    def __init__(self, markers: Markers) -> None:
        self._ids = sorted(markers.centres_mm)
        self._search = MarkerSearch(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, markers.dictionary)), self._ids)
        self._dictionary = self._search.dictionary
        self._window_detector = _detector(self._dictionary, whole=False)

    def find(self, grey: NDArray[np.uint8], known: Mapping[int, Corners] | None = None) -> dict[int, Corners]:
        """Corners of every marker that is visible; `known` are the corners in an earlier frame."""
        found: dict[int, Corners] = {}
        for marker, corners in (known or {}).items():
            here = self._in_window(grey, corners)
            if marker in here:
                found[marker] = here[marker]
        if len(found) == len(self._ids):
            return found
        found = dict(self._search.all(grey)) | found
        if known or len(found) == len(self._ids) or grey.shape[1] > WIDEST_DOUBLED_PX:
            return found
        return dict(self._search.small(grey)) | found

    def track(self, grey: NDArray[np.uint8], known: Mapping[int, Corners]) -> dict[int, Corners]:
        """Corners of markers that a moving camera blurs: softened drawings of them laid over the frame near `known` corners."""
        soft = np.asarray(cv2.GaussianBlur(grey, (0, 0), SOFT_PX), dtype=np.uint8)
        found = {}
        for marker, corners in known.items():
            shift = self._shift(soft, marker, corners)
            if shift is not None:
                found[marker] = corners + shift
        return found

    def _shift(self, soft: NDArray[np.uint8], marker: int, corners: Corners) -> Corners | None:
        """How far a marker has moved (2,), px; None when nothing like it is near."""
        low = np.floor(corners.min(axis=0)).astype(int) - 4
        size = np.ceil(corners.max(axis=0)).astype(int) + 5 - low
        start = np.maximum(low - REACH_PX, 0)
        area = soft[start[1] : low[1] + size[1] + REACH_PX, start[0] : low[0] + size[0] + REACH_PX]
        drawing = self._drawn(marker, corners - low, (int(size[0]), int(size[1])))
        if area.shape[0] <= size[1] or area.shape[1] <= size[0]:
            return None
        match = np.asarray(cv2.matchTemplate(area, drawing, cv2.TM_CCOEFF_NORMED), dtype=np.float32)
        _, best, _, (u, v) = cv2.minMaxLoc(match)
        if best < LEAST_LIKENESS:
            return None
        at = np.array([u + _peak(match[v, :], u), v + _peak(match[:, u], v)])
        return np.asarray(at + start - low, dtype=np.float64)

    def _drawn(self, marker: int, corners: Corners, size: tuple[int, int]) -> NDArray[np.uint8]:
        """A softened picture of a marker with its corners where they are said to be."""
        side = 48
        square = cv2.aruco.generateImageMarker(self._dictionary, self._ids.index(marker), side)
        rim = np.array([[-0.5, -0.5], [side - 0.5, -0.5], [side - 0.5, side - 0.5], [-0.5, side - 0.5]], dtype=np.float32)
        warp = cv2.getPerspectiveTransform(rim, corners.astype(np.float32))
        laid = resample.warp_perspective(square, warp, size, value=255)
        return np.asarray(cv2.GaussianBlur(laid, (0, 0), 1.5 * SOFT_PX), dtype=np.uint8)

    def _in_window(self, grey: NDArray[np.uint8], corners: Corners) -> dict[int, Corners]:
        low, high = corners.min(axis=0), corners.max(axis=0)
        margin = 0.5 * float((high - low).max())
        x0, y0 = np.maximum(0, np.floor(low - margin)).astype(int)
        x1, y1 = np.ceil(high + margin).astype(int) + 1
        window = np.ascontiguousarray(grey[y0:y1, x0:x1])
        if min(window.shape) < 12:
            return {}
        offset = np.array([x0, y0], dtype=np.float64)
        return {marker: found + offset for marker, found in self._search.detected(self._window_detector, window)}


WIDEST_DOUBLED_PX = 2304
"""Wider frames show markers large enough as they are."""
SHARPENED = 1.5
"""How strongly the doubled frame is sharpened."""
SHARPENED_PX = 3.0


class MarkerSearch:
    """Looks for markers of some ids of a dictionary, however often each of them lies there."""

    def __init__(self, full: cv2.aruco.Dictionary, ids: Sequence[int]) -> None:
        self._ids = list(ids)
        self.dictionary = cv2.aruco.Dictionary(full.bytesList[self._ids], full.markerSize, full.maxCorrectionBits)
        self._detector = _detector(self.dictionary, whole=True)

    def all(self, grey: NDArray[np.uint8]) -> list[tuple[int, Corners]]:
        """Ids and corners of the markers that a plain search of the frame finds."""
        return list(self.detected(self._detector, grey))

    def small(self, grey: NDArray[np.uint8]) -> list[tuple[int, Corners]]:
        """Ids and corners of the markers in the frame at twice its size, sharpened; several times as dear as `all`."""
        large = np.asarray(cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
        soft = cv2.GaussianBlur(large, (0, 0), SHARPENED_PX)
        sharp = np.asarray(cv2.addWeighted(large, 1 + SHARPENED, soft, -SHARPENED, 0), dtype=np.uint8)
        # Pixel centres have whole coordinates, so the corner of the frame lies at -0.5.
        return [(marker, corners / 2 - 0.25) for marker, corners in self.detected(self._detector, sharp)]

    def detected(self, detector: cv2.aruco.ArucoDetector, grey: NDArray[np.uint8]) -> Iterator[tuple[int, Corners]]:
        """What a detector of this dictionary finds."""
        corners, ids, _ = detector.detectMarkers(grey)
        if ids is None or len(corners) == 0:
            return
        # OpenCV 5 drops an axis of length one that 4.x keeps: reshape both to the same.
        numbers = np.asarray(ids).reshape(-1)
        for number, square in zip(numbers, corners, strict=True):
            yield self._ids[int(number)], np.asarray(square, dtype=np.float64).reshape(4, 2)


def _peak(values: NDArray[np.float32], at: int) -> float:
    """Where a parabola through the three values around `at` is highest, as a shift from it."""
    if not 0 < at < len(values) - 1:
        return 0.0
    before, here, after = (float(value) for value in values[at - 1 : at + 2])
    bend = before - 2 * here + after
    return 0.0 if bend >= 0 else float(np.clip(0.5 * (before - after) / bend, -0.5, 0.5))


def _detector(private: cv2.aruco.Dictionary, whole: bool) -> cv2.aruco.ArucoDetector:
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
