"""Where the camera stood, and what lens it has, from corners that a person marked in the teaching pictures.

Four corners of the grid give a pose.  The corners of the tiles say more: each is a rectangle of known size that lies
somewhere, turned somehow, at a known height.  Hundreds of them, all over the picture, tell how the lens bends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.core.catalogue import Layout
from companion.core.grid import Cell
from vision.board import grid_corners_mm
from vision.follow import slopes
from vision.frame import TeachingPicture
from vision.lens import Floats, Lens
from vision.pose import FARTHEST, PRIOR_FOCAL, PRIOR_K1, Pose, pose_from_corners, with_shared

CORNER_PX = 0.7
"""Standard deviation of a marked corner."""
OUTLIER_PX = 2.0
"""A corner this far from its place counts half."""
FINGER_PX, ASIDE_PX = 2.0, 1.5
"""Standard deviation of a corner that a finger has put, and of how far a tile seems to lie off its place."""
FAR_OUT = 2.0
"""What is so many standard deviations off counts half."""
ALIKE = 0.06
"""A rectangle whose sides differ by a larger share from a tile's is some other card."""
ROUNDS = 8


def poses_of_tapped(pictures: Sequence[TeachingPicture], layout: Layout, lens: Lens) -> list[Pose]:
    """One pose a picture from its marked corners; a lens that is only a guess is estimated from all pictures together."""
    poses = [pose_from_corners(np.asarray(picture.board_px), layout, lens) for picture in pictures]
    tiles = [_tiles(picture, pose, layout) for picture, pose in zip(pictures, poses, strict=True)]
    shared = np.zeros(2)
    for _ in range(ROUNDS):
        normal = np.diag([1 / PRIOR_FOCAL**2, 1 / PRIOR_K1**2])
        right = -normal @ shared
        steps = []
        for picture, pose, corners in zip(pictures, poses, tiles, strict=True):
            own, cross, other, by_own, by_lens = _picture_normal(picture, pose, corners, layout)
            gain = np.linalg.solve(own, np.column_stack([cross, by_own]))
            normal += other - cross.T @ gain[:, :2]
            right += by_lens - cross.T @ gain[:, 2]
            steps.append(gain)
        wanted = np.zeros(2) if lens.calibrated else shared + np.linalg.solve(normal, right)
        change = np.clip(wanted, -FARTHEST, FARTHEST) - shared
        shared = shared + change
        better = with_shared(lens, shared)
        poses = [_moved(pose, gain[:, 2] - gain[:, :2] @ change, better) for pose, gain in zip(poses, steps, strict=True)]
    return [_with_residual(pose, picture, layout) for pose, picture in zip(poses, pictures, strict=True)]


def pose_of_places(tapped: Floats, places: Floats, seen: Floats, layout: Layout, start: Pose) -> Pose:
    """The pose, and the lens, that fit four tapped corners (4, 2) px and tiles that people laid into the middle of places.

    `places` (n, 2) mm are those middles, `seen` (n, 2) px is where the tiles were seen.  Each tile lies off its place by chance;
    together they tell better than a finger where the grid is.
    """
    points = np.concatenate([
        np.column_stack([grid_corners_mm(layout), np.zeros(4)]),
        np.column_stack([places, np.full(len(places), -layout.top_mm)]),
    ])  # fmt: skip
    px = np.concatenate([tapped, seen])
    spread = np.repeat([FINGER_PX] * 4 + [ASIDE_PX] * len(places), 2)
    prior, shared, pose, lens = np.diag([*[0.0] * 6, 1 / PRIOR_FOCAL**2, 1 / PRIOR_K1**2]), np.zeros(2), start, start.lens
    for _ in range(ROUNDS):
        errors, slope = _linear(pose, points, px)
        far = np.repeat(errors[::2] ** 2 + errors[1::2] ** 2, 2) / spread**2
        weighted = slope / (spread * np.sqrt(1 + far / FAR_OUT**2))[:, None]
        right = weighted.T @ (errors / (spread * np.sqrt(1 + far / FAR_OUT**2))) - prior @ np.array([*[0.0] * 6, *shared])
        step = np.linalg.solve(weighted.T @ weighted + prior, right)
        change = np.clip(shared + step[6:], -FARTHEST, FARTHEST) - shared
        shared = shared + change
        pose = _moved(pose, step[:6], with_shared(lens, shared))
    return pose


def _tiles(picture: TeachingPicture, pose: Pose, layout: Layout) -> tuple[Floats, Floats]:
    """Pixel corners (n, 4, 2) of the rectangles that are as large as a tile: those in the grid, those in zones."""
    corners = np.array([tile.corners_px for tile in picture.tiles], dtype=np.float64).reshape(-1, 4, 2)
    if not len(corners):
        return corners, corners
    flat = pose.unproject(corners.reshape(-1, 2), layout.top_mm).reshape(-1, 4, 2)
    sides = np.linalg.norm(np.roll(flat, -1, axis=1) - flat, axis=2)
    want = layout.tile_mm * np.array([1.0, layout.tile_tall, 1.0, layout.tile_tall])
    like = np.all(np.abs(sides / want - 1) < ALIKE, axis=1)
    in_grid = np.array([isinstance(tile.tile.place, Cell) for tile in picture.tiles])
    return corners[like & in_grid], corners[like & ~in_grid]


