"""Tiles as small numbers, `4 * kind + quarter turns`, with tables of what each of them opens; made once from the edition."""

from __future__ import annotations

from companion.games.librande_maze.board import DIRECTIONS, MOVABLE, NAMES, SQUARE, SQUARES
from companion.games.librande_maze.edition import EDITION, TileKind

CLOSED = -1
KINDS: tuple[TileKind, ...] = EDITION.tiles


def _turned(openings: str, turns: int) -> tuple[int, ...]:
    """The directions of openings after quarter turns, sorted."""
    return tuple(sorted((DIRECTIONS.index(side) + turns) % 4 for side in openings))


def _halves(kind: TileKind, turns: int) -> tuple[tuple[int, ...], ...]:
    """The openings of each half (of the whole tile where there is no web), the half with the first direction first."""
    if not kind.web:
        return (_turned(kind.openings, turns),)
    rest = "".join(side for side in kind.openings if side not in kind.web)
    return tuple(sorted((_turned(kind.web, turns), _turned(rest, turns))))


def _side(kind: TileKind, half: tuple[int, ...]) -> int:
    return half[0] + 1 if kind.web else 0


def _owners(kind: TileKind, turns: int) -> tuple[int, int, int, int]:
    owners = [CLOSED] * 4
    for half in _halves(kind, turns):
        for direction in half:
            owners[direction] = _side(kind, half)
    return (owners[0], owners[1], owners[2], owners[3])


_ALL = tuple((kind, turns) for kind in KINDS for turns in range(4))

OWNER: tuple[tuple[int, int, int, int], ...] = tuple(_owners(kind, turns) for kind, turns in _ALL)
"""By tile and direction: the side of the space that opens there, CLOSED for a wall."""
SIDES: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(_side(kind, half) for half in _halves(kind, turns))) for kind, turns in _ALL
)
"""By tile: the sides of its spaces, `(0,)` without a web."""
MOUTH: tuple[int, ...] = tuple(
    OWNER[number][_turned(kind.tunnel, turns)[0]] if kind.tunnel else CLOSED for number, (kind, turns) in enumerate(_ALL)
)
"""By tile: the side that holds a tunnel mouth, CLOSED without one."""


def _first_alike(tile: int) -> int:
    """The lowest tile of the same kind that looks the same."""
    first = tile - tile % 4
    return next(other for other in range(first, first + 4) if (OWNER[other], MOUTH[other]) == (OWNER[tile], MOUTH[tile]))


ALIKE: tuple[int, ...] = tuple(_first_alike(tile) for tile in range(len(_ALL)))
"""By tile: the same tile with its fewest turns; only such tiles lie in a state."""
TURNED: tuple[tuple[int, int, int, int], ...] = tuple(
    (ALIKE[tile], *(ALIKE[tile - tile % 4 + (tile + turns) % 4] for turns in (1, 2, 3)))  # type: ignore[misc]
    for tile in range(len(_ALL))
)
"""By tile and clockwise quarter turns: the tile it becomes."""


def _carried(tile: int, turns: int) -> tuple[int, ...]:
    sides = [0] * 5
    for side in SIDES[tile]:
        if side:
            direction = next(way for way in range(4) if OWNER[tile][way] == side)
            sides[side] = OWNER[TURNED[tile][turns]][(direction + turns) % 4]
    return tuple(sides)


CARRIED: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
    tuple(_carried(tile, turns) for turns in range(4)) for tile in range(len(_ALL))
)
"""By tile, quarter turns and side: the side on which its riders find themselves after the turn."""

CODES: tuple[str, ...] = tuple(f"{kind.code}{turns}" for kind, turns in _ALL)
"""By tile: its code, such as `Lt1`."""
TILE: dict[str, int] = {code: ALIKE[tile] for tile, code in enumerate(CODES)}
"""The tile of every code, those that look alike being the same."""
KIND_OF: tuple[str, ...] = tuple(kind.code for kind, _ in _ALL)
"""By tile: the code of its kind."""

FIXED: dict[int, int] = {SQUARE[name]: TILE[code] for name, code in EDITION.fixed}
"""The tiles of the squares that cannot be slid."""
COUNTS: dict[str, int] = {kind.code: kind.count for kind in KINDS if kind.count}
"""How many tiles of each kind can be slid."""
BASE = (
    "L1 L3  T1 I1  T1 L2  L2 | L1  Lt1 I0 Tw1 L2 Tw3 L2 | T0 I1 T0 Tw1 T1 I1 T2 | Iw0 L3 I0 Iw1 I0 Lw2 T1 | "
    "T0 L1  T3 T1  T2 L1  T2 | Iw0 I1  L1 Lw2 T1 Lt3 L0 | L0 I1 T3 L0  T3 I1 L3"
)
"""The maze of the worked examples, a valid shuffle of the usual tiles."""


def maze_from(codes: list[str]) -> bytes:
    """49 codes, row 1 to row 7, as tiles; KeyError for an unknown code."""
    return bytes(TILE[code] for code in codes)


def maze_words(tiles: bytes) -> str:
    """The codes of a maze, rows set apart."""
    rows = (" ".join(CODES[tile] for tile in tiles[start : start + 7]) for start in range(0, 49, 7))
    return " | ".join(rows)


def maze_problems(tiles: bytes) -> list[str]:
    """What is wrong with a maze: fixed tiles that are others, or kinds of which there are not as many."""
    problems = [
        f"{NAMES[square]} bears {CODES[tiles[square]]}; the fixed tile there is {CODES[tile]}"
        for square, tile in sorted(FIXED.items())
        if tiles[square] != tile
    ]
    found = dict.fromkeys((*COUNTS, *(kind.code for kind in KINDS)), 0)
    for square in SQUARES:
        if MOVABLE[square]:
            found[KIND_OF[tiles[square]]] += 1
    return problems + [
        f"{number} tiles {code} lie on squares that move; there are {COUNTS.get(code, 0)}"
        for code, number in found.items()
        if number != COUNTS.get(code, 0)
    ]
