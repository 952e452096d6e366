"""A core Drawing as pixels: antialiased, transparent where nothing is drawn."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Drawing, Point, Shape

Sprite = NDArray[np.uint8]
"""A picture with transparency, shape (height, width, 4): blue, green, red already multiplied by the fourth, the opacity."""

_SHIFT = 4
_OVERSAMPLE = 2


def colour_of(text: str) -> tuple[int, int, int]:
    """Blue, green, red (0..255) of `#rrggbb`; ValueError with the text for anything else."""
    if len(text) != 7 or text[0] != "#":
        raise ValueError(f"a colour must be written #rrggbb, not {text!r}")
    return int(text[5:7], 16), int(text[3:5], 16), int(text[1:3], 16)


def _fixed(points: NDArray[np.float64]) -> NDArray[np.int32]:
    """Pixel positions (n, 2) as cv2's fixed-point numbers; drawing units meet at pixel edges, pixels at their centres."""
    return np.rint((points - 0.5) * (1 << _SHIFT)).astype(np.int32)


def _ring_part(shape: Shape) -> tuple[Point, ...]:
    """The outline of a circular arc with its width, square ends."""
    (cx, cy), (sx, sy) = shape.points
    radius, begin = math.hypot(sx - cx, sy - cy), math.atan2(sy - cy, sx - cx)
    steps = max(4, int(abs(shape.sweep_deg) / 4))
    angles = [begin + math.radians(shape.sweep_deg) * n / steps for n in range(steps + 1)]
    outer = [(cx + (radius + shape.width / 2) * math.cos(a), cy + (radius + shape.width / 2) * math.sin(a)) for a in angles]
    inner = [
        (cx + (radius - shape.width / 2) * math.cos(a), cy + (radius - shape.width / 2) * math.sin(a)) for a in reversed(angles)
    ]
    return (*outer, *inner)


def _draw(canvas: Sprite, shape: Shape, scale: NDArray[np.float64]) -> None:
    """One shape onto the enlarged canvas; `scale` is pixels per drawing unit along x and y."""
    unit = float(scale.mean())
    width = max(1, round(shape.width * unit)) if shape.stroke and shape.width > 0 else 0
    fill = (*colour_of(shape.fill), 255) if shape.fill else None
    stroke = (*colour_of(shape.stroke), 255) if shape.stroke else None
    points = _fixed(np.asarray(shape.points, dtype=np.float64) * scale)
    if shape.form == "disc":
        centre = (int(points[0, 0]), int(points[0, 1]))
        radius = round(shape.radius * unit * (1 << _SHIFT))
        if fill:
            cv2.circle(canvas, centre, radius, fill, -1, cv2.LINE_AA, _SHIFT)
        if stroke and width:
            cv2.circle(canvas, centre, radius, stroke, width, cv2.LINE_AA, _SHIFT)
    elif shape.form == "arc" and stroke:
        cv2.fillPoly(canvas, [_fixed(np.asarray(_ring_part(shape)) * scale)], stroke, cv2.LINE_AA, _SHIFT)
    elif shape.form == "line" and stroke:
        cv2.polylines(canvas, [points], False, stroke, max(width, 1), cv2.LINE_AA, _SHIFT)
    elif shape.form == "polygon":
        if fill:
            cv2.fillPoly(canvas, [points], fill, cv2.LINE_AA, _SHIFT)
        if stroke and width:
            cv2.polylines(canvas, [points], True, stroke, width, cv2.LINE_AA, _SHIFT)


def rasterise(drawing: Drawing, width: int, height: int | None = None, down: float = 100.0) -> Sprite:
    """The drawing, 0..100 across and 0..`down` down, stretched over `width` x `height` pixels (square by default)."""
    height = width if height is None else height
    canvas = np.zeros((height * _OVERSAMPLE, width * _OVERSAMPLE, 4), np.uint8)
    scale = np.array([width / 100.0, height / down], dtype=np.float64) * _OVERSAMPLE
    for shape in drawing:
        _draw(canvas, shape, scale)
    return np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def over(ground: NDArray[np.uint8], sprite: Sprite, x: int = 0, y: int = 0) -> None:
    """Lay a sprite on a colour picture, its upper left pixel at (x, y); what sticks out is cut off."""
    rows, cols = ground.shape[:2]
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + sprite.shape[1], cols), min(y + sprite.shape[0], rows)
    if x0 >= x1 or y0 >= y1:
        return
    part = sprite[y0 - y : y1 - y, x0 - x : x1 - x]
    below = ground[y0:y1, x0:x1]
    rest = cv2.cvtColor(255 - part[..., 3], cv2.COLOR_GRAY2BGR)
    below[:] = cv2.add(part[..., :3], cv2.multiply(below, rest, scale=1 / 255))
