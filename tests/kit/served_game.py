"""A game served on a loopback port, without a camera: the real table, its loop and its pages, for a browser to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from companion.app.book import GameBook
from companion.app.feed import LiveFeed
from companion.app.play import seated
from companion.core.game import Game
from companion.core.messages import Enter, Snapshot
from companion.core.view import Seat
from companion.games import find
from companion.games.lessons import lessons_of
from companion.games.phrases import tables_of
from companion.journal.entry import Entry
from companion.referee.referee import Referee
from companion.table.loop import TableLoop
from companion.table.table import Table, unrecorded
from webui import Shelf, WebConfig, create_app
from webui.serve import Server, serve

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Finn")


@dataclass
class MemoryJournal:
    """Keeps the lines of the record for a test to look at."""

    entries: list[Entry] = field(default_factory=list)

    def append(self, *entries: Entry) -> None:
        self.entries += entries

    def check(self) -> None:
        """Memory never refuses a line."""


@dataclass
class SetClock:
    """A clock that stands until a test moves it."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@dataclass
class ServedGame:
    """A running game, its pages and its record."""

    game: Game[Any, Any]
    table: Table[Any, Any]
    loop: TableLoop
    feed: LiveFeed
    journal: MemoryJournal
    server: Server
    clock: SetClock

    def pass_time(self, seconds: float) -> None:
        """Let the table's clock go on; between two ticks of the loop nothing else moves it."""
        self.clock.now += seconds

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server.port}/"

    def snapshot(self) -> Snapshot:
        return self.feed.latest().snapshot

    def enter(self, action: str, by: str | None = None) -> None:
        """Enter an action as the table's loop gets it from a page, and wait until the pages were told."""
        before = self.feed.latest().number
        self.loop.submit(Enter(action, by))
        assert self.feed.wait(before, 20.0), f"{action} was not taken"


def named(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(Seat(seat.id, name, seat.pieces, seat.colour) for seat, name in zip(seats, NAMES, strict=False))


@contextmanager
def served(game_id: str, position: str = "", answers: Mapping[str, str] | None = None, streams: int = 24) -> Iterator[ServedGame]:
    """That game from a position (empty: from its start with these answers of the set-up)."""
    game = find(game_id)
    state = game.read_position(position) if position else game.start(game.setup(answers or {}))
    stored = unrecorded(game, state, named(game.seats(state)))
    table: Table[Any, Any] = Table(game, stored, Referee(game), False, answers or {})
    journal, clock = MemoryJournal(), SetClock()
    made: list[LiveFeed] = []
    loop = TableLoop(table, journal, lambda cues: None, lambda snapshot: made[0].publish(snapshot), clock)
    made.append(LiveFeed(table.snapshot(), loop.submit, lambda layer: None))
    layout = seated(game.layout_of(state), stored.seats)
    book = GameBook(game, table, stored, None if position else answers or {})
    shelf = Shelf(book, lessons_of(game_id), tables=tables_of(game_id))
    config = WebConfig(streams=streams, heartbeat_s=1, lan="192.168.1.7", clock=clock)
    app = create_app(made[0], game.catalogue, layout, config, shelf)
    server = serve(app, "127.0.0.1", 0)
    loop.start()
    try:
        yield ServedGame(game, table, loop, made[0], journal, server, clock)
    finally:
        loop.close()
        server.close()
