"""One evening: a game, its record, its table, its eye, its panel and its pages, put together and taken apart again."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any

from companion.app.book import GameBook
from companion.app.classroom import Classroom, Eye
from companion.app.desk import EveningDesk, Leaving
from companion.app.feed import LiveFeed
from companion.app.kept_pictures import pictures_home
from companion.app.pictures import RulingPictures, WithPictures
from companion.app.pipeline import FrameReader, Pipeline
from companion.app.simulated_eye import NoEye, TaughtEye
from companion.config import Settings
from companion.core.catalogue import Layout
from companion.core.game import Game
from companion.core.messages import Command, Cue, FrameRead, PanelState, Snapshot
from companion.core.reading import NoReading, Reading
from companion.games.lessons import lessons_of
from companion.games.phrases import tables_of
from companion.journal.entry import StoredGame
from companion.journal.journal import Journal
from companion.ports import free_port, lan_address
from companion.referee.referee import Referee
from companion.referee.settings import Patience
from companion.referee.settings import Settings as RefereeSettings
from companion.table.loop import TableLoop
from companion.table.table import Table
from hardware.panel import Panel
from vision.frame import Camera, Frame, Picture
from vision.rig import Rig, with_pieces
from webui.app import Shelf, WebConfig, create_app
from webui.desk import Owner
from webui.feed import DemoName, DemoValue
from webui.serve import Server, serve

TAUGHT_NOW = "The camera is being taught; the game waits."

ABOUT_THE_TABLE = ("simulated", "seed")
"""What is recorded with a game beside the answers of its set-up."""


def steady_clock() -> Callable[[], float]:
    """The time of day when this is called, counted on from there: it never jumps when somebody sets the computer's clock."""
    began = time.time() - time.monotonic()
    return lambda: began + time.monotonic()


@cache
def owner_of_this_run() -> Owner:
    """One code for the desk as long as the program runs, however many games are started."""
    return Owner()


