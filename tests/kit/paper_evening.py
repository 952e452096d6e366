"""An evening without pixels: simulated players, a real table and a real referee, readings made from scenes, a set clock."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from random import Random
from typing import Any

from readings import ORDINARY, Noise, reading_of

from companion.core.game import Game
from companion.core.messages import FrameRead, LogLine, Snapshot
from companion.core.reading import NoReading, Reading
from companion.referee.referee import Referee
from companion.simulated.choosing import chooser
from companion.simulated.director import CheatReport, Director
from companion.simulated.rehearsal import dealt
from companion.simulated.stage import Stage
from companion.table.effects import Publish
from companion.table.table import Table, unrecorded

FRAME_S = 0.5


@dataclass
class Evening:
    """What came of it."""

    actions: int
    over: bool
    false_rulings: int
    helped: int
    reports: list[CheatReport]
    log: tuple[LogLine, ...]
    table_s: float
    truth: Any
    state: Any


class PaperEvening:
    """Runs frame by frame; `cheats` maps a ply to the way somebody cheats from then on."""

    def __init__(self, game: Game[Any, Any], answers: dict[str, str], seed: int, noise: Noise = ORDINARY) -> None:
        start = game.start(game.setup(answers))
        self.game, self.noise, self.seed = game, noise, seed
        self.table = Table(game, unrecorded(game, start, game.seats(start)), Referee(game))
        random = Random(seed)
        self.director = Director(game, dealt(game, start, seed), random, chooser(game, random), self._deal, known=start)
        self.snapshot: Snapshot | None = None
        self.now_s, self.frame = 0.0, 0
        self._take(self.table.open(0.0))

    def step(self) -> None:
        """One frame: people do something, the camera sees it, the table says something."""
        self.now_s += FRAME_S
        self.frame += 1
        stage = self.director.step(self.now_s, self.snapshot)
        for command in stage.says:
            self._take(self.table.handle(command, self.now_s))
        self._take(self.table.handle(FrameRead(self.look(stage)), self.now_s))

    def look(self, stage: Stage) -> Reading | NoReading:
        """What the camera offers of this moment."""
        hidden = stage.reach.places if stage.reach else ()
        seen = reading_of(
            stage.scene, self.game.catalogue, self.game.layout, self.noise, self.seed * 100_003 + self.frame,
            hidden=hidden, hand=stage.reach is not None,
        )  # fmt: skip
        return dataclasses.replace(seen, frame=self.frame, time_s=self.now_s)

    def run(self, most_frames: int, cheats: dict[int, str] | None = None) -> Evening:
        """Until the game is over and everything is known, or that many frames have passed."""
        waiting = dict(cheats or {})
        while self.frame < most_frames and not self._finished():
            for ply in [ply for ply in waiting if ply <= self.director.truth.ply]:
                self.director.cheat(waiting.pop(ply))
            self.step()
        director = self.director
        log = self.snapshot.log if self.snapshot else ()
        return Evening(
            director.truth.ply, self._finished(), director.false_rulings, director.helped, director.reports, log, self.now_s,
            director.truth, self.table.state,
        )  # fmt: skip

    def _deal(self, state: Any) -> Any:
        return dealt(self.game, state, self.seed)

    def _finished(self) -> bool:
        return self.director.over and self.snapshot is not None and self.snapshot.views[None].outcome is not None

    def _take(self, effects: Any) -> None:
        for effect in effects:
            if isinstance(effect, Publish):
                self.snapshot = effect.snapshot
