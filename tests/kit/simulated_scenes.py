"""Random but lawful-looking scenes of Mice in a Maze for the simulated table, each from its seed."""

from __future__ import annotations

from random import Random

from companion.core.grid import Cell, Facing, Place, Zone
from companion.core.scene import Look, PieceAt, Scene, TileAt
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT

BACK = Look("back", "down")
CHAMBER = Cell(3, 3)
NESTS = tuple(zone for zone in LAYOUT.zones if zone.exits)


def random_scene(seed: int, open_share: float = 0.5) -> Scene:
    """Four mice, eight cheeses (some carried), up to eight marbles, every kind of tile at most once."""
    chance = Random(f"scene {seed}")
    kinds = [kind for kind in CATALOGUE.tiles if kind.name != "chamber"]
    chance.shuffle(kinds)

    def look() -> Look:
        kind = kinds.pop()
        return Look(kind.name, "up", chance.randrange(kind.periods["up"])) if chance.random() < open_share else BACK

    hands = [Zone(zone.name) for zone in LAYOUT.zones if zone.holds_tile][: chance.randrange(2, 5)]
    places: list[Place] = [*LAYOUT.cells(), *hands]
    tiles = tuple(TileAt(place, Look("chamber", "up") if place == CHAMBER else look()) for place in places)
    return Scene(tiles, _pieces(chance))


def _pieces(chance: Random) -> tuple[PieceAt, ...]:
    cells = [cell for cell in LAYOUT.cells() if cell != CHAMBER]
    chance.shuffle(cells)
    pieces: list[PieceAt] = []
    carried = 0
    for name in chance.sample([kind.name for kind in CATALOGUE.pieces if kind.directed], 4):
        place, facing = _stand(chance, cells)
        pieces.append(PieceAt(name, place, facing))
        if isinstance(place, Cell) and chance.random() < 0.5:
            pieces.append(PieceAt("cheese", place, None, name))
            carried += 1
    loose, delivered = chance.randrange(2), chance.randrange(4)
    pieces += [PieceAt("cheese", cells.pop()) for _ in range(loose)]
    pieces += [PieceAt("cheese", Zone(chance.choice(NESTS).name)) for _ in range(delivered)]
    pieces += [PieceAt("cheese", CHAMBER) for _ in range(8 - carried - loose - delivered)]
    pieces += [PieceAt("marble", cells.pop()) for _ in range(chance.randrange(9))]
    return tuple(pieces)


def _stand(chance: Random, cells: list[Cell]) -> tuple[Place, Facing]:
    """Mostly on a tile of its own, now and then in the Chamber or in a nest with the nose to its way out."""
    where = chance.random()
    if where < 0.15:
        return CHAMBER, Facing(chance.randrange(4))
    if where < 0.35:
        zone = chance.choice(NESTS)
        return Zone(zone.name), chance.choice(zone.exits)
    return cells.pop(), Facing(chance.randrange(4))
