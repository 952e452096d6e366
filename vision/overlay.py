"""What was seen, drawn on the camera's picture: every place framed in a colour that tells how sure the eye is."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Cell, Facing, Place
from companion.core.reading import NoReading, PieceClaim, Reading
from companion.core.scene import ABSENT
from vision.frame import Frame, Picture
from vision.rig import Rig

SURE, FAIR, DOUBTFUL, COVERED = (96, 176, 60), (40, 190, 240), (60, 60, 230), (200, 200, 200)
"""Colours (blue, green, red): p at least 0.9, at least 0.6, less, hidden by a hand."""

INK, PAPER = (20, 20, 20), (250, 250, 250)
FONT = cv2.FONT_HERSHEY_SIMPLEX
INSET = 0.06
"""How far inside its cell a frame is drawn, in cells."""


def draw(frame: Frame, result: Reading | NoReading, rig: Rig) -> Picture:
    """A copy of the frame with everything that was claimed about it; the reason in words where nothing was read."""
    picture = frame.picture.copy()
    if isinstance(result, NoReading):
        _banner(picture, f"{result.why} - {result.remedy}")
        return picture
    if result.board_px is None:
        return picture
    to_px = _homography(rig.layout, np.array(result.board_px, dtype=np.float32))
    for claim in result.tiles:
        sure = math.exp(claim.log_p)
        if claim.best != ABSENT and claim.place not in result.hidden:
            _frame_place(picture, rig.layout, to_px, claim.place, DOUBTFUL if claim.place in result.unsure else _colour(sure))
    for place in result.hidden:
        _hatch(picture, rig.layout, to_px, place)
    for piece in result.pieces:
        if piece.count and piece.place not in result.hidden:
            _name_piece(picture, rig, to_px, piece)
    return picture


def _colour(p: float) -> tuple[int, int, int]:
    return SURE if p >= 0.9 else FAIR if p >= 0.6 else DOUBTFUL


def _homography(layout: Layout, board_px: NDArray[np.float32]) -> NDArray[np.float64]:
    """Table mm to px from the four corners of the grid; lens distortion between them is a pixel or two, enough for a drawing."""
    width, height = layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, board_px), dtype=np.float64)


def _outline(layout: Layout, to_px: NDArray[np.float64], place: Place) -> NDArray[np.int32]:
    """The corners of a place in whole px, shape (n, 1, 2); empty for a place that the layout does not have."""
    if isinstance(place, Cell):
        (width, height), (row, col) = layout.pitch_mm, place
        near, far = 1 - INSET, INSET
        unit: Iterable[tuple[float, float]] = ((far, far), (near, far), (near, near), (far, near))
        points = [((col + x) * width, (row + y) * height) for x, y in unit]
    else:
        points = [list_point for zone in layout.zones if zone.place == place for list_point in zone.polygon_mm]
    if not points:
        return np.zeros((0, 1, 2), np.int32)
    moved = cv2.perspectiveTransform(np.array([points], dtype=np.float64), to_px)
    return np.rint(moved).astype(np.int32).reshape(-1, 1, 2)


def _frame_place(
    picture: Picture, layout: Layout, to_px: NDArray[np.float64], place: Place, colour: tuple[int, int, int]
) -> None:
    outline = _outline(layout, to_px, place)
    if len(outline):
        cv2.polylines(picture, [outline], True, colour, 2, cv2.LINE_AA)


def _hatch(picture: Picture, layout: Layout, to_px: NDArray[np.float64], place: Place) -> None:
    """Slanted lines over a place about which nothing is claimed."""
    outline = _outline(layout, to_px, place)
    if not len(outline):
        return
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline], 255)
    u, v, width, height = cv2.boundingRect(outline)
    lines = np.zeros_like(mask)
    for start in range(u - height, u + width, 12):
        cv2.line(lines, (start, v + height), (start + height, v), 255, 2, cv2.LINE_AA)
    picture[(mask > 0) & (lines > 127)] = COVERED


def _name_piece(picture: Picture, rig: Rig, to_px: NDArray[np.float64], piece: PieceClaim) -> None:
    """A small label where the piece stands: its letter or kind, how many, which way it looks."""
    at = piece.at_mm or rig.layout.centre_mm(piece.place)
    x, y = cv2.perspectiveTransform(np.array([[at]], dtype=np.float64), to_px)[0, 0]
    sure = math.exp(max(piece.log_p_counts))
    count = f" x{piece.count}" if piece.count > 1 else ""
    facing = piece.facing
    if facing is not None:
        _arrow(picture, (x, y), facing, _colour(sure))
    name = piece.kind.rpartition("-")[2]
    _label(picture, f"{name}{count}", (int(x) + 8, int(y) - 8), _colour(sure))


def _arrow(picture: Picture, at: tuple[float, float], facing: Facing, colour: tuple[int, int, int]) -> None:
    down, right = facing.step
    start = (round(at[0]), round(at[1]))
    end = (round(at[0] + 22 * right), round(at[1] + 22 * down))
    cv2.arrowedLine(picture, start, end, INK, 5, cv2.LINE_AA, tipLength=0.45)
    cv2.arrowedLine(picture, start, end, colour, 2, cv2.LINE_AA, tipLength=0.45)


def _label(picture: Picture, text: str, at: tuple[int, int], colour: tuple[int, int, int]) -> None:
    (width, height), _ = cv2.getTextSize(text, FONT, 0.42, 1)
    u, v = at
    cv2.rectangle(picture, (u - 2, v - height - 3), (u + width + 2, v + 3), PAPER, -1)
    cv2.rectangle(picture, (u - 2, v - height - 3), (u + width + 2, v + 3), colour, 1)
    cv2.putText(picture, text, (u, v), FONT, 0.42, INK, 1, cv2.LINE_AA)


def _banner(picture: Picture, text: str) -> None:
    cv2.rectangle(picture, (0, 0), (picture.shape[1], 44), PAPER, -1)
    cv2.putText(picture, text, (14, 30), FONT, 0.7, INK, 2, cv2.LINE_AA)
