"""The moments of a shared recording with their things elsewhere: tiles change places, what stands on one comes to another.

A recording's moments follow each other, so that nearly all of its things stand where they stood, and a reader that is mended by
them is mended for a few dozen places.  Here each moment is one of its own: who stands where and on what drawing, which colour a
mouse has, how a heap lies.
"""

from __future__ import annotations

import copy
import math
from collections import defaultdict
from random import Random
from typing import Any

from scripts.tabletop_photos.poured import RIM_MM, box_of, heap
from scripts.tabletop_photos.quarter_turns import Spot, moved, turn
from scripts.tabletop_photos.scenes import Frame

FIXED = "-fixed"
STAYS = "chamber"
CORNER_MM = 1.2
"""So much higher lie the corner tiles of Mice in a Maze, on their nests."""
SQUARE = 0.1
"""Cards of cells that are taller than wide by more than this share lie upright or upside down, never across."""
PILED_MM = 28.0
"""How far wedges of a pile lie from where they were poured out (standard deviation)."""
Group = list[dict[str, Any]]


class Shuffled:
    """Shuffles the things of a moment of a recording."""

    def __init__(self, session: Frame, seed: int, poured: bool = True) -> None:
        """Piles are `poured` out anew, or turned."""
        self._poured = poured
        self._grid, self._game, self._seed = session["grid"], session["game"], seed
        across, down = self._grid["pitch_mm"]
        self._turns = (0, 1, 2, 3) if abs(down / across - 1) < SQUARE else (0, 2)
        self._boxes = {zone["name"]: box_of(zone["polygon_mm"]) for zone in session["zones"]}
        self._nests = [zone["name"] for zone in session["zones"] if zone["role"] == "nest" and len(zone["polygon_mm"]) == 4]
        self._mice = sorted(kind for kind in session["geometry"]["piece_kinds"] if kind.startswith("mouse-"))

    def frame(self, old: Frame, number: int) -> Frame:
        """That moment, the `number`th, shuffled; only what the camera does not decide is right afterwards."""
        chance = Random(f"{self._seed} {number}")
        new = copy.deepcopy({key: value for key, value in old.items() if key != "turn"})
        self._lay_tiles(new, chance)
        groups: dict[Any, Group] = defaultdict(list)
        for piece in new["pieces"]:
            groups[tuple(piece["cell"]) if piece.get("cell") else piece.get("zone")].append(piece)
        self._onto_cells(groups, new, chance)
        self._into_nests(groups, chance)
        if self._game == "mouse-trap-cards":
            new["pieces"] = [piece for piece in new["pieces"] if piece.get("zone") != "cheese-pile"]
            pile = groups.get("cheese-pile", [])
            new["pieces"] += self._pile(len(pile), chance) if self._poured else self._turned_pile(pile, chance)
        mixed = dict(zip(self._mice, chance.sample(self._mice, len(self._mice)), strict=True))
        for piece in new["pieces"]:
            for key in ("kind", "on"):
                piece.update({key: mixed[piece[key]]} if piece.get(key) in mixed else {})
        return new

    def _lay_tiles(self, new: Frame, chance: Random) -> None:
        """Let all tiles that are not fixed change places and turns."""
        own = [tile for tile in new["tiles"] if tile.get("cell") and not tile["kind"].endswith((FIXED, STAYS))]
        what = [{key: tile[key] for key in ("kind", "face", "hidden_kind") if key in tile} for tile in own]
        for tile, other in zip(own, chance.sample(what, len(what)), strict=True):
            tile.pop("hidden_kind", None)
            tile.update(other, turns=chance.choice(self._turns))

    def _onto_cells(self, groups: dict[Any, Group], new: Frame, chance: Random) -> None:
        """What stands on a tile comes to another one that lies face up, or is one where something stood, turned by quarters."""
        stays = {tuple(tile["cell"]) for tile in new["tiles"] if tile.get("cell") and tile["kind"] == STAYS}
        free = [tuple(tile["cell"]) for tile in new["tiles"] if tile.get("cell") and tile["face"] != "down"]
        free = [cell for cell in free if cell not in stays]
        cells = [place for place in groups if isinstance(place, tuple)]
        if len(free) < len(cells):
            # Something stands on tiles that lie face down, where it came from.
            going = [cell for cell in cells if cell not in stays]
            free = list(dict.fromkeys([*free, *going]))
        else:
            going = cells
        onto = dict(zip(going, chance.sample(free, len(going)), strict=True))
        for cell in cells:
            goes = cell if cell in stays else onto[cell]
            _move(groups[cell], self._middle(cell), self._middle(goes), chance.randrange(4))
            for piece in groups[cell]:
                piece["cell"] = list(goes)
                self._raise(piece, self._high(goes) - self._high(cell))

    def _into_nests(self, groups: dict[Any, Group], chance: Random) -> None:
        """What stands in a nest comes to another one."""
        own = [place for place in groups if place in self._nests]
        for nest, goes in zip(own, chance.sample(self._nests, len(own)), strict=True):
            (left, far, right, near), (a, b, c, d) = self._boxes[nest], self._boxes[goes]
            across = (right - left > near - far) != (c - a > d - b)
            quarters = 2 * chance.randrange(2) + across
            _move(groups[nest], ((left + right) / 2, (far + near) / 2), ((a + c) / 2, (b + d) / 2), quarters)
            for piece in groups[nest]:
                piece["zone"] = goes

    def _pile(self, count: int, chance: Random) -> Group:
        """So many wedges poured out anew, each a step higher than the one before."""
        laid = heap(chance, self._boxes["cheese-pile"], count, PILED_MM, 0.6, True, 1.0)
        return [{key: value for key, value in piece.items() if key != "heading_deg"} | {"zone": "cheese-pile"} for piece in laid]

    def _turned_pile(self, pile: Group, chance: Random) -> Group:
        """The pieces of a pile as near to each other, the pile elsewhere, turned and perhaps mirrored, and each piece turned."""
        left, far, right, near = self._boxes["cheese-pile"]
        spots = [piece["at_mm"] for piece in pile]
        u, v = (sum(spot[axis] for spot in spots) / max(len(spots), 1) for axis in (0, 1))
        to = chance.uniform(left + PILED_MM, right - PILED_MM), chance.uniform(far + PILED_MM, near - PILED_MM)
        turned, mirrored = chance.uniform(0, 2 * math.pi), chance.choice([-1, 1])
        cos, sin = math.cos(turned), math.sin(turned)
        for piece, (x, y) in zip(pile, spots, strict=True):
            across, down = mirrored * (x - u), y - v
            x, y = to[0] + cos * across - sin * down, to[1] + sin * across + cos * down
            piece["at_mm"] = [
                round(min(max(x, left + RIM_MM), right - RIM_MM), 2), round(min(max(y, far + RIM_MM), near - RIM_MM), 2),
            ]  # fmt: skip
            if piece.get("heading_deg") is not None:
                piece["heading_deg"] = round(chance.uniform(0, 360), 1)
        return pile

    def _middle(self, cell: tuple[int, int]) -> Spot:
        across, down = self._grid["pitch_mm"]
        return (cell[1] + 0.5) * across, (cell[0] + 0.5) * down

    def _high(self, cell: tuple[int, int]) -> float:
        last = {0, self._grid["rows"] - 1}
        return CORNER_MM if self._game == "mice-in-a-maze" and set(cell) <= last else 0.0

    @staticmethod
    def _raise(piece: dict[str, Any], by_mm: float) -> None:
        piece["height_mm"] = [round(height + by_mm, 2) for height in piece["height_mm"]]



def _move(group: Group, middle: Spot, to: Spot, quarters: int) -> None:
    """Put things as they stand about one point about another, turned by quarters."""
    for piece in group:
        piece["at_mm"] = moved(piece["at_mm"], middle, to, quarters)
        turn(piece, quarters)
