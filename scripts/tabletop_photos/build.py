"""Builds the heaps of one moment and notes in its truth where everything is seen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scripts.tabletop_photos import pieces, shapes
from scripts.tabletop_photos.art import Press, tone
from scripts.tabletop_photos.pieces import Stage
from scripts.tabletop_photos.scenes import Frame, loose_heading
from scripts.tabletop_photos.shapes import Heap, Place
from scripts.tabletop_photos.tracer import Camera

CARD = 0.45
_MAT_MM, _NEST_MM = 1.2, 2.0
_PIECE_MM = {"coin": 19.0}


@dataclass
class Lift:
    """A card's foot and how much it is bent, along which of its sides."""

    foot: float
    bend: float = 0.0
    across: bool = False

    def __call__(self, u: Any, v: Any) -> Any:
        return self.bend * (u if self.across else v) ** 2 + 0.0 * (u + v)


class Table:
    """One recording's table: what never moves is built once a frame, what lies on it from the truth."""

    def __init__(self, session: dict[str, Any], press: Press, seed: int, clutter: int) -> None:
        self.session, self.press, self.seed, self.clutter = session, press, seed, clutter
        self.grid, self.game = session["grid"], session["game"]
        geometry = session["geometry"]
        self.card = tuple(geometry.get("card_mm", (50, 50)))
        self.tile = (geometry["tile_mm"],) * 2 if "tile_mm" in geometry else self.card

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, far, right, near of the grid in mm."""
        (px, py), rows, cols = self.grid["pitch_mm"], self.grid["rows"], self.grid["cols"]
        return 0.0, 0.0, cols * px, rows * py

    def extent(self) -> NDArray[np.float64]:
        """Points on the table that must be in the picture."""
        left, far, right, near = self.box
        spots = [(left, far), (right, far), (right, near), (left, near)]
        spots += [tuple(p) for zone in self.session["zones"] for p in zone["polygon_mm"]]
        reach = 22.0 if self.session["markers"] else 0.0
        for item in (self.session["markers"] or {}).get("items", ()):
            spots += [(item["at_mm"][0] + dx, item["at_mm"][1] + dy) for dx in (-reach, reach) for dy in (-reach, reach)]
        if self.game == "mouse-trap-cards":
            spots += [(390.0, 398.0)]
        return np.array([(x, y, 0.0) for x, y in spots], np.float64)

    def stage(self, frame: Frame, camera: Camera, hand: dict[str, Any] | None) -> tuple[Stage, Heap]:
        """The heaps, and the table's own; writes pixel places into the frame."""
        stage, table = Stage(self.press), Heap()
        left, far, right, near = self.box
        middle = Place((left + right) / 2, (far + near) / 2)
        shapes.sheet(table, middle, (2600.0, 2000.0), (0, 0, 1, 1), lambda u, v: 0 * u)
        self._fixed(stage)
        lifts = self._tiles(stage, frame, camera)
        self._pieces(stage, frame, camera, lifts)
        self._strew(stage)
        if hand:
            tip = hand["fingertip_mm"]
            pieces.reach(stage, (tip[0], tip[1]), hand["arm_from_deg"], hand["skin"], hand["sleeve"])
        return stage, table

    # What never moves ----------------------------------------------------------------------------------------------
    def _fixed(self, stage: Stage) -> None:
        for item in (self.session["markers"] or {}).get("items", ()):
            shapes.sheet(
                stage.prints, Place(*item["at_mm"], 0, 0.25), (42, 42), self.press.uv(("marker", item["id"])), lambda u, v: 0 * u
            )
        left, far, right, near = self.box
        middle, size = Place((left + right) / 2, (far + near) / 2), (right - left, near - far)
        if self.game == "mice-in-a-maze":
            for zone in self.session["zones"]:
                if zone["role"] == "nest":
                    self._nest(stage, zone)
        elif self.game == "four-blind-mice":
            top = self.grid["top_mm"]
            shapes.slab(stage.solids, middle, size, 0, top - 0.05, tone("#7d5a35"))
            shapes.sheet(stage.prints, Place(middle.x, middle.y, 0, top), size, self.press.uv(("board",)), lambda u, v: 0 * u)
        elif self.game == "librande-maze":
            wood = tone("#4f3a2c")
            for x, y, w, h in (
                (middle.x, far - 8, size[0] + 30, 14), (middle.x, near + 8, size[0] + 30, 14),
                (left - 8, middle.y, 14, size[1] + 2), (right + 8, middle.y, 14, size[1] + 2),
            ):  # fmt: skip
                shapes.slab(stage.solids, Place(x, y), (w, h), 0, 7.5, wood)
            shapes.slab(stage.solids, middle, (size[0] + 2, size[1] + 2), 0, 1.0, tone("#2a2320"))

    def _nest(self, stage: Stage, zone: dict[str, Any]) -> None:
        points = np.asarray(zone["polygon_mm"], np.float64)
        (x0, y0), (x1, y1) = points.min(axis=0), points.max(axis=0)
        uv, foot = self.press.uv(("zone", zone["name"])), _NEST_MM if len(points) == 4 else _MAT_MM
        boxes = [(x0, y0, x1, y1)]
        if len(points) != 4:
            x_in, y_in = points[0][0] > 0, points[0][1] > 0
            far = (x0, y0, x1, y0 + 59.0) if not y_in else (x0, y1 - 59.0, x1, y1)
            side = (x0, y0, x0 + 59.0, y1) if not x_in else (x1 - 59.0, y0, x1, y1)
            boxes = [far, (side[0], far[3], side[2], y1) if not y_in else (side[0], y0, side[2], far[1])]
        w, h = x1 - x0, y1 - y0
        for a, b, c, d in boxes:
            part = (uv[0] + (a - x0) / w * (uv[2] - uv[0]), uv[1] + (b - y0) / h * (uv[3] - uv[1]),
                    uv[0] + (c - x0) / w * (uv[2] - uv[0]), uv[1] + (d - y0) / h * (uv[3] - uv[1]))  # fmt: skip
            place = Place((a + c) / 2, (b + d) / 2)
            shapes.slab(stage.matte, place, (c - a, d - b), 0, foot - 0.05, tone("#8c7a5c"))
            shapes.sheet(stage.prints, Place(place.x, place.y, 0, foot), (c - a, d - b), part, lambda u, v: 0 * u)

    def _strew(self, stage: Stage) -> None:
        """Things of a living room at the picture's rim."""
        spots = self.extent()
        (x0, y0), (x1, y1) = spots[:, :2].min(axis=0), spots[:, :2].max(axis=0)
        chance = Random(self.clutter)
        mug = Place(x0 - 85 - chance.uniform(0, 30), y0 + chance.uniform(20, 120))
        china = tone(chance.choice(("#c9c2b4", "#40566e", "#8c3b2f")))
        shapes.lathe(stage.solids, mug, [(32, 0), (38, 3), (40, 60), (41, 92), (37, 92), (36, 40), (0.5, 40)], china)
        shapes.lathe(stage.solids, mug, [(36.5, 70), (0.2, 70)], tone("#5b3a24"))
        coaster = Place(x1 + 70 + chance.uniform(0, 30), max(y1 - chance.uniform(0, 120), y0 + 190))
        shapes.lathe(stage.matte, coaster, [(47, 0), (47, 4), (0.1, 4)], tone(chance.choice(("#3e6157", "#7a4a32", "#55505e"))))
        phone = Place(x1 + 80, y0 + chance.uniform(-40, 60), chance.uniform(-40, 40))
        shapes.slab(stage.solids, phone, (74, 152), 0, 8.5, tone("#17181b"))
        if chance.random() < 0.6:
            book = Place((x0 + x1) / 2 + chance.uniform(-150, 150), y0 - 130, chance.uniform(-15, 15))
            shapes.slab(stage.matte, book, (180, 120), 0, 18, tone(chance.choice(("#6a2f3a", "#2f4a6a", "#b79f6a"))))

    # What lies on it -------------------------------------------------------------------------------------------------
    def _tiles(self, stage: Stage, frame: Frame, camera: Camera) -> dict[Any, Lift]:
        lifts: dict[Any, Lift] = {}
        areas: dict[str, int] = {}
        for n, tile in enumerate(frame["tiles"]):
            size = self.card if tile["kind"].startswith(("act-", "back-", "front-")) else self.tile
            lift = self._lift(tile, areas)
            place = Place(*tile["at_mm"], tile["skew_deg"] + 90 * tile["turns"], lift.foot)
            cell = tuple(tile["cell"]) if tile.get("cell") else tile["zone"]
            lifts[cell] = lift
            uv = self.press.uv(("tile", tile["kind"], tile["face"]))
            thin = self.game in ("mouse-trap-cards", "alles-kaese")
            if not thin:
                wide = self.grid["top_mm"] - 0.04
                inner = (size[0] - 0.4, size[1] - 0.4)
                base = Place(place.x, place.y, place.heading, lift.foot - self.grid["top_mm"])
                shapes.slab(stage.matte, base, inner, 0, wide, tone("#8a7f6c"))
            shapes.sheet(stage.prints, place, size, uv, lift, 8 if thin else 1)
            if thin:
                edge = [
                    (-size[0] / 2, -size[1] / 2),
                    (size[0] / 2, -size[1] / 2),
                    (size[0] / 2, size[1] / 2),
                    (-size[0] / 2, size[1] / 2),
                ]
                shapes.walls(stage.matte, place, edge, lift(1, 1) - 0.35, lift(1, 1) - 0.02, tone("#d8d0c0"))
            own = [(u * size[0] / 2, v * size[1] / 2, float(lift(u, v))) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            tile["px"] = np.round(camera.project(place(own)), 2).tolist()
            if "zone" in tile and thin:
                tile["covered"] = _covered(frame["tiles"], n, size)
        return lifts

    def _lift(self, tile: Frame, areas: dict[str, int]) -> Lift:
        chance = Random(f"{self.seed} {tile['kind']} {tile['at_mm']}")
        bend, across = max(0.0, chance.gauss(0.3, 0.5)), chance.random() < 0.5
        if self.game == "mouse-trap-cards":
            pile = {"draw": 5.0, "discard": 2.4}.get(tile.get("zone", ""), 0.0)
            return Lift(pile + CARD, min(bend, 1.3), across)
        if self.game == "alles-kaese":
            zone = tile.get("zone", "")
            if zone.startswith("area"):
                areas[zone] = areas.get(zone, 0) + 1
                return Lift(CARD * areas[zone] + 0.1, 0.0)
            return Lift({"supply": 5.5, "discard": 2.0}.get(zone, 0.0) + CARD, min(bend, 1.2), across)
        corner = self.game == "mice-in-a-maze" and tile.get("cell") and set(tile["cell"]) <= {0, 6}
        return Lift(self.grid["top_mm"] + (_MAT_MM if corner else 0.0))

    def _pieces(self, stage: Stage, frame: Frame, camera: Camera, lifts: dict[Any, Lift]) -> None:
        low = {tuple(p["at_mm"]): p for p in frame["pieces"] if p["kind"].startswith("mouse")}
        for piece in frame["pieces"]:
            self._refoot(piece, frame, lifts)
            x, y = piece["at_mm"]
            if piece.get("heading_deg") is not None:
                heading = piece["heading_deg"]
            elif piece.get("on"):
                carrier = low.get((x, y))
                heading = (carrier["heading_deg"] if carrier else 0.0) + loose_heading(piece, self.seed) / 6 - 30
            else:
                heading = loose_heading(piece, self.seed)
            place = Place(x, y, heading, piece["height_mm"][0])
            before = stage.marks
            pieces.stand(stage, piece, place, _PIECE_MM.get(piece["kind"], 22.0))
            px = camera.project(stage.since(before))
            piece["px_foot"] = np.round(camera.project([(x, y, -piece["height_mm"][0])])[0], 2).tolist()
            piece["px_box"] = [round(float(v), 1) for v in (*px.min(axis=0), *px.max(axis=0))]
            piece["_px"] = px
            if "die" in frame and piece["kind"] == "die":
                frame["die"]["px_box"] = piece["px_box"]

    def _refoot(self, piece: Frame, frame: Frame, lifts: dict[Any, Lift]) -> None:
        """Pieces on bent cards stand as high as the card is there."""
        if self.game != "mouse-trap-cards" or not piece.get("cell"):
            return
        cell = tuple(piece["cell"])
        tile = next((t for t in frame["tiles"] if t.get("cell") and tuple(t["cell"]) == cell), None)
        if tile is None:
            return
        lift, heading = lifts[cell], math.radians(tile["skew_deg"] + 90 * tile["turns"])
        dx, dy = piece["at_mm"][0] - tile["at_mm"][0], piece["at_mm"][1] - tile["at_mm"][1]
        u = (dx * math.cos(heading) + dy * math.sin(heading)) / (self.tile[0] / 2)
        v = (-dx * math.sin(heading) + dy * math.cos(heading)) / (self.tile[1] / 2)
        tall = piece["height_mm"][1] - piece["height_mm"][0]
        reach = 0.25 if piece["kind"] == "wedge" else 0.0
        high = max(float(lift(max(-1, min(1, u + du)), max(-1, min(1, v + du)))) for du in (-reach, reach))
        foot = round(lift.foot + high + 0.05, 2)
        piece["height_mm"] = [foot, round(foot + tall, 2)]


def _covered(tiles: list[Frame], number: int, size: tuple[float, ...]) -> float:
    """The share of a card that later cards of its zone hide."""
    u, v = np.meshgrid(np.linspace(-0.48, 0.48, 15), np.linspace(-0.48, 0.48, 15))
    tile = tiles[number]
    spots = Place(*tile["at_mm"], tile["skew_deg"])(np.stack([u * size[0], v * size[1], 0 * u], axis=-1).reshape(-1, 3))[:, :2]
    hidden = np.zeros(len(spots), bool)
    for other in tiles[number + 1 :]:
        if other.get("zone") == tile["zone"]:
            a, d = math.radians(other["skew_deg"]), spots - np.asarray(other["at_mm"])
            x, y = d[:, 0] * math.cos(a) + d[:, 1] * math.sin(a), -d[:, 0] * math.sin(a) + d[:, 1] * math.cos(a)
            hidden |= (np.abs(x) < size[0] / 2) & (np.abs(y) < size[1] / 2)
    return round(float(hidden.mean()), 2)
