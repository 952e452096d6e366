"""Dice: where they lie, and how many spots their upper side shows.

A die is too high and too small for the plan: it is looked for in the camera picture itself, in the plane of its upper side.
What has the colour of its body is one blob of upper side and the side faces in view; the square that best explains the blob
together with what is seen below it towards the camera is the upper side.  A die of the ground's own colour is told by its spots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from companion.core.grid import Zone
from vision.board import grid_corners_mm
from vision.channels import over
from vision.die_faces import REACH, SCALE, SpotFits, around, numbers_of, spots_of
from vision.frame import Picture
from vision.light import Array
from vision.pose import Pose
from vision.raster import raster
from vision.rig import DieArt
from vision.spotted import by_spots
from vision.tones import tones

COARSE = 1.5
"""Pixels a millimetre in which it is looked for."""
FAR, LEAST_SHOWN = 2, 0.15
"""By so much coarser still it is told where to look: where so much of a die's upper side shows the hue of its body."""
EVERY, ROUNDS = 7, 3
"""One in so many pixels tells how the light colours the ground, in so many rounds."""
AS_TAUGHT = 1.5
"""Spreads that ground may then be off one of its taught colours: what is farther off was never seen around a die.  (Four of five
tables came to 0.8 to 1.1, one where nothing was off to 3.4, and so did a drawn table not seen beside a die.)"""
MARGIN_MM = 10.0
MOST_BLOBS = 6
FILLED, THIN = 0.26, 0.22
"""Sides across which spots with their blurred rims are filled in, and below which what has a die's colour is no die."""
SHOWN, ASIDE = -8.0, 1.5
"""How well some number must fit, as a log-likelihood, where an outline is to be a die's; in sides, how far from it spots
are looked for otherwise."""
APART = 1.5
"""Spreads between the colours of body and ground below which a die has no outline."""
NEAR = 3.0
"""Spreads within which a colour may be the body's, however near to it that of the ground is."""
SMALLEST, USUAL, LARGEST = 0.55, 1.4, 2.6
"""Area of a blob that may be a die, in areas of its upper side; those are looked at first that are nearest to the second."""
SQUARES = 90 // 5
"""Turns in which the upper side is compared, five degrees apart."""
REACH_MM = 2
SOFT = 0.3
"""Millimetres over which an image is smoothed before colours are told."""
DARKEST = 0.05
"""In less light nothing can be made out, and noise would be blown up."""
LEAST_MATCH, CLEAR_MATCH = 0.6, 0.8
"""Share that blob and square have in common at least, and from which on nothing else is tried."""

Outlines = Sequence[NDArray[np.float64]]
Shown = tuple[NDArray[np.float64], float, SpotFits]
"""The middle of an upper side (mm), how surely it is a die's, and how well numbers fit."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenDie:
    """A die: its kind, the zone, the middle of its upper side (mm), how surely it is one, numbers with log-probabilities."""

    kind: str
    zone: Zone
    at_mm: tuple[float, float]
    sure: float
    faces: tuple[tuple[str, float], ...]


def read_dice(
    dice: Sequence[DieArt], layout: Layout, picture: Picture, pose: Pose, gain: Array | None = None, cards: Outlines = ()
) -> tuple[SeenDie, ...]:
    """The dice on the table beside tiles and cards; at most one of each kind.  `gain` (3,) is the light on the table against
    that of the teaching pictures: in the dark, hues would fade; `cards` are the outlines (n, 2), mm, of those that were seen."""
    light = np.ones(3, np.float32) if gain is None else np.maximum(gain, DARKEST)
    seen = (_on_table(die, layout, picture, pose, light, cards) for die in dice)
    return tuple(die for die in seen if die is not None)


def body_mask(image: Array, die: DieArt, scale: float, where: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
    """Where an image (h, w, 3) has the hue of the die's body, its spots filled in, 0 or 1; `where` (h, w) it is looked for."""
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), SOFT * scale), dtype=np.float32)
    side, thin = (round(share * die.side_mm * scale) | 1 for share in (THIN if where is None else FILLED, THIN))
    if where is None:
        own = _has_hue(soft, die)
    else:
        # Filling in looks so far around each pixel.
        near = cv2.dilate(where, np.ones((4 * side + 1, 4 * side + 1), np.uint8)) > 0
        own = np.zeros(near.shape, np.uint8)
        own[near] = _has_hue(soft[near][:, None], die)[:, 0]
    closed = np.asarray(cv2.morphologyEx(own, cv2.MORPH_CLOSE, np.ones((side, side), np.uint8)), dtype=np.uint8)
    round_one = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thin, thin))
    # Where two stripes of a cloth blend, they may look like any die.
    whole = np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, round_one), dtype=np.uint8)
    return whole if where is None else whole & where


