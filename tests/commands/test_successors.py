"""Successors a second: what is expanded, what is timed, and python-chess as the yardstick, with a clock that ticks."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable

import pytest
from toy_game import ToyGame, ToyState

from companion.commands.successors import Rate, Yardstick, mid_game, push_all, push_and_map_all, successor_speed, yardstick


def ticking() -> Callable[[], float]:
    """A clock that is one second later whenever it is looked at, so that every piece of work takes one second."""
    return map(float, itertools.count()).__next__


def test_every_position_is_expanded_once() -> None:
    """Successors are the legal actions of all positions; each slice of ten takes one tick, as does each listing."""
    speed = successor_speed(ToyGame(), None, 20, ticking())
    listed = sum(len(ToyGame().actions(state)) for state in mid_game(ToyGame(), 20)[0])
    assert (speed.positions, speed.actions_ms, speed.scenes) == (20, 1000.0, None)
    assert speed.plain == Rate(listed, 2.0)
    assert (speed.plain.per_s, speed.plain.ratio) == (listed / 2, None)


def test_the_yardstick_is_measured_in_the_same_run() -> None:
    """As many boards as positions are expanded, and the ratio compares successors a second."""
    speed = successor_speed(ToyGame(), yardstick(5), 20, ticking())
    assert speed.plain.yard_successors > 100 and speed.plain.yard_seconds == 2.0
    assert speed.plain.ratio == speed.plain.successors / speed.plain.yard_successors


def test_changes_of_scene_are_told_for_every_successor() -> None:
    """A game that tells what changes on the table is asked once for each successor."""
    asked: list[tuple[ToyState, ToyState]] = []

    class Telling(ToyGame):
        def scene_change(self, before: ToyState, after: ToyState) -> None:
            asked.append((before, after))

    speed = successor_speed(Telling(), None, 6, ticking())
    assert speed.scenes == speed.plain
    assert len(asked) == speed.plain.successors and all(before != after for before, after in asked)


def test_chess_has_twenty_first_moves() -> None:
    """The yardstick goes through every legal move and leaves the board alone."""
    import chess

    board = chess.Board()
    assert (push_all(board), push_and_map_all(board), board.fen()) == (20, 20, chess.STARTING_FEN)
    assert isinstance(yardstick(3), Yardstick)


def test_without_chess_there_is_no_yardstick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer on which python-chess is missing gets no ratio and no error."""
    monkeypatch.setitem(sys.modules, "chess", None)
    assert yardstick(3) is None
