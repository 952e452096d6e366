"""Loose bodies whose heading nobody knows, learnt as prisms from several views, the more the better.

Under a slanting camera each view shows other sides of a wedge, so that no turn lays one view on another.  What is the same in all
is the body: its outline, seen once at its foot and once, shifted by how far it leans, at its top; the paint of its top; and the
colours of its sides.  One view tells a first body (its outline is what is left of the silhouette if that is shrunk along the
lean), which is seen from where every other view was taken, in all turns; laid so, all views together tell a better one, and so on
in turns (as in generalized Procrustes analysis, Gower 1975).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median_where
from calibration.own_colours import from_middle, reach_of, showing
from vision import resample
from vision.channels import squared
from vision.light import Array
from vision.prism import Prism
from vision.rig import SPRITE_SIDE
from vision.tones import tones

WINDOW, MASS, BESIDE = 48, 0.95, 8
"""Pixels of a view, on a plan of detail 1, in which a loose body lies; one of which that share reaches nearly to their edge or
beyond it has so many more to each side."""
STARTS, ROUNDS = 5, 4
"""So many views are tried as the first, and so often all views and the body tell each other."""
YAWS, FINE_YAWS, FINEST_YAWS = tuple(10.0 * n for n in range(36)), (-8.0, -4.0, 0.0, 4.0, 8.0), (-4.0, -2.0, 0.0, 2.0, 4.0)
FAR, NEAR = 2, 1
"""So many pixels, at half size and then whole, a view is shifted to each side."""
UNLIKE = 30.0
"""So many tones apart are a pixel that shows the body and one that does not."""
LEAST_PX = 40.0
"""So many pixels a body covers at least, on a plan of detail 1."""
ERODED, SILHOUETTE = 0.8, 0.4
"""Softness (px) and level at which a first silhouette is cut."""
MISFITS, LEAST_MISFIT = 2.0, 64.0
"""A view whose squared misfit is so many times the usual one, and larger than that, does not count."""
AGREED, DIFFERENT = 8.0, 14.0
"""Median distance of the views' tones up to which a pixel surely shows the top, and from which on it does not."""
OFTEN, ALWAYS = 0.35, 0.65
"""Share of the views in which a pixel of the top must look like the body; from where on it surely does."""
VALID, INSIDE = 0.7, 0.5
SECTORS = 24
"""Directions from the middle in which the colour of the side is told by itself."""
LEAST_LEAN_PX, FEW, MANY = 1.5, 4, 20
"""A view that leans less shows no side; pixels that tell the colour of a side at all, and as well as more would."""
MOST_OF_THEM, GOOD, MOST_MISFIT, LEAST_OVERLAP = 75.0, 0.5, 0.9 * UNLIKE**2, 0.63
"""How badly this percentile of the views fits tells how badly a body does; share of the views that must fit, the squared misfit
of a prism at most, and the share that it and what views show of it have in common at least.  (.67 to .81 of cheeses and chests
on eleven tables, .46 to .6 of what marbles made.)"""


@dataclass(frozen=True, slots=True)
class Seen:
    """One view of a body: `picture` (n, n, 3), how likely each pixel shows it (`own`, n, n), where nothing is in the way
    (`valid`, n, n), and how far a pixel of height leans, px right and down."""

    picture: Array
    own: Array
    valid: Array
    lean: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Placed:
    """How a view shows the body: squared misfit, turn clockwise and shift, px right and down."""

    misfit: float
    degrees: float
    shift: tuple[float, float]


def seen_of(pictures: Array, covers: Array, valid: Array, leans: Sequence[tuple[float, float]]) -> list[Seen]:
    """The views of one body from pictures (m, n, n, 3), what differs from the bare table (m, n, n), where nothing is in the way
    (m, n, n), and how far a pixel of height leans in each, px."""
    own = showing(tones(pictures), covers, valid)
    side, detail = pictures.shape[1], _detail(pictures.shape[1])
    reach = max(WINDOW * detail / 2, reach_of(covers.mean(axis=0), MASS) + BESIDE * detail)
    rim = max(int(side / 2 - reach), 0)
    inner = slice(rim, side - rim)
    parts = zip(pictures, own, valid, leans, strict=True)
    return [Seen(picture[inner, inner], its[inner, inner], free[inner, inner], lean) for picture, its, free, lean in parts]


