"""Where pieces are looked for next: the spots that are strangest by now."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.light import Array

HEAT = 2.0
"""Mean cost of 5 x 5 pixels from which on something is looked for there."""
LEFT = 6
"""So far around a spot at which nothing was found, px of a plan of detail 1, nothing is looked for any more."""


class Heat:
    """The mean costs (h, w) around each pixel of a plan of that detail, 0 where there is no use in looking again, or where none
    of the pixels is one `where` (h, w) it is asked for."""

    def __init__(self, costs: Array, detail: int, where: NDArray[np.bool_] | None = None) -> None:
        self._detail = detail
        self._heat = self._of(costs)
        if where is not None:
            self._heat[cv2.dilate(where.astype(np.uint8), np.ones((4 * detail + 1,) * 2, np.uint8)) == 0] = 0

    def hottest(self) -> tuple[int, int, float]:
        """The strangest spot (u, v), and how strange it is."""
        v, u = divmod(int(self._heat.argmax()), self._heat.shape[1])
        return u, v, float(self._heat[v, u])

    def again(self, costs: Array, spot: tuple[int, int], reach: int) -> None:
        """Tell the heat anew up to `reach` from a spot where something was laid."""
        here = _around(spot, reach, reach)
        self._heat[here] = np.where(self._heat[here] == 0, 0, self._of(costs[here]))

    def leave(self, spot: tuple[int, int]) -> None:
        """Nothing known explains this: do not look here again."""
        near = LEFT * self._detail
        self._heat[_around(spot, near, near + 1)] = 0

    def _of(self, costs: Array) -> Array:
        return np.asarray(cv2.boxFilter(costs, -1, (4 * self._detail + 1,) * 2), dtype=np.float32)


def centre_of_mass(costs: Array, spot: tuple[int, int], reach: int) -> tuple[int, int]:
    """The centre of mass (u, v) of what is unexplained around a spot."""
    rows, cols = _around(spot, reach, reach)
    mass = np.maximum(costs[rows, cols] - 1.0, 0)
    total = max(float(mass.sum()), 1e-6)
    down, right = mass.sum(axis=1) @ np.arange(mass.shape[0]), mass.sum(axis=0) @ np.arange(mass.shape[1])
    return round(cols.start + float(right) / total), round(rows.start + float(down) / total)


def _around(spot: tuple[int, int], before: int, behind: int) -> tuple[slice, slice]:
    """Rows and columns around a spot (u, v)."""
    u, v = spot
    return slice(max(0, v - before), v + behind), slice(max(0, u - before), u + behind)
