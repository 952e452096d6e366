"""A look of a flat piece that was learnt in one light, as it is in another.

Where a lamp lies over a zone, the pieces in it are brighter or paler than on the board, but what is printed on them is the same.
So their look is not learnt anew from views of a heap on one table, in which the shadows are the same, too, and belong to the
outline before one knows it: the look that was learnt on many drawings is laid on each view as it correlates best (Lewis 1995),
and what most of them show there tells the light, a factor, and what a gloss adds to each colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.medians import median_where
from calibration.own_colours import from_middle
from vision import resample
from vision.lens import Floats
from vision.light import Array
from vision.relight import GAMMA, linear
from vision.tones import halved

TURNS, FINE = tuple(10.0 * step for step in range(36)), (-6.0, -3.0, 0.0, 3.0, 6.0)
"""Degrees by which a look is turned, and then turned more."""
FAR, NEAR = 4, 1
"""Pixels by which it is shifted in every direction, at half size and then whole, about the best shift."""
INSIDE, VALID = 0.8, 0.7
ALIKE = 0.6
"""A view tells the light that correlates so well with the look, or as well as most do."""
LEAST_PIXELS, LEAST_FACTOR = 20, 0.2
"""So much of a piece must be seen to tell its light; what takes more of a print away is none."""
LEAST_SPREAD = 1e-6
HALF = 0.5
"""What of a look covers more than that is seen of it."""
FLAT = 4.0
"""Standard deviation of grey values that a view always has: what shows less correlates with nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class OtherLight:
    """What another light makes of a picture, in linear light, white is 1: a `factor`, the same for all colours, of which a print
    may have little, and what is `added` to each (3,)."""

    factor: float
    added: Floats

    def over(self, look: Array) -> Array:
        """A look (n, n, 4) in that light."""
        return _with(look, linear(look[..., :3]) * self.factor + self.added)

    def taken_from(self, look: Array) -> Array:
        """A look (n, n, 4) that was in that light, without it."""
        return _with(look, (linear(look[..., :3]) - self.added) / self.factor)


def _with(look: Array, light: Floats) -> Array:
    """A look (n, n, 4) of which a picture in linear light (n, n, 3) is seen."""
    return np.dstack([255 * np.clip(light, 0, 1) ** (1 / GAMMA), look[..., 3]]).astype(np.float32)


NO_OTHER = OtherLight(1.0, np.zeros(3))


def light_of(look: Array, pictures: Array, valid: Array) -> OtherLight:
    """The light in which views (m, n, n, 3) show the piece of which that is the look (n, n, 4: picture and cover); `valid`
    (m, n, n) says where nothing is in their way.  No other light where they do not tell one."""
    laid = [_laid_on(look, np.dstack([view, free])) for view, free in zip(pictures, valid, strict=True)]
    alike = np.array([score for score, _ in laid])
    chosen = np.stack([view for score, view in laid if score >= min(ALIKE, float(np.median(alike)))])
    seen = median_where(chosen[..., :3], chosen[..., 3] > VALID, -1.0)
    inside = (look[..., 3] > INSIDE) & (seen >= 0).all(axis=2)
    if np.count_nonzero(inside) < LEAST_PIXELS:
        return NO_OTHER
    drawn, shown = linear(look[inside][:, :3]), linear(seen[inside])
    middle, other = drawn.mean(axis=0), shown.mean(axis=0)
    factor = float(((drawn - middle) * (shown - other)).sum() / max(float(((drawn - middle) ** 2).sum()), LEAST_SPREAD))
    return OtherLight(factor, np.asarray(other - factor * middle, np.float64)) if factor > LEAST_FACTOR else NO_OTHER


def laid_over(look: Array, other: Array) -> tuple[Array, float]:
    """Another look of the same piece (n, n, 4), learnt by itself, turned as a look (n, n, 4) is, and the share of what the look
    covers that it covers as well."""
    _, laid = _laid_on(look, other)
    covers = np.asarray(look[..., 3] > HALF)
    return laid, float(np.count_nonzero(covers & (laid[..., 3] > HALF))) / max(float(np.count_nonzero(covers)), 1.0)


