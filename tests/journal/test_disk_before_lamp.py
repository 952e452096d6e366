"""No lamp says accepted before the line is on the disk."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from fake_referee import FakeReferee
from set_clock import SetClock
from toy_game import SEATS, ToyGame

from companion.core.messages import Cue, CueKind, Enter
from companion.journal.journal import Journal
from companion.table.loop import TableLoop
from companion.table.table import Table
from hardware.panel import Panel
from hardware.pins import PinMap, factory


def test_the_line_is_on_the_disk_when_the_lamp_is_lit(tmp_path: Path) -> None:
    """At each green light another connection to the file finds the action, and the panel shows what was accepted."""
    path, found = tmp_path / "games.sqlite", []
    journal = Journal.open(path)
    stored = journal.begin("toy", "at=a turn=ann ply=0 tiles=?,?,?", SEATS, {}, 0.0)
    panel = Panel(PinMap(), factory("mock"), SEATS, lambda command: None, animate=False)

    def show(cues: tuple[Cue, ...]) -> None:
        if cues[0].kind is CueKind.LEGAL:
            other = sqlite3.connect(path)
            found.append([text for (text,) in other.execute("SELECT text FROM entries ORDER BY number")])
            other.close()
        panel.show(cues)

    loop = TableLoop(Table(ToyGame(), stored, FakeReferee()), journal, show, lambda snapshot: None, SetClock())
    loop.start()
    for text in (">b", "!sun"):
        loop.submit(Enter(text, "ann"))
    loop.close()
    assert found == [[">b"], [">b", "!sun"]]
    assert [dot.pattern for dot in panel.state().dots] == ["steady", "steady", "off"] and panel.state().sound == "accepted"
    panel.close()
    journal.close()
