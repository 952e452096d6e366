"""The bodies of the pieces: mice, cheese, chests, a dragon, coins, pawns, a die, hands."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scripts.tabletop_photos import shapes
from scripts.tabletop_photos.art import Press, tone
from scripts.tabletop_photos.cheeses import Cheese, cheese
from scripts.tabletop_photos.mice import DARK, Mouse, mouse
from scripts.tabletop_photos.shapes import Heap, Place, Points


@dataclass
class Stage:
    """The heaps of a scene: prints, glossy solids, matte things, and the points of each piece to find its box."""

    press: Press
    prints: Heap = field(default_factory=Heap)
    solids: Heap = field(default_factory=Heap)
    matte: Heap = field(default_factory=Heap)
    hand: Heap = field(default_factory=Heap)

    def since(self, marks: tuple[int, int]) -> Points:
        """The points that prints and solids got since these counts."""
        parts = []
        for heap, mark in zip((self.prints, self.solids), marks, strict=True):
            points = np.concatenate(heap.corners) if heap.corners else np.zeros((0, 3))
            parts.append(points[mark:])
        return np.concatenate(parts)

    @property
    def marks(self) -> tuple[int, int]:
        return self.prints.count, self.solids.count


def stand(stage: Stage, piece: dict[str, Any], place: Place, size_mm: float) -> None:
    """Build the body of one piece of the truth."""
    kind, height = piece["kind"], piece["height_mm"][1] - piece["height_mm"][0]
    if kind.startswith("mouse"):
        made = Mouse() if "made" not in piece else Mouse.of(piece["made"])
        mouse(stage.solids, place, height, kind.partition("-")[2] or "grey", made)
    elif kind == "cheese":
        if "made" in piece:
            cheese(stage.solids, place, height, Cheese.of(piece["made"]))
        else:
            _cheese(stage, place, height, piece.get("size", 1.0))
    elif kind == "wedge":
        _flat_wedge(stage, place, piece.get("face", "up"), height)
    elif kind == "marble":
        _marble(stage, place, height)
    elif kind == "chest":
        _chest(stage, place, height)
    elif kind == "dragon":
        _dragon(stage, place, height)
    elif kind.startswith("hero") or kind == "coin":
        _disc(stage, place, kind, piece.get("face") or "up", size_mm, height)
    elif kind.startswith("pawn"):
        _pawn(stage, place, height, kind.partition("-")[2])
    elif kind == "die":
        _die(stage, place, height, int(piece["value"]))
    else:
        raise KeyError(kind)


def _cheese(stage: Stage, place: Place, height: float, scale: float) -> None:
    """A sector with its point to the south, as the project's drawing has it."""
    radius, size = 16.8, 17.5
    angles = np.radians(np.linspace(-22.5, 22.5, 7))
    tip = np.array([[0.0, 8.3]])
    outline = np.concatenate([np.stack([radius * np.sin(angles), 8.5 - radius * np.cos(angles)], 1), tip])
    uv = stage.press.uv(("piece", "cheese", ""))
    half = scale * size / 2
    box = (-half, -half, half, half)
    shapes.printed_prism(stage.prints, stage.solids, place, scale * outline, height, uv, box, tone("#e9b53d"))


def _flat_wedge(stage: Stage, place: Place, face: str, height: float) -> None:
    outline = np.array([(-9.2, 0), (9.0, -9.2), (9.0, 9.2)])
    uv = stage.press.uv(("piece", "wedge", face))
    shapes.printed_prism(stage.prints, stage.solids, place, outline, height, uv, (-10, -10, 10, 10), tone("#b98a3c"))


def _marble(stage: Stage, place: Place, height: float) -> None:
    r = height / 2
    shapes.blob(stage.solids, place, (0, 0, r), (r, r, r), tone("#2f8f98"))
    colours = stage.solids.colours[-1].copy()
    points = stage.solids.corners[-1]
    swirl = np.sin(0.9 * points[:, 0] + 0.6 * points[:, 1] + 0.8 * points[:, 2]) > 0.45
    colours[swirl] = tone("#d9efe9")
    stage.solids.colours[-1] = colours


def _chest(stage: Stage, place: Place, height: float) -> None:
    wood, gold = tone("#7a4522"), tone("#d2a63a")
    w, d = 13.0, 9.4
    shapes.slab(stage.solids, place, (w, d), 0, height - 4.2, wood)
    a = np.linspace(-math.pi / 2, math.pi / 2, 11)
    arch = np.stack([d / 2 * np.sin(a), height - 4.2 + 4.2 * np.cos(a)], axis=1)
    for left, right, ink in ((-6.5, -4.6, gold), (-4.6, 4.6, wood), (4.6, 6.5, gold)):
        own = [(x, y, z) for x in (left, right) for y, z in arch]
        stage.solids.add(place(own), shapes.grid_faces(2, len(arch)), ink)
    for x in (-6.5, 6.5):
        stage.solids.add(place([(x, y, z) for y, z in arch]), [(0, n, n + 1) for n in range(1, len(arch) - 1)], gold)
    shapes.slab(stage.solids, Place(*place([(0, d / 2, 0)])[0, :2], place.heading, place.foot), (2.6, 1.0), 3.6, 7.0, gold)