def _detail(side: int) -> int:
    """That of the plan which pictures of that side were cut from."""
    return max(side // SPRITE_SIDE, 1)


def learn_prism(views: Sequence[Seen], height_px: float, side: int) -> tuple[Prism, float] | None:
    """The body, in pictures of that side, and how badly it fits; None if most views do not fit any."""
    views = [_whole(view) for view in views]
    wholes, halves = [_onto(view, NEAR) for view in views], [_onto(_halved(view), FAR) for view in views]
    best: tuple[float, list[_Placed]] | None = None
    for first in _clearest(views)[:STARTS]:
        body = _first(views[first], height_px)
        for _ in range(2):
            placed = _placed_anywhere(views, wholes, halves, body)
            body = _together(views, placed, height_px)
        misfit = float(np.percentile([one.misfit for one in placed], MOST_OF_THEM))
        if float(body.top[..., 3].sum()) / _detail(side) ** 2 >= LEAST_PX and (best is None or misfit < best[0]):
            best = misfit, placed
    if best is None:
        return None
    placed = best[1]
    for _ in range(ROUNDS):
        body = _together(views, placed, height_px)
        placed = [_finer(view, own, body, at, FINEST_YAWS) for view, own, at in zip(views, wholes, placed, strict=True)]
    overlap = float(np.median([_overlap(body, view, at) for view, at in zip(views, placed, strict=True)]))
    misfit = float(np.percentile([one.misfit for one in placed], MOST_OF_THEM))
    if misfit > MOST_MISFIT or overlap < LEAST_OVERLAP or _fitting(placed).mean() < GOOD:
        return None
    more = (side - len(body.top)) // 2
    top, sides = (np.pad(each, ((more, more), (more, more), (0, 0)), mode="edge") for each in (body.top, body.side))
    return Prism(top, sides, height_px), misfit / overlap


def _overlap(body: Prism, view: Seen, at: _Placed) -> float:
    """The share that a body seen so and what a view shows of it have in common."""
    _, cover = body.seen(view.lean, at.degrees, at.shift)
    both, either = ((join(cover, view.own) * view.valid).sum() for join in (np.minimum, np.maximum))
    return float(both / max(float(either), 1.0))


def _whole(view: Seen) -> Seen:
    picture, own, valid = (np.ascontiguousarray(each, np.float32) for each in (view.picture, view.own, view.valid))
    return Seen(picture, own, valid, view.lean)


def _clearest(views: Sequence[Seen]) -> list[int]:
    """The views in whose middle least is hidden first."""
    middle = from_middle(len(views[0].valid)) < len(views[0].valid) / 3
    return sorted(range(len(views)), key=lambda n: -float((views[n].valid * middle).sum()))


def _first(view: Seen, height_px: float) -> Prism:
    """A body as one view shows it: its outline at the foot and at the top lies within the silhouette."""
    soft = np.asarray(cv2.GaussianBlur(view.own * view.valid, (0, 0), ERODED), np.float32)
    shown = cv2.morphologyEx((soft > SILHOUETTE).astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    silhouette = _middle_part(np.asarray(shown, np.uint8)).astype(np.float32)
    lean = np.array(view.lean) * height_px
    steps = max(int(np.ceil(np.hypot(*lean))), 1)
    outline = np.min([_moved(silhouette, -(number / steps - 0.5) * lean) for number in range(steps + 1)], axis=0)
    if outline.sum() < LEAST_PX:
        outline = silhouette
    top = _moved(view.picture, -0.5 * lean)
    below = silhouette * (1 - _moved(outline, 0.5 * lean)) > INSIDE
    colour = np.median(view.picture[below if below.sum() > FEW else silhouette > INSIDE], axis=0) if silhouette.any() else 0.0
    sides = np.broadcast_to(np.asarray(colour, np.float32), top.shape)
    return Prism(np.dstack([_continued(top, outline), outline]), np.dstack([sides, outline]).astype(np.float32), height_px)


def _moved(image: Array, shift: NDArray[np.float64]) -> Array:
    matrix = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]]])
    return np.asarray(resample.warp_affine(image, matrix, image.shape[1::-1]), np.float32)


