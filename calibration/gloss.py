"""The haze of glossy cards in teaching pictures, told by drawings that were taught in several places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.art import Sample, free_part
from calibration.lobes import Added, fitted, rest_of
from calibration.painted import Glaze
from companion.core.catalogue import Layout
from companion.core.scene import Look
from vision.board import board_at
from vision.frame import TeachingPicture
from vision.gloss import LEAST, coarse_haze, haze_at, haze_map, haze_of_tiles, hazed, middles_of, told_at, without_haze
from vision.lens import Floats
from vision.light import Array, terms
from vision.pose import Pose
from vision.relight import GAMMA, linear
from vision.tiles import COARSE

WHOLLY = 0.99
"""Share of a coarse pixel of a sample that no piece may cover."""
RIM = 1
"""Coarse pixels of a tile that belong to its edge and what is beside it."""
SMOOTH = LEAST / 2
"""How far tiles may be off smooth haze, root mean square: on seven tables with glossy cards 0.004 to 0.020, on three where single
tiles mirror a lamp 0.024 to 0.064."""
UNEVEN = 0.13
"""How far they may be off bright haze, in shares of the most there is: each card lies a little askew in its own way."""
LITTLE = 0.03
"""Haze that is too little to be told wrongly."""
ONE_COLOUR, HELD = 0.12, 0.6
"""Drawings are of one colour whose poorest channel varies by no more than that share of what all do, as a rule: then each channel
is held at what all tell of the light, as by so large a share of their variance.  (Of four rows of green, red or yellow cards with
a few holes that share was .01 to .06, of cards and tiles in several colours on four tables .28 to .38; held so, the haze of these
is told worse: a card's other side was taken for it on two.)"""
FEW = 5.0
"""Per cent of tiles that may be darker than the haze told there: they lie askew, or in a shadow."""


def haze_of_samples(
    samples: Sequence[Sample], light: Sequence[NDArray[np.float64]], tall: float = 1.0, taken: Array | None = None,
    smooth: float = SMOOTH, least: float = LEAST,
) -> Array | None:
    """The haze (`vision.gloss`) that all teaching pictures share, white is 1; none where there is least.  None where there is
    nowhere so much as `least`, or tiles are far off what is smooth: then it is a lamp, mirrored with an edge.  The grid is so
    many times as `tall` as wide.  Where some haze was `taken` out already, it is told what there was in all.  `smooth` is how
    far tiles may be off.

    How much haze all drawings have in common nobody can tell: what counts is by how much it differs where one lies elsewhere.
    """
    if (told := added_to(samples, light)) is None:
        return None
    before = np.zeros((len(samples), 3)) if taken is None else haze_at(taken, np.stack([sample.at for sample in samples]))
    if taken is not None:
        told = replace(told, added=told.added + haze_at(taken, told.at))
    haze, off = fitted(told, tall)
    over = told_at(haze, np.stack([sample.at for sample in samples]))
    # Nothing on a tile is darker than the haze that lies on it.
    darkest = np.stack([linear(_coarse(sample)[0]).min(axis=0) for sample in samples]) + before
    haze[0] += np.minimum(-over.min(axis=0), np.percentile(darkest - over, FEW, axis=0)).astype(np.float32)
    most = haze_at(haze, np.stack([sample.at for sample in samples])).max()
    return haze if off < max(smooth, UNEVEN * float(most)) and most > least else None


def least_hazy(samples: Sequence[Sample], haze: Array | None) -> list[Sample]:
    """The samples without those of a look on which haze lay, where it was also seen with next to none: each card lies a little
    askew, so what was told of all of them leaves some on one and takes too much from another.  Drawings in several colours bear
    that, and want all of their samples."""
    if haze is None or not of_one_colour(samples):
        return list(samples)
    over = haze_at(haze, np.stack([sample.at for sample in samples])).max(axis=1)
    bare = {sample.look for sample, own in zip(samples, over, strict=True) if own < LITTLE and _is_whole(sample)}
    return [sample for sample, own in zip(samples, over, strict=True) if own < LITTLE or sample.look not in bare]


def _is_whole(sample: Sample) -> bool:
    return sample.clear and bool(free_part(sample).all())


def added_to(samples: Sequence[Sample], light: Sequence[NDArray[np.float64]]) -> Added | None:
    """The light that was added to drawings wherever they lay; None where none lay in two places."""
    groups: dict[Look, list[Sample]] = {}
    for sample in samples:
        groups.setdefault(sample.look, []).append(sample)
    held = HELD if of_one_colour(samples) else 0.0
    apart = [_added(group, light, held) for group in groups.values() if len(group) > 1]
    if not apart:
        return None
    at, added, trust = (np.concatenate(each) for each in zip(*apart, strict=True))
    return Added(at, added, trust, np.repeat(np.arange(len(apart)), [len(each[0]) for each in apart]))


def of_one_colour(samples: Sequence[Sample]) -> bool:
    """Whether drawings are as a rule of one colour, lighter and darker."""
    spreads = [linear(pixels[free]).var(axis=0) for pixels, free in map(_coarse, samples) if free.any()]
    shares = [float(spread.min() / max(spread.mean(), 1e-6)) for spread in spreads]
    return bool(shares) and float(np.median(shares)) < ONE_COLOUR


def _added(
    group: Sequence[Sample], light: Sequence[NDArray[np.float64]], held: float
) -> tuple[Floats, Floats, Floats]:
    """Where a drawing lay (n, 2), the light added to it there (n, 3), and how far each may be trusted (n,)."""
    seen, free = zip(*(_coarse(sample) for sample in group), strict=True)
    gains = [np.exp(terms(sample.at[None]) @ light[sample.picture_number])[0] for sample in group]
    bare = np.stack([each / gain for each, gain in zip(seen, gains, strict=True)]).astype(np.float32)
    shown = np.stack(free).astype(np.float32)
    drawn = (linear(bare) * shown[..., None]).sum(axis=0) / np.maximum(shown.sum(axis=0), 1)[..., None]
    lit = np.broadcast_to(drawn, bare.shape)
    if held:
        # In the light of its place a drawing is as much brighter in all channels.
        lit = drawn * np.stack(gains)[:, None].astype(np.float32) ** np.float32(GAMMA)
    own, sure = haze_of_tiles(linear(np.stack(seen)), lit, shown, held)
    return np.stack([sample.at for sample in group]), own, sure


def _coarse(sample: Sample) -> tuple[Array, NDArray[np.bool_]]:
    """The compared pixels (pixels, 3) of a sample, and which of them (pixels,) show its drawing."""
    inside = slice(RIM, COARSE - RIM)
    art, free = (
        cv2.resize(image, (COARSE, COARSE), interpolation=cv2.INTER_AREA)[inside, inside]
        for image in (sample.art, free_part(sample).astype(np.float32))
    )
    return np.asarray(art.reshape(-1, 3), dtype=np.float32), np.asarray(free.reshape(-1) > WHOLLY)


def flare_of(
    haze: Array, samples: Sequence[Sample], light: Sequence[NDArray[np.float64]], pose: Pose, layout: Layout
) -> Array:
    """The light (n, m, 3) over equal parts of a picture that was taken in that pose, by the haze that was told and by samples
    without it: light that no card throws back falls off in any way."""
    told, rest = coarse_haze(haze, pose.lens.size, partial(_board, pose, layout)), added_to(samples, light)
    if rest is None:
        return told
    more = rest_of(rest)
    return np.maximum(told + more(_board(pose, layout, middles_of(pose.lens.size))).reshape(told.shape), 0).astype(np.float32)


def pictures_without_haze(
    pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout, haze: Array
) -> list[TeachingPicture]:
    """The pictures as they would be of dull cards."""
    made = []
    for picture, pose in zip(pictures, poses, strict=True):
        height, width = picture.picture.shape[:2]
        there = haze_map(haze, (width, height), partial(_board, pose, layout))
        made.append(replace(picture, picture=without_haze(picture.picture, there)))
    return made


def _board(pose: Pose, layout: Layout, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Board coordinates (n, 2) of pixels (n, 2) of a picture."""
    return board_at(layout, pose.unproject(pixels, layout.top_mm))


def glaze(layout: Layout, light: NDArray[np.float64], haze: Array) -> Glaze:
    """How drawings look under haze in a picture with such light, both (6, 3)."""

    def glazed(drawing: Array, corners_mm: NDArray[np.float64]) -> Array:
        at, size = board_at(layout, corners_mm), drawing.shape[:2]
        # Corners run clockwise from the upper left one: what lies between two rows is as good as straight.
        right, down = ((np.arange(side) + 0.5)[:, None] / side for side in (size[1], size[0]))
        upper, lower = at[0] + (at[1] - at[0]) * right, at[3] + (at[2] - at[3]) * right
        spots = upper[None] + (lower - upper)[None] * down[:, None]
        over = haze_at(haze, spots.reshape(-1, 2)).reshape(*size, 3)
        return hazed(drawing, np.exp(terms(at.mean(axis=0)[None]) @ light)[0].astype(np.float32), over)

    return glazed
