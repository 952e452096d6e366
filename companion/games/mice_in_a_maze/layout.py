"""Where everything lies: 7 x 7 cells, sixteen nests around them, a place for each player's own tile (millimetres)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.core.catalogue import Layout, ZoneSpec
from companion.core.drawing import Point
from companion.core.errors import SetupError
from companion.core.grid import Cell, Facing
from companion.games.mice_in_a_maze import art
from companion.games.mice_in_a_maze.geometry import LAYOUTS as NEST_PORTS
from companion.games.mice_in_a_maze.geometry import PORTS, as_cell, layout_ports

SIZE, PITCH_MM, TILE_MM, TOP_MM = 7, 55.0, 50.0, 2.5
DEFAULT_RING = "ROYGBPWK"
LAYOUTS = tuple(NEST_PORTS)
"""How the twelve nest tiles stand along the sides: at every other cell, or at the three in the middle."""

_SIDES = ("N", "E", "S", "W")
_NEST_FROM_MM, _NEST_TO_MM = -53.5, -3.5
_CORNER_FROM_MM, _CORNER_TO_MM, _CORNER_INNER_MM = -53.0, 50.0, 6.0
_HANDS_MM = {"P1": (-145.0, 270.0), "P2": (-145.0, 60.0), "P3": (470.0, 60.0), "P4": (470.0, 270.0)}
"""Upper left corners of the four hand places, clockwise from the near left, beside the board where no nest is."""

_HAND_MM = 60.0


@dataclass(frozen=True, slots=True)
class Nest:
    """A nest: its zone's name, the letters of its owners, the cell beside it and the directions in which a mouse leaves it."""

    name: str
    colours: tuple[str, ...]
    beside: Cell
    exits: tuple[Facing, ...]


def _check(name: str, ring: str) -> None:
    problems = []
    try:
        layout_ports(name)
    except ValueError as error:
        problems.append(str(error))
    if sorted(ring) != sorted(DEFAULT_RING):
        problems.append(
            f"the ring of colours {ring!r} must name each of {DEFAULT_RING} once, clockwise from the first nest of the north side"
        )
    if problems:
        raise SetupError(problems)


def nests_of(name: str = "every-other", ring: str = DEFAULT_RING) -> tuple[Nest, ...]:
    """The sixteen nests clockwise from the north-west corner.

    Each side has, clockwise: a private nest, a shared one, a private one; then a shared corner.  `ring` holds the eight
    colours clockwise from the first private nest of the north side; shared nests belong to their two neighbours.
    """
    _check(name, ring)
    ports = layout_ports(name)
    nests = [Nest("NW", (ring[7], ring[0]), Cell(0, 0), (Facing.S, Facing.E))]
    for side in range(4):
        one, two, after = ring[2 * side], ring[2 * side + 1], ring[(2 * side + 2) % 8]
        for port, colours in zip(ports[3 * side : 3 * side + 3], ((one,), (one, two), (two,)), strict=True):
            nests.append(_side_nest(Facing(side), as_cell(PORTS[port].cell), colours))
        if side < 3:
            corner, cell, exits = _CORNERS[side]
            nests.append(Nest(corner, (two, after), cell, exits))
    return tuple(nests)


_CORNERS = (
    ("NE", Cell(0, 6), (Facing.S, Facing.W)),
    ("SE", Cell(6, 6), (Facing.N, Facing.W)),
    ("SW", Cell(6, 0), (Facing.N, Facing.E)),
)


def _side_nest(side: Facing, cell: Cell, colours: tuple[str, ...]) -> Nest:
    """The nest tile beside that cell; its name counts from the far left."""
    return Nest(f"{_SIDES[side]}{cell.col if side % 2 == 0 else cell.row}", colours, cell, (side.opposite,))


def _turned_polygon(points: tuple[Point, ...], turns: int) -> tuple[Point, ...]:
    """The polygon after clockwise quarter turns about the middle of the grid."""
    span = SIZE * PITCH_MM
    for _ in range(turns):
        points = tuple((span - y, x) for x, y in points)
    return points


def _zone(nest: Nest) -> ZoneSpec:
    owners = tuple(art.COLOUR[letter] for letter in nest.colours)
    label = " and ".join(owner.name for owner in owners) + " nest"
    if len(nest.exits) == 2:
        turns = ("NW", "NE", "SE", "SW").index(nest.name)
        a, b, c = _CORNER_FROM_MM, _CORNER_TO_MM, _CORNER_INNER_MM
        shape = _turned_polygon(((a, a), (b, a), (b, c), (c, c), (c, b), (a, b)), turns)
        drawing = art.corner_nest((owners[0], owners[1]), turns)
    else:
        middle = ((nest.beside.col if nest.exits[0] % 2 == 0 else nest.beside.row) + 0.5) * PITCH_MM
        near, far, h = _NEST_TO_MM, _NEST_FROM_MM, TILE_MM / 2
        edge = SIZE * PITCH_MM
        x0, y0 = {
            Facing.S: (middle - h, far),
            Facing.N: (middle - h, edge - near),
            Facing.E: (far, middle - h),
            Facing.W: (edge - near, middle - h),
        }[nest.exits[0]]
        shape = ((x0, y0), (x0 + TILE_MM, y0), (x0 + TILE_MM, y0 + TILE_MM), (x0, y0 + TILE_MM))
        drawing = art.nest(owners, nest.exits[0])
    return ZoneSpec(nest.name, "nest", shape, label, False, (nest.beside,), nest.exits, drawing)


def _hand(seat: str) -> ZoneSpec:
    x, y = _HANDS_MM[seat]
    shape = ((x, y), (x + _HAND_MM, y), (x + _HAND_MM, y + _HAND_MM), (x, y + _HAND_MM))
    return ZoneSpec(f"hand-{seat}", "hand", shape, f"own tile of {seat}", True, (), (), art.hand_mat())


@lru_cache(maxsize=8)
def layout_of(name: str = "every-other", ring: str = DEFAULT_RING) -> Layout:
    """The table for one arrangement of the nests; SetupError names a layout or ring that does not exist."""
    zones = (*(_zone(nest) for nest in nests_of(name, ring)), *(_hand(seat) for seat in _HANDS_MM))
    return Layout(SIZE, SIZE, (PITCH_MM, PITCH_MM), TILE_MM, TOP_MM, zones)


LAYOUT = layout_of()