def _middle_part(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The part of a mask (n, n) that has most of its middle; all of it if none has."""
    count, labels = cv2.connectedComponents(mask)
    low, high = 3 * len(mask) // 8, 5 * len(mask) // 8
    near = np.bincount(labels[low:high, low:high].ravel(), minlength=count)
    near[0] = 0
    return (labels == int(near.argmax())).astype(np.uint8) if near.any() else mask


def _continued(picture: Array, outline: Array) -> Array:
    """A picture (n, n, 3) whose colours go on beyond its outline (n, n)."""
    result = picture * 0 + picture[outline > INSIDE].mean(axis=0) if (outline > INSIDE).any() else picture.copy()
    for reach in (5.0, 1.2):
        colour, weight = (cv2.GaussianBlur(each, (0, 0), reach) for each in (picture * outline[..., None], outline))
        result = np.where((weight > 0.1)[..., None], colour / np.maximum(weight, 0.1)[..., None], result)
    return np.asarray(np.where((outline > 0.9)[..., None], picture, result), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Onto:
    """A view to be fitted, in several `shifts` (s), px right and down: what each pixel of a body counts there (`weights`,
    5 p, s), what is shown and no body explains (`constant`), and how many pixels are `shown`."""

    shifts: Sequence[tuple[int, int]]
    weights: Array
    constant: float
    shown: float


def _onto(view: Seen, reach: int) -> _Onto:
    """A view shifted by up to so many pixels to each side."""
    toned, valid, own = tones(view.picture), view.valid, view.own
    rows = np.dstack([valid * squared(toned) / 3 - 2 * UNLIKE**2 * valid * own, toned * (-2 / 3 * valid)[..., None], valid])
    shifts = [(right, down) for down in range(-reach, reach + 1) for right in range(-reach, reach + 1)]
    moved = [np.roll(rows, (-down, -right), axis=(0, 1)).transpose(2, 0, 1).reshape(-1) for right, down in shifts]
    constant, shown = UNLIKE**2 * float((valid * own**2).sum()), float((valid * own).sum())
    return _Onto(shifts, np.stack(moved, axis=1).astype(np.float32), constant, shown)


def _halved(view: Seen) -> Seen:
    small = [_small(each) for each in (view.picture, view.own, view.valid)]
    return Seen(small[0], small[1], small[2], view.lean)


def _small(image: Array) -> Array:
    return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def _best(
    body: Prism, lean: tuple[float, float], turns: Sequence[float], onto: _Onto, shift: tuple[float, float] = (0.0, 0.0)
) -> _Placed:
    """In which of these turns, and shifted by how much more, a body seen so fits a view best: by the distance of tones where it
    covers, and everywhere by which of the two shows it (squares, as a share of the pixels that are shown).

    Squares are multiplied out, so that all turns and shifts are one product of matrices.
    """
    rows = []
    for degrees in turns:
        picture, cover = body.seen(lean, degrees, shift)
        toned = tones(picture)
        rows.append(np.concatenate([cover.ravel(), (toned * cover[..., None]).transpose(2, 0, 1).ravel(),
                                    (squared(toned) / 3 * cover + np.float32(UNLIKE**2) * cover**2).ravel()]))  # fmt: skip
    errors = (np.stack(rows) @ onto.weights + np.float32(onto.constant)) / max(onto.shown, LEAST_PX / 4)
    turn, moved = np.unravel_index(int(errors.argmin()), errors.shape)
    right, down = onto.shifts[int(moved)]
    return _Placed(float(errors[turn, moved]), turns[int(turn)], (shift[0] + right, shift[1] + down))


def _placed_anywhere(views: Sequence[Seen], wholes: Sequence[_Onto], halves: Sequence[_Onto], body: Prism) -> list[_Placed]:
    """How all views show a body of which nothing is known yet."""
    half = Prism(_small(body.top), _small(body.side), body.height_px / 2)
    placed = []
    for view, whole, small in zip(views, wholes, halves, strict=True):
        rough = _best(half, view.lean, YAWS, small)
        doubled = replace(rough, shift=(2 * rough.shift[0], 2 * rough.shift[1]))
        placed.append(_finer(view, whole, body, doubled, FINE_YAWS))
    return placed


def _finer(view: Seen, onto: _Onto, body: Prism, at: _Placed, turns: Sequence[float]) -> _Placed:
    return _best(body, view.lean, [at.degrees + more for more in turns], onto, at.shift)


def _fitting(placed: Sequence[_Placed]) -> NDArray[np.bool_]:
    misfits = np.array([one.misfit for one in placed])
    return np.asarray(misfits <= max(float(np.median(misfits)) * MISFITS, LEAST_MISFIT))


def _together(views: Sequence[Seen], placed: Sequence[_Placed], height_px: float) -> Prism:
    """The body that all views show that fit."""
    laid = []
    for view, at in zip(views, placed, strict=True):
        offset = np.array(at.shift) + 0.5 * height_px * np.array(view.lean)
        laid.append(_upright(np.dstack([view.picture, view.own, view.valid]), offset, at.degrees))
    stack = np.stack(laid)
    told = (stack[..., 4] > VALID) & _fitting(placed)[:, None, None]
    top = median_where(stack[..., :3], told, 0.0)
    toned = np.stack([tones(each) for each in np.ascontiguousarray(stack[..., :3])])
    apart = median_where(np.abs(toned - median_where(toned, told, 0.0)).mean(axis=3), told, 255.0)
    often = (stack[..., 3] * told).sum(axis=0) / np.maximum(told.sum(axis=0), 1)
    alike = np.clip((DIFFERENT - apart) / (DIFFERENT - AGREED), 0, 1) * np.clip((often - OFTEN) / (ALWAYS - OFTEN), 0, 1)
    outline = _outline(alike.astype(np.float32))
    paint = _continued(top, outline)
    sides = _sides(views, placed, outline, height_px, paint)
    return Prism(np.dstack([paint, outline]), np.dstack([sides, outline]), height_px)


def _upright(image: Array, offset: NDArray[np.float64], degrees: float) -> Array:
    """An image (n, n, c) of a body that is turned and lies so far off its middle, px, as it would be if it did neither."""
    angle, middle = np.radians(degrees), np.full(2, (len(image) - 1) / 2)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = np.column_stack([turn, middle + offset - turn @ middle])
    parts = [resample.warp_affine(np.ascontiguousarray(part), matrix, image.shape[1::-1], inverse=True)
             for part in (image[..., :3], image[..., 3], image[..., 4])]  # fmt: skip
    return np.dstack(parts).astype(np.float32)


def _outline(alike: Array) -> Array:
    """The outline (n, n) of what is alike, its middle part, without what sticks out by a pixel or two."""
    soft = np.asarray(cv2.GaussianBlur(alike, (0, 0), 0.7), np.float32)
    opened = cv2.morphologyEx(_middle_part((soft > 0.4).astype(np.uint8)), cv2.MORPH_OPEN,
                              cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5)))  # fmt: skip
    part = cv2.dilate(_middle_part(np.asarray(opened, np.uint8)), np.ones((3, 3), np.uint8))
    return np.asarray(np.clip((soft - 0.35) / 0.3, 0, 1) * part, np.float32)


def _sides(views: Sequence[Seen], placed: Sequence[_Placed], outline: Array, height_px: float, paint: Array) -> Array:
    """The colour (n, n, 3) of the side below each pixel of the rim, by its direction from the middle; the paint of the top
    where no view shows any."""
    down, across = np.nonzero(outline > INSIDE)
    if not len(down):
        return paint
    v, u = np.mgrid[: len(outline), : len(outline)]
    angles = np.degrees(np.arctan2(v - down.mean(), u - across.mean())) % 360
    sector = np.minimum(angles * SECTORS / 360, SECTORS - 1).astype(int)
    seen: list[list[Array]] = [[] for _ in range(SECTORS)]
    for view, at, fits in zip(views, placed, _fitting(placed), strict=True):
        if fits and np.hypot(*view.lean) * height_px > LEAST_LEAN_PX:
            shown = _side_shown(outline, angles, view, at, height_px)
            use = (shown >= 0) & (view.valid > VALID)
            for number, pixel in zip(shown[use].tolist(), view.picture[use], strict=True):
                seen[number].append(pixel)
    counts = np.array([min(len(pixels) / MANY, 1.0) if len(pixels) >= FEW else 0.0 for pixels in seen])
    if not counts.any():
        return paint
    colours = np.stack([np.median(pixels, axis=0) if count else np.zeros(3) for pixels, count in zip(seen, counts, strict=True)])
    apart = np.abs((np.arange(SECTORS)[:, None] - np.arange(SECTORS) + SECTORS // 2) % SECTORS - SECTORS // 2)
    weights = counts * np.exp(-(apart**2) / 2 / 0.7**2) + 1e-6 * counts * np.exp(-apart)
    return np.asarray((weights @ colours / weights.sum(axis=1, keepdims=True))[sector], np.float32)


def _side_shown(outline: Array, angles: Array, view: Seen, at: _Placed, height_px: float) -> NDArray[np.int64]:
    """Which sector's side each pixel (n, n) of a view shows, -1 where it shows none."""
    across, down = np.cos(np.radians(angles)), np.sin(np.radians(angles))
    # The third channel tells the top.
    top, side = (np.dstack([across, down, np.full_like(across, third), outline]).astype(np.float32) for third in (1, 0))
    body = Prism(top, side, height_px)
    picture, cover = body.seen(view.lean, at.degrees, at.shift)
    sector = np.degrees(np.arctan2(picture[..., 1], picture[..., 0])) % 360 * SECTORS / 360
    shown = (cover > 0.9) & (picture[..., 2] < 0.1)
    return np.where(shown, np.minimum(sector, SECTORS - 1).astype(int), -1)