class Evening:
    """Everything that runs while people play.  `attach` a camera, then `start`; `close` may be called twice."""

    def __init__(
        self,
        settings: Settings,
        game: Game[Any, Any],
        layout: Layout,
        journal: Journal,
        stored: StoredGame,
        make_panel: Callable[[Callable[[Command], object]], Panel],
        simulated: bool,
        demo: Callable[[DemoName, DemoValue], None] | None = None,
    ) -> None:
        """`make_panel` gets the function that a pressed button calls; `demo` what the page tells simulated players."""
        patience = Patience(patience_s=settings.patience_s, long_patience_s=settings.long_patience_s)
        answers = {name: value for name, value in stored.options.items() if name not in ABOUT_THE_TABLE}
        self._answers = answers
        self.table: Table[Any, Any] = Table(
            game, stored, Referee(game, RefereeSettings(patience)), simulated, answers, compare_setup=True)
        self._clock = steady_clock()
        self.pictures = RulingPictures(pictures_home(journal.path), stored, self._frame_of)
        self.loop = TableLoop(self.table, WithPictures(journal, self.pictures), self._show, self._publish, self._clock)
        self.feed = LiveFeed(self.table.snapshot(), self.loop.submit, self._picture, demo)
        self.panel = make_panel(self.loop.submit)
        self.panel.on_change = self._panel_changed
        self.leaving, self.owner = Leaving(), owner_of_this_run()
        self._settings, self._game, self._layout, self._journal = settings, game, layout, journal
        self._stored = stored
        self._pipeline: Pipeline | None = None
        self._teacher: Classroom | None = None
        self._open_camera: Callable[[], Camera] | None = None
        self._kinds: frozenset[str] = frozenset()
        self._server: Server | None = None
        self._panel_changed(self.panel.state())

    def attach(self, camera: Camera, reader: FrameReader, draw: Callable[[Frame, Reading | NoReading], Picture]) -> None:
        """The eye of this evening; `draw` puts on a frame what was seen in it."""
        self._pipeline = self._pipeline_of(camera, reader, draw)

    def _pipeline_of(
        self, camera: Camera, reader: FrameReader, draw: Callable[[Frame, Reading | NoReading], Picture]
    ) -> Pipeline:
        return Pipeline(camera, reader, draw, self._deliver, self._eye_failed)

    def teach_with(
        self, make: Callable[[Eye], Classroom], kinds: frozenset[str], open_camera: Callable[[], Camera] | None = None
    ) -> None:
        """The course of this evening; `open_camera` is asked for a camera once there is none, `kinds` of piece are looked for."""
        self._kinds, self._open_camera = kinds, open_camera
        self._teacher = make(self)

    # What the course does with the camera ----------------------------------------------------------------------
    def newest(self) -> Frame | None:
        return None if self._pipeline is None else self._pipeline.newest()

    def hold(self, on: bool) -> None:
        if self._pipeline is not None:
            self._pipeline.hold(TAUGHT_NOW if on else "")

    def open(self) -> None:
        if self._pipeline is None and self._open_camera is not None:
            blind = NoEye("nobody has taught it")
            self._pipeline = self._pipeline_of(self._open_camera(), blind.reader, blind.overlay)
            self._pipeline.start()

    def exchange(self, rig: Rig) -> None:
        eye = TaughtEye(with_pieces(rig, self._kinds))
        if self._pipeline is not None:
            self._pipeline.exchange(eye.reader, eye.overlay)

    def start(self) -> str:
        """Start all threads and the pages; the address of the page."""
        self.loop.start()
        if self._pipeline is not None:
            self._pipeline.start()
        book = GameBook(self._game, self.table, self._stored, self._answers, self.pictures)
        desk = EveningDesk(self._settings, self._journal, self.panel, self.leaving)
        shelf = Shelf(book, lessons_of(self._game.id), desk, self.owner, tables_of(self._game.id), self._teacher)
        app = create_app(self.feed, self._game.catalogue, self._layout, WebConfig(lan=self._lan(), clock=self._clock), shelf)
        self._server = self._serve(app)
        host = "localhost" if self._settings.host in ("0.0.0.0", "127.0.0.1", "::") else self._settings.host
        return f"http://{host}:{self._server.port}/"

    def _lan(self) -> str:
        return lan_address() if self._settings.host in ("0.0.0.0", "::") else ""

    def close(self) -> None:
        """End in the order in which facts flow: no more frames, then the table, then pages, lamps and record."""
        if self._teacher is not None:
            self._teacher.close()
        if self._pipeline is not None:
            self._pipeline.close()
        self.loop.close()
        self.pictures.close()
        if self._server is not None:
            self._server.close()
        self.panel.close()
        self._journal.close()

    def _serve(self, app: Any) -> Server:
        """Serve on the wanted port or the next free one; another program may take it in between, so try again."""
        port = free_port(self._settings.host, self._settings.port)
        while True:
            try:
                return serve(app, self._settings.host, port)
            except OSError:
                port = free_port(self._settings.host, port + 1)

    # Facts flow one way ----------------------------------------------------------------------------------------
    def _deliver(self, result: Reading | NoReading) -> None:
        self.loop.submit(FrameRead(result))
        self.feed.new_picture(result.frame)

    def _eye_failed(self, why: str) -> None:
        remedy = "Play goes on by hand; restart to use the camera again."
        self._deliver(NoReading(0, time.monotonic(), "camera-lost", why, remedy))

    def _show(self, cues: tuple[Cue, ...]) -> None:
        self.panel.show(cues)

    def _publish(self, snapshot: Snapshot) -> None:
        self.feed.publish(snapshot)

    def _picture(self, layer: Any) -> bytes | None:
        return self._pipeline.picture(layer) if self._pipeline is not None else None

    def _frame_of(self, number: int | None) -> Frame | None:
        return None if self._pipeline is None else self._pipeline.read_lately(number)

    def _panel_changed(self, panel: PanelState) -> None:
        self.feed.show_panel(panel)
