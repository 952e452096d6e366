"""Pieces of one kind laid on each other: how each is turned is told by all views together.

The outline of one change tells a direction to some ten degrees, or none; a shadow or a print of its own colour under it makes
that worse.  What most views of a piece show alike is the piece, and each view is turned and shifted until it shows that.
A piece that faces nowhere gets a heading too: how it is turned against the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.dice import is_die
from calibration.rims import turned
from calibration.sprites import spun
from vision import resample
from vision.frame import TaughtPiece
from vision.lens import Floats
from vision.light import Array

ROUNDS = 3
LEAST_VIEWS = 3
"""Fewer views do not tell what is alike in all."""
REACH_MM = 6.0
"""So far off its place a piece is looked for."""
COARSE, ROUND = tuple(range(-28, 29, 4)), tuple(range(0, 360, 12))
FINE = (-6, -4, -2, 0, 2, 4, 6)
"""Degrees by which a view is turned: where it faces somewhere, where it may face anywhere, and at last."""
ASKEW_DEG = 30.0
"""What lies so far off the direction that was asked for must fit twice as well."""
OFTEN = 0.5
"""A pixel belongs to the piece when it changed in such a share of the views."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A piece as it was found: its label, and what is seen around its middle as the table lies: picture (n, n, 3) and the
    part that changed (n, n) 0 or 1, `px_mm` pixels a millimetre."""

    taught: TaughtPiece
    picture: Array
    changed: Array
    px_mm: float


def settled(found: Sequence[Found]) -> list[TaughtPiece]:
    """The labels in the same order, those of pieces that look alike made to agree with each other."""
    groups: dict[tuple[str, str], list[int]] = {}
    for number, one in enumerate(found):
        if not is_die(one.taught):
            groups.setdefault((one.taught.piece.kind, one.taught.piece.face or ""), []).append(number)
    labels = [one.taught for one in found]
    for numbers in groups.values():
        if len(numbers) >= LEAST_VIEWS:
            for number, label in zip(numbers, _together([found[number] for number in numbers]), strict=True):
                labels[number] = label
    return labels


def _together(group: Sequence[Found]) -> list[TaughtPiece]:
    ways = [(float(one.taught.heading_deg or 0.0), np.zeros(2)) for one in group]
    for number in range(ROUNDS):
        views = [_upright(one, heading, off) for one, (heading, off) in zip(group, ways, strict=True)]
        if number == 0 and group[0].taught.heading_deg is None:
            # Nobody knows how they are turned: all are laid on one of them first.
            views = [_typical(views)]
        picture = np.median(np.stack([view for view, _ in views]), axis=0).astype(np.float32)
        mask = (np.mean([changed for _, changed in views], axis=0) >= OFTEN).astype(np.float32)
        if not mask.any():
            break
        ways = [_fit(one, way, picture, mask) for one, way in zip(group, ways, strict=True)]
    return [_labelled(one, heading, off) for one, (heading, off) in zip(group, ways, strict=True)]


def _typical(views: Sequence[tuple[Array, Array]]) -> tuple[Array, Array]:
    """The view whose change is of the usual size: no shadow hangs on it, and nothing of it was taken for one."""
    sizes = np.array([changed.sum() for _, changed in views])
    return views[int(np.argmin(np.abs(sizes - np.median(sizes))))]


def _upright(one: Found, heading: float, off: Floats) -> tuple[Array, Array]:
    """Picture and change with the nose to the far side, what lies `off` (px of the table) from the middle in the middle."""
    shift = np.array([[1.0, 0.0, -off[0]], [0.0, 1.0, -off[1]]])
    size = (one.picture.shape[1], one.picture.shape[0])
    moved = [resample.warp_affine(image, shift, size) for image in (one.picture, one.changed)]
    picture, changed = (spun(np.asarray(image, dtype=np.float32), -heading) for image in moved)
    return picture, changed


def _fit(one: Found, way: tuple[float, Floats], picture: Array, mask: Array) -> tuple[float, Floats]:
    """The heading and the middle of a view at which it shows that picture best."""
    reach = round(REACH_MM * one.px_mm)
    inner = slice(reach, -reach)
    template, weights = np.ascontiguousarray(picture[inner, inner]), np.ascontiguousarray(mask[inner, inner])
    best: tuple[float, float, Floats] = (np.inf, *way)
    for steps in (COARSE if one.taught.piece.facing is not None else ROUND, FINE):
        start = best[1]
        for step in steps:
            # The middle of the picture stays as it is, and the template is shifted over it.
            view, _ = _upright(one, start + step, np.zeros(2))
            costs = np.asarray(cv2.matchTemplate(view, template, cv2.TM_SQDIFF, mask=weights))
            row, col = np.unravel_index(int(np.argmin(costs)), costs.shape)
            cost = float(costs[row, col]) * (1 + _away(one, start + step) ** 2 / ASKEW_DEG**2)
            if cost < best[0]:
                off = turned(start + step) @ np.array([col - reach, row - reach], dtype=np.float64)
                best = (cost, start + step, off)
    return best[1], best[2]


def _away(one: Found, heading: float) -> float:
    """Degrees by which a heading is off the direction that was asked for, -180 to 180; none where none was."""
    facing = one.taught.piece.facing
    return 0.0 if facing is None else (heading - 90.0 * facing + 180) % 360 - 180


def _labelled(one: Found, heading: float, off: Floats) -> TaughtPiece:
    x, y = np.array(one.taught.at_mm) + off / one.px_mm
    return replace(one.taught, at_mm=(float(x), float(y)), heading_deg=heading % 360)

