"""The windows of the rules on the table's clock, which these tests set by hand."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from fake_referee import FakeReferee
from hypothesis import given, settings
from hypothesis import strategies as st
from set_clock import SetClock
from toy_clock import ANN_S, BEN_S, START, TimedSitting, TimedToy
from toy_game import SEATS
from toy_readings import toy_frame

from companion.core.finding import Settled
from companion.core.game import CLOCK
from companion.core.messages import CueKind, Enter, LineKind, Snapshot, TakeBack
from companion.journal.entry import Entry, StoredGame
from companion.journal.journal import Journal
from companion.table.effects import Record, Show
from companion.table.loop import TableLoop
from companion.table.table import Table


def by_clock(entries: list[Entry]) -> list[str]:
    return [entry.text for entry in entries if entry.by == CLOCK]


def test_an_expiry_is_played_like_any_other_action_and_recorded_as_the_clocks() -> None:
    """Not a moment too early; on the record before a lamp says so, made by the clock; then the next window runs."""
    table = TimedSitting()
    assert table.wait(ANN_S - 0.1) == [] and table.left == [pytest.approx(0.1)]
    assert table.wait(0.1) == [">b"] and table.order == ["record", "show", "publish"]
    entry = table.entries[-1]
    assert (entry.seat, entry.by, entry.sentence) == (CLOCK, CLOCK, "The clock: walk to b")
    assert [cue.kind for effect in table.effects if isinstance(effect, Show) for cue in effect.cues] == [
        CueKind.LEGAL, CueKind.YOUR_TURN]
    assert table.left == [BEN_S] and table.table.snapshot().log[-1].kind is LineKind.LEGAL


def test_a_window_answered_in_time_leaves_no_expiry() -> None:
    """The window ends with the answer, however long it is until the next message."""
    table = TimedSitting()
    assert table.enter(">b", "ann", after=9.9) == [">b"]
    assert table.wait(2.0) == [] and by_clock(table.entries) == [] and table.left == [3.0]


def test_what_comes_too_late_finds_the_window_closed() -> None:
    """A message after the deadline meets the state that the clock has left, also when no tick came between."""
    table = TimedSitting()
    assert table.enter(">b", "ann", after=ANN_S) == [">b", ""]
    assert [entry.kind.value for entry in table.entries] == ["action", "note"]


def test_an_expiry_without_an_action_asks_once() -> None:
    """People are told once; the game stands where it stood, and the window stays to be seen as over."""
    table = TimedSitting("at=a turn=ben ply=0 tiles=?,?,?")
    assert table.wait(BEN_S) == [""] and table.entries[-1].sentence == "Ben, go on."
    assert table.wait(60.0) == [] and table.left == [None]
    assert table.enter(">b", "ben") == [">b"]


def test_what_waits_for_a_window_counts_when_it_is_over() -> None:
    """Too early it leaves no line, no lamp and no news at all; twice is once; somebody else's act in time makes it void."""
    table = TimedSitting("at=a turn=ben ply=0 tiles=?,?,?")
    assert table.enter("!sun", "ben", after=1.0) == [] and table.order == []
    assert table.enter("!sun", "ben") == [] and table.wait(BEN_S) == ["", "!sun"]
    other = TimedSitting("at=a turn=ben ply=0 tiles=?,?,?")
    other.enter("!sun", "ben")
    assert other.enter(">b", "ben") == [">b"] and "!sun" not in other.wait(BEN_S)


def test_the_camera_waits_for_a_window_too() -> None:
    """What was seen and counts only later is not played before, and is then taken from the picture."""
    referee = FakeReferee(Settled(("!sun",), 9.0), Settled(("!sun",), 9.0))
    table = TimedSitting("at=a turn=ben ply=0 tiles=?,?,?", referee=referee)
    assert table.wait(1.0, toy_frame("a sun,?,?", 1.0)) == []
    assert "not over yet" in table.table.snapshot().camera.words
    assert table.wait(BEN_S, toy_frame("a sun,?,?", 6.0)) == ["", "!sun"]


def test_a_window_stands_still_while_the_rules_say_so() -> None:
    """Its time is counted on from where it stood."""
    table = TimedSitting("at=b turn=ben ply=0 tiles=?,?,?")
    game: Any = table.table.game
    running, still = (game.windows(game.read_position(f"at=a turn=ann ply=4 tiles={tiles}")) for tiles in ("?,?,?", "sun,?,?"))
    clocks = table.table.facts.clocks.follow(running, 0.0).follow(still, 4.0)
    assert clocks.due(1000.0) is None and [one.left_s for one in clocks.shown()] == [6.0]
    again = clocks.follow(running, 500.0)
    assert again.due(505.9) is None and again.due(506.0) is not None


