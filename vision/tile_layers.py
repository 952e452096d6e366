"""The drawings of all cells as they lie in the plan, each laid once for as long as it lies alike.

A board is painted over and over with all but one of its tiles where they were: for a window, or with one other drawing on trial.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from vision.channels import times
from vision.expected import Bounds, Canvas, Layer, bounds_of, laid_layer, tile_matrix
from vision.gloss import haze_at, haze_over, hazed
from vision.glow import light_on
from vision.light import Array, gains_at
from vision.tiles import SEEN, Fits, turned

KEPT = 2**20
"""Bytes of laid drawings that are kept from one reading to the next: those around what changes."""
DIMMEST, BRIGHTEST = 0.85, 1.18
"""Bounds of a tile's own gains beside those of the smooth light."""

Corners = tuple[tuple[int, int], tuple[int, int]]
"""Upper left and lower right bounds of what a drawing covers, px."""
Lit = tuple[int, Array, Array]
"""A cell's number, the gains (3,) of the smooth light and the smooth haze (3,) there."""


class TileLayers:
    """The drawings `art` (looks, n, n, 3), seen bare where `seen` (looks, n, n) is 1, laid `side` px wide around the middles of
    cells, `nominal` (cells, 2) px of the plan; `at` (cells, 2) are these in units of half the grid, `block` px a coarse pixel
    that is `pixel` (2,) wide and high in these units."""

    def __init__(
        self, art: Array, seen: NDArray[np.floating], side: float, nominal: NDArray[np.float64], at: NDArray[np.float64],
        block: int, pixel: NDArray[np.float64] | None = None,
    ) -> None:  # fmt: skip
        self._art, self._seen, self._side, self._nominal, self._at, self._block = art, seen, side, nominal, at, block
        self._pixel = np.zeros(2) if pixel is None else pixel * side / (block * art.shape[1])
        """Width and height of a drawing's pixel in units of half the grid."""
        self._whole = [bool(each.all()) for each in seen]
        self._laid: dict[int, tuple[bytes, Corners, Bounds, Layer]] = {}

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
        self, canvas: Canvas, corners: NDArray[np.int64], size: int, light: Array, haze: Array | None = None
    ) -> Iterator[Lit]:
        """The cells around what is painted, whose blocks, `size` px wide, have those upper left corners (cells, 2), each with its
        smooth light and haze."""
        places = canvas.meets(corners, size)
        smooth = gains_at(light, self._at[places])
        over = np.zeros((len(places), 3), np.float32) if haze is None else haze_at(haze, self._at[places])
        return zip(places.tolist(), smooth, over, strict=True)

    def layer(self, painted: Bounds, fits: Fits, lit: Lit, haze: Array | None = None) -> Layer | None:
        """The drawing of a cell so lit, under haze that is told for each of its pixels, as far as it lies in what is painted, and
        None when it does not."""
        place, gains, own = lit
        key = fits.rows[place, :1].tobytes() + fits.unknowns[place, 0].tobytes() + gains.tobytes() + own.tobytes()
        key += b"" if fits.glow is None else fits.glow[place, 0].tobytes()
        known, matrix = self._laid.get(place), None
        if known is not None and known[0] == key:
            bounds, laid = known[1], known[2:]
        else:
            matrix = self.matrix(fits, place)
            bounds, laid = bounds_of(self.size, matrix), None
        within = shared_bounds(bounds, painted)
        if within is None:
            return None
        if laid is None or not contains(laid[0], within):
            # Of most tiles around a window only a rim lies in it.
            row, none = int(fits.rows[place, 0]), haze is None and fits.glow is None
            drawing = self._drawing(fits, place, gains, None if none else self._over(fits, place, haze))
            seen = None if self._whole[row // 4] else self.seen(row)
            layer = laid_layer(drawing, self.matrix(fits, place) if matrix is None else matrix, seen=seen, within=within)
            assert layer is not None
            laid = within, layer
            self._laid[place] = key, bounds, *laid
        return laid[1]

    def _over(self, fits: Fits, place: int, haze: Array | None) -> Array:
        """The light (n, n, 3) added to a place by haze and by what it throws back itself."""
        light = np.zeros((*self.size, 3), np.float32)
        if haze is not None:
            light += haze_over(haze, self._at[[place]], self._pixel, self._art.shape[1]).reshape(light.shape)
        if fits.glow is not None and fits.glow[place, 0].any():
            light += light_on(fits.glow[[place], 0], self._art.shape[1], self._side / (self._block * SEEN)).reshape(light.shape)
        return light

    def forget(self) -> None:
        """Keep no more than a few: all of a board are needed only while it is read whole."""
        if sum(layer.picture.nbytes for *_, layer in self._laid.values()) > KEPT:
            self._laid.clear()

    def _drawing(self, fits: Fits, place: int, gains: Array, haze: Array | None) -> Array:
        """The drawing (n, n, 3) of a cell in its own light and under its haze."""
        own = own_gains(fits.of(slice(place, place + 1)), gains)[0]
        # Turned when they are needed: four times all drawings are tens of megabytes.
        row = int(fits.rows[place, 0])
        drawing = times(turned(self._art[row // 4], row % 4), own)
        return drawing if haze is None else hazed(drawing, gains, haze)


def shared_bounds(tile: Corners, other: Bounds) -> Bounds | None:
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
