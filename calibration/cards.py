"""The cards that lie in zones off the grid: their pictures, cut out of the teaching pictures in true proportions.

A look may have several pictures (a deck often draws one kind in several ways), and of a card that others overlap only the
part that is seen is learnt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.zones import free_of_pieces
from companion.core.catalogue import Layout
from companion.core.grid import Cell, Zone
from companion.core.scene import Look
from vision import resample
from vision.board import board_at
from vision.frame import TaughtTile, TeachingPicture
from vision.light import Array, gains_off_grid
from vision.pose import Pose
from vision.rig import FINER, CardArt

UNLIKE = 0.06
"""Cards are of another size when they differ by more than this share."""
MOST_COVERED = 0.65
"""Cards of which others hide more than this share teach nothing."""
SAME_PICTURE = 9.0
"""Two cards show the same picture when their grey values differ by no more (root mean square)."""
MOST_PICTURES = 5
LEAST_SEEN = 0.5
NEARLY_WHOLE = 0.8
"""Share of a card that must be seen of it for its details to be learnt."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sample:
    """A card cut out in the light of the art pictures: `art` (h, w, 3), one pixel a millimetre, how far each pixel is `seen`
    (h, w) 0 or 1, and `finer` (n * h, n * w, 3), FINER pixels a millimetre."""

    art: Array
    seen: Array
    finer: Array


def tile_size_mm(tile: TaughtTile, pose: Pose, top_mm: float) -> tuple[float, float]:
    """Width and height of the printed picture of a tile."""
    corners = pose.unproject(np.asarray(tile.corners_px), top_mm)
    across, down = corners[1] - corners[0] + corners[2] - corners[3], corners[3] - corners[0] + corners[2] - corners[1]
    return float(np.hypot(*across) / 2), float(np.hypot(*down) / 2)


def of_grid(tile: TaughtTile, pose: Pose, layout: Layout) -> bool:
    """Whether a tile lies in the grid or has the size of those that do."""
    if isinstance(tile.tile.place, Cell):
        return True
    width, height = tile_size_mm(tile, pose, layout.top_mm)
    return max(abs(width / layout.tile_mm - 1), abs(height / layout.tile_mm / layout.tile_tall - 1)) <= UNLIKE


