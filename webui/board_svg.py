"""The board as one inline SVG: drawn whole for the first paint, as plain numbers for patching its nodes afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from companion.core.catalogue import Catalogue, Layout, ZoneSpec
from companion.core.drawing import Point
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import PieceAt, Scene
from webui.geometry import FRAME, Box, Geometry, place_key
from webui.shapes import Symbols, number
from webui.words import Words

GOLDEN_ANGLE = 2.39996
LONG = 1.8
"""A zone so much longer than wide holds its pieces in a row."""
FILLS = 0.6
"""A piece that is wider than this share of its cell fills it: it stands in the middle, everything else around and above it."""
SIGN = 0.15
"""Radius of the sign in the corner of a marked place, in tiles."""
LETTERS = 0.23
"""Height of the letters and numbers around the cells, in cells."""
NAMED = ("area", "front", "pile", "roll", "won", "out")
"""Roles of zones that bear their name in the drawing."""
WIDE = 1.2
"""A drawing so much wider than high leaves room below it."""
MARKS = ("last", "point", "asked", "unsure", "hidden", "trouble")
"""What a place can be marked as, from the quietest to the loudest."""

SIGNS = {"point": "➜", "asked": "?", "unsure": "~", "hidden": "…", "trouble": "!"}
"""The sign in the corner of a marked place, so that colour is never the only signal."""


@dataclass(frozen=True, slots=True)
class TileNode:
    """A tile: its place, its symbol, its middle and longer side in mm, its clockwise angle in degrees."""

    place: str
    symbol: str
    x: float
    y: float
    size: float
    angle: int


@dataclass(frozen=True, slots=True)
class PieceNode:
    """A piece: its kind, its symbol, its middle and size in mm, its clockwise angle in degrees."""

    kind: str
    symbol: str
    x: float
    y: float
    size: float
    angle: int


class Board:
    """Draws scenes of one game."""

    def __init__(self, catalogue: Catalogue, layout: Layout) -> None:
        self.catalogue = catalogue
        self.layout = layout
        self._geometry = Geometry(layout)
        self.symbols = Symbols(catalogue, layout)
        self._places: tuple[Place, ...] = (*layout.cells(), *(zone.place for zone in layout.zones))
        self._known = frozenset(self._places)

    # Facts -------------------------------------------------------------------------------------------------------

    def tiles(self, scene: Scene) -> list[TileNode]:
        nodes = []
        for tile in scene.tiles:
            symbol = self.symbols.tile(tile.look)
            if symbol and tile.place in self._known:
                box, tall = self._geometry.box(tile.place), max(1.0, self.layout.tile_tall)
                size = tall * min(box.width, box.height / tall, self.layout.tile_mm)
                nodes.append(TileNode(place_key(tile.place), symbol, *box.centre, size, 90 * tile.look.turns))
        return nodes

    def pieces(self, scene: Scene) -> list[PieceNode]:
        """All pieces in drawing order: what lies flat first, then what stands, then what is carried."""
        groups: dict[Place, list[PieceAt]] = {}
        for piece in scene.pieces:
            if piece.place in self._known:
                groups.setdefault(piece.place, []).append(piece)
        placed = [node for place, group in groups.items() for node in self._group(place, group)]
        return [node for _, node in sorted(placed, key=lambda entry: entry[0])]

    def marks(self, marked: Mapping[str, Sequence[Place]]) -> dict[str, str]:
        """Mark name -> places, turned into place -> its loudest mark."""
        result: dict[str, str] = {}
        for name in MARKS:
            for place in marked.get(name, ()):
                if place in self._known:
                    result[place_key(place)] = name
        return result

    def as_json(self, scene: Scene, marks: Mapping[str, str]) -> dict[str, object]:
        """Everything that can change, for the page's script: plain lists in the order of the nodes' fields."""
        return {
            "tiles": [[t.place, t.symbol, round(t.x, 2), round(t.y, 2), t.size, t.angle] for t in self.tiles(scene)],
            "pieces": [[p.kind, p.symbol, round(p.x, 2), round(p.y, 2), round(p.size, 2), p.angle] for p in self.pieces(scene)],
            "marks": dict(marks),
        }

    # Where pieces stand --------------------------------------------------------------------------------------------

    def _group(self, place: Place, group: list[PieceAt]) -> list[tuple[int, PieceNode]]:
        """The pieces of one place, spread out so that each can be seen, with their drawing order."""
        carried = [piece for piece in group if piece.on is not None]
        standing = [piece for piece in group if piece.on is None and self._directed(piece)]
        lying = [piece for piece in group if piece.on is None and not self._directed(piece)]
        nodes: list[tuple[int, PieceNode]] = []
        carriers: dict[str, PieceNode] = {}
        for piece, at in self._laid(place, lying):
            nodes.append((0, self._node(piece, at, 1.0)))
        shrink = 1.0 if len(standing) < 2 else 0.68
        for index, piece in enumerate(standing):
            node = self._node(piece, self._leaning(place, piece, index, len(standing)), shrink)
            carriers[piece.kind] = node
            nodes.append((1, node))
        for piece in carried:
            carrier = carriers.get(piece.on or "")
            at = (carrier.x + carrier.size * 0.24, carrier.y + carrier.size * 0.24) if carrier else self._geometry.middle(place)
            nodes.append((2, self._node(piece, at, 1.0)))
        return nodes

    def _laid(self, place: Place, lying: list[PieceAt]) -> list[tuple[PieceAt, Point]]:
        """Pieces without a facing with their middles, each side of a cell for itself; a large one in the middle below all."""
        large = [piece for piece in lying if isinstance(place, Cell) and self._size(piece) > FILLS * self.layout.tile_mm]
        result = [(piece, self._geometry.middle(place)) for piece in large]
        small = [piece for piece in lying if piece not in large]
        for side in dict.fromkeys(piece.side for piece in small):
            group = sorted((piece for piece in small if piece.side == side), key=self._size, reverse=True)
            for index, piece in enumerate(group):
                result.append((piece, self._scattered(place, index, len(group) + bool(large), side)))
        return result

    def _size(self, piece: PieceAt) -> float:
        return self.catalogue.piece(piece.kind).size_mm

    def _directed(self, piece: PieceAt) -> bool:
        return self.catalogue.piece(piece.kind).directed

    def _node(self, piece: PieceAt, at: Point, shrink: float) -> PieceNode:
        size = self.catalogue.piece(piece.kind).size_mm
        # Small things are drawn larger than life, a die most of all: a telephone shows a millimetre as less than a pixel.
        least = 0.7 if piece.face is not None and isinstance(piece.place, Zone) else 0.36
        shown = max(size, least * self.layout.tile_mm) * shrink
        symbol = self.symbols.piece(piece.kind, piece.face)
        return PieceNode(piece.kind, symbol, *at, shown, 90 * int(piece.facing or 0))

    def _scattered(self, place: Place, index: int, count: int, side: Facing | None = None) -> Point:
        """The middle for one piece, a sunflower's spiral for several, on one side of the cell where they stand there; in a long
        zone a row."""
        x, y = self._geometry.middle(place)
        room, box = self._geometry.room(place), self._geometry.box(place)
        if max(box.width, box.height) > LONG * min(box.width, box.height):
            return self._in_a_row(box, index, count)
        if side is not None:
            down, right = side.step
            x, y, room = x + 0.27 * room * right, y + 0.27 * room * down, 0.6 * room
        if count == 1:
            return (x, y)
        radius = 0.4 * room * math.sqrt((index + 0.5) / count)
        return (x + radius * math.cos(GOLDEN_ANGLE * index), y + radius * math.sin(GOLDEN_ANGLE * index))

    def _in_a_row(self, box: Box, index: int, count: int) -> Point:
        """The middle of the piece with that number, from the left or from the far side."""
        thick, length = min(box.width, box.height), max(box.width, box.height)
        step = (0.6 if box.width > box.height else 0.86) * thick
        along = thick / 2 + index * min(step, (length - thick) / max(1, count - 1))
        return (box.x + along, box.y + thick / 2) if box.width > box.height else (box.x + thick / 2, box.y + along)

    def _leaning(self, place: Place, piece: PieceAt, index: int, count: int) -> Point:
        """A piece with a facing stands towards the side it looks to; several stand side by side."""
        x, y = self._geometry.middle(place)
        room = self._geometry.room(place)
        if piece.facing is not None and isinstance(place, Cell):
            down, right = piece.facing.step
            lean = room * (0.26 if count > 1 else 0.1)
            x, y = x + right * lean, y + down * lean
        if count > 1:
            aside = room * 0.3 * (index - (count - 1) / 2)
            turned = piece.facing is not None and piece.facing % 2 == 1
            x, y = (x, y + aside) if turned else (x + aside, y)
        return (x, y)

    # Markup ----------------------------------------------------------------------------------------------------------

    def svg(self, scene: Scene, marks: Mapping[str, str], named: Callable[[Place], str], words: Words) -> Markup:
        """The whole drawing; `named` says what people call a place."""
        view = self._geometry.view
        parts = (
            Markup(
                '<svg id="board" class="board" viewBox="{} {} {} {}"'
                ' preserveAspectRatio="xMidYMin meet" role="img" aria-labelledby="board-title">'
            ).format(*(number(v) for v in (view.x, view.y, view.width, view.height))),
            Markup('<title id="board-title">{}</title><defs>{}</defs><g id="whole">').format(
                words.say("board.title"), self.symbols.definitions
            ),
            self._table(),
            Markup('<g id="zones">{}</g>').format(Markup("").join(self._zone(zone, named) for zone in self.layout.zones)),
            Markup('<g id="tiles">{}</g>').format(Markup("").join(_tile(node) for node in self.tiles(scene))),
            Markup('<g id="pieces">{}</g>').format(Markup("").join(_piece(node) for node in self.pieces(scene))),
            # Over what lies there: a card as large as its place would hide the name of it.
            Markup('<g id="names">{}</g>').format(Markup("").join(self._zone_name(zone, named) for zone in self.layout.zones)),
            Markup('<g id="marks">{}</g></g></svg>').format(
                Markup("").join(self._mark(place, marks.get(place_key(place), ""), named) for place in self._places)
            ),
        )
        return Markup("").join(parts)

    def _table(self) -> Markup:
        """The table top, the field of the grid, and the letters and numbers around it."""
        core, grid, pitch = self._geometry.core, self._geometry.grid, self.layout.pitch_mm
        rim = FRAME * max(pitch)
        squares = [_rect("square", self._geometry.box(cell), 3) for cell in self.layout.cells()]
        labels = self._named_cells() if self.layout.cell_names else self._files_and_ranks()
        gap = pitch[0] - self.layout.tile_mm
        field = Box(grid.x - gap / 2, grid.y - gap / 2, grid.width + gap, grid.height + gap)
        strip = [_rect("top", self._geometry.row, rim * 0.5)] if self._geometry.aside else []
        return Markup("").join((_rect("top", core, rim * 0.5), *strip, _rect("field", field, 4), *squares, *labels))

    def _files_and_ranks(self) -> list[Markup]:
        """Letters along the far and near side, numbers on the left and right."""
        core, pitch, labels = self._geometry.core, self.layout.pitch_mm, list[Markup]()
        rim, size = FRAME * max(pitch), LETTERS * min(pitch)
        for col in range(self.layout.cols):
            name, x = self.layout.cell_name(Cell(0, col))[0], (col + 0.5) * pitch[0]
            labels += [_label(name, x, core.y + rim * 0.5, size), _label(name, x, core.y + core.height - rim * 0.5, size)]
        for row in range(self.layout.rows):
            name, y = self.layout.cell_name(Cell(row, 0))[1:], (row + 0.5) * pitch[1]
            labels += [_label(name, core.x + rim * 0.5, y, size), _label(name, core.x + core.width - rim * 0.5, y, size)]
        return labels

    def _named_cells(self) -> list[Markup]:
        """Cells with names of their own bear them in the middle, to be read where no tile lies."""
        centres = [(self.layout.cell_name(cell), *self.layout.centre_mm(cell)) for cell in self.layout.cells()]
        size = LETTERS * self.layout.pitch_mm[0]
        return [_label(name, x, y, size) for name, x, y in centres]

    def _zone(self, spec: ZoneSpec, named: Callable[[Place], str]) -> Markup:
        box = self._geometry.box(spec.place)
        symbol = self.symbols.zones.get(spec.name)
        drawn = _use(symbol, box) if symbol else _rect("zone", box, 4)
        if spec not in self._geometry.aside:
            return drawn
        size = self.layout.tile_mm
        lines = two_lines(named(spec.place))
        spans = Markup("").join(
            Markup('<tspan x="{}" dy="{}">{}</tspan>').format(number(box.x + size * 1.1), number(size * 0.24 * bool(i)), line)
            for i, line in enumerate(lines)
        )
        first = box.y + size * (0.56 if len(lines) == 1 else 0.46)
        return drawn + Markup('<text class="aside" y="{}" font-size="{}">{}</text>').format(
            number(first), number(size * 0.2), spans
        )

    def _zone_name(self, spec: ZoneSpec, named: Callable[[Place], str]) -> Markup:
        """What lies there, at the near edge of the zone: piles and people's places look alike."""
        if spec.role not in NAMED or spec in self._geometry.aside:
            return Markup("")
        name, box = named(spec.place), self._geometry.box(spec.place)
        size = min(0.22 * self.layout.tile_mm, 1.7 * box.width / max(1, len(name)))
        markup = '<text class="zone-name" x="{}" y="{}" text-anchor="middle" font-size="{}" stroke-width="{}">{}</text>'
        return Markup(markup).format(
            number(box.x + box.width / 2), number(box.y + box.height - 0.3 * size), number(size), number(0.22 * size), name
        )

    @property
    def wide(self) -> bool:
        """Whether the drawing is so wide that a screen has room below it."""
        return self._geometry.view.width > WIDE * self._geometry.view.height

    def _mark(self, place: Place, mark: str, named: Callable[[Place], str]) -> Markup:
        box, r = self._geometry.box(place), SIGN * self.layout.tile_mm
        return Markup(
            '<g class="mark {}" data-place="{}"><title>{}</title>{}<g class="sign"><circle cx="{x}" cy="{y}" r="{r}"/>'
            '<text x="{x}" y="{ty}" text-anchor="middle" font-size="{font}">{sign}</text></g></g>'
        ).format(
            mark,
            place_key(place),
            named(place),
            _rect("ring", Box(box.x - 0.5, box.y - 0.5, box.width + 1, box.height + 1), 4),
            x=number(box.x + box.width - 0.75 * r),
            y=number(box.y + 0.75 * r),
            ty=number(box.y + 1.275 * r),
            r=number(r),
            font=number(1.5 * r),
            sign=SIGNS.get(mark, ""),
        )


