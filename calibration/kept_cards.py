"""Cards that people keep beside the grid, found in a teaching picture by the drawing that was seen of them in the grid.

A piece that is also a kind of tile is a card: it lies in a row before somebody, upright or across, and is taught as the card it
is.  Where each lies is told by comparing the strip of table with its drawing, which needs no picture of the empty strip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.agreeing import Laid, upright
from calibration.rims import Lie
from companion.core.catalogue import Catalogue, Layout
from companion.core.grid import Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from vision import resample
from vision.frame import Picture
from vision.lens import Floats
from vision.pose import Pose
from vision.raster import raster

PX_MM = 1.0
"""Pixels a millimetre in which cards are looked for."""
BESIDE_MM = 12.0
"""A card may reach so far out of its zone."""
ANGLES = (-8.0, -4.0, 0.0, 4.0, 8.0)
LIKE = 0.55
"""Correlation from which on a card is believed."""
APART = 0.6
"""The middles of two cards are at least this share of their width apart."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place where a card may lie: how well it fits, its kind, its middle (mm) and its quarter turns and degrees more."""

    like: float
    kind: str
    middle_mm: tuple[float, float]
    turns: int
    askew_deg: float


def card_kinds(catalogue: Catalogue) -> frozenset[str]:
    """The kinds of piece that are cards."""
    return frozenset(kind.name for kind in catalogue.pieces) & frozenset(kind.name for kind in catalogue.tiles)


def open_look(kind: str, catalogue: Catalogue) -> Look:
    """The face of a card that tells what it is."""
    tile = catalogue.tile(kind)
    return Look(kind, next(face for face in (tile.drawings or tile.periods) if face not in tile.anonymous))


def find_cards(
    scene: Scene, picture: Picture, pose: Pose, layout: Layout, catalogue: Catalogue, known: Mapping[Look, Laid]
) -> tuple[list[Laid], list[PieceAt]]:
    """The cards of the scene as they lie in a picture, and those that are not found; `known` has a tile for each look."""
    cards = card_kinds(catalogue)
    wanted: dict[Zone, list[PieceAt]] = {}
    for piece in scene.pieces:
        if piece.kind in cards and isinstance(piece.place, Zone):
            wanted.setdefault(piece.place, []).append(piece)
    found: list[Laid] = []
    missing: list[PieceAt] = []
    for zone, pieces in wanted.items():
        looks = {kind: open_look(kind, catalogue) for kind in sorted({piece.kind for piece in pieces})}
        drawn = {kind: known[look] for kind, look in looks.items() if look in known}
        spots = _chosen(_spots(zone, picture, pose, layout, drawn), Counter(piece.kind for piece in pieces), layout)
        for piece in pieces:
            spot = next((spot for spot in spots if spot.kind == piece.kind), None)
            if spot is None:
                missing.append(piece)
                continue
            spots.remove(spot)
            x, y = np.array(spot.middle_mm) - layout.centre_mm(zone)
            lie = Lie((float(x), float(y)), spot.askew_deg, True)
            found.append(Laid(TileAt(zone, looks[spot.kind]), lie, spot.turns, picture, pose))
    return found, missing


def _chosen(spots: Sequence[_Spot], left: Counter[str], layout: Layout) -> list[_Spot]:
    """The best of these spots, as many of each kind as are wanted, none on another."""
    chosen: list[_Spot] = []
    for spot in sorted(spots, key=lambda each: -each.like):
        apart = [np.hypot(*np.subtract(spot.middle_mm, other.middle_mm)) for other in chosen]
        if left[spot.kind] and min(apart, default=np.inf) > APART * layout.tile_mm:
            left[spot.kind] -= 1
            chosen.append(spot)
    return chosen


def _spots(zone: Zone, picture: Picture, pose: Pose, layout: Layout, drawn: Mapping[str, Laid]) -> list[_Spot]:
    """All spots of a zone where one of these cards may lie."""
    polygon = np.array(layout.zone(zone.name).polygon_mm)
    low, high = polygon.min(axis=0) - BESIDE_MM, polygon.max(axis=0) + BESIDE_MM
    size = np.ceil((high - low) * PX_MM).astype(int)
    whole = raster(picture, pose, low, (int(size[0]), int(size[1])), layout.top_mm, PX_MM)
    grey = np.asarray(cv2.cvtColor(whole, cv2.COLOR_BGR2GRAY), dtype=np.float32)
    templates = {kind: upright(one, layout, PX_MM) for kind, one in drawn.items()}
    spots: list[_Spot] = []
    for turns in range(4):
        for askew in ANGLES:
            seen, to_mm = _turned_part(grey, low, 90.0 * turns + askew)
            for kind, template in templates.items():
                if seen.shape[0] >= template.shape[0] and seen.shape[1] >= template.shape[1]:
                    fits = np.asarray(cv2.matchTemplate(seen, template, cv2.TM_CCOEFF_NORMED), dtype=np.float32)
                    spots += [_Spot(like, kind, _at(to_mm, at, template), turns, askew) for like, at in _peaks(fits)]
    return spots


def _turned_part(grey: NDArray[np.float32], low: Floats, degrees: float) -> tuple[NDArray[np.float32], Floats]:
    """A part of the table turned so that what is so askew stands upright, and the (2, 3) matrix from its pixels to mm.

    `grey` is that part as the table lies, its first pixel at `low` (mm).
    """
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    extent = np.array(grey.shape[1::-1])
    width, height = (int(side) for side in np.ceil(np.abs(turn.T) @ extent))
    start = (extent - 1) / 2 - turn @ (np.array([width - 1, height - 1]) / 2)
    from_turned = np.column_stack([turn, start])
    seen = resample.warp_affine(grey, from_turned, (width, height), inverse=True)
    return np.asarray(seen, dtype=np.float32), np.column_stack([turn / PX_MM, low + start / PX_MM])


def _peaks(fits: NDArray[np.float32]) -> list[tuple[float, tuple[int, int]]]:
    """The highest fits that are higher than all around them, with their pixels (x, y)."""
    around = cv2.dilate(fits, np.ones((15, 15), np.uint8))
    rows, cols = np.nonzero((fits >= around) & (fits > LIKE))
    return [(float(fits[row, col]), (int(col), int(row))) for row, col in zip(rows, cols, strict=True)]


def _at(to_mm: Floats, corner: tuple[int, int], template: NDArray[np.float32]) -> tuple[float, float]:
    middle = np.array(corner) + (np.array(template.shape[1::-1]) - 1) / 2
    x, y = to_mm[:, :2] @ middle + to_mm[:, 2]
    return float(x), float(y)

