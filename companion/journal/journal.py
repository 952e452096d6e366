"""The record on disk: SQLite, and nothing is recorded before it is on the disk.

The entries of one `append` are one transaction: after a power cut all of them are there, or none.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from companion.core.view import Seat
from companion.journal.entry import Entry, EntryKind, StoredGame
from companion.journal.errors import JournalBrokenError, JournalError, JournalNewerError
from companion.journal.packing import pack_entry, pack_options, pack_seats, unpack_entry, unpack_options, unpack_seats

APPLICATION = 0x54424C43
"""Marks an SQLite file as a record of this program ("TBLC" in the file's header)."""

VERSION = 1
"""The version of the tables below; raise it with every change, and teach `open` to carry older files over."""

_TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, start TEXT NOT NULL, seats TEXT NOT NULL, options TEXT NOT NULL,
    begun_s REAL NOT NULL, finished INTEGER NOT NULL DEFAULT 0);
CREATE TABLE entries (
    game INTEGER NOT NULL REFERENCES games (id), number INTEGER NOT NULL, ply INTEGER NOT NULL, kind TEXT NOT NULL,
    text TEXT NOT NULL, seat TEXT, by_whom TEXT, time_s REAL NOT NULL, sentence TEXT NOT NULL, ruling TEXT NOT NULL,
    evidence TEXT, PRIMARY KEY (game, number)) WITHOUT ROWID;
"""
_COLUMNS = "number, ply, kind, text, seat, by_whom, time_s, sentence, ruling, evidence"
_REOPENING = frozenset({EntryKind.UNDO, EntryKind.TAKE_OVER})


class Journal:
    """The record of all games played at this table.  One thread at a time may use it."""

    def __init__(self, path: Path, connection: sqlite3.Connection, notice: str = "") -> None:
        self.path = path
        self.notice = notice
        """What happened to an unreadable file that lay here before, in words; empty when all is well."""
        self._connection = connection
        self._game: int | None = None

    @classmethod
    def open(cls, path: Path | str, set_aside: bool = True) -> Journal:
        """The record in that file, which is made when it does not exist.

        A damaged file, or one of a later version, is renamed (never deleted) and a new record begun; `notice` says so.
        With `set_aside` false it is left alone and JournalBrokenError or JournalNewerError raised.
        """
        path = Path(path)
        try:
            return cls(path, _connect(path))
        except (JournalBrokenError, JournalNewerError) as error:
            if not set_aside:
                raise
            kept = _rename_unreadable(path, "newer" if isinstance(error, JournalNewerError) else "damaged")
            notice = f"{error} The file is kept as {kept}; a new record was begun in {path.name}."
            return cls(path, _connect(path), notice)

    def begin(self, game: str, start: str, seats: Iterable[Seat], options: Mapping[str, str], now_s: float) -> StoredGame:
        """Begin to record a new game from that position; unfinished older games stay on disk but are no longer resumed."""
        players = tuple(seats)
        row = (game, start, pack_seats(players), pack_options(options), now_s)
        with self._transaction("begin a new game"):
            self._connection.execute("UPDATE games SET finished = 1 WHERE finished = 0")
            added = self._connection.execute("INSERT INTO games (game, start, seats, options, begun_s) VALUES (?,?,?,?,?)", row)
        if added.lastrowid is None:
            raise JournalError(f"begin a new game in {self.path}: SQLite gave the game no number; check the disk")
        self._game = added.lastrowid
        return StoredGame(added.lastrowid, game, start, players, dict(options))

    def append(self, *entries: Entry) -> None:
        """Record these lines of the current game, all or none; they are on the disk when this returns."""
        if self._game is None:
            raise JournalError(f"record an action in {self.path}: no game was begun or resumed; call begin or resume first")
        rows = [(self._game, *pack_entry(entry)) for entry in entries]
        with self._transaction("record an action"):
            self._connection.executemany(f"INSERT INTO entries (game, {_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)", rows)
            for entry in entries:
                self._mark_end(entry.kind)

    def resume(self, game: str | None = None) -> StoredGame | None:
        """The newest unfinished game (with `game`: of that game), which `append` then goes on with; None when there is none."""
        query = "SELECT id FROM games WHERE finished = 0 AND (? IS NULL OR game = ?) ORDER BY id DESC LIMIT 1"
        with self._reading():
            row = self._connection.execute(query, (game, game)).fetchone()
        if row is None:
            return None
        self._game = int(row[0])
        return self.load(self._game)

    def reopen(self, number: int) -> StoredGame:
        """Go on with the game of that number; the one that was unfinished stays on disk.  JournalError when there is none."""
        stored = self.load(number)
        with self._transaction("take a game up again"):
            self._connection.execute("UPDATE games SET finished = (id <> ?) WHERE finished = 0 OR id = ?", (number, number))
        self._game = number
        return stored

    def load(self, number: int) -> StoredGame:
        """The game with that number, whole; JournalError when there is none."""
        with self._reading():
            query = "SELECT game, start, seats, options, finished FROM games WHERE id = ?"
            head = self._connection.execute(query, (number,)).fetchone()
            lines = f"SELECT {_COLUMNS} FROM entries WHERE game = ? ORDER BY number"
            rows = self._connection.execute(lines, (number,)).fetchall()
            if head is None:
                raise JournalError(f"load game {number} from {self.path}: there is no such game; choose one of {self.numbers()}")
            entries = tuple(unpack_entry(row) for row in rows)
            game, start, seats, options, finished = head
            return StoredGame(number, game, start, unpack_seats(seats), unpack_options(options), entries, bool(finished))

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all recorded games, oldest first."""
        with self._reading():
            return tuple(int(row[0]) for row in self._connection.execute("SELECT id FROM games ORDER BY id"))

    def check(self) -> None:
        """Write a trifle and take it back; JournalError while nothing can be recorded."""
        with self._transaction("test the record"):
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        """Give the file back.  May be called twice."""
        self._connection.close()

    def _mark_end(self, kind: EntryKind) -> None:
        # An action taken back after the end makes the game unfinished again.
        if kind is EntryKind.OVER or kind in _REOPENING:
            finished = int(kind is EntryKind.OVER)
            self._connection.execute("UPDATE games SET finished = ? WHERE id = ?", (finished, self._game))

    def _transaction(self, attempt: str) -> _Transaction:
        return _Transaction(self._connection, attempt, self.path)

    def _reading(self) -> _Reading:
        return _Reading(self.path)


