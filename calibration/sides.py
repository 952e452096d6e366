"""What a piece with a direction looks like from each side, under a camera that looks down at a slant: `vision.leaning`.

Few views of each kind are taught, each leaning its own way.  The picture of a side is their mean, those that leaned much the same
way counting most; a piece is taken to be alike left and right, so that every view tells two sides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.sprites import View, blob_of, mean_cover, mean_picture
from vision.leaning import Lean, leans, side_leans
from vision.light import Array
from vision.rig import Sprite

ALIKE_MM = 5.0
"""Views that lean apart by so much are alike as far as a normal distribution is high one standard deviation from its middle: a
piece that stands a few centimetres aside leans otherwise by as much."""
ANY = 0.03
"""What a view counts that leans quite another way: where no other was taught it still tells the colours."""


def with_sides(sprites: Sequence[Sprite], views: Sequence[View], lean: Lean) -> list[Sprite]:
    """The sprites with their sides, where what is taught with that lean of the board shows other sides when it is turned."""
    mirrored = [*views, *(_mirrored(view) for view in views)]
    return [_with_sides(sprite, mirrored, lean) for sprite in sprites]


def _with_sides(sprite: Sprite, views: Sequence[View], lean: Lean) -> Sprite:
    height = round(sprite.top_mm - sprite.foot_mm, 1)
    if not sprite.directed or not leans(lean, height):
        return sprite
    cast = [view for view in views if view.taught.piece.facing is not None and view.height_mm == height]
    own = [view for view in cast if (view.taught.piece.kind, view.taught.piece.face) == (sprite.kind, sprite.face)]
    sides = [_side(own, cast, there) for there in side_leans(lean, height)]
    return replace(sprite, sides=np.stack(sides).astype(np.float16))


def _side(own: Sequence[View], cast: Sequence[View], lean: NDArray[np.float64]) -> Array:
    """Picture and cover (n, n, 4) of a piece that leans so; the outline is that of all of its `cast`."""
    cover = blob_of(mean_cover(_counted(cast, lean)))
    return np.dstack([mean_picture(_counted(own, lean), [view.cover for view in own], cover), cover])


def _counted(views: Sequence[View], lean: NDArray[np.float64]) -> list[View]:
    """Views that count, one with another once each, by how much the same way they lean."""
    apart = ((np.array([view.lean for view in views]) - lean) ** 2).sum(axis=1)
    counts = ANY + np.exp(-apart / (2 * ALIKE_MM**2))
    shares = (counts / counts.mean()).astype(np.float32)
    return [replace(view, valid=view.valid * share) for view, share in zip(views, shares, strict=True)]


def _mirrored(view: View) -> View:
    """The same piece seen from the other side: left and right exchanged."""
    picture, cover, valid = (np.ascontiguousarray(image[:, ::-1]) for image in (view.picture, view.cover, view.valid))
    return replace(view, picture=picture, cover=cover, valid=valid, lean=(-view.lean[0], view.lean[1]))
