"""An evening in pixels: as on paper, but the simulated camera draws every moment and the real eye reads it."""

from __future__ import annotations

from typing import Any

from paper_evening import PaperEvening

from companion.app.demo import sides_of
from companion.app.play import seated
from companion.app.simulated_eye import teach_simulated
from companion.core.game import Game
from companion.core.grid import Facing
from companion.core.reading import NoReading, Reading
from companion.simulated.rehearsal import pieces_met
from companion.simulated.stage import Stage
from vision.reader import Reader
from vision.rig import with_pieces
from vision.simulator.camera import SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.steady import SteadyReader


class PixelEvening(PaperEvening):
    """The eye is taught from simulated pictures first; vision sees pixels only."""

    def __init__(self, game: Game[Any, Any], answers: dict[str, str], seed: int) -> None:
        super().__init__(game, answers, seed)
        seats = game.seats(self.director.truth)
        layout = seated(game.layout_of(self.director.truth), seats)
        renderer = Renderer(layout, game.catalogue, seed)
        # As at a real table: what the seats play with, and what comes on the table later in the game.
        own = {kind for seat in seats for kind in seat.pieces}
        kinds = frozenset(own | pieces_met(game, self.director.truth, seed).keys())
        self.rig = with_pieces(teach_simulated(game, renderer, self.director.truth, seed), kinds)
        self.camera, self.sides = SimulatedCamera(renderer, seed), sides_of(layout, seats)
        self.reader = SteadyReader(Reader(self.rig))

    def look(self, stage: Stage) -> Reading | NoReading:
        self.camera.show(stage.scene)
        if stage.reach is None:
            self.camera.withdraw()
        else:
            self.camera.reach(self.sides.get(stage.reach.seat, Facing.S), stage.reach.places, stage.reach.progress)
        return self.reader.read(self.camera.step(self.now_s))
