"""Flat drawings as data: one list of shapes serves the page (as SVG) and the simulated table (as pixels).

Coordinates run from 0 to 100 across the drawing, x to the right and y downwards.  Colours are `#rrggbb`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape; later shapes of a drawing cover earlier ones.

    `line`    a polyline through `points`
    `arc`     a circular arc: points = (centre, start); swept clockwise on the screen by `sweep_deg`
    `disc`    points = (centre,), `radius`
    `polygon` a closed polygon through `points`
    """

    form: Literal["line", "arc", "disc", "polygon"]
    points: tuple[Point, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    radius: float = 0.0
    sweep_deg: float = 0.0


Drawing = tuple[Shape, ...]


def line(points: tuple[Point, ...], stroke: str, width: float) -> Shape:
    return Shape("line", points, None, stroke, width)


def arc(centre: Point, start: Point, sweep_deg: float, stroke: str, width: float) -> Shape:
    return Shape("arc", (centre, start), None, stroke, width, sweep_deg=sweep_deg)


def disc(centre: Point, radius: float, fill: str | None, stroke: str | None = None, width: float = 0.0) -> Shape:
    return Shape("disc", (centre,), fill, stroke, width, radius=radius)


def polygon(points: tuple[Point, ...], fill: str | None, stroke: str | None = None, width: float = 0.0) -> Shape:
    return Shape("polygon", points, fill, stroke, width)


def rectangle(
    x: float, y: float, width: float, height: float, fill: str | None, stroke: str | None = None, line_width: float = 0.0
) -> Shape:
    """An upright rectangle with its upper left corner at (x, y)."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return polygon(corners, fill, stroke, line_width)
