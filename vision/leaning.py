"""How far what stands upright leans in the plan, and what a piece with a direction looks like from each side.

A camera that looks down at a slant sees a piece's top shifted away from it: of a mouse that points to the camera its face, of
one that points away its back.  The picture then depends on the heading, not by a rotation alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.core.catalogue import Layout
from vision.board import grid_corners_mm
from vision.found import Found
from vision.light import Array
from vision.pose import Pose
from vision.rig import Sprite

SIDES = 8
"""Directions, from the nose clockwise, in which a piece is kept leaning; between two of them both are mixed."""
LEANING_MM = 3.5
"""A piece whose top leans less in the middle of the board is taken to look the same from all sides."""
SAME_LEAN = 0.1
"""Leans (mm a mm of height) that differ by less show the same side of a piece."""
ASIDE, BESIDE_MM = 0.7, 50.0
"""Where between the middle of the board and what lies farthest loose bodies are painted as they are seen there, and how far from
the board that is."""
ON_TOP_MM = 10.0
"""So near the middle of what carries it lies that of what rides.  (Of 160 that were carried, .7 to 6 mm; of 25 that leaned on a
mouse, 7 to 29, were they on top of it.)"""
UPRIGHT = (0.0, 0.0)
"""The lean under a camera that looks straight down."""

Floats = NDArray[np.float64]
Lean = tuple[float, float]
"""How far a point a millimetre above the board is seen shifted in the plan, mm to the right and to the near side."""


def lean_of_board(pose: Pose, layout: Layout) -> Lean:
    """The lean in the middle of the board, which stands for all places: where a camera is much tilted they differ less from it
    than headings do."""
    middle = np.asarray(grid_corners_mm(layout)).mean(axis=0)
    across, down = pose.lean_mm(middle, layout.top_mm + 1.0, layout.top_mm)
    return float(across), float(down)


def leans_aside(pose: Pose, layout: Layout) -> tuple[Lean, ...]:
    """The leans half-way to what lies farthest from the middle of the board, in the four quarters of the table."""
    corners = np.asarray(grid_corners_mm(layout))
    middle = corners.mean(axis=0)
    away = (corners - middle) * ASIDE + np.sign(corners - middle) * ASIDE * BESIDE_MM
    return tuple((float(u), float(v)) for u, v in pose.lean_mm(middle + away, layout.top_mm + 1.0, layout.top_mm))


def leans(lean: Lean, height_mm: float) -> bool:
    """Whether a piece so high shows other sides of itself when it is turned."""
    return float(np.hypot(*lean)) * height_mm >= LEANING_MM


def shows_sides(sprite: Sprite) -> bool:
    """Whether the picture of a piece hangs on how it leans."""
    return sprite.sides is not None or sprite.prism is not None


def same_lean(lean: Lean, other: Lean) -> bool:
    """Whether two leans show the same sides of all pieces."""
    return float(np.hypot(lean[0] - other[0], lean[1] - other[1])) < SAME_LEAN


def side_leans(lean: Lean, height_mm: float) -> NDArray[np.float64]:
    """How far the top of a piece with its nose to the far side leans (SIDES, 2) in each of the kept directions, mm."""
    angles = 2 * np.pi * np.arange(SIDES) / SIDES
    length = float(np.hypot(*lean)) * height_mm
    return np.asarray(np.column_stack([np.sin(angles), -np.cos(angles)]) * length, dtype=np.float64)


def seen_from(sprite: Sprite, heading: float, lean: Lean) -> tuple[Array, Array] | None:
    """Picture (n, n, 3) and cover (n, n) of a piece that is turned so, its nose still to the far side; None for one that looks
    the same from all sides."""
    if sprite.prism is not None:
        angle = np.radians(-heading)
        across, down = lean[0] * np.cos(angle) - lean[1] * np.sin(angle), lean[0] * np.sin(angle) + lean[1] * np.cos(angle)
        return sprite.prism.seen((float(across), float(down)))
    if sprite.sides is None or not leans(lean, sprite.top_mm - sprite.foot_mm):
        return None
    direction = np.degrees(np.arctan2(lean[0], -lean[1])) - heading
    first, share = divmod(float(direction) % 360.0 / (360.0 / SIDES), 1.0)
    one, other = (sprite.sides[(int(first) + more) % SIDES].astype(np.float32) for more in (0, 1))
    own, its = one[..., 3] * (1 - share), other[..., 3] * share
    cover = own + its
    # Where nothing is covered the colours matter as little as those of a plain sprite there.
    weights = own + 1e-3 * (1 - share), its + 1e-3 * share
    picture = (one[..., :3] * weights[0][..., None] + other[..., :3] * weights[1][..., None]) / (cover + 1e-3)[..., None]
    return np.asarray(picture, dtype=np.float32), np.asarray(cover, dtype=np.float32)


def feet_mm(
    pieces: Sequence[Found], kinds: Sequence[Sprite], seen_mm: Floats, lean: Callable[[Floats, Floats], Floats]
) -> Floats:
    """Where pieces stand (n, 2), mm, each of its kind, whose middles are seen at points (n, 2) of the plan; `lean` tells how far
    what is such heights (n, 1) above the table at such places (n, 2) is seen shifted.

    What rides lies on top of the nearest piece that carries something.  If it would lie beside its middle then, it leans on it.
    """
    middles = np.array([[(kind.foot_mm + kind.top_mm) / 2] for kind in kinds])
    feet = _feet(seen_mm, middles, lean)
    carriers = [number for number, piece in enumerate(pieces) if piece.carries]
    for number in [n for n, piece in enumerate(pieces) if piece.rides and carriers]:
        own = slice(number, number + 1)
        below = carriers[int(np.linalg.norm(seen_mm[carriers] - seen_mm[number], axis=1).argmin())]
        on_top = _feet(seen_mm[own], middles[own] + kinds[below].top_mm - kinds[number].foot_mm, lean)
        if float(np.linalg.norm(on_top[0] - feet[below])) < ON_TOP_MM:
            feet[own] = on_top
    return feet


def _feet(seen_mm: Floats, middles: Floats, lean: Callable[[Floats, Floats], Floats]) -> Floats:
    """Where (n, 2) stands what is seen at points (n, 2) with its middle so high (n, 1)."""
    feet = seen_mm
    for _ in range(2):
        feet = seen_mm - lean(feet, middles)
    return feet
