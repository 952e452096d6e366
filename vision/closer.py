"""A closer look at a tile beside the grid where coarse pixels leave open which of a few drawings it shows.

Cards of one deck often differ in a single digit: three coarse pixels across.  At the drawings' own scale the rivals are laid
over what is seen, each at its best shift and in its best light, and only how well they then fit counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision import resample
from vision.card_zones import halved
from vision.channels import mean_of
from vision.light import Array
from vision.tiles import NATS, turned

RIVALS = 5.0
"""Drawings that are less likely than the best by no more than so many nats are looked at closely."""
REACH = 4
"""Pixels of a drawing by which a tile may lie aside of where coarse pixels show it; as many of its rim are left out."""
TURNS = np.arange(-3, 4) * 0.02
"""So much further (rad) a tile may be turned than coarse pixels show it."""
SOFT = 0.8
"""Standard deviation of a blur laid over both, px of a drawing."""
LIMIT = 9.0
"""A pixel that errs by more than three times the noise may show something else."""
LEAST_NOISE = 6.0
LEAST_DETAIL = 4.0
"""The same of details, grey values: what a camera errs by."""
AROUND = 11
"""Pixels across what counts as around a pixel: wider than a digit's strokes, narrower than a digit."""
TOGETHER = 40.0
"""So many pixels err together, as far as they can tell drawings apart."""


def told_closely(
    costs: Array, rows: NDArray[np.int64], picture: NDArray[np.integer], middle: tuple[float, float], angle: float, side: float,
    art: Array,
) -> Array:  # fmt: skip
    """The costs (k,) of bank rows (k,) with those of near rivals told by the plan `picture` (h, w, 3) at the drawings' own scale.

    The tile is `side` px wide and turned clockwise by `angle` (rad) around `middle`, px of the plan; `art` (looks, ART, ART, 3).
    """
    near = np.flatnonzero(costs < costs.min() + RIVALS * NATS)
    if len(near) < 2:
        return costs
    drawn = [_soft(turned(art[row // 4], int(row % 4)))[REACH:-REACH, REACH:-REACH] for row in rows[near]]
    # A slant of half a pixel at the rim speaks louder than a digit, and drawings too may have been taught a little askew.
    cuts = [_cut(picture, middle, angle + turn, (side / art.shape[1], (art.shape[1], art.shape[1]))) for turn in TURNS]
    told = costs.copy()
    told[near] = costs.min() + NATS * _nats(drawn, cuts, LEAST_NOISE)
    return told


def told_by_details(drawn: Sequence[Array], picture: Array, middle: tuple[float, float], angle: float) -> Array:
    """How many nats (k,) less likely than the best each of some cards (k of h, w, 3) is to lie around `middle`, px of a picture
    in the cards' own scale, turned clockwise by `angle` (rad), by how their pixels differ from those around them: in what light a
    card was taught, and what haze lay on it, does not count."""
    size = (drawn[0].shape[1], drawn[0].shape[0])
    cuts = [_detailed(_cut(picture, middle, angle + turn, (1.0, size))) for turn in TURNS]
    return _nats([_detailed(_soft(each))[REACH:-REACH, REACH:-REACH] for each in drawn], cuts, LEAST_DETAIL)


def _detailed(image: Array) -> Array:
    """A picture (h, w, 3) without what its pixels have in common with those around them."""
    return np.asarray(image - cv2.blur(image, (AROUND, AROUND)), dtype=np.float32)


def _nats(drawn: Sequence[Array], cuts: Sequence[Array], least_noise: float) -> Array:
    """How many nats (k,) less likely than the best drawings without their rims (k of n, m, 3) are, in the cut that each fits."""
    ways = _roughly(drawn, cuts)
    errors = np.stack([_error_in(cuts[n], v, u, each) for each, (n, v, u) in zip(drawn, ways, strict=True)])
    noise = max(float(np.median(errors.min(axis=0))), least_noise**2)
    nats = np.minimum(errors / noise, LIMIT).sum(axis=(1, 2)) / TOGETHER
    return np.asarray(nats - nats.min(), dtype=np.float32)


def _cut(
    picture: NDArray[np.integer] | Array, middle: tuple[float, float], angle: float, scale: tuple[float, tuple[int, int]]
) -> Array:
    """The tile upright in pixels of a drawing, by their width in the picture and how many are across and down."""
    zoom, size = scale
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * zoom
    offset = np.asarray(middle) - turn @ (np.array(size) - 1) / 2
    matrix = np.column_stack([turn, offset]).astype(np.float32)
    there = resample.warp_affine(picture, matrix, size, inverse=True, border=cv2.BORDER_REPLICATE)
    return _soft(np.asarray(there, dtype=np.float32))


def _roughly(drawn: Sequence[Array], cuts: Sequence[Array]) -> list[tuple[int, int, int]]:
    """For each drawing without its rim the number of the cut which it fits best as a whole, in its best light, and its shift down
    and right in that; told of all at once, by a product, at half the scale and without colours."""
    half = np.stack([_rough(each) for each in drawn])
    flat, size = half.reshape(len(drawn), -1), half.shape[1:]
    power = np.maximum(np.einsum("np,np->n", flat, flat, dtype=np.float64), 1.0)
    windows = np.stack([sliding_window_view(_rough(cut), size) for cut in cuts])
    seen = windows.reshape(-1, flat.shape[1])
    whole, along = np.einsum("np,np->n", seen, seen, dtype=np.float64), (seen @ flat.T).astype(np.float64)
    best = (whole[:, None] - along**2 / power).argmin(axis=0)
    return [(int(n), int(v), int(u)) for n, v, u in zip(*np.unravel_index(best, windows.shape[:3]), strict=True)]


def _rough(image: Array) -> Array:
    """A picture at half its scale without colours, (h, w)."""
    return mean_of(halved(image))


def _soft(image: Array) -> Array:
    """Smoothed a little: how sharp a drawing was taught must not decide between two."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), SOFT), dtype=np.float32)


def _error_in(cut: Array, v: int, u: int, drawn: Array) -> Array:
    """The squared error of every pixel (n, m), mean of its channels, of a drawing without its rim (n, m, 3) in its best light at
    its best shift in a cut, about that shift at half the scale."""
    # To the pixel it is told at full scale.
    v, u = max(2 * v - 1, 0), max(2 * u - 1, 0)
    part = cut[v : v + 2 + drawn.shape[0], u : u + 2 + drawn.shape[1]]
    own = np.ascontiguousarray(drawn.reshape(-1, 3).T)
    seen = sliding_window_view(part, drawn.shape[:2], axis=(0, 1)).reshape(-1, *own.shape)
    power, along = np.maximum(np.vecdot(own, own), 1.0), np.vecdot(seen, own)
    # In its best light what is left of a channel is what is seen less its share along the drawing.
    best = int((np.vecdot(seen, seen) - along**2 / power).sum(axis=1).argmin())
    off = seen[best] - (along[best] / power)[:, None] * own
    return np.asarray((off * off).sum(axis=0) / 3, dtype=np.float32).reshape(drawn.shape[:2])
