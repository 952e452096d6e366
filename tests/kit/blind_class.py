"""A simulated table that lies as a course of teaching wants it, with an eye for the classroom."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from pathlib import Path

from calibration.course import Course
from companion.core.scene import Scene
from companion.games import find
from vision.frame import Frame, Picture
from vision.rig import Rig
from vision.simulator.renderer import Conditions, Renderer

GAME = find("four-blind-mice")
LAYOUT = GAME.layout_of(GAME.start(GAME.setup({})))
EMPTY = Scene((), ())
COPIES = {"coin": 6, "pawn-red": 1, "pawn-black": 1}


def renderer(marked: bool = True) -> Renderer:
    return Renderer(LAYOUT, GAME.catalogue, 1, marked=marked)


def course(folder: Path, marked: bool = True) -> Course:
    return Course(folder, LAYOUT, GAME.catalogue, COPIES, renderer().markers if marked else None)


@dataclass
class StagedEye:
    """Every look is a new frame of what lies there; `exchanged` are the rigs it was told to see with."""

    drawn: Renderer = field(default_factory=renderer)
    scene: Scene = EMPTY
    held: list[bool] = field(default_factory=list)
    exchanged: list[Rig] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._numbers = itertools.count(1)
        self._shown: tuple[Scene, Picture] | None = None

    def newest(self) -> Frame | None:
        if self._shown is None or self._shown[0] != self.scene:
            self._shown = self.scene, self.drawn.draw(self.scene, None, Conditions(noise=1))
        number = next(self._numbers)
        return Frame(number, float(number), self._shown[1])

    def hold(self, on: bool) -> None:
        self.held.append(on)

    def open(self) -> None:
        """It is open."""

    def exchange(self, rig: Rig) -> None:
        self.exchanged.append(rig)

    def lay(self, scene: Scene | None) -> None:
        self.scene = EMPTY if scene is None else scene
