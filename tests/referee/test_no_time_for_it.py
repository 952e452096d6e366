"""Time as evidence: nobody does more than there was time for, and how long hands were at work is counted."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.core.finding import Irregular, Unclear
from companion.core.grid import Cell
from companion.core.messages import FrameRead
from companion.core.reading import NoReading, Reading
from companion.games import find
from companion.journal.reading_json import reading_json, reading_of_json
from companion.referee.referee import Referee
from companion.referee.settings import Priors
from companion.simulated.noise import Noise, SceneEye
from companion.table.at_work import AtWork
from companion.table.table import Table, unrecorded

MAZE = find("librande-maze")

FETCHED = (
    "1=BA@c3{hand=?,? pile=1 last=1}; 3=DR@e7{hand=?,?,?}; maze L1 I1 T1 Lw1 T1 L2 L2 | L1 L3 I0 L3 L2 Tw3 L2 | T0 Lt1 T0 I1 T1 "
    "I1 T2 | Iw0 I1 I0 Tw1 I0 Lw2 T1 | T0 L3 T3 Tw1 T2 L1 T2 | Iw0 L1 L1 Iw1 T1 Lt3 L0 | L0 I1 T3 T1 T3 I1 L3; dragon c6; "
    "treasure e3 c4 e4 c5 d5.e e5 c6 d7; turn 1; ap 2; deck 33"
)
"""The Barbarian may step to c4, pick up the treasure that lies there, and rush back: three acts."""

TWO_CHESTS = (
    "1=BA@c5{hand=?,?,?,?}; 3=DR@c2{hand=?,?,? pile=1 last=1}; maze L1 I1 T1 Iw0 T1 L2 L2 | L1 L3 I0 T2 L2 Tw3 L2 | T0 Lt1 T0 "
    "Lw2 T1 I1 T2 | Iw0 I1 I0 L1 I0 Lw2 T1 | T0 L3 T3 I1 T2 L1 T2 | L0 Iw0 L1 Tw1 Tw1 T1 Lt3 | L0 I1 T3 L1 T3 I1 L3; dragon d3; "
    "treasure c3 e3 c4 e4 c5x2 e5 e6.e; turn 1; ap 2; deck 30; discard HA"
)
"""The Barbarian stands on two treasures and may step to c4 with one, come back and rush there with the other."""


def fetched() -> tuple[Any, Reading]:
    state = end = MAZE.read_position(FETCHED)
    for token in ("mv:c4", "pk", "pw:rush>c3"):
        end = MAZE.play(end, MAZE.read(token))
    eye = SceneEye(MAZE.catalogue, MAZE.layout_of(state), Random(2), Noise(doubtful=0.0, ghosts=0.0))
    return state, eye.read(MAZE.scene(end))


@pytest.mark.parametrize(("busy_s", "finding"), [(None, Unclear), (9.0, Unclear), (0.6, Irregular)])
def test_a_treasure_is_not_fetched_in_no_time(busy_s: float | None, finding: type) -> None:
    """A step there, a treasure taken and a rush back explain a treasure on the shelf, unless hands were there but a moment."""
    state, reading = fetched()
    assert isinstance(Referee(MAZE).judge(state, replace(reading, busy_s=busy_s), 5.0), finding)


@pytest.mark.parametrize(("busy_s", "finding"), [(9.0, Unclear), (1.4, Irregular)])
def test_two_treasures_are_not_dragged_one_after_the_other_in_no_time(busy_s: float, finding: type) -> None:
    """A step with one, back again and a rush with the other explain two treasures dragged at once, if there was time for them."""
    state = MAZE.read_position(TWO_CHESTS)
    slip = next(slip for slip in MAZE.slips(state) if slip.violations[0].code == "drag-too-many"
                and any(piece.place == Cell(3, 2) and piece.kind.startswith("hero") for piece in slip.scene.pieces))
    eye = SceneEye(MAZE.catalogue, MAZE.layout_of(state), Random(2), Noise(doubtful=0.0, ghosts=0.0))
    assert isinstance(Referee(MAZE).judge(state, replace(eye.read(slip.scene), busy_s=busy_s), 5.0), finding)


def test_one_act_there_was_always_time_for() -> None:
    """Only what is done besides costs anything, and nothing where nobody knows for how long hands were at work."""
    priors = Priors()
    assert priors.hurried(1, 0.0) == priors.hurried(3, 3 * priors.act_s) == priors.hurried(9, None) == 0.0
    assert priors.hurried(3, 0.0) == 2 * priors.hurry < priors.hurried(2, 0.0) < priors.hurried(2, 1.5 * priors.act_s) < 0.0


def test_what_is_not_rest_is_time_for_hands() -> None:
    """A still table adds nothing unless pictures are far apart; hands and what moves add what passes."""
    def picture(time_s: float, hand: bool = False) -> Reading:
        return Reading(0, time_s, (), (), hand=hand)

    assert AtWork().after(picture(1.0), rests=True).busy_s is None
    work = AtWork().after(picture(1.0), rests=True).matched()
    work = work.after(picture(1.2), rests=True)
    assert work.busy_s == 0.0
    work = work.after(picture(1.4, hand=True), rests=False).after(NoReading(0, 1.8, "moving", "", ""), rests=False)
    assert work.busy_s == pytest.approx(0.6)
    work = work.after(picture(2.0), rests=False).after(picture(2.2), rests=True)
    assert work.busy_s == pytest.approx(0.8)
    assert work.after(picture(4.2), rests=True).busy_s == pytest.approx(2.8)
    assert work.matched().busy_s == 0.0


def test_the_table_tells_its_judge_for_how_long() -> None:
    """Two quick hands, one after the other: what the judge hears is the time of both together, until the table matches again."""
    state, after = fetched()
    heard: list[float | None] = []

    class Hears(Referee[Any]):
        def judge(self, state: Any, reading: Reading, *rest: Any) -> Any:
            heard.append(reading.busy_s)
            return super().judge(state, reading, *rest)

    table = Table(MAZE, unrecorded(MAZE, state, MAZE.seats(state)), Hears(MAZE))
    eye = SceneEye(MAZE.catalogue, MAZE.layout_of(state), Random(2), Noise(doubtful=0.0, ghosts=0.0))
    before = eye.read(MAZE.scene(state))
    hand = replace(before, hand=True)
    for number, seen in enumerate([before, before, hand, hand, before, before, hand, hand, hand, after, after]):
        table.handle(FrameRead(replace(seen, frame=number, time_s=number / 5)), number / 5)
    assert heard[:2] == [None, 0.0] and heard[2:4] == pytest.approx([0.6, 0.0]) and heard[4:] == pytest.approx([0.8, 0.8])


def test_a_ruling_judged_again_knows_the_time() -> None:
    """How long hands were at work is kept with the reading."""
    reading = replace(fetched()[1], busy_s=1.25)
    assert reading_of_json(reading_json(reading)).busy_s == 1.25
    assert reading_of_json(reading_json(replace(reading, busy_s=None))).busy_s is None
