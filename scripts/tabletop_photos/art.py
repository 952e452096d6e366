"""Printed pictures: the project's own drawings in other colours, on paper with grain, gathered on one sheet of textures."""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.core.drawing import Drawing, disc, line, polygon
from companion.games import find
from companion.games.mice_in_a_maze import art as mice_art
from companion.games.mouse_trap_cards import art as trap_art
from vision.simulator.drawing import rasterise

Picture = NDArray[np.float32]
"""Linear red, green, blue, 0..1."""
TILE_PX = 224
_SHEET = 4096
_ACTIONS = {"safe": "SAFE", "trapped": "TRAP", "turn-this": "TURNT", "flip-front": "FLIPF", "flip-behind": "FLIPB",
            "flip-either": "FLIPE:lr", "turn-either": "TURNE:lr"}  # fmt: skip
_HALVES = {"washtub": "WASH", "gutter-bottom": "GUTB", "stairs-bottom": "STRB"}
_CARDS = {"trapped": "TRAP", "take-cheese": "TAKE", "add-cheese": "PLACE", "turn": "TURN", "flip": "FLIPF"}
_INK = "#3a302c"
_VALUES: dict[str, tuple[Drawing, Drawing]] = {
    "null": (
        (disc((50, 50), 19, None, _INK, 6), line(((32, 68), (68, 32)), _INK, 5)),
        (disc((50, 50), 15, None, _INK, 5), disc((50, 50), 26, None, _INK, 4)),
    ),
    "ace": (
        (polygon(((50, 22), (78, 74), (22, 74)), _INK), polygon(((50, 40), (64, 66), (36, 66)), "#e9c878")),
        (polygon(((50, 20), (72, 50), (50, 80), (28, 50)), "#7d2b26"),),
    ),
}
"""Signs of our own for the value sides of coins, two sets."""
_DEN = (
    polygon(((34, 66), (34, 46), (41, 36), (59, 36), (66, 46), (66, 66)), "#2b2424"),
    *(disc((across, 51), 3, "#efe6cf") for across in (44, 56)),
)
"""A way into the dark, with eyes in it."""
_SIGNS = {c.mark for c in mice_art.COLOURS}
_TELLING = {ink for c in mice_art.COLOURS for ink in (c.ink, c.edge)}


@dataclass(frozen=True)
class Style:
    """How this set of art differs: hue (degrees) of what tells nothing and of what does, saturation, brightness, grain."""

    seed: int
    hue: float
    told_hue: float = 0.0
    saturation: float = 1.0
    value: float = 1.0
    grain: float = 0.05
    plain: bool = False
    """Paths without the small signs of their colours, nests without letters."""
    solid: bool = False
    """Nests and their ways out in one colour, and a black den on the backs: what is printed looks like a piece."""


def linear(picture: NDArray[Any]) -> Picture:
    """Of sRGB 0..1."""
    return np.where(picture <= 0.04045, picture / 12.92, ((picture + 0.055) / 1.055) ** 2.4).astype(np.float32)


def tone(colour: str | tuple[float, float, float]) -> NDArray[np.float32]:
    """A linear colour of `#rrggbb` or of sRGB 0..1."""
    rgb = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)] if isinstance(colour, str) else list(colour)
    return linear(np.array(rgb, np.float32))


def shifted(colour: str, hue: float, saturation: float, value: float) -> str:
    """The colour turned by so many degrees of hue, its saturation and brightness scaled."""
    r, g, b = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    h, s, v = colorsys.rgb_to_hsv(r, g, b)
    r, g, b = colorsys.hsv_to_rgb((h + hue / 360) % 1, min(s * saturation, 1), min(v * value, 1))
    return "#" + "".join(f"{round(255 * c):02x}" for c in (r, g, b))


def recoloured(drawing: Drawing, change: Callable[[str], str]) -> Drawing:
    """The drawing with every colour sent through `change`."""
    return tuple(
        replace(s, fill=change(s.fill) if s.fill else None, stroke=change(s.stroke) if s.stroke else None) for s in drawing
    )