def _has_hue(soft: Array, die: DieArt) -> NDArray[np.uint8]:
    """Which pixels (h, w, 3) are nearer to the colour of the die's body than to those of the ground, 0 or 1."""
    seen = _measured(soft, die)
    to_body, to_ground = (_away(seen, np.array(colours, np.float32)) for colours in (die.body, die.ground))
    apart = np.linalg.norm(np.array(die.body)[:, None] - np.array(die.ground), axis=2).min()
    return np.asarray(to_body < np.minimum(to_ground, max(float(apart), NEAR)), dtype=np.uint8)


def _measured(soft: Array, die: DieArt) -> Array:
    """Colours (h, w, 3) in the measure of a die."""
    return np.asarray(cv2.transform(tones(soft), np.array(die.measure, np.float32)), dtype=np.float32)


def _away(seen: Array, colours: Array) -> Array:
    """How far what is seen (h, w, n) is from the nearest of some colours (m, n)."""
    # Channel by channel: a sum over three numbers that lie side by side takes five times as long.
    channels = [np.asarray(channel, dtype=np.float32) for channel in cv2.split(seen)]
    ways = (_squares(channels, colour) for colour in colours)
    return np.asarray(np.sqrt(reduce(np.minimum, ways)), dtype=np.float32)


def _squares(channels: Sequence[Array], colour: Array) -> Array:
    """The squared distances (h, w) of pixels, n channels (h, w), from a colour (n,)."""
    away = [channel - value for channel, value in zip(channels, colour, strict=True)]
    return np.asarray(sum(each * each for each in away), dtype=np.float32)


def _on_table(
    die: DieArt, layout: Layout, picture: Picture, pose: Pose, light: Array, cards: Outlines
) -> SeenDie | None:
    corners = [*grid_corners_mm(layout), *(point for zone in layout.zones for point in zone.polygon_mm)]
    low, high = np.min(corners, axis=0) - MARGIN_MM, np.max(corners, axis=0) + MARGIN_MM
    size = np.ceil((high - low) * COARSE).astype(int)
    # In the plane of a die's upper side, what lies on the table is seen a little aside.
    where = _open(layout, low, size, [pose.unproject(pose.project(card, layout.top_mm), die.side_mm) for card in cards])
    die = _in_light(die, low, where, picture, pose, light)
    shown = _by_outline(die, low, where, picture, pose, light)
    # An outline of the ground's own colour may be anything; where there is no telling them apart, spots have a say.
    if shown is None or die.apart < APART or max(shown[2].numbers.values()) < SHOWN:
        open_to_spots = _near_outline(die, low, where, shown)
        spotted = None if open_to_spots is None else _by_spots(die, low, open_to_spots, picture, pose, light)
        shown = likelier(die, shown, spotted)
    if shown is None:
        return None
    at, sure, fits = shown
    place = float(at[0]), float(at[1])
    return SeenDie(die.kind, _zone_at(layout, place, die.elsewhere), place, sure, numbers_of(fits))


def likelier(die: DieArt, outlined: Shown | None, spotted: Shown | None) -> Shown | None:
    """What is the die: what spots tell, for an outline was in doubt; of one of the ground's own colour what shows a number best,
    for its outline may be a shadow's."""
    if outlined is None or spotted is None or die.apart >= APART:
        return spotted or outlined
    return max(spotted, outlined, key=lambda one: max(one[2].numbers.values()) - one[2].none)


def _in_light(
    die: DieArt, low: NDArray[np.float64], where: NDArray[np.uint8], picture: Picture, pose: Pose, light: Array
) -> DieArt:
    """The die with colours as the light makes them where it may lie: the ground tells by how much they are off, where it is one
    that was taught."""
    image = _far(low, where, die, picture, pose, light)
    size = image.shape[:2]
    seen = _measured(image, die)[where[: size[0] * FAR : FAR, : size[1] * FAR : FAR] > 0][::EVERY]
    off, ground = np.zeros(len(die.measure), np.float32), np.array(die.ground, np.float32)
    for _ in range(ROUNDS):
        ways = seen[:, None] - off - ground
        off = off + np.median(ways[np.arange(len(seen)), (ways**2).sum(axis=2).argmin(axis=1)], axis=0)
    left = np.sqrt(((seen[:, None] - off - ground) ** 2).sum(axis=2).min(axis=1))
    if not len(seen) or np.median(left) > AS_TAUGHT:
        return die
    body, on = (tuple(tuple((np.array(each) + off).tolist()) for each in colours) for colours in (die.body, die.ground))
    return replace(die, body=body, ground=on)