def _dragon(stage: Stage, place: Place, height: float) -> None:
    skin, belly, heap, k = tone("#8a2f2f"), tone("#d9a33c"), stage.solids, height / 23.9
    shapes.blob(heap, place, (0, 3, 7 * k), (5.6, 11, 6.4 * k), skin)
    shapes.tube(heap, place, [(0, -4, 9 * k), (0, -9, 15 * k), (0, -11, 19 * k)], [4.0, 3.2, 2.8], skin)
    shapes.blob(heap, place, (0, -14.2, 19.6 * k), (3.3, 5.4, 3.1), skin)
    shapes.blob(heap, place, (0, -18.6, 18.8 * k), (2.0, 2.4, 1.6), belly)
    shapes.tube(heap, place, [(0, 12, 5), (1.5, 17, 3), (-1, 21, 2), (1, 24, 1.6)], [3.2, 2.2, 1.4, 0.6], skin)
    for side in (-1, 1):
        wing = [
            (side * 3, -3, 12 * k),
            (side * 17, -4, 16 * k),
            (side * 15, 6, 14 * k),
            (side * 9, 5, 13 * k),
            (side * 3, 9, 11 * k),
        ]
        heap.add(place(wing), [(0, 1, 2), (0, 2, 3), (0, 3, 4)], belly)
        shapes.blob(heap, place, (side * 1.7, -12, 22.4 * k), (0.8, 2.6, 0.8), belly, 30)
        shapes.blob(heap, place, (side * 2.3, -16.2, 20.8 * k), (0.8, 0.8, 0.8), DARK)


def _disc(stage: Stage, place: Place, kind: str, face: str, size: float, height: float) -> None:
    uv = stage.press.uv(("piece", kind, face))
    rim = shapes.circle(size / 2 * 0.99)
    ink = tone("#c9a35a") if kind == "coin" else tone("#b7a88e")
    shapes.printed_prism(stage.prints, stage.solids, place, rim, height, uv, (-size / 2, -size / 2, size / 2, size / 2), ink)


def _pawn(stage: Stage, place: Place, height: float, colour: str) -> None:
    ink = tone({"red": "#b3201f", "black": "#232326", "green": "#1f7a3a", "blue": "#2450a8"}[colour])
    k = height / 20
    profile = [(7.2, 0), (7.2, 1.4), (5.6, 3.2), (3.6, 8), (2.9, 11.5), (3.6, 12.2), (2.4, 12.6)]
    shapes.lathe(stage.solids, place, [(r, h * k) for r, h in profile], ink)
    shapes.blob(stage.solids, place, (0, 0, 15.6 * k), (4.4, 4.4, 4.4 * k), ink)


def _die(stage: Stage, place: Place, size: float, value: int) -> None:
    around = [n for n in range(1, 7) if n not in (value, 7 - value)]
    faces = [value, around[0], around[1], 7 - around[0], 7 - around[1]]
    shapes.rounded_cube(stage.prints, place, size, [stage.press.uv(("pips", n)) for n in faces])


def reach(stage: Stage, tip: tuple[float, float], arm_from_deg: float, skin: str, sleeve: str) -> None:
    """A hand and arm; the finger tips are at `tip`, the arm comes from that direction (clockwise from N)."""
    place, heap = Place(tip[0], tip[1], arm_from_deg + 180.0, 0.0), stage.hand
    flesh, cloth = tone(skin), tone(sleeve)
    # In the hand's own frame the fingers point to the north (back is negative).
    for n, (x, ahead) in enumerate(((-27, 10), (-9, 0), (9, -2), (26, 6))):
        path = [(x * 0.9, 78, 40), (x, 48 + ahead, 44), (x * 0.75, 22 + ahead, 34), (x * 0.45, 4 + ahead, 16)]
        shapes.tube(heap, place, path, np.array([10, 9.2, 8.4, 7.2]) * (0.9 if n in (0, 3) else 1.0), flesh)
    shapes.tube(heap, place, [(34, 100, 34), (44, 66, 32), (30, 36, 24), (12, 16, 16)], [12, 10.5, 9.2, 8], flesh)
    shapes.blob(heap, place, (0, 102, 38), (41, 44, 16), flesh)
    shapes.tube(heap, place, [(0, 130, 38), (0, 190, 42)], [25, 27], flesh)
    shapes.tube(heap, place, [(0, 182, 43), (0, 330, 62), (0, 760, 120)], [36, 43, 54], cloth)


def silhouette(heap: Heap, project: Any, size: tuple[int, int]) -> NDArray[np.uint8]:
    """Where a heap covers the picture, by filling its triangles."""
    import cv2

    mask = np.zeros((size[1], size[0]), np.uint8)
    if heap.count:
        points, faces, *_ = heap.arrays()
        pixels = np.rint(project(points) * 16).astype(np.int32)
        for face in faces:
            cv2.fillConvexPoly(mask, pixels[face], 255, cv2.LINE_8, 4)
    return mask
