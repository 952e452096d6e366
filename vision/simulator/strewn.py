"""Spots in a zone with room: cards side by side in a row, other things strewn over it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

from companion.core.catalogue import Layout, PieceKind, ZoneSpec
from companion.core.drawing import Drawing, Point
from vision.simulator.spots import Spot

Box = tuple[float, float, float, float]
"""Left, far, right, near (mm)."""

_FLAT_MM = 2.0
_LARGE = 0.6
_LAYERS = (0.0, 0.5, 0.25, 0.75)
"""By how many steps each further layer is shifted, once the first is full."""
_CARD_APART, _APART = 1.05, 1.25
"""Steps from thing to thing, in its own widths."""
_TAKEN = 0.6
"""A spot is taken when something lies nearer to it than this, in steps."""


def is_card(kind: PieceKind, layout: Layout) -> bool:
    """Whether a piece is thin and as large as a tile: it is laid in a row, its top to the middle of the table."""
    return kind.height_mm <= _FLAT_MM and kind.size_mm > _LARGE * layout.tile_mm


def box_of(zone: ZoneSpec) -> Box:
    """The upright rectangle around a zone."""
    xs, ys = [p[0] for p in zone.polygon_mm], [p[1] for p in zone.polygon_mm]
    return min(xs), min(ys), max(xs), max(ys)


def has_room(zone: ZoneSpec) -> bool:
    """Whether things are strewn over the zone: nothing has to get out of it, and it is a plain rectangle."""
    return not zone.exits and len(zone.polygon_mm) == 4


def towards_middle_deg(zone: ZoneSpec, layout: Layout) -> float:
    """The heading (degrees clockwise from the far side) of a card whose top points from the zone's long side to the board."""
    left, far, right, near = box_of(zone)
    if right - left >= near - far:
        return 0.0 if (far + near) > layout.rows * layout.pitch_mm[1] else 180.0
    return 90.0 if (left + right) < layout.cols * layout.pitch_mm[0] else 270.0


def extent_mm(kind: PieceKind) -> tuple[float, float]:
    """How wide and how high the drawing of a piece is on the table."""
    xs, ys = _reach(kind.drawing, 0), _reach(kind.drawing, 1)
    return (max(xs) - min(xs)) * kind.size_mm / 100, (max(ys) - min(ys)) * kind.size_mm / 100


def _reach(drawing: Drawing, axis: int) -> list[float]:
    ends = [point[axis] + sign * shape.radius for shape in drawing for point in shape.points for sign in (-1, 1)]
    return ends or [0.0, 100.0]


def strew(
    zone: ZoneSpec, layout: Layout, kinds: Sequence[PieceKind], kept: Sequence[Spot | None], chance: Random, askew: float
) -> tuple[Spot, ...]:
    """A spot for each piece; `kept` has the spots of those that lie there already and stay."""
    spots = list(kept)
    for n, kind in enumerate(kinds):
        if spots[n] is None:
            used = [spot.at_mm for spot in spots if spot is not None]
            spots[n] = _card_spot(zone, layout, kind, used, chance, askew) if is_card(kind, layout) else (
                _any_spot(zone, kind, used, chance)
            )  # fmt: skip
    return tuple(spot for spot in spots if spot is not None)


def _card_spot(zone: ZoneSpec, layout: Layout, kind: PieceKind, used: Sequence[Point], chance: Random, askew: float) -> Spot:
    """The next in the row, on top of the others when the row is full."""
    heading = towards_middle_deg(zone, layout)
    width, height = extent_mm(kind) if heading % 180 == 0 else extent_mm(kind)[::-1]
    slots = _slots(box_of(zone), width * _CARD_APART, height * _CARD_APART)
    x, y = next((slot for slot in slots if _free(slot, used, 0.2 * min(width, height))), slots[len(used) % len(slots)])
    shift = [askew * max(-3.0, min(3.0, chance.gauss(0, 1.0))) for _ in range(2)]
    return Spot((x + shift[0], y + shift[1]), (heading + askew * max(-6.0, min(6.0, chance.gauss(0, 2.5)))) % 360)


def _any_spot(zone: ZoneSpec, kind: PieceKind, used: Sequence[Point], chance: Random) -> Spot:
    step, (left, far, right, near) = kind.size_mm * _APART, box_of(zone)
    # Nobody lays a thing on the very edge if there is room inside.
    rim = 0.5 * kind.size_mm if min(right - left, near - far) > 3 * kind.size_mm else 0.0
    slots = _slots((left + rim, far + rim, right - rim, near - rim), step, step)
    free = [slot for slot in slots if _free(slot, used, _TAKEN * step)]
    x, y = chance.choice(free) if free else max(slots, key=lambda slot: _nearest(slot, used))
    # Where there is hardly room, things are laid with care.
    loose = 0.5 * (_APART - 1) * kind.size_mm if free else 0.0
    return Spot((x + chance.uniform(-loose, loose), y + chance.uniform(-loose, loose)), chance.uniform(0, 360))


def _slots(box: Box, width: float, height: float) -> list[Point]:
    """Spots a step apart in reading order; further layers lie between those of the first."""
    left, far, right, near = box
    cols, rows = max(1, int((right - left) / width)), max(1, int((near - far) / height))
    long = cols >= rows
    step_x, step_y = min(width, (right - left) / cols), min(height, (near - far) / rows)
    x0, y0 = (left + right - step_x * (cols - 1)) / 2, (far + near - step_y * (rows - 1)) / 2
    layers = []
    for share in _LAYERS:
        over_x, over_y = (share * step_x, 0.0) if long else (0.0, share * step_y)
        trim_x, trim_y = (1, 0) if long and share and cols > 1 else (0, 1 if not long and share and rows > 1 else 0)
        xs = [x0 + over_x + col * step_x for col in range(cols - trim_x)]
        layers += [(x, y0 + over_y + row * step_y) for row in range(rows - trim_y) for x in xs]
    return layers


def _nearest(slot: Point, used: Sequence[Point]) -> float:
    return min((math.dist(slot, at) for at in used), default=math.inf)


def _free(slot: Point, used: Sequence[Point], apart_mm: float) -> bool:
    return _nearest(slot, used) >= apart_mm
