"""A lamp near the table: a broad spot where the light is brighter and the varnish shines, with no edge anywhere.

Around every point what is seen is the drawing times a factor and a light added to all of it, in linear light.  Both change
slowly; they are fitted through windows somewhat larger than a cell, robustly, channel by channel.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.channels import highest, mean_of
from vision.light import Array
from vision.relight import GAMMA, OFFSET, linear

AROUND = 11
"""Width of the window through which light is fitted, coarse pixels."""
SMOOTH = 7
"""Width of the window over which the fits are averaged."""
PASSES, ROUNDS = 2, 4
NOISE = (0.012, 0.1)
"""How far a point's light may be off: that much, and that share of it."""
FIRM = 0.001
"""Variance of the drawing that tells as much of the factor as the belief that it is 1."""
FLAT = 0.02
"""Weight of the belief that no light is added."""
FACTORS = (0.45, 2.2)
MOST = 0.6
SHINES = 0.012
"""Light that is added somewhere at least; white paper is 1."""
FAINT = 0.006
"""Light that is added and hardly shows: what a grey value of 25 in 255 throws back."""
LEAST = 3.0
"""Cells over which it is added at least."""
MOSTLY, LEFT = 0.9, 18.0
"""That share of it is off by no more grey values when the lamp is taken out."""
NEAR = 3.0
"""Where one over that share of what is around is known, light is known too."""
ROUGHLY, MOST_KNOWN = 0.85, 0.9
"""A look at half the scale may be off by that share; a pixel is known there of which more than the second is."""
NEARER, BETTER, ALL_BETTER = 2.4, 0.7, 0.85
"""Grey values by which the board comes nearer there at least, on average, with the lamp's light, and the shares to which what it
is off must come down there and on the whole board."""
SIMPLER = 0.9
"""To that share of what shadows leave a lamp must bring what is off: having a factor and a light everywhere, it explains a
shadow, too.  (On play pictures of four editions spoiled on purpose, 0.89 to 1.12 in shadows, 0.46 to 1.01 under lamps.)"""

PATCH, PATCHY = 3, 0.5
"""Cells across a part of the board, and the median cost per coarse pixel in it from which on its light is looked into."""


def badly_explained(costs: Array, pixels: int) -> bool:
    """Whether most cells of some part of the board, costing so much (rows, cols) for so many pixels, look other than any drawing:
    more than pieces hide.  A single row of cards tells too little of what the light is like beside it."""
    if min(costs.shape) < PATCH:
        return False
    return bool((np.median(sliding_window_view(costs, (PATCH, PATCH)), axis=(2, 3)) > PATCHY * pixels).any())


def lamplight(
    seen: Array, wanted: Array, known: NDArray[np.bool_], cell: int, paper: Array | None = None
) -> tuple[Array, Array] | None:
    """Factors and added light, both (h, w, 3), of the coarse plan `seen` (h, w, 3) against what it should show in smooth light
    where that is `known`; None where no lamp shines.  `cell` is the width of a cell, `paper` (3,) the light that white paper
    gives: in a dark room all is off by fewer grey values, and would pass for a lamp's spot."""
    paper = np.ones(3, np.float32) if paper is None else paper
    if not _may_shine(seen, wanted, known, cell, paper):
        return None
    there, drawn = linear(seen) / paper, linear(wanted) / paper
    factor, added = _light(there, drawn, known)
    shines, before, after = _shining(there, drawn, known, factor, added)
    if shines.sum() < LEAST * cell * cell or (before - after)[shines].mean() < NEARER:
        return None
    if after[shines].sum() > BETTER * before[shines].sum() or after.sum() > ALL_BETTER * before.sum():
        return None
    if np.quantile(after[shines], MOSTLY) > LEFT:
        # What has edges is no lamp's light but a mirror's, a shadow's or a piece.
        return None
    factor, added = _plainer(factor, np.maximum(added, 0), drawn, known)
    # Beside what is known nothing is told.
    near = np.clip(NEAR * _blurred(known.astype(np.float32)), 0, 1)[..., None]
    return 1 + (factor - 1) * near, added * near * paper


def _plainer(factor: Array, added: Array, drawn: Array, known: NDArray[np.bool_]) -> tuple[Array, Array]:
    """The same light without what is added that hardly shows: as good as a factor, and of dark paint, which has little more light
    than that, taking it away would leave nothing but noise."""
    share = known[..., None].astype(np.float32)
    usual = _blurred(drawn * share) / np.maximum(_blurred(known.astype(np.float32)), np.float32(1e-3))[..., None]
    whole = np.clip(factor + added / np.maximum(usual, np.float32(1e-3)), *FACTORS)
    faint = added < FAINT
    return np.where(faint, whole, factor), np.where(faint, np.float32(0), added)