def nearer(one: Array, other: Array, pictures: Array, valid: Array) -> float:
    """The share of views (m, n, n, 3), free where `valid` (m, n, n), that are more like the first than like the second of two
    looks (n, n, 4) of the same outline."""
    inside, better = one[..., 3] > INSIDE, 0.0
    for view, free in zip(pictures, valid, strict=True):
        _, laid = _laid_on(one, np.dstack([view, free]))
        shown = inside & (laid[..., 3] > VALID)
        seen = np.median(laid[shown][:, :3], axis=0) if shown.any() else np.zeros(3)
        away = [float(np.abs(np.median(look[inside][:, :3], axis=0) - seen).sum()) for look in (one, other)]
        better += float(bool(shown.any()) and away[0] < away[1])
    return better / max(len(pictures), 1)


def _laid_on(look: Array, view: Array) -> tuple[float, Array]:
    """How well a view (n, n, 4: picture, where it is free) correlates with a look where they do best, and the view laid there."""
    near = _around(look)
    ours, theirs = look[near, near], view[near, near]
    _, degrees, right, down = max(_tried(halved(ours), halved(theirs), TURNS, (0, 0), FAR))
    best = max(_tried(ours, theirs, [degrees + more for more in FINE], (2 * right, 2 * down), NEAR))
    return best[0], _moved(view, best[1], best[2], best[3])


def _around(look: Array) -> slice:
    """The rows, and the columns, about the middle that a look (n, n, 4) reaches however it is turned and shifted."""
    reach = float(from_middle(len(look))[look[..., 3] > INSIDE].max(initial=0.0)) + 2 * FAR + NEAR + 2
    # As much on either side, so that the middle stays, and even, so that pixels are halved as before.
    rim = max(int(len(look) / 2 - reach), 0) // 2 * 2
    return slice(rim, len(look) - rim)


def _tried(
    look: Array, view: Array, turns: Sequence[float], about: tuple[int, int], far: int
) -> Iterator[tuple[float, float, int, int]]:
    """The correlation of a look with a view turned and shifted in every way."""
    # Moved the other way is the look, which costs less than the view.
    shifts = [(about[0] + right, about[1] + down) for right in range(-far, far + 1) for down in range(-far, far + 1)]
    moved = np.stack([np.roll(look, (-down, -right), axis=(0, 1)) for right, down in shifts])
    cover = (moved[..., 3] * (moved[..., 3] > INSIDE)).reshape(len(shifts), -1).astype(np.float64)
    drawn = moved[..., :3].reshape(len(shifts), -1, 3).astype(np.float64)
    for degrees in turns:
        turned = _moved(view, degrees, 0, 0)
        alike = _correlation(cover * turned[..., 3].reshape(1, -1), drawn, turned[..., :3].reshape(-1, 3).astype(np.float64))
        for shift, score in zip(shifts, alike.tolist(), strict=True):
            yield score, degrees, *shift


def _correlation(weight: Floats, drawn: Floats, seen: Floats) -> Floats:
    """Of drawings (s, p, 3) with what is seen (p, 3), for pixels that count so much (s, p): the mean (s,) of all colours."""
    whole = np.maximum(weight.sum(axis=1), 1e-3)[:, None]
    ours, theirs = np.einsum("sp,spc->sc", weight, drawn) / whole, weight @ seen / whole
    both = np.einsum("sp,spc,pc->sc", weight, drawn, seen) / whole - ours * theirs
    own = np.einsum("sp,spc->sc", weight, drawn**2) / whole - ours**2
    other = weight @ seen**2 / whole - theirs**2
    return np.asarray((both / np.sqrt(np.maximum(own, 0) * np.maximum(other, 0) + FLAT**4)).mean(axis=1))


def _moved(view: Array, degrees: float, right: int, down: int) -> Array:
    """A view (n, n, 4) turned clockwise about its middle, then shifted."""
    middle = (view.shape[1] - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), -degrees, 1.0)
    matrix[:, 2] += right, down
    return np.asarray(resample.warp_affine(view, matrix, view.shape[1::-1]), dtype=np.float32)
