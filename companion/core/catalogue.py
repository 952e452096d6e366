"""What a game is made of, as data: kinds of tile and piece, the layout of its table, the options of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.core.drawing import Drawing, Point
from companion.core.grid import Cell, Facing, Place, Zone


@dataclass(frozen=True, slots=True)
class TileKind:
    """A kind of tile or card.

    `periods` gives for each visible face the smallest number of quarter turns that maps the drawing onto itself
    (1: its turns mean nothing).  `anonymous` lists the faces that hide which kind it is (a common back).  `copies` is how many
    of them the box holds; 0 where that is not said.  `stays`: all of that kind lie on the grid at all times.
    """

    name: str
    periods: Mapping[str, int]
    anonymous: tuple[str, ...] = ()
    label: str = ""
    drawings: Mapping[str, Drawing] = field(default_factory=dict)
    copies: int = 0
    stays: bool = False


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece; `directed` pieces have a facing, `rides` names the kinds it may lie on.

    `faces` lists the sides that may show, the usual one first (a die: its numbers; empty: all look alike).  `always` is how
    many of them lie on the table at all times, wherever they are; 0 where their number changes in the course of the game.
    `stays`: no play takes one away that stands on the table.
    """

    name: str
    height_mm: float
    size_mm: float
    directed: bool = False
    rides: tuple[str, ...] = ()
    label: str = ""
    letter: str = ""
    colour: str = "#888888"
    drawing: Drawing = ()
    faces: tuple[str, ...] = ()
    face_drawings: Mapping[str, Drawing] = field(default_factory=dict)
    always: int = 0
    stays: bool = False


@dataclass(frozen=True, slots=True)
class Catalogue:
    """All kinds of one game.  `back` is the kind name a reading uses for an anonymous face."""

    tiles: tuple[TileKind, ...]
    pieces: tuple[PieceKind, ...]
    back: str = "back"

    @property
    def common_backs(self) -> frozenset[str]:
        """The faces, of any kind of tile, that hide which kind it is."""
        return frozenset(face for kind in self.tiles for face in kind.anonymous)

    def tile(self, name: str) -> TileKind:
        """The tile kind of that name; KeyError with the name when there is none."""
        for kind in self.tiles:
            if kind.name == name:
                return kind
        raise KeyError(name)

    def pictures(self) -> dict[tuple[str, str], int]:
        """A number for every face of every kind of tile, the same for faces with the same drawing: no eye tells these apart."""
        drawn: list[Drawing] = []
        numbers: dict[tuple[str, str], int] = {}
        for kind in self.tiles:
            for face in kind.periods:
                drawing = kind.drawings.get(face, ())
                known = drawn.index(drawing) if drawing in drawn and drawing else len(drawn)
                if known == len(drawn):
                    drawn.append(drawing)
                numbers[kind.name, face] = known
        return numbers

    def piece(self, name: str) -> PieceKind:
        """The piece kind of that name; KeyError with the name when there is none."""
        for kind in self.pieces:
            if kind.name == name:
                return kind
        raise KeyError(name)


@dataclass(frozen=True, slots=True)
class ZoneSpec:
    """A named place off the grid.  `polygon_mm` are its corners in the table frame (x right, y towards the near side)."""

    name: str
    role: str
    polygon_mm: tuple[Point, ...]
    label: str = ""
    holds_tile: bool = False
    beside: tuple[Cell, ...] = ()
    exits: tuple[Facing, ...] = ()
    drawing: Drawing = ()

    @property
    def place(self) -> Zone:
        return Zone(self.name)

    @property
    def centre_mm(self) -> Point:
        count = len(self.polygon_mm)
        return (sum(p[0] for p in self.polygon_mm) / count, sum(p[1] for p in self.polygon_mm) / count)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything lies: the grid (origin at its upper left outer corner) and the zones around it, in millimetres.

    `tile_mm` is the width of a tile.  `tile_tall` is its height over its width; drawings of tiles run from 0 to 100 across and
    from 0 to 100 * `tile_tall` down.  `cell_names` are what players call the cells, in reading order (empty: by letter and
    number); `rows_from` says from which side players number the rows.
    """

    rows: int
    cols: int
    pitch_mm: tuple[float, float]
    tile_mm: float
    top_mm: float
    zones: tuple[ZoneSpec, ...] = ()
    tile_tall: float = 1.0
    cell_names: tuple[str, ...] = ()
    rows_from: Literal["near", "far"] = "near"

    def centre_mm(self, place: Place) -> Point:
        """The middle of a cell or zone in the table frame; KeyError for an unknown zone."""
        if isinstance(place, Cell):
            return ((place.col + 0.5) * self.pitch_mm[0], (place.row + 0.5) * self.pitch_mm[1])
        return self.zone(place.name).centre_mm

    def zone(self, name: str) -> ZoneSpec:
        """The zone of that name; KeyError with the name when there is none."""
        for zone in self.zones:
            if zone.name == name:
                return zone
        raise KeyError(name)

    def cell_name(self, cell: Cell) -> str:
        """A cell as players call it; else columns a, b, c from the left and rows 1, 2, 3 from the near or the far side."""
        if self.cell_names:
            return self.cell_names[cell.row * self.cols + cell.col]
        row = cell.row + 1 if self.rows_from == "far" else self.rows - cell.row
        return f"{chr(ord('a') + cell.col)}{row}"

    def cells(self) -> tuple[Cell, ...]:
        return tuple(Cell(row, col) for row in range(self.rows) for col in range(self.cols))


@dataclass(frozen=True, slots=True)
class Option:
    """One named choice of the rules: its values (empty: free text), its default and what it changes."""

    name: str
    default: str
    values: tuple[str, ...]
    help: str