def _near_outline(
    die: DieArt, low: NDArray[np.float64], where: NDArray[np.uint8], shown: Shown | None
) -> NDArray[np.uint8] | None:
    """Where spots are looked for (h, w): all that is open for a die of the ground's own colour; else where an outline was, for
    many spots on a printed cloth push it a little aside."""
    if die.apart < APART:
        return where
    if shown is None:
        return None
    near = np.zeros_like(where)
    cv2.circle(near, np.round((shown[0] - low) * COARSE).astype(int).tolist(), round(ASIDE * die.side_mm * COARSE), 1, -1)
    return where & near


def _by_spots(
    die: DieArt, low: NDArray[np.float64], where: NDArray[np.uint8], picture: Picture, pose: Pose, light: Array
) -> Shown | None:
    """What explains the spots of that colour best, likewise."""
    image = over(raster(picture, pose, low, (where.shape[1], where.shape[0]), die.side_mm, COARSE), light)

    def looked(at: NDArray[np.float64], jitter: NDArray[np.float64]) -> SpotFits:
        return spots_of(die, low + at / COARSE, picture, pose, light, jitter)

    found = by_spots(die, image, COARSE, where, looked)
    return None if found is None else (low + found[0] / COARSE, *found[1:])


def _by_outline(
    die: DieArt, low: NDArray[np.float64], where: NDArray[np.uint8], picture: Picture, pose: Pose, light: Array
) -> Shown | None:
    """What explains an outline of the die's colour best."""
    blobs = [
        blob for corner, part in _worth_a_look(die, where, low, picture, pose, light)
        for blob in _blobs(die, low + corner / COARSE, part, picture, pose, light)
    ]  # fmt: skip
    blobs.sort(key=lambda blob: abs(blob[0] - USUAL))
    near = (_near(die, middle, picture, pose, light) for _, middle in blobs[:MOST_BLOBS])
    likely = [(share, at, spots_of(die, at, picture, pose, light)) for share, at in near if share >= LEAST_MATCH]
    if not likely:
        return None
    # What shows no number is no die if something else does, whatever its outline.
    share, at, fits = max(likely, key=lambda found: (max(found[2].numbers.values()) > found[2].none, found[0]))
    return at, min(1.0, share + 0.15), fits