def card_zones(
    pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """The zones in which cards lie that are no square tiles of the grid: the most seen in each at once, and their faces."""
    most: dict[str, int] = {}
    faces: dict[str, set[str]] = {}
    for picture, pose in zip(pictures, poses, strict=True):
        held: dict[str, int] = {}
        for tile in picture.tiles:
            place = tile.tile.place
            if isinstance(place, Zone) and (layout.tile_tall != 1.0 or not of_grid(tile, pose, layout)):
                held[place.name] = held.get(place.name, 0) + 1
                faces.setdefault(place.name, set()).add(tile.tile.look.face)
        most = {name: max(most.get(name, 0), held.get(name, 0)) for name in {*most, *held}}
    return {name: (count, tuple(sorted(faces[name]))) for name, count in sorted(most.items())}


def laid_across(pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout) -> tuple[str, ...]:
    """The zones in which most cards lie a quarter turn from upright: the people they belong to sit at the side."""
    votes: Counter[str] = Counter()
    for picture, pose in zip(pictures, poses, strict=True):
        for tile in picture.tiles:
            if isinstance(tile.tile.place, Zone):
                corners = pose.unproject(np.asarray(tile.corners_px), layout.top_mm)
                right, down = np.abs(corners[1] - corners[0])
                votes[tile.tile.place.name] += 1 if down > right else -1
    return tuple(sorted(name for name, vote in votes.items() if vote > 0))


def teach_cards(
    pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout, light: Sequence[NDArray[np.float64]]
) -> tuple[CardArt, ...]:
    """The pictures of all cards of the size of those in the zones."""
    zones = card_zones(pictures, poses, layout)
    if not zones:
        return ()
    size = _usual_size(pictures, poses, layout, zones)
    groups: dict[Look, list[_Sample]] = {}
    for picture, pose, lit in zip(pictures, poses, light, strict=True):
        for tile, seen in _cards(picture, pose, layout, size):
            art, finer = (_cut(picture.picture, tile.corners_px, size, pixels) for pixels in (1, FINER))
            middle = pose.unproject(np.mean(tile.corners_px, axis=0)[None], layout.top_mm)
            gains = gains_off_grid(lit.astype(np.float32), board_at(layout, middle))[0]
            look = Look(tile.tile.look.kind, tile.tile.look.face)
            groups.setdefault(look, []).append(_Sample(art / gains, seen, finer / gains))
    return tuple(
        CardArt(look, picture, cover, size, finer)
        for look, samples in sorted(groups.items(), key=lambda item: (str(item[0].kind), item[0].face))
        for picture, cover, finer in _pictures(samples)
    )


def _usual_size(
    pictures: Sequence[TeachingPicture], poses: Sequence[Pose], layout: Layout, zones: Container[str]
) -> tuple[float, float]:
    sizes = [
        tile_size_mm(tile, pose, layout.top_mm)
        for picture, pose in zip(pictures, poses, strict=True)
        for tile in picture.tiles
        if isinstance(tile.tile.place, Zone) and tile.tile.place.name in zones
    ]
    width, height = np.median(np.array(sizes), axis=0)
    return float(width), float(height)


def _cards(
    picture: TeachingPicture, pose: Pose, layout: Layout, size: tuple[float, float]
) -> Iterator[tuple[TaughtTile, Array]]:
    """The cards of that size with what is seen of each, (h, w) 0 or 1 in the card's own pixels."""
    for number, tile in enumerate(picture.tiles):
        width, height = tile_size_mm(tile, pose, layout.top_mm)
        if max(abs(width / size[0] - 1), abs(height / size[1] - 1)) > UNLIKE or tile.covered > MOST_COVERED:
            continue
        seen = np.ones((round(size[1]), round(size[0])), np.uint8)
        warp = cv2.getPerspectiveTransform(np.asarray(tile.corners_px, dtype=np.float32), _rim(size))
        place = tile.tile.place
        above = () if isinstance(place, Cell) else picture.tiles[number + 1 :]
        for other in above:
            if other.tile.place == place:
                corners = cv2.perspectiveTransform(np.asarray(other.corners_px, dtype=np.float32)[None], warp)[0]
                cv2.fillPoly(seen, [np.round(corners).astype(np.int32)], 0)
        shown = cv2.erode(seen, np.ones((3, 3), np.uint8), borderValue=1).astype(np.float32)
        yield tile, shown * _free(tile, picture, pose, layout, (shown.shape[0], shown.shape[1]))


def _free(
    tile: TaughtTile, picture: TeachingPicture, pose: Pose, layout: Layout, size: tuple[int, int]
) -> NDArray[np.bool_]:
    """Which pixels (h, w) of a card, one a millimetre, no piece covers."""
    pixels = np.stack(np.meshgrid(np.arange(size[1]), np.arange(size[0])), axis=-1).astype(np.float32)
    corners = pose.unproject(np.asarray(tile.corners_px), layout.top_mm).astype(np.float32)
    warp = cv2.getPerspectiveTransform(_rim((size[1], size[0])), corners)
    at = cv2.perspectiveTransform(pixels.reshape(1, -1, 2), warp).reshape(*size, 2)
    return free_of_pieces(picture, pose, layout, np.asarray(at, dtype=np.float64))


def _rim(size: tuple[float, float], pixels: int = 1) -> NDArray[np.float32]:
    right, lower = (pixels * round(side) - 0.5 for side in size)
    return np.array([[-0.5, -0.5], [right, -0.5], [right, lower], [-0.5, lower]], dtype=np.float32)


def _cut(
    picture: NDArray[np.uint8], corners_px: Sequence[tuple[float, float]], size: tuple[float, float], pixels: int
) -> Array:
    """A card upright, so many pixels a millimetre, (h, w, 3)."""
    warp = cv2.getPerspectiveTransform(_rim(size, pixels), np.asarray(corners_px, dtype=np.float32))
    shape = (pixels * round(size[0]), pixels * round(size[1]))
    cut = resample.warp_perspective(picture, warp, shape, inverse=True, border=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.float32)


def _pictures(samples: Sequence[_Sample]) -> list[tuple[Array, Array, NDArray[np.uint8] | None]]:
    """The different pictures among cards of one look, each averaged over the cards that show it: picture, what is known, and the
    picture with finer pixels where one shows nearly all of it."""
    groups: list[list[_Sample]] = []
    for sample in sorted(samples, key=lambda sample: -float(sample.seen.sum())):
        unlike = [_unlike(sample, *_averaged(group)) for group in groups]
        best = int(np.argmin(unlike)) if unlike else -1
        if best >= 0 and (unlike[best] < SAME_PICTURE or len(groups) == MOST_PICTURES):
            groups[best].append(sample)
        else:
            groups.append([sample])
    return [(*_averaged(group), _finer(group)) for group in groups]


def _averaged(group: Sequence[_Sample]) -> tuple[Array, Array]:
    """The mean picture of some cards and what is known of it."""
    known = np.sum([sample.seen for sample in group], axis=0, dtype=np.float32)
    total = np.sum([sample.art * sample.seen[..., None] for sample in group], axis=0, dtype=np.float32)
    mean = total / np.maximum(known, 1)[..., None]
    return np.asarray(mean, dtype=np.float32), np.asarray(known > 0, dtype=np.float32)


def _finer(group: Sequence[_Sample]) -> NDArray[np.uint8] | None:
    """The mean finer picture, with what lies on it where that is all that is seen; None where no card is nearly whole."""
    if max(float(sample.seen.mean()) for sample in group) < NEARLY_WHOLE:
        return None
    finer, seen = (np.stack(each) for each in zip(*((one.finer, _enlarged(one.seen)[..., None]) for one in group), strict=True))
    weights = np.where(seen.any(axis=0), seen, 1)
    mean = (finer * weights).sum(axis=0) / weights.sum(axis=0)
    return np.asarray(np.clip(mean, 0, 255), dtype=np.uint8)


def _enlarged(seen: Array) -> Array:
    return np.asarray(np.kron(seen, np.ones((FINER, FINER), np.float32)), dtype=np.float32)


def _unlike(sample: _Sample, other: Array, known: Array) -> float:
    """Root mean square difference of two cards where both are seen, each as bright as the other on the whole."""
    both = (sample.seen > 0) & (known > 0)
    if both.mean() < LEAST_SEEN * min(float(sample.seen.mean()), float(known.mean())):
        return float("inf")
    a, b = (cv2.GaussianBlur(image, (0, 0), 1.5)[both] for image in (sample.art, other))
    a = a * (b.mean(axis=0) / np.maximum(a.mean(axis=0), 1))
    return float(np.sqrt(((a - b) ** 2).mean()))
