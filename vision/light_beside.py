"""The light beside the grid, told by the printed zones and the bare table in them.

The light on the tiles, carried on to where no tile lies, goes astray where an arm keeps the window's light from one side of the
board.  What was taught of the zones tells it there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from vision.board import board_at
from vision.footprints import Numbers
from vision.light import Array
from vision.rectify import Plan
from vision.zones import GUESSED, ZonePrint

BEYOND = 1.3
"""So far from the middle of the grid, in halves of it, its own tiles tell the light no more."""
DARK = 30.0
"""Pixels with a darker channel tell next to nothing."""
LEAST = 12
"""So many coarse pixels tell the light of a part."""
USUAL = 0.08
"""By how much the logarithms of the pixels' gains are apart where nothing lies there; more speaks for a piece or a hand."""
FARTHEST, TINTED = 0.35, 0.15
"""By how much, in logarithms, the light of a part may differ from that of the tiles, carried on to it, and its channels among
each other."""
WEIGHT = 0.5
"""What a part says beside what a tile says."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A piece of a zone, about a cell large: the flat numbers of its coarse pixels in the plan, how they look in art light
    (n, 3), and where it is, in halves of the grid from its middle."""

    pixels: Numbers
    art: Array
    at: NDArray[np.float64]


def parts_of(prints: Sequence[ZonePrint], plan: Plan, layout: Layout) -> list[Part]:
    """The parts of all zones that lie well outside the grid, for plans of coarse pixels, `coarse_px` of a half plan wide."""
    if not prints:
        return []
    px, size = prints[0].coarse_px, (plan.size[0] // 2, plan.size[1] // 2)
    picture, known = np.zeros((size[1], size[0], 3), np.float32), np.zeros((size[1], size[0]), np.float32)
    for zone in prints:
        left, upper, right, lower = zone.block
        sure = zone.mask > (1 + GUESSED) / 2
        picture[upper:lower, left:right][sure] = zone.art[sure]
        known[upper:lower, left:right][sure] = 1
    coarse = (size[0] // px, size[1] // px)
    small = np.asarray(cv2.resize(picture, coarse, interpolation=cv2.INTER_AREA), dtype=np.float32)
    whole = cv2.resize(known, coarse, interpolation=cv2.INTER_AREA) > 0.99
    told, side = (whole & (small.min(axis=2) > DARK)), plan.cell // (2 * px)
    parts = []
    for upper in range(0, coarse[1], side):
        for left in range(0, coarse[0], side):
            down, across = np.nonzero(told[upper : upper + side, left : left + side])
            if len(down) < LEAST:
                continue
            v, u = down + upper, across + left
            # The middle of coarse pixel n is at (n + 1/2) * 2 * px of the plan.
            middle = (np.array([u.mean(), v.mean()]) + 0.5) * 2 * px - 0.5
            at = board_at(layout, plan.to_mm(middle[None]))[0]
            if np.abs(at).max() > BEYOND:
                parts.append(Part(v * coarse[0] + u, small[v, u], at))
    return parts


def gains_beside(quarter: Array, parts: Sequence[Part]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Log gains (n, 3) of the parts in a plan of coarse pixels (h, w, 3), and their weights (n,)."""
    flat = quarter.reshape(-1, 3)
    gains, weights = np.zeros((len(parts), 3)), np.zeros(len(parts))
    for n, part in enumerate(parts):
        each = np.log(np.maximum(flat[part.pixels], 1.0) / part.art)
        gains[n] = np.median(each, axis=0)
        apart = float(np.median(np.abs(each - gains[n]).max(axis=1)))
        weights[n] = WEIGHT / (1 + (apart / USUAL) ** 4)
    return gains, weights
