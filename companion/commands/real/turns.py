"""Square tiles on a wooden table, some of them turned: the turns of tiles that were taught, and of tiles never seen before.

One photograph teaches.  A second one shows the same tiles; two others show tiles with the same little arrow.  Plain OpenCV
compares pixels: the nearest taught tile over four turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.commands.real.figures import Figure, photograph, truth_of
from vision.light import Array
from vision.marks import SIDE, learn_mark, mark_scores
from vision.tiles import candidates, coarse, coarse_misfit, make_bank, robust_fit, turned

SET = "beacon-patrol-tiles"
TEACHES, SAME = "12_tiles.jpg", "12_tiles_2_arrows_wrong.jpg"
CELL = 64
FINE = 256
NOISE, KEEP = 12.0, 12


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """The tiles of a photograph, each (SIDE, SIDE, 3), and their clockwise quarter turns."""

    tiles: tuple[Array, ...]
    turns: tuple[int, ...]


def measure(folder: Path) -> Iterator[Figure]:
    """Two figures: turns of taught tiles, turns of other tiles."""
    truth = truth_of(folder / SET)["images"]
    laid = {name: _laid(photograph(folder / SET / name), image["tiles"]) for name, image in truth.items()}
    taught, same = laid[TEACHES], laid[SAME]
    plain = _right(same, _nearest(taught, same))
    yield Figure("turns of tiles that were taught", _right(same, _by_drawing(taught, same)), len(same.turns), plain)
    mark = learn_mark(taught.tiles, taught.turns)
    others = [one for name, one in laid.items() if name not in (TEACHES, SAME)]
    ours = sum(_right(one, [int(mark_scores(mark, tile).argmax()) for tile in one.tiles]) for one in others)
    plain = sum(_right(one, _nearest(taught, one)) for one in others)
    yield Figure("turns of tiles never seen", ours, sum(len(one.turns) for one in others), plain)


def _right(laid: Laid, told: list[int]) -> int:
    return sum(one == other for one, other in zip(laid.turns, told, strict=True))


def _laid(picture: NDArray[np.uint8], tiles: list[dict[str, object]]) -> Laid:
    """The tiles cut from a photograph, along the plane through all their middles."""
    grid = np.array([(tile["col"], tile["row"]) for tile in tiles], dtype=np.float64)
    to_px, _ = cv2.findHomography(grid, np.array([tile["centre"] for tile in tiles], dtype=np.float64))
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    square = np.array([(0, 0), (FINE, 0), (FINE, FINE), (0, FINE)], dtype=np.float32) - 0.5
    cut = []
    for middle in grid:
        seen = cv2.perspectiveTransform((middle + corners)[:, None], to_px).reshape(-1, 2)
        to_square = cv2.getPerspectiveTransform(seen.astype(np.float32), square)
        fine = cv2.warpPerspective(picture, to_square, (FINE, FINE))
        cut.append(np.asarray(cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA), dtype=np.float32))
    return Laid(tuple(cut), tuple(int(str(tile["rot"])) for tile in tiles))


def _drawings(laid: Laid) -> Array:
    """The tiles turned back, (n, CELL, CELL, 3)."""
    return np.stack([_cell(turned(tile, -turns % 4)) for tile, turns in zip(laid.tiles, laid.turns, strict=True)])


def _cell(tile: Array) -> Array:
    return np.asarray(cv2.resize(tile, (CELL, CELL), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _by_drawing(taught: Laid, laid: Laid) -> list[int]:
    """The turns that the eye's bank of drawings tells."""
    bank = make_bank(_drawings(taught), CELL, CELL)
    seen = np.stack([coarse(_cell(tile)) for tile in laid.tiles])
    light = np.ones((len(seen), 3), np.float32)
    rows = candidates(bank, seen, light, NOISE, KEEP, coarse_misfit(bank, seen))
    return [int(row % 4) for row in robust_fit(bank, seen, light, NOISE, rows).rows[:, 0]]


def _nearest(taught: Laid, laid: Laid) -> list[int]:
    known = np.stack([turned(drawing, turns) for drawing in _drawings(taught) for turns in range(4)])
    return [int(((known - _cell(tile)) ** 2).sum(axis=(1, 2, 3)).argmin() % 4) for tile in laid.tiles]