def _worth_a_look(
    die: DieArt, where: NDArray[np.uint8], low: NDArray[np.float64], picture: Picture, pose: Pose, light: Array
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.uint8]]]:
    """The parts of what is open (h, w) in which a closer look may find a die, each with its upper left corner, px."""
    image = _far(low, where, die, picture, pose, light)
    size = image.shape[1::-1]
    seen = _has_hue(image, die) & where[: size[1] * FAR : FAR, : size[0] * FAR : FAR]
    side = die.side_mm * COARSE / FAR
    # What spots part belongs together.
    whole = cv2.dilate(seen, np.ones((int(side / 2) | 1,) * 2, np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
    shown = np.bincount(labels[seen > 0], minlength=count)
    room = round(side)
    for n in range(1, count):
        if shown[n] < LEAST_SHOWN * side**2:
            continue
        left, upper, width, height = stats[n, :4].tolist()
        u, v = max(left - room, 0) * FAR, max(upper - room, 0) * FAR
        yield np.array([u, v]), where[v : (upper + height + room) * FAR, u : (left + width + room) * FAR]


def _far(
    low: NDArray[np.float64], where: NDArray[np.uint8], die: DieArt, picture: Picture, pose: Pose, light: Array
) -> Array:
    """What is seen where it is open (h, w), from afar."""
    size = (where.shape[1] // FAR, where.shape[0] // FAR)
    return over(raster(picture, pose, low, size, die.side_mm, COARSE / FAR), light)


def _blobs(
    die: DieArt, low: NDArray[np.float64], where: NDArray[np.uint8], picture: Picture, pose: Pose, light: Array
) -> Iterator[tuple[float, NDArray[np.float64]]]:
    """The areas, in areas of its upper side, and middles, mm, of what may be a die in a part of the table from `low` (mm) on,
    where it is open (h, w)."""
    image = over(raster(picture, pose, low, (where.shape[1], where.shape[0]), die.side_mm, COARSE), light)
    count, _, stats, centres = cv2.connectedComponentsWithStats(body_mask(image, die, COARSE, where), connectivity=4)
    area = (die.side_mm * COARSE) ** 2
    for n in range(1, count):
        if SMALLEST * area <= stats[n, cv2.CC_STAT_AREA] <= LARGEST * area:
            yield stats[n, cv2.CC_STAT_AREA] / area, low + centres[n] / COARSE


def _near(
    die: DieArt, at: NDArray[np.float64], picture: Picture, pose: Pose, light: Array
) -> tuple[float, NDArray[np.float64]]:
    """How well a die explains the blob around a spot (mm), and its middle, mm."""
    image = over(around(die, at, picture, pose), light)
    _, labels, _, centres = cv2.connectedComponentsWithStats(body_mask(image, die, SCALE), connectivity=4)
    own = 1 + int(np.argmin(np.hypot(*(centres[1:] - len(image) / 2).T))) if len(centres) > 1 else 0
    lean = pose.lean_mm(at, die.side_mm, 0.0) * SCALE
    blob = (labels == own).astype(np.uint8)
    share, middle = upper_side(blob, centres[own], lean, die.side_mm * SCALE)
    if share < CLEAR_MATCH:
        # In the shade of its own side faces a die is seen without them.
        alone = upper_side(blob, centres[own], 0 * lean, die.side_mm * SCALE)
        share, middle = max((share, middle), alone, key=lambda fit: fit[0])
    return share, at - REACH * die.side_mm + middle / SCALE


def _open(layout: Layout, low: NDArray[np.float64], size: NDArray[np.int64], cards: Outlines) -> NDArray[np.uint8]:
    """1 where neither the grid nor a zone that holds tiles nor a card (n, 2), mm, lies."""
    mask = np.ones((int(size[1]), int(size[0])), np.uint8)
    outlines = [grid_corners_mm(layout), *(np.array(zone.polygon_mm) for zone in layout.zones if zone.holds_tile)]
    for outline in (*outlines, *cards):
        cv2.fillPoly(mask, [np.round((outline - low) * COARSE).astype(np.int32)], 0)
    return mask


def _zone_at(layout: Layout, at: tuple[float, float], elsewhere: str) -> Zone:
    for zone in layout.zones:
        if cv2.pointPolygonTest(np.array(zone.polygon_mm, dtype=np.float32), at, False) >= 0:
            return zone.place
    return Zone(elsewhere)


def upper_side(
    blob: NDArray[np.uint8], centre: NDArray[np.float64], lean: NDArray[np.float64], side: float
) -> tuple[float, NDArray[np.float64]]:
    """How well a square of `side` px with what is below it explains a blob (share in common); its middle, px.

    `lean` is how far the upper side is seen shifted against the foot, px.
    """
    middle, reach = centre + lean / 2, int(1.6 * side)
    u0, v0 = np.maximum(np.round(middle).astype(int) - reach, 0)
    part = np.ascontiguousarray(blob[v0 : v0 + 2 * reach, u0 : u0 + 2 * reach])
    canvas = np.zeros_like(part)
    whole = max(cv2.countNonZero(part), 1)
    hulls = [_hull(np.radians(90 * turn / SQUARES), side, lean) + middle - (u0, v0) for turn in range(SQUARES)]
    shares: dict[tuple[int, int, int], float] = {}

    def best_of(turns: Iterable[int], right: Iterable[int], down: Iterable[int]) -> tuple[int, int, int]:
        for turn, du, dv in product(turns, right, down):
            if (turn % SQUARES, du, dv) not in shares:
                canvas[:] = 0
                cv2.fillPoly(canvas, [np.round(hulls[turn % SQUARES] + np.array([du, dv]) * SCALE).astype(np.int32)], 1)
                common = cv2.countNonZero(cv2.bitwise_and(canvas, part))
                shares[turn % SQUARES, du, dv] = common / max(whole + cv2.countNonZero(canvas) - common, 1)
        return max(shares, key=lambda key: shares[key])

    wide = range(-REACH_MM, REACH_MM + 1, 2)
    turn, du, dv = best_of(range(0, SQUARES, 2), wide, wide)
    # What is near to the best is as good, to within a step.
    turn, du, dv = best_of(range(turn - 1, turn + 2), _beside(du), _beside(dv))
    turn, du, dv = best_of(range(turn - 1, turn + 2), _beside(du), _beside(dv))
    return shares[turn, du, dv], middle + np.array([du, dv]) * SCALE


def _beside(step: int) -> range:
    return range(max(step - 1, -REACH_MM), min(step + 1, REACH_MM) + 1)


def _hull(angle: float, side: float, lean: NDArray[np.float64]) -> NDArray[np.float64]:
    """The outline (n, 2) of a square turned by an angle, with what is seen below it."""
    cos, sin = np.cos(angle), np.sin(angle)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * side / 2 @ np.array([[cos, sin], [-sin, cos]])
    return np.asarray(cv2.convexHull(np.concatenate([square, square - lean]).astype(np.float32))[:, 0], dtype=np.float64)
