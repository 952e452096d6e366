"""The thread that owns the table: order, nothing lost, and nothing accepted that is not recorded."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

import pytest
from fake_referee import FakeReferee
from set_clock import SetClock
from toy_game import SEATS, ToyGame
from toy_readings import toy_frame

from companion.core.messages import Cue, CueKind, Enter, Snapshot
from companion.journal.entry import Entry, StoredGame
from companion.journal.errors import JournalError
from companion.table.loop import NewestSlot, TableLoop
from companion.table.table import Table

STORED = StoredGame(1, "toy", "at=a turn=ann ply=0 tiles=?,?,?", SEATS)
PATIENCE_S = 20.0
"""Only a broken loop waits so long: everything here is signalled."""


class Ledger:
    """A journal in memory that can be told to fail, and one list of everything in the order it happened."""

    def __init__(self) -> None:
        self.happened: list[str] = []
        self.shots: list[Snapshot] = []
        self.broken = ""
        self.changed = threading.Condition()

    def append(self, *entries: Entry) -> None:
        self.check()
        for entry in entries:
            self.happen(f"record {entry.text or entry.kind.value}")

    def check(self) -> None:
        if self.broken:
            raise JournalError(self.broken)

    def show(self, cues: tuple[Cue, ...]) -> None:
        self.happen("show " + " ".join(cue.kind.value for cue in cues))

    def publish(self, snapshot: Snapshot) -> None:
        self.shots.append(snapshot)
        self.happen("publish")

    def happen(self, what: str) -> None:
        with self.changed:
            self.happened.append(what)
            self.changed.notify_all()

    def wait_until(self, reached: Callable[[], bool]) -> None:
        with self.changed:
            assert self.changed.wait_for(reached, PATIENCE_S), self.happened


def a_loop(ledger: Ledger, referee: Any = None, **callbacks: Any) -> TableLoop:
    show = callbacks.get("show", ledger.show)
    return TableLoop(Table(ToyGame(), STORED, referee or FakeReferee()), ledger, show, ledger.publish, SetClock())


def test_effects_are_carried_out_in_order() -> None:
    """Record, then lamps, then pages, for one message after the other; closing handles what still waits."""
    ledger = Ledger()
    loop = a_loop(ledger)
    for text in (">b", "!sun"):
        loop.submit(Enter(text, "ann"))
    loop.start()
    loop.close()
    one = ["show legal your-turn", "publish"]
    assert ledger.happened == ["show your-turn", "publish", "record >b", *one, "record !sun", *one]


def test_no_command_is_dropped_and_only_the_newest_frame_is_read() -> None:
    """Ten frames that wait cost one judgement; commands from many threads are all handled, before the frame."""
    ledger, referee = Ledger(), FakeReferee()
    loop = a_loop(ledger, referee)
    for number in range(10):
        loop.submit(toy_frame("a ?,?,?", float(number), frame=number))
    people = [threading.Thread(target=loop.submit, args=(Enter("nonsense", "ann"),)) for _ in range(20)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    loop.start()
    ledger.wait_until(lambda: bool(ledger.shots) and ledger.shots[-1].camera.frame == 9)
    loop.close()
    assert ledger.happened.count("record note") == 20 and loop.frames_skipped == 9
    assert [asked.reading.frame for asked in referee.asked] == [9]


def test_nothing_is_accepted_while_the_record_fails() -> None:
    """A failing record stops acceptance with a clear line, undoes the step, and heals when it can be written again."""
    ledger = Ledger()
    ledger.broken = "record an action: the disk is full; free some disk space."
    loop = a_loop(ledger)
    loop.submit(Enter(">b", "ann"))
    loop.start()
    ledger.wait_until(lambda: "show unsure" in ledger.happened)
    ledger.wait_until(lambda: ledger.shots[-1].trouble is not None)
    trouble, view = ledger.shots[-1].trouble, ledger.shots[-1].views[None]
    assert trouble is not None and "Nothing is accepted" in trouble.sentence and "disk is full" in trouble.sentence
    assert view.ply == 0 and not any("legal" in what for what in ledger.happened)
    ledger.broken = ""
    loop.submit(Enter(">b", "ann"))
    loop.close()
    assert "record >b" in ledger.happened and ledger.shots[-1].trouble is None and ledger.shots[-1].views[None].ply == 1


def test_a_fault_in_the_referee_is_said_and_survived(caplog: pytest.LogCaptureFixture) -> None:
    """An exception in one step leaves the state as it was, is logged with its traceback, and play goes on by hand."""

    class Broken:
        def judge(self, *args: Any) -> Any:
            raise ZeroDivisionError("no patience left")

    ledger = Ledger()
    loop = a_loop(ledger, Broken())
    with caplog.at_level(logging.ERROR):
        loop.start()
        loop.submit(toy_frame("a ?,?,?"))
        ledger.wait_until(lambda: len(ledger.shots) == 2)
        loop.submit(Enter(">b", "ann"))
        loop.close()
    assert "no patience left" in ledger.shots[1].camera.words and "Enter the action" in ledger.shots[1].camera.remedy
    assert "record >b" in ledger.happened and "ZeroDivisionError" in caplog.text


def test_a_lamp_that_fails_does_not_stop_the_pages(caplog: pytest.LogCaptureFixture) -> None:
    """What was recorded is published even when the lamps raise."""

    def show(cues: tuple[Cue, ...]) -> None:
        raise OSError("dead LED")

    ledger = Ledger()
    loop = a_loop(ledger, show=show)
    loop.submit(Enter(">b", "ann"))
    with caplog.at_level(logging.ERROR):
        loop.start()
        loop.close()
    assert ledger.happened == ["publish", "record >b", "publish"] and "dead LED" in caplog.text


def test_a_closed_loop_takes_no_more() -> None:
    """What is submitted after close is ignored; closing twice, or without a start, is no error."""
    ledger = Ledger()
    loop = a_loop(ledger)
    loop.start()
    loop.close()
    before = list(ledger.happened)
    loop.submit(Enter(">b", "ann"))
    loop.close()
    assert ledger.happened == before
    a_loop(Ledger()).close()


def test_the_newest_thing_wins_its_slot() -> None:
    """Of three things put only the last is taken, and the others are counted."""
    slot: NewestSlot[str] = NewestSlot()
    for item in ("one", "two", "three"):
        slot.put(item)
    assert (slot.take(0.0), slot.dropped, slot.take(0.0)) == ("three", 2, None)


def test_a_slot_hands_over_between_threads_and_lets_go() -> None:
    """Who waits gets the thing that another thread puts, and None once the slot is closed."""
    slot: NewestSlot[int] = NewestSlot()
    taken: list[int | None] = []

    def reader() -> None:
        while (item := slot.take()) is not None:
            taken.append(item)
            got.release()
        taken.append(None)

    got = threading.Semaphore(0)
    thread = threading.Thread(target=reader)
    thread.start()
    for item in (1, 2):
        slot.put(item)
        assert got.acquire(timeout=PATIENCE_S)
    slot.close()
    thread.join(PATIENCE_S)
    slot.put(3)
    assert taken == [1, 2, None] and slot.closed and slot.take() is None


def test_cues_of_the_start_say_whose_turn_it_is() -> None:
    """Before any message the panel shows the turn."""
    ledger = Ledger()
    loop = a_loop(ledger)
    loop.start()
    loop.close()
    assert ledger.happened == [f"show {CueKind.YOUR_TURN.value}", "publish"]
