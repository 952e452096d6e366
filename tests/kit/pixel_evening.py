"""An evening in pixels: as on paper, but the simulated camera draws every moment and the real eye reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from paper_evening import PaperEvening

from calibration.teach import teach
from companion.app.demo import sides_of
from companion.app.play import seated
from companion.app.simulated_eye import cast_of, teach_simulated
from companion.core.game import Game
from companion.core.grid import Facing
from companion.core.reading import NoReading, Reading
from companion.simulated.rehearsal import pieces_met
from companion.simulated.stage import Stage
from vision.pose import Pose
from vision.reader import Reader
from vision.rig import Rig, with_pieces
from vision.simulator.camera import Faults, SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.simulator.teaching import teaching_pictures
from vision.steady import SteadyReader


@dataclass(frozen=True, slots=True)
class Room:
    """Where the camera hangs: a table that is not `marked` has its corners told once, in a lens nobody knows; `light` against
    that of teaching; `tilt_deg` by how much more the camera looks aside than usual."""

    marked: bool = True
    light: float = 1.0
    tilt_deg: float = 0.0


class PixelEvening(PaperEvening):
    """The eye is taught from simulated pictures first; vision sees pixels only."""

    def __init__(self, game: Game[Any, Any], answers: dict[str, str], seed: int, room: Room | None = None) -> None:
        super().__init__(game, answers, seed)
        room = Room() if room is None else room
        seats = game.seats(self.director.truth)
        layout = seated(game.layout_of(self.director.truth), seats)
        renderer = Renderer(layout, game.catalogue, seed, marked=room.marked)
        renderer.pose = tilted(renderer.pose, room.tilt_deg)
        # As at a real table: what the seats play with, and what comes on the table later in the game.
        own = {kind for seat in seats for kind in seat.pieces}
        kinds = frozenset(own | pieces_met(game, self.director.truth, seed).keys())
        self.rig = with_pieces(self._taught(renderer), kinds)
        self.camera, self.sides = SimulatedCamera(renderer, seed), sides_of(layout, seats)
        self.camera.go_wrong(Faults(light=room.light))
        self.reader = SteadyReader(Reader(self.rig))

    def look(self, stage: Stage) -> Reading | NoReading:
        self.camera.show(stage.scene)
        if stage.reach is None:
            self.camera.withdraw()
        else:
            self.camera.reach(self.sides.get(stage.reach.seat, Facing.S), stage.reach.places, stage.reach.progress)
        return self.reader.read(self.camera.step(self.now_s))

    def _taught(self, renderer: Renderer) -> Rig:
        game, truth, seed = self.game, self.director.truth, self.seed
        if renderer.marked:
            return teach_simulated(game, renderer, truth, seed)
        pictures = teaching_pictures(renderer, seed, copies=cast_of(game, truth, seed))
        return teach(pictures, renderer.layout, game.catalogue, None, None)


def tilted(pose: Pose, more_deg: float) -> Pose:
    """The camera moved to the near side on a circle around what it looks at, so that it looks that much more aside."""
    rotation = np.asarray(cv2.Rodrigues(pose.rotation)[0], np.float64)
    centre = -rotation.T @ pose.translation
    ahead = rotation.T @ np.array([0.0, 0.0, 1.0])
    looked_at = centre - ahead * centre[2] / ahead[2]
    turn = np.asarray(cv2.Rodrigues(np.radians([-more_deg, 0.0, 0.0]))[0], np.float64)
    moved, turned = looked_at + turn.T @ (centre - looked_at), rotation @ turn
    return Pose(np.asarray(cv2.Rodrigues(turned)[0], np.float64).reshape(3), np.asarray(-turned @ moved, np.float64), pose.lens)
