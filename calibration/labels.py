"""What lies in a teaching picture, from what was asked for: tiles where the grid says, pieces where something changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.settled_pieces import Found
from companion.core.catalogue import Catalogue, Layout, PieceKind
from companion.core.drawing import Point
from companion.core.grid import Cell, Place
from companion.core.scene import ABSENT, PieceAt, Scene, TileAt
from vision.board import grid_corners_mm
from vision.frame import Picture, TaughtPiece, TaughtTile
from vision.lens import Floats
from vision.pose import Pose
from vision.raster import raster

PX_MM = 1.5
"""Pixels a millimetre of the plan in which pieces are looked for."""
MARGIN_MM = 25.0
CHANGED = 22.0
"""Grey values by which a pixel must differ where a piece was put."""
EVEN, DEEPEST = 0.16, 0.35
"""In a shadow the colours' shares of light differ by no more than this share of their mean, and none is less than that."""
VIEW_SIDES, VIEW_BESIDE_MM = 1.3, 8.0
"""What is kept of the sight of a piece: so many times its size, and so much more on every side."""
MOST_SHADOW = 0.6
"""A change of which a larger share looks like shadow is a grey piece."""
LEAST_COVER = 0.12
"""Share of the square around a piece that it covers at least."""
NOTHING_MM2 = 60.0
"""Smaller changes than this are no piece: a shadow, a tile that was nudged."""
CROOKED_DEG = 35.0
"""A piece that lies this far from the asked direction is not believed to; its outline then says nothing."""
LONG = 1.25
"""An outline that is so much longer than wide tells a direction."""

Mask = NDArray[np.bool_]


class Wrong(Enum):
    """What a picture lacks, or has too much."""

    MISSING = "missing"
    UNASKED = "unasked"
    OTHER_TILE = "other-tile"
    TURNED = "turned"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not lie as it was asked for: where, and which kind of piece or tile."""

    wrong: Wrong
    place: Place
    kind: str = ""


def label_tiles(scene: Scene, pose: Pose, layout: Layout) -> tuple[TaughtTile, ...]:
    """Every tile of the scene in the middle of its place, as far as the pose knows."""
    laid = [tile for tile in scene.tiles if tile.look != ABSENT]
    return tuple(TaughtTile(tile, _corners(tile, pose, layout)) for tile in laid)


def board_px(pose: Pose, layout: Layout) -> tuple[tuple[float, float], ...]:
    """The corners of the grid on the table top, px."""
    return tuple((float(x), float(y)) for x, y in pose.project(grid_corners_mm(layout)))


def _corners(tile: TileAt, pose: Pose, layout: Layout) -> tuple[Point, Point, Point, Point]:
    half = np.array([layout.tile_mm, layout.tile_mm * layout.tile_tall]) / 2
    angle = np.radians(90.0 * tile.look.turns)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    rim = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ turn + layout.centre_mm(tile.place)
    px = [(float(x), float(y)) for x, y in pose.project(rim, layout.top_mm)]
    return px[0], px[1], px[2], px[3]


# Pieces -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """The table from above, PX_MM pixels a millimetre, in the plane of the tiles' tops; `origin` is its first pixel (mm)."""

    pose: Pose
    layout: Layout
    origin: Floats
    size: tuple[int, int]

    @classmethod
    def of(cls, pose: Pose, layout: Layout) -> Flat:
        points = np.concatenate([grid_corners_mm(layout), *(np.array(zone.polygon_mm) for zone in layout.zones)])
        low, high = points.min(axis=0) - MARGIN_MM, points.max(axis=0) + MARGIN_MM
        width, height = np.ceil((high - low) * PX_MM).astype(int)
        return cls(pose, layout, low, (int(width), int(height)))

    def seen(self, picture: Picture) -> NDArray[np.float32]:
        """The picture in that plane, (height, width, 3); black outside of the picture."""
        return raster(picture, self.pose, self.origin, self.size, self.layout.top_mm, PX_MM)

    def mm(self, at: Floats) -> Floats:
        return np.asarray(at / PX_MM + self.origin, dtype=np.float64)

    def mask(self, place: Place, beside_mm: float = 0.0) -> Mask:
        """The pixels of a place, (height, width)."""
        if isinstance(place, Cell):
            across, down = self.layout.pitch_mm
            rim = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) + np.array((place.col, place.row))) * (across, down)
        else:
            rim = np.array(self.layout.zone(place.name).polygon_mm, dtype=np.float64)
        drawn = np.zeros((self.size[1], self.size[0]), np.uint8)
        cv2.fillPoly(drawn, [np.round((rim - self.origin) * PX_MM).astype(np.int32)], 1)
        reach = 2 * round(beside_mm * PX_MM) + 1
        return np.asarray(cv2.dilate(drawn, np.ones((reach, reach), np.uint8)) > 0, dtype=np.bool_)


def in_shadow(bare: NDArray[np.float32], laid: NDArray[np.float32]) -> Mask:
    """Where the second picture shows the same as the first, only darker: all colours by one share."""
    soft = [cv2.GaussianBlur(image, (0, 0), 1.2) + 1 for image in (bare, laid)]
    share = soft[1] / soft[0]
    told = soft[0].max(axis=2) > 8
    share = share / (np.median(share[told], axis=0) if told.any() else 1.0)
    even = share.max(axis=2) - share.min(axis=2) < EVEN * share.mean(axis=2)
    return np.asarray(even & (share.mean(axis=2) < 1.0) & (share.min(axis=2) > DEEPEST), dtype=np.bool_)


