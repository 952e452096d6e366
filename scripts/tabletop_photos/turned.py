"""The moments of a shared recording seen from another side of the table: what lies there is turned, its mice change colours."""

from __future__ import annotations

import copy
import math
from random import Random
from typing import Any

from scripts.tabletop_photos.quarter_turns import moved, turn
from scripts.tabletop_photos.scenes import Frame

SAME_MM = 12.0
"""A zone's middle that comes to lie so near another's is turned onto that one."""


class Turned:
    """Turns all that lies on the grid by quarter turns about its middle, clockwise as seen from above.

    What lies in a zone comes to the zone that is there then; else it is turned by half about the middle of its own.
    The grid must be square; printed zones and the grid itself stay as they are.
    """

    def __init__(self, session: Frame, quarters: int, seed: int) -> None:
        grid = session["grid"]
        if grid["rows"] != grid["cols"]:
            raise ValueError(
                f"turning the moments of {session['name']}: its grid has {grid['rows']} rows and {grid['cols']} columns, "
                "so its cells do not come to lie on cells"
            )
        self._quarters, self._side = quarters % 4, grid["rows"]
        self._middle = (grid["cols"] * grid["pitch_mm"][0] / 2, grid["rows"] * grid["pitch_mm"][1] / 2)
        self._middles = {zone["name"]: _mean(zone["polygon_mm"]) for zone in session["zones"]}
        self._zones = {name: self._onto(at) for name, at in self._middles.items()}
        mice = sorted(kind for kind in session["geometry"]["piece_kinds"] if kind.startswith("mouse-"))
        self._colours = dict(zip(mice, Random(seed).sample(mice, len(mice)), strict=True))

    def _onto(self, middle: tuple[float, float]) -> str | None:
        turned = moved(middle, self._middle, self._middle, self._quarters)
        return next((name for name, at in self._middles.items() if math.dist(at, turned) < SAME_MM), None)

    def frame(self, old: Frame) -> Frame:
        """The same moment turned; only what the camera does not decide is right afterwards."""
        new = copy.deepcopy({key: value for key, value in old.items() if key != "turn"})
        new["missing"] = [self._cell(cell) for cell in old.get("missing") or ()]
        for tile in new["tiles"]:
            turns = self._place(tile)
            tile["turns"] = (tile["turns"] + turns) % 4
        for piece in new["pieces"]:
            turns = self._place(piece)
            for key in ("kind", "on"):
                if piece.get(key) in self._colours:
                    piece[key] = self._colours[piece[key]]
            turn(piece, turns)
        return new

    def _place(self, thing: dict[str, Any]) -> int:
        """Move it, and say by how many quarters it is turned."""
        zone = thing.get("zone")
        if zone is None:
            thing["cell"] = self._cell(thing["cell"])
        onto = self._zones.get(zone) if zone else ""
        if onto is None:
            if "turns" in thing or zone not in self._middles:
                return 0
            thing["at_mm"] = moved(thing["at_mm"], self._middles[zone], self._middles[zone], 2)
            return 2
        if zone:
            thing["zone"] = onto
        thing["at_mm"] = moved(thing["at_mm"], self._middle, self._middle, self._quarters)
        return self._quarters

    def _cell(self, cell: list[int]) -> list[int]:
        row, col = cell
        for _ in range(self._quarters):
            row, col = col, self._side - 1 - row
        return [row, col]


def _mean(polygon: list[list[float]]) -> tuple[float, float]:
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)