class _Transaction:
    """Commits on leaving, rolls back on any error, and turns SQLite's errors into sentences."""

    def __init__(self, connection: sqlite3.Connection, attempt: str, path: Path) -> None:
        self._connection, self._attempt, self._path = connection, attempt, path

    def __enter__(self) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise self._explain(error) from error

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        try:
            self._connection.execute("COMMIT" if kind is None else "ROLLBACK")
        except sqlite3.Error as failure:
            self._abandon()
            raise self._explain(failure) from failure
        if isinstance(error, sqlite3.Error):
            raise self._explain(error) from error

    def _abandon(self) -> None:
        # A commit that failed leaves the transaction open; SQLite may have rolled it back by itself, then this is refused.
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def _explain(self, error: sqlite3.Error) -> JournalError:
        remedy = "free some disk space, check the folder's permissions, or name another file"
        if isinstance(error, sqlite3.IntegrityError):
            remedy = "another companion writes to the same file; close it, then restart"
        return JournalError(f"{self._attempt} in {self._path}: SQLite says {str(error)!r}; {remedy}.")


class _Reading:
    """Turns what goes wrong while rows are read into a sentence."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, JournalError):
            return
        if isinstance(error, sqlite3.Error | ValueError | KeyError | TypeError):
            why = f"read the record {self._path}: it is damaged ({type(error).__name__}: {error}); begin a new record."
            raise JournalBrokenError(why) from error


def _connect(path: Path) -> sqlite3.Connection:
    # Transactions are opened by hand (isolation_level None); the table's thread is not the one that opens the file.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, timeout=2.0, isolation_level=None, check_same_thread=False)
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"open the record {path}: {error}; check the folder and its permissions.") from error
    try:
        _prepare(connection, path)
    except sqlite3.OperationalError as error:
        connection.close()
        raise JournalError(f"open the record {path}: SQLite says {str(error)!r}; close other programs that use it.") from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise JournalBrokenError(f"open the record {path}: it is damaged (SQLite says {str(error)!r}).") from error
    except JournalError:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if application != APPLICATION and tables:
        raise JournalError(f"open the record {path}: it belongs to another program (application id {application}); name another.")
    if version > VERSION:
        raise JournalNewerError(
            f"open the record {path}: it has version {version}, this program knows versions up to {VERSION}; update the program."
        )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if not tables:
        connection.executescript(
            f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}; {_TABLES} COMMIT;"
        )
    with closing(connection.execute("PRAGMA quick_check")) as rows:
        found = str(rows.fetchone()[0])
    if found != "ok":
        raise JournalBrokenError(f"open the record {path}: it is damaged (SQLite's check says {found!r}).")


def _rename_unreadable(path: Path, word: str) -> str:
    """Give the file and its write-ahead log the first free name, and return that name."""
    kept = free_name(path, word)
    path.rename(kept)
    for suffix in ("-wal", "-shm"):
        beside = path.with_name(path.name + suffix)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + suffix))
    return kept.name


def free_name(path: Path, word: str) -> Path:
    """The first name beside that file which nobody has: the file's own, the word, a number."""
    number = 1
    while (kept := path.with_name(f"{path.name}.{word}-{number}")).exists():
        number += 1
    return kept
