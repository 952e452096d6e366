"""The printed zones beside the grid: where they are in the plan, and how far they have been shifted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout, ZoneSpec
from vision import resample
from vision.light import Array
from vision.rectify import Plan
from vision.solve import BASIS, Patterns, robust_solve

GUESSED = 0.75
"""What a zone's mask is where nobody has ever seen it bare."""


def seen_bare(mask: Array) -> Array:
    """0 where what a zone with that mask (h, w) shows is but a guess."""
    return np.asarray((mask < 0.5) | (mask > (1 + GUESSED) / 2), dtype=np.float32)


def zone_block(plan: Plan, zone: ZoneSpec) -> tuple[int, int, int, int]:
    """Left, upper, right, lower bound of a zone in half-plan pixels."""
    corners = (plan.to_plan(np.array(zone.polygon_mm)) - 0.5) / 2
    (left, upper), (right, lower) = np.floor(corners.min(axis=0)).astype(int), np.ceil(corners.max(axis=0)).astype(int) + 1
    width, height = plan.size[0] // 2, plan.size[1] // 2
    return max(0, int(left)), max(0, int(upper)), min(width, int(right)), min(height, int(lower))


def zone_mask(plan: Plan, layout: Layout, zone: ZoneSpec) -> Array:
    """1 inside the zone and outside the grid, in the zone's block."""
    left, upper, right, lower = zone_block(plan, zone)
    mask = np.zeros((lower - upper, right - left), np.uint8)
    corners = (plan.to_plan(np.array(zone.polygon_mm)) - 0.5) / 2 - (left, upper)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 1)
    grid = (plan.to_plan(np.array([[0, 0], [layout.cols * layout.pitch_mm[0], layout.rows * layout.pitch_mm[1]]])) - 0.5) / 2
    (u0, v0), (u1, v1) = np.maximum(np.floor(grid - (left, upper)), 0).astype(int)
    mask[v0 : v1 + 1, u0 : u1 + 1] = 0
    return mask.astype(np.float32)



@dataclass(frozen=True, slots=True, eq=False)
class ZonePrint:
    """One zone's picture prepared for fitting: block in the half plan, art (h, w, 3), mask (h, w), coarse art for fits.

    `patterns` (one) in coarse pixels, each `coarse_px` of the half plan wide, `inside` (pixels,) flat indices of
    those.
    """

    name: str
    block: tuple[int, int, int, int]
    art: Array
    mask: Array
    patterns: Patterns
    inside: NDArray[np.int64]
    coarse_px: int


def make_prints(art: Mapping[str, Array], masks: Mapping[str, Array], plan: Plan, layout: Layout) -> list[ZonePrint]:
    """The prints of all taught zones, in the order of the layout."""
    taught = [zone for zone in layout.zones if zone.name in art]
    return [_print(zone.name, zone_block(plan, zone), art[zone.name], masks[zone.name], 2 * plan.detail) for zone in taught]


def _print(name: str, block: tuple[int, int, int, int], art: Array, mask: Array, px: int) -> ZonePrint:
    height, width = art.shape[0] // px, art.shape[1] // px
    small = cv2.resize(art[: height * px, : width * px], (width, height), interpolation=cv2.INTER_AREA)
    whole = cv2.resize(mask[: height * px, : width * px], (width, height), interpolation=cv2.INTER_AREA)
    inside = np.flatnonzero(cv2.erode((whole > 0.99).astype(np.uint8), np.ones((3, 3), np.uint8)))
    across, down = cv2.Sobel(small, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(small, cv2.CV_32F, 0, 1, scale=0.125)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y = x - (width - 1) / 2, y - (height - 1) / 2
    # A picture moved by +1 px looks like itself minus its slope; turned clockwise, a point (x, y) moves by (-y, x).
    moved = (-across, -down, across * y[..., None] - down * x[..., None])
    flat, *slopes = (np.ascontiguousarray(each.reshape(-1, 3)[inside].T) for each in (small, *moved))
    return ZonePrint(name, block, art, mask, Patterns(flat[None], np.stack(slopes)[None]), inside, px)


def fit_zones(zones: Sequence[ZonePrint], seen: Sequence[Array], gains: Array, noise: float) -> Array:
    """Unknowns (zones, BASIS) of some zones, `seen` so (`seen_of`), where gains of about (zones, 3) are expected; those of the
    same size are fitted together."""
    unknowns = np.zeros((len(zones), BASIS), np.float32)
    sizes = np.array([len(zone.inside) for zone in zones], dtype=np.int64)
    for size in np.unique(sizes):
        own = np.flatnonzero(sizes == size)
        one = np.zeros(1, np.int64)
        moments = np.concatenate([zones[number].patterns.moments(one, seen[number]) for number in own.tolist()])
        unknowns[own] = robust_solve(moments, gains[own], noise)[0]
    return unknowns


def seen_of(zone: ZonePrint, quarter: Array) -> Array:
    """What is seen (1, 3, pixels) of one zone's print in a plan of coarse pixels (h, w, 3)."""
    left, upper, right, lower = zone.block
    px = zone.coarse_px
    height, width = (lower - upper) // px, (right - left) // px
    patch = resample.warp_affine(
        quarter, np.array([[1, 0, left / px], [0, 1, upper / px]], np.float32), (width, height), inverse=True,
        border=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch, dtype=np.float32).reshape(-1, 3)[zone.inside].T[None]


def zone_matrix(block: tuple[int, int, int, int], unknowns: Array, detail: int) -> NDArray[np.float64]:
    """Affine matrix (2, 3) that lays a zone's half-scale art into the plan where it was found."""
    left, upper, right, lower = block
    middle = np.array([(right - left - 1) / 2, (lower - upper - 1) / 2])
    angle = float(unknowns[5])
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    offset = np.array([left, upper]) + middle + unknowns[3:5] * 2 * detail - turn @ middle
    return np.column_stack([2 * turn, 2 * offset + 0.5])
