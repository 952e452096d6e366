"""Below a piece the drawing is told from what the piece leaves to be seen."""

from __future__ import annotations

from random import Random

import pytest

from calibration.teach import teach
from companion.app.play import seated
from companion.app.simulated_eye import cast_of
from companion.core.grid import Cell
from companion.core.reading import Reading
from companion.core.scene import PieceAt, Scene
from companion.games import find
from companion.simulated.rehearsal import dealt
from vision.frame import Frame
from vision.reader import Reader
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures

GAME = find("librande-maze")


@pytest.fixture(scope="module")
def reader() -> Reader:
    state = dealt(GAME, GAME.start(GAME.setup({})), 3)
    table = Renderer(seated(GAME.layout_of(state), GAME.seats(state)), GAME.catalogue, 3)
    pictures = teaching_pictures(table, 3, copies=cast_of(GAME, state, 3))
    return Reader(teach(pictures, table.layout, GAME.catalogue, table.markers, table.pose.lens))


def crowded(seed: int) -> Scene:
    """A table all of whose heroes stand on a dozen tiles."""
    scene, chance = GAME.scene(dealt(GAME, GAME.start(GAME.setup({})), seed)), Random(seed)
    cells = [tile.place for tile in scene.tiles if isinstance(tile.place, Cell)]
    chance.shuffle(cells)
    pieces = (piece._replace(place=cells[n % 12]) if isinstance(piece.place, Cell) else piece for n, piece in enumerate(scene.pieces))
    return Scene(scene.tiles, tuple(pieces))


@pytest.mark.parametrize("seed", [10, 14, 17])
def test_what_stands_on_a_tile_is_no_part_of_its_drawing(reader: Reader, seed: int) -> None:
    """Every tile is read right and surely, though tokens hide a third of a dozen of them."""
    scene = crowded(seed)
    drawn = Renderer(reader.rig.layout, GAME.catalogue, seed + 50).draw(scene)
    reading = reader.read(Frame(0, 0.0, drawn))
    assert isinstance(reading, Reading)
    cells = [tile.place for tile in scene.tiles if isinstance(tile.place, Cell)]
    claims = {cell: reading.tile(cell) for cell in cells}
    wrong = [cell for cell, claim in claims.items() if claim is None or claim.best != scene.tile(cell)]
    assert not wrong and not reading.unsure
