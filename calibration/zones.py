"""The printed zones beside the grid, from several teaching pictures."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.medians import median_of_free
from companion.core.catalogue import Layout, ZoneSpec
from companion.core.grid import Cell
from vision.expected import half_to_mm, to_half
from vision.frame import TeachingPicture
from vision.light import Array
from vision.pose import Pose
from vision.rectify import Plan
from vision.zones import GUESSED, zone_block, zone_mask

BESIDE_MM = 12.0
"""A piece covers the table this far around its middle, and farther the higher it is."""
SHADOW = 0.35
SOFT_PX = 3.0
"""Beside the box drawn around a piece its shadow may reach that share of the piece's height above the table, and so many px."""


def free_of_pieces(
    picture: TeachingPicture, pose: Pose, layout: Layout, at_mm: NDArray[np.float64], beside_mm: float = BESIDE_MM
) -> NDArray[np.bool_]:
    """Whether no piece covers each of these points (..., 2) mm of the plane of the tiles' tops."""
    free = np.ones(at_mm.shape[:-1], np.bool_)
    px = pose.project(at_mm.reshape(-1, 2), layout.top_mm).reshape(at_mm.shape)
    px_mm = _px_mm(pose, layout)
    for piece in picture.pieces:
        if piece.box_px is not None:
            free &= ~in_box(px, piece.box_px, SOFT_PX + SHADOW * (piece.top_mm - layout.top_mm) * px_mm)
            continue
        foot = np.asarray(piece.at_mm)
        middle = foot + pose.lean_mm(foot, (piece.foot_mm + piece.top_mm) / 2, layout.top_mm)
        free &= np.hypot(*np.moveaxis(at_mm - middle, -1, 0)) > beside_mm + piece.top_mm - piece.foot_mm
    return free


def in_box(px: NDArray[np.float64], box: tuple[float, float, float, float], beside: float) -> NDArray[np.bool_]:
    """Whether points (..., 2) of a picture lie in a box or within `beside` px of it."""
    left, upper, right, lower = box
    inside = (px >= (left - beside, upper - beside)) & (px <= (right + beside, lower + beside))
    return np.asarray(inside.all(axis=-1), dtype=np.bool_)


def _px_mm(pose: Pose, layout: Layout) -> float:
    """Pixels of the picture a millimetre of the grid, about."""
    width = layout.cols * layout.pitch_mm[0]
    ends = pose.project(np.array([[0.0, 0.0], [width, 0.0]]), layout.top_mm)
    return float(np.hypot(*(ends[1] - ends[0]))) / width


def teach_zones(
    plans: Sequence[Array], plan: Plan, layout: Layout, pictures: Sequence[TeachingPicture], poses: Sequence[Pose]
) -> tuple[dict[str, NDArray[np.float32]], dict[str, NDArray[np.float32]]]:
    """Picture and mask of every zone without tiles, GUESSED where something always lay; `plans`: half plans in art light."""
    art, masks = {}, {}
    for zone in layout.zones:
        if zone.holds_tile:
            continue
        left, upper, right, lower = zone_block(plan, zone)
        if right - left < 4 or lower - upper < 4:
            continue
        stack = np.stack([half[upper:lower, left:right] for half in plans])
        under = np.stack([under_tiles(picture, pose, plan, layout, (left, upper, right, lower))
                          for picture, pose in zip(pictures, poses, strict=True)])
        clear = np.array([_clear(zone, picture) for picture in pictures])
        guessed = np.zeros(under.shape[1:], np.bool_)
        if clear.any() and not under[clear].any():
            art[zone.name] = np.median(stack[clear], axis=0).astype(np.float32)
        else:
            spots = np.stack(np.meshgrid(np.arange(left, right), np.arange(upper, lower)), axis=-1)
            at = half_to_mm(plan, spots.reshape(-1, 2).astype(np.float64)).reshape(spots.shape)
            free = np.stack([free_of_pieces(picture, pose, layout, at) for picture, pose in zip(pictures, poses, strict=True)])
            guessed = ~np.any(free & ~under, axis=0)
            art[zone.name] = painted_in(median_of_free(stack, free & ~under), guessed)
        known = np.where(guessed, np.float32(GUESSED), np.float32(1))
        masks[zone.name] = zone_mask(plan, layout, zone) * (known if not guessed.all() else np.float32(0))
    return art, masks


def painted_in(art: Array, hidden: NDArray[np.bool_]) -> Array:
    """A picture with what pieces hid in every teaching picture painted in from around it."""
    if not hidden.any():
        return art
    smooth = cv2.inpaint(np.clip(art, 0, 255).astype(np.uint8), hidden.astype(np.uint8), 4, cv2.INPAINT_TELEA)
    return np.where(hidden[..., None], smooth.astype(np.float32), art)


def under_tiles(
    picture: TeachingPicture, pose: Pose, plan: Plan, layout: Layout, block: tuple[int, int, int, int]
) -> NDArray[np.bool_]:
    """Which pixels of a block of the half plan lie under tiles or cards off the grid."""
    left, upper, right, lower = block
    mask = np.zeros((lower - upper, right - left), np.uint8)
    for tile in picture.tiles:
        if not isinstance(tile.tile.place, Cell):
            corners = to_half(plan, pose.unproject(np.asarray(tile.corners_px), layout.top_mm)) - (left, upper)
            cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    return cv2.dilate(mask, np.ones((5, 5), np.uint8)) > 0


def _clear(zone: ZoneSpec, picture: TeachingPicture) -> bool:
    """Whether no piece stands in or near the zone."""
    low, high = np.min(zone.polygon_mm, axis=0) - 15, np.max(zone.polygon_mm, axis=0) + 15
    return not any(np.all(low <= piece.at_mm) and np.all(piece.at_mm <= high) for piece in picture.pieces)