def changed_pixels(bare: NDArray[np.float32], laid: NDArray[np.float32]) -> Mask:
    """Where two pictures of the same table differ by more than light and noise, small gaps closed."""
    soft = [cv2.GaussianBlur(image, (0, 0), 1.2) for image in (bare, laid)]
    told = soft[0].max(axis=2) > 8
    gain = np.median((soft[1][told] + 1) / (soft[0][told] + 1), axis=0) if told.any() else np.ones(3)
    difference = np.abs(soft[1] - soft[0] * gain.astype(np.float32)).max(axis=2)
    changed = (difference > CHANGED).astype(np.uint8)
    changed = cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return np.asarray(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)) > 0, dtype=np.bool_)


def label_pieces(
    bare: Picture, laid: Picture, scene: Scene, pose: Pose, layout: Layout, catalogue: Catalogue
) -> tuple[tuple[TaughtPiece, ...], tuple[Problem, ...]]:
    """The pieces of the scene where something changed since the picture without them, and what does not fit what was asked."""
    found, problems = find_pieces(bare, laid, scene, pose, layout, catalogue)
    return tuple(one.taught for one in found), problems


def find_pieces(
    bare: Picture, laid: Picture, scene: Scene, pose: Pose, layout: Layout, catalogue: Catalogue
) -> tuple[list[Found], tuple[Problem, ...]]:
    """The same, each with what is seen of it."""
    flat = Flat.of(pose, layout)
    before, after = flat.seen(bare), flat.seen(laid)
    changed, shadow = changed_pixels(before, after).astype(np.uint8), in_shadow(before, after)
    _, found, stats, _ = cv2.connectedComponentsWithStats(changed, connectivity=8)
    labels = np.asarray(found, dtype=np.int32)
    areas = np.asarray(stats[:, cv2.CC_STAT_AREA] / PX_MM**2, dtype=np.float64)
    pieces: list[Found] = []
    problems: list[Problem] = []
    used: set[int] = set()
    for piece in scene.pieces:
        kind = catalogue.piece(piece.kind)
        blob = _blob(flat.mask(piece.place), labels, areas, used, LEAST_COVER * kind.size_mm**2)
        if blob is None:
            problems.append(Problem(Wrong.MISSING, piece.place, piece.kind))
            continue
        used.add(blob)
        body = _without_shadow(labels == blob, shadow)
        centre = np.argwhere(body)[:, ::-1].mean(axis=0)
        side = 2 * round((VIEW_SIDES * kind.size_mm / 2 + VIEW_BESIDE_MM) * PX_MM) + 1
        view, changed_there = (_around(image, centre, side) for image in (after, body.astype(np.float32)))
        pieces.append(Found(_taught(piece, kind, flat, body, centre), view, changed_there, PX_MM))
    problems += _unasked(flat, scene, labels, areas, used)
    return pieces, tuple(problems)


def _blob(place: Mask, labels: NDArray[np.int32], areas: Floats, used: set[int], least_mm2: float) -> int | None:
    """The largest change that lies mostly in a place; None when there is none as large as a piece."""
    inside = np.bincount(labels[place], minlength=len(areas)) / PX_MM**2
    fitting = [n for n in range(1, len(areas)) if n not in used and inside[n] > 0.5 * areas[n] and areas[n] >= least_mm2]
    return max(fitting, key=lambda n: float(areas[n]), default=None)


def _without_shadow(blob: Mask, shadow: Mask) -> Mask:
    """The part of a change that is the piece itself."""
    body = blob & ~shadow
    if body.sum() < (1 - MOST_SHADOW) * blob.sum():
        return blob
    body = cv2.morphologyEx(body.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0
    return np.asarray(body if body.any() else blob, dtype=np.bool_)


def _around(image: NDArray[np.float32], centre: Floats, side: int) -> NDArray[np.float32]:
    """A square of an image with that spot in its middle."""
    return np.asarray(cv2.getRectSubPix(image, (side, side), (float(centre[0]), float(centre[1]))), dtype=np.float32)


def _taught(piece: PieceAt, kind: PieceKind, flat: Flat, blob: Mask, centre: Floats) -> TaughtPiece:
    foot = flat.layout.top_mm if isinstance(piece.place, Cell) else 0.0
    top = foot + kind.height_mm
    at = flat.mm(centre)
    for _ in range(2):
        # What stands upright seems to lean away from the camera.
        at = flat.mm(centre) - flat.pose.lean_mm(at, (foot + top) / 2, flat.layout.top_mm)
    heading = _heading(piece, blob) if piece.facing is not None else None
    return TaughtPiece(piece, (float(at[0]), float(at[1])), foot, top, heading)


def _heading(piece: PieceAt, blob: Mask) -> float:
    """Degrees clockwise from the far side: the asked direction, made exact by the outline where that is long enough to tell."""
    assert piece.facing is not None
    asked = 90.0 * piece.facing
    points = np.argwhere(blob)[:, ::-1].astype(np.float64)
    spread, axes = np.linalg.eigh(np.cov(points.T))
    if spread[1] < LONG**2 * spread[0]:
        return asked
    along = np.degrees(np.arctan2(axes[0, 1], -axes[1, 1]))
    off = float((along - asked + 90) % 180 - 90)
    return (asked + off) % 360 if abs(off) < CROOKED_DEG else asked


def _unasked(flat: Flat, scene: Scene, labels: NDArray[np.int32], areas: Floats, used: set[int]) -> list[Problem]:
    """The cells in which something changed though nothing was asked for."""
    asked = {piece.place for piece in scene.pieces}
    large = np.array([n > 0 and n not in used and area > NOTHING_MM2 for n, area in enumerate(areas)])
    if not large.any():
        return []
    left = large[labels]
    cells: Sequence[Place] = [cell for cell in flat.layout.cells() if cell not in asked]
    return [Problem(Wrong.UNASKED, cell) for cell in cells if left[flat.mask(cell)].sum() / PX_MM**2 > NOTHING_MM2]
