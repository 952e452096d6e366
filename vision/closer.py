"""A closer look at a tile beside the grid where coarse pixels leave open which of a few drawings it shows.

Cards of one deck often differ in a single digit: three coarse pixels across.  At the drawings' own scale the rivals are laid
over what is seen, each at its best shift and in its best light, and only how well they then fit counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision import resample
from vision.card_zones import halved
from vision.channels import less, mean_of, times
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
HAZY = 1.8
"""How many times stronger or weaker contrasts may be than they were taught: a lamp mirrored in a tile makes black grey."""
LEAST_DETAIL = 4.0
"""The same of details, grey values: what a camera errs by."""
AROUND = 11
"""Pixels across what counts as around a pixel: wider than a digit's strokes, narrower than a digit."""
SHARE, STROKE = 0.7, 5
"""What a detail may be off by, as a share of the details within so many pixels, when drawings are told apart that look alike at
first: another light, or a blur, changes strong contrasts by more than the faint ones by which such drawings may differ."""
APART, NEAR = 3.0, 20.0
"""Two drawings differ where their details do by so many grey values, on average over a stroke's width: drawings that are less
likely by no more than so many nats are told apart there alone."""
TOGETHER = 40.0
"""So many pixels err together, as far as they can tell drawings apart."""
LEAST_KNOWN = 0.2
"""A drawing of which less is known is not held for likelier for that."""
Drawing = tuple[Array, NDArray[np.uint8] | Array]
"""A drawing (n, m, 3), and where it is known (n, m), 0 or 1."""


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
    told[near] = costs.min() + NATS * _nats(drawn, cuts)
    return told


def told_by_details(
    drawn: Sequence[Drawing], looks: Sequence[object], picture: NDArray[np.integer] | Array, middle: tuple[float, float],
    angle: float, px: float = 1.0, together: float = TOGETHER,
) -> Array:  # fmt: skip
    """How many nats (k,) less likely than the best each of some drawings is, by how their pixels differ from those around them:
    laid around `middle`, px of a picture (h, w, 3), turned clockwise by `angle` (rad), a pixel of theirs `px` of it wide.

    In what light one was taught, and what haze lay on it, does not count.  Several may show one of the `looks` (k,).  So many
    pixels of a drawing ART px tall err `together`.
    """
    size = (drawn[0][0].shape[1], drawn[0][0].shape[0])
    cuts = [_detailed(_cut(picture, middle, angle + turn, (px, size))) for turn in TURNS]
    inner = (slice(REACH, -REACH), slice(REACH, -REACH))
    # A pixel's details come from those around it.
    around = np.ones((AROUND - 2, AROUND - 2), np.uint8)
    free = [cv2.erode(known.astype(np.uint8), around).astype(np.float32) for _, known in drawn]
    told = [
        _Details(_detailed(_soft(each))[inner], known[inner], look)
        for (each, _), known, look in zip(drawn, free, looks, strict=True)
    ]
    # A finer drawing has more pixels in the same area.
    return _apart(told, cuts, together * (told[0].own.shape[0] / ART) ** 2)


@dataclass(frozen=True, slots=True, eq=False)
class _Details:
    """How the pixels of a drawing without its rim differ from those around them, `own` (n, m, 3), where that is known, `free`
    (n, m) 0 or 1, and the look that it shows."""

    own: Array
    free: Array
    look: object


def _apart(drawn: Sequence[_Details], cuts: Sequence[Array], together: float) -> Array:
    """How many nats (k,) less likely than the best some details are, in the cut that each fits, where they differ from those of
    the one that fits best: how noisy a drawing was taught tells nothing.  So many pixels err `together`."""
    own = [each.own for each in drawn]
    parts = [_part(cuts, way, each) for each, way in zip(own, _ways(own, cuts), strict=True)]
    off = zip(parts, drawn, strict=True)
    errors = np.stack([mean_of((part - _shown(part, each.own, each.free)) ** 2) for part, each in off])
    free = np.stack([each.free for each in drawn])
    whole = np.maximum(free.mean(axis=(1, 2)), LEAST_KNOWN)
    seen = mean_of(parts[int(((errors * free).sum(axis=(1, 2)) / whole).argmin())] ** 2)
    noise = LEAST_DETAIL**2 + SHARE**2 * cv2.blur(seen, (STROKE, STROKE))
    costs = (np.minimum(errors / noise, LIMIT) * free).sum(axis=(1, 2)) / whole
    best = int(costs.argmin())
    more = (costs - costs[best]) / together
    for n in np.flatnonzero((more > 0) & (more < NEAR)).tolist():
        alike = [[each for each in drawn if each.look == drawn[one].look] for one in (n, best)]
        # Both where each of them fits: what alone tells them apart may be that they were laid a pixel aside.
        both = [_against(part, drawn[n], drawn[best], alike, noise) / together for part in (parts[n], parts[best])]
        more[n] = min(both, key=abs)
    return np.asarray(more - more.min(), dtype=np.float32)


def _against(part: Array, one: _Details, other: _Details, alike: Sequence[Sequence[_Details]], noise: Array) -> float:
    """How much more some details than others cost in a part (n, m, 3), of such `noise` (n, m), where they differ, and all that
    are `alike` to the ones from all that are to the others: two may also have been taught in another light."""
    free = one.free * other.free
    ones, others = ([(_shown(part, each.own, each.free * free), each.free) for each in group] for group in alike)
    # What is unknown of one of them tells nothing.
    apart = np.min([_differ(a, b) | (known * also == 0) for a, known in ones for b, also in others], axis=0)
    costs = [np.minimum(mean_of((part - _shown(part, each.own, free)) ** 2) / noise, LIMIT) for each in (one, other)]
    return float(((costs[0] - costs[1]) * free * apart).sum())


