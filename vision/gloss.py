"""The haze that glossy cards throw back: light of the room's ceiling or of a broad lamp, added to all that is drawn.

Where it falls depends on how camera, table and lamps lie to each other, so it changes slowly over the board.  Added light is no
factor: dark paint gains most by it, and a dark drawing under haze looks like a pale one without.  It is told by the drawings
themselves: in linear light what is seen of a tile is a factor times its drawing plus the haze there.

A broad light is told by six smooth terms.  A small lamp over paper that is not quite smooth makes a lobe of haze: brightest where
a mirror would show the lamp, and falling off like a normal distribution, the rougher the paper the wider (Beckmann and
Spizzichino 1963).  Haze is so an array of TERMS rows, or of three more: a lobe's middle x, y and standard deviation across in
units of half the grid, its light, and its standard deviation down (a grid of one row of cards is no square).
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import less, times
from vision.light import TERMS, Array, fit_light, terms
from vision.relight import GAMMA, linear
from vision.tiles import SEEN, Fits, TileBank

Points = NDArray[np.float64]

LEAST = 0.04
"""Haze, white is 1, that makes dark paint lighter by twice as many grey values as tiles are off anyway; where there is less, none
is taken out."""
OTHERWISE = 0.02
"""So much it must differ from what was expected to be told anew."""
BETTER = 0.9
"""Share to which the costs of a usual tile must come down, or haze told anew is not believed."""
USUAL = 0.01
"""How far the haze of a single tile may be off the smooth one: more speaks against the tile."""
REACH = 1.3
"""So many half grids from the middle the haze told there is still trusted."""
NODE = 16
"""Pixels between the points at which smooth haze is worked out."""


def haze_of_tiles(seen: Array, drawn: Array, weights: Array, held: float = 0.0) -> tuple[Points, Points]:
    """The light (n, 3) added to drawings, and how far each of these may be trusted (n,), from what is seen of them and what is
    drawn, both (n, pixels, 3) linear, where pixels count by `weights` (n, pixels).  How many times as bright a channel is is
    `held` at what all of them tell, as by that share of their variance more."""
    share = weights[..., None] / np.maximum(weights.sum(axis=1), 1e-6)[:, None, None]
    middle, own = (share * drawn).sum(axis=1, dtype=np.float64), (share * seen).sum(axis=1, dtype=np.float64)
    spread = (share * (drawn - middle[:, None]) ** 2).sum(axis=1, dtype=np.float64)
    both = (share * (drawn - middle[:, None]) * (seen - own[:, None])).sum(axis=1, dtype=np.float64)
    usual, more = (held * each.mean(axis=1, keepdims=True) for each in (spread, both))
    added = own - middle * (both + more) / np.maximum(spread + usual, 1e-6)
    # Of plain paint nobody can tell how much of its light is added.
    trust = (spread / np.maximum(spread + middle**2, 1e-6)).min(axis=1)
    return added, trust * weights.mean(axis=1)


def added_light(bank: TileBank, fits: Fits, seen: Array, weights: Array) -> tuple[Points, Points]:
    """The light (cells, 3) added to drawings by what is seen of cells (cells, dims), fitted so, where pixels count by `weights`
    (cells, pixels), and how far each may be trusted (cells,)."""
    rows, unknowns = fits.rows[:, 0], fits.unknowns[:, 0]
    drawn = bank.patterns.flat[rows] + np.einsum("nk,nkcp->ncp", unknowns[:, 3:], bank.patterns.slopes[rows])
    shown = seen.reshape(len(seen), SEEN * SEEN, 3)
    return haze_of_tiles(linear(shown), linear(drawn.transpose(0, 2, 1)), weights)


def haze_seen(bank: TileBank, fits: Fits, seen: Array, at: Points) -> Array | None:
    """Coefficients (6, 3) of the smooth haze that lies over cells at board coordinates (cells, 2), besides what was taken from
    what is seen of them (cells, dims), fitted so; None where there is next to none."""
    told = fit_light(at, *added_light(bank, fits, seen, fits.weights), USUAL)
    return told if np.abs(terms(at) @ told).max() > OTHERWISE else None


def explained_better(fits: Fits, before: Fits) -> bool:
    """Whether usual tiles are explained better than before."""
    return float(np.median(fits.costs[:, 0])) < BETTER * float(np.median(before.costs[:, 0]))


def haze_map(haze: Array, size: tuple[int, int], board: Callable[[Points], Points]) -> Array:
    """The haze (h, w, 3) of a picture that wide and high of which `board` tells the board coordinates (n, 2) of pixels (n, 2)."""
    return np.asarray(cv2.resize(coarse_haze(haze, size, board), size, interpolation=cv2.INTER_LINEAR), dtype=np.float32)


def coarse_haze(haze: Array, size: tuple[int, int], board: Callable[[Points], Points]) -> Array:
    """The same at the middles (n, m, 3) of equal parts of the picture."""
    return haze_at(haze, board(middles_of(size))).reshape(size[1] // NODE + 1, size[0] // NODE + 1, 3)


def middles_of(size: tuple[int, int]) -> Points:
    """The middles (n * m, 2) of these parts, px."""
    # As a picture is enlarged, its pixels lie in the middle of what each becomes.
    counts = (side // NODE + 1 for side in size)
    across, down = ((np.arange(count) + 0.5) * side / count - 0.5 for count, side in zip(counts, size, strict=True))
    return np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)


def without_haze(picture: NDArray[np.uint8], haze: Array) -> NDArray[np.uint8]:
    """A picture (h, w, 3) without that haze (h, w, 3)."""
    return (_grey(cv2.LUT(picture, linear(np.arange(256, dtype=np.float32))) - haze) + np.float32(0.5)).astype(np.uint8)


def haze_at(haze: Array, at: Points) -> Array:
    """The haze (n, 3) at board coordinates (n, 2)."""
    return np.asarray(np.maximum(told_at(haze, at), 0), dtype=np.float32)


def haze_over(haze: Array, at: Points, pixel: Points, side: int) -> Array:
    """The haze (n, side * side, 3) on every pixel of squares whose middles are at board coordinates (n, 2), row by row, where a
    pixel is `pixel` (2,) wide and high."""
    grid = np.arange(side) - (side - 1) / 2
    x, y = (at[:, axis, None] + grid * pixel[axis] for axis in (0, 1))
    # What is told of a square is a sum of products of what its columns and its rows tell: a tenth of the work pixel by pixel.
    one, across, down, across_twice, both, down_twice = haze[:TERMS]
    by = np.stack([[one, across, across_twice], [down, both, 0 * one], [down_twice, 0 * one, 0 * one]])
    columns, rows = (np.stack([np.ones_like(v), v, v * v], axis=-1) for v in (np.clip(each, -REACH, REACH) for each in (x, y)))
    told = np.matmul(columns[:, None], (rows @ by.reshape(3, -1)).reshape(*rows.shape, 3)).astype(np.float32)
    if len(haze) > TERMS:
        falls = (np.exp(-(((v - middle) / wide) ** 2) / 2) for v, (middle, wide) in zip((y, x), _lobe_axes(haze), strict=True))
        upright, level = (each.astype(np.float32) for each in falls)
        told += (upright[:, :, None] * level[:, None])[..., None] * haze[TERMS + 1].astype(np.float32)
    return np.asarray(np.maximum(told, 0, out=told).reshape(len(at), -1, 3), dtype=np.float32)


def _lobe_axes(haze: Array) -> tuple[tuple[float, float], tuple[float, float]]:
    """Middle and standard deviation of a lobe down and across, in units of half the grid."""
    x, y, across = (float(value) for value in haze[TERMS])
    # Earlier programs took a lobe for as tall as wide, in halves of the grid.
    return (y, float(haze[TERMS + 2, 0]) if len(haze) > TERMS + 2 else across), (x, across)


def told_at(haze: Array, at: Points) -> Points:
    """What the coefficients tell (n, 3) at board coordinates (n, 2): less than nothing where the fit swings below."""
    told = terms(np.clip(at, -REACH, REACH)) @ haze[:TERMS]
    if len(haze) == TERMS:
        return np.asarray(told)
    (_, down), _ = _lobe_axes(haze)
    return np.asarray(told + np.outer(lobe(at, np.append(haze[TERMS], down)), haze[TERMS + 1]))


def lobe(at: Points, shape: NDArray[np.floating]) -> Points:
    """A lobe of such a middle x, y and standard deviations across and down (..., 4) at board coordinates (n, 2), 1 in its middle:
    (n, ...)."""
    x, y, across, down = np.moveaxis(shape, -1, 0)
    apart = (np.subtract.outer(at[:, 0], x) / across) ** 2 + (np.subtract.outer(at[:, 1], y) / down) ** 2
    return np.asarray(np.exp(-apart / 2), dtype=np.float64)


def with_more(haze: Array, more: Array) -> Array:
    """The haze with such coefficients (6, 3) of smooth haze more."""
    return np.asarray(np.concatenate([haze[:TERMS] + more, haze[TERMS:]]), dtype=np.float32)


def dull(seen: Array, haze: Array) -> Array:
    """Places (n, dims) as they would be seen without haze (n, 3), or (n, pixels, 3)."""
    over = haze[:, None] if haze.ndim == 2 else haze
    return _grey(linear(seen.reshape(len(seen), -1, 3)) - over).reshape(seen.shape)


def hazed(drawing: Array, gains: Array, haze: Array) -> Array:
    """A drawing (h, w, 3) in art light, as it is seen under haze (3,) or (h, w, 3) where light gives such gains (3,)."""
    light = times(drawing, gains / np.float32(255))
    # Written over where it may be: most of the time a board takes to paint goes here.
    light = np.asarray(cv2.pow(np.clip(light, 0, 1, out=light), GAMMA), dtype=np.float32)
    light = less(light, -haze) if haze.ndim == 1 else light + haze
    return times(np.asarray(cv2.pow(np.clip(light, 0, 1, out=light), 1 / GAMMA), dtype=np.float32), 255 / gains)


def _grey(light: Array) -> Array:
    """Grey values of light, white is 1."""
    return np.asarray(255 * cv2.pow(np.clip(light, 0, 1), 1 / GAMMA), dtype=np.float32)
