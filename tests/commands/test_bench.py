"""`companion bench`: what it counts, with a clock that ticks one second a look."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import cv2
import numpy as np
import pytest
from toy_game import ToyGame

from companion.commands.bench import RulesSpeed, figures, rules_speed, table
from companion.commands.bench_seeing import SeeingSpeed, idle_multiple, seeing_speed
from companion.commands.successors import Rate, SuccessorSpeed
from companion.core.errors import CompanionError
from companion.core.reading import NoReading
from vision.frame import Frame


def ticking() -> Callable[[], float]:
    """A clock that is one second later whenever it is looked at, so that every piece of work takes one second."""
    return map(float, itertools.count()).__next__


def test_the_rules_are_counted_and_timed() -> None:
    """Each action is listed and played once and judged twice, but for the first of a game, which nothing came before."""
    speed = rules_speed(ToyGame(), 40, ticking())
    assert (speed.plies, speed.playing_s) == (40, 40.0)
    assert speed.listing_s > 40 and speed.generated > 40
    assert speed.judging_s == speed.judged < 80
    assert speed.judgement_ms == 1000


def test_the_same_games_are_played_every_time() -> None:
    """The seed is fixed: counts can be compared between computers."""
    assert rules_speed(ToyGame(), 30, ticking()) == rules_speed(ToyGame(), 30, ticking())


def test_seeing_is_a_multiple_of_decoding() -> None:
    """Every photograph is decoded and read once, after one to warm up; the clock makes both equally long."""
    ok, photograph = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))
    seen: list[int] = []

    def read(frame: Frame) -> NoReading:
        seen.append(frame.number)
        return NoReading(frame.number, frame.time_s, "dark", "it is dark", "make light")

    assert ok and seeing_speed(read, [photograph.tobytes()] * 3, ticking()) == SeeingSpeed(3, 1000.0, 1000.0, 2.0, 1.0)
    assert seen == [0, 1, 2, 3]


def test_an_idle_frame_stands_beside_decoding() -> None:
    """The frames after the first count; the clock makes reading and decoding equally long."""
    ok, photograph = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))
    read = NoReading(0, 0.0, "dark", "it is dark", "make light")
    assert ok and idle_multiple(lambda frame: read, photograph.tobytes(), ticking()) == 1.0


def test_a_broken_photograph_is_named() -> None:
    """What is no picture cannot be timed."""
    with pytest.raises(CompanionError, match="no picture"):
        seeing_speed(lambda frame: NoReading(0, 0.0, "dark", "", ""), [b"no picture at all"])


def test_the_table_has_a_line_for_every_figure() -> None:
    """Three lines for each game, six more when photographs were read."""
    rules = RulesSpeed("Toy", 10, 5, 4000, 2.0, 3.0, 10, 0.5)
    assert list(table([rules], SeeingSpeed(3, 6.5, 41.0, 7.3, 1.25, 0.3, 48.0, False, 3.1, 13.6, 0.9)))[2:] == [
        "| Toy: actions listed | 2,000 per s |",
        "| Toy: turns played at random | 1 per s |",
        "| Toy: judging one action | 50.000 ms |",
        "| decoding a photograph | 6.5 ms |",
        "| reading it | 41.0 ms; with decoding 7.3 times decoding it |",
        "| reading it, the slowest in ten beside the median | 1.25 |",
        "| reading it when 3 cells have changed | 13.6 ms; with decoding 3.1 times decoding it; 90 % read only there |",
        "| a frame in which nothing has changed | 0.30 times decoding it |",
        "| memory of the reader | 48 MiB |",
    ]
    assert len(list(table([rules], None))) == 5


def test_successors_stand_beside_those_of_chess() -> None:
    """A ratio where python-chess was measured, a reason where it was not; scenes only where the game tells what changes."""
    beside = SuccessorSpeed("Toy", 2, 0.5, Rate(400, 2.0, 800, 1.0), Rate(100, 1.0, 400, 1.0))
    alone = SuccessorSpeed("Toy", 2, 0.5, Rate(400, 2.0), None)
    assert list(table([], None, [beside]))[2:] == [
        "| Toy: listing the actions of a position, median | 0.50 ms |",
        "| Toy: successors | 200 per s, 0.25 of python-chess's with copy and push |",
        "| Toy: successors with their changes of scene | 100 per s, 0.25 of python-chess's with piece map |",
    ]
    assert list(table([], None, [alone]))[3:] == ["| Toy: successors | 200 per s (python-chess is not installed: no ratio) |"]


def test_figures_hold_what_counts_and_seconds_come_to() -> None:
    """The JSON names counts, seconds, successors a second and the ratio."""
    found = figures(SuccessorSpeed("Toy", 2, 0.5, Rate(400, 2.0, 800, 1.0), None))
    plain = {"successors": 400, "seconds": 2.0, "yard_successors": 800, "yard_seconds": 1.0, "per_s": 200.0, "ratio": 0.25}
    assert found == {"game": "Toy", "positions": 2, "actions_ms": 0.5, "plain": plain, "scenes": None}
