"""Where the camera is: from marker corners to the pose, and between table millimetres and picture pixels.

Blur and the camera's tone curve let bright paper spread into black, so all marker squares look a little smaller than they
are; the amount is estimated as one more unknown of each frame instead of being left as an error of the pose.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from companion.core.catalogue import Layout
from vision.board import grid_corners_mm
from vision.fiducials import Corners, Markers
from vision.lens import Floats, Lens

DIGITS = 9
"""So many digits after the point tell a pose and what a lens was found to be."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A camera pose over the table: `rotation`, `translation` (3,) take (x, y, -height) mm into the camera frame (OpenCV).

    `residual_px` is the largest distance of a marker corner from where the pose puts it, or without markers the root mean square
    of those of the table's points that agree.  Where the solvers of two versions of OpenCV differ, in the twelfth digit, must not
    move a pixel of the plan: rotation (radians) and translation (mm) go in steps of a billionth.
    """

    rotation: Floats
    translation: Floats
    lens: Lens
    residual_px: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "rotation", np.round(self.rotation, DIGITS))
        object.__setattr__(self, "translation", np.round(self.translation, DIGITS))

    def project(self, points_mm: Floats, height_mm: float = 0.0) -> Floats:
        """Pixels, shape (n, 2), of table points (n, 2) at a height above the table."""
        points = np.column_stack([points_mm, np.full(len(points_mm), -height_mm)]).astype(np.float64)
        px, _ = cv2.projectPoints(points, self.rotation, self.translation, self.lens.matrix, self.lens.distortion)
        return np.asarray(px, dtype=np.float64).reshape(-1, 2)

    def unproject(self, points_px: Floats, height_mm: float = 0.0) -> Floats:
        """Table points (n, 2) in mm where the rays through these pixels reach a height above the table."""
        pixels = np.asarray(points_px, dtype=np.float64).reshape(-1, 1, 2)
        ideal = cv2.undistortPoints(pixels, self.lens.matrix, self.lens.distortion).reshape(-1, 2)
        rays = np.column_stack([ideal, np.ones(len(ideal))])
        turn = cv2.Rodrigues(self.rotation)[0]
        centre, directions = -turn.T @ self.translation, rays @ turn
        along = (-height_mm - centre[2]) / directions[:, 2]
        return np.asarray(centre[:2] + directions[:, :2] * along[:, None], dtype=np.float64)

    @property
    def centre_mm(self) -> Floats:
        """The camera's place in the table frame: x, y and height above the table, mm."""
        return _centre_of(self)

    def lean_mm(self, at_mm: Floats, height_mm: float | Floats, seen_at_mm: float) -> Floats:
        """How far a point at `height_mm` above (x, y) seems shifted in the plane at height `seen_at_mm`; shape like `at_mm`.  Of
        points (n, 2) each may have a height (n, 1) of its own."""
        centre = self.centre_mm
        shift = (np.asarray(at_mm) - centre[:2]) * ((height_mm - seen_at_mm) / (centre[2] - height_mm))
        return np.asarray(shift, dtype=np.float64)


@lru_cache(maxsize=4)
def _centre_of(pose: Pose) -> Floats:
    turn = cv2.Rodrigues(pose.rotation)[0]
    place = -turn.T @ pose.translation
    return np.array([place[0], place[1], -place[2]])


def estimate_pose(found: Mapping[int, Corners], markers: Markers, lens: Lens) -> Pose:
    """The pose that explains the corners of at least one marker; a lens that is only a guess is improved with it."""
    return estimate_poses([found], markers, lens)[0]


def estimate_poses(frames: Sequence[Mapping[int, Corners]], markers: Markers, lens: Lens) -> list[Pose]:
    """One pose a frame; a guessed lens (focal length and k1) is estimated from all frames together."""
    problems = [_Problem(found, markers, lens) for found in frames]
    shared = np.zeros(2)
    if not lens.calibrated:
        shared = _solve_shared(problems, lens)
    return [problem.pose(with_shared(lens, shared)) for problem in problems]


def pose_from_corners(corners_px: Floats, layout: Layout, lens: Lens) -> Pose:
    """The pose from the four corners of the grid on the table top (4, 2) px, as tapped by a person."""
    points = np.column_stack([grid_corners_mm(layout), np.zeros(4)])
    _, rotation, translation = cv2.solvePnP(
        points, np.asarray(corners_px, dtype=np.float64), lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
    )
    turn, place = np.asarray(rotation, dtype=np.float64).reshape(3), np.asarray(translation, dtype=np.float64).reshape(3)
    pose = Pose(turn, place, lens)
    errors = np.linalg.norm(pose.project(points[:, :2]) - corners_px, axis=1)
    return replace(pose, residual_px=float(errors.max()))


PRIOR_FOCAL = 0.03
"""Standard deviation of the focal length of an uncalibrated lens, as a share of the guess."""
PRIOR_K1 = 0.05
"""Standard deviation of the radial distortion of an uncalibrated lens."""
FARTHEST = np.array([0.2, 0.35])
"""Focal length and k1 are never believed to differ from the guess by more."""
CORNER_PX = 0.25
"""Standard deviation of a marker corner, px."""
OUTLIER_PX = 1.0
"""A corner this far from its place counts half."""
SETTLED = 1e-5
"""Radians, millimetres and shares by which a pose need not be improved any further."""
PRIOR_SHRINK = 0.04
"""Standard deviation of the apparent growth of the marker squares, as a share of their size."""