def trap_code(spec: dict[str, Any]) -> str:
    """The project's code for a side of a maze card as session.json tells it."""
    action, count = spec["action"], int(spec.get("count", 1))
    if action == "goto":
        return f"GO:{_HALVES[spec['to']]}"
    if action == "land":
        return _HALVES[spec["picture"]]
    if action == "move":
        return f"MV{count}:" + "".join("urdl"["NESW".index(way)] for way in spec["directions"])
    if action in ("add-cheese", "take-cheese"):
        return ("PLACE" if action == "add-cheese" else "TAKE") + (str(count) if count > 1 else "")
    return _ACTIONS[action]


@dataclass
class Press:
    """Prints every face once; `uv` gives where on the sheet it lies."""

    session: dict[str, Any]
    style: Style
    sheet: Picture = field(default_factory=lambda: np.full((_SHEET, _SHEET, 3), 0.5, np.float32))
    places: dict[Any, tuple[float, float, float, float]] = field(default_factory=dict)
    _cursor: list[int] = field(default_factory=lambda: [4, 4, 0])

    def __post_init__(self) -> None:
        self._chance = np.random.default_rng(self.style.seed)
        self.game = find(self.session["game"])
        self._layout = self.game.layout

    def uv(self, key: Any) -> tuple[float, float, float, float]:
        """Left, top, right, bottom on the sheet of one printed face; printed when first asked for."""
        if key not in self.places:
            self.places[key] = self._lay(self._printed(key))
        return self.places[key]

    def _lay(self, picture: NDArray[np.float32]) -> tuple[float, float, float, float]:
        rows, cols = picture.shape[:2]
        if self._cursor[0] + cols + 8 > _SHEET:
            self._cursor[:] = [4, self._cursor[1] + self._cursor[2] + 8, 0]
        x, y, tallest = self._cursor
        padded = cv2.copyMakeBorder(picture, 3, 3, 3, 3, cv2.BORDER_REPLICATE)
        self.sheet[y - 3 : y + rows + 3, x - 3 : x + cols + 3] = padded
        self._cursor[0], self._cursor[2] = x + cols + 8, max(tallest, rows)
        return x / _SHEET, y / _SHEET, (x + cols) / _SHEET, (y + rows) / _SHEET

    # What is printed ---------------------------------------------------------------------------------------------
    def _printed(self, key: Any) -> NDArray[np.float32]:
        sort = key[0]
        if sort == "tile":
            return self._tile(key[1], key[2])
        if sort == "zone":
            return self._nest(key[1])
        if sort == "piece":
            kind = self.game.catalogue.piece(key[1])
            drawing = kind.face_drawings.get(key[2], kind.drawing)
            if key[1] == "coin" and key[2] in _VALUES:
                drawing = (*kind.face_drawings["null"], *_VALUES[key[2]][self.style.seed % 2])
            return self._paper(recoloured(drawing, lambda c: shifted(c, self.style.told_hue, 1.0, 1.0)), TILE_PX, TILE_PX)
        if sort == "marker":
            return self._marker(key[1])
        if sort == "pips":
            return self._pips(key[1])
        if sort == "board":
            return self._board()
        raise KeyError(key)

    def _nest(self, name: str) -> NDArray[np.float32]:
        zone = next(z for z in self.session["zones"] if z["name"] == name)
        xs, ys = [p[0] for p in zone["polygon_mm"]], [p[1] for p in zone["polygon_mm"]]
        size = (round(TILE_PX / 50 * (max(xs) - min(xs))), round(TILE_PX / 50 * (max(ys) - min(ys))))
        inks = {colour.name: colour for colour in mice_art.COLOURS}
        owners = tuple(inks[colour] for colour in zone["colours"])
        if len(xs) != 4:
            drawing = mice_art.corner_nest((owners[0], owners[1]), ("NW", "NE", "SE", "SW").index(name))
        else:
            drawing = mice_art.nest(owners, "NESW".index(zone["exits"][0]))
        if self.style.solid:
            drawing = recoloured(drawing, lambda colour: owners[0].ink if colour == mice_art.WAY else colour)
        # The mat's colour runs on under the corner tile.
        ground = tone(shifted("#b9c08a", self.style.hue, self.style.saturation, self.style.value))
        return self._paper(self._inked(drawing), *size, ground=ground)

    def _inked(self, drawing: Drawing) -> Drawing:
        s = self.style

        def change(colour: str) -> str:
            told = colour in _TELLING or self.session["game"] == "four-blind-mice"
            return shifted(colour, s.told_hue if told else s.hue, 1.0 if told else s.saturation, 1.0 if told else s.value)

        if s.plain:
            drawing = tuple(shape for shape in drawing if not {shape.fill, shape.stroke} & _SIGNS)
        return recoloured(drawing, change)

    def _tile(self, kind: str, face: str) -> NDArray[np.float32]:
        game = self.session["game"]
        if game == "mouse-trap-cards":
            return self._trap_card(kind, face)
        if kind == "back":
            return self._paper(self._inked((*mice_art.BACK, *(_DEN if self.style.solid else ()))), TILE_PX, TILE_PX)
        drawing = self._inked(self.game.catalogue.tile(kind).drawings[face])
        tall = self._layout.tile_tall
        return self._paper(drawing, TILE_PX, round(TILE_PX * tall), 100 * tall)

    def _trap_card(self, kind: str, face: str) -> NDArray[np.float32]:
        spec = self.session["geometry"]["kinds"].get(kind, {})
        if spec.get("action_card") or kind == "act-back":
            code = kind.removeprefix("act-").removeprefix("move-")
            drawing = trap_art.BACK if kind == "act-back" else trap_art.card(_CARDS.get(code, code))
            cream = tone(shifted("#f6ead2" if kind != "act-back" else "#6b3c74", self.style.told_hue, 1.0, 1.0))
            card = np.empty((round(TILE_PX * 87 / 57), TILE_PX, 3), np.float32)
            card[:] = cream
            inner = round(TILE_PX * 0.86)
            top, left = (card.shape[0] - inner) // 2, (TILE_PX - inner) // 2
            card[top : top + inner, left : left + inner] = self._paper(self._inked(drawing), inner, inner, ground=cream)
            return self._worn(card)
        number = int(kind[5:7]) * 2 + (face == "back")
        drawing = trap_art.side(trap_code(spec[face]))
        turn = (self.style.hue + 23.0 * number) % 360
        drawing = recoloured(
            drawing, lambda c: shifted(c, self.style.told_hue if _vivid(c) else turn, 2.6 if not _vivid(c) else 1, 1)
        )
        picture = self._paper(drawing, TILE_PX, TILE_PX, ground=tone("#f4efe6"))
        return self._patterned(picture, number)

    def _patterned(self, picture: NDArray[np.float32], number: int) -> NDArray[np.float32]:
        """Stripes, rings, checks or dots in the light parts, another on every card."""
        y, x = np.mgrid[: picture.shape[0], : picture.shape[1]] / picture.shape[0] - 0.5
        a = number * 0.7
        waves = (
            np.sin((x * np.cos(a) + y * np.sin(a)) * 46), np.sin(np.hypot(x, y) * 52), np.sin(x * 40) * np.sin(y * 40) * 1.4,
            np.sin(np.arctan2(y, x) * (6 + number % 7)),
        )  # fmt: skip
        shade = 1 - 0.36 * (waves[number % 4] > 0.1)
        light = np.clip((picture.min(axis=2) - 0.35) / 0.25, 0, 1)[..., None]
        return (picture * (1 - light + light * shade[..., None].astype(np.float32))).astype(np.float32)

    def _paper(self, drawing: Drawing, width: int, height: int, down: float = 100.0, ground: Any = None) -> NDArray[np.float32]:
        sprite = rasterise(drawing, width, height, down).astype(np.float32) / 255
        base = np.full((height, width, 3), tone("#d9cfbd") if ground is None else ground, np.float32)
        ink, alpha = linear(np.ascontiguousarray(sprite[..., 2::-1])), sprite[..., 3:]
        return self._worn(base * (1 - alpha) + ink)

    def _worn(self, picture: NDArray[np.float32]) -> NDArray[np.float32]:
        """Grain, blotches, and the reflectance that print has: never black, never white."""
        rows, cols = picture.shape[:2]
        fine = cv2.GaussianBlur(self._chance.normal(0, 1, (rows, cols)).astype(np.float32), (0, 0), 0.9)
        wide = cv2.resize(self._chance.normal(0, 1, (6, 6)).astype(np.float32), (cols, rows), interpolation=cv2.INTER_CUBIC)
        grain = 1 + self.style.grain * (1.6 * fine + 0.6 * wide)
        edge = np.full((rows, cols), 0.0, np.float32)
        cv2.rectangle(edge, (0, 0), (cols - 1, rows - 1), 1.0, 3)
        out = np.asarray(picture) * grain[..., None]
        out = out + (0.5 - out) * (0.25 * cv2.GaussianBlur(edge, (0, 0), 1.5))[..., None]
        return np.clip(0.02 + 0.80 * out, 0.012, 0.86).astype(np.float32)

    def _marker(self, number: int) -> NDArray[np.float32]:
        book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        black = cv2.aruco.generateImageMarker(book, number, 180)
        rim = cv2.copyMakeBorder(black, 36, 36, 36, 36, cv2.BORDER_CONSTANT, value=255).astype(np.float32) / 255
        return np.repeat((0.03 + 0.79 * rim)[..., None], 3, axis=2).astype(np.float32)

    def _pips(self, value: int) -> NDArray[np.float32]:
        picture = np.empty((128, 128, 3), np.float32)
        picture[:] = tone(shifted("#f3f0e4", 0, 1, 1)) if self.style.seed % 2 else tone("#d9463b")
        ink = tone("#1b1b20") if self.style.seed % 2 else tone("#f5f2ea")
        spots = {1: "c", 2: "ai", 3: "aci", 4: "agki", 5: "agkic", 6: "agkidf"}[value]
        at = {"a": (32, 32), "i": (96, 96), "c": (64, 64), "g": (96, 32), "k": (32, 96), "d": (32, 64), "f": (96, 64)}
        for spot in spots:
            cv2.circle(picture, at[spot], 12, [float(v) for v in ink], -1, cv2.LINE_AA)
        return np.clip(picture * 0.85, 0.01, 0.85)

    def _board(self) -> NDArray[np.float32]:
        """Sixteen wooden squares of 2 x 2 cells."""
        px = 1200
        board = np.zeros((px, px, 3), np.float32)
        wood = tone(shifted("#b98a58", self.style.hue, self.style.saturation, self.style.value))
        for row in range(4):
            for col in range(4):
                grain = self._chance.normal(0, 1, (300, 12) if (row + col) % 2 else (12, 300)).astype(np.float32)
                grain = cv2.GaussianBlur(cv2.resize(grain, (300, 300), interpolation=cv2.INTER_CUBIC), (0, 0), 1.5)
                part = (1 + 0.10 * grain)[..., None] * wood * (0.94 + 0.12 * self._chance.random())
                board[row * 300 : row * 300 + 300, col * 300 : col * 300 + 300] = part
        for n in range(9):
            at = min(n * 150, px - 1)
            ink, width = (0.35, 7) if n % 2 == 0 else (0.6, 4)
            for stripe in (
                board[:, max(at - width // 2, 0) : at + width // 2 + 1],
                board[max(at - width // 2, 0) : at + width // 2 + 1],
            ):
                stripe *= ink
        return np.clip(board * 0.9, 0.01, 0.85)


def _vivid(colour: str) -> bool:
    """Whether a colour is that of a sign and not of the paper behind it."""
    r, g, b = (int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))
    return max(r, g, b) - min(r, g, b) > 0.22 or max(r, g, b) < 0.75


def table_top(sort: str, seed: int, width_mm: int = 2600, height_mm: int = 2000, per_mm: float = 1.25) -> NDArray[np.float32]:
    """The picture of a table's surface, linear."""
    chance = np.random.default_rng(seed)
    cols, rows = round(width_mm * per_mm), round(height_mm * per_mm)

    def noise(down: float, across: float) -> NDArray[np.float32]:
        small = chance.normal(0, 1, (max(4, round(height_mm / down)), max(4, round(width_mm / across)))).astype(np.float32)
        return np.asarray(cv2.resize(small, (cols, rows), interpolation=cv2.INTER_CUBIC), np.float32)

    y, x = np.mgrid[:rows, :cols].astype(np.float32) / per_mm
    if sort.startswith("wood"):
        return _wood(sort, noise, x, y, chance)
    if sort == "felt":
        shade = 1 + 0.16 * noise(1.4, 1.4) + 0.05 * noise(60, 60)
        return np.clip(tone("#2f6b45") * shade[..., None], 0.004, 0.9)
    if sort in ("white", "black"):
        base = tone("#e9e6df") if sort == "white" else tone("#2b2a2c")
        return np.clip(base * (1 + 0.02 * noise(2, 2) + 0.02 * noise(150, 150))[..., None], 0.005, 0.86)
    if sort == "linen":
        weave = 0.5 + 0.25 * (np.sin(x * 2.4) + np.sin(y * 2.4))
        return np.clip(tone("#8fa3b5") * (0.86 + 0.2 * weave + 0.06 * noise(3, 30) + 0.06 * noise(30, 3))[..., None], 0.005, 0.86)
    return _cloth(sort, noise, x, y)


def _wood(sort: str, noise: Any, x: Any, y: Any, chance: Any) -> NDArray[np.float32]:
    bases = {"wood-walnut": "#5b3a26", "wood-dark": "#3a2418", "wood-birch": "#cfae80", "wood-cherry": "#8f4d2c"}
    planks = (y // 190).astype(int)
    tints = 1 + 0.16 * chance.normal(0, 1, planks.max() + 1)
    fibre = 0.10 * noise(1.2, 60) + 0.12 * noise(5, 260) + 0.06 * noise(0.9, 9)
    shade = tints[planks] + fibre + 0.07 * np.sin(y * 0.16 + 2.5 * noise(60, 420))
    shade = np.where(y % 190 < 1.3, 0.35, shade)
    return np.clip(tone(bases[sort]) * shade[..., None], 0.004, 0.86).astype(np.float32)


def _cloth(sort: str, noise: Any, x: Any, y: Any) -> NDArray[np.float32]:
    """A tablecloth with a pattern: `cloth-flowers` or `cloth-stripes`."""
    a, b, c = ("#c9b48a", "#7a3b52", "#3f6b5a") if sort == "cloth-flowers" else ("#b9c4d6", "#39507f", "#c9a648")
    picture = np.empty((*x.shape, 3), np.float32)
    picture[:] = tone(a)
    if sort == "cloth-flowers":
        u, v = (x % 64) - 32, (y % 64) - 32
        r, w = np.hypot(u, v), np.arctan2(v, u)
        petals = r < 17 * (0.75 + 0.25 * np.cos(5 * w))
        picture[petals] = tone(b)
        picture[r < 5] = tone(c)
        u, v = ((x + 32) % 64) - 32, ((y + 32) % 64) - 32
        picture[np.hypot(u * 1.0, v * 2.1) < 11] = tone(c)
    else:
        picture[(y % 70) < 26] = tone(b)
        picture[((y % 70) > 40) & ((y % 70) < 46)] = tone(c)
    shade = 1 + 0.08 * noise(1.3, 1.3) + 0.05 * noise(80, 80) + 0.05 * np.sin(x * 2.1) + 0.05 * np.sin(y * 2.1)
    return np.clip(picture * shade[..., None], 0.005, 0.86).astype(np.float32)
