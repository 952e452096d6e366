"""Dice from teaching pictures: the colour of body and ground, how dark the spots are."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Zone
from vision.board import board_at
from vision.channels import over
from vision.dice import NEAR, SOFT
from vision.die_faces import OFFSET, SCALE, SMOOTH, WITHIN, upper_disc
from vision.frame import TaughtPiece, TeachingPicture
from vision.light import Array, gains_at
from vision.palette import palette_of
from vision.pose import Pose
from vision.raster import raster
from vision.rig import DieArt
from vision.tones import tones

BEYOND, AROUND = 0.75, 1.6
"""The ground is looked at that many sides from a die's middle: half its diagonal is less."""
STEPS = 9
"""Heights between foot and upper side at which a die is told from the ground."""
LEAST_BELOW = 30
"""Pixels of side faces that tell their colour."""
SHADES = (0.5, 1.0)
"""Between the colours of the upper side and of the side faces in view, those that are a die's too."""
SPOT_SHARE, BODY_MOST = 3.0, 50.0
"""Percent of the upper side that a spot covers at least, and of a die its body."""
SHADOWED, LEAST_SHADOWED = 0.6, 0.01
"""A plain ground with less than that of its light lies in a shadow, if so much of it does: a die's own on dark wood may come
nearer to the die's colour than to the wood's."""
LEAST_SPREAD = (6.0, 4.0, 4.0)
"""Standard deviations of tones (brightness, then hues) that are always allowed for: lamps and noise vary."""


Sample = tuple[TaughtPiece, Array, NDArray[np.float64]]
"""A die, what is seen around it in art light and in the plane of its upper side (n, n, 3), and its lean, mm."""


def is_die(piece: TaughtPiece) -> bool:
    """Whether the face of a piece is a number of spots."""
    return piece.piece.face is not None and piece.piece.face.isdecimal()


def teach_dice(
    pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout, light: Sequence[NDArray[np.floating]]
) -> tuple[DieArt, ...]:
    """One die for each kind whose faces are numbers; `light` (6, 3) is each picture's."""
    at = board_at(layout, np.array([layout.centre_mm(cell) for cell in layout.cells()]))
    kinds: dict[str, list[Sample]] = {}
    for picture, pose, lit in zip(pictures, poses, light, strict=True):
        gain = gains_at(lit.astype(np.float32), at).mean(axis=0)
        for piece in picture.pieces:
            if is_die(piece):
                side = piece.top_mm - piece.foot_mm
                size = round(2 * AROUND * side * SCALE)
                low = np.asarray(piece.at_mm) - AROUND * side
                cut = over(raster(picture.picture, pose, low, (size, size), piece.top_mm, SCALE), gain)
                lean = pose.lean_mm(np.asarray(piece.at_mm), piece.top_mm, piece.foot_mm)
                kinds.setdefault(piece.piece.kind, []).append((piece, cut, lean))
    zones = {zone.name for zone in layout.zones}
    return tuple(_die(kind, samples, zones) for kind, samples in sorted(kinds.items()))


def _die(kind: str, samples: Sequence[Sample], zones: set[str]) -> DieArt:
    side = float(np.median([piece.top_mm - piece.foot_mm for piece, *_ in samples]))
    tops, shaded, grounds, spots = [], [], [], []
    for _, image, lean in samples:
        middle = np.full(2, (image.shape[0] - 1) / 2)
        soft = np.asarray(cv2.GaussianBlur(image, (0, 0), SOFT * SCALE), dtype=np.float32)
        above, below, outside = _parts(image.shape, middle, lean * SCALE, side * SCALE)
        tops.append(_usual(tones(soft[above])))
        shaded.append(_usual(tones(soft[below])) if below.sum() >= LEAST_BELOW else tops[-1])
        grounds.append(soft[outside])
        spots.append(_spot(image, middle, side * SCALE))
    top, ground = np.concatenate(tops), np.concatenate(grounds)
    colours = np.asarray(tones(palette_of(ground).colours), dtype=np.float32)
    measure = _measure(top, tones(ground), colours)
    of_top, of_sides = (np.median(each, axis=0) @ measure.T for each in (top, np.concatenate(shaded)))
    on = colours @ measure.T
    body = [of_top, *(of_top + part * (of_sides - of_top) for part in SHADES)]
    # Where a die in shade looks like the ground, it is told by its upper side alone.
    body = [each for n, each in enumerate(body) if n == 0 or np.linalg.norm(on - each, axis=1).min() > NEAR]
    on = np.concatenate([on, _in_shadow(ground, on, np.array(body), measure)])
    places = [piece.piece.place for piece, *_ in samples]
    elsewhere = [place.name for place in places if isinstance(place, Zone) and place.name not in zones]
    blue, green, red = np.median(spots, axis=0).tolist()
    rows = tuple((one, two, three) for one, two, three in measure.tolist())
    own, seen_on = (tuple(tuple(colour) for colour in np.asarray(each).tolist()) for each in (body, on))
    return DieArt(kind, side, own, seen_on, (blue, green, red), rows, *elsewhere[:1])