def with_shared(lens: Lens, shared: Floats) -> Lens:
    """A lens whose focal length is larger by a share and whose k1 by a sum, shape (2,)."""
    shared = np.round(shared, DIGITS)
    if not shared.any():
        return lens
    matrix = lens.matrix.copy()
    matrix[0, 0] *= 1 + shared[0]
    matrix[1, 1] *= 1 + shared[0]
    distortion = lens.distortion.copy()
    distortion[0] += shared[1]
    return Lens(matrix, distortion, lens.size, calibrated=False)


def _solve_shared(problems: list[_Problem], lens: Lens) -> Floats:
    """Focal length (share) and k1 (sum) that suit all frames: Gauss-Newton with each frame's own unknowns eliminated."""
    shared = np.zeros(2)
    prior = np.diag([1 / PRIOR_FOCAL**2, 1 / PRIOR_K1**2])
    for _ in range(6):
        normal, right = prior.copy(), -prior @ shared
        for problem in problems:
            reduced, vector = problem.reduced(with_shared(lens, shared))
            normal += reduced
            right += vector
        shared = np.clip(shared + np.linalg.solve(normal, right), -FARTHEST, FARTHEST)
    return shared


class _Problem:
    """One frame's corners with its unknowns: rotation (3), translation (3), growth of the squares (1)."""

    def __init__(self, found: Mapping[int, Corners], markers: Markers, lens: Lens) -> None:
        ids = sorted(found)
        flat = np.concatenate([markers.corners_mm(marker) for marker in ids])
        centres = np.concatenate([np.tile(np.asarray(markers.centres_mm[marker], dtype=np.float64), (4, 1)) for marker in ids])
        height = np.full(len(flat), -markers.height_mm)
        self._points = np.column_stack([flat, height])
        self._spread = np.column_stack([flat - centres, np.zeros(len(flat))])
        self._pixels: Floats = np.concatenate([found[marker] for marker in ids])
        self._unknowns: Floats = np.zeros(7)
        _, rotation, translation = cv2.solvePnP(
            self._points, self._pixels, lens.matrix, lens.distortion, flags=cv2.SOLVEPNP_IPPE
        )
        self._unknowns[:6] = np.concatenate([rotation.reshape(3), translation.reshape(3)])

    def pose(self, lens: Lens) -> Pose:
        for _ in range(8):
            errors, by_own, _ = self._linear(lens)
            normal, right = self._normal(errors, by_own)
            step = np.linalg.solve(normal, right)
            self._unknowns = self._unknowns + step
            if np.abs(step).max() < SETTLED:
                break
        errors, _, _ = self._linear(lens)
        residual = float(np.hypot(errors[::2], errors[1::2]).max())
        return Pose(self._unknowns[:3].copy(), self._unknowns[3:6].copy(), lens, residual)

    def reduced(self, lens: Lens) -> tuple[Floats, Floats]:
        """Normal matrix (2, 2) and right side (2,) for focal length and k1 after this frame's own unknowns are solved for."""
        self.pose(lens)
        errors, by_own, by_lens = self._linear(lens)
        normal, right = self._normal(errors, by_own)
        weights = _weights(errors)
        cross = by_own.T @ (by_lens * weights[:, None])
        gain = np.linalg.solve(normal, cross)
        weighted = by_lens.T * weights
        return weighted @ by_lens - cross.T @ gain, weighted @ errors - gain.T @ right

    def _normal(self, errors: Floats, by_own: Floats) -> tuple[Floats, Floats]:
        weighted = by_own.T * _weights(errors)
        normal, right = weighted @ by_own, weighted @ errors
        normal[6, 6] += 1 / PRIOR_SHRINK**2
        right[6] -= self._unknowns[6] / PRIOR_SHRINK**2
        return normal, right

    def _linear(self, lens: Lens) -> tuple[Floats, Floats, Floats]:
        """Errors (2n,), their derivatives by this frame's unknowns (2n, 7) and by focal length and k1 (2n, 2)."""
        points = self._points + self._unknowns[6] * self._spread
        rotation, translation = self._unknowns[:3], self._unknowns[3:6]
        px, slopes = cv2.projectPoints(points, rotation, translation, lens.matrix, lens.distortion)
        jacobian = np.asarray(slopes, dtype=np.float64)
        moved, _ = cv2.projectPoints(points + 1e-3 * self._spread, rotation, translation, lens.matrix, lens.distortion)
        by_growth = np.asarray((np.asarray(moved) - np.asarray(px)).reshape(-1) / 1e-3, dtype=np.float64)
        by_own = np.column_stack([jacobian[:, :6], by_growth])
        by_focal = jacobian[:, 6] * lens.matrix[0, 0] + jacobian[:, 7] * lens.matrix[1, 1]
        by_lens = np.column_stack([by_focal, jacobian[:, 10]])
        errors = np.asarray(self._pixels - np.asarray(px).reshape(-1, 2), dtype=np.float64).reshape(-1)
        return errors, by_own, by_lens


def _weights(errors: Floats) -> Floats:
    """Weights (2n,): a corner under a sleeve is found in the wrong place, so far off corners lose their say."""
    far = np.repeat(errors[::2] ** 2 + errors[1::2] ** 2, 2)
    return np.asarray(1 / (CORNER_PX**2 * (1 + far / OUTLIER_PX**2)), dtype=np.float64)
