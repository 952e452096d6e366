"""The bare table as it was taught: what its colours do not tell.

A table shines where it mirrors a lamp, has planks, a cup stands on it for the whole evening.  As long as camera, table and lamps
stay, all of that looks as it did when the edition was taught.  Where the taught table is nearer to what is seen than the
table's usual colours are, it is expected; another table, or another light, is told by its colours alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import mean_of
from vision.hands import table_of
from vision.light import Array
from vision.palette import Palette, palette_of

OFFSET = 4.0
"""Added to grey values before they are compared as ratios."""
LEAST = 200
"""Taught pixels that must be seen bare for the table to be known again."""
SAMPLE = 6000
"""About so many of them tell how bright it is."""
SAME, LEAST_SPREAD = 1.6, 9.0
"""It is the same table where half of these pixels lie within so many of its spreads, of so many grey values at least."""
MOST_OTHER = 0.35
"""Logarithm of the ratio by which the light beside the board may differ from that on it otherwise than when it was taught."""
AROUND = 9
"""Pixels of the half plan, at detail 1, across the window in which the taught table is compared with its colours."""
CLEARLY = 30.0
"""Grey values from which on a pixel is something else than either."""
OFTEN = 2
"""So many teaching pictures must show a place bare: one of them may have had something there."""

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class SeenTable:
    """The table beside the board in one frame: its colours, and as it was taught, in art light and at the half plan's scale
    (h, w, 3) uint8, 0 where nobody knows; None on another table.  `detail` is the plan's."""

    palette: Palette
    taught: NDArray[np.uint8] | None = None
    detail: int = 1

    @property
    def spread(self) -> float:
        """The standard deviation of a grey value about the table's colours."""
        return self.palette.spread

    def painted(self, picture: Array, edge: int, where: NDArray[np.bool_] | None = None, box: Box | None = None) -> Array:
        """The table as it would look in a picture (h, w, 3) of the half plan, or of a `box` of it; see `Palette.painted`."""
        plain = self.palette.painted(picture, edge, where)
        if self.taught is None:
            return plain
        left, upper, right, lower = box or (0, 0, picture.shape[1], picture.shape[0])
        taught = self.taught[upper:lower, left:right]
        as_told = taught.astype(np.float32)
        by_colour, as_taught = (
            np.minimum(mean_of(np.asarray(cv2.absdiff(picture, each), dtype=np.float32)), CLEARLY) for each in (plain, as_told)
        )
        told = _told(taught)
        nearer = cv2.blur((by_colour - as_taught) * told, (AROUND * self.detail,) * 2) > 0
        cv2.copyTo(as_told, (nearer & told).astype(np.uint8), plain)
        return plain


def seen_table(
    half: Array, known: NDArray[np.bool_], beside: NDArray[np.bool_], art: NDArray[np.uint8] | None, detail: int = 1
) -> SeenTable:
    """The table of a half plan (h, w, 3) in art light, seen `beside` (h, w) what is `known` to be expected; `art` is the taught
    one (h, w, 3), 0 where nobody knows."""
    palette = table_of(half, known, beside)
    if art is None:
        return SeenTable(palette)
    told = _told(art)
    bare = np.flatnonzero(beside & ~known & told)
    if len(bare) < LEAST:
        return SeenTable(palette)
    bare = bare[:: max(1, len(bare) // SAMPLE)]
    # One channel after the other: a median down the columns of three takes twice as long.
    there = np.ascontiguousarray(art.reshape(-1, 3)[bare].T) + np.float32(OFFSET)
    shown = np.ascontiguousarray(half.reshape(-1, 3)[bare].T) + np.float32(OFFSET)
    brighter = np.median(shown / there, axis=1)
    off = np.abs(shown - there * brighter[:, None]).max(axis=0)
    if np.abs(np.log(brighter)).max() > MOST_OTHER or np.median(off) > SAME * max(palette.spread, LEAST_SPREAD):
        return SeenTable(palette)
    grey = np.arange(256, dtype=np.float32)[None, :, None]
    lit = np.clip((grey + np.float32(OFFSET)) * brighter - OFFSET, 1, 255).astype(np.uint8)
    palette = _of_cloth(palette, art[told], np.asarray(brighter, dtype=np.float32))
    return SeenTable(palette, np.asarray(cv2.copyTo(cv2.LUT(art, lit), told.astype(np.uint8)), dtype=np.uint8), detail)


def _of_cloth(seen: Palette, taught: NDArray[np.uint8], brighter: Array) -> Palette:
    """The colours of a table known again, from those of what is seen beside the board and from all that was `taught` (n, 3): of a
    cloth's figures hardly any may lie beside the board.  `brighter` (3,): how much so the table is now."""
    if len(seen.colours) > 1:
        return seen
    cloth = palette_of(taught[:: max(1, len(taught) // SAMPLE)].astype(np.float32))
    if len(cloth.colours) == 1:
        return seen
    colours = np.asarray(np.clip((cloth.colours + OFFSET) * brighter - OFFSET, 0, 255), dtype=np.float32)
    return Palette(colours, max(seen.spread, cloth.spread), cloth.shares)


def _told(art: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where (h, w) a table (h, w, 3) was taught."""
    blue, green, red = cv2.split(art)
    return np.asarray(cv2.max(cv2.max(blue, green), red), dtype=np.uint8) > 0


def table_art(halves: Sequence[Array], bare: Sequence[NDArray[np.bool_]]) -> NDArray[np.uint8] | None:
    """The taught table (h, w, 3) from half plans (h, w, 3) in art light and where each shows it `bare` (h, w); 0 where fewer than
    OFTEN do, None where they show too little of it."""
    told = np.sum(bare, axis=0) >= OFTEN
    if told.sum() < LEAST:
        return None
    shown = np.stack([np.where(own[..., None], half, np.nan)[told] for half, own in zip(halves, bare, strict=True)])
    art = np.zeros((*told.shape, 3), np.uint8)
    art[told] = np.clip(np.nanmedian(shown, axis=0), 1, 255)
    return art