def _may_shine(seen: Array, wanted: Array, known: NDArray[np.bool_], cell: int, paper: Array) -> bool:
    """Whether a lamp may shine, told at half the scale: what is so smooth is seen there as well, at a quarter of the work."""
    size = (known.shape[1] // 2, known.shape[0] // 2)
    seen, wanted, share = (
        np.asarray(cv2.resize(each, size, interpolation=cv2.INTER_AREA), dtype=np.float32)
        for each in (seen, wanted, known.astype(np.float32))
    )
    told, there, drawn = share > MOST_KNOWN, linear(seen) / paper, linear(wanted) / paper
    shines, before, after = _shining(there, drawn, told, *_light(there, drawn, told, 2))
    if shines.sum() < LEAST * cell * cell / 4 * ROUGHLY or (before - after)[shines].mean() < NEARER * ROUGHLY:
        return False
    return bool(np.quantile(after[shines], MOSTLY) < LEFT / ROUGHLY)


def _light(there: Array, drawn: Array, known: NDArray[np.bool_], shrunk: int = 1) -> tuple[Array, Array]:
    """Factors and added light (h, w, 3) that take what is drawn to what is there, of a coarse plan that was shrunk so many
    times."""
    factor, added = np.ones_like(there), np.zeros_like(there)
    for _ in range(PASSES):
        # Windows smooth the light: what they leave is fitted again.
        more, left = _robust((there - added) / factor, drawn, known, shrunk)
        factor, added = factor * more, added + factor * left
    return factor, added


def _shining(
    there: Array, drawn: Array, known: NDArray[np.bool_], factor: Array, added: Array
) -> tuple[NDArray[np.bool_], Array, Array]:
    """Where light is added, and how far the board is off without that and with it, all (h, w)."""
    before, after = (_off(there, each, known) for each in (drawn, factor * drawn + added))
    return known & (mean_of(added) > SHINES), before, after


def _robust(there: Array, drawn: Array, known: NDArray[np.bool_], shrunk: int) -> tuple[Array, Array]:
    """Factors and added light (h, w, 3) by what most points around say."""
    noise = np.asarray(NOISE[0] + NOISE[1] * np.abs(there), dtype=np.float32)
    # A camera errs by as many grey values in the dark, and that is less light.
    exact = np.asarray(known / mean_of(noise) ** 2, dtype=np.float32)
    exact *= np.float32(known.sum() / max(float(exact.sum()), 1.0))
    weight, all_told = exact, _blurred(exact, shrunk)
    for _ in range(ROUNDS - 1):
        factor, added = _fitted(there, drawn, weight, all_told, shrunk)
        off = np.asarray(np.abs(there - factor * drawn - added) / noise, dtype=np.float32)
        weight = np.asarray(exact / (1 + highest(off) ** 2) ** 2, dtype=np.float32)
    return _fitted(there, drawn, weight, all_told, shrunk)


def left_over(seen: Array, wanted: Array, known: NDArray[np.bool_], lamp: tuple[Array, Array]) -> float:
    """Mean grey values by which the board is still off in the light of a lamp."""
    return float(_off(linear(seen), lamp[0] * linear(wanted) + lamp[1], known)[known].mean())


def _fitted(there: Array, drawn: Array, weight: Array, all_told: Array, shrunk: int) -> tuple[Array, Array]:
    """Factors and added light (h, w, 3) that take what is drawn to what is there, both (h, w, 3), by weight (h, w).

    `all_told` (h, w) is what all that is known would weigh around each pixel.
    """
    heavy = weight[..., None]
    belief = np.float32(FLAT) * np.maximum(all_told, np.float32(FLAT))
    whole = np.asarray(_blurred(weight, shrunk) + belief, dtype=np.float32)[..., None]
    mean, seen = _blurred(drawn * heavy, shrunk) / whole, _blurred(there * heavy, shrunk) / whole
    square, both = _blurred(drawn * drawn * heavy, shrunk) / whole, _blurred(drawn * there * heavy, shrunk) / whole
    variance = np.maximum(square - mean * mean, 0)
    # Where the drawing is of one colour, the lamp's light is taken for brighter light.
    usual = np.clip(seen / np.maximum(mean, 0.02), *FACTORS)
    factor = np.clip((both - seen * mean + FIRM * usual) / (variance + FIRM), *FACTORS)
    added = np.clip(seen - factor * mean, -MOST, MOST)
    return _smooth(factor, shrunk), _smooth(added, shrunk)


def _blurred(image: Array, shrunk: int = 1) -> Array:
    around = AROUND // shrunk
    once = cv2.blur(image, (around, around), borderType=cv2.BORDER_REFLECT)
    return np.asarray(cv2.blur(once, (around // 2, around // 2), borderType=cv2.BORDER_REFLECT), dtype=np.float32)


def _smooth(image: Array, shrunk: int) -> Array:
    return np.asarray(cv2.blur(image, (SMOOTH // shrunk,) * 2, borderType=cv2.BORDER_REFLECT), dtype=np.float32)


def _off(there: Array, expected: Array, known: NDArray[np.bool_]) -> Array:
    """How far grey values (h, w) are off, no more than a little where a piece stands."""
    grey = [255 * np.maximum(each, 0) ** np.float32(1 / GAMMA) for each in (there, expected)]
    return np.asarray(np.minimum(mean_of(np.asarray(cv2.absdiff(*grey), dtype=np.float32)), 30.0) * known, dtype=np.float32)


def without_lamp(plan: NDArray[np.uint8], factor: Array, added: Array) -> NDArray[np.uint8]:
    """A plan (h, w, 3) as it would look without the lamp, given its coarse factors and added light."""
    size = (plan.shape[1], plan.shape[0])
    more, less = (cv2.resize(each, size, interpolation=cv2.INTER_LINEAR) for each in (added, factor))
    bare = np.maximum(linear(plan.astype(np.float32)) - more, 0) / less
    return np.asarray(np.clip(255 * bare ** np.float32(1 / GAMMA), 0, 255), dtype=np.uint8)


def explains_more(
    lamp: tuple[Array, Array], factors: Array, seen: Array, wanted: Array, known: NDArray[np.bool_]
) -> bool:
    """Whether a lamp explains what is seen clearly better than shadows do."""
    shaded = (linear((wanted + OFFSET) * factors - OFFSET) / np.maximum(linear(wanted), 1e-4)).astype(np.float32)
    by_shadow = left_over(seen, wanted, known, (shaded, np.zeros_like(shaded)))
    return left_over(seen, wanted, known, lamp) < SIMPLER * by_shadow
