"""Dice from teaching pictures: the colour of body and ground, how dark the spots are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from companion.core.catalogue import Layout
from companion.core.grid import Zone
from vision.dice import SCALE, raster
from vision.frame import TaughtPiece, TeachingPicture
from vision.light import Array
from vision.pose import Pose
from vision.rig import DieArt
from vision.tones import tones

AROUND = 1.6
"""The ground is looked at that many sides from the middle."""
SPOT_SHARE = 3.0
"""Percentile of brightness on the upper side that is a spot's."""


def is_die(piece: TaughtPiece) -> bool:
    """Whether the face of a piece is a number of spots."""
    return piece.piece.face is not None and piece.piece.face.isdecimal()


def teach_dice(pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout) -> tuple[DieArt, ...]:
    """One die for each kind whose faces are numbers."""
    kinds: dict[str, list[tuple[TaughtPiece, Array]]] = {}
    for picture, pose in zip(pictures, poses, strict=True):
        for piece in picture.pieces:
            if is_die(piece):
                side = piece.top_mm - piece.foot_mm
                size = round(2 * AROUND * side * SCALE)
                low = np.asarray(piece.at_mm) - AROUND * side
                cut = raster(picture.picture, pose, low, (size, size), piece.top_mm, SCALE)
                kinds.setdefault(piece.piece.kind, []).append((piece, cut))
    zones = {zone.name for zone in layout.zones}
    return tuple(_die(kind, samples, zones) for kind, samples in sorted(kinds.items()))


def _die(kind: str, samples: Sequence[tuple[TaughtPiece, Array]], zones: set[str]) -> DieArt:
    side = float(np.median([piece.top_mm - piece.foot_mm for piece, _ in samples]))
    tops, grounds, spots = [], [], []
    for _, image in samples:
        y, x = np.mgrid[: image.shape[0], : image.shape[1]] - (image.shape[0] - 1) / 2
        away = np.hypot(x, y) / SCALE
        bright = image.mean(axis=2)
        top = image[away < 0.45 * side]
        level = np.percentile(bright[away < 0.45 * side], 75)
        tops.append(top[top.mean(axis=1) > 0.85 * level])
        grounds.append(image[(away > 1.35 * side) & (away < AROUND * side)])
        spots.append(np.percentile(bright[away < 0.5 * side], SPOT_SHARE) / level)
    body, ground = (np.median(tones(np.concatenate(pixels))[:, 1:], axis=0) for pixels in (tops, grounds))
    places = [piece.piece.place for piece, _ in samples]
    outside = [place.name for place in places if isinstance(place, Zone) and place.name not in zones]
    hues = (float(body[0]), float(body[1])), (float(ground[0]), float(ground[1]))
    return DieArt(kind, side, *hues, float(np.median(spots)), *outside[:1])
