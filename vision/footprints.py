"""Which pixels every row of the piece bank covers: a window is mostly empty, and only what a piece hides need be compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.light import Array

LEAST_COVER = 0.002
"""A pixel that a piece covers less is left out."""
STEP = 64
"""Rows whose footprints differ by less than this many pixels (at a plan of detail 1) are compared together."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Footprint:
    """The rows of about one size: `number` of the group, whether its pieces are `flat` ones, `within` (m, k) flat numbers of the
    pixels in a row's window, `cover` (m, k) 0..1 and `tone` (m, k, 4) of these pixels, in units of a piece's noise."""

    number: int
    flat: bool
    within: NDArray[np.int16]
    cover: Array
    tone: Array


@dataclass(frozen=True, slots=True, eq=False)
class Dense:
    """Some rows laid out for matrix products: their `columns` of the result, whether their pieces are `flat` ones, `within` (p,)
    all pixels that any of them covers, `cover` (p, m), `paint` (p * 4, m) cover times tones, as products take them fastest,
    `power` (m,) sum of cover times squared tones."""

    columns: Numbers | slice
    flat: bool
    within: Numbers
    cover: Array
    paint: Array
    power: Array


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """Some rows laid out one beside the other, empty pixels and all: `within` (p,) all window pixels that any of them covers,
    `cover` (m, p) and `tones` (4, m, p) of these, and which are `flat` (m,)."""

    within: Numbers
    cover: Array
    tones: Array
    flat: NDArray[np.bool_]

    def of(self, some: Numbers) -> Planes:
        """Those of some of the rows, by their positions among them."""
        if len(some) == len(self.cover):
            return self
        return Planes(self.within, self.cover[some], self.tones[:, some], self.flat[some])


class Footprints:
    """The footprints of a whole bank: covers (rows, side, side), tones (rows, side, side, 4) in units of a piece's noise; some
    kinds are of flat pieces, which may throw back as much light as what they lie on."""

    def __init__(self, covers: Array, tones: Array, kinds: Numbers, flat_kinds: Sequence[bool], detail: int) -> None:
        rows, pixels = len(covers), covers.shape[1] * covers.shape[2]
        flat, inks = covers.reshape(rows, pixels), tones.reshape(rows, pixels, 4)
        inside = flat > LEAST_COVER
        most = np.zeros(int(kinds.max(initial=-1)) + 1, np.int64)
        np.maximum.at(most, kinds, inside.sum(axis=1))
        self.flat = np.array(flat_kinds, np.bool_)[kinds] if len(kinds) else np.zeros(0, np.bool_)
        classes = 2 * -(-most[kinds] // (STEP * detail**2)) + self.flat
        self.group, self.slot = np.zeros(rows, np.int64), np.zeros(rows, np.int64)
        self.groups: list[Footprint] = []
        for number, size in enumerate(np.unique(classes).tolist()):
            own = np.flatnonzero(classes == size)
            self.group[own], self.slot[own] = number, np.arange(len(own))
            most_inside = int(inside[own].sum(axis=1).max())
            within = np.sort(np.argsort(~inside[own], axis=1, kind="stable")[:, :most_inside], axis=1)
            cover = np.take_along_axis(flat[own], within, axis=1)
            tone = np.take_along_axis(inks[own], within[..., None], axis=1)
            # Numbers of pixels would take as much room as what is seen there.
            self.groups.append(Footprint(number, bool(size % 2), within.astype(np.int16), cover, tone))
        self._dense: dict[bytes, tuple[Dense, ...]] = {}
        self._planes: dict[bytes, Planes] = {}
        self._laid: tuple[bytes, dict[int, Numbers]] = (b"", {})

    def laid_out(self, offsets: Numbers) -> dict[int, Numbers]:
        """For groups, by number, the offsets (rows, k) in a frame of their window pixels, to be filled in when they are needed;
        `offsets` are those of all window pixels."""
        key = offsets[-1:].tobytes()
        if self._laid[0] != key:
            self._laid = key, {}
        return self._laid[1]

    def rest(self) -> None:
        """Let go of rows that were laid out for products; they are laid out anew when asked for."""
        self._dense.clear()
        self._planes.clear()
        self._laid = b"", {}

    def parted(self, rows: Numbers) -> Iterator[tuple[Footprint, Numbers, Numbers]]:
        """Of some rows those of each group: the group, their positions among `rows`, their slots in the group."""
        groups, slots = self.group[rows], self.slot[rows]
        order = np.argsort(groups, kind="stable")
        ends = np.searchsorted(groups[order], np.arange(len(self.groups) + 1)).tolist()
        for group, start, end in zip(self.groups, ends, ends[1:], strict=False):
            if end > start:
                at = order[start:end]
                yield group, at, slots[at]

    def of_row(self, row: int) -> tuple[Numbers, Array, Array]:
        """Of one row the pixels that it covers (k,), its cover (k,) and tones (k, 4) there."""
        group, slot = self.groups[int(self.group[row])], int(self.slot[row])
        inside = group.cover[slot] > LEAST_COVER
        return group.within[slot][inside].astype(np.int64), group.cover[slot][inside], group.tone[slot][inside]

    def dense(self, rows: Numbers) -> tuple[Dense, ...]:
        """Some rows for matrix products; made once for each choice of rows."""
        key = rows.tobytes()
        if key not in self._dense:
            self._dense[key] = tuple(_dense(group, at, slots) for group, at, slots in self.parted(rows))
        return self._dense[key]

    def planes(self, rows: Numbers) -> Planes:
        """Some rows one beside the other; made once for each choice of rows."""
        key = rows.tobytes()
        if key not in self._planes:
            self._planes[key] = self._laid_beside(rows)
        return self._planes[key]

    def _laid_beside(self, rows: Numbers) -> Planes:
        parts = list(self.parted(rows))
        shown = [group.within[slots][group.cover[slots] > LEAST_COVER] for group, _, slots in parts]
        within = np.unique(np.concatenate(shown)).astype(np.int64)
        cover, tones = np.zeros((len(rows), len(within)), np.float32), np.zeros((4, len(rows), len(within)), np.float32)
        for group, at, slots in parts:
            down, across = np.nonzero(group.cover[slots] > LEAST_COVER)
            place = np.searchsorted(within, group.within[slots][down, across])
            cover[at[down], place] = group.cover[slots][down, across]
            tones[:, at[down], place] = group.tone[slots][down, across].T
        return Planes(within, cover, tones, self.flat[rows])


def _dense(group: Footprint, columns: Numbers, slots: Numbers) -> Dense:
    within, inverse = np.unique(group.within[slots], return_inverse=True)
    place = inverse.reshape(len(slots), -1)
    cover = np.zeros((len(slots), len(within)), np.float32)
    np.put_along_axis(cover, place, group.cover[slots], axis=1)
    paint = np.zeros((len(slots), len(within), 4), np.float32)
    painted = group.cover[slots][..., None] * group.tone[slots]
    np.put_along_axis(paint, place[..., None], painted, axis=1)
    power = (painted * group.tone[slots]).sum(axis=(1, 2))
    cover, paint = (np.ascontiguousarray(each.reshape(len(slots), -1).T) for each in (cover, paint))
    first, last = int(columns[0]), int(columns[-1]) + 1
    # Rows of one size mostly follow each other, and a slice is written in a third of the time.
    there = slice(first, last) if np.array_equal(columns, np.arange(first, last)) else columns
    return Dense(there, group.flat, within.astype(np.int64), cover, paint, power)