def _differ(one: Array, other: Array) -> NDArray[np.bool_]:
    """Where (n, m) details (n, m, 3) differ over a stroke's width."""
    off = np.asarray(cv2.blur(one - other, (STROKE, STROKE)), dtype=np.float32)
    return np.asarray(mean_of(off * off) > APART**2)


def _detailed(image: Array) -> Array:
    """A picture (h, w, 3) without what its pixels have in common with those around them."""
    return np.asarray(image - cv2.blur(image, (AROUND, AROUND)), dtype=np.float32)


def _nats(drawn: Sequence[Array], cuts: Sequence[Array]) -> Array:
    """How many nats (k,) less likely than the best drawings without their rims (k of n, m, 3) are, in the cut that each fits."""
    # What lies there lies in one way: each drawing is tried in all that suit one of them, lest a slant speak against it.
    ways = sorted(set(_ways(drawn, cuts)))
    errors = np.stack([min((_error_in(_part(cuts, way, each), each) for way in ways), key=_as_a_whole) for each in drawn])
    noise = max(float(np.median(errors.min(axis=0))), LEAST_NOISE**2)
    nats = np.minimum(errors / noise, LIMIT).sum(axis=(1, 2)) / TOGETHER
    return np.asarray(nats - nats.min(), dtype=np.float32)


def _as_a_whole(errors: Array) -> float:
    """What squared errors (n, m) cost, where what errs by much may be something else."""
    return float(np.minimum(errors / LEAST_NOISE**2, LIMIT).sum())


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


def _closely(cut: Array, v: int, u: int, drawn: Array) -> tuple[int, int]:
    """How far down and right in a cut a drawing without its rim (n, m, 3) fits best, in its best light, told to the pixel from
    about that shift at half the scale."""
    v, u = max(2 * v - 1, 0), max(2 * u - 1, 0)
    part = cut[v : v + 2 + drawn.shape[0], u : u + 2 + drawn.shape[1]]
    own = np.ascontiguousarray(drawn.reshape(-1, 3).T)
    seen = sliding_window_view(part, drawn.shape[:2], axis=(0, 1))
    power, flat = np.maximum(np.vecdot(own, own), 1.0), seen.reshape(-1, *own.shape)
    # In its best light what is left of a channel is what is seen less its share along the drawing.
    best = int((np.vecdot(flat, flat) - np.vecdot(flat, own) ** 2 / power).sum(axis=1).argmin())
    return v + best // seen.shape[1], u + best % seen.shape[1]


def _ways(drawn: Sequence[Array], cuts: Sequence[Array]) -> list[tuple[int, int, int]]:
    """For each drawing without its rim the number of the cut which it fits best, and how far down and right in it."""
    rough = zip(drawn, _roughly(drawn, cuts), strict=True)
    return [(n, *_closely(cuts[n], v, u, each)) for each, (n, v, u) in rough]


def _part(cuts: Sequence[Array], way: tuple[int, int, int], drawn: Array) -> Array:
    """The part (n, m, 3) of a cut in which a drawing without its rim lies in that way."""
    n, v, u = way
    return np.ascontiguousarray(cuts[n][v : v + drawn.shape[0], u : u + drawn.shape[1]])


def _shown(part: Array, drawn: Array, free: Array) -> Array:
    """A drawing's details (n, m, 3) in the light, shifted by a fraction of a pixel and blurred or sharpened as they fit a part's
    best where they are `free` (n, m): so far two teaching pictures of one drawing may differ."""
    weight, shown = free.reshape(-1), []
    for own, seen in zip(cv2.split(drawn), cv2.split(part), strict=True):
        across, down = (cv2.Sobel(own, cv2.CV_32F, *way, ksize=1) for way in ((1, 0), (0, 1)))
        ways = np.stack([own, across, down, cv2.Laplacian(own, cv2.CV_32F)]).reshape(4, -1)
        weighted = ways * weight
        sums = (weighted @ ways.T).astype(np.float64), (weighted @ seen.reshape(-1)).astype(np.float64)
        told = np.linalg.lstsq(*sums, rcond=None)[0].astype(np.float32)
        shown.append((told @ ways).reshape(seen.shape))
    return np.asarray(cv2.merge(shown), dtype=np.float32)


def _error_in(part: Array, drawn: Array) -> Array:
    """The squared error of every pixel (n, m), mean of its channels, of a drawing without its rim (n, m, 3) in what is seen of
    it, in the light that is best, and in as much more or less haze than it was taught in."""
    light = _sums(part, drawn) / np.maximum(_sums(drawn, drawn), 1.0)
    lit = times(drawn, light)
    middles = [each.mean(axis=(0, 1), dtype=np.float64) for each in (part, lit)]
    seen, own = (less(each, middle) for each, middle in zip((part, lit), middles, strict=True))
    steep = float(np.clip(_sums(seen, own).sum() / max(_sums(own, own).sum(), 1.0), 1 / HAZY, HAZY))
    off = np.asarray(cv2.scaleAdd(own, -steep, seen), dtype=np.float32)
    return mean_of(off * off)


def _sums(one: Array, other: Array) -> NDArray[np.float64]:
    """The sum over all pixels of the products of two pictures (n, m, 3), by channel."""
    return np.array(cv2.sumElems(cv2.multiply(one, other))[:3])
