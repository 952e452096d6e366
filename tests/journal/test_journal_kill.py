"""kill -9 in mid-game: the record holds exactly what had been committed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from toy_game import ToyGame

from companion.journal.journal import Journal
from companion.table.table import Table

ROOT = Path(__file__).parents[2]

PREPARE = """
import sys, threading
sys.path[:0] = [{kit!r}, {root!r}]
from pathlib import Path
from toy_game import SEATS
from toy_readings import GAME, ToyReferee
from companion.core.messages import CueKind, Enter
from companion.journal.journal import Journal
from companion.table.loop import TableLoop
from companion.table.table import Table
journal = Journal.open(Path({path!r}))
stored = journal.begin("toy", GAME.write_position(GAME.start(GAME.setup({{}}))), SEATS, {{}}, 0.0)
"""

PLAY = """
def show(cues):
    if any(cue.kind is CueKind.LEGAL for cue in cues):
        print("accepted", flush=True)

loop = TableLoop(Table(GAME, stored, ToyReferee()), journal, show, lambda snapshot: None, lambda: 0.0)
loop.start()
for line in sys.stdin:
    loop.submit(Enter(line.strip(), "ann"))
"""

HALF_WRITTEN = """
from companion.journal.entry import Entry, EntryKind
from companion.journal.packing import pack_entry
journal.append(Entry(1, 0, EntryKind.ACTION, ">b", "ann", None, 0.0, "Ann: walk to b"))
journal._connection.execute("BEGIN IMMEDIATE")
second = Entry(2, 1, EntryKind.ACTION, ">c", "ben", None, 0.0, "Ben: walk to c")
journal._connection.execute("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?,?,?)", (stored.id, *pack_entry(second)))
print("written, not committed", flush=True)
sys.stdin.read()
"""


def child(path: Path, program: str) -> subprocess.Popen[str]:
    text = PREPARE.format(kit=str(ROOT / "tests" / "kit"), root=str(ROOT), path=str(path)) + program
    return subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def kill(process: subprocess.Popen[str]) -> None:
    """SIGKILL: no handler, no clean-up."""
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    for pipe in (process.stdin, process.stdout):
        assert pipe is not None
        pipe.close()


def resumed_position(path: Path) -> tuple[str, int]:
    journal = Journal.open(path, set_aside=False)
    stored = journal.resume("toy")
    assert stored is not None
    table = Table(ToyGame(), stored, None)  # type: ignore[arg-type]
    journal.close()
    return ToyGame().write_position(table.state), len(stored.entries)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a signal of POSIX systems")
def test_a_killed_game_resumes_after_the_last_accepted_action(tmp_path: Path) -> None:
    """Each lamp that said accepted is in the record when the process is killed right then, and nothing else is."""
    process = child(tmp_path / "games.sqlite", PLAY)
    assert process.stdin is not None and process.stdout is not None
    for action in (">b", "!moon", ">c"):
        print(action, file=process.stdin, flush=True)
        assert process.stdout.readline() == "accepted\n"
    kill(process)
    assert resumed_position(tmp_path / "games.sqlite") == ("at=c turn=ben ply=3 tiles=?,moon,?", 3)


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL is a signal of POSIX systems")
def test_a_line_that_was_not_committed_is_not_there(tmp_path: Path) -> None:
    """A process killed between writing and committing leaves the record as it was before."""
    process = child(tmp_path / "games.sqlite", HALF_WRITTEN)
    assert process.stdout is not None and process.stdout.readline() == "written, not committed\n"
    kill(process)
    assert resumed_position(tmp_path / "games.sqlite") == ("at=b turn=ben ply=1 tiles=?,?,?", 1)
