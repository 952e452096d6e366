"""Positions that a table in the middle of a game can be: what lies there is read, who is in turn is not known yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from math import dist

from companion.core.catalogue import Layout
from companion.core.drawing import Point
from companion.core.errors import SetupError
from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Scene
from companion.games.mice_in_a_maze.geometry import CHAMBER, COLOUR_NAMES, EDGES, NAMES, PORT_NAMES, SIDE, make_nests
from companion.games.mice_in_a_maze.layout import LAYOUTS, layout_of
from companion.games.mice_in_a_maze.read_position import read_position
from companion.games.mice_in_a_maze.state import CHEESES, State
from companion.games.mice_in_a_maze.tiles import tile_from_look

LETTER = {f"mouse-{name}": letter for letter, name in COLOUR_NAMES.items()}


def nests_of_table(centres: Sequence[tuple[Point, tuple[str, ...]]]) -> tuple[str, str, dict[int, Zone]]:
    """(layout, ring of colours, zone by index) for nests seen at those places (mm) with those colour names.

    SetupError when they are not the sixteen nests of any arrangement.
    """
    letters = {name: letter for letter, name in COLOUR_NAMES.items()}
    for name in LAYOUTS:
        plan = layout_of(name)
        nests = [Zone(zone.name) for zone in plan.zones if zone.role == "nest"]
        found = {number: _nearest(plan, nests, centre) for number, (centre, _) in enumerate(centres)}
        near = all(dist(plan.centre_mm(zone), centres[number][0]) < plan.pitch_mm[0] / 2 for number, zone in found.items())
        if near and len(set(found.values())) == len(nests) == len(centres):
            colours = {zone: centres[number][1] for number, zone in found.items()}
            privates = [nest.zone for nest in make_nests(name).all if nest.private]
            ring = "".join(letters.get(colours[zone][0], "?") for zone in privates if len(colours[zone]) == 1)
            make_nests(name, ring)
            return name, ring, found
    raise SetupError([f"{len(centres)} nests lie beside the maze in an arrangement this game does not know; see option layout"])


def _nearest(plan: Layout, nests: Sequence[Zone], centre: Point) -> Zone:
    return min(nests, key=lambda zone: dist(plan.centre_mm(zone), centre))


def positions(scene: Scene, layout: str, ring: str) -> Iterator[State]:
    """One state for every order in which the mice on the table may take their turns, the first of them in turn now.

    Each mouse has a player of its own, P1 being the first in turn.  SetupError when the table shows no such game.
    """
    mice = _mice(scene, layout, ring)
    if not 2 <= len(mice) <= 4:
        found = ", ".join(COLOUR_NAMES[letter] for letter in mice) or "none"
        raise SetupError([f"the first picture shows these mice: {found}; two to four have to stand on the table"])
    for order in permutations(mice):
        yield read_position("; ".join([
            f"options: layout={layout} colours={ring}",
            "players: " + " ".join(f"P{number + 1}={letter}" for number, letter in enumerate(order)),
            "tiles: " + (" ".join(_tiles(scene)) or "none"),
            "mice: " + " ".join(f"{letter}={mice[letter]}" for letter in order),
            "hands: " + (" ".join(_hands(scene, order)) or "none"),
            *_cheeses(scene, layout, ring),
        ]))


def _tiles(scene: Scene) -> Iterator[str]:
    for item in scene.tiles:
        tile = tile_from_look(item.look)
        if tile is not None and isinstance(item.place, Cell):
            yield f"{_name(item.place)}={tile.code}{tile.turns}"


def _name(cell: Cell) -> str:
    return NAMES[cell.row * SIDE + cell.col]


def _mice(scene: Scene, layout: str, ring: str) -> dict[str, str]:
    """Position words by letter, in the order of the letters."""
    words = {}
    for piece in scene.pieces:
        letter = LETTER.get(piece.kind)
        word = _word(piece.place, piece.facing, layout, ring) if letter is not None else None
        if letter is not None and word is not None and letter not in words:
            loaded = any(other.kind == "cheese" and other.place == piece.place for other in scene.pieces)
            in_maze = isinstance(piece.place, Cell) and _name(piece.place) != NAMES[CHAMBER]
            words[letter] = word + ("*" if loaded and in_maze else "")
    return dict(sorted(words.items()))


def _word(place: Place, facing: Facing | None, layout: str, ring: str) -> str | None:
    """The position word of a mouse; a nose that fits no port of its nest takes the nest's first one."""
    if facing is None:
        return None
    if isinstance(place, Cell):
        return _name(place) + EDGES[facing]
    nest = next((nest for nest in make_nests(layout, ring).all if nest.zone == place), None)
    if nest is None:
        return None
    return PORT_NAMES[next((port for port in nest.ports if port.facing == int(facing)), nest.ports[0])]


def _hands(scene: Scene, order: tuple[str, ...]) -> Iterator[str]:
    looks = {item.place: item.look for item in scene.tiles}
    for number in range(len(order)):
        look = looks.get(Zone(f"hand-P{number + 1}"))
        if look is not None and look.face == "up":
            yield f"P{number + 1}=up"


def _cheeses(scene: Scene, layout: str, ring: str) -> Iterator[str]:
    """Cheeses in nests; those that cannot be seen anywhere else lie on the Chamber, where a heap cannot be counted."""
    nests = {nest.zone: nest.id for nest in make_nests(layout, ring).all}
    delivered: dict[str, list[str]] = {}
    for number, piece in enumerate([piece for piece in scene.pieces if piece.kind == "cheese" and piece.place in nests]):
        delivered.setdefault(nests[Zone(piece.place.name)] if isinstance(piece.place, Zone) else "", []).append(
            "1" if number < CHEESES // 2 else "2")
    if delivered:
        yield "nests: " + " ".join(f"{nest}={','.join(values)}" for nest, values in delivered.items())
