"""Shadows with edges, and tiles that mirror a lamp: taken out of the plan before it is read for good.

Smooth light is fitted to the whole board (`vision.light`).  Somebody's shadow is not smooth: it takes half the light from a part
of the table.  It leaves the drawings' contrasts as they are: around every spot the median of what is seen over what the board
should show is the light there, as long as pieces cover less than half of what is around.  A mirrored lamp adds the
same light to every point of a part of one tile, dark or bright.  Either is believed only where the drawings come out of it as
they should.  Everything here is in the plan's coarse pixels, a sixteenth of a cell wide.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import highest, lowest, mean_of
from vision.light import Array
from vision.tiles import COARSE

GAMMA = 2.2
OFFSET = 4.0
"""Added to grey values before they are compared as ratios."""
MOST = 1.1
"""Largest logarithm of a ratio that light may make."""
AROUND = 19
"""Width of the window whose median is taken: more than a cell."""
EDGE = 9
"""Width of the window in which the light on both sides of an edge is looked for."""
UNEVEN = 0.1
"""Logarithm of the ratio from which on light is not smooth."""
COLOURED = 0.16
"""How far the three channels' logarithms may be apart: shadows are grey, sleeves mostly not."""
BETTER, GOOD = 0.65, 13.0
"""Share to which the differences from the board must come down, and the grey values that may remain."""
LEAST = 1.5
"""Cells that a shadow covers at least: a piece on a single place shall not pass for one."""
MIRROR_LEAST = 0.03
"""Light that a mirror adds at least; white paper is 1."""
MIRROR_SHARE = 0.08
"""Share of a cell that shows the mirror at least."""
MIRROR_NOISE = (0.035, 0.16)
"""How far the added light may differ from point to point: that much, and that share of it."""
MIRROR_TINT = 0.45
"""Weakest channel of the added light over the strongest."""
VARIETY = 9.0
"""Standard deviation of the grey values of the drawing under a mirror: on plain paint, a white piece would look the same."""
LARGE, PLAINER = 0.5, 5.0
"""Share of a cell that a piece does not cover, and how plain the drawing may be below so large a mirror."""
VAGUE, VAGUE_EDGE = 30.0, 50.0
"""Standard deviation of a grey value about the board under a mirror, and what all the light would add at a shadow's edge."""
ERRS = 6.0
"""Grey values by which a camera errs in a pixel."""
SHOWN = 0.6
"""Correlation of what is seen with the drawing, from which on the drawing shows through."""
OTHERWISE, LEAST_BRIGHTER, MOSTLY = 25.0, 0.01, 0.4
"""Grey values by which a pixel differs from a drawing, the light by which it is brighter, and the share of those that differ
which are so where a mirror may hide it.  (In six holes, in two lights each, 0.24 at most; in seven tiles under lamps 0.45.)"""
DETAIL, FAINT_DETAIL, THROUGH = 5, 0.03, 0.14
"""What differs from the mean of so many pixels across is a detail; drawings whose details differ by less light than that have
none; and the share of its details that a drawing shows at least through a mirror (in seven holes 0.09 at most; in eight tiles
under lamps 0.19 to 0.62)."""
NEARLY_BLIND = 230
BLIND = 250
"""Grey values from which on a camera sees nothing but light."""
BLINDING = 0.93
"""Light that does that; white is 1."""


def shadows(
    seen: Array, wanted: Array, known: NDArray[np.bool_], beside: NDArray[np.uint8] | None = None
) -> Array | None:  # fmt: skip
    """Factors (h, w, 3) that light is off the smooth one, 1 where it is not; None when it is so nowhere.

    `seen` (h, w, 3) is the coarse plan, `wanted` what it should show in smooth light, where it is `known`; `beside` (h, w) is 1
    where a tile may lie of which that is not known.
    """
    ratio = np.asarray(cv2.log((seen + np.float32(OFFSET)) / (wanted + np.float32(OFFSET))), dtype=np.float32)
    level = _median(ratio, known)
    least, most = _around(level)
    # Edges turn out to be something between: where all is even, so are they.
    uneven = (np.maximum(np.abs(mean_of(least)), np.abs(mean_of(most))) > UNEVEN) & known
    if not _large(_closed(uneven, 5), LEAST * COARSE**2).any():
        return None
    even = highest(level) - lowest(level) < COLOURED
    level = _edged(level, (least, most), ratio, known)
    lit = (wanted + np.float32(OFFSET)) * np.asarray(cv2.exp(level)) - np.float32(OFFSET)
    before, after = (cv2.blur(mean_of(np.asarray(cv2.absdiff(seen, each))) * known, (7, 7)) for each in (wanted, lit))
    share = np.maximum(cv2.blur(known.astype(np.float32), (7, 7)), 0.05)
    better = even & known & (after < GOOD * share)
    off = (np.abs(mean_of(level)) > UNEVEN) & better & (after < BETTER * before)
    if not _large(_closed(off, 5), LEAST * COARSE**2).any():
        return None
    better = _closed(better & (after <= before), 9) & even
    if beside is not None and beside.any():
        # A tile beside the board lies in the shadow that is nearest to it.
        better |= better.reshape(-1)[_nearest(known)] & (beside > 0) & ~known
    return np.where(better[..., None], np.exp(level), 1.0).astype(np.float32)


