"""Where something stands that the search did not recognise: more stays unexplained there than misfitting drawings leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from companion.core.grid import Place
from vision.again import Box
from vision.light import Array
from vision.pieces import HEAT

WINDOW = 5
"""Pixels across what the search looks at to find something unexplained, at a plan of detail 1."""
AS_MUCH = 1.0
"""So much, in nats for each pixel of the smallest large piece, stays unexplained where a piece was missed: missed mice left 1.7
and 5.7; in teaching pictures of a maze read by each other all places but one stayed below 0.6, that one at 1.5."""


def unrecognised(unexplained: Array, blocks: Mapping[Place, Box], box: Box, area: float, detail: int) -> frozenset[Place]:
    """The places wholly inside a window where so much stays unexplained as one large piece would.

    `unexplained` (h, w) are the window's costs, `blocks` the bounds of all places and `box` those of the window, px of the half
    plan (left, upper, right, lower); `area` is that of the smallest large piece, px of a plan of detail 1.
    """
    side, (left, upper) = WINDOW * detail, box[:2]
    over = np.maximum(cv2.blur(np.ascontiguousarray(unexplained, np.float32), (side, side)) - np.float32(HEAT), 0)
    least = AS_MUCH * area * detail**2
    inside = ((place, bounds) for place, bounds in blocks.items() if _within(bounds, box))
    return frozenset(
        place for place, (u0, v0, u1, v1) in inside if over[v0 - upper : v1 - upper, u0 - left : u1 - left].sum() > least
    )


def within_any(blocks: Mapping[Place, Box], windows: Sequence[Box]) -> frozenset[Place]:
    """The places that lie wholly inside one of the windows."""
    return frozenset(place for place, bounds in blocks.items() if any(_within(bounds, box) for box in windows))


def _within(bounds: Box, box: Box) -> bool:
    return bounds[0] >= box[0] and bounds[1] >= box[1] and bounds[2] <= box[2] and bounds[3] <= box[3]
