"""Cut single pictures of directed pieces out of the teaching pictures, for `vision.portraits`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.sprites import View, heading_of, spun
from vision.facing import PATCH, body_tones, features
from vision.light import Array
from vision.portraits import turned_half
from vision.rig import Portraits, Sprite

OFTEN, SURELY = 0.15, 0.55
"""Of how many taught pieces of its height a pixel must be part to be taken for one of this piece at all, and as surely as it
seems to be: a tail sways, and what seems to be part of a piece may be a shadow."""
ALWAYS = 0.75
"""What is part of so many is part of this one, whatever it seems to be: the board below may have its colour."""
TOLD = 1e-3
"""How much a pixel says of its being part of a piece where the board below has the piece's own colour."""


def portraits_of(views: Sequence[View], sprites: Sequence[Sprite]) -> dict[str, Portraits]:
    """The portraits of each directed kind of which a piece was taught."""
    bodies = {sprite.kind: body_tones(sprite.picture[0], sprite.cover[0]) for sprite in sprites}
    headed = [view for view in views if view.taught.piece.facing is not None]
    usual = {height: _usual([v for v in headed if v.height_mm == height], bodies) for height in {v.height_mm for v in headed}}
    kinds: dict[str, list[View]] = {}
    for view in headed:
        kinds.setdefault(view.taught.piece.kind, []).append(view)
    return {kind: _portraits(own, usual) for kind, own in kinds.items()}


def _usual(views: Sequence[View], bodies: dict[str, Array]) -> Array:
    """Of how many of these pieces each pixel (PATCH, PATCH) is part, noses to the far side; left and right are alike."""
    own, told = np.zeros((PATCH, PATCH), np.float32), np.full((PATCH, PATCH), TOLD, np.float32)
    for view in views:
        maps = features(*view.wide, bodies[view.taught.piece.kind])
        says = _seen(view) * (TOLD + (1 - TOLD) * maps[..., 4])
        part = np.maximum(maps[..., 0], 1 - maps[..., 4]) * says
        upright = spun(np.dstack([part, says]), -heading_of(view.taught))
        for each in (upright, upright[:, ::-1]):
            own += each[..., 0]
            told += each[..., 1]
    return np.asarray(own / told, dtype=np.float32)


def _portraits(views: Sequence[View], usual: dict[float, Array]) -> Portraits:
    pictures, covers, shown = [], [], []
    for view in views:
        heading, mean = heading_of(view.taught), usual[view.height_mm]
        seems = np.minimum(spun(np.asarray(view.wide[1], dtype=np.float32), -heading) * 1.2, 1)
        cover = np.clip((mean - OFTEN) / (SURELY - OFTEN), 0, 1) * np.where(mean > ALWAYS, 1, seems)
        covers.append(turned_half(np.asarray(cover, dtype=np.float32), 0.0))
        pictures.append(turned_half(view.wide[0], heading))
        shown.append(turned_half(_seen(view), heading))
    return Portraits(_bytes(pictures), _bytes(covers, 255), _bytes(shown, 255))


def _seen(view: View) -> Array:
    return np.ones((PATCH, PATCH), np.float32) if view.seen is None else np.asarray(view.seen, dtype=np.float32)


def _bytes(images: Sequence[Array], scale: float = 1.0) -> NDArray[np.uint8]:
    return np.asarray(np.clip(np.rint(np.stack(images) * scale), 0, 255), dtype=np.uint8)
