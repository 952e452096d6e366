"""Has the camera moved at all?  A few dozen small windows of the frame, compared with how they looked when the pose was found.

One step of least squares a window says how far its contents have shifted, whatever the light does; together they say how
far the board's corners have.  A hand over some of the windows leaves enough others.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.follow import Fit, slopes, windows
from vision.lens import Floats
from vision.light import Array
from vision.view import Grey, to_small

SIDE = 11
"""Side of a window, px of the halved picture."""
BUCKETS = (8, 6)
"""At most one window in each of these parts of the picture, across and down."""
EXPLAINED = 0.6
"""Share of a window's contrast that its old contents must explain."""
NOISE = 2.0
"""Grey values by which the camera's noise makes two pictures differ: nothing else is asked to explain it."""
LEAST_WINDOWS, LEAST_SHARE = 10, 0.35
"""So many windows, and such a share of them, must be seen as before."""
UNMOVED_PX = 0.3
"""Board corners that seem to have moved less have not."""
WOBBLE_PX = 0.25
"""A window shifted by so much more than the others has half a say."""


class Watch:
    """Windows of the frame in which a pose was found."""

    def __init__(
        self, grey: Grey, fit: Fit, points_mm: Floats, corners_mm: Floats, buckets: tuple[int, int] = BUCKETS
    ) -> None:
        """`points_mm` (n, 3) are the points of the view that was followed; one window is watched in each of the `buckets`."""
        agree = np.flatnonzero(fit.agree)
        places = np.round(to_small(fit.places[agree], 2.0))
        wide = windows(_halved(grey), places, SIDE + 2).reshape(-1, SIDE + 2, SIDE + 2)
        across: Array = (wide[:, 1:-1, 2:] - wide[:, 1:-1, :-2]).reshape(len(wide), -1) / np.float32(2)
        down: Array = (wide[:, 2:, 1:-1] - wide[:, :-2, 1:-1]).reshape(len(wide), -1) / np.float32(2)
        best = _spread_out(places, _clearness(across, down), (grey.shape[1] // 2, grey.shape[0] // 2), buckets)
        chosen, self._places, across, down = agree[best], places[best], across[best], down[best]
        inner = wide[best, 1:-1, 1:-1].reshape(len(best), -1)
        self._basis = np.stack([inner, np.ones_like(inner), across, down], axis=1)
        square = self._basis @ self._basis.transpose(0, 2, 1) + np.diag([1.0, 1e-3, 10.0, 10.0]).astype(np.float32)
        self._solve = np.linalg.solve(square, self._basis)
        # What a change of the pose does to the windows, and from there to the corners of the board.
        _, self._by_pose = slopes(fit.pose, points_mm[chosen])
        _, self._at_corners = slopes(fit.pose, np.column_stack([corners_mm, np.zeros(len(corners_mm))]))

    def unmoved(self, grey: Grey, most_px: float = UNMOVED_PX) -> bool:
        """True when enough windows show what they did, where they did, the board's corners less than `most_px` away."""
        if len(self._places) < LEAST_WINDOWS:
            return False
        now = windows(_halved(grey), self._places, SIDE)
        known = (self._solve @ now[..., None])[..., 0]
        left = now - (known[:, None] @ self._basis)[:, 0]
        contrast = now.var(axis=1)
        seen = (left.var(axis=1) < (1 - EXPLAINED) * contrast + NOISE**2) & (known[:, 0] > 0.2)
        if np.count_nonzero(seen) < max(LEAST_WINDOWS, LEAST_SHARE * len(seen)):
            return False
        shifts = -2 * known[seen, 2:] / known[seen, :1]
        return self._corner_shift(np.repeat(seen, 2), shifts.astype(np.float64)) < most_px

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


def _halved(grey: Grey) -> Grey:
    """At half the size: without most of the camera's noise."""
    return np.asarray(cv2.resize(grey, (grey.shape[1] // 2, grey.shape[0] // 2), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _clearness(across: Array, down: Array) -> Array:
    """How well windows with these slopes (n, pixels) tell a shift in their worst direction (n,)."""
    xx, yy, xy = (across * across).sum(axis=1), (down * down).sum(axis=1), (across * down).sum(axis=1)
    return np.asarray((xx + yy - np.sqrt((xx - yy) ** 2 + 4 * xy**2)) / 2, dtype=np.float32)


def _spread_out(
    places: NDArray[np.float32], clear: Array, size: tuple[int, int], buckets: tuple[int, int]
) -> NDArray[np.int64]:
    """The clearest place of each part of the picture: their numbers."""
    part = np.clip(places / (np.array(size) / buckets), 0, np.array(buckets) - 1).astype(int)
    order = np.argsort(-clear)
    # `unique` keeps the first of each.
    _, first = np.unique((part[:, 1] * buckets[0] + part[:, 0])[order], return_index=True)
    return np.asarray(order[first], dtype=np.int64)
