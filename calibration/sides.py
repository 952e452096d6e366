"""What a piece with a direction looks like from each side, under a camera that looks down at a slant: `vision.leaning`.

Few views of each kind are taught, each leaning its own way.  The picture of a side is their mean, those that leaned much the same
way counting most; a piece is taken to be alike left and right, so that every view tells two sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sprites import View, blob_of, mean_cover, mean_picture
from vision.leaning import Lean, leans, side_leans
from vision.light import Array
from vision.rig import Sprite

ALIKE_MM = 5.0
"""Views that lean apart by so much are alike as far as a normal distribution is high one standard deviation from its middle: a
piece that stands a few centimetres aside leans otherwise by as much."""
ANY, ANY_OF_FEW = 0.03, 0.25
"""What a view counts that leans quite another way: where no other was taught it still tells the colours, and of few views the
outline too."""
FEW = 20
"""Views of a cast, mirrored ones too, that are so few that each must be made whole: the mean of many has no gaps."""

GAP = 9
"""Gaps in a view's cover are less wide than this part of its picture."""
LEAST_VIEWS, OTHERWISE, SOFT = 6, 34.0, 10.0
"""Views, mirrored ones too, that tell what they have in common; grey values by which the usual one differs from their median
where it is the drawing below, and how much less for what is surely the piece."""
MUCH = 0.3
"""Share of all that views cover from which on what is not the piece is left out: light or haze lies on the drawing below."""


def with_sides(sprites: Sequence[Sprite], views: Sequence[View], lean: Lean) -> list[Sprite]:
    """The sprites with their sides, where what is taught with that lean of the board shows other sides when it is turned."""
    mirrored = [*views, *(_mirrored(view) for view in views)]
    return [_with_sides(sprite, mirrored, lean) for sprite in sprites]


def _with_sides(sprite: Sprite, views: Sequence[View], lean: Lean) -> Sprite:
    height = round(sprite.top_mm - sprite.foot_mm, 1)
    if not sprite.directed or not leans(lean, height):
        return sprite
    cast = [view for view in views if view.taught.piece.facing is not None and view.height_mm == height]
    # Where sides lean no farther apart, views of others tell the outline as well.
    few = len(cast) <= FEW and float(np.hypot(*lean)) * height > ALIKE_MM
    cast = _whole(cast) if few else cast
    own = [view for view in cast if (view.taught.piece.kind, view.taught.piece.face) == (sprite.kind, sprite.face)]
    sides = [_side(own, cast, there, ANY_OF_FEW if few else ANY) for there in side_leans(lean, height)]
    return replace(sprite, sides=np.stack(sides).astype(np.float16))


def _side(own: Sequence[View], cast: Sequence[View], lean: NDArray[np.float64], least: float) -> Array:
    """Picture and cover (n, n, 4) of a piece that leans so; the outline is that of its `cast`, each of which counts `least`."""
    cover = blob_of(mean_cover(_counted(cast, lean, least)))
    return np.dstack([mean_picture(_counted(own, lean, ANY), [view.cover for view in own], cover), cover])


def _counted(views: Sequence[View], lean: NDArray[np.float64], least: float) -> list[View]:
    """Views that count, one with another once each, by how much the same way they lean."""
    apart = ((np.array([view.lean for view in views]) - lean) ** 2).sum(axis=1)
    counts = least + np.exp(-apart / (2 * ALIKE_MM**2))
    shares = (counts / counts.mean()).astype(np.float32)
    return [replace(view, valid=view.valid * share) for view, share in zip(views, shares, strict=True)]


def _whole(views: Sequence[View]) -> list[View]:
    """Views without gaps in what they cover, and without what is not alike in all views of a piece.

    Of a body that stands on its own colour a part looks like the board, and of the few views of one side none might show it; what
    is drawn below it looks otherwise than expected where light lies on it, and differs from view to view.
    """
    groups: dict[tuple[str, str | None], list[View]] = {}
    for view in views:
        groups.setdefault((view.taught.piece.kind, view.taught.piece.face), []).append(view)
    return [view for group in groups.values() for view in _without_ground([_closed(view) for view in group])]


def _without_ground(group: Sequence[View]) -> list[View]:
    """Views of one piece, without what is not alike in most of them if that is much: a tail is not alike either."""
    alike, covers = _alike(group), np.stack([view.cover for view in group])
    if (covers * alike).sum() > (1 - MUCH) * covers.sum():
        return list(group)
    return [replace(view, cover=np.asarray(view.cover * alike, dtype=np.float32)) for view in group]


def _alike(group: Sequence[View]) -> Array:
    """How far each pixel (n, n) of views of one piece looks the same in most of them, 0..1."""
    if len(group) < LEAST_VIEWS:
        return np.ones(group[0].cover.shape, np.float32)
    pictures = np.stack([view.picture for view in group])
    apart = np.median(np.abs(pictures - np.median(pictures, axis=0)).max(axis=3), axis=0)
    return np.asarray(np.clip((OTHERWISE - cv2.blur(apart, (5, 5))) / SOFT, 0, 1), dtype=np.float32)


def _closed(view: View) -> View:
    """A view without gaps in its cover."""
    across = view.cover.shape[0] // GAP | 1
    closed = cv2.morphologyEx(view.cover, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)))
    return replace(view, cover=np.asarray(closed * view.valid, dtype=np.float32))


def _mirrored(view: View) -> View:
    """The same piece seen from the other side: left and right exchanged."""
    picture, cover, valid = (np.ascontiguousarray(image[:, ::-1]) for image in (view.picture, view.cover, view.valid))
    return replace(view, picture=picture, cover=cover, valid=valid, lean=(-view.lean[0], view.lean[1]))
