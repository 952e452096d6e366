"""A backup that shall take the place of the record: examined whole before anything is replaced, and the old one kept aside."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.core.errors import CompanionError
from companion.core.game import Game
from companion.journal.errors import JournalError
from companion.journal.journal import APPLICATION, Journal, free_name
from companion.journal.replay import walk

MAGIC = b"SQLite format 3\0"
APPLICATION_AT = slice(68, 72)
"""Where the file's header names the program that it belongs to (SQLite file format, 1.3)."""

Shape = frozenset[tuple[str, str, str]]


@dataclass(frozen=True, slots=True)
class Examined:
    """What a backup holds; `newest` is the number and the game of the one to go on with (None: it holds no game)."""

    games: int
    lines: int
    newest: tuple[int, str] | None


def examine(path: Path, game_of: Callable[[str], Game[Any, Any] | None]) -> Examined:
    """What is in that backup, every game of it loaded and replayed; JournalError with the reason why it cannot be used.

    `game_of` gives the engine of a game, None for one that this program does not know: such a game is only loaded.
    An older file is carried over to the tables of today on the way.
    """
    _check_header(path)
    with closing(Journal.open(path, set_aside=False)) as journal:
        if _shape(path) != _shape_of_today(path):
            raise JournalError(_why("its tables are not those of a record", "choose a file that this page gave you"))
        games = [journal.load(number) for number in journal.numbers()]
    for stored in games:
        engine = game_of(stored.game)
        try:
            if engine is not None:
                walk(engine, stored)
        except CompanionError as error:
            raise JournalError(_why(f"game {stored.id} cannot be replayed: {error}", "choose another backup")) from error
    going_on = [stored for stored in games if game_of(stored.game) is not None]
    unfinished = [stored for stored in going_on if not stored.finished]
    last = (unfinished or going_on)[-1:]
    return Examined(len(games), sum(len(stored.entries) for stored in games), (last[0].id, last[0].game) if last else None)


def put_in_place(backup: Path, record: Path) -> Path | None:
    """Make `backup` the record; where the old one is kept (None: there was none).  OSError leaves the old one in place.

    Nobody may have the record open.
    """
    kept = None
    if record.exists():
        kept = free_name(record, "before-restore")
        shutil.copy2(record, kept)
    for suffix in ("-wal", "-shm"):
        # What belongs to the old file must not be taken for the new one's.
        beside = record.with_name(record.name + suffix)
        if beside.exists() and kept is not None:
            beside.rename(kept.with_name(kept.name + suffix))
    backup.replace(record)
    return kept


def _check_header(path: Path) -> None:
    with path.open("rb") as file:
        head = file.read(APPLICATION_AT.stop)
    if not head.startswith(MAGIC):
        raise JournalError(_why("it is no file of SQLite", "choose a file that this page gave you"))
    if int.from_bytes(head[APPLICATION_AT], "big") != APPLICATION:
        raise JournalError(_why("it belongs to another program", "choose a file that this page gave you"))


def _shape(path: Path) -> Shape:
    """Type, name and wording of everything that is defined in a file: a foreign trigger or view shows here."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT type, name, coalesce(sql, '') FROM sqlite_master").fetchall()
    return frozenset((str(kind), str(name), " ".join(str(words).split())) for kind, name, words in rows)


def _shape_of_today(path: Path) -> Shape:
    fresh = path.with_name(path.name + ".fresh")
    try:
        Journal.open(fresh).close()
        return _shape(fresh)
    finally:
        for suffix in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + suffix).unlink(missing_ok=True)


def _why(found: str, remedy: str) -> str:
    return f"restore the backup: {found}; {remedy}.  Nothing was replaced."
