"""The printed zones beside the grid, from several teaching pictures."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout, ZoneSpec
from vision.frame import TeachingPicture
from vision.light import Array
from vision.rectify import Plan
from vision.zones import zone_block, zone_mask

CLEAR_MM = 45.0


def teach_zones(
    plans: Sequence[Array], plan: Plan, layout: Layout, pictures: Sequence[TeachingPicture]
) -> tuple[dict[str, NDArray[np.float32]], dict[str, NDArray[np.float32]]]:
    """Picture and mask of every zone that holds no tiles; `plans` are half-scale plans in art light."""
    art, masks = {}, {}
    for zone in layout.zones:
        if zone.holds_tile:
            continue
        left, upper, right, lower = zone_block(plan, zone)
        if right - left < 4 or lower - upper < 4:
            continue
        clear = [half for half, picture in zip(plans, pictures, strict=True) if _clear(zone, picture)]
        stack = np.stack([half[upper:lower, left:right] for half in clear or plans])
        art[zone.name] = np.median(stack, axis=0).astype(np.float32)
        masks[zone.name] = zone_mask(plan, layout, zone)
    return art, masks


def _clear(zone: ZoneSpec, picture: TeachingPicture) -> bool:
    """Whether no piece stands in or near the zone."""
    low, high = np.min(zone.polygon_mm, axis=0) - 15, np.max(zone.polygon_mm, axis=0) + 15
    return not any(np.all(low <= piece.at_mm) and np.all(piece.at_mm <= high) for piece in picture.pieces)
