"""Has the camera moved at all?  A few dozen small windows of the frame, compared with how they looked when the pose was found.

One step of least squares a window says how far its contents have shifted, whatever the light does; together they say how
far the board's corners have.  A hand over some of the windows leaves enough others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.follow import Fit, slopes, windows
from vision.lens import Floats
from vision.view import Grey

SIDE = 15
"""Side of a window, px of the full picture."""
BUCKETS = (8, 6)
"""At most one window in each of these parts of the picture, across and down."""
EXPLAINED = 0.6
"""Share of a window's contrast that its old contents must explain."""
LEAST_WINDOWS, LEAST_SHARE = 10, 0.35
"""So many windows, and such a share of them, must be seen as before."""
UNMOVED_PX = 0.3
"""Board corners that seem to have moved less have not."""
WOBBLE_PX = 0.25
"""A window shifted by so much more than the others has half a say."""


class Watch:
    """Windows of the frame in which a pose was found."""

    def __init__(self, grey: Grey, fit: Fit, points_mm: Floats, corners_mm: Floats) -> None:
        """`points_mm` (n, 3) are the points of the view that was followed."""
        chosen = _spread_out(fit.places, fit.agree, (grey.shape[1], grey.shape[0]))
        self._places = np.round(fit.places[chosen]).astype(np.float32)
        wide = windows(grey, self._places, SIDE + 2).reshape(-1, SIDE + 2, SIDE + 2)
        inner = wide[:, 1:-1, 1:-1].reshape(len(wide), -1)
        across = (wide[:, 1:-1, 2:] - wide[:, 1:-1, :-2]).reshape(len(wide), -1) / 2
        down = (wide[:, 2:, 1:-1] - wide[:, :-2, 1:-1]).reshape(len(wide), -1) / 2
        self._basis = np.stack([inner, np.ones_like(inner), across, down], axis=1)
        square = self._basis @ self._basis.transpose(0, 2, 1) + np.diag([1.0, 1e-3, 10.0, 10.0]).astype(np.float32)
        self._solve = np.linalg.solve(square, self._basis)
        # What a change of the pose does to the windows, and from there to the corners of the board.
        _, self._by_pose = slopes(fit.pose, points_mm[chosen])
        _, self._at_corners = slopes(fit.pose, np.column_stack([corners_mm, np.zeros(len(corners_mm))]))

    def unmoved(self, grey: Grey) -> bool:
        """True when enough windows show what they did, where they did."""
        if len(self._places) < LEAST_WINDOWS:
            return False
        now = windows(grey, self._places, SIDE)
        known = (self._solve @ now[..., None])[..., 0]
        left = now - (known[:, None] @ self._basis)[:, 0]
        contrast = np.maximum(now.var(axis=1), 1.0)
        seen = (left.var(axis=1) < (1 - EXPLAINED) * contrast) & (known[:, 0] > 0.2)
        if np.count_nonzero(seen) < max(LEAST_WINDOWS, LEAST_SHARE * len(seen)):
            return False
        shifts = -known[seen, 2:] / known[seen, :1]
        return self._corner_shift(np.repeat(seen, 2), shifts.astype(np.float64)) < UNMOVED_PX

    def _corner_shift(self, rows: NDArray[np.bool_], shifts: Floats) -> float:
        """How far (px) the farthest corner of the board has moved if windows have by `shifts` (n, 2)."""
        by_pose = self._by_pose[rows]
        change: Floats = np.zeros(6)
        for _ in range(4):
            off = shifts.reshape(-1) - by_pose @ change
            far = np.repeat(off[::2] ** 2 + off[1::2] ** 2, 2)
            weighted = by_pose.T / (1 + far / WOBBLE_PX**2) ** 2
            change = np.asarray(np.linalg.lstsq(weighted @ by_pose, weighted @ shifts.reshape(-1), rcond=None)[0])
        moved = (self._at_corners @ change).reshape(-1, 2)
        return float(np.hypot(moved[:, 0], moved[:, 1]).max())


def _spread_out(places: Floats, agree: NDArray[np.bool_], size: tuple[int, int]) -> NDArray[np.int64]:
    """The clearest agreeing place of each part of the picture: their numbers."""
    part = np.clip(places / (np.array(size) / BUCKETS), 0, np.array(BUCKETS) - 1).astype(int)
    bucket = np.where(agree, part[:, 1] * BUCKETS[0] + part[:, 0], -1)
    # Points are listed clearest first, and `unique` keeps the first of each.
    numbers, first = np.unique(bucket, return_index=True)
    return np.asarray(first[numbers >= 0], dtype=np.int64)
