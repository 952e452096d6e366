"""Light that lies over pieces as well as tiles is a flare; what only cards throw back is none."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from shown_pieces import Shown
from simulated_scenes import random_scene

from calibration.flares import BELIEVED, nats_for_flare
from calibration.teach import teach
from companion.core.grid import Cell, Place, Zone
from companion.core.reading import Reading
from companion.core.scene import PieceAt
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision.frame import Frame, Picture, TaughtPiece
from vision.light import Array
from vision.reader import Reader
from vision.relight import GAMMA, linear
from vision.rig import Rig, load_rig, save_rig
from vision.simulator.camera import SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures

OVER = np.array([0.0, 0.02, 0.05, 0.08])
"""Light over the tiles in four places, white is 1."""
KINDS = {"black": 0.02, "blue": 0.08, "white": 0.6}
"""What light pieces of a kind give, white is 1."""
TABLE = Renderer(LAYOUT, CATALOGUE, seed=1, askew=0.5)


def shown(kind: str, place: Place, light: float, height_mm: float) -> Shown:
    """A piece that gives so much light in that place."""
    whole, grey = np.ones((8, 8), np.float32), 255 * light ** (1 / GAMMA)
    taught = TaughtPiece(PieceAt(kind, place), (0.0, 0.0), 0.6, 0.6 + height_mm)
    return Shown(taught, np.full((8, 8, 3), grey, np.float32), whole, whole)


def views(share: float, height_mm: float = 15.0, zone: bool = False) -> tuple[list[Shown], NDArray[np.float64]]:
    """Pieces of each kind in four places, each in other light, over which that share of what lies over the tiles lies."""
    random = np.random.default_rng(4)
    places: list[Place] = [Zone("front") if zone else Cell(0, n) for n in range(len(OVER))]
    pieces = [
        shown(kind, place, own * random.normal(1, 0.1) + share * over, height_mm)
        for kind, own in KINDS.items() for place, over in zip(places, OVER, strict=True)
    ]  # fmt: skip
    return pieces, np.tile(OVER, len(KINDS))[:, None] * np.ones(3)


@pytest.mark.parametrize(("share", "flare"), [(1.0, True), (0.0, False), (0.3, False)])
def test_what_lies_over_all_is_told_by_what_stands(share: float, flare: bool) -> None:
    """Pieces that are brighter by all of what lies over the tiles, by none of it, and by a third."""
    assert (nats_for_flare(*views(share)) > BELIEVED) is flare


def test_flat_pieces_and_those_beside_the_board_say_nothing() -> None:
    """A counter shines as cards do, and what lies over a place beside the board nobody knows."""
    assert nats_for_flare(*views(1.0, height_mm=1.0)) < 0 and nats_for_flare(*views(1.0, zone=True)) < 0


def flare(peak: float) -> Array:
    """A lobe of light over the middle left of a picture (h, w, 3), white is 1."""
    across, down = np.meshgrid(np.arange(TABLE.size[0]), np.arange(TABLE.size[1]))
    lobe = np.exp(-(((across - 0.4 * TABLE.size[0]) / 200) ** 2 + ((down - 0.5 * TABLE.size[1]) / 160) ** 2) / 2)
    return (peak * lobe[..., None] * np.array([0.9, 1.0, 1.1])).astype(np.float32)


def seen_through(picture: Picture, light: Array) -> Picture:
    """A picture with that light over all of it."""
    return np.asarray(255 * np.clip(linear(picture.astype(np.float32)) + light, 0, 1) ** (1 / GAMMA) + 0.5).astype(np.uint8)


@cache
def rig_through(peak: float) -> Rig:
    """The table as it was taught through such a flare."""
    taught = [replace(each, picture=seen_through(each.picture, flare(peak))) for each in teaching_pictures(TABLE, seed=1)]
    return teach(taught, LAYOUT, CATALOGUE, TABLE.markers, TABLE.pose.lens)


def test_a_table_taught_through_a_flare_is_taught_as_it_looks_without() -> None:
    """The flare is told to a fifth of its light, and the drawings are those that were taught without it."""
    rig, plain = rig_through(0.08), rig_through(0.0)
    assert plain.appearance.flare is None and rig.appearance.flare is not None
    told = np.asarray(cv2.resize(rig.appearance.flare, TABLE.size), np.float32)
    (left, upper), (right, lower) = (np.asarray(rig.board_px)[corner].astype(int) for corner in (0, 2))
    board = np.s_[upper:lower, left:right]
    assert np.abs(told - flare(0.08))[board].mean() < 0.2 * flare(0.08)[board].mean()
    assert np.abs(rig.appearance.art - plain.appearance.art).mean() < 4


def test_a_brighter_flare_is_told_while_reading() -> None:
    """Half as bright again as in teaching, it hides no tile and makes no piece of what lies below it."""
    camera = SimulatedCamera(Renderer(LAYOUT, CATALOGUE, seed=5), seed=2)
    scene = random_scene(3)
    camera.show(scene)
    reader = Reader(rig_through(0.08))
    reading = reader.read(Frame(0, 0.0, seen_through(camera.step(0.0).picture, flare(0.12))))
    assert isinstance(reading, Reading) and reader.flare is not None and 1.3 < reader.flare.share < 1.7
    counts = Counter((claim.kind, claim.place) for claim in reading.pieces for _ in range(int(np.argmax(claim.log_p_counts))))
    assert counts == Counter((piece.kind, piece.place) for piece in scene.pieces)


def test_a_kept_rig_knows_its_flare(tmp_path: Path) -> None:
    """Written down and read again."""
    rig, path = rig_through(0.08), tmp_path / "rig.npz"
    save_rig(rig, path)
    again = load_rig(path, LAYOUT, CATALOGUE, TABLE.markers).appearance.flare
    assert again is not None and rig.appearance.flare is not None and np.allclose(again, rig.appearance.flare, atol=1e-3)
