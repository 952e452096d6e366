"""Which part of the table has to be looked at again, when most of it looks as it did when it was read last.

    1 what has changed in the shrunk picture    2 which places that touches    3 the pieces that stood there, and what they
    covered    4 windows around all that

Everything is reckoned in blocks of the half plan, BLOCK pixels wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Cell, Place
from vision.expected import half_to_mm, to_half
from vision.frame import Picture
from vision.pose import Pose
from vision.rectify import Plan
from vision.steady import SHRINK, Small, changed_pixels

BLOCK = 4
EVEN = 8
"""Bounds of windows are multiples of this: there the map from picture to plan is reckoned."""
FAINTLY = 4.0
"""Grey values by which a small pixel must differ, so that what lies there is looked at again."""
MOST_CHANGED = 0.4
"""When more than that share of the board has to be looked at again, all of it is."""
DRIFT = 0.04
"""So may the light have changed since all of the board was read."""
AROUND = 2
"""So many blocks around what has changed are looked at too."""
RIM = 8
"""What changes within so many pixels of a place's rim is its neighbour's."""
LOOSENED = 1
"""A piece so near (blocks) to what has changed is looked for again."""

AnyType = TypeVar("AnyType", bound=np.generic)
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]
"""Left, upper, right, lower bound."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """What is looked at again: `inner` (h, w) pixels of the half plan, `places` that it touches, `windows` of the half plan with
    room for whole pieces around it, `kept` numbers of the pieces that stay as they were found."""

    inner: Mask
    places: frozenset[Place]
    windows: tuple[Box, ...]
    kept: tuple[int, ...]


def boxes_of(plan: Plan, layout: Layout, blocks: Mapping[Place, Box]) -> dict[Place, Box]:
    """The bounds of all cells, which are among the `blocks`, and of all zones, in the half plan."""
    places: dict[Place, Box] = {cell: blocks[cell] for cell in layout.cells()}
    for zone in layout.zones:
        outline = to_half(plan, np.array(zone.polygon_mm))
        low, high = np.floor(outline.min(axis=0)).astype(int), np.ceil(outline.max(axis=0)).astype(int)
        places[zone.place] = (int(low[0]), int(low[1]), int(high[0]), int(high[1]))
    return places


class Blocks:
    """The blocks of one table's half plan, and where they are in the picture of a camera at rest."""

    def __init__(self, plan: Plan, places: Mapping[Place, Box]) -> None:
        """`places` are the bounds of cells and zones in the half plan."""
        self._size = (plan.size[0] // 2, plan.size[1] // 2)
        self.shape = (-(-self._size[1] // BLOCK), -(-self._size[0] // BLOCK))
        """Rows and columns of blocks."""
        self._plan, self._places = plan, {place: self._blocks(box) for place, box in places.items()}
        self._inside = {place: self._blocks(_shrunk(box)) for place, box in places.items()}
        self._pose: Pose | None = None
        self._at = np.zeros((0, 2), np.int16)

    def _blocks(self, box: Box) -> tuple[slice, slice]:
        left, upper, right, lower = box
        return slice(max(upper // BLOCK, 0), -(-lower // BLOCK)), slice(max(left // BLOCK, 0), -(-right // BLOCK))

    def changed(self, before: Small, now: Small, pose: Pose) -> Mask | None:
        """The blocks that look otherwise than before; None when that may be the light, or is most of the board."""
        differ = changed_pixels(before, now, least=FAINTLY)
        if self._pose is not pose:
            down, across = np.mgrid[: self.shape[0], : self.shape[1]]
            middles = np.stack([across, down], axis=-1).reshape(-1, 2) * BLOCK + (BLOCK - 1) / 2
            px = pose.project(half_to_mm(self._plan, middles), self._plan.height_mm)
            # Whole pixels: how halves are rounded differs from one OpenCV to the next.
            self._at, self._pose = np.rint((px + 0.5) / SHRINK - 0.5).reshape(*self.shape, 2).astype(np.int16), pose
        wide = cv2.dilate(differ.astype(np.uint8), np.ones((3, 3), np.uint8))
        there = cv2.remap(wide, self._at, None, cv2.INTER_NEAREST)  # type: ignore[call-overload]
        mask = np.asarray(there, dtype=np.uint8) > 0
        return mask if mask.mean() < MOST_CHANGED else None

    def beside(self, changed: Mask, cells: frozenset[Cell]) -> bool:
        """Whether anything has changed outside the cells, farther than what changes within them shows."""
        mask = changed.copy()
        for cell in cells:
            down, across = self._places[cell]
            mask[max(down.start - 1, 0) : down.stop + 1, max(across.start - 1, 0) : across.stop + 1] = False
        return bool(mask.any())

    def part(
        self, changed: Mask, boxes: Sequence[Box], where: Sequence[Place | None], whole: frozenset[Cell], room: int
    ) -> Part | None:
        """What is to be looked at again; None when that is most of the board.

        `boxes` are the bounds of the pieces found, `where` their places, `whole` the places that are always read as a whole,
        `room` pixels are left around.
        """
        covers = [self._blocks(box) for box in boxes]
        near = cv2.dilate(changed.astype(np.uint8), np.ones((2 * LOOSENED + 1,) * 2, np.uint8)) > 0
        places = {place for place, own in self._inside.items() if changed[own].any()}
        # Of a piece of which a part has changed the place is read anew, and with it all that stands there.
        places |= {place for place, own in zip(where, covers, strict=True) if place is not None and near[own].any()}
        loose = {n for n, (place, own) in enumerate(zip(where, covers, strict=True)) if near[own].any() or place in places}
        mask = changed.copy()
        for own in (*(self._places[place] for place in places & whole), *(covers[n] for n in loose)):
            mask[own] = True
        if mask.mean() >= MOST_CHANGED:
            return None
        wide = np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((2 * AROUND + 1,) * 2, np.uint8)), dtype=np.uint8)
        inner = cv2.resize(wide, None, fx=BLOCK, fy=BLOCK, interpolation=cv2.INTER_NEAREST)[: self._size[1], : self._size[0]] > 0
        kept = tuple(n for n in range(len(boxes)) if n not in loose)
        return Part(np.asarray(inner, dtype=np.bool_), frozenset(places), self._windows(wide, room), kept)

    def within(self, inner: Mask, marked: Mask) -> Mask:
        """Which of the marked blocks lie in what is looked at again."""
        size = (marked.shape[1], marked.shape[0])
        return marked & (cv2.resize(inner.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0)

    def _windows(self, mask: NDArray[np.uint8], room: int) -> tuple[Box, ...]:
        """Windows of the half plan around the parts of a mask of blocks, those that overlap joined; bounds multiples of EVEN."""
        _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        windows: list[Box] = []
        for left, upper, width, height, _ in stats[1:].tolist():
            low = [max((value * BLOCK - room) // EVEN * EVEN, 0) for value in (left, upper)]
            high = [
                min(-(-((value + size) * BLOCK + room) // EVEN) * EVEN, most)
                for value, size, most in zip((left, upper), (width, height), self._size, strict=True)
            ]
            windows.append((low[0], low[1], high[0], high[1]))
        return tuple(joined(windows))


def _shrunk(box: Box) -> Box:
    """The bounds without the rim."""
    left, upper, right, lower = box
    across, down = min(RIM, (right - left) // 3), min(RIM, (lower - upper) // 3)
    return left + across, upper + down, right - across, lower - down


def joined(windows: list[Box]) -> list[Box]:
    """Windows that overlap made one, until none do."""
    for n, one in enumerate(windows):
        for m, other in enumerate(windows[:n]):
            if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]:
                both = (min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3]))
                return joined([each for k, each in enumerate(windows) if k not in (n, m)] + [both])
    return windows


def same_light(before: Small, now: Small, most: float = DRIFT) -> bool:
    """Whether two shrunk pictures are about equally bright, but for such a share, wherever most of them shows the same."""
    ratio = np.median(now[::4, ::4] / np.maximum(before[::4, ::4], 1.0), axis=(0, 1))
    return bool(np.abs(ratio - 1).max() < most)


def cropped(image: NDArray[AnyType], box: Box) -> NDArray[AnyType]:
    """The window (left, upper, right, lower) of an image."""
    return image[box[1] : box[3], box[0] : box[2]]


def around(inner: Mask, box: Box) -> Box:
    """The smallest window within another that holds what is marked there, with bounds that are multiples of EVEN."""
    left, upper, width, height = cv2.boundingRect(cropped(inner, box).astype(np.uint8))
    low = [start + value // EVEN * EVEN for start, value in zip(box, (left, upper), strict=False)]
    high = [start - (-value // EVEN) * EVEN for start, value in zip(box, (left + width, upper + height), strict=False)]
    return low[0], low[1], min(high[0], box[2]), min(high[1], box[3])


def touched(before: Picture, after: Picture, block: int) -> Mask:
    """Where two plans differ, in blocks of `block` pixels."""
    off = cv2.cvtColor(cv2.absdiff(before, after), cv2.COLOR_BGR2GRAY)
    size = (off.shape[1] // block, off.shape[0] // block)
    return np.asarray(cv2.resize(off, size, interpolation=cv2.INTER_AREA), dtype=np.uint8) > 1
