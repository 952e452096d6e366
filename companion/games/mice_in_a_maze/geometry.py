"""The maze as numbers: cells, edges, ports, places where a mouse or marble can stand, and the nests around the grid.

A cell is an index from 0 (a7, the far left corner) to 48 (g1) in reading order.  An edge or facing is 0..3 for n, e, s, w.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from companion.core.grid import Cell, Facing, Zone

SIDE = 7
CHAMBER = 24
COLOURS = "ROYGBPWK"
COLOUR_NAMES = {
    "R": "red", "O": "orange", "Y": "yellow", "G": "green", "B": "blue", "P": "purple", "W": "white", "K": "black",
}  # fmt: skip
EDGES = "nesw"
OPPOSITE = (2, 3, 0, 1)
MAZE = tuple(cell for cell in range(SIDE * SIDE) if cell != CHAMBER)
NAMES = tuple(f"{'abcdefg'[cell % SIDE]}{SIDE - cell // SIDE}" for cell in range(SIDE * SIDE))
INDEX = {name: cell for cell, name in enumerate(NAMES)}
MARBLE_START = tuple(INDEX[name] for name in ("c3", "d3", "e3", "c4", "e4", "c5", "d5", "e5"))

FACE_DOWN, CHAMBER_SHAPE = ".", "#"
OPEN_SHAPES = ("+", "/", "\\")
FAR: Mapping[str, tuple[int, int, int, int]] = {"+": (2, 3, 0, 1), "\\": (1, 0, 3, 2), "/": (3, 2, 1, 0)}
"""For each shape of an open tile: where a path that enters across edge n, e, s, w comes out (RB Course)."""

Kind = Literal["tile", "exit", "port", "hand", "down", "out"]


def _next(cell: int, edge: int) -> int:
    place = Cell(cell // SIDE, cell % SIDE).neighbour(Facing(edge))
    inside = 0 <= place.row < SIDE and 0 <= place.col < SIDE
    return place.row * SIDE + place.col if inside else -1


NEXT = tuple(tuple(_next(cell, edge) for edge in range(4)) for cell in range(SIDE * SIDE))
"""NEXT[cell][edge]: the neighbour across that edge, -1 outside the grid."""


def segment_name(edge: int, other: int) -> str:
    """The name of the path between two edges, in the order n, e, s, w."""
    return EDGES[min(edge, other)] + EDGES[max(edge, other)]


SEGMENT: Mapping[str, tuple[str, ...]] = {
    shape: tuple(segment_name(edge, far[edge]) for edge in range(4)) for shape, far in FAR.items()
}
"""For each shape: the name of the segment that ends at edge n, e, s, w."""


class Spot(NamedTuple):
    """Where a mouse or marble stands.

    `tile`  at the end of a path of an open tile, about to cross edge `facing`
    `exit`  in the Chamber at exit `facing`
    `port`  in a nest: `cell` is the tile behind the port, `facing` points into the maze
    `down`  a marble on a face-down tile; `facing` is -1, or the edge across which it rolls off
    `hand`  off the table; `out`, of a run or roll only: it left the maze
    """

    kind: Kind
    cell: int = -1
    facing: int = -1


HAND, OUT = Spot("hand"), Spot("out")
EXITS = tuple(Spot("exit", CHAMBER, edge) for edge in range(4))


def _ports() -> dict[str, Spot]:
    ports = {}
    for number in range(SIDE):
        file, rank = "abcdefg"[number], SIDE - number
        ports[f"N{file}"] = Spot("port", number, 2)
        ports[f"S{file}"] = Spot("port", (SIDE - 1) * SIDE + number, 0)
        ports[f"E{rank}"] = Spot("port", number * SIDE + SIDE - 1, 3)
        ports[f"W{rank}"] = Spot("port", number * SIDE, 1)
    return ports


PORTS: Mapping[str, Spot] = _ports()
PORT_NAMES: Mapping[Spot, str] = {spot: name for name, spot in PORTS.items()}


def spot_word(spot: Spot) -> str:
    """The position word of the notation: `c5n`, `d4e`, `Nb`, `c3` (face down), `hand`, `out`."""
    if spot.kind == "port":
        return PORT_NAMES[spot]
    if spot.kind in ("hand", "out"):
        return spot.kind
    return NAMES[spot.cell] + (EDGES[spot.facing] if spot.kind != "down" else "")


def read_spot(word: str) -> Spot | None:
    """The spot a position word names; None when it names none."""
    if word in ("hand", "out"):
        return HAND if word == "hand" else OUT
    if word in PORTS:
        return PORTS[word]
    cell = INDEX.get(word[:2])
    if cell is None or len(word) > 3:
        return None
    if len(word) == 2:
        return Spot("down", cell)
    facing = EDGES.find(word[2])
    if facing < 0:
        return None
    return Spot("exit" if cell == CHAMBER else "tile", cell, facing)


def as_cell(cell: int) -> Cell:
    return Cell(cell // SIDE, cell % SIDE)


@dataclass(frozen=True, slots=True)
class Nest:
    """A nest: its ports, the colours that score there (one: private; two: shared), its zone in the scene."""

    id: str
    ports: tuple[Spot, ...]
    colours: tuple[str, ...]
    zone: Zone

    @property
    def private(self) -> bool:
        return len(self.colours) == 1

    def leaving(self, port: Spot) -> Spot:
        """The port by which one who came in by `port` will leave (RB Move 2)."""
        return self.ports[-1] if port == self.ports[0] else self.ports[0]


@dataclass(frozen=True, slots=True)
class Nests:
    """All sixteen nests clockwise from the first private nest; equal when layout and colour ring are equal."""

    layout: str
    ring: str
    all: tuple[Nest, ...] = field(compare=False, repr=False)
    by_port: Mapping[Spot, int] = field(compare=False, repr=False)
    by_id: Mapping[str, int] = field(compare=False, repr=False)

    def home(self, colour: str) -> Spot:
        """The port of that colour's private nest."""
        return next(nest.ports[0] for nest in self.all if nest.colours == (colour,))


