"""In which cell or zone of the table a point lies."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Cell, Place

BEYOND_MM = 5.0
"""So far from a zone's outline a flat piece still lies in that zone: on others it lies higher than is known, and is seen farther
from below the camera than it lies.  (On 71 tables seven wedges of piles were seen up to 3.8 mm beyond, and one in a hand 5.6.)"""


class StandingAt:
    """The places of a layout."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._outlines = [(zone.place, np.array(zone.polygon_mm, dtype=np.float32)) for zone in layout.zones]

    def __call__(self, at: NDArray[np.float64], flat: bool = False) -> Place | None:
        """The cell or zone in which a point of the table lies (mm), or of a `flat` piece nearly does; None on the bare table."""
        layout = self._layout
        row, col = int(at[1] // layout.pitch_mm[1]), int(at[0] // layout.pitch_mm[0])
        if 0 <= row < layout.rows and 0 <= col < layout.cols:
            return Cell(row, col)
        point, beyond = (float(at[0]), float(at[1])), BEYOND_MM if flat else 0.0
        inside = [(cv2.pointPolygonTest(outline, point, flat), place) for place, outline in self._outlines]
        depth, place = max(inside, key=lambda each: each[0], default=(-np.inf, None))
        return place if depth > -beyond else None
