"""What is expected of a frame, and what is kept of it to read a part of the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.again import Box, cropped
from vision.expected import GUESS, Expected
from vision.frame import Picture
from vision.kept_board import KeptBoard
from vision.light import Array
from vision.pose import Pose
from vision.rectify import Rectifier
from vision.sharp_edges import Edged, edge_shares, with_sharp_edges
from vision.steady import Small
from vision.steps import Steps
from vision.table_art import SeenTable
from vision.zone_table import ZoneLight


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """What is kept of the frame read last, to read a part of the next one.

    `small` is the shrunk picture, `lit` that of the frame of which all was read last, `quarter` the plan's coarse pixels,
    `board` the bare board as it was painted, `paint` for every printed zone (h, w, 3) what it is brighter than in smooth
    light, `shares` what is left of the spread at the edges of each tile and zone, `on_table` where the table is shown instead of
    guesses and `lights` those on it, `relit` (blocks of coarse pixels) where shadows or mirrors were taken out, `shadow` (3,)
    what shadows take of each channel, `parts` how many frames have been read in part since all was.  Half scale unless said
    otherwise.
    """

    small: Small
    lit: Small
    steps: Steps
    quarter: Array
    board: KeptBoard
    paint: tuple[Array, ...]
    shares: tuple[float, ...]
    on_table: NDArray[np.bool_]
    lights: tuple[ZoneLight, ...]
    table: SeenTable
    relit: NDArray[np.bool_]
    shadow: Array | None
    parts: int = 0

    def painted(self, board: Expected, box: Box, zones: Sequence[Box]) -> Expected:
        """The board in a window with the printed zones, at those bounds, as bright as they were when all was read."""
        for block, paint in zip(zones, self.paint, strict=True):
            here = max(block[0], box[0]), max(block[1], box[1]), min(block[2], box[2]), min(block[3], box[3])
            if here[0] < here[2] and here[1] < here[3]:
                own = cropped(paint, (here[0] - block[0], here[1] - block[1], here[2] - block[0], here[3] - block[1]))
                cropped(board.picture, (here[0] - box[0], here[1] - box[1], here[2] - box[0], here[3] - box[1]))[:] += own
        return board

    def sharper(self, bare: Expected, half: Array, box: Box, parts: Sequence[Edged]) -> Expected:
        """The bare board in a window, the edges of each part as sharp as it shows where all of it is in the window, else as they
        were when all was read: what stood there then may have hidden them."""
        left, upper, right, lower = box
        moved = [part.seen_from(left, upper) for part in parts]
        bounds = [part.block for part in moved]
        inside = [min(u0, v0) >= 0 and u1 <= right - left and v1 <= lower - upper for u0, v0, u1, v1 in bounds]
        shown = iter(edge_shares(bare, half, [part for part, whole in zip(moved, inside, strict=True) if whole]))
        shares = [next(shown) if whole else was for whole, was in zip(inside, self.shares, strict=True)]
        return with_sharp_edges(bare, moved, shares)


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """What is expected of a table: its `ground` at the plan's scale, and at half of it (h, w) the `bare` board, with the table
    around it `expected`; `table`, `paint`, `shares`, `on_table` and `lights` as they are kept."""

    ground: Expected
    bare: Expected
    expected: Expected
    table: SeenTable
    paint: tuple[Array, ...]
    shares: tuple[float, ...]
    on_table: NDArray[np.bool_]
    lights: tuple[ZoneLight, ...]

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """Where (h, w) a drawing is expected, and no guess."""
        return np.asarray(self.bare.known & (self.bare.spread < GUESS), dtype=np.bool_)

    def in_shadow(self, shadow: Array | None) -> Laid:
        """The same where shadows take that of each channel."""
        return replace(self, expected=replace(self.expected, shadow=shadow))


def renew(
    plan: Picture, quarter: Array, rectifier: Rectifier, picture: Picture, pose: Pose, box: Box, inner: NDArray[np.bool_]
) -> None:
    """Put what is seen in a window (half plan) into the plan and its coarse pixels, where it has changed (`inner`)."""
    fine = (2 * box[0], 2 * box[1], 2 * box[2], 2 * box[3])
    seen, here = rectifier.window(picture, pose, fine), cropped(inner, box).astype(np.uint8)
    cv2.copyTo(seen, cv2.resize(here, seen.shape[1::-1], interpolation=cv2.INTER_NEAREST), cropped(plan, fine))
    block = plan.shape[1] // quarter.shape[1]
    left, upper, right, lower = (bound // block for bound in fine)
    coarse = cv2.resize(cropped(plan, fine), (right - left, lower - upper), interpolation=cv2.INTER_AREA)
    quarter[upper:lower, left:right] = np.asarray(coarse, dtype=np.float32)
