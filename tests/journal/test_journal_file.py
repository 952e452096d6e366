"""The record on disk: what is written is read back, whole, and nothing unreadable is ever deleted."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from toy_game import SEATS

from companion.core.grid import Cell, Zone
from companion.core.ruling import Violation
from companion.journal.entry import Entry, EntryKind, Evidence, StoredGame
from companion.journal.errors import JournalBrokenError, JournalError, JournalNewerError
from companion.journal.journal import VERSION, Journal

START = "at=a turn=ann ply=0 tiles=?,?,?"
RICH = Entry(2, 1, EntryKind.IRREGULAR, ">c", "ben", None, 12.5, "Too far.",
             (Violation("too-far", "The pawn walks to a neighbouring cell.", "Walk 2", (Cell(0, 2), Zone("nest"))),),
             ("Put it back.", "Wait."), (Cell(0, 1), Zone("pile")), Evidence(77, 4.25, "3 tiles, 1 pieces"))


def line(number: int, text: str = ">b", kind: EntryKind = EntryKind.ACTION) -> Entry:
    return Entry(number, number - 1, kind, text, "ann", None, float(number), f"line {number}")


def begun(path: Path) -> tuple[Journal, StoredGame]:
    journal = Journal.open(path)
    return journal, journal.begin("toy", START, SEATS, {"layout": "every-other"}, 5.0)


def test_a_game_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """Every field of game and entries survives closing and opening."""
    journal, stored = begun(tmp_path / "games.sqlite")
    journal.append(line(1), RICH)
    journal.close()
    journal.close()
    again = Journal.open(tmp_path / "games.sqlite")
    expected = StoredGame(stored.id, "toy", START, SEATS, {"layout": "every-other"}, (line(1), RICH))
    assert again.resume() == expected and again.notice == ""
    again.close()


def test_the_record_is_durable(tmp_path: Path) -> None:
    """The connection writes ahead and syncs every commit; another program may read along."""
    journal, _ = begun(tmp_path / "games.sqlite")
    journal.append(line(1))
    (mode,) = journal._connection.execute("PRAGMA journal_mode").fetchone()
    (synchronous,) = journal._connection.execute("PRAGMA synchronous").fetchone()
    assert (mode, synchronous) == ("wal", 2)
    other = sqlite3.connect(tmp_path / "games.sqlite")
    assert other.execute("SELECT text FROM entries").fetchall() == [(">b",)]
    other.close()
    journal.close()


def test_resuming_goes_on_with_the_same_game(tmp_path: Path) -> None:
    """Lines appended after resuming belong to the game resumed."""
    journal, stored = begun(tmp_path / "games.sqlite")
    journal.append(line(1))
    journal.close()
    again = Journal.open(tmp_path / "games.sqlite")
    assert again.resume("toy") is not None and again.resume("another") is None
    again.resume("toy")
    again.append(line(2))
    assert [entry.number for entry in again.load(stored.id).entries] == [1, 2]
    again.close()


def test_a_finished_game_is_not_resumed_unless_it_was_reopened(tmp_path: Path) -> None:
    """An end finishes a game, an action taken back reopens it, a new game leaves it behind."""
    journal, stored = begun(tmp_path / "games.sqlite")
    journal.append(line(1), line(2, "all-up", EntryKind.OVER))
    assert journal.resume() is None and journal.load(stored.id).finished
    journal.append(line(3, ">b", EntryKind.UNDO))
    assert journal.resume() is not None
    second = journal.begin("toy", START, SEATS, {}, 9.0)
    resumed = journal.resume()
    assert resumed is not None and resumed.id == second.id and journal.numbers() == (stored.id, second.id)
    journal.close()


def test_lines_are_recorded_all_or_none(tmp_path: Path) -> None:
    """A second line that cannot be written takes the first with it, and the message names a remedy."""
    journal, stored = begun(tmp_path / "games.sqlite")
    journal.append(line(1))
    with pytest.raises(JournalError, match="another companion writes to the same file"):
        journal.append(line(2), line(1))
    assert journal.load(stored.id).entries == (line(1),)
    journal.append(line(2))
    journal.close()


def test_a_full_disk_is_an_error_and_heals(tmp_path: Path) -> None:
    """When SQLite may not grow the file the record refuses, says why, keeps what it has, and goes on once there is room."""
    journal, stored = begun(tmp_path / "games.sqlite")
    (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
    journal._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError, match=r"full.*free some disk space"):
        journal.append(line(1, ">" + "b" * 100_000))
    assert journal.load(stored.id).entries == ()
    journal._connection.execute("PRAGMA max_page_count = 100000")
    journal.check()
    journal.append(line(1))
    journal.close()


def test_nothing_is_recorded_without_a_game(tmp_path: Path) -> None:
    """Appending before beginning is refused with the remedy."""
    journal = Journal.open(tmp_path / "games.sqlite")
    with pytest.raises(JournalError, match="call begin or resume first"):
        journal.append(line(1))
    with pytest.raises(JournalError, match="no such game"):
        journal.load(4)
    journal.close()


@pytest.mark.parametrize("content", [b"this is no database, whatever its name says\n" * 40, None])
def test_a_damaged_file_is_set_aside(tmp_path: Path, content: bytes | None) -> None:
    """Garbage, and a record with its middle overwritten, are renamed, never deleted, and the notice says so."""
    path = tmp_path / "games.sqlite"
    if content is None:
        journal, _ = begun(path)
        journal.append(*(line(number, ">" + "b" * 3000) for number in range(1, 20)))
        journal.close()
        whole = path.read_bytes()
        content = whole[:4096] + b"\x55" * (len(whole) - 4096)
    path.write_bytes(content)
    with pytest.raises(JournalBrokenError, match="damaged"):
        Journal.open(path, set_aside=False)
    assert path.read_bytes() == content
    journal = Journal.open(path)
    assert (tmp_path / "games.sqlite.damaged-1").read_bytes() == content
    assert "damaged" in journal.notice and "games.sqlite.damaged-1" in journal.notice
    assert journal.resume() is None
    journal.close()


def test_a_newer_file_is_set_aside_under_a_free_name(tmp_path: Path) -> None:
    """A record of a later version is kept for that version; names already taken are not overwritten."""
    path = tmp_path / "games.sqlite"
    (tmp_path / "games.sqlite.newer-1").write_text("kept from last time")
    journal, _ = begun(path)
    journal._connection.execute(f"PRAGMA user_version = {VERSION + 1}")
    journal.close()
    with pytest.raises(JournalNewerError, match=f"has version {VERSION + 1}"):
        Journal.open(path, set_aside=False)
    journal = Journal.open(path)
    assert "games.sqlite.newer-2" in journal.notice and (tmp_path / "games.sqlite.newer-2").exists()
    assert (tmp_path / "games.sqlite.newer-1").read_text() == "kept from last time"
    journal.close()


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    """A healthy SQLite file that is not ours is neither written to nor renamed."""
    path = tmp_path / "photos.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE photos (name TEXT)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(JournalError, match="belongs to another program"):
        Journal.open(path)
    assert path.read_bytes() == before and [item.name for item in tmp_path.iterdir()] == ["photos.sqlite"]


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    """A path through a plain file is refused with the path and a remedy."""
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="check the folder"):
        Journal.open(tmp_path / "file" / "games.sqlite")


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    """Text in a row that is no JSON is an error of the record, not of the program."""
    journal, stored = begun(tmp_path / "games.sqlite")
    journal.append(line(1))
    journal._connection.execute("UPDATE entries SET ruling = '{'")
    with pytest.raises(JournalBrokenError, match="damaged"):
        journal.load(stored.id)
    journal.close()
