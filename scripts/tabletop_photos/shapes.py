"""Meshes of everything on the table; points are (x, y, -height) in millimetres."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
Rect = tuple[float, float, float, float]
GREY = np.array([0.5, 0.5, 0.5])


@dataclass
class Heap:
    """Triangles of one material: colours at the corners, or places on the sheet of prints."""

    corners: list[Points] = field(default_factory=list)
    faces: list[NDArray[np.int64]] = field(default_factory=list)
    colours: list[Points] = field(default_factory=list)
    uvs: list[Points] = field(default_factory=list)
    count: int = 0

    def add(self, points: Points, faces: Any, colour: Any = GREY, uv: Points | None = None) -> Points:
        points = np.asarray(points, np.float64)
        self.corners.append(points)
        self.faces.append(np.asarray(faces, np.int64) + self.count)
        self.colours.append(np.broadcast_to(np.asarray(colour, np.float64), points.shape))
        self.uvs.append(np.zeros((len(points), 2)) if uv is None else np.asarray(uv, np.float64))
        self.count += len(points)
        return points

    def arrays(self) -> tuple[Points, NDArray[np.int64], Points, Points, Points]:
        """Corners, faces, normals, colours, uvs."""
        points, faces = np.concatenate(self.corners), np.concatenate(self.faces)
        a, b, c = (points[faces[:, n]] for n in range(3))
        flat = np.cross(b - a, c - a)
        normals = np.zeros_like(points)
        for n in range(3):
            np.add.at(normals, faces[:, n], flat)
        normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
        return points, faces, normals, np.concatenate(self.colours), np.concatenate(self.uvs)


def grid_faces(rows: int, cols: int) -> NDArray[np.int64]:
    """Triangles over a grid of points, row by row."""
    n = np.arange(rows * cols).reshape(rows, cols)
    a, b, c, d = n[:-1, :-1].ravel(), n[:-1, 1:].ravel(), n[1:, 1:].ravel(), n[1:, :-1].ravel()
    return np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])


@dataclass(frozen=True)
class Place:
    """A thing's own frame: middle of its foot, heading in degrees clockwise from N, height of the foot."""

    x: float
    y: float
    heading: float = 0.0
    foot: float = 0.0

    def __call__(self, points: Any) -> Points:
        """Own points (right, back, up) on the table."""
        p = np.asarray(points, np.float64).reshape(-1, 3)
        c, s = math.cos(math.radians(self.heading)), math.sin(math.radians(self.heading))
        return np.stack([self.x + p[:, 0] * c - p[:, 1] * s, self.y + p[:, 0] * s + p[:, 1] * c, -(self.foot + p[:, 2])], axis=1)


def sheet(heap: Heap, place: Place, size: tuple[float, float], uv: Rect, lift: Callable[[Any, Any], Any], steps: int = 2) -> None:
    """A printed rectangle whose height at (-1..1, -1..1) is `lift`; its drawing's top is its far side."""
    v, u = np.mgrid[0 : steps + 1, 0 : steps + 1] / steps
    z = np.broadcast_to(lift(2 * u - 1, 2 * v - 1), u.shape)
    own = np.stack([(u - 0.5) * size[0], (v - 0.5) * size[1], z], axis=-1).reshape(-1, 3)
    spots = np.stack([uv[0] + u * (uv[2] - uv[0]), uv[1] + v * (uv[3] - uv[1])], axis=-1).reshape(-1, 2)
    heap.add(place(own), grid_faces(steps + 1, steps + 1), GREY, spots)


def walls(heap: Heap, place: Place, outline: Any, low: float, high: float, colour: Any) -> None:
    """The sides of a prism; `outline` are its own corners (right, back) in order."""
    points = np.asarray(outline, np.float64)
    for a, b in zip(points, np.roll(points, -1, axis=0), strict=True):
        own = [(*a, low), (*b, low), (*b, high), (*a, high)]
        heap.add(place(own), [(0, 1, 2), (0, 2, 3)], colour)


def lid(heap: Heap, place: Place, outline: Any, height: float, colour: Any = GREY, uv: Points | None = None) -> None:
    """The flat top of a convex outline."""
    points = np.asarray(outline, np.float64)
    own = np.concatenate([points, np.full((len(points), 1), height)], axis=1)
    heap.add(place(own), [(0, n, n + 1) for n in range(1, len(points) - 1)], colour, uv)