def _picture_normal(
    picture: TeachingPicture, pose: Pose, tiles: tuple[Floats, Floats], layout: Layout
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Normal equations of one picture: pose (6, 6), pose by lens (6, 2), lens (2, 2), and the right sides (6,), (2,)."""
    grid = np.column_stack([grid_corners_mm(layout), np.zeros(4)])
    errors, slope = _linear(pose, grid, np.asarray(picture.board_px, dtype=np.float64))
    rows = [_weighted(np.column_stack([slope, errors]), errors)]
    rows += [_rows_of_tiles(pose, group, layout, loose) for group, loose in zip(tiles, (False, True), strict=True) if len(group)]
    both = np.concatenate(rows)
    normal = both.T @ both
    return normal[:6, :6], normal[:6, 6:8], normal[6:8, 6:8], normal[:6, 8], normal[6:8, 8]


def _rows_of_tiles(pose: Pose, tiles: Floats, layout: Layout, loose: bool) -> Floats:
    """What pose and lens change in tiles' corners, and their errors, (8n, 9), without what moving the tiles can explain.

    Where each tile lies, and how it is turned, is nobody's concern; nor is how large a `loose` one seems: it may lie on a pile.
    """
    laid, turning = _laid(pose, tiles, layout)
    points = np.column_stack([laid.reshape(-1, 2), np.full(4 * len(tiles), -layout.top_mm)])
    errors, slope = _linear(pose, points, tiles.reshape(-1, 2))
    ways = [np.broadcast_to(way, (len(points), 2)) for way in ([1.0, 0], [0, 1.0])] + [turning.reshape(-1, 2)]
    if loose:
        ways.append(np.column_stack([turning[..., 1].reshape(-1), -turning[..., 0].reshape(-1)]))
    own, wanted = (
        _weighted(each, errors).reshape(len(tiles), 8, -1)
        for each in (_by_place(pose, points, ways), np.column_stack([slope, errors]))
    )
    basis = np.linalg.qr(own)[0]
    return np.asarray(wanted - basis @ (basis.transpose(0, 2, 1) @ wanted), dtype=np.float64).reshape(-1, 9)


def _laid(pose: Pose, tiles: Floats, layout: Layout) -> tuple[Floats, Floats]:
    """Each tile as the true rectangle nearest to what was marked, (n, 4, 2) mm, and how its corners move when it is turned."""
    seen = pose.unproject(tiles.reshape(-1, 2), layout.top_mm).reshape(-1, 4, 2)
    drawn = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * layout.tile_mm * np.array([1.0, layout.tile_tall])
    middle = seen.mean(axis=1, keepdims=True)
    away = seen - middle
    cos = (away * drawn).sum(axis=(1, 2))
    sin = (away[..., 1] * drawn[:, 0] - away[..., 0] * drawn[:, 1]).sum(axis=1)
    turn = np.stack([np.stack([cos, -sin], -1), np.stack([sin, cos], -1)], 1) / np.hypot(cos, sin)[:, None, None]
    turned = drawn @ turn.transpose(0, 2, 1)
    return middle + turned, np.stack([-turned[..., 1], turned[..., 0]], axis=-1)


def _by_place(pose: Pose, points: Floats, ways: Sequence[Floats]) -> Floats:
    """What moving points (n, 3) along each of k ways (n, 2) changes in their pixels (2n, k)."""
    step, here = 0.01, slopes(pose, points)[0]
    moved = [slopes(pose, points + np.column_stack([way * step, np.zeros(len(points))]))[0] for way in ways]
    return np.stack([((each - here) / step).reshape(-1) for each in moved], axis=-1)


def _linear(pose: Pose, points: Floats, places: Floats) -> tuple[Floats, Floats]:
    """Errors (2n,) of points (n, 3) marked at places (n, 2), their derivatives by the pose and the lens (2n, 8)."""
    lens = pose.lens
    px, slope = cv2.projectPoints(points, pose.rotation, pose.translation, lens.matrix, lens.distortion)
    jacobian = np.asarray(slope, dtype=np.float64)
    by_focal = jacobian[:, 6] * lens.matrix[0, 0] + jacobian[:, 7] * lens.matrix[1, 1]
    errors = (places - np.asarray(px).reshape(-1, 2)).reshape(-1)
    return errors, np.column_stack([jacobian[:, :6], by_focal, jacobian[:, 10]])


def _weighted(rows: Floats, errors: Floats) -> Floats:
    far = np.repeat(errors[::2] ** 2 + errors[1::2] ** 2, 2)
    return np.asarray(rows / (CORNER_PX * np.sqrt(1 + far / OUTLIER_PX**2))[:, None], dtype=np.float64)


def _moved(pose: Pose, step: Floats, lens: Lens) -> Pose:
    return replace(pose, rotation=pose.rotation + step[:3], translation=pose.translation + step[3:], lens=lens)


def _with_residual(pose: Pose, picture: TeachingPicture, layout: Layout) -> Pose:
    off = pose.project(grid_corners_mm(layout)) - np.asarray(picture.board_px)
    return replace(pose, residual_px=float(np.linalg.norm(off, axis=1).max()))