def _rect(name: str, box: Box, radius: float) -> Markup:
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}" rx="{}"/>').format(
        name, *(number(v) for v in (box.x, box.y, box.width, box.height, radius))
    )


def _use(symbol: str, box: Box) -> Markup:
    return Markup('<use href="#{}" x="{}" y="{}" width="{}" height="{}"/>').format(
        symbol, *(number(v) for v in (box.x, box.y, box.width, box.height))
    )


def _label(text: str, x: float, y: float, size: float) -> Markup:
    markup = '<text class="rank" x="{}" y="{}" text-anchor="middle" dominant-baseline="central" font-size="{}">{}</text>'
    return Markup(markup).format(number(x), number(y), number(size), text)


def _transform(node: TileNode | PieceNode) -> str:
    return f"translate({number(node.x)} {number(node.y)}) rotate({node.angle}) scale({number(node.size / 100)})"


def _tile(node: TileNode) -> Markup:
    return Markup('<g class="tile" data-place="{}" data-symbol="{}" transform="{}"><use href="#{}" {}/></g>').format(
        node.place, node.symbol, _transform(node), node.symbol, _AROUND_ORIGIN
    )


def _piece(node: PieceNode) -> Markup:
    return Markup('<g class="piece" data-kind="{}" data-symbol="{}" transform="{}"><use href="#{}" {}/></g>').format(
        node.kind, node.symbol, _transform(node), node.symbol, _AROUND_ORIGIN
    )


_AROUND_ORIGIN = Markup('x="-50" y="-50" width="100" height="100"')


def two_lines(text: str) -> list[str]:
    """A label in at most two lines of about the same length."""
    words = text.split()
    if len(text) <= 11 or len(words) < 2:
        return [text]
    cut = min(range(1, len(words)), key=lambda n: abs(len(" ".join(words[:n])) - len(" ".join(words[n:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]