def _around(level: Array) -> tuple[Array, Array]:
    """The lowest and the highest of levels (h, w, 3) around every pixel."""
    near = np.ones((EDGE, EDGE), np.uint8)
    return np.asarray(cv2.erode(level, near), dtype=np.float32), np.asarray(cv2.dilate(level, near), dtype=np.float32)


def _closed(mask: NDArray[np.bool_], size: int) -> NDArray[np.bool_]:
    """A mask (h, w) without gaps narrower than so many pixels."""
    return np.asarray(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((size, size), np.uint8)) > 0)


def _edged(level: Array, around: tuple[Array, Array], ratio: Array, known: NDArray[np.bool_]) -> Array:
    """The medians with the edges between them as they are seen: there, light is anything between the levels around."""
    least, most = around
    edge = mean_of(np.asarray(cv2.subtract(most, least), dtype=np.float32)) > UNEVEN
    weight, told = cv2.blur(known.astype(np.float32), (3, 3)), known.astype(np.float32)
    near = cv2.blur(mean_of(ratio) * told, (3, 3)) / np.maximum(weight, 0.1)
    grey = np.clip(near, mean_of(least), mean_of(most)) - mean_of(level)
    return np.asarray(level + (grey * (edge & (weight > 0.5)))[..., None], dtype=np.float32)


def _median(ratio: Array, known: NDArray[np.bool_]) -> Array:
    """The median of logarithms (h, w, 3) around every pixel; what is not known counts as its nearest known neighbour."""
    steps = np.clip((ratio + MOST) * (255 / (2 * MOST)), 0, 255).astype(np.uint8)
    if not known.all():
        steps = steps.reshape(-1, 3)[_nearest(known)]
    middle = cv2.medianBlur(np.ascontiguousarray(steps), AROUND).astype(np.float32)
    return np.asarray(middle * (2 * MOST / 255) - MOST, dtype=np.float32)


