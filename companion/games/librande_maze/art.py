"""The tiles: stone corridors seen from above, put together from parts so that a tile is exactly as symmetric as its openings.

The floor of loose tiles is pale sea stone, of another colour than any table; that of fixed tiles is dark slate.  A web hangs
across; a tunnel is a glowing hole, and its glow runs along the walls, where nobody stands in the way.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.drawing import Drawing, Point, Shape, arc, disc, line, polygon, rectangle
from companion.core.grid import Facing
from companion.games.librande_maze.art_parts import around, turned

LOW, HIGH = 25.0, 75.0
"""The corridor runs between these, across the tile."""

STONE, STONE_LIGHT, STONE_DARK, MORTAR = "#7d7789", "#938da0", "#6a6477", "#4d475a"
PALE, PALE_LIGHT, PALE_DARK, PALE_JOINT = "#93bcc0", "#a3c9cc", "#82abb0", "#65898f"
SLATE, SLATE_LIGHT, SLATE_DARK, SLATE_JOINT = "#56606f", "#647080", "#495260", "#343c49"
EDGE = "#2c2735"
SILK, SILK_SHADE = "#fbf9f2", "#5d5468"
EMBER, EMBER_LIGHT, HOLE = "#e8702a", "#ffc46b", "#17121f"

Floor = tuple[str, str, str, str]
_PALE: Floor = (PALE, PALE_LIGHT, PALE_DARK, PALE_JOINT)
_SLATE: Floor = (SLATE, SLATE_LIGHT, SLATE_DARK, SLATE_JOINT)


def tile(
    openings: Iterable[Facing], fixed: bool, web: tuple[frozenset[Facing], frozenset[Facing]] | None = None, tunnel: bool = False
) -> Drawing:
    """A tile at turns 0 with those openings; `web` are the two groups of openings that a web parts."""
    open_sides = frozenset(openings)
    floor = _SLATE if fixed else _PALE
    return (
        rectangle(0, 0, 100, 100, MORTAR),
        *(shape for side in Facing for shape in turned(_corner(), side)),
        *(shape for side in Facing if side not in open_sides for shape in turned(_wall(), side)),
        rectangle(LOW, LOW, HIGH - LOW, HIGH - LOW, floor[3]),
        *_hall(floor),
        *(shape for side in sorted(open_sides) for shape in turned(_arm(floor), side)),
        *(shape for side in Facing for shape in _rim(side, side in open_sides, EMBER if tunnel else EDGE)),
        *(_rivets() if fixed else ()),
        *(_tunnel() if tunnel else ()),
        *(_web(*_web_line(*web)) if web else ()),
    )


def _stone(x: float, y: float, width: float, height: float, ink: str) -> Shape:
    return rectangle(x + 0.7, y + 0.7, width - 1.4, height - 1.4, ink)


def _corner() -> Drawing:
    """The corner block at the upper left."""
    return (
        _stone(0, 0, 14.5, 12.5, STONE), _stone(14.5, 0, 10.5, 12.5, STONE_LIGHT),
        _stone(0, 12.5, 9.5, 12.5, STONE_DARK), _stone(9.5, 12.5, 15.5, 12.5, STONE),
    )  # fmt: skip


def _wall() -> Drawing:
    """The closed side to the north, between its corner blocks."""
    return (
        _stone(25, 0, 17, 12.5, STONE_DARK), _stone(42, 0, 16, 12.5, STONE), _stone(58, 0, 17, 12.5, STONE_LIGHT),
        _stone(25, 12.5, 10, 12.5, STONE_LIGHT), _stone(35, 12.5, 18, 12.5, STONE), _stone(53, 12.5, 12, 12.5, STONE_DARK),
        _stone(65, 12.5, 10, 12.5, STONE),
    )  # fmt: skip


def _hall(floor: Floor) -> Drawing:
    """The square in the middle: the same pattern from all four sides."""
    plain, light, dark, _ = floor
    quarter = (
        _stone(25, 25, 12.5, 12.5, plain), _stone(37.5, 25, 12.5, 12.5, dark),
        _stone(25, 37.5, 12.5, 12.5, light), _stone(37.5, 37.5, 12.5, 12.5, plain),
    )  # fmt: skip
    return tuple(shape for side in Facing for shape in turned(quarter, side))


def _arm(floor: Floor) -> Drawing:
    """The way out to the north."""
    plain, light, dark, joint = floor
    inks = ((plain, light, plain, dark), (dark, plain, light, plain))
    ground = rectangle(LOW, 0, HIGH - LOW, LOW, joint)
    return (ground, *(
        _stone(25 + 12.5 * col, 12.5 * row, 12.5, 12.5, inks[row][col]) for row in range(2) for col in range(4)
    ))  # fmt: skip


def _rim(side: Facing, is_open: bool, ink: str) -> Drawing:
    """The foot of the walls on one side of the hall: along the way out, or along the closed side."""
    walls = (((LOW, 0.0), (LOW, LOW)), ((HIGH, 0.0), (HIGH, LOW))) if is_open else (((LOW, LOW), (HIGH, LOW)),)
    return turned(tuple(line(wall, ink, 3.4) for wall in walls), side)


def _rivets() -> Drawing:
    """Fixed tiles are bolted down."""
    bolt = (disc((8, 8), 4.6, EDGE), disc((8, 8), 3.1, "#b9a36a"), disc((7.2, 7.2), 1.2, "#f0e2b4"))
    return tuple(shape for side in Facing for shape in turned(bolt, side))


def _tunnel() -> Drawing:
    """A hole that glows from below, with a ring of stones around it."""
    middle = (50.0, 50.0)
    ring = tuple(disc(around(middle, 17.5, 30 * n), 4.7, STONE_LIGHT if n % 2 else STONE, EDGE, 1.2) for n in range(12))
    return (
        disc(middle, 21, EDGE), *ring, disc(middle, 14.4, EMBER), disc(middle, 12.4, HOLE),
        arc(middle, around(middle, 9.2, 20), 240, EMBER, 2.4), arc(middle, around(middle, 5.4, 190), 230, EMBER_LIGHT, 2.0),
        disc(middle, 1.8, EMBER_LIGHT),
    )  # fmt: skip


def _web_line(one: frozenset[Facing], other: frozenset[Facing]) -> tuple[Point, Point]:
    """The two ends of the web that parts these openings, on the walls of the corridor."""
    for turns in range(4):
        near, far = ({side.turned(-turns) for side in group} for group in (one, other))
        ends: tuple[Point, Point] | None = None
        if near == {Facing.N} and far <= {Facing.S}:
            ends = ((LOW, 50.0), (HIGH, 50.0))
        elif near == {Facing.E} and far == {Facing.N, Facing.S}:
            ends = ((66.0, LOW), (66.0, HIGH))
        elif near and near <= {Facing.N, Facing.W} and far and far <= {Facing.E, Facing.S}:
            ends = ((HIGH, LOW), (LOW, HIGH))
        if ends is not None:
            for _ in range(turns):
                ends = ((100.0 - ends[0][1], ends[0][0]), (100.0 - ends[1][1], ends[1][0]))
            return ends
    return _web_line(other, one)


def _web(one: Point, other: Point) -> Drawing:
    """A spider's web stretched between two points: the same from both ends."""
    ax, ay = other[0] - one[0], other[1] - one[1]
    length = (ax * ax + ay * ay) ** 0.5
    ax, ay = ax / length, ay / length

    def at(share: float, aside: float) -> Point:
        return (one[0] + ax * length * share - ay * aside, one[1] + ay * length * share + ax * aside)

    def strand(spread: float) -> tuple[Point, ...]:
        sag = ((-0.04, 1.0), (0.16, 0.62), (0.5, 0.46), (0.84, 0.62), (1.04, 1.0))
        return tuple(at(share, spread * part) for share, part in sag)

    spreads = (-15.0, -7.0, 0.0, 7.0, 15.0)
    shade = polygon((*strand(-17.0), *reversed(strand(17.0))), SILK_SHADE)
    rungs = []
    for share in (0.08, 0.22, 0.36, 0.64, 0.78, 0.92):
        half = 15 * (0.46 + 0.9 * abs(share - 0.5) ** 1.6)
        bow = 0.05 if share < 0.5 else -0.05
        rungs.append(line((at(share, -half), at(share + bow, 0), at(share, half)), SILK, 1.7))
    knots = (disc(at(0, 0), 2.6, SILK), disc(at(1, 0), 2.6, SILK))
    return (shade, *(line(strand(spread), SILK, 2.3) for spread in spreads), *rungs, *knots, *_spider(at(0.5, 0)))


def _spider(at: Point) -> Drawing:
    """Seen from above it looks the same from all four sides."""
    legs = tuple(line((around(at, 8.5, a), around(at, 8.5, a + 180)), EDGE, 1.4) for a in (22.5, 67.5, 112.5, 157.5))
    return (*legs, disc(at, 4.2, EDGE), disc(at, 1.5, "#c8402f"))
