"""What the owner's desk can do: begin, resume and end games, lamps and sounds, health, the record."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.app.upload import Upload
from companion.commands.doctor import examine
from companion.config import Loaded, Settings, settings_file
from companion.core.errors import CompanionError
from companion.core.game import Game
from companion.games import GAMES, find
from companion.games.parties import PARTIES, party
from companion.journal.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.restore import examine as examine_backup
from hardware.panel import Panel
from webui.desk import DeskFacts, Health, Kept, Offer

MOST_KEPT = 30

OPTION_FIELDS = {"mice-in-a-maze": "options"}
"""How the set-up of a game calls the choices of its rules; `opt` where nothing is said."""


MOST_RESTORED = 256 << 20
"""The largest backup that is taken (bytes)."""


@dataclass(frozen=True, slots=True)
class Restore:
    """A backup that was examined and shall become the record once nobody uses that; `otherwise` goes on with the game of now."""

    backup: Path
    record: Path
    otherwise: Wish


@dataclass(frozen=True, slots=True)
class Wish:
    """The game to go on with: the answers of a new one's set-up, or the number of a recorded one."""

    game: str
    answers: Mapping[str, str] = field(default_factory=dict)
    number: int | None = None
    restore: Restore | None = None


class Leaving:
    """Set when the evening shall end; `wish` is what to go on with (None: nothing, the program ends)."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.wish: Wish | None = None

    def leave(self, wish: Wish | None) -> None:
        self.wish = wish
        self.event.set()


class EveningDesk:
    """Fills `webui.desk.Desk`."""

    def __init__(self, settings: Settings, journal: Journal, panel: Panel, leaving: Leaving) -> None:
        self._settings, self._panel, self._leaving = settings, panel, leaving
        self._path = journal.path
        self._upload = Upload(self._path.with_name(f"{self._path.name}.upload"), MOST_RESTORED)

    def facts(self) -> DeskFacts:
        offers = tuple(_offer(find(game_id)) for game_id in GAMES)
        return DeskFacts(offers, self._kept(), self._panel.brightness, self._panel.quiet)

    def health(self) -> tuple[Health, ...]:
        checks = examine(Loaded(self._settings, settings_file(), ()))
        return tuple(Health(check.name, check.state.value, check.found, check.remedy) for check in checks)

    def start(self, game: str, names: tuple[str, ...], options: Mapping[str, str]) -> None:
        if game not in GAMES:
            raise ValueError(f"There is no game {game!r}.")
        engine = find(game)
        answers = {**party(game, names), **_chosen(engine, options)}
        # Whatever is wrong is said now, while this game still stands.
        engine.start(engine.setup(answers))
        self._leaving.leave(Wish(game, answers))

    def resume(self, number: int) -> None:
        with closing(Journal.open(self._path, set_aside=False)) as journal:
            self._leaving.leave(Wish(journal.load(number).game, number=number))

    def lamps(self, brightness: float, quiet: bool) -> None:
        self._panel.adjust(brightness, quiet)

    def backup(self) -> bytes:
        with closing(self._connection()) as connection:
            return connection.serialize()

    def receive(self, at: int, of: int, part: bytes) -> bool:
        if not self._upload.add(at, of, part):
            return False
        try:
            found = examine_backup(self._upload.path, lambda game_id: find(game_id) if game_id in GAMES else None)
        except (CompanionError, OSError):
            self._upload.forget()
            raise
        with closing(Journal.open(self._path, set_aside=False)) as journal:
            here = next((Wish(one.game, number=one.id) for one in map(journal.load, journal.numbers()[::-1])), Wish(GAMES[0]))
        number, game = found.newest or (None, here.game)
        self._leaving.leave(Wish(game, number=number, restore=Restore(self._upload.path, self._path, here)))
        return True

    def end(self) -> None:
        self._leaving.leave(None)

    def _kept(self) -> tuple[Kept, ...]:
        with closing(Journal.open(self._path, set_aside=False)) as journal:
            return tuple(_kept(journal, number) for number in journal.numbers()[: -MOST_KEPT - 1 : -1])

    def _connection(self) -> sqlite3.Connection:
        try:
            return sqlite3.connect(f"file:{self._path}?mode=ro", uri=True)
        except sqlite3.Error as error:
            raise JournalError(f"copy the record {self._path}: SQLite says {str(error)!r}; check the disk.") from error


def _offer(game: Game[Any, Any]) -> Offer:
    return Offer(game.id, game.title, tuple(PARTIES[game.id]), game.options)


def _kept(journal: Journal, number: int) -> Kept:
    stored = journal.load(number)
    title = find(stored.game).title if stored.game in GAMES else stored.game
    return Kept(number, title, tuple(seat.name for seat in stored.seats), len(stored.entries), stored.finished)


def _chosen(game: Game[Any, Any], options: Mapping[str, str]) -> dict[str, str]:
    """The options that differ from their defaults, as an answer of the set-up."""
    known = {option.name: option for option in game.options}
    changed = {name: value.strip() for name, value in options.items() if name in known and value.strip() != known[name].default}
    field_name = OPTION_FIELDS.get(game.id, "opt")
    return {field_name: " ".join(f"{name}={value}" for name, value in changed.items())} if changed else {}