def _nearest(known: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The flat numbers (h, w) of the known pixels nearest to each; known are some."""
    _, nearest = cv2.distanceTransformWithLabels((~known).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL)
    index = np.zeros(int(nearest.max()) + 1, np.int64)
    index[nearest[known]] = np.flatnonzero(known)
    return np.asarray(index[nearest], dtype=np.int64)


def _large(mask: NDArray[np.bool_], least: float) -> NDArray[np.bool_]:
    """The connected parts of a mask with at least so many pixels."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    keep = stats[:, cv2.CC_STAT_AREA] >= least
    keep[0] = False
    return np.asarray(keep[labels], dtype=np.bool_)


def linear(grey: Array) -> Array:
    """Light (white is 1) of grey values."""
    return np.asarray((np.clip(grey, 0, 255) / 255) ** GAMMA, dtype=np.float32)


def in_art_light(grey: Array, paper: Array) -> Array:
    """Grey values (..., 3) as they would be where white paper gives a light of 1, given the light that it gives."""
    return np.asarray(grey * paper ** np.float32(-1 / GAMMA), dtype=np.float32)


def mirrors(
    seen: Array, wanted: Array, known: NDArray[np.bool_], corners: NDArray[np.int64], size: int = COARSE,
    paper: Array | None = None,
) -> tuple[Array, NDArray[np.bool_]] | None:  # fmt: skip
    """Light (h, w, 3) that tiles mirror into the camera, 0 elsewhere, and where (h, w); None when none does.

    `corners` (cells, 2) are the upper left coarse pixels of the cells, `size` their width, `paper` (3,) the light that white
    paper gives.
    """
    light, where = np.zeros_like(seen), np.zeros(known.shape, np.bool_)
    for u, v in corners:
        rows, cols = slice(v, v + size), slice(u, u + size)
        found = mirror_of(seen[rows, cols], wanted[rows, cols], known[rows, cols], paper)
        if found is not None:
            light[rows, cols][found[1]] = found[0]
            where[rows, cols] |= found[1]
    return (light, where) if where.any() else None


def mirror_of(
    seen: Array, wanted: Array, known: NDArray[np.bool_] | None = None, paper: Array | None = None
) -> tuple[Array, NDArray[np.bool_]] | None:
    """The light (3,) that a part of one tile mirrors, of which `seen` and `wanted` (n, n, 3) are the coarse pixels, and which
    part (n, n); None when it does not.

    A lamp that gives paper less light, or of another colour, is mirrored so too: what is added is measured by the light of white
    `paper` (3,).
    """
    paper = np.ones(3, np.float32) if paper is None else paper
    added = (linear(seen) - linear(wanted)) / paper
    here = added.min(axis=2) > MIRROR_LEAST
    if known is not None:
        here &= known
    if here.sum() < MIRROR_SHARE * here.size:
        return None
    return _mirror(added, here, seen, wanted, paper) or _blinding(here, seen)


def _mirror(
    added: Array, here: NDArray[np.bool_], seen: Array, wanted: Array, paper: Array
) -> tuple[Array, NDArray[np.bool_]] | None:
    """The light (3,) that a part of a cell adds, and which part, where `added` (n, n, 3) is as bright by the light of paper."""
    blinded = seen >= BLIND
    blind = blinded.any(axis=2)
    clear = here & ~blind
    points = added[clear if clear.mean() >= MIRROR_SHARE else here]
    mean = points.mean(axis=1)
    best, most = None, 0
    for share in (0.2, 0.35, 0.5, 0.65, 0.8, 0.92):
        middle = points[np.argsort(mean)[int(share * (len(mean) - 1))]]
        alike = np.abs(added - middle) < MIRROR_NOISE[0] + MIRROR_NOISE[1] * middle
        # Where the camera is blinded, any light that would blind it is as good.
        close = (alike | (blinded & (linear(wanted) + middle * paper >= BLINDING))).all(axis=2) & here
        if close.sum() > most:
            best, most = close, int(close.sum())
    if best is None:
        return None
    best = cv2.morphologyEx(best.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0
    if best.sum() < MIRROR_SHARE * best.size:
        return None
    level = np.median(added[best & clear] if (best & clear).any() else added[best], axis=0)
    part = best | (blind & (linear(wanted) + level * paper >= BLINDING).any(axis=2))
    part = cv2.morphologyEx(part.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)) > 0
    lamp = level.min() >= max(MIRROR_LEAST, MIRROR_TINT * level.max())
    varied = float(in_art_light(wanted[best], paper).mean(axis=1).std()) >= (VARIETY if best.mean() < LARGE else PLAINER)
    return ((level * paper).astype(np.float32), part) if lamp and varied and _shows_through(seen[best], wanted[best]) else None


def _shows_through(seen: Array, wanted: Array) -> bool:
    """Whether what is seen (n, 3) is brighter where the drawing (n, 3) is: what hides it has shades of its own."""
    one, other = seen.mean(axis=1), wanted.mean(axis=1)
    return float(np.corrcoef(one, other)[0, 1]) > SHOWN if one.std() > 0 else False


def _blinding(here: NDArray[np.bool_], seen: Array) -> tuple[Array, NDArray[np.bool_]] | None:
    """The part of a cell that is so bright that nothing is seen of it, with a little around it."""
    blind = cv2.morphologyEx(((seen >= BLIND).all(axis=2) & here).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    if blind.sum() < MIRROR_SHARE * blind.size:
        return None
    return np.ones(3, np.float32), (cv2.dilate(blind, np.ones((3, 3), np.uint8)) > 0) & here


def maybe_mirror(seen: Array, drawn: Array) -> bool:
    """Whether what is seen (n, 3) may be one of some drawings (m, n, 3) with a lamp in it so bright that the drawing is not told:
    most of what differs is brighter in every channel."""
    off = np.abs(seen - drawn).max(axis=2) > OTHERWISE
    brighter = off & ((linear(seen) - linear(drawn)).min(axis=2) > LEAST_BRIGHTER)
    told = off.mean(axis=1) > MIRROR_SHARE
    hidden = told & (brighter.sum(axis=1) > MOSTLY * np.maximum(off.sum(axis=1), 1))
    return bool(hidden.any()) and (_blinded(seen) or any(_may_show_through(seen, each) for each in drawn[hidden]))


def _blinded(seen: Array) -> bool:
    """Whether so much of what is seen (n, 3) is as bright as light itself that nothing shows through."""
    return float((seen.min(axis=1) > NEARLY_BLIND).mean()) > MIRROR_SHARE


def _may_show_through(seen: Array, drawn: Array) -> bool:
    """Whether details of a drawing (n, 3) are seen (n, 3) below other light, which adds to it, or there are hardly any."""
    side = round(len(seen) ** 0.5)
    here, there = (linear(each).reshape(side, side, 3) for each in (seen, drawn))
    fine, wanted = (each - np.asarray(cv2.blur(each, (DETAIL, DETAIL)), dtype=np.float32) for each in (here, there))
    power = float((wanted**2).mean())
    return power < FAINT_DETAIL**2 or float((fine * wanted).mean()) > THROUGH * power


def vague_in_shadows(level: Array) -> Array:
    """How much (h, w) the board may differ from what is expected, in grey values, where shadows left that share of the light
    (h, w): at their edges, and for the camera's errors, which grow with what was taken out."""
    kernel = np.ones((5, 5), np.uint8)
    steep = cv2.dilate(level, kernel) - cv2.erode(level, kernel)
    return np.asarray(np.maximum(np.minimum(VAGUE_EDGE * steep, VAGUE), (level < 1) * ERRS / level), dtype=np.float32)


def vague_under(where: NDArray[np.bool_]) -> Array:
    """The same under mirrors (h, w)."""
    return VAGUE * np.asarray(cv2.dilate(where.astype(np.uint8), np.ones((3, 3), np.uint8)), dtype=np.float32)


def without_shadows(plan: NDArray[np.uint8], factors: Array) -> NDArray[np.uint8]:
    """A plan (h, w, 3) as it would look in smooth light."""
    picture = (plan.astype(np.float32) + OFFSET) / cv2.resize(factors, plan.shape[1::-1], interpolation=cv2.INTER_LINEAR) - OFFSET
    return np.asarray(np.clip(picture, 0, 255), dtype=np.uint8)


def without_mirrors(
    plan: NDArray[np.uint8], light: Array, where: NDArray[np.bool_], wanted: Array, known: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """A plan (h, w, 3) without the light that tiles mirror: given that light, where it is, and what is `wanted` where `known`.

    At the edge of a mirror only so much is taken away as there is too much; where the camera was blinded, nothing is known.
    """
    block = plan.shape[1] // where.shape[1]
    out = plan.copy()
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.dilate(where.astype(np.uint8), np.ones((3, 3), np.uint8)))
    for left, upper, width, height, _ in stats[1:]:
        coarse = (slice(upper, upper + height), slice(left, left + width))
        fine = (slice(upper * block, (upper + height) * block), slice(left * block, (left + width) * block))
        size = (int(width) * block, int(height) * block)
        spread = cv2.dilate(light[coarse], np.ones((3, 3), np.uint8))
        most = cv2.resize(spread, size, interpolation=cv2.INTER_NEAREST)
        inner = cv2.erode(where[coarse].astype(np.uint8), np.ones((3, 3), np.uint8))
        sure = cv2.resize(inner, size, interpolation=cv2.INTER_NEAREST)
        seen = linear(plan[fine].astype(np.float32))
        added = np.where(sure[..., None] > 0, most, np.clip(seen - linear(wanted[fine]), 0, most))
        bare = 255 * np.maximum(seen - added, 0) ** (1 / GAMMA)
        blind = (plan[fine] >= BLIND).any(axis=2, keepdims=True) & (most > 0)
        # A piece may blind the camera in one channel and be told from the drawing by the others.
        with_lamp = 255 * np.minimum(linear(wanted[fine]) + most, 1) ** (1 / GAMMA)
        blind &= (np.abs(with_lamp - plan[fine]) < OTHERWISE).all(axis=2, keepdims=True)
        better = np.where(blind, wanted[fine], bare)
        out[fine] = np.where(known[fine][..., None], np.clip(better, 0, 255).astype(np.uint8), plan[fine])
    return out
