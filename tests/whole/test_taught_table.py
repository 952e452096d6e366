"""A table taught from the owner's desk, from corners to a rig: what was learnt reads a table that it never saw."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest

from calibration.arrangements import InPlay
from calibration.course import Course, Points
from calibration.labels import board_px
from companion.app.simulated_eye import cast_of, misseen
from companion.core.reading import Reading, TileClaim
from companion.core.scene import Scene
from companion.games import find
from companion.simulated.rehearsal import dealt, grid_in_play
from vision.frame import Frame
from vision.reader import Reader
from vision.simulator.renderer import Conditions, Renderer


def tapped(drawn: Renderer) -> Points:
    """The corners as somebody puts them who is two pixels off."""
    chance = Random(5)
    return tuple((x + chance.choice((-2, 2)), y + chance.choice((-2, 2))) for x, y in board_px(drawn.pose, drawn.layout))


def surely_wrong(drawn: Renderer, scene: Scene, result: Reading) -> list[TileClaim]:
    """What the reading claims of cells with nine tenths and more, and wrongly."""
    wrong = misseen(drawn, scene, result) - result.hidden
    return [claim for claim in result.tiles if claim.place in wrong and math.exp(claim.looks[0].log_p) >= 0.9]


@pytest.mark.parametrize("marked", [True, False])
def test_what_is_taught_at_the_desk_reads_a_new_table(tmp_path: Path, marked: bool) -> None:
    """With markers, and with four corners put by a finger: nothing lies otherwise than asked, the trial is passed."""
    game = find("alles-kaese")
    truth = dealt(game, game.start(game.setup({})), 1)
    drawn = Renderer(game.layout_of(truth), game.catalogue, 1, marked=marked)
    play = InPlay(*grid_in_play(game, truth, 1))
    course = Course(tmp_path, drawn.layout, game.catalogue, cast_of(game, truth, 1), drawn.markers if marked else None, play)
    assert len(course.plan) <= 15
    for number, step in enumerate(course.plan):
        picture = drawn.draw(step.scene, None, Conditions(gain=1 + 0.02 * (number % 3 - 1), noise=number))
        if number == 0:
            course.confirm(picture, course.propose(picture) if marked else tapped(drawn))
        assert course.take(picture) == ()
    rig = course.teach()
    right, things = course.tried(rig)
    assert 0.95 * things <= right <= things
    state, chance = truth, Random(2)
    for _ in range(6):
        state = dealt(game, game.play(state, chance.choice(game.actions(state))), 1)
    result = Reader(rig).read(Frame(0, 0.0, drawn.draw(game.scene(state), None, Conditions(noise=90))))
    assert isinstance(result, Reading) and len(misseen(drawn, game.scene(state), result)) <= 2
    assert surely_wrong(drawn, game.scene(state), result) == []
