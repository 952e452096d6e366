"""A mouse that carries a cheese shows its ears and its nose only: where it cannot be told, it is not denied."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from simulated_scenes import random_scene

from calibration.teach import teach
from companion.core.grid import Cell, Facing
from companion.core.reading import Reading
from companion.core.scene import PieceAt
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.frame import Frame
from vision.reader import Reader
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
        reading = reader.read(Frame(number, float(number), table.draw(replace(scene, pieces=pieces))))
        assert isinstance(reading, Reading)
        there = [claim for claim in reading.pieces if (claim.kind, claim.place) == ("mouse-yellow", cell)]
        assert there and np.exp(there[0].log_p_counts[1]) > 0.2, f"{cell}: {there}"