def slab(heap: Heap, place: Place, size: tuple[float, float], low: float, high: float, colour: Any) -> None:
    """A box with its own sides."""
    w, h = size[0] / 2, size[1] / 2
    outline = [(-w, -h), (w, -h), (w, h), (-w, h)]
    walls(heap, place, outline, low, high, colour)
    lid(heap, place, outline, high, colour)


def printed_prism(prints: Heap, solids: Heap, place: Place, outline: Any, high: float, uv: Rect, box: Rect, colour: Any) -> None:
    """A prism with a printed top; `box` are left, far, right, near of the drawing in the thing's own frame."""
    points = np.asarray(outline, np.float64)
    share = (points - [box[0], box[1]]) / [box[2] - box[0], box[3] - box[1]]
    spots = np.array([uv[0], uv[1]]) + share * [uv[2] - uv[0], uv[3] - uv[1]]
    lid(prints, place, points, high, GREY, spots)
    walls(solids, place, points, 0.0, high, colour)


def circle(radius: float, count: int = 40) -> Points:
    a = np.arange(count) * math.tau / count
    return np.stack([radius * np.sin(a), -radius * np.cos(a)], axis=1)


def blob(heap: Heap, place: Place, centre: Sequence[float], radii: Sequence[float], colour: Any, tilt: float = 0.0) -> None:
    """An ellipsoid; `tilt` raises its front (degrees)."""
    rows, cols = 13, 22
    a = np.linspace(0, math.pi, rows)[:, None]
    b = np.linspace(0, math.tau, cols)[None, :]
    unit = np.stack([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a) * np.ones_like(b)], axis=-1).reshape(-1, 3)
    own = unit * np.asarray(radii)
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    own = np.stack([own[:, 0], own[:, 1] * c + own[:, 2] * s, -own[:, 1] * s + own[:, 2] * c], axis=1) + np.asarray(centre)
    heap.add(place(own), grid_faces(rows, cols), colour)


def lathe(heap: Heap, place: Place, profile: Any, colour: Any, count: int = 30) -> None:
    """A turned body; `profile` are (radius, height) from the foot up."""
    p = np.asarray(profile, np.float64)
    a = np.linspace(0, math.tau, count)
    own = np.stack([p[:, :1] * np.cos(a), p[:, :1] * np.sin(a), np.repeat(p[:, 1:], count, axis=1)], axis=-1).reshape(-1, 3)
    heap.add(place(own), grid_faces(len(p), count), colour)


def tube(heap: Heap, place: Place, path: Any, radii: Any, colour: Any) -> None:
    """A round rod along own points, closed with half balls."""
    path, radii = np.asarray(path, np.float64), np.broadcast_to(np.asarray(radii, np.float64), (len(path),))
    rings = []
    for n, (at, radius) in enumerate(zip(path, radii, strict=True)):
        way = path[min(n + 1, len(path) - 1)] - path[max(n - 1, 0)]
        way = way / max(float(np.linalg.norm(way)), 1e-9)
        side = np.cross(way, [0.3, 0.1, 1.0] if abs(way[2]) < 0.9 else [1.0, 0, 0])
        side /= np.linalg.norm(side)
        other, a = np.cross(way, side), np.linspace(0, math.tau, 16)[:, None]
        rings.append(at + radius * (np.cos(a) * side + np.sin(a) * other))
    heap.add(place(np.concatenate(rings)), grid_faces(len(path), 16), colour)
    for end, radius in ((path[0], radii[0]), (path[-1], radii[-1])):
        blob(heap, place, end, (radius, radius, radius), colour)


def rounded_cube(prints: Heap, place: Place, size: float, faces: Sequence[Rect], bevel: float = 1.8) -> None:
    """A die; `faces` are the prints of top, far, right, near, left, in this order; the bottom shows nothing."""
    steps = 9
    v, u = np.mgrid[0:steps, 0:steps] / (steps - 1)
    half = size / 2
    a, b, one = (u - 0.5) * size, (v - 0.5) * size, np.full(u.shape, half)
    sides = ((a, b, one), (a, -one, -b), (one, a, -b), (a, one, -b), (-one, a, -b))
    for uv, parts in zip(faces, sides, strict=True):
        own = np.stack(parts, axis=-1).reshape(-1, 3)
        core = np.clip(own, -(half - bevel), half - bevel)
        out = own - core
        own = core + bevel * out / np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9) + [0, 0, half]
        spots = np.stack([uv[0] + u * (uv[2] - uv[0]), uv[1] + v * (uv[3] - uv[1])], axis=-1).reshape(-1, 2)
        prints.add(place(own), grid_faces(steps, steps), GREY, spots)
