"""A closer look at a tile beside the grid where coarse pixels leave open which of a few drawings it shows.

Cards of one deck often differ in a single digit: three coarse pixels across.  At the drawings' own scale the rivals are laid
over what is seen, each at its best shift and in its best light, and only how well they then fit counts.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import resample
from vision.card_zones import halved
from vision.channels import squared
from vision.light import Array
from vision.rig import ART
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
SHARE, STROKE = 0.7, 5
"""What a detail may be off by, as a share of the details within so many pixels, when drawings are told apart that look alike at
first: another light, or a blur, changes strong contrasts by more than the faint ones by which such drawings may differ."""
MOST_APART = 6.0
"""Nats by which details speak against a drawing at most."""
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


def details_apart(
    drawn: Sequence[Array], known: Array, picture: NDArray[np.integer], middle: tuple[float, float], angle: float, side: float
) -> Array:
    """How many nats (k,) less likely than the best drawings (k of n, n, 3) are, by how their pixels differ from those around
    them, where all of them are `known` (n, n, 0 or 1): laid `side` px wide around `middle`, px of a picture (h, w, 3), turned
    clockwise by `angle` (rad)."""
    size = drawn[0].shape[0]
    cuts = [_detailed(_cut(picture, middle, angle + turn, (side / size, (size, size)))) for turn in TURNS]
    ready = [(rough, _squares_within(rough, (size // 2 - REACH, size // 2 - REACH))) for rough in map(_rough, cuts)]
    inner = (slice(REACH, -REACH), slice(REACH, -REACH))
    # A pixel's details come from those around it.
    free = cv2.erode(np.asarray(known, dtype=np.uint8), np.ones((AROUND - 2, AROUND - 2), np.uint8))[inner].astype(np.float32)
    laid = [_laid(cuts, ready, _detailed(_soft(each))[inner], free) for each in drawn]
    errors = np.stack([error for error, _ in laid])
    strength = laid[int(errors.sum(axis=(1, 2)).argmin())][1]
    noise = LEAST_DETAIL**2 + SHARE**2 * cv2.blur(strength, (STROKE, STROKE))
    # A finer drawing has more pixels in the same area.
    nats = (np.minimum(errors / noise, LIMIT) * free).sum(axis=(1, 2)) / (TOGETHER * (size / ART) ** 2)
    return np.minimum(np.asarray(nats - nats.min(), dtype=np.float32), MOST_APART)


def _detailed(image: Array) -> Array:
    """A picture (h, w, 3) without what its pixels have in common with those around them."""
    return np.asarray(image - cv2.blur(image, (AROUND, AROUND)), dtype=np.float32)


def _nats(drawn: Sequence[Array], cuts: Sequence[Array], least_noise: float) -> Array:
    """How many nats (k,) less likely than the best drawings without their rims (k of n, m, 3) are, in the cut that each fits."""
    rough = [_rough(cut) for cut in cuts]
    size = (drawn[0].shape[0] // 2, drawn[0].shape[1] // 2)
    ready = [(cut, _squares_within(cut, size)) for cut in rough]
    errors = np.stack([_least_error(cuts, ready, each) for each in drawn])
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


def _rough(image: Array) -> Array:
    """A picture at half its scale without colours, (h, w, 1)."""
    return np.asarray(cv2.transform(halved(image), np.full((1, 3), 1 / 3, np.float32)), dtype=np.float32)[..., None]


def _soft(image: Array) -> Array:
    """Smoothed a little: how sharp a drawing was taught must not decide between two."""
    return np.asarray(cv2.GaussianBlur(image, (0, 0), SOFT), dtype=np.float32)


def _squares_within(seen: Array, size: tuple[int, int]) -> NDArray[np.float64]:
    """The sums of squares, for each channel, of all windows of that height and width in a picture (h, w, channels)."""
    height, width = size
    squares = np.asarray(cv2.integral2(seen, sdepth=cv2.CV_64F, sqdepth=cv2.CV_64F)[1], dtype=np.float64)
    squares = squares.reshape(*squares.shape[:2], -1)
    return squares[height:, width:] - squares[:-height, width:] - squares[height:, :-width] + squares[:-height, :-width]


def _best_shift(seen: Array, whole: NDArray[np.float64], drawn: Array) -> tuple[float, int, int]:
    """The summed squared error of a drawing without its rim (n, n, 3) in its best light at its best shift, and that shift down
    and right, given the sums of squares (m, m, 3) of what is `seen` there."""
    power = np.maximum((drawn**2).sum(axis=(0, 1)), 1.0)
    # In its best light what is left of a channel is what is seen less its share along the drawing.
    channels = zip(cv2.split(seen), cv2.split(drawn), strict=True)
    along = np.dstack([cv2.matchTemplate(one, other, cv2.TM_CCORR) for one, other in channels]).astype(np.float64)
    left = (whole - along**2 / power).sum(axis=2)
    v, u = divmod(int(left.argmin()), left.shape[1])
    return float(left[v, u]), v, u


def _error_in(here: Array, drawn: Array, free: Array | None = None) -> Array:
    """The squared error of every pixel (n, m), mean of its channels, of a drawing without its rim (n, m, 3) in what is seen
    `here`, in the light that is best where it is `free` (n, m)."""
    shown = drawn if free is None else drawn * free[..., None]
    light = (here * shown).sum(axis=(0, 1)) / np.maximum((drawn * shown).sum(axis=(0, 1)), 1.0)
    return squared(here - light.astype(np.float32) * drawn) / np.float32(3)


def _least_error(cuts: Sequence[Array], rough: Sequence[tuple[Array, NDArray[np.float64]]], drawn: Array) -> Array:
    """The squared error of every pixel (n, m) of a drawing without its rim (n, m, 3) where it fits best as a whole."""
    return _error_in(_best_part(cuts, rough, drawn), drawn)


def _laid(
    cuts: Sequence[Array], rough: Sequence[tuple[Array, NDArray[np.float64]]], drawn: Array, free: Array
) -> tuple[Array, Array]:
    """The same in the light that is best where the drawing is `free` (n, m), and the squares (n, m) of what is seen there."""
    part = _best_part(cuts, rough, drawn)
    return _error_in(part, drawn, free), squared(part) / np.float32(3)


def _best_part(cuts: Sequence[Array], rough: Sequence[tuple[Array, NDArray[np.float64]]], drawn: Array) -> Array:
    """The part (n, m, 3) of that of some cuts which a drawing fits best, told by them as `_rough` makes them, each with its sums
    of squares."""
    shifts = [_best_shift(cut, squares, _rough(drawn)) for cut, squares in rough]
    best = min(range(len(cuts)), key=lambda n: shifts[n][0])
    # To the pixel it is told at full scale.
    v, u = (max(2 * at - 1, 0) for at in shifts[best][1:])
    part = cuts[best][v : v + 2 + drawn.shape[0], u : u + 2 + drawn.shape[1]]
    _, down, right = _best_shift(part, _squares_within(part, (drawn.shape[0], drawn.shape[1])), drawn)
    return np.ascontiguousarray(part[down : down + drawn.shape[0], right : right + drawn.shape[1]])
