"""`companion play`: a real table.  What is missing is said, and the game goes on without it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.session_reading import rig_of_session
from companion.app.desk import Wish
from companion.app.evening import Evening
from companion.config import Settings
from companion.core.catalogue import Layout
from companion.core.errors import CompanionError
from companion.core.game import Game
from companion.core.messages import Command
from companion.core.view import Seat
from companion.games import find
from companion.journal.entry import StoredGame
from companion.journal.journal import Journal
from companion.simulated.rehearsal import dealt, pieces_met
from hardware.panel import Panel
from hardware.pins import PinMap, factory
from vision.outline import table_outline
from vision.overlay import draw
from vision.reader import Reader
from vision.rig import Rig, with_pieces
from vision.sources import open_camera
from vision.steady import SteadyReader

NO_TAUGHT_TABLE = (
    "No taught table: the camera is not used and every action is entered on the page. "
    "Give a folder with session.json and teach/ by --table to use the camera."
)


def seated(layout: Layout, seats: tuple[Seat, ...]) -> Layout:
    """The layout of a table at which only these people sit: nobody lays anything in front of an empty chair."""

    def used(name: str) -> bool:
        return not name.startswith("hand-") or any(name.startswith(f"hand-{seat.id}") for seat in seats)

    return replace(layout, zones=tuple(zone for zone in layout.zones if used(zone.name)))


def taking_part(game: Game[Any, Any], stored: StoredGame) -> frozenset[str]:
    """The kinds of piece of this game: what the seats play with, and what comes on the table in games played in thought."""
    begun = dealt(game, game.read_position(stored.start), 0)
    return frozenset([*pieces_met(game, begun, 0), *(kind for seat in stored.seats for kind in seat.pieces)])


def run_play(
    settings: Settings,
    wish: Wish,
    table: Path | None,
    new: bool,
    journal_file: Path,
    say: Callable[[str], None],
) -> Evening:
    """Start an evening at a real table; `table` is the folder it was taught from (None: play without a camera)."""
    game = find(wish.game)
    journal = Journal.open(journal_file)
    if journal.notice:
        say(journal.notice)
    stored = _game_to_play(game, journal, wish, new)
    layout = seated(game.layout_of(game.read_position(stored.start)), stored.seats)

    def make_panel(submit: Callable[[Command], object]) -> Panel:
        driver = factory(settings.pins)
        say(driver.words)
        pins = PinMap.parse(settings.pin_map)
        return Panel(pins, driver, stored.seats, submit, brightness=settings.brightness, quiet=settings.quiet)

    evening = Evening(settings, game, layout, journal, stored, make_panel, simulated=False)
    if table is None:
        say(NO_TAUGHT_TABLE)
    else:
        _open_eye(evening, settings, layout, taking_part(game, stored), table, say)
    address = evening.start()
    say(f"Open {address} in a browser, on this machine or a phone in the same network.  Ctrl-C ends.")
    say(f"The owner's desk is {address}table, its code {evening.owner.code}.")
    return evening


def _game_to_play(game: Game[Any, Any], journal: Journal, wish: Wish, new: bool) -> StoredGame:
    if wish.number is not None:
        return journal.reopen(wish.number)
    stored = None if new else journal.resume(game.id)
    if stored is not None:
        return stored
    state = game.start(game.setup(wish.answers))
    return journal.begin(game.id, game.write_position(state), game.seats(state), dict(wish.answers), time.time())


def _open_eye(
    evening: Evening, settings: Settings, layout: Layout, kinds: frozenset[str], table: Path, say: Callable[[str], None]
) -> None:
    """Teach from the folder and open the camera; when either fails, say why and play on by hand."""
    try:
        say(f"Teaching the camera from {table} ...")
        _, taught = rig_of_session(table)
        rig = Rig(layout, taught.catalogue, taught.markers, taught.lens, taught.appearance, taught.corners, taught.board_px)
        rig = with_pieces(rig, kinds)
        camera = open_camera(settings.camera, settings.frames_per_s)
    except CompanionError as error:
        say(f"Playing without a camera: {error}.")
        return
    evening.attach(camera, SteadyReader(Reader(rig), table_outline(rig)), lambda frame, result: draw(frame, result, rig))
