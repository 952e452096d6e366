"""A lamp that a tile mirrors so that its light cannot be taken out of the picture."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from simulated_scenes import random_scene

from calibration.teach import teach
from companion.games.mice_in_a_maze.catalogue import CATALOGUE
from companion.games.mice_in_a_maze.layout import LAYOUT
from vision import ground as seeing
from vision.locate import Locator
from vision.pose import Pose
from vision.rectify import Rectifier, block_of
from vision.relight import GAMMA, linear
from vision.simulator.camera import SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures


def test_a_drawing_is_told_with_its_lamp_though_the_light_stays_in_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of a tile shines, and nothing takes the light out: what fits best with a lamp on it lies there."""
    table = Renderer(LAYOUT, CATALOGUE, seed=1, askew=0.5)
    rig = teach(teaching_pictures(table, seed=1), LAYOUT, CATALOGUE, table.markers, table.pose.lens)
    camera = SimulatedCamera(Renderer(LAYOUT, CATALOGUE, seed=5), seed=2)
    camera.show(random_scene(3)._replace(pieces=()))
    picture = camera.step(0.0).picture
    pose = Locator(rig).locate(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8))
    assert isinstance(pose, Pose)
    ground = seeing.GroundReader(rig)
    plan = Rectifier(ground.plan).rectify(picture, pose)
    bare, cell = ground.read(plan), 16
    left, upper = (int(at) for at in block_of(ground.plan, LAYOUT, ground.cells[cell]))
    lit = np.s_[upper : upper + 3 * ground.plan.cell // 4, left : left + ground.plan.cell]
    plan = plan.copy()
    plan[lit] = np.clip(255 * (linear(plan[lit].astype(np.float32)) + 0.4) ** (1 / GAMMA), 0, 255).astype(np.uint8)
    monkeypatch.setattr(seeing, "mirrors", lambda *_, **__: None)
    _, told = ground.settled(plan)
    assert told.fits.rows[cell, 0] == bare.fits.rows[cell, 0]
    assert told.fits.costs[cell, 0] < 0.5 * ground.read(plan).fits.costs[cell, 0] and told.lamps[cell] > 0
