"""A mouse that carries a cheese shows its ears and its nose only: where it cannot be told, it is not denied."""

from __future__ import annotations

import numpy as np
import pytest
from simulated_scenes import random_scene

from calibration.teach import teach
from companion.core.grid import Cell, Facing, Zone
from companion.core.reading import Reading
from companion.core.scene import PieceAt
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.frame import Frame
from vision.reader import Reader
from vision.rig import with_pieces
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures


@pytest.fixture(scope="module")
def reader() -> Reader:
    table = Renderer(LAYOUT, CATALOGUE, seed=1, askew=0.5)
    return Reader(teach(teaching_pictures(table, seed=1), LAYOUT, CATALOGUE, table.markers, table.pose.lens))


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_what_carries_a_cheese_is_not_denied(reader: Reader, seed: int) -> None:
    """The yellow mouse under a cheese on any open tile of the far rows: it is claimed there, or held possible at least."""
    scene, table = random_scene(seed, open_share=1.0), Renderer(LAYOUT, CATALOGUE, seed=9)
    for number, cell in enumerate((Cell(0, 5), Cell(1, 2), Cell(1, 5))):
        pieces = (PieceAt("mouse-yellow", cell, Facing((seed + number) % 4)), PieceAt("cheese", cell, None, "mouse-yellow"))
        reading = reader.read(Frame(number, float(number), table.draw(scene._replace(pieces=pieces))))
        assert isinstance(reading, Reading)
        there = [claim for claim in reading.pieces if (claim.kind, claim.place) == ("mouse-yellow", cell)]
        assert there and np.exp(there[0].log_p_counts[1]) > 0.2, f"{cell}: {there}"


@pytest.mark.parametrize("facing", [Facing.N, Facing.S])
def test_what_it_carries_is_no_crowd_around_a_mouse(reader: Reader, facing: Facing) -> None:
    """In a nest, with a cheese on it, which way the mouse looks is told with 20 to 1 at least."""
    scene, table = random_scene(1, open_share=1.0), Renderer(LAYOUT, CATALOGUE, seed=9)
    pieces = (PieceAt("mouse-blue", Zone("S5"), facing), PieceAt("cheese", Zone("S5"), None, "mouse-blue"))
    reading = reader.read(Frame(0, 0.0, table.draw(scene._replace(pieces=pieces))))
    assert isinstance(reading, Reading)
    told = next(claim.log_p_facings for claim in reading.pieces if claim.kind == "mouse-blue")
    assert told is not None and all(told[facing] - told[other] > 3 for other in Facing if other is not facing)


@pytest.mark.parametrize(("cell", "facing"), [(Cell(2, 2), Facing.N), (Cell(1, 4), Facing.E), (Cell(5, 5), Facing.W)])
def test_what_stands_unrecognised_may_be_what_is_missing(reader: Reader, cell: Cell, facing: Facing) -> None:
    """An eye that does not know black mice sees one: that place is unsure, and the others, seen nowhere, may be there."""
    scene, table = random_scene(1, open_share=1.0), Renderer(LAYOUT, CATALOGUE, seed=9)
    kinds = {kind.name for kind in CATALOGUE.pieces} - {"mouse-black"}
    stranger = Reader(with_pieces(reader.rig, kinds))
    reading = stranger.read(Frame(0, 0.0, table.draw(scene._replace(pieces=(PieceAt("mouse-black", cell, facing),)))))
    assert isinstance(reading, Reading) and cell in reading.unsure - reading.tile_only
    chances = [np.exp(claim.log_p_counts[1]) for claim in reading.pieces if claim.place == cell and "mouse" in claim.kind]
    assert chances and max(chances) < 0.5