LAYOUTS: Mapping[str, tuple[str, ...]] = {
    "every-other": ("Nb", "Nd", "Nf", "E6", "E4", "E2", "Sf", "Sd", "Sb", "W2", "W4", "W6"),
    "central-three": ("Nc", "Nd", "Ne", "E5", "E4", "E3", "Se", "Sd", "Sc", "W3", "W4", "W5"),
}
"""Ports of the twelve nest tiles clockwise, on each side private, shared, private; the corners are always shared."""

CORNERS = {"NE": ("Ng", "E7"), "SE": ("E1", "Sg"), "SW": ("Sa", "W1"), "NW": ("W7", "Na")}


def layout_ports(layout: str) -> tuple[str, ...]:
    """The nest ports of a named layout or of `custom:` and twelve ports clockwise from the north side; ValueError otherwise."""
    if layout in LAYOUTS:
        return LAYOUTS[layout]
    ports = tuple(layout.removeprefix("custom:").split(","))
    clockwise = [f"N{f}" for f in "bcdef"] + [f"E{r}" for r in "65432"] + [f"S{f}" for f in "fedcb"] + [f"W{r}" for r in "23456"]
    places = [clockwise.index(port) if port in clockwise else -1 for port in ports]
    sides = [place // 5 for place in places]
    if not layout.startswith("custom:") or sides != sorted([0, 1, 2, 3] * 3) or places != sorted(set(places)):
        raise ValueError(
            f"{layout!r} is no layout; choose {', '.join(LAYOUTS)} or custom: with three ports a side, "
            "clockwise from the north, such as custom:Nb,Nc,Nd,E6,..."
        )
    return ports


@lru_cache(maxsize=64)
def make_nests(layout: str = "every-other", ring: str = COLOURS) -> Nests:
    """The nests of a layout with the colours of `ring` clockwise; ValueError when either cannot be read."""
    ports = layout_ports(layout)
    if sorted(ring) != sorted(COLOURS):
        raise ValueError(f"{ring!r} is no ring of colours; write each of {COLOURS} once, clockwise from the first private nest")
    nests: list[Nest] = []
    for side, (corner, corner_ports) in enumerate(CORNERS.items()):
        first, second, third = ring[2 * side], ring[2 * side + 1], ring[(2 * side + 2) % 8]
        names = ports[3 * side : 3 * side + 3]
        for name, colours in zip(names, ((first,), (first, second), (second,)), strict=True):
            nests.append(Nest(name, (PORTS[name],), colours, _zone(PORTS[name], name[0])))
        nests.append(Nest(corner, tuple(PORTS[port] for port in corner_ports), (second, third), Zone(corner)))
    by_port = {port: number for number, nest in enumerate(nests) for port in nest.ports}
    return Nests(layout, ring, tuple(nests), by_port, {nest.id: number for number, nest in enumerate(nests)})


def _zone(port: Spot, side: str) -> Zone:
    """A nest tile's zone: its side and the column (N, S) or row (E, W) it lies beside."""
    return Zone(f"{side}{port.cell % SIDE if side in 'NS' else port.cell // SIDE}")
