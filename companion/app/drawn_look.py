"""The eye of a measured evening that sees pixels: the simulator draws every moment and vision reads it."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.app.demo import sides_of
from companion.app.play import seated
from companion.app.simulated_eye import teach_simulated
from companion.core.game import Game
from companion.core.grid import Facing
from companion.core.reading import NoReading, Reading
from companion.simulated.rehearsal import dealt, pieces_met
from companion.simulated.table_talk import Moment
from vision.reader import Reader
from vision.rig import with_pieces
from vision.simulator.camera import NO_FAULTS, Faults, SimulatedCamera
from vision.simulator.renderer import Renderer
from vision.steady import SteadyReader

BUMPED = 0.002
"""How often the camera is pushed a little (chance in a frame)."""


class DrawnLook:
    """Taught from drawn pictures first; light drifts, and now and then the camera is pushed by a few millimetres."""

    def __init__(self, game: Game[Any, Any], state: Any, seed: int) -> None:
        truth = dealt(game, state, seed)
        seats = game.seats(truth)
        layout = seated(game.layout_of(truth), seats)
        renderer = Renderer(layout, game.catalogue, seed)
        kinds = frozenset([*pieces_met(game, truth, seed), *(kind for seat in seats for kind in seat.pieces)])
        rig = with_pieces(teach_simulated(game, renderer, truth, seed), kinds)
        self._camera, self._sides = SimulatedCamera(renderer, seed), sides_of(layout, seats)
        self._reader, self._random, self._faults = SteadyReader(Reader(rig)), Random(f"faults {seed}"), NO_FAULTS

    def look(self, moment: Moment, frame: int, now_s: float) -> Reading | NoReading:
        """What vision makes of that moment; hands are drawn, sleeves and nudges are left to them."""
        self._camera.show(moment.scene)
        if moment.hand is None:
            self._camera.withdraw()
        else:
            self._camera.reach(self._sides.get(moment.seat, Facing.S), moment.hand, moment.progress)
        if self._random.random() < BUMPED:
            self._faults = Faults(bump_mm=(self._random.uniform(-4, 4), self._random.uniform(-4, 4)))
            self._camera.go_wrong(self._faults)
        return self._reader.read(self._camera.step(now_s))
