"""The drawings of all cells as they lie in the plan, each laid once for as long as it lies alike.

A board is painted over and over with all but one of its tiles where they were: for a window, or with one other drawing on trial.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.board import patches_at
from vision.channels import times
from vision.expected import Bounds, Canvas, Layer, bounds_of, laid_layer, tile_matrix
from vision.gloss import haze_at, hazed
from vision.light import Array, gains_at
from vision.tiles import Fits, turned

KEPT = 2**20
"""Bytes of laid drawings that are kept from one reading to the next: those around what changes."""
PATCHES = 4
"""Patches of a drawing, each way, over which its haze is told: of a tile at the edge of a lamp's haze one side has more of it."""
POINT = np.zeros(2)
DIMMEST, BRIGHTEST = 0.85, 1.18
"""Bounds of a tile's own gains beside those of the smooth light."""


class TileLayers:
    """The drawings `art` (looks, n, n, 3), seen bare where `seen` (looks, n, n) is 1, laid `side` px wide around the middles of
    cells, `nominal` (cells, 2) px of the plan; `at` (cells, 2) are these in units of half the grid, `block` px a coarse pixel,
    and `width` (2,) how wide drawings are in those units."""

    def __init__(
        self, art: Array, seen: NDArray[np.floating], side: float, nominal: NDArray[np.float64], at: NDArray[np.float64],
        block: int, width: NDArray[np.float64] = POINT,
    ) -> None:  # fmt: skip
        self._patches = patches_at(at, width, PATCHES)
        self._art, self._seen, self._side, self._nominal, self._at, self._block = art, seen, side, nominal, at, block
        self._laid: dict[int, tuple[bytes, Bounds, Layer]] = {}

    @property
    def size(self) -> tuple[int, int]:
        """Height and width of a drawing."""
        return self._art.shape[1], self._art.shape[2]

    def seen(self, row: int) -> Array:
        """Which pixels (n, n) of a drawing, turned as a bank row, were ever seen bare."""
        return turned(np.asarray(self._seen[row // 4], dtype=np.float32), row % 4)

    def matrix(self, fits: Fits, place: int) -> NDArray[np.float64]:
        """Affine matrix (2, 3) that lays the drawing of a cell into the plan where it was found."""
        unknowns = fits.unknowns[place, 0]
        middle = self._nominal[place] + unknowns[3:5] * self._block
        return tile_matrix(self._art.shape[1], self._side, middle, float(unknowns[5]))

    def near(
        self, canvas: Canvas, corners: NDArray[np.int64], size: int, fits: Fits, light: Array, haze: Array | None = None
    ) -> Iterator[Layer]:
        """The drawings of the cells around what is painted, whose blocks, `size` px wide, have those upper left corners
        (cells, 2), in smooth light and under smooth haze."""
        places = canvas.meets(corners, size)
        smooth = gains_at(light, self._at[places])
        over = [None] * len(places) if haze is None else list(self._hazes(haze)[places])
        for place, gains, own in zip(places.tolist(), smooth, over, strict=True):
            key = fits.rows[place, :1].tobytes() + fits.unknowns[place, 0].tobytes() + gains.tobytes()
            key += b"" if own is None else own.tobytes()
            matrix = self.matrix(fits, place)
            within = shared_bounds(bounds_of(self.size, matrix), canvas.bounds)
            if within is None:
                continue
            known = self._laid.get(place)
            if known is None or known[0] != key or not contains(known[1], within):
                # Of most tiles around a window only a rim lies in it.
                drawing, seen = self._drawing(fits, place, gains, own), self.seen(int(fits.rows[place, 0]))
                layer = laid_layer(drawing, matrix, seen=seen, within=within)
                assert layer is not None
                known = self._laid[place] = key, within, layer
            yield known[2]

    def forget(self) -> None:
        """Keep no more than a few: all of a board are needed only while it is read whole."""
        if sum(layer.picture.nbytes for _, _, layer in self._laid.values()) > KEPT:
            self._laid.clear()

    def _hazes(self, haze: Array) -> Array:
        """Smooth haze (cells, PATCHES, PATCHES, 3) over the patches of all drawings."""
        return haze_at(haze, self._patches).reshape(-1, PATCHES, PATCHES, 3)

    def _drawing(self, fits: Fits, place: int, gains: Array, haze: Array | None) -> Array:
        """The drawing (n, n, 3) of a cell in its own light and under its haze."""
        own = own_gains(fits.of(slice(place, place + 1)), gains)[0]
        # Turned when they are needed: four times all drawings are tens of megabytes.
        row = int(fits.rows[place, 0])
        drawing = times(turned(self._art[row // 4], row % 4), own)
        return drawing if haze is None else hazed(drawing, gains, haze)


def shared_bounds(tile: tuple[tuple[int, int], tuple[int, int]], other: Bounds) -> Bounds | None:
    """The bounds of what two rectangles have in common, None when that is nothing."""
    (left, upper), (right, lower) = tile
    both = max(left, other[0]), max(upper, other[1]), min(right, other[2]), min(lower, other[3])
    return both if both[0] < both[2] and both[1] < both[3] else None


def contains(outer: Bounds, inner: Bounds) -> bool:
    """Whether a rectangle holds all of another."""
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def own_gains(fits: Fits, gains: Array) -> Array:
    """The light of tiles (places, 3) beside the smooth light with those gains (places, 3), within bounds."""
    return np.asarray(np.clip(fits.unknowns[:, 0, :3] / gains, DIMMEST, BRIGHTEST), dtype=np.float32)