def _parts(
    shape: tuple[int, ...], middle: NDArray[np.float64], lean: NDArray[np.float64], side: float
) -> list[NDArray[np.bool_]]:
    """What of an image surely shows a die's upper side, its side faces, and the ground around it, however it is turned.
    `middle` (px) is the upper side's, `lean` how far that is seen shifted against the foot, px."""
    v, u = np.mgrid[: shape[0], : shape[1]]
    ways = [np.hypot(u - at[0], v - at[1]) for at in middle - np.linspace(0, 1, STEPS)[:, None] * lean]
    away = np.min(ways, axis=0)
    below = (away < WITHIN * side) & (ways[0] > BEYOND * side)
    return [upper_disc(shape, middle, side), below, (away > BEYOND * side) & (away < AROUND * side)]


def _in_shadow(
    ground: Array, on: NDArray[np.float64], body: NDArray[np.float64], measure: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The colour (1, 3) in a measure (3, 3) of what of a `ground` (m, 3) of one colour, `on` (1, 3), lies in shadows; none (0, 3)
    if that is little, or looks as the ground does, or as a body (k, 3)."""
    bright = ground.mean(axis=1)
    dark = ground[bright < SHADOWED * np.median(bright)]
    if len(on) == 1 and len(dark) >= LEAST_SHADOWED * len(ground):
        colour = np.median(tones(dark), axis=0) @ measure.T
        if np.linalg.norm(np.concatenate([on, body]) - colour, axis=1).min() > NEAR:
            return np.asarray(colour[None], dtype=np.float64)
    return np.zeros((0, 3))


def _usual(colours: Array) -> Array:
    """Those of some colours (n, 3) that are next to their median: spots of a die are few, and differ most from the rest."""
    off = np.linalg.norm(colours - np.median(colours, axis=0), axis=1)
    return np.asarray(colours[off <= np.percentile(off, BODY_MOST)], dtype=np.float32)


def _measure(body: Array, ground: Array, colours: Array) -> NDArray[np.float64]:
    """The measure (3, 3) in which differences of tones are as many spreads as they stand out by; `ground` (m, 3) is of some
    `colours` (k, 3)."""
    nearest = np.linalg.norm(ground[:, None] - colours, axis=2).argmin(axis=1)
    about = _usual(ground - colours[nearest])
    spread = (np.cov(body.T) + np.cov(about.T)) / 2 + np.diag(np.square(LEAST_SPREAD))
    values, axes = np.linalg.eigh(spread)
    return np.asarray(axes.T / np.sqrt(values)[:, None], dtype=np.float64)


def _spot(image: Array, middle: NDArray[np.float64], side: float) -> NDArray[np.float32]:
    """The colour (3,) of a spot less that of the body, as a share of the body's brightness: of what differs most from it on
    the upper side, lighter or darker or of another hue."""
    top = cv2.GaussianBlur(image, (0, 0), SMOOTH * side)[upper_disc(image.shape, middle, side)]
    body = np.median(top, axis=0)
    off = np.linalg.norm(top - body, axis=1)
    spot = top[off >= np.percentile(off, 100 - SPOT_SHARE)].mean(axis=0)
    return np.asarray((spot - body) / (body.mean() + OFFSET), dtype=np.float32)
