"""A backup is examined whole before it takes the record's place, and the old record is kept."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from toy_game import ToyGame

from companion.core.errors import CompanionError
from companion.journal.entry import Entry, EntryKind
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.restore import examine, put_in_place

GAME = ToyGame()


def record(path: Path, *actions: str) -> Path:
    """A record of one toy game with these actions."""
    state = GAME.start(GAME.setup({}))
    with closing(Journal.open(path)) as journal:
        journal.begin(GAME.id, GAME.write_position(state), GAME.seats(state), {}, 0.0)
        journal.append(*(Entry(n, n - 1, EntryKind.ACTION, text, "P1", None, 0.0, text) for n, text in enumerate(actions, 1)))
    return path


def legal() -> str:
    state = GAME.start(GAME.setup({}))
    return GAME.write(GAME.actions(state)[0])


def test_a_good_backup_is_told_what_it_holds(tmp_path: Path) -> None:
    """Games, lines, and the game to go on with; one that this program does not know is only loaded."""
    path = record(tmp_path / "a", legal())
    found = examine(path, lambda game: GAME)
    assert (found.games, found.lines, found.newest) == (1, 1, (1, GAME.id))
    assert examine(path, lambda game: None).newest is None


def text_file(path: Path) -> None:
    path.write_text("nothing of the kind" * 99)


def foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE x (y)")


def with_trigger(path: Path) -> None:
    record(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM games; END")


def half(path: Path) -> None:
    data = record(path, *[legal()]).read_bytes()
    path.write_bytes(data[: len(data) // 2])


def unplayable(path: Path) -> None:
    record(path, "nonsense!")


@pytest.mark.parametrize(
    ("make", "words"),
    [(text_file, "no file of SQLite"), (foreign, "another program"), (with_trigger, "tables are not"), (half, "damaged"),
     (unplayable, "cannot be replayed")],
)  # fmt: skip
def test_a_bad_backup_is_refused_in_words(tmp_path: Path, make: Callable[[Path], None], words: str) -> None:
    """Another file, another program's, one with something added, half of one, one that cannot be replayed."""
    path = tmp_path / "upload"
    make(path)
    with pytest.raises(JournalError, match=words):
        examine(path, lambda game: GAME)
    assert [one.name for one in tmp_path.iterdir() if "fresh" in one.name] == []


def test_the_old_record_is_kept(tmp_path: Path) -> None:
    """Restored twice, both older records lie beside the new one, each whole."""
    here = record(tmp_path / "games.sqlite")
    for actions in ((legal(),), ()):
        kept = put_in_place(record(tmp_path / "backup", *actions), here)
        assert kept is not None
        assert examine(kept, lambda game: GAME).games == examine(here, lambda game: GAME).games == 1
    kept_names = sorted(one.name for one in tmp_path.glob("games.sqlite.before*"))
    assert kept_names == ["games.sqlite.before-restore-1", "games.sqlite.before-restore-2"]
    assert examine(tmp_path / kept_names[1], lambda game: GAME).lines == 1
    assert issubclass(JournalError, CompanionError)