def test_the_clocks_action_can_be_taken_back_and_does_not_come_again() -> None:
    """Anybody may overrule the clock, after which it leaves that window alone; taking back wins nobody a new one."""
    table = TimedSitting()
    table.wait(ANN_S)
    assert table.wait(1.0, TakeBack("ben")) == [">b"] and table.left == [None]
    assert table.wait(100.0) == [] and table.enter(">b", "ann") == [">b"]
    slow = TimedSitting()
    slow.enter(">b", "ann", after=9.0)
    slow.wait(3.0, TakeBack("ann"))
    assert slow.left == [1.0] and slow.wait(1.0) == [">b"]


def test_nothing_runs_out_while_nothing_can_be_recorded() -> None:
    """While the record fails all windows stand still, and go on when it works again."""
    table = TimedSitting()
    table.wait(4.0)
    table.table.halt(table.table.facts, "the disk is full", table.now)
    assert table.wait(100.0) == [] and table.left == [6.0]
    table.table.go_on(table.now)
    assert table.wait(5.9) == [] and table.wait(0.1) == [">b"]


def test_a_resumed_game_gives_its_window_the_full_length_and_says_so() -> None:
    """Nobody knows how long the program was away; a window of a new game says nothing of the kind."""
    first = TimedSitting()
    first.enter(">b", "ann")
    again = TimedSitting(entries=tuple(first.entries))
    assert again.left == [BEN_S] and [one.anew for one in again.table.snapshot().windows] == [True]
    assert not TimedSitting().table.snapshot().windows[0].anew
    assert again.enter(">c", "ben") == [">c"] and not again.table.snapshot().windows[0].anew


def test_a_restart_remembers_what_ran_out_and_was_taken_back() -> None:
    """The record tells it."""
    first = TimedSitting()
    first.wait(ANN_S)
    first.wait(0.0, TakeBack())
    again = TimedSitting(entries=tuple(first.entries))
    assert again.left == [None] and again.wait(100.0) == []


def test_a_kill_around_the_expiry_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """Killed before it was on the disk the action follows once more in time; killed after that, it stands, once."""
    for written in (False, True):
        path = tmp_path / f"{written}.sqlite"
        journal = Journal.open(path)
        table = Table(TimedToy(), journal.begin("toy", START, SEATS, {}, 0.0), FakeReferee())
        table.open(0.0)
        effects = table.handle(Enter("nonsense"), ANN_S)
        if written:
            journal.append(*(effect.entry for effect in effects if isinstance(effect, Record)))
        # No close: the file is as a killed program leaves it.
        after = Journal.open(path)
        stored = after.resume("toy")
        assert stored is not None
        again = TimedSitting(entries=stored.entries)
        again.wait(ANN_S)
        assert by_clock(again.entries).count(">b") == 1
        after.close()
        journal.close()


@given(st.lists(st.tuples(st.floats(0, 7), st.sampled_from(["tick", ">a", ">b", ">c", "!sun", "!moon", "back"])), max_size=25))
@settings(max_examples=150, deadline=None)
def test_no_window_runs_out_twice(steps: list[tuple[float, str]]) -> None:
    """Whatever people do and take back, and however time passes: each window is followed at most once, and never early."""
    table = TimedSitting()
    followed, opened = [], dict[str, float]()
    for seconds, what in steps:
        windows = table.table.snapshot().windows
        opened.update({one.key: opened.get(one.key, table.now) for one in windows})
        message = TakeBack() if what == "back" else None if what == "tick" else Enter(what)
        before = len(table.entries)
        table.wait(seconds, message)
        if by_clock(table.entries[before:]):
            followed.append(windows[0].key)
            assert table.now - opened[windows[0].key] >= windows[0].length_s - 1e-6
    assert len(followed) == len(set(followed))


def test_a_step_that_fails_does_not_keep_a_window_open(caplog: pytest.LogCaptureFixture) -> None:
    """The loop lets windows run out in a step of their own, also when every message faults."""

    class Broken:
        def judge(self, *args: Any) -> Any:
            raise ZeroDivisionError("no patience left")

    recorded: list[str] = []
    told = threading.Semaphore(0)

    class Ledger:
        def append(self, *entries: Entry) -> None:
            recorded.extend(entry.text for entry in entries)

        def check(self) -> None:
            return

    def publish(snapshot: Snapshot) -> None:
        told.release()

    clock = SetClock()
    stored = StoredGame(1, "toy", START, SEATS)
    loop = TableLoop(Table(TimedToy(), stored, Broken()), Ledger(), lambda cues: None, publish, clock)
    loop.start()
    assert told.acquire(timeout=20)
    clock.advance(ANN_S)
    loop.submit(toy_frame("a ?,?,?"))
    assert told.acquire(timeout=20) and told.acquire(timeout=20)
    loop.close()
    assert recorded == [">b"] and "ZeroDivisionError" in caplog.text


def test_an_expiry_that_fails_is_not_tried_for_ever() -> None:
    """A fault in what follows is left out once and for all: people play on."""
    table = TimedSitting()
    table.table.fault(table.table.facts, "it failed", table.now + ANN_S)
    assert table.wait(ANN_S) == [] and table.left == [None] and table.enter(">b") == [">b"]
